/* The plane: axes, examples that can be placed and moved, and the lines of a step of a run.
 *
 * perceptron.plane({addExample, move, onSelect, flip, remove, label}) returns {element, ...}; it calls these
 * functions when the reader acts. Positions are floats. A new or moved example gets short decimals, rounded to
 * a grid (`snapToGrid`), and these texts are its exact coordinates.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { makeElement, fillTemplate } = perceptron;
  const words = perceptron.words.playground;

  const LEFT = 44, RIGHT = 12, TOP = 22, BOTTOM = 38; // margins for the numbers of the axes
  const REACH = { mouse: 8, pen: 14, touch: 22 }; // pixels around an example in which a press selects it
  const MAX_RATIO = 4; // both axes use one scale unless one span is more than 4 times the other
  const ARROWS = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
  };

  /** Return a text such as 2, 0.5 or 1/3 as a float, or NaN. */
  const parseNumber = (text) => {
    const [p, q = "1"] = String(text).split("/");
    return p.trim() ? Number(p) / Number(q) : NaN;
  };

  /** Return a distance between ticks: 1, 2 or 5 times a power of ten, at least 52 pixels. */
  const tickDistance = (span, innerSize) => {
    const minDistance = (span * 52) / innerSize, base = 10 ** Math.floor(Math.log10(minDistance));
    return [1, 2, 5, 10].map((m) => m * base).find((step) => step >= minDistance * 0.999);
  };

  /** Return a multiple of the step as a short decimal. */
  const decimal = (number, step) => {
    const places = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const text = (Math.round(number / step) * step).toFixed(Math.min(places, 20));
    return text.includes(".") ? text.replace(/\.?0+$/, "").replace(/^-0$/, "0") : text;
  };

  /** Return the label of an axis, `name` between two texts; x1 is typeset with an index. */
  const axisLabel = (before, name, after, position) => {
    const [, index] = /^x(\d+)$/.exec(name) || [];
    const formula = () => [
      makeElement("tspan", { class: "m" }, "x"), makeElement("tspan", { class: "index", dy: 3 }, index),
      makeElement("tspan", { dy: -3 }, after),
    ];
    return makeElement("text", { ...position, class: "name" }, before, ...(index ? formula() : [name + after]));
  };

  /** Return the plane: {element, select, chosen, examples, step, zoom, fit}. The functions in the argument change the
   * examples, except onSelect(n), which is called when example n is selected, and label(), the label of a new one.
   */
  perceptron.plane = ({ addExample, move, onSelect, flip, remove, label }) => {
    const layers = ["back", "lines", "points", "front"].map((name) => makeElement("g", { class: name }));
    const [background, lines, points, cursorLayer] = layers;
    const clip = `pg-clip-${Math.random().toString(36).slice(2)}`;
    const frame = makeElement("rect");
    lines.setAttribute("clip-path", `url(#${clip})`);
    const element = makeElement(
      "svg",
      { class: "pg-plane", role: "application", tabindex: 0, "aria-label": words.plane },
      makeElement("clipPath", { id: clip }, frame), ...layers,
    );
    let width = 560, height = 440, view = [[-1, 2], [-1, 2]], data = { rows: [], labels: [] };
    let currentStep = {}, chosen = -1, cursor = null;

    const isFlat = () => data.names.length === 1; // one feature: one axis
    const innerSize = () => [width - LEFT - RIGHT, height - TOP - BOTTOM];
    const px = (x) => LEFT + ((x - view[0][0]) / (view[0][1] - view[0][0])) * innerSize()[0];
    const py = (y) => height - BOTTOM - ((y - view[1][0]) / (view[1][1] - view[1][0])) * innerSize()[1];
    const toPixels = (row) => [px(parseNumber(row[0])), py(isFlat() ? 0 : parseNumber(row[1]))];
    const ticks = () => view.map(([low, high], i) => tickDistance(high - low, innerSize()[i]));

    // --- drawing

    const range = (values, minSpan) => {
      const low = Math.min(...values), high = Math.max(...values);
      const pad = Math.max((high - low) * 0.3, minSpan / 2 - (high - low) / 2);
      return [low - pad, high + pad];
    };

    /** Fit the view to all examples, with the same scale on both axes unless that would flatten one feature. */
    const fit = () => {
      height = Math.round(isFlat() ? 150 : Math.min(width < 480 ? width * 0.9 : width * 0.8, 480, Math.max(280, innerHeight - 400)));
      const column = (i) => data.rows.map((row) => parseNumber(row[i])).filter(Number.isFinite);
      const columns = [column(0), isFlat() ? [0] : column(1)].map((values) => (values.length ? values : [-1, 1]));
      const spans = columns.map((values) => Math.max(...values) - Math.min(...values));
      const largest = Math.max(...spans) || 2;
      const hasOneScale = isFlat() || spans.every((span) => !span || span * MAX_RATIO >= largest);
      const ranges = columns.map((values, i) => range(values, hasOneScale ? 0.5 * largest : spans[i] || 2));
      const units = ranges.map(([low, high], i) => (high - low) / innerSize()[i]);
      view = ranges.map(([low, high], i) => {
        const halfSpan = ((hasOneScale ? Math.max(...units) : units[i]) * innerSize()[i]) / 2;
        return [(low + high) / 2 - halfSpan, (low + high) / 2 + halfSpan];
      });
    };

    const isInView = (row) => {
      const [x, y] = toPixels(row);
      return x > LEFT && x < width - RIGHT && y > TOP && y < height - BOTTOM;
    };

    const drawBackground = () => {
      const [plotWidth, plotHeight] = innerSize(), steps = ticks();
      const [columns, rows] = view.map(([low, high], i) => {
        const first = Math.ceil(low / steps[i]), last = Math.floor(high / steps[i]);
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => (first + k) * steps[i]);
      });
      const number = (v, i) => decimal(v, steps[i]).replace("-", "−");
      const heights = isFlat() ? [0] : rows;
      const dots = heights.flatMap((y) => columns.map((x) => `M${px(x)} ${py(y)}h0`)).join("");
      const marks = [makeElement("path", { class: "dots", d: dots })];
      for (const x of columns) {
        const position = { x: px(x), y: height - BOTTOM + 16, "text-anchor": "middle" };
        marks.push(makeElement("text", position, number(x, 0)));
      }
      for (const y of isFlat() ? [] : rows) {
        marks.push(makeElement("text", { x: LEFT - 6, y: py(y) + 4, "text-anchor": "end" }, number(y, 1)));
      }
      const [xName, yName] = data.names;
      marks.push(axisLabel("", xName, " →", { x: width - RIGHT, y: height - 6, "text-anchor": "end" }));
      if (!isFlat()) marks.push(axisLabel("↑ ", yName, "", { x: LEFT, y: 14 }));
      const box = { x: LEFT, y: TOP, width: plotWidth, height: plotHeight };
      for (const key in box) frame.setAttribute(key, box[key]);
      const paper = makeElement("rect", { class: "paper", width, height });
      background.replaceChildren(paper, ...marks, makeElement("rect", { class: "frame", ...box }));
    };

    const drawLines = () => {
      lines.replaceChildren(...(currentStep.lines ? currentStep.lines({ data, view, px, py, toPixels }) : []));
    };

    const nameOf = (n) => {
      const y = data.labels[n] > 0 ? words.plus : words.minus;
      return fillTemplate(words.example, { n, y, x: data.rows[n].join(", ") });
    };

    const NUMBER_OFFSETS = [[16, -12, "start"], [-16, -12, "end"], [16, 20, "start"], [-16, 20, "end"]]; // outside its ring
    /** Return a position beside example n where its number covers no other example; undefined if there is none. */
    const numberPosition = (n) => {
      const [x, y] = toPixels(data.rows[n]), others = data.rows.filter((_, i) => i !== n).map(toPixels);
      const isFree = ([dx, dy]) => others.every(([a, b]) =>
        !(Math.abs(a - x - 1.5 * dx) < 16 && Math.abs(b - y - dy + 4) < 14));
      const [dx, dy, anchor] = NUMBER_OFFSETS.find(isFree) || [];
      return anchor && { x: dx, y: dy, "text-anchor": anchor };
    };

    /** Draw an example. Its element is reused, because a new one would lose the focus. */
    const drawPoint = (group, n) => {
      const [x, y] = toPixels(data.rows[n]);
      const isDrawable = Number.isFinite(x) && Number.isFinite(y);
      const mistake = currentStep.isMistake && currentStep.isMistake(n);
      const state = `${n === chosen ? " chosen" : ""}${n === currentStep.ring ? " now" : ""}`;
      group.setAttribute("class", `point${state}`);
      group.setAttribute("transform", isDrawable ? `translate(${x.toFixed(1)} ${y.toFixed(1)})` : "");
      group.setAttribute("visibility", isDrawable ? "visible" : "hidden");
      group.setAttribute("tabindex", n === Math.max(0, chosen) ? 0 : -1);
      group.setAttribute("aria-label", nameOf(n));
      // the circle that a finger touches must stay, so only the marks below it are drawn again
      const hitCircle = group.lastChild || group.appendChild(makeElement("circle", { class: "hit", r: 22 }));
      while (group.firstChild !== hitCircle) group.firstChild.remove();
      hitCircle.before(
        mistake ? makeElement("circle", { class: "mistake", r: 15 }) : "",
        n === currentStep.ring ? makeElement("circle", { class: "ring", r: 15 }) : "",
        data.labels[n] > 0
          ? makeElement("circle", { class: "o", r: 6.5 })
          : makeElement("path", { class: "x", d: "M-5.2 -5.2l10.4 10.4m0 -10.4l-10.4 10.4" }),
        data.rows.length <= 30 ? makeElement("text", numberPosition(n) || { visibility: "hidden" }, `${n}`) : "",
      );
    };

    const drawPoints = () => {
      while (points.children.length > data.rows.length) points.lastChild.remove();
      while (points.children.length < data.rows.length) {
        points.append(makeElement("g", { role: "button", "data-n": points.children.length }));
      }
      [...points.children].forEach(drawPoint);
    };

    const drawCursor = () => {
      if (!cursor) return cursorLayer.replaceChildren();
      const [x, y] = [px(cursor[0]), py(cursor[1])];
      const cross = makeElement("path", { class: "cursor", d: `M${x - 10} ${y}h20M${x} ${y - 10}v20` });
      cursorLayer.replaceChildren(cross);
    };

    const drawAll = () => {
      element.setAttribute("viewBox", `0 0 ${width} ${height}`);
      drawBackground();
      drawLines();
      drawPoints();
      drawCursor();
    };

    // --- input

    /** Return a position as texts, moved into the view and rounded to a grid of short decimals. */
    const snapToGrid = (position, divisions = 10) => {
      const inside = position.map((v, i) => Math.max(view[i][0], Math.min(view[i][1], v)));
      return inside.map((v, i) => decimal(v, ticks()[i] / divisions)).slice(0, data.names.length);
    };
    const positionOf = ({ clientX, clientY }) => {
      const box = element.getBoundingClientRect();
      const x = ((clientX - box.left) / box.width) * width;
      const y = ((clientY - box.top) / box.height) * height;
      const [plotWidth, plotHeight] = innerSize();
      return [
        view[0][0] + ((x - LEFT) / plotWidth) * (view[0][1] - view[0][0]),
        view[1][0] + ((height - BOTTOM - y) / plotHeight) * (view[1][1] - view[1][0]),
      ];
    };
    const nearest = (event) => {
      const [x, y] = positionOf(event), reach = REACH[event.pointerType] || REACH.mouse;
      const distances = data.rows.map((row) => {
        const [a, b] = toPixels(row);
        return Math.hypot(a - px(x), b - py(y));
      });
      const n = distances.indexOf(Math.min(...distances));
      return distances[n] <= reach ? n : -1;
    };

    const select = (n, focus) => {
      chosen = n;
      drawPoints();
      onSelect(n);
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
    const preventScroll = (event) => { if (drag) event.preventDefault(); }; // otherwise the finger scrolls the page
    element.addEventListener("touchstart", preventScroll, { passive: false });
    element.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const [x, y] = drag.from;
      if (!drag.moved && Math.hypot(event.clientX - x, event.clientY - y) < 4) return;
      drag.moved = true;
      const target = snapToGrid(positionOf(event));
      if (target.join() !== data.rows[drag.n].join()) move(drag.n, target, false);
    });
    const drop = () => {
      if (drag && drag.moved) move(drag.n, data.rows[drag.n], true);
      const endedDrag = drag;
      setTimeout(() => { if (drag === endedDrag) drag = null; }); // after the click event that follows
    };
    element.addEventListener("pointerup", drop);
    element.addEventListener("pointercancel", drop);
    element.addEventListener("click", (event) => {
      if (drag || nearest(event) >= 0) return;
      const [x, y] = positionOf(event);
      const inside = [x, y].every((v, i) => v >= view[i][0] && v <= view[i][1]);
      if (inside) addExample(snapToGrid([x, y]), label());
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
        const target = data.rows[n].map((text, i) => {
          return arrow[i] ? decimal(parseNumber(text) + arrow[i] * steps[i], steps[i]) : text;
        });
        move(n, target, true);
        if (!isInView(target)) { fit(); drawAll(); }
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
          const target = Number(decimal(v + arrow[i] * steps[i], steps[i]));
          return Math.max(view[i][0], Math.min(view[i][1], target));
        });
        drawCursor();
        const x = snapToGrid(cursor, 50).join(", ");
        element.setAttribute("aria-label", fillTemplate(words.cursor, { x }));
        return true;
      }
      const y = { o: 1, x: -1, Enter: label() }[event.key];
      if (!cursor || !y) return false;
      addExample(snapToGrid(cursor, 50), y);
      return true;
    };
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const point = event.target.closest(".point");
      const isHandled = point ? pointKeys(event, Number(point.dataset.n)) : planeKeys(event);
      if (isHandled) event.preventDefault();
    });
    element.addEventListener("focusin", ({ target }) => {
      const point = target.closest(".point");
      if (point && chosen !== Number(point.dataset.n)) select(Number(point.dataset.n), false);
    });
    element.addEventListener("blur", () => {
      cursor = null;
      element.setAttribute("aria-label", words.plane);
      drawCursor();
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
      /** Draw the examples. refit: fit the view to them; withoutStep: clear the lines of the former step. */
      examples(newData, refit, withoutStep) {
        data = newData;
        if (withoutStep) currentStep = {};
        if (refit || chosen >= data.rows.length) chosen = -1;
        if (refit) fit();
        drawAll();
      },
      /** Draw a step: {ring, isMistake(n), lines(plane)}; ring is n(t), lines returns elements. */
      step(newStep) {
        currentStep = newStep;
        drawLines();
        drawPoints();
      },
      zoom(factor) {
        view = view.map(([low, high]) => {
          const middle = (low + high) / 2, halfSpan = ((high - low) / 2) * factor;
          return [middle - halfSpan, middle + halfSpan];
        });
        drawAll();
      },
      fit() { fit(); drawAll(); },
    };
  };

  perceptron.parseNumber = parseNumber;
  /** Return the text under a key; if x_0 = 0, the text about lines through the origin. */
  perceptron.textAboutLines = (name, { x0 }) => words[parseNumber(x0) === 0 ? `${name}AtOrigin` : name];
})();
