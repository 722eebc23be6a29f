/* Step controls under pictures: buttons, a slider, keys, and a line that says what happened.
 *
 * What is stepped together: all tracks in an element of class `steps`; elsewhere, each `.drawing`.
 * A track is an <svg> with frames (elements of class `f`, the final one of class `last`) or, in
 * `.steps`, a table of class `live` (or in one), whose rows are its frames. Of an element of class
 * `trail` the children before the frame are seen. `data-said` of a frame is the sentence;
 * `data-start` says at which frame to start. The slider counts steps from 1 or, where
 * `data-step-name` says t, that from 0. Without this script the last frame is seen.
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

  const SIGNS = {
    first: "M6 5h2.5v14H6zM19 5v14L9 12z",
    back: "M17 5v14L7 12z",
    play: "M8 4.5v15L20 12z",
    pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
    next: "M7 5v14l10-7z",
    last: "M15.5 5H18v14h-2.5zM5 5v14l10-7z",
  };
  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  const ALL = 24000, LONGEST = 1200; // milliseconds: of all frames together, and of each at most
  const SPEEDS = [1, 2, 4, 0.5];
  const SVG = /^(svg|g|path|line|circle|rect|text|polygon|polyline|clipPath|title|tspan)$/;

  /** Make an element: `on...` are listeners; what is false, null or undefined is left out. */
  const made = (tag, attributes = {}, ...children) => {
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
  /** Fill in a template: filled("{t} of {T}", {t: 1, T: 9}) is "1 of 9". */
  const filled = (form, values) =>
    form.replace(/\{(\w+)\}/g, (found, name) => (name in values ? values[name] : found));
  /** Return the text in parts: vectors bold, subscripts lowered. As in pictures w_t, x_n, w_{3} and w are
   * vectors, and w_1 is a component.
   */
  const INDEX = /\b([A-Za-z])(?:_(\w\b|\{.*?\})|\^(\(\w+\)))|(\bw\b(?![_^(])|(?<=h\()x(?=\)))/;
  const typeset = (text) => text.split(INDEX).map((part, i, all) => {
    if (!part || i % 5 === 0) return part || "";
    if (i % 5 === 1) return /[wx]/.test(part) && !/^\d/.test(all[i + 1] || "") ? made("b", {}, part) : part;
    return made(["b", "", "sub", "sup", "b"][i % 5], {}, part.replace(/[{}]/g, ""));
  });
  const joined = (sentences) => sentences.filter(Boolean).join(words.between);
  const framesOf = (svg) => [...svg.querySelectorAll(".f, .last")];

  /** Return the element after which the controls of these stand, before a caption of all. */
  const placeIn = (group, tracks) => {
    if (!group.matches(".steps")) return group;
    const ends = (around) =>
      tracks.every((track) => around.contains(track)) &&
      [...around.children].some((child) => child.matches("figcaption"));
    let place = tracks[tracks.length - 1];
    while (place.parentElement !== group && !ends(place.parentElement)) place = place.parentElement;
    return place;
  };

  const sign = (button, does) => {
    button.innerHTML =
      `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SIGNS[does]}"/></svg>`;
    button.title = words[does];
    button.setAttribute("aria-label", words[does]);
  };

  /** Return controls of frames 0, 1, ..., and the line that says what a frame shows.
   *
   * title: of what is stepped. name: of the slider; from: what the first frame is called there.
   * start: the frame that playing begins with. draw(k): draws a frame. said(k): its sentence.
   * pace: milliseconds of a frame at most. `reset(n, k)` says how many frames there are, and shows
   * one; `each()` are the milliseconds of one; `keys` hears keys pressed.
   */
  const stepControls = ({ title, name, from = 1, start = 0, pace = LONGEST, draw, said }) => {
    let n = 1, at = 0, timer = 0, speed = 0;
    const each = () => Math.min(pace, ALL / n) / SPEEDS[speed];
    const buttons = {};
    for (const does of ["first", "back", "play", "next", "last"]) {
      buttons[does] = made("button", { type: "button", onclick: () => act[does]() });
      sign(buttons[does], does);
    }
    const faster = made("button", { type: "button", class: "step-speed" });
    const tellSpeed = () => {
      faster.textContent = `${SPEEDS[speed]}×`;
      faster.title = words.speed;
      faster.setAttribute("aria-label", `${words.speed}: ${faster.textContent}`);
    };
    faster.addEventListener("click", () => { speed = (speed + 1) % SPEEDS.length; tellSpeed(); });
    tellSpeed();
    const slider = made("input", { type: "range", min: 0, step: 1 });
    const count = made("span", { class: "step-count" });
    const line = made("span", { role: "status", "aria-live": "polite" });
    const element = made(
      "div",
      {
        class: "step-controls",
        role: "group",
        "aria-label": words.steps + (title ? `: ${title}` : ""),
      },
      made("div", { class: "step-buttons" }, ...Object.values(buttons), faster),
      made("label", {}, name || words.name, slider),
      count,
    );

    const say = () => {
      line.setAttribute("aria-live", timer ? "off" : "polite"); // seen while it plays, and spoken at its end
      line.replaceChildren(...typeset(said(at)));
    };
    const show = (k) => {
      at = Math.max(0, Math.min(n - 1, k));
      draw(at);
      slider.value = at;
      const values = { k: at + from, n: n - 1 + from };
      slider.setAttribute("aria-valuetext", filled(words.spoken, values));
      count.textContent = filled(words.seen, values);
      say();
    };
    const stop = () => {
      if (timer) sign(buttons.play, "play");
      clearTimeout(timer);
      timer = 0;
    };
    const go = (k) => { stop(); show(k); };
    const reset = (frames, k) => {
      n = frames;
      slider.max = n - 1;
      go(k);
    };
    const play = (k) => {
      if (k === n - 1) return go(k);
      timer = setTimeout(() => play(at + 1), each());
      show(k);
    };
    const act = {
      first: () => go(0),
      back: () => go(at - 1),
      next: () => go(at + 1),
      last: () => go(n - 1),
      play: () => {
        if (timer) return go(at);
        if (n < 2) return;
        sign(buttons.play, "pause");
        play(at < n - 1 ? at : start < n - 1 ? start : 0);
      },
    };
    slider.addEventListener("input", () => go(+slider.value));

    const keys = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.stopPropagation(); // the theme has keys of its own
      const does = KEYS[event.key];
      if (!does || (does === "play" && event.target.matches("button"))) return; // that is a click
      event.preventDefault();
      act[does]();
    };
    element.addEventListener("keydown", keys);
    return { element, line, reset, each, keys, play: act.play };
  };

  const step = (group) => {
    const svgs = [...group.querySelectorAll("svg")].filter((svg) => framesOf(svg).length);
    const live = [...group.querySelectorAll(".live")];
    const pictures = svgs.map((svg) => ({
      frames: framesOf(svg),
      trail: [...svg.querySelectorAll(".trail > *")],
    }));
    const tables = live.map((table) => [...table.querySelectorAll("tbody > tr")]);
    const tracks = [...pictures.map(({ frames }) => frames), ...tables].filter((all) => all.length);
    const n = Math.max(...tracks.map((frames) => frames.length));
    if (!(n > 1)) return;
    live.forEach((table) => table.classList.add("stepped"));
    const starts = [...group.querySelectorAll("[data-start]")].map((g) => +g.dataset.start);
    const start = +(group.dataset.start || Math.max(0, ...starts));

    const on = (frames, k) => Math.min(k, frames.length - 1); // a shorter track rests on its last
    const sentences = Array.from({ length: n }, (_, k) => {
      const all = tracks.map((frames) => frames[on(frames, k)].dataset.said);
      return joined([...new Set(all)]);
    });
    const longest = sentences.reduce((a, b) => (b.length > a.length ? b : a));

    const see = (element, seen) =>
      element.setAttribute("visibility", seen ? "visible" : "hidden");
    const draw = (at) => {
      for (const { frames, trail } of pictures) {
        const now = on(frames, at);
        frames.forEach((frame, i) => see(frame, i === now));
        trail.forEach((line, i) => see(line, i < now));
      }
      for (const rows of tables) {
        rows.forEach((row, i) => row.classList.toggle("now", i === on(rows, at)));
      }
    };
    const title = group.querySelector("svg title");
    const named = group.closest("[data-step-name]");
    const controls = stepControls({
      title: title && title.textContent,
      name: named && named.dataset.stepName,
      from: named ? 0 : 1, // t counts from 0, steps count from 1
      start,
      draw,
      said: (k) => sentences[k],
    });
    for (const svg of svgs) {
      svg.addEventListener("keydown", controls.keys);
      svg.setAttribute("tabindex", -1); // keys after a click on the picture
    }

    const line = made("p", { class: "step-said", "data-room": longest }, controls.line);
    placeIn(group, svgs.length ? svgs : live).after(controls.element, line);
    controls.reset(n, matchMedia("(prefers-reduced-motion: reduce)").matches ? n - 1 : start);
  };

  const begin = () => {
    document.querySelectorAll(".steps").forEach(step);
    for (const drawing of document.querySelectorAll(".drawing")) {
      if (!drawing.closest(".steps")) step(drawing);
    }
  };
  window.perceptron = Object.assign(window.perceptron || {}, { stepControls, made, filled, typeset, joined });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
