/* The plane: axes, examples that can be placed and moved, and what a step of a run draws.
 *
 * perceptron.plane({place, move, choose, flip, remove, label, said}) returns {element, ...}; it
 * draws what it is given, and tells by these functions what the reader does. Pixels come from
 * floats here; every number that is written comes from the reader or from the package.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { made, filled } = perceptron;
  const words = perceptron.words.playground;

  const LEFT = 44, RIGHT = 12, TOP = 22, BOTTOM = 38; // room for the numbers of the axes
  const REACH = { mouse: 8, pen: 14, touch: 22 }; // pixels around an example that belong to it
  const ALIKE = 4; // both axes use one scale unless one span is more than 4 times the other
  const ARROWS = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
  };

  /** Return a text such as 2, 0.5 or 1/3 as a float; NaN if it is not a number yet. */
  const value = (text) => {
    const [p, q = "1"] = String(text).split("/");
    return p.trim() ? Number(p) / Number(q) : NaN;
  };

  /** Return a distance between ticks, 1, 2 or 5 times a power of ten, so that there are few. */
  const tick = (span, room) => {
    const least = (span * 52) / room, base = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((m) => m * base).find((step) => step >= least * 0.999);
  };

  /** Return a multiple of the step as a short decimal. */
  const decimal = (at, step) => {
    const places = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const text = (Math.round(at / step) * step).toFixed(Math.min(places, 20));
    return text.includes(".") ? text.replace(/\.?0+$/, "").replace(/^-0$/, "0") : text;
  };

  /** Return the name of an axis between two texts; x1 is set as in a formula. */
  const axisLabel = (before, name, after, place) => {
    const [, index] = /^x(\d+)$/.exec(name) || [];
    const formula = () => [
      made("tspan", { class: "m" }, "x"), made("tspan", { class: "index", dy: 3 }, index),
      made("tspan", { dy: -3 }, after),
    ];
    return made("text", { ...place, class: "name" }, before, ...(index ? formula() : [name + after]));
  };

  perceptron.plane = ({ place, move, choose, flip, remove, label }) => {
    const layers = ["back", "lines", "points", "front"].map((name) => made("g", { class: name }));
    const [back, lines, points, front] = layers;
    const clip = `pg-clip-${Math.random().toString(36).slice(2)}`;
    const frame = made("rect");
    lines.setAttribute("clip-path", `url(#${clip})`);
    const element = made(
      "svg",
      { class: "pg-plane", role: "application", tabindex: 0, "aria-label": words.plane },
      made("clipPath", { id: clip }, frame), ...layers,
    );
    let width = 560, height = 440, view = [[-1, 2], [-1, 2]], data = { rows: [], labels: [] };
    let currentStep = {}, chosen = -1, cursor = null;

    const isFlat = () => data.names.length === 1; // one feature: all on one axis
    const room = () => [width - LEFT - RIGHT, height - TOP - BOTTOM];
    const px = (x) => LEFT + ((x - view[0][0]) / (view[0][1] - view[0][0])) * room()[0];
    const py = (y) => height - BOTTOM - ((y - view[1][0]) / (view[1][1] - view[1][0])) * room()[1];
    const at = (row) => [px(value(row[0])), py(isFlat() ? 0 : value(row[1]))];
    const ticks = () => view.map(([low, high], i) => tick(high - low, room()[i]));

    // --- what is seen

    const range = (all, least) => {
      const low = Math.min(...all), high = Math.max(...all);
      const pad = Math.max((high - low) * 0.3, least / 2 - (high - low) / 2);
      return [low - pad, high + pad];
    };

    /** Show all examples, with one scale for both axes unless that would hide one feature. */
    const fit = () => {
      height = Math.round(isFlat() ? 150 : Math.min(width < 480 ? width : width * 0.8, 520));
      const column = (i) => data.rows.map((row) => value(row[i])).filter(Number.isFinite);
      const all = [column(0), isFlat() ? [0] : column(1)].map((some) => (some.length ? some : [-1, 1]));
      const spans = all.map((some) => Math.max(...some) - Math.min(...some));
      const largest = Math.max(...spans) || 2;
      const alike = isFlat() || spans.every((span) => !span || span * ALIKE >= largest);
      const ranges = all.map((some, i) => range(some, alike ? 0.5 * largest : spans[i] || 2));
      const units = ranges.map(([low, high], i) => (high - low) / room()[i]);
      view = ranges.map(([low, high], i) => {
        const half = ((alike ? Math.max(...units) : units[i]) * room()[i]) / 2;
        return [(low + high) / 2 - half, (low + high) / 2 + half];
      });
    };

    const isSeen = (row) => {
      const [x, y] = at(row);
      return x > LEFT && x < width - RIGHT && y > TOP && y < height - BOTTOM;
    };

    const drawBack = () => {
      const [wide, high] = room(), steps = ticks();
      const [columns, rows] = view.map(([low, high], i) => {
        const first = Math.ceil(low / steps[i]), last = Math.floor(high / steps[i]);
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => (first + k) * steps[i]);
      });
      const number = (v, i) => decimal(v, steps[i]).replace("-", "−");
      const heights = isFlat() ? [0] : rows;
      const dots = heights.flatMap((y) => columns.map((x) => `M${px(x)} ${py(y)}h0`)).join("");
      const marks = [made("path", { class: "dots", d: dots })];
      for (const x of columns) {
        const place = { x: px(x), y: height - BOTTOM + 16, "text-anchor": "middle" };
        marks.push(made("text", place, number(x, 0)));
      }
      for (const y of isFlat() ? [] : rows) {
        marks.push(made("text", { x: LEFT - 6, y: py(y) + 4, "text-anchor": "end" }, number(y, 1)));
      }
      const [across, up] = data.names;
      marks.push(axisLabel("", across, " →", { x: width - RIGHT, y: height - 6, "text-anchor": "end" }));
      if (!isFlat()) marks.push(axisLabel("↑ ", up, "", { x: LEFT, y: 14 }));
      const box = { x: LEFT, y: TOP, width: wide, height: high };
      for (const key in box) frame.setAttribute(key, box[key]);
      const paper = made("rect", { class: "paper", width, height });
      back.replaceChildren(paper, ...marks, made("rect", { class: "frame", ...box }));
    };

    const drawLines = () => {
      lines.replaceChildren(...(currentStep.lines ? currentStep.lines({ data, view, px, py, at }) : []));
    };

    const nameOf = (n) => {
      const y = data.labels[n] > 0 ? words.plus : words.minus;
      return filled(words.example, { n, y, x: data.rows[n].join(", ") });
    };

    /** Give an example its place, label and marks; its element stays, and with it the focus. */
    const drawPoint = (group, n) => {
      const [x, y] = at(data.rows[n]);
      const seen = Number.isFinite(x) && Number.isFinite(y);
      const mistake = currentStep.isMistake && currentStep.isMistake(n);
      const state = `${n === chosen ? " chosen" : ""}${n === currentStep.ring ? " now" : ""}`;
      group.setAttribute("class", `point${state}`);
      group.setAttribute("transform", seen ? `translate(${x.toFixed(1)} ${y.toFixed(1)})` : "");
      group.setAttribute("visibility", seen ? "visible" : "hidden");
      group.setAttribute("tabindex", n === Math.max(0, chosen) ? 0 : -1);
      group.setAttribute("aria-label", nameOf(n));
      // what a finger has touched has to stay: it is on top, and the rest is drawn anew below it
      const hit = group.lastChild || group.appendChild(made("circle", { class: "hit", r: 22 }));
      while (group.firstChild !== hit) group.firstChild.remove();
      hit.before(
        mistake ? made("rect", { class: "mistake", x: -9, y: -9, width: 18, height: 18 }) : "",
        n === currentStep.ring ? made("circle", { class: "ring", r: 15 }) : "",
        data.labels[n] > 0
          ? made("circle", { class: "o", r: 6.5 })
          : made("path", { class: "x", d: "M-5.2 -5.2l10.4 10.4m0 -10.4l-10.4 10.4" }),
        data.rows.length <= 30 ? made("text", { x: 9, y: -8 }, `${n}`) : "",
      );
    };

    const drawPoints = () => {
      while (points.children.length > data.rows.length) points.lastChild.remove();
      while (points.children.length < data.rows.length) {
        points.append(made("g", { role: "button", "data-n": points.children.length }));
      }
      [...points.children].forEach(drawPoint);
    };

    const drawFront = () => {
      if (!cursor) return front.replaceChildren();
      const [x, y] = [px(cursor[0]), py(cursor[1])];
      const cross = made("path", { class: "cursor", d: `M${x - 10} ${y}h20M${x} ${y - 10}v20` });
      front.replaceChildren(cross);
    };

    const drawAll = () => {
      element.setAttribute("viewBox", `0 0 ${width} ${height}`);
      drawBack();
      drawLines();
      drawPoints();
      drawFront();
    };

    // --- what the reader does

    /** Return a place in the plane as texts, on a grid of short decimals. */
    const snapped = (place, finer = 10) => {
      const inside = place.map((v, i) => Math.max(view[i][0], Math.min(view[i][1], v)));
      return inside.map((v, i) => decimal(v, ticks()[i] / finer)).slice(0, data.names.length);
    };
    const placeOf = ({ clientX, clientY }) => {
      const box = element.getBoundingClientRect();
      const x = ((clientX - box.left) / box.width) * width;
      const y = ((clientY - box.top) / box.height) * height;
      const [wide, high] = room();
      return [
        view[0][0] + ((x - LEFT) / wide) * (view[0][1] - view[0][0]),
        view[1][0] + ((height - BOTTOM - y) / high) * (view[1][1] - view[1][0]),
      ];
    };
    const nearest = (event) => {
      const [x, y] = placeOf(event), reach = REACH[event.pointerType] || REACH.mouse;
      const far = data.rows.map((row) => {
        const [a, b] = at(row);
        return Math.hypot(a - px(x), b - py(y));
      });
      const n = far.indexOf(Math.min(...far));
      return far[n] <= reach ? n : -1;
    };

    const select = (n, focus) => {
      chosen = n;
      drawPoints();
      choose(n);
      if (focus && points.children[n]) points.children[n].focus({ preventScroll: true });
    };

    let drag = null;
    element.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      const n = nearest(event);
      if (n < 0) return;
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      drag = { n, from: [event.clientX, event.clientY], moved: false };
      select(n, true);
    });
    const keep = (event) => { if (drag) event.preventDefault(); }; // or the finger scrolls the page
    element.addEventListener("touchstart", keep, { passive: false });
    element.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const [x, y] = drag.from;
      if (!drag.moved && Math.hypot(event.clientX - x, event.clientY - y) < 4) return;
      drag.moved = true;
      const to = snapped(placeOf(event));
      if (to.join() !== data.rows[drag.n].join()) move(drag.n, to, false);
    });
    const drop = () => {
      if (drag && drag.moved) move(drag.n, data.rows[drag.n], true);
      const was = drag;
      setTimeout(() => { if (drag === was) drag = null; }); // after the click that follows
    };
    element.addEventListener("pointerup", drop);
    element.addEventListener("pointercancel", drop);
    element.addEventListener("click", (event) => {
      if (drag || nearest(event) >= 0) return;
      const [x, y] = placeOf(event);
      const inside = [x, y].every((v, i) => v >= view[i][0] && v <= view[i][1]);
      if (inside) place(snapped([x, y]), label());
    });

    const removeAt = (n) => {
      remove(n);
      if (data.rows.length) select(Math.min(n, data.rows.length - 1), true);
      else element.focus();
    };
    const pointKeys = (event, n) => {
      const arrow = ARROWS[event.key];
      if (arrow) {
        const steps = ticks().map((step) => step / (event.shiftKey ? 50 : 5));
        const to = data.rows[n].map((text, i) => {
          return arrow[i] ? decimal(value(text) + arrow[i] * steps[i], steps[i]) : text;
        });
        move(n, to, true);
        if (!isSeen(to)) { fit(); drawAll(); }
        return true;
      }
      const to = { PageDown: n + 1, PageUp: n - 1 }[event.key];
      if (to in data.rows) select(to, true);
      else if (event.key === "Delete" || event.key === "Backspace") removeAt(n);
      else if (event.key === " ") flip(n);
      else return to !== undefined;
      return true;
    };
    const planeKeys = (event) => {
      const arrow = ARROWS[event.key];
      if (arrow) {
        const steps = ticks().map((step) => step / (event.shiftKey ? 50 : 5));
        const from = cursor || view.map(([low, high]) => (low + high) / 2);
        cursor = from.map((v, i) => {
          if (isFlat() && i) return 0;
          const to = Number(decimal(v + arrow[i] * steps[i], steps[i]));
          return Math.max(view[i][0], Math.min(view[i][1], to));
        });
        drawFront();
        const x = snapped(cursor, 50).join(", ");
        element.setAttribute("aria-label", filled(words.cursor, { x }));
        return true;
      }
      const y = { o: 1, x: -1, Enter: label() }[event.key];
      if (!cursor || !y) return false;
      place(snapped(cursor, 50), y);
      return true;
    };
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const point = event.target.closest(".point");
      const done = point ? pointKeys(event, Number(point.dataset.n)) : planeKeys(event);
      if (done) event.preventDefault();
    });
    element.addEventListener("focusin", ({ target }) => {
      const point = target.closest(".point");
      if (point && chosen !== Number(point.dataset.n)) select(Number(point.dataset.n), false);
    });
    element.addEventListener("blur", () => {
      cursor = null;
      element.setAttribute("aria-label", words.plane);
      drawFront();
    });

    new ResizeObserver(([{ contentRect }]) => {
      if (!contentRect.width || Math.abs(contentRect.width - width) < 1) return;
      width = Math.round(contentRect.width);
      fit();
      drawAll();
    }).observe(element);

    return {
      element,
      select,
      get chosen() { return chosen; },
      /** Draw the examples. anew: so that all are seen; alone: without the step of before. */
      examples(now, anew, alone) {
        data = now;
        if (alone) currentStep = {};
        if (anew || chosen >= data.rows.length) chosen = -1;
        if (anew) fit();
        drawAll();
      },
      /** Draw a step: {ring, isMistake(n), lines(how)}, the last of which returns elements. */
      step(now) {
        currentStep = now;
        drawLines();
        drawPoints();
      },
      zoom(factor) {
        view = view.map(([low, high]) => {
          const middle = (low + high) / 2, half = ((high - low) / 2) * factor;
          return [middle - half, middle + half];
        });
        drawAll();
      },
      fit() { fit(); drawAll(); },
    };
  };

  perceptron.value = value;
  /** Return the words of that name; where x_0 = 0, those that speak of lines through the origin. */
  perceptron.ofLines = (name, { x0 }) => words[value(x0) === 0 ? `${name}AtOrigin` : name];
})();
