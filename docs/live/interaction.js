/* The interaction of a reader with a picture: the reader can drag, move, flip, add and remove examples, answer questions, and
 * save the picture. `animator` animates the changes of a view.
 */
(() => {
  "use strict";
  const { draw, makeElement, fillTemplate, joinSentences } = window.perceptron;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  const MAX_EXAMPLES = 40;

  /** Return a point as text, such as "(3, −1)", in which no line can break. */
  const pointText = (p) => `(${p.join(",\u00a0")})`.replace(/-/g, "−");

  /** Return a value between two numbers: `from` at progress 0, and `to` at progress 1. Interpolate objects number by number;
   * they may be nested.
   */
  const interpolate = (from, to, progress) => {
    if (typeof to === "number") return from * (1 - progress) + to * progress;
    const values = {};
    for (const name in to) values[name] = interpolate(from[name] ?? to[name], to[name], progress);
    return values;
  };
  /** Map a steady progress to a progress that starts and ends slowly. */
  const easeInOut = (progress) => (progress < 0.5 ? 4 * progress ** 3 : 1 - (2 - 2 * progress) ** 3 / 2);

  /** Return animateTo(changes, duration), which changes numbers, such as the numbers of a view, within `duration`
   * milliseconds. The numbers change at once without a duration, or if the reader prefers reduced motion. drawFrame(numbers)
   * draws each frame.
   */
  const animator = (numbers, drawFrame) => {
    let current = numbers, start = numbers, target = numbers, startTime = 0, duration = 1, frameRequest = 0;
    const showFrame = (time) => {
      const progress = Math.max(0, Math.min(1, (time - startTime) / duration));
      current = interpolate(start, target, easeInOut(progress));
      frameRequest = progress < 1 ? requestAnimationFrame(showFrame) : 0;
      drawFrame(current);
    };
    return (changes, newDuration = 0) => {
      cancelAnimationFrame(frameRequest);
      target = { ...target, ...changes };
      if (!newDuration || reducedMotion.matches) { current = target; return drawFrame(current); }
      [start, startTime, duration] = [current, performance.now(), newDuration];
      frameRequest = requestAnimationFrame(showFrame);
    };
  };

  const ARROW_STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  /** Add a handle to an <svg> for each example of a data set, so that a reader can drag, move, flip and remove the examples.
   * Return a controller with the selection, and functions that place, rebuild, add and remove handles.
   *
   * toPixels(p, label) converts the coordinates of an example to pixels, and fromPixels(x, y, label) converts pixels to
   * coordinates. limits: the integer edges of the rectangle in which examples must stay. beforeChange() is called before the
   * first change of a gesture, and onChange(sentence) after every change. onSelect(controller) is called when an example
   * receives the focus, and when a rebuild sets or clears the selection. radius: the radius of the marks.
   */
  const exampleHandles = (svg, dataSet, { toPixels, fromPixels, limits, strings, beforeChange, onChange, onSelect, radius = 8 }) => {
    const layer = makeElement("g", { class: "handles" });
    svg.append(layer);
    let elements = [], selected = 0, hasSelection = false, lastLabel = 1;
    const describe = (n) => fillTemplate(strings.example, { n, y: dataSet.ys[n] > 0 ? strings.o : strings.x, x: pointText(dataSet.points[n]) });
    const updateName = (n) => elements[n].setAttribute("aria-label", joinSentences([describe(n), strings.keyHelp]));
    const drawExample = (n) => {
      const circles = '<circle r="22" class="hit"/><circle r="15" class="focus"/>'; // the first receives presses, the second shows the focus
      elements[n].innerHTML = circles + draw.exampleMark([0, 0], dataSet.ys[n], radius);
      updateName(n);
    };
    /** Move every handle to its example. */
    const placeAll = () => {
      if (elements.length !== dataSet.points.length) return rebuild();
      elements.forEach((handle, n) => {
        handle.setAttribute("transform", `translate(${toPixels(dataSet.points[n], dataSet.ys[n]).map(draw.px).join(" ")})`);
      });
    };
    const isTaken = (a, b) => dataSet.points.some(([c, d]) => c === a && d === b);
    const isFree = (a, b) => !isTaken(a, b) && (dataSet.x0 || a || b); // with x_0 = 0 every line passes through the origin, so no example may be there
    /** Return the point of the grid within the limits that is nearest to a point. */
    const gridPoint = ([x, y]) => [
      Math.max(limits.left, Math.min(limits.right, Math.round(x))),
      Math.max(limits.bottom, Math.min(limits.top, Math.round(y))),
    ];
    /** Move example n to the grid point nearest to p, if this point is free. */
    const move = (n, p, isNewGesture) => {
      const [a, b] = gridPoint(p);
      if (!isFree(a, b)) return; // the example's own point is not free, either
      if (isNewGesture) beforeChange();
      dataSet.points[n] = [a, b];
      updateName(n);
      onChange(describe(n));
    };
    const flip = (n) => {
      beforeChange();
      lastLabel = dataSet.ys[n] = -dataSet.ys[n];
      drawExample(n);
      onChange(describe(n));
    };
    /** Add an example at the grid point nearest to p, if this point is free. It has the label that was set last. */
    const add = (p) => {
      const [a, b] = gridPoint(p);
      if (!isFree(a, b) || dataSet.points.length >= MAX_EXAMPLES) return;
      beforeChange();
      dataSet.points.push([a, b]);
      dataSet.ys.push(lastLabel);
      rebuild(dataSet.points.length - 1);
      onChange(describe(selected));
    };
    const remove = (n = selected) => {
      if (dataSet.points.length < 2 || !hasSelection) return;
      beforeChange();
      for (const list of [dataSet.points, dataSet.ys]) list.splice(n, 1);
      rebuild(Math.max(0, n - 1));
      onChange(fillTemplate(strings.removed, { n }));
    };
    /** Add an example at a free point near the selected one, or near example 0 if none is selected. */
    const addBeside = () => {
      const [x, y] = dataSet.points[selected];
      for (let k = 1, p; k < 400; k += 1) { // a spiral outwards
        p = gridPoint([x + Math.sqrt(k) * Math.cos(k), y + Math.sqrt(k) * Math.sin(k)]);
        if (isFree(p[0], p[1])) return add(p);
      }
    };
    /** Return the n of the example nearest to a position in pixels. */
    const nearestExample = (x, y) => {
      const distances = dataSet.points.map((p, n) => { const [a, b] = toPixels(p, dataSet.ys[n]); return Math.hypot(a - x, b - y); });
      return distances.indexOf(Math.min(...distances));
    };
    /** Return the position of an event, in pixels of the picture. */
    const eventPosition = (event) => {
      const rectangle = svg.getBoundingClientRect(), { width, height } = svg.viewBox.baseVal;
      return [((event.clientX - rectangle.left) * width) / rectangle.width, ((event.clientY - rectangle.top) * height) / rectangle.height];
    };
    let gesture = null; // while a pointer is pressed: {start, offset, isClick, hasMovedExample}
    const endGesture = (event) => {
      if (gesture && gesture.isClick && event.type === "pointerup") flip(selected);
      gesture = null;
      elements[selected].classList.remove("dragged");
    };
    const listeners = {
      pointerdown: (event) => {
        if (event.button || gesture) return;
        const start = eventPosition(event), n = nearestExample(...start), [x, y] = toPixels(dataSet.points[n], dataSet.ys[n]);
        event.preventDefault(); // otherwise the browser focuses the topmost example, not the nearest one
        elements[n].focus({ preventScroll: true });
        layer.setPointerCapture(event.pointerId);
        selected = n;
        gesture = { start, offset: [x - start[0], y - start[1]], isClick: true, hasMovedExample: false };
        elements[n].classList.add("dragged");
      },
      pointermove: (event) => {
        if (!gesture) return;
        const { start, offset } = gesture, [x, y] = eventPosition(event), oldPoint = dataSet.points[selected];
        gesture.isClick = gesture.isClick && Math.hypot(x - start[0], y - start[1]) <= 4;
        if (gesture.isClick) return;
        move(selected, fromPixels(x + offset[0], y + offset[1], dataSet.ys[selected]), !gesture.hasMovedExample);
        gesture.hasMovedExample = gesture.hasMovedExample || oldPoint !== dataSet.points[selected];
      },
      pointerup: endGesture,
      pointercancel: endGesture,
      touchstart: (event) => event.preventDefault(), // otherwise the finger scrolls the page
      focusin: (event) => { selected = elements.indexOf(event.target); hasSelection = true; onSelect(controller); },
      keydown: (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const step = ARROW_STEPS[event.key], [x, y] = dataSet.points[selected];
        if (step) move(selected, [x + step[0], y + step[1]], true);
        else if (event.key === "Enter" || event.key === " ") flip(selected);
        else if (event.key === "Delete" || event.key === "Backspace") remove();
        else return;
        event.preventDefault();
      },
    };
    for (const [eventType, listener] of Object.entries(listeners)) layer.addEventListener(eventType, listener);
    /** Replace all handles, and select example n. If n is -1, clear the selection. */
    const rebuild = (n = -1) => {
      elements = dataSet.points.map((_, i) => makeElement("g", { class: "handle", tabindex: 0, role: "button", "data-example": i }));
      layer.replaceChildren(...elements);
      elements.forEach((_, i) => drawExample(i));
      placeAll();
      const hadSelection = hasSelection;
      selected = Math.max(n, 0);
      hasSelection = n >= 0;
      if (hasSelection || hadSelection) onSelect(controller);
      if (hasSelection) elements[n].focus({ preventScroll: true });
    };
    svg.addEventListener("click", (event) => {
      const isVisible = layer.getClientRects().length > 0;
      if (isVisible && !event.target.closest(".handles")) add(fromPixels(...eventPosition(event), 1));
    });
    const controller = { placeAll, rebuild, addBeside, remove, get selected() { return selected; }, get hasSelection() { return hasSelection; } };
    rebuild();
    return controller;
  };

  /** Turn the list of choices of a question into buttons. A press on a button shows whether the choice is right, opens the
   * answer and calls onAnswer(). Answers are not counted.
   */
  const makeChoiceButtons = (question, strings, onAnswer) => {
    const choices = question.querySelector("ul, ol"), answer = question.querySelector("details");
    if (!choices || !answer) return;
    const verdict = makeElement("span", { class: "verdict", role: "status" });
    const buttons = [...choices.children].map((item, i) => {
      const tex = item.querySelector("annotation"); // TeX, which is the accessible name of a formula
      const onclick = () => {
        buttons.forEach((button, k) => {
          button.setAttribute("aria-pressed", String(k === i));
          button.classList.toggle("right", k === +question.dataset.right);
        });
        verdict.textContent = i === +question.dataset.right ? strings.right : strings.wrong;
        answer.open = true;
        onAnswer();
      };
      const number = choices.matches("ol") && makeElement("span", { class: "number" }, `${i + 1}. `); // the answer may refer to the number
      return makeElement("button", { type: "button", onclick }, number, ...item.childNodes,
        tex && makeElement("span", { class: "visually-hidden" }, tex.textContent));
    });
    choices.replaceWith(makeElement("div", { class: "choices" }, ...buttons), verdict);
  };

  const SAVED_STYLES = ["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "opacity", "font"];

  /** Save an <svg> as NAME.svg, with styles in the file, because the file cannot use the style sheets of the page. */
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

  Object.assign(window.perceptron, { interaction: { reducedMotion, pointText, animator, exampleHandles, makeChoiceButtons, saveSvg } });
})();
