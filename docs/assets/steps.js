/* Step controls under pictures: buttons, a slider, keys, and a sentence about each step.
 *
 * All tracks in an element of class `steps` step together; elsewhere each `.drawing` steps alone. A
 * track is an <svg> with frames (elements of class `f`, the final one of class `last`) or, in
 * `.steps`, a table of class `live`, whose rows are its frames. In an element of class `trail` the
 * children before the current frame are visible. `data-said` of a frame is its sentence, `data-start`
 * the frame to start with. The slider counts steps from 1, or with `data-step-name` t from 0.
 * Without this script the last frame is visible.
 */
(() => {
  "use strict";

  const LANGUAGES = {
    en: {
      steps: "Steps", first: "First", back: "Back", play: "Play", pause: "Pause", next: "Next",
      last: "Last", speed: "Speed", name: "step", seen: "{k} / {n}", spoken: "{k} of {n}", between: " ",
    },
    "zh-TW": {
      steps: "步驟", first: "最前", back: "上一步", play: "播放", pause: "暫停", next: "下一步",
      last: "最後", speed: "速度", name: "步", seen: "{k} / {n}", spoken: "{k}，共 {n}", between: "",
    },
    "zh-CN": {
      steps: "步骤", first: "最前", back: "上一步", play: "播放", pause: "暂停", next: "下一步",
      last: "最后", speed: "速度", name: "步", seen: "{k} / {n}", spoken: "{k}，共 {n}", between: "",
    },
  };
  const lang = document.documentElement.lang;
  const words = LANGUAGES[lang] || LANGUAGES[lang.split("-")[0]] || LANGUAGES.en;

  const ICONS = {
    first: "M6 5h2.5v14H6zM19 5v14L9 12z",
    back: "M17 5v14L7 12z",
    play: "M8 4.5v15L20 12z",
    pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
    next: "M7 5v14l10-7z",
    last: "M15.5 5H18v14h-2.5zM5 5v14l10-7z",
  };
  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  const TOTAL_DURATION = 24000, LONGEST_FRAME = 1200; // milliseconds: of all frames together, and of each at most
  const SPEEDS = [1, 2, 4, 0.5];
  const SVG = /^(svg|g|path|line|circle|rect|text|polygon|polyline|clipPath|title|tspan)$/;

  /** Make an element: attributes `on...` are listeners; values false, null and undefined are skipped. */
  const makeElement = (tag, attributes = {}, ...children) => {
    const element = SVG.test(tag)
      ? document.createElementNS("http://www.w3.org/2000/svg", tag)
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child != null && child !== false));
    return element;
  };
  /** Fill in a template: fillTemplate("{t} of {T}", {t: 1, T: 9}) is "1 of 9". */
  const fillTemplate = (form, values) =>
    form.replace(/\{(\w+)\}/g, (placeholder, name) => (name in values ? values[name] : placeholder));
  /** Return the text as nodes: vectors bold, indices lowered. w_t, x_n, w_{3} and w are vectors, w_1 is a
   * component. Components, and t, T, R and rho in a formula, are italic.
   */
  const INDEX = /\b([A-Za-z])(?:_(\w\b|\{.*?\})|\^(\(\w+\)))|(\bw\b(?![_^(])|(?<=h\()x(?=\)))/;
  const NUMBER = /(\b[tT](?= [=≤])|\bt$|[Rρ](?=²))/;
  const italic = (symbol) => makeElement("i", { class: "math" }, symbol);
  const typeset = (text) => text.split(INDEX).flatMap((part, i, parts) => {
    if (!part) return [];
    if (i % 5 === 0) return part.split(NUMBER).map((piece, k) => (k % 2 ? italic(piece) : piece)).filter(Boolean);
    if (i % 5 === 1) return /[wx]/.test(part) && !/^\d/.test(parts[i + 1] || "") ? makeElement("b", {}, part) : italic(part);
    return makeElement(["b", "", "sub", "sup", "b"][i % 5], {}, part.replace(/[{}]/g, ""));
  });
  const joinSentences = (sentences) => sentences.filter(Boolean).join(words.between);
  const framesOf = (svg) => [...svg.querySelectorAll(".f, .last")];

  /** Return the element after which to insert the controls of the tracks, so that a common caption follows. */
  const controlsPlace = (group, tracks) => {
    if (!group.matches(".steps")) return group;
    const holdsAll = (ancestor) =>
      tracks.every((track) => ancestor.contains(track)) &&
      [...ancestor.children].some((child) => child.matches("figcaption"));
    let place = tracks[tracks.length - 1];
    while (place.parentElement !== group && !holdsAll(place.parentElement)) place = place.parentElement;
    return place;
  };

  const setIcon = (button, action) => {
    button.innerHTML =
      `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[action]}"/></svg>`;
    button.title = words[action];
    button.setAttribute("aria-label", words[action]);
  };

  /** Return controls of frames 0, 1, ..., with `line`, the element of the current sentence.
   *
   * title: the name of the picture. name: the label of the slider; from: its number for the first frame.
   * start: the frame with which Play starts. draw(k): draws a frame. sentenceOf(k): returns its sentence.
   * pace: the most milliseconds per frame. `reset(n, k)` sets the number of frames and shows one;
   * `frameDuration()` returns milliseconds; `onKey` is the listener for keys.
   */
  const stepControls = ({ title, name, from = 1, start = 0, pace = LONGEST_FRAME, draw, sentenceOf }) => {
    let n = 1, current = 0, timer = 0, speed = 0;
    const frameDuration = () => Math.min(pace, TOTAL_DURATION / n) / SPEEDS[speed];
    const buttons = {};
    for (const action of ["first", "back", "play", "next", "last"]) {
      buttons[action] = makeElement("button", { type: "button", class: `step-${action}`, onclick: () => actions[action]() });
      setIcon(buttons[action], action);
    }
    const speedButton = makeElement("button", { type: "button", class: "step-speed" });
    const showSpeed = () => {
      speedButton.textContent = `${SPEEDS[speed]}×`;
      speedButton.title = words.speed;
      speedButton.setAttribute("aria-label", `${words.speed}: ${speedButton.textContent}`);
    };
    speedButton.addEventListener("click", () => { speed = (speed + 1) % SPEEDS.length; showSpeed(); });
    showSpeed();
    const slider = makeElement("input", { type: "range", min: 0, step: 1 });
    const counter = makeElement("span", { class: "step-count" });
    const sentence = makeElement("span", { role: "status", "aria-live": "polite" });
    const element = makeElement(
      "div",
      {
        class: "step-controls",
        role: "group",
        "aria-label": words.steps + (title ? `: ${title}` : ""),
      },
      makeElement("div", { class: "step-buttons" }, ...Object.values(buttons), speedButton),
      makeElement("label", {}, ...typeset(name || words.name), slider),
      counter,
    );

    const showSentence = () => {
      sentence.setAttribute("aria-live", timer ? "off" : "polite"); // while it plays, screen readers stay silent
      sentence.replaceChildren(...typeset(sentenceOf(current)));
    };
    const show = (k) => {
      current = Math.max(0, Math.min(n - 1, k));
      draw(current);
      slider.value = current;
      slider.style.setProperty("--to", String(n > 1 ? current / (n - 1) : 0)); // the track is filled up to the thumb
      const values = { k: current + from, n: n - 1 + from };
      slider.setAttribute("aria-valuetext", fillTemplate(words.spoken, values));
      counter.textContent = fillTemplate(words.seen, values);
      showSentence();
    };
    const stop = () => {
      if (timer) setIcon(buttons.play, "play");
      clearTimeout(timer);
      timer = 0;
    };
    const goTo = (k) => { stop(); show(k); };
    const reset = (frames, k) => {
      n = frames;
      slider.max = n - 1;
      goTo(k);
    };
    const play = (k) => {
      if (k === n - 1) return goTo(k);
      timer = setTimeout(() => play(current + 1), frameDuration());
      show(k);
    };
    const actions = {
      first: () => goTo(0),
      back: () => goTo(current - 1),
      next: () => goTo(current + 1),
      last: () => goTo(n - 1),
      play: () => {
        if (timer) return goTo(current);
        if (n < 2) return;
        setIcon(buttons.play, "pause");
        play(current < n - 1 ? current : start < n - 1 ? start : 0);
      },
    };
    slider.addEventListener("input", () => goTo(+slider.value));

    const onKey = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.stopPropagation(); // the theme has keyboard shortcuts
      const action = KEYS[event.key];
      if (!action || (action === "play" && event.target.matches("button"))) return; // the browser clicks the button
      event.preventDefault();
      actions[action]();
    };
    element.addEventListener("keydown", onKey);
    return { element, line: sentence, reset, frameDuration, onKey, play: actions.play };
  };

  const makeSteppable = (group) => {
    const svgs = [...group.querySelectorAll("svg")].filter((svg) => framesOf(svg).length);
    const liveTables = [...group.querySelectorAll(".live")];
    const pictures = svgs.map((svg) => ({
      frames: framesOf(svg),
      trail: [...svg.querySelectorAll(".trail > *")],
    }));
    const tables = liveTables.map((table) => [...table.querySelectorAll("tbody > tr")]);
    const tracks = [...pictures.map(({ frames }) => frames), ...tables].filter((frames) => frames.length);
    const n = Math.max(...tracks.map((frames) => frames.length));
    if (!(n > 1)) return;
    liveTables.forEach((table) => table.classList.add("stepped"));
    const starts = [...group.querySelectorAll("[data-start]")].map((g) => +g.dataset.start);
    const start = +(group.dataset.start || Math.max(0, ...starts));

    const frameAt = (frames, k) => Math.min(k, frames.length - 1); // a shorter track stays on its last frame
    const sentences = Array.from({ length: n }, (_, k) => {
      const tracksSentences = tracks.map((frames) => frames[frameAt(frames, k)].dataset.said);
      return joinSentences([...new Set(tracksSentences)]);
    });
    const longest = sentences.reduce((a, b) => (b.length > a.length ? b : a));

    // pictures side by side each have their own sentence; the common line is for screen readers
    const ownSentences = !group.querySelector(".runs") ? [] : pictures.map(({ frames }, i) => {
      const texts = frames.map((frame) => frame.dataset.said), sentence = makeElement("span");
      const room = texts.reduce((a, b) => (b.length > a.length ? b : a));
      svgs[i].closest(".drawing").after(makeElement("p", { class: "step-said", "aria-hidden": "true", "data-room": room }, sentence));
      return sentence;
    });
    const setVisible = (element, isVisible) =>
      element.setAttribute("visibility", isVisible ? "visible" : "hidden");
    const draw = (k) => {
      pictures.forEach(({ frames, trail }, picture) => {
        const currentFrame = frameAt(frames, k);
        ownSentences[picture]?.replaceChildren(...typeset(frames[currentFrame].dataset.said));
        frames.forEach((frame, i) => setVisible(frame, i === currentFrame));
        trail.forEach((line, i) => setVisible(line, i < currentFrame));
      });
      for (const rows of tables) {
        rows.forEach((row, i) => row.classList.toggle("now", i === frameAt(rows, k)));
      }
    };
    const title = group.querySelector("svg title");
    const nameElement = group.closest("[data-step-name]") || group.querySelector("[data-step-name]");
    const controls = stepControls({
      title: title && title.textContent,
      name: nameElement && nameElement.dataset.stepName,
      from: nameElement ? 0 : 1, // t counts from 0, steps count from 1
      start,
      draw,
      sentenceOf: (k) => sentences[k],
    });
    for (const svg of svgs) {
      svg.addEventListener("keydown", controls.onKey);
      svg.setAttribute("tabindex", -1); // so that keys work after a click on the picture
    }

    const line = makeElement("p", { class: "step-said", "data-room": longest }, controls.line);
    controlsPlace(group, svgs.length ? svgs : liveTables).after(controls.element, line);
    controls.reset(n, matchMedia("(prefers-reduced-motion: reduce)").matches ? n - 1 : start);
  };

  const startAll = () => {
    document.querySelectorAll(".steps").forEach(makeSteppable);
    for (const drawing of document.querySelectorAll(".drawing")) {
      if (!drawing.closest(".steps")) makeSteppable(drawing);
    }
  };
  window.perceptron = Object.assign(window.perceptron || {}, { stepControls, makeElement, fillTemplate, typeset, joinSentences });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startAll);
  else startAll();
})();
