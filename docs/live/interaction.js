/* What a reader can do with a picture: drag, move, flip, add and remove examples, answer questions, and save the picture.
 * Changes of a view are animated.
 */
(() => {
  "use strict";
  const { draw, makeElement, fillTemplate, joinSentences } = window.perceptron;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  const MAX_EXAMPLES = 40;

  /** Return a point as text, such as "(3, −1)". No line breaks in it. */
  const pointText = (p) => `(${p.join(",\u00a0")})`.replace(/-/g, "−");

  /** Interpolate between the numbers of two objects: return the numbers of a at progress 0, and the numbers of b at progress 1. */
  const interpolateNumbers = (a, b, progress) => {
    const interpolated = {};
    for (const name in b) interpolated[name] = (a[name] ?? b[name]) * (1 - progress) + b[name] * progress;
    return interpolated;
  };
  /** Return a progress that starts and ends slowly. */
  const easeInOut = (progress) => (progress < 0.5 ? 4 * progress ** 3 : 1 - (2 - 2 * progress) ** 3 / 2);

  /** Return animateTo(changes, duration), which moves numbers, such as those of a view, to changed values within `duration`
   * milliseconds. Without a duration, or if the reader prefers reduced motion, they jump. drawFrame(numbers) draws each frame.
   */
  const animator = (numbers, drawFrame) => {
    let current = numbers, start = numbers, target = numbers, startTime = 0, duration = 1, frameRequest = 0;
    const showFrame = (time) => {
      const progress = Math.max(0, Math.min(1, (time - startTime) / duration));
      current = interpolateNumbers(start, target, easeInOut(progress));
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

  /** Add a handle to an <svg> for each example of a set, so that a reader can drag, move, flip and remove the examples.
   * Return a controller with the selection, and functions that place, rebuild, add and remove handles.
   *
   * toPixels(p, label) converts the coordinates of an example to pixels, and fromPixels(x, y, label) converts pixels to
   * coordinates. limits: the edges, as integers, of the rectangle in which examples must stay. beforeChange() is called before the first change of a
   * gesture, and onChange(sentence) after every change. onSelect(controller) is called when an example receives the focus,
   * and when a rebuild sets or clears the selection. radius: the size of the marks.
   */
  const exampleHandles = (svg, set, { toPixels, fromPixels, limits, words, beforeChange, onChange, onSelect, radius = 8 }) => {
    const layer = makeElement("g", { class: "handles" });
    svg.append(layer);
    let elements = [], selected = 0, hasSelection = false, lastLabel = 1;
    const describe = (n) => fillTemplate(words.example, { n, y: set.ys[n] > 0 ? words.o : words.x, x: pointText(set.points[n]) });
    const updateName = (n) => elements[n].setAttribute("aria-label", joinSentences([describe(n), words.keyHelp]));
    const drawExample = (n) => {
      const circles = '<circle r="22" class="hit"/><circle r="15" class="focus"/>'; // to press, and to show the focus
      elements[n].innerHTML = circles + draw.exampleMark([0, 0], set.ys[n], radius);
      updateName(n);
    };
    const placeAll = () => {
      if (elements.length !== set.points.length) return rebuild();
      elements.forEach((handle, n) => {
        handle.setAttribute("transform", `translate(${toPixels(set.points[n], set.ys[n]).map(draw.px).join(" ")})`);
      });
    };
    const isTaken = (a, b) => set.points.some(([c, d]) => c === a && d === b);
    const isFree = (a, b) => !isTaken(a, b) && (set.x0 || a || b); // if x_0 = 0, the origin is on every line
    /** Return the point of the grid within the limits that is nearest to a point. */
    const gridPoint = ([x, y]) => [
      Math.max(limits.left, Math.min(limits.right, Math.round(x))),
      Math.max(limits.bottom, Math.min(limits.top, Math.round(y))),
    ];
    const move = (n, p, isNewGesture) => {
      const [a, b] = gridPoint(p);
      if (!isFree(a, b)) return; // this includes the point where the example already is
      if (isNewGesture) beforeChange();
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
      const [a, b] = gridPoint(p);
      if (!isFree(a, b) || set.points.length >= MAX_EXAMPLES) return;
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
    /** Add an example at a free point near the selected one, or near example 0 if none is selected. */
    const addBeside = () => {
      const [x, y] = set.points[selected];
      for (let k = 1, p; k < 400; k += 1) { // a spiral outwards
        p = gridPoint([x + Math.sqrt(k) * Math.cos(k), y + Math.sqrt(k) * Math.sin(k)]);
        if (isFree(p[0], p[1])) return add(p);
      }
    };
    /** Return the n of the example nearest to a position in pixels. */
    const nearestExample = (x, y) => {
      const distances = set.points.map((p, n) => { const [a, b] = toPixels(p, set.ys[n]); return Math.hypot(a - x, b - y); });
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
        const start = eventPosition(event), n = nearestExample(...start), [x, y] = toPixels(set.points[n], set.ys[n]);
        event.preventDefault(); // otherwise the browser focuses the topmost example, not the nearest
        elements[n].focus({ preventScroll: true });
        layer.setPointerCapture(event.pointerId);
        selected = n;
        gesture = { start, offset: [x - start[0], y - start[1]], isClick: true, hasMovedExample: false };
        elements[n].classList.add("dragged");
      },
      pointermove: (event) => {
        if (!gesture) return;
        const { start, offset } = gesture, [x, y] = eventPosition(event), oldPoint = set.points[selected];
        gesture.isClick = gesture.isClick && Math.hypot(x - start[0], y - start[1]) <= 4;
        if (gesture.isClick) return;
        move(selected, fromPixels(x + offset[0], y + offset[1], set.ys[selected]), !gesture.hasMovedExample);
        gesture.hasMovedExample = gesture.hasMovedExample || oldPoint !== set.points[selected];
      },
      pointerup: endGesture,
      pointercancel: endGesture,
      touchstart: (event) => event.preventDefault(), // otherwise the finger scrolls the page
      focusin: (event) => { selected = elements.indexOf(event.target); hasSelection = true; onSelect(controller); },
      keydown: (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const step = ARROW_STEPS[event.key], [x, y] = set.points[selected];
        if (step) move(selected, [x + step[0], y + step[1]], true);
        else if (event.key === "Enter" || event.key === " ") flip(selected);
        else if (event.key === "Delete" || event.key === "Backspace") remove();
        else return;
        event.preventDefault();
      },
    };
    for (const [eventType, listener] of Object.entries(listeners)) layer.addEventListener(eventType, listener);
    /** Make all handles anew, and select example n, or none if n = -1. */
    const rebuild = (n = -1) => {
      elements = set.points.map((_, i) => makeElement("g", { class: "handle", tabindex: 0, role: "button", "data-example": i }));
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

  /** Turn the list of choices of a question into buttons. A press shows whether the choice is right, opens the answer and
   * calls onAnswer(). Nothing counts the answers.
   */
  const makeChoiceButtons = (question, words, onAnswer) => {
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
        verdict.textContent = i === +question.dataset.right ? words.right : words.wrong;
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
