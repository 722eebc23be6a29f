/* A live picture: examples that a reader drags, the run learned anew at once, steps, and numbers.
 *
 * <div class="stage" data-live="plane" data-config="{...}"> holds a still made by the build (pictures.py
 * says what the config has); this script puts the live picture in its place. Sections `[data-scene]` of
 * the page change what it shows as they are read. The root's `data-updates` and `data-bound` follow.
 */
(() => {
  "use strict";
  const { exact, draw, hands, kinds, stepControls, pictureWords: words } = window.perceptron;
  const { calm, say, made } = hands;
  const SPEEDS = [0.5, 1, 2, 4], PACE = 750; // milliseconds an update

  /** Return what the picture's run did at its step k, as a sentence. */
  const happened = (data, k) => {
    if (data.held?.length && k) {
      const [t, s] = [k, data.held[k]], [m, kept] = [data.mistakes[t], data.mistakes[s]];
      return say(s === t ? words.takes : words.keeps, { t, m, s, k: kept });
    }
    if (k < data.T) {
      const n = data.n[k], [, x, y] = data.xs[n];
      const corrects = say(words.corrects, { t: k + 1, n, y: data.ys[n] > 0 ? words.o : words.x, x: hands.place([x, y]) });
      return k ? corrects : `${words.start} ${corrects}`;
    }
    return say(data.halted ? words.done : words.endless, { T: data.T });
  };

  /** Return T as a bar that fills up to its bound, or the mistakes where nothing is learned. */
  const counter = () => {
    const fill = made("i", { class: "fill" }), end = made("i", { class: "end" });
    const has = made("b"), most = made("span");
    const bar = made("div", { class: "bar", "aria-hidden": "true" }, fill, end);
    const show = (data, t, missed) => {
      const bound = data.best?.bound.value || +data.bound || 0;
      bar.hidden = missed !== null || !bound;
      fill.style.width = `${(100 * t) / bound}%`;
      end.style.left = `${(100 * data.T) / bound}%`;
      has.textContent = missed === null ? say(words.updates, { T: data.halted ? data.T.toLocaleString("en") : "∞" }) :
        say(words.missed, { m: missed, N: data.xs.length });
      most.textContent = missed !== null ? "" : bound ? say(words.bound, { b: draw.shortened(bound) }) : words.never;
    };
    return { element: made("div", { class: "count" }, bar, made("p", {}, has, most)), show };
  };

  /** Return the four lengths of the proof after t updates, with <= between them. */
  const chain = () => {
    const names = [["t ρ", "s-f"], ["w_f·w_t / |w_f|", "s-f"], ["|w_t|", "s-w"], ["√t R", "s-R"]];
    const cells = names.map(([, kind]) => made("b", { class: kind })), element = made("div", { class: "chain" });
    names.forEach(([name, kind], i) => {
      if (i) element.append(made("span", {}, "≤"));
      const head = made("span", { class: kind });
      head.innerHTML = name.replace(/w_(\w)/g, "<b>w</b><sub>$1</sub>").replace(/\b([tR])\b|ρ/g, "<i>$&</i>");
      element.append(made("span", { class: "pair" }, head, cells[i]));
    });
    const show = (data, k) => {
      const values = data.best ? [k * data.rho, data.along[k], data.lengths[k], Math.sqrt(k) * data.R] : [];
      cells.forEach((cell, i) => { cell.textContent = data.best ? values[i].toFixed(2) : "·"; });
    };
    return { element, show };
  };

  /** Return a menu with a label; `options` are [value, words]. */
  const menu = (label, options, value, changed) => {
    const list = made("select", {}, ...options.map(([key, name]) => made("option", { value: key }, name)));
    list.value = value;
    list.addEventListener("change", () => changed(list.value));
    return made("label", {}, label, list);
  };

  /** Return one slider of what a reader sets, [name, least, greatest, step, value]. */
  const knob = ([name, least, greatest, step, value], changed) => {
    const slider = made("input", { type: "range", min: least, max: greatest, step, value }), seen = made("output", {}, String(value));
    slider.addEventListener("input", () => {
      seen.textContent = slider.value.replace("-", "−");
      changed(name, +slider.value);
    });
    return made("label", { class: "knob" }, words[name], slider, seen);
  };

  /** Return which scene is being read: the last section that begins above a level of the window. */
  const reading = (sections, wide) => {
    const level = innerHeight * (wide.matches ? 0.52 : 0.78);
    return sections.filter((section, i) => !i || section.getBoundingClientRect().top < level).pop();
  };

  const begin = (root) => {
    const config = JSON.parse(root.dataset.config), kind = kinds[root.dataset.live], knobs = {};
    const given = document.body.matches(".embed") && /[#&]p=([^&]*)/.exec(location.hash);
    if (given) {
      const rows = decodeURIComponent(given[1]).split(";").map((row) => row.split(","));
      config.rows = rows.map(([x, y, label]) => [Math.round(+x), Math.round(+y), label === "o" ? 1 : -1]);
    }
    for (const [name, , , , value] of config.knobs || []) knobs[name] = value;
    const set = { x0: config.x0, points: [], ys: [], order: config.order, seed: config.seed || 0, zero: 0,
      pocket: config.pocket, updates: config.updates };
    let now = { ...config }, data = null, size = [640, 488], t = 0, scene = null, news = "", loaded = "", touched = false;
    const past = [], visited = new Set();
    const load = (rows) => {
      loaded = JSON.stringify(rows);
      set.points = rows.map(([x, y]) => [x, y]);
      set.ys = rows.map((row) => row[2]);
    };
    const rowsNow = () => set.points.map((p, n) => [...p, set.ys[n]]);
    load(config.rows);

    // what is seen
    const drawn = made("g", { "aria-hidden": "true" });
    const svg = made("svg", { class: "stage-svg", role: "group", "aria-label": words.picture }, drawn);
    const main = made("div", { class: "stage-main" }, svg);
    const strip = made("svg", { class: "stage-svg strip", "aria-hidden": "true" });
    const count = counter(), lengths = chain(), exactly = made("p", { class: "exactly" }), card = made("p", { class: "card", role: "status" });
    const weights = () => (config.weights ? [-knobs.threshold, knobs.w1, knobs.w2] : undefined);
    const view = (v) => ({ ...v, ...knobs, W: size[0], H: size[1], data, words, x0: set.x0, weights: weights(), arrows: now.arrows });
    let seen = null;
    const see = (v) => {
      seen = v;
      t = v.t;
      drawn.innerHTML = kind.draw(view(v));
      points?.put();
      root.classList.toggle("turned", (v.turn || 0) > 0.02);
      const k = Math.min(Math.round(t), data.T);
      if (config.weights) told();
      else if (data.xs.length) count.show(data, t, set.pocket ? data.mistakes[k] : root.dataset.live === "unseen" ? data.shares[data.sizes.indexOf(knobs.N)] * 400 : null);
      if (config.chain) lengths.show(data, k);
      if (set.pocket) strip.innerHTML = draw.mistakes({ W: size[0], H: 110, t, data, words });
    };
    const goal = () => ({ ...kind.goal({ ...now, scene }, data, ...size), ...(now.guess === 0 || touched ? { guess: 0 } : {}) });
    const learn = () => {
      data = kind.learn({ ...set, ...knobs });
      root.dataset.updates = data.halted === false ? "none" : String(data.T);
      root.dataset.bound = data.best ? data.best.bound.text : String(data.bound || "none");
      exactly.innerHTML = data.best ? `<span class="s-R"><i>R</i><sup>2</sup> = ${data.best.R2}</span>` +
        `<span class="s-f"><i>ρ</i><sup>2</sup> = ${data.best.rho2.text}</span>` +
        `<span><i class="s-R">R</i><sup>2</sup>/<i class="s-f">ρ</i><sup>2</sup> = ${data.best.bound.text}</span>` : "";
      linked();
    };
    /** Say on page 1 what the weights answer an applicant, as a sum. */
    const told = () => {
      const w = weights(), n = points.chosen, [a, b] = set.points[n], score = exact.dot(w, [1, a, b]);
      const signed = (v) => (v < 0 ? `− ${-v}` : `+ ${v}`);
      const sum = `${w[1]}·${a} ${signed(w[2])}·${b} ${signed(w[0])} = ${score}`.replace(/(^|= )-/g, "$1−");
      const answer = score > 0 ? "yes" : score < 0 ? "no" : "border";
      card.dataset.answer = answer;
      card.replaceChildren(made("span", {}, say(words.card, { n, a, b })), made("span", {}, sum), made("b", {}, words[answer]));
      const missed = data.xs.filter((x, i) => exact.wrong(w, x, data.ys[i], 0)).length;
      count.show(data, 0, missed);
    };

    // steps
    const to = hands.moving({ t: 0, unit: 30, ox: 0, oy: 0 }, see);
    let speed = 1;
    const controls = stepControls({
      title: words.picture, name: "t", from: 0, pace: () => PACE / speed,
      draw: (k) => to({ t: k }, Math.abs(k - t) <= 1.01 ? 420 / speed : 0),
      said: (k) => { const said = [news, happened(data, k)].filter(Boolean).join(" "); news = ""; return said; },
    });
    const rest = (k) => { to({ ...goal(), t: k }); controls.reset(data.T + 1, k); };
    const relearned = (said = "") => {
      learn();
      news = said && `${said}.`;
      rest(data.T);
    };

    // hands
    const before = () => { past.push(JSON.stringify(rowsNow())); touched = true; root.classList.add("touched"); };
    const limit = (config.area || [-9.5, 9.5, -7.5, 7.5]).map((v, i) => (i % 2 ? Math.floor(v) : Math.ceil(v)));
    const flipped = (y) => (y < 0 && (seen?.fold || 0) > 0.5 ? -1 : 1);
    const shared = { limit, words, before, change: (said) => { others(); relearned(said); } };
    const layers = [];
    const points = config.hands === false ? null : hands.handles(svg, set, { ...shared,
      at: ([x, y], label) => {
        const v = seen || goal(), fold = label < 0 ? 1 - 2 * (v.fold || 0) : 1;
        return [v.ox + v.unit * x * fold, v.oy - v.unit * y * fold];
      },
      unit: (x, y, label) => [(flipped(label) * (x - seen.ox)) / seen.unit, (flipped(label) * (seen.oy - y)) / seen.unit],
    });
    const inset = config.chain && made("svg", { class: "stage-svg inset", role: "group", "aria-label": words.drag, viewBox: "0 0 208 160" });
    if (points) layers.push(points);
    if (inset) {
      const ground = made("g", { "aria-hidden": "true" }), box = [-9, 9, -7, 7], at = ([x, y]) => [104 + 11.4 * x, 80 - 11.4 * y];
      inset.append(ground);
      const put = hands.handles(inset, set, { ...shared, radius: 5, at, unit: (x, y) => [(x - 104) / 11.4, (80 - y) / 11.4] });
      layers.push({ ...put, put: () => {
        put.put();
        ground.innerHTML = draw.dots(box, at) + (data?.best ? draw.border(data.best.w_f, box, at, "s-f edge") : "") +
          draw.text(words.drag, [8, 154], "name");
      } });
    }
    /** Draw anew the examples of the picture that a reader does not hold. */
    const others = () => {
      for (const each of layers) {
        if (each.layer.childElementCount !== set.points.length || !each.layer.contains(document.activeElement)) each.reset();
        each.put();
      }
    };
    const restore = (rows) => {
      load(rows);
      for (const each of layers) each.reset();
      relearned();
    };
    const press = (name, act) => {
      const button = made("button", { type: "button", class: name }, words[name]);
      button.addEventListener("click", act);
      return button;
    };
    const tools = made("div", { class: "tools" });
    if (points) {
      tools.append(press("add", () => points.addBeside()), press("remove", () => points.remove()),
        press("undo", () => past.length && restore(JSON.parse(past.pop()))),
        press("again", () => { touched = false; restore(now.rows); }));
    }
    const choose = (name) => (value) => {
      if (name === "order") [set.order, set.seed] = value === "cyclic" ? [value, 0] : ["random", +value];
      else set.zero = +value;
      relearned();
    };
    const orders = [["cyclic", words.orders.cyclic], ...[0, 1, 2].map((s) => [String(s), say(words.orders.random, { s })])];
    const menus = {
      order: () => menu(words.order, orders, set.order === "random" ? String(set.seed) : "cyclic", choose("order")),
      zero: () => menu(words.zero, Object.entries(words.zeros).sort(), "0", choose("zero")),
      speed: () => menu(words.speed, SPEEDS.map((s) => [s, `${s}×`]), 1, (value) => { speed = +value; }),
    };
    const showMenus = () => {
      tools.querySelectorAll("label").forEach((label) => label.remove());
      tools.append(...[...(now.menus || []), ...(config.steps === false ? [] : ["speed"])].map((name) => menus[name]()));
    };
    const turned = (name, value) => {
      knobs[name] = value;
      learn();
      see({ ...seen, t: config.steps === false ? data.T : t });
    };

    // links
    const links = root.nextElementSibling;
    const link = (name) => links?.querySelector(`.${name}`);
    const linked = () => {
      const p = rowsNow().map(([x, y, label]) => `${x},${y},${label > 0 ? "o" : "x"}`).join(";");
      const how = [`p=${p}`, set.x0 === 1 ? "" : `x0=${set.x0}`, set.pocket ? "algorithm=pocket" : "",
        set.order === "random" ? `order=random:seed=${set.seed}` : set.pocket ? "order=cyclic" : "",
        set.zero ? `sign0=${set.zero}` : "", data.halted && !set.pocket ? "" : `updates=${set.updates || 40}`];
      if (link("playground-link")) link("playground-link").hash = how.filter(Boolean).join("&");
      if (link("alone") && touched) link("alone").hash = `p=${p}`;
    };
    links?.append(press("svg", () => hands.save(svg, `perceptron-${scene || root.dataset.live}`)));

    root.replaceChildren(main);
    const numbers = made("div", { class: "numbers" });
    if (config.chain) numbers.append(exactly);
    if (config.weights) numbers.append(card);
    numbers.append(...(config.knobs || []).map((each) => knob(each, turned)));
    if (config.steps !== false) numbers.append(controls.element, made("p", { class: "happened" }, controls.line));
    if (config.count !== false) numbers.append(count.element);
    if (config.chain) numbers.append(lengths.element);
    if (config.pocket || Object.values(config.scenes || {}).some((each) => each.pocket)) numbers.append(strip);
    root.append(made("div", { class: "under" }, numbers, ...(inset ? [inset] : [])), tools);
    if (points) root.append(made("p", { class: "hint" }, words.hint));
    root.addEventListener("keydown", (event) => event.stopPropagation()); // the theme has keys of its own
    root.addEventListener("chosen", () => config.weights && data && told());

    // scenes
    const enter = (name) => {
      if (name === scene) return;
      const first = !visited.has(name), next = { ...config, ...(config.scenes || {})[name] };
      scene = name;
      visited.add(name);
      root.dataset.now = name;
      for (const each of root.querySelectorAll(".scenes a")) each.toggleAttribute("aria-current", each.dataset.of === name);
      if (JSON.stringify(next.rows) !== JSON.stringify(now.rows) || !data) {
        load(next.rows);
        for (const each of layers) each.reset();
      }
      Object.assign(set, { order: next.order, seed: next.seed || 0, pocket: next.pocket, updates: next.updates, zero: 0 });
      now = next;
      learn();
      strip.toggleAttribute("hidden", !set.pocket);
      showMenus();
      const k = Math.min(first && next.t !== undefined ? next.t : Math.round(t), data.T), moves = seen && !calm.matches;
      const start = moves && first && next.play ? Math.min(1, data.T) : k;
      to({ ...goal(), t: start }, moves ? 800 : 0);
      controls.reset(data.T + 1, start);
      to({ ...goal(), t: start }, moves ? 800 : 0);
      if (moves && first && next.play) setTimeout(() => { if (scene === name && t < 2) controls.play(); }, 900);
    };
    /** @type {HTMLElement[]} */
    const sections = config.scenes ? [...document.querySelectorAll("[data-scene]")].map((each) => /** @type {any} */ (each)) : [];
    if (sections.length) {
      const bar = made("nav", { class: "scenes", "aria-label": words.scenes });
      for (const section of sections) {
        if (section.dataset.name) bar.append(made("a", { href: `#${section.dataset.goto}`, "data-of": section.dataset.scene }, section.dataset.name));
      }
      root.prepend(bar);
    }
    const wide = matchMedia("(min-width: 68.75em)");
    const choice = () => enter(sections.length ? reading(sections, wide).dataset.scene : config.scene || "");
    const fit = () => {
      const W = Math.round(main.clientWidth), H = Math.round(main.clientHeight);
      if (!W || !H) return;
      size = [W, H];
      for (const [picture, high] of [[svg, H], [strip, 110]]) picture.setAttribute("viewBox", `0 0 ${W} ${high}`);
      if (data) to({ ...goal(), t: Math.round(t) });
      choice();
    };
    let waiting = 0;
    if (sections.length) {
      addEventListener("scroll", () => {
        waiting = waiting || requestAnimationFrame(() => { waiting = 0; choice(); });
      }, { passive: true });
    }
    new ResizeObserver(fit).observe(main);
    fit();
    if (config.auto && !calm.matches) setTimeout(() => { if (!touched && t < 1) controls.play(); }, 900);

    return { step: (k) => { // an answer shows update k
      if (loaded !== JSON.stringify(now.rows) || touched) { touched = false; restore(now.rows); }
      now.guess = 0;
      controls.reset(data.T + 1, k);
      to({ ...goal(), t: k - 1 });
      to({ ...goal(), t: k }, 1100);
    } };
  };

  const start = () => {
    if (document.body.matches(".embed") && matchMedia("(prefers-color-scheme: dark)").matches) {
      document.body.dataset.mdColorScheme = "slate";
    }
    const all = [...document.querySelectorAll(".stage[data-live]")].map(begin);
    for (const box of document.querySelectorAll(".predict")) {
      const { t } = /** @type {HTMLElement} */ (box).dataset;
      hands.predict(box, words, () => { if (t) all[0]?.step(+t); });
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
