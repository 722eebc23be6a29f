/* Interaction with the reader: examples are dragged or moved with keys, flipped, added and removed; viewpoints are animated;
 * questions have buttons as choices; and a picture is saved as a file.
 */
(() => {
  "use strict";
  const { draw, makeElement, fillTemplate } = window.perceptron;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  const pointText = (p) => `(${p.join(", ")})`.replace(/-/g, "−");

  /** Return the viewpoint between a, at progress 0, and b, at progress 1. */
  const interpolateViewpoints = (a, b, progress) => {
    const viewpoint = {};
    for (const name in b) viewpoint[name] = (a[name] ?? b[name]) * (1 - progress) + b[name] * progress;
    return viewpoint;
  };
  const easeInOut = (progress) => (progress < 0.5 ? 4 * progress ** 3 : 1 - (2 - 2 * progress) ** 3 / 2);

  /** Return moveTo(change, duration), which animates a viewpoint to its changed numbers within `duration` milliseconds.
   * It jumps there without a duration, or if the reader prefers reduced motion. onView(viewpoint) draws each frame.
   */
  const viewMover = (viewpoint, onView) => {
    let from = viewpoint, target = viewpoint, startTime = 0, duration = 1, frameRequest = 0;
    const step = (time) => {
      const progress = Math.max(0, Math.min(1, (time - startTime) / duration));
      viewpoint = interpolateViewpoints(from, target, easeInOut(progress));
      frameRequest = progress < 1 ? requestAnimationFrame(step) : 0;
      onView(viewpoint);
    };
    return (change, newDuration = 0) => {
      cancelAnimationFrame(frameRequest);
      target = { ...target, ...change };
      if (!newDuration || reducedMotion.matches) { viewpoint = target; return onView(viewpoint); }
      [from, startTime, duration] = [viewpoint, performance.now(), newDuration];
      frameRequest = requestAnimationFrame(step);
    };
  };

  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  /** Put handles for the examples of a set on an <svg>, so that a reader can drag, move, flip and remove them. Return a
   * controller with the layer of handles, the selection, and functions that place, rebuild, add and remove examples.
   *
   * toPixels(p, label) returns the pixels of an example, and fromPixels(x, y, label) the coordinates of a point given in
   * pixels. limit: the minimum and the maximum of each coordinate. beforeChange() is called before the first change of a
   * gesture, and onChange(sentence) after every change. onSelect(controller) is called when an example receives the
   * focus, and when a rebuild sets or clears the selection.
   */
  const exampleHandles = (svg, set, { toPixels, fromPixels, limit, words, beforeChange, onChange, onSelect, radius = 8 }) => {
    const group = makeElement("g", { class: "handles" });
    svg.append(group);
    let elements = [], selected = 0, hasSelection = false, lastLabel = 1;
    const describe = (n) => fillTemplate(words.example, { n, y: set.ys[n] > 0 ? words.o : words.x, x: pointText(set.points[n]) });
    const updateName = (n) => elements[n].setAttribute("aria-label", `${describe(n)}. ${words.keys}`);
    const drawExample = (n) => {
      const rings = '<circle r="22" class="hit"/><circle r="15" class="focus"/>';
      elements[n].innerHTML = rings + draw.exampleMark([0, 0], set.ys[n], radius);
      updateName(n);
    };
    const placeAll = () => elements.length === set.points.length ? elements.forEach((handle, n) => {
      handle.setAttribute("transform", `translate(${toPixels(set.points[n], set.ys[n]).map(draw.px).join(" ")})`);
    }) : rebuild();
    const isTaken = (a, b) => set.points.some(([c, d]) => c === a && d === b);
    const isFree = (a, b) => !isTaken(a, b) && (set.x0 || a || b); // where x_0 = 0, x = 0 is on every line
    const clamp = (p) => p.map((v, i) => Math.max(limit[2 * i], Math.min(limit[2 * i + 1], Math.round(v))));
    const move = (n, p, isFirst) => {
      const [a, b] = clamp(p);
      if (!isFree(a, b)) return; // its own place is not free, either, so there is nothing to do
      if (isFirst) beforeChange();
      set.points[n] = [a, b];
      updateName(n);
      onChange(describe(n));
    };
    const flip = (n) => {
      beforeChange();
      lastLabel = set.ys[n] = -set.ys[n];
      drawExample(n);
      onChange(describe(n));
    };
    const add = (p) => {
      const [a, b] = clamp(p);
      if (!isFree(a, b) || set.points.length >= 40) return;
      beforeChange();
      set.points.push([a, b]);
      set.ys.push(lastLabel);
      rebuild(set.points.length - 1);
      onChange(describe(selected));
    };
    const remove = (n = selected) => {
      if (set.points.length < 2 || !hasSelection) return;
      beforeChange();
      for (const list of [set.points, set.ys]) list.splice(n, 1);
      rebuild(Math.max(0, n - 1));
      onChange(fillTemplate(words.removed, { n }));
    };
    /** Add an example at a free place near the selected one, or near example 0 if none is selected. */
    const addBeside = () => {
      const [x, y] = set.points[selected];
      for (let k = 1, p; k < 400; k += 1) { // a spiral outwards
        p = clamp([x + Math.sqrt(k) * Math.cos(k), y + Math.sqrt(k) * Math.sin(k)]);
        if (isFree(p[0], p[1])) return add(p);
      }
    };
    const nearest = (x, y) => {
      const distances = set.points.map((p, n) => { const [a, b] = toPixels(p, set.ys[n]); return Math.hypot(a - x, b - y); });
      return distances.indexOf(Math.min(...distances));
    };
    /** Return the place of an event, in pixels of the picture. */
    const pixels = (event) => {
      const box = svg.getBoundingClientRect(), { width, height } = svg.viewBox.baseVal;
      return [((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height];
    };
    let drag = null; // null unless a pointer is pressed on an example
    const endDrag = (event) => {
      if (drag && !drag.isDragged && event.type === "pointerup") flip(selected);
      drag = null;
      elements[selected].classList.remove("held");
    };
    const listeners = {
      pointerdown: (event) => {
        if (event.button || drag) return;
        const p = pixels(event), n = nearest(...p), q = toPixels(set.points[n], set.ys[n]);
        event.preventDefault(); // otherwise the browser focuses the topmost example
        elements[n].focus({ preventScroll: true });
        group.setPointerCapture(event.pointerId);
        selected = n;
        drag = { p, offset: [q[0] - p[0], q[1] - p[1]], isDragged: false, hasMoved: false };
        elements[n].classList.add("held");
      },
      pointermove: (event) => {
        if (!drag) return;
        const [x, y] = pixels(event), before = set.points[selected];
        drag.isDragged = drag.isDragged || Math.hypot(x - drag.p[0], y - drag.p[1]) > 4;
        if (!drag.isDragged) return;
        move(selected, fromPixels(x + drag.offset[0], y + drag.offset[1], set.ys[selected]), !drag.hasMoved);
        drag.hasMoved = drag.hasMoved || before !== set.points[selected];
      },
      pointerup: endDrag,
      pointercancel: endDrag,
      touchstart: (event) => event.preventDefault(), // otherwise the finger scrolls the page
      focusin: (event) => { selected = elements.indexOf(event.target); hasSelection = true; onSelect(controller); },
      keydown: (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const step = KEYS[event.key], [x, y] = set.points[selected];
        if (step) move(selected, [x + step[0], y + step[1]], true);
        else if (event.key === "Enter" || event.key === " ") flip(selected);
        else if (event.key === "Delete" || event.key === "Backspace") remove();
        else return;
        event.preventDefault();
      },
    };
    for (const [eventType, listener] of Object.entries(listeners)) group.addEventListener(eventType, listener);
    const rebuild = (n = -1) => {
      elements = set.points.map((_, i) => makeElement("g", { class: "handle", tabindex: 0, role: "button", "data-example": i }));
      group.replaceChildren(...elements);
      elements.forEach((_, i) => drawExample(i));
      placeAll();
      const hadSelection = hasSelection;
      selected = Math.max(n, 0);
      hasSelection = n >= 0;
      if (hasSelection || hadSelection) onSelect(controller);
      if (hasSelection) elements[n].focus({ preventScroll: true });
    };
    svg.addEventListener("click", (event) => {
      if (!event.target.closest(".handles") && group.getClientRects().length) add(fromPixels(...pixels(event), 1));
    });
    const controller = { layer: group, placeAll, rebuild, addBeside, remove, get selected() { return selected; }, get hasSelection() { return hasSelection; } };
    rebuild();
    return controller;
  };

  /** Turn the list of choices of a question into buttons. A press shows whether the choice is right, opens the answer
   * and calls onAnswer(). No score is kept.
   */
  const makeChoices = (question, words, onAnswer) => {
    const choices = question.querySelector("ul, ol"), answer = question.querySelector("details");
    if (!choices || !answer) return;
    const verdict = makeElement("span", { class: "verdict", role: "status" });
    const buttons = [...choices.children].map((item, i) => {
      const tex = item.querySelector("annotation"); // the accessible name of a formula
      const onclick = () => {
        buttons.forEach((button, k) => {
          button.setAttribute("aria-pressed", String(k === i));
          button.classList.toggle("right", k === +question.dataset.right);
        });
        verdict.textContent = i === +question.dataset.right ? words.right : words.wrong;
        answer.open = true;
        onAnswer();
      };
      const number = choices.matches("ol") && makeElement("span", { class: "number" }, `${i + 1}. `); // the answer may refer to the number
      return makeElement("button", { type: "button", onclick }, number, ...item.childNodes,
        tex && makeElement("span", { class: "unseen" }, tex.textContent));
    });
    choices.replaceWith(makeElement("div", { class: "choices" }, ...buttons), verdict);
  };

  const SAVED_STYLES = ["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "opacity", "font"];

  /** Download an <svg> with its styles inlined, because the style sheets of the page are not in the file. */
  const saveSvg = (svg, name) => {
    const copy = svg.cloneNode(true), originals = svg.querySelectorAll("*"), styleElement = makeElement("style");
    copy.querySelectorAll("*").forEach((element, i) => {
      const style = getComputedStyle(originals[i]);
      element.setAttribute("style", SAVED_STYLES.map((key) => `${key}:${style.getPropertyValue(key)}`).join(";"));
      element.removeAttribute("class");
    });
    styleElement.textContent = `svg{background:${getComputedStyle(svg.parentNode).backgroundColor}}`;
    copy.prepend(styleElement);
    const text = new XMLSerializer().serializeToString(copy);
    const href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    const link = makeElement("a", { download: `${name}.svg`, href });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  Object.assign(window.perceptron, { interaction: { reducedMotion, pointText, viewMover, exampleHandles, makeChoices, saveSvg } });
})();
