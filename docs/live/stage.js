/* A live picture: examples that a reader drags, the run learned anew at once, steps, and numbers.
 *
 * <div class="stage" data-live="plane" data-config="{...}"> holds a still made by the build (pictures.py
 * says what the config has); this script puts the live picture in its place. Sections `[data-scene]` of
 * the page change what it shows as they are read. The root's `data-updates` and `data-bound` follow.
 */
(() => {
  "use strict";
  const { exact, draw, hands, claims, kinds, address, sheet, stepControls, made, filled, typeset, pictureWords: words } = window.perceptron;
  const { calm } = hands;
  const STRIP = 110, AREA = [-9.5, 9.5, -7.5, 7.5];

  /** Return a claim in words. */
  const said = ([key, { T, b }]) =>
    filled(words[key], { T: typeof T === "number" ? T.toLocaleString("en") : T, b: b && draw.shortened(b) });

  /** Return what the picture's run did at its step k, as a sentence. */
  const happened = (data, k, { none, end }) => {
    if (data.held?.length && k) {
      const [t, s] = [k, data.held[k]], [m, kept] = [data.mistakes[t], data.mistakes[s]];
      return filled(s === t ? words.takes : words.keeps, { t, m, s, k: kept });
    }
    if (k < data.T) {
      const n = data.n[k], [, x, y] = data.xs[n];
      const kind = data.ys[n] > 0 ? words.o : words.x;
      const corrects = filled(words.corrects, { t: k, n, y: kind, x: hands.place([x, y]) });
      return k ? corrects : `${words.start} ${corrects}`;
    }
    return [!data.halted && none, end].filter(Boolean).map(said).join(" ");
  };

  /** Return T as a bar that fills up to its bound, or the mistakes where nothing is learned. */
  const counter = () => {
    const fill = made("i"), end = made("i", { class: "end" });
    const has = made("b"), most = made("span");
    const bar = made("div", { class: "bar", "aria-hidden": "true" }, fill, end);
    const show = (data, t, missed, claimed) => {
      const bound = data.best?.bound.value || 0;
      bar.hidden = missed !== null || !bound;
      fill.style.width = `${(100 * t) / bound}%`;
      end.style.left = `${(100 * data.T) / bound}%`;
      has.textContent = missed === null ? said(claimed.updates) : filled(words.missed, { m: missed, N: data.xs.length });
      most.textContent = missed === null && claimed.bound ? said(claimed.bound) : "";
    };
    return { element: made("div", { class: "count" }, bar, made("p", {}, has, most)), show };
  };

  /** Return the four lengths of the proof after t updates, with <= between them. */
  const chain = () => {
    const along = "w_f\u2009·\u2009w_t / |w_f\u2009|";
    const names = [["t ρ", "s-f"], [along, "s-f"], ["|w_t\u2009|", "s-w"], ["√t R", "s-R"]];
    const cells = names.map(([, kind]) => made("b", { class: kind })), element = made("div", { class: "chain" });
    names.forEach(([name, kind], i) => {
      if (i) element.append(made("span", {}, "≤"));
      element.append(made("span", { class: "pair" }, made("span", { class: kind }, ...typeset(name)), cells[i]));
    });
    const show = (data, k) => {
      const values = data.best ? [k * data.rho, data.along[k], data.lengths[k], Math.sqrt(k) * data.R] : [];
      element.hidden = !data.best; // there is no w_f
      cells.forEach((cell, i) => { cell.textContent = data.best ? values[i].toFixed(2) : ""; });
    };
    return { element, show };
  };

  /** Return a menu with a label; `options` are [value, words]. */
  const menu = (label, options, value, changed) => {
    const all = options.map(([key, name]) => made("option", { value: key, selected: key === value }, name));
    return made("label", {}, made("span", {}, ...typeset(label)), made("select", { onchange: (event) => changed(event.target.value) }, ...all));
  };

  /** Return the orders of a menu, random ones with a few seeds and that of the set. */
  const orders = (set) => exact.ORDERS.flatMap((order) => {
    const drawn = order.startsWith("random"), own = order === set.order ? set.seed : 0;
    const seeds = [...new Set([...(order === "random" ? [0, 1, 2] : [0]), own])];
    return drawn ? seeds.map((s) => [`${order} ${s}`, filled(words.seeded, { order: words.orders[order], s })]) :
      [[`${order} 0`, words.orders[order]]];
  });

  /** Return one slider of what a reader sets, [name, least, greatest, step, value]. */
  const knob = ([name, least, greatest, step, value], changed) => {
    const signed = (number) => String(number).replace("-", "−");
    const seen = made("output", {}, signed(value));
    const slider = made("input", { type: "range", min: least, max: greatest, step, value, oninput: () => {
      seen.textContent = signed(slider.value);
      changed(name, +slider.value);
    } });
    return made("label", { class: "knob" }, made("span", {}, ...typeset(words[name])), slider, seen);
  };

  /** Return the section that is read: the first whose heading is seen above a level of the window, or the
   * last that begins above it.
   */
  const wide = matchMedia("(min-width: 68.75em)");
  const reading = (sections, picture) => {
    const top = (element) => element.getBoundingClientRect().top, level = innerHeight * (wide.matches ? 0.52 : 0.78);
    const from = wide.matches ? -9 : picture.getBoundingClientRect().bottom; // it covers what is above
    const begun = sections.filter((section, i) => !i || top(section) < level);
    return begun.find((section) => top(section) > from) || begun.pop();
  };

  /** One live picture. */
  class Stage {
    constructor(root) {
      this.root = root;
      this.config = JSON.parse(root.dataset.config);
      this.kind = kinds[root.dataset.live];
      this.links = this.config.small ? null : root.nextElementSibling;
      this.readAddress();
      this.now = { ...this.config }; // the config of the scene
      this.knobs = Object.fromEntries((this.config.knobs || []).map(([name, , , , value]) => [name, value]));
      this.set = { x0: this.config.x0, points: [], ys: [], zero: 0 };
      this.view = { t: 0, unit: 1, ox: 0, oy: 0 };
      [this.data, this.scene, this.news, this.touched] = [null, null, "", false];
      this.past = [];
      this.work = new Map(); // what a reader did with examples, by those that a scene begins with
      this.chosen = {}; // in menus
      this.base = JSON.stringify(this.config.rows);
      this.layers = [];
      this.visited = new Set();
      this.load(this.config.rows);
      this.build();
      this.listen();
      this.fit();
    }

    get t() { return Math.round(this.view.t); }
    get weights() {
      const { threshold, w1, w2 } = this.knobs;
      return this.config.weights && [-threshold, w1, w2];
    }
    get rows() { return this.set.points.map((p, n) => [...p, this.set.ys[n]]); }

    /** Take what the address of a page of its own names: examples, x_0, order, seed, sign(0), scene. */
    readAddress() {
      if (!document.body.matches(".embed")) return;
      const { config } = this, { scenes = {} } = config, given = address.given(location.hash.slice(1));
      for (const each of [config, ...Object.values(scenes)]) Object.assign(each, given.set);
      if (scenes[given.scene]) config.scene = given.scene;
    }

    load(rows) {
      this.set.points = rows.map(([x, y]) => [x, y]);
      this.set.ys = rows.map((row) => row[2]);
    }

    // what is seen

    build() {
      const { config, root } = this, numbers = made("div", { class: "numbers" });
      this.drawn = made("g", { "aria-hidden": "true" });
      this.svg = made("svg", { class: "stage-svg", role: "group", "aria-label": words.picture }, this.drawn);
      this.main = made("div", { class: "stage-main" }, this.svg);
      this.strip = made("svg", { class: "stage-svg strip", "aria-hidden": "true" });
      this.count = counter();
      this.lengths = chain();
      this.exactly = made("p", { class: "exactly" });
      this.card = made("p", { class: "card", role: "status" });
      this.tools = made("div", { class: "tools" });
      this.to = hands.moving(this.view, (view) => this.see(view));
      this.controls = stepControls({
        title: words.picture, name: "t", from: 0, pace: 750,
        draw: (k) => k === this.view.t || this.to({ t: k }, Math.abs(k - this.view.t) <= 1.01 ? this.controls.each() * 0.56 : 0),
        said: (k) => this.said(k),
      });
      if (config.chain) numbers.append(this.exactly);
      if (config.small) this.controls.element.hidden = true;
      if (config.weights) numbers.append(this.card);
      numbers.append(...(config.knobs || []).map((each) => knob(each, (name, value) => this.turn(name, value))));
      if (config.steps !== false) numbers.append(this.controls.element, made("p", { class: "happened" }, this.controls.line));
      if (config.count !== false) numbers.append(this.count.element);
      if (config.chain) numbers.append(this.lengths.element);
      numbers.append(this.strip);
      const under = made("div", { class: "under" }, numbers);
      root.replaceChildren(this.main, made("div", { class: "below" }, under, this.tools));
      if (config.hands !== false) this.give(under);
      const file = () => `perceptron-${this.scene || root.dataset.live}`;
      const help = made("span", { class: "told", hidden: true }, words.takes_address);
      const tag = made("input", { readonly: true, hidden: true, "aria-label": words.frame });
      if (config.chain) this.links?.append(this.sheetLink());
      this.links?.append(this.press("frame", () => {
        tag.value = `<iframe src="${this.links.querySelector(".alone").href}" title="${words.picture}" width="800" height="450"></iframe>`;
        tag.hidden = !tag.hidden;
        tag.select();
        help.hidden = tag.hidden;
      }), this.press("svg", () => hands.save(this.svg, file())), tag, help);
    }

    see(view) {
      const { data, config, set, size: [W, H, wide] } = this;
      this.view = view;
      this.drawn.innerHTML = this.kind.draw({
        ...view, ...this.knobs, W, H, data, words, x0: set.x0, weights: this.weights, arrows: this.now.arrows, still: config.small,
        none: this.claims.none && said(this.claims.none),
      });
      for (const each of this.layers) each.put();
      this.root.classList.toggle("turned", (view.turn || 0) > 0.02);
      const k = Math.min(this.t, data.T);
      if (config.weights) this.answer();
      this.count.show(data, view.t, this.missed(k), this.claims);
      if (config.chain) this.lengths.show(data, k);
      if (set.pocket) this.strip.innerHTML = draw.mistakes({ W: wide, H: STRIP, t: view.t, data, words });
    }

    /** Return how many mistakes stand under the picture in the place of T; null for none. */
    missed(k) {
      const { data, weights } = this;
      if (weights) return exact.missed(weights, data.xs, data.ys).length;
      return this.set.pocket ? data.mistakes[k] : null;
    }

    said(k) {
      const { news } = this;
      this.news = "";
      return [news, happened(this.data, k, this.claims)].filter(Boolean).join(" ");
    }

    /** Say what the weights that a reader set answer the applicant chosen, as a sum. */
    answer() {
      const [w0, w1, w2] = this.weights, n = this.layers[0].chosen, [a, b] = this.set.points[n];
      const score = w0 + w1 * a + w2 * b, signed = (v) => (v < 0 ? `− ${-v}` : `+ ${v}`);
      const sum = `${w1}·${a} ${signed(w2)}·${b} ${signed(w0)} = ${score}`.replace(/(^|= )-/g, "$1−");
      const answer = score > 0 ? "yes" : score < 0 ? "no" : "border";
      this.card.dataset.answer = answer;
      this.root.querySelectorAll(".handle").forEach((handle, i) => handle.classList.toggle("chosen", i === n));
      const whose = made("span", {}, filled(words.card, { n, a, b }));
      this.card.replaceChildren(whose, made("span", {}, sum), made("b", {}, words[answer]));
    }

    // what is computed

    learn() {
      const data = this.data = this.kind.learn({ ...this.set, ...this.knobs }), { best } = data;
      this.claims = claims(data, this.set);
      this.root.classList.toggle("changed", this.past.length > 0);
      this.root.dataset.updates = data.halted === false ? "none" : String(data.T);
      this.root.dataset.bound = best ? best.bound.text : "none";
      this.exactly.innerHTML = best ? `<span class="s-R"><i>R</i><sup>2</sup> = ${best.R2}</span>` +
        `<span class="s-f"><i>ρ</i><sup>2</sup> = ${best.rho2.text}</span>` +
        `<span><i class="s-R">R</i><sup>2</sup>/<i class="s-f">ρ</i><sup>2</sup> = ${best.bound.text}</span>` : "";
      this.link();
    }

    /** Let the links lead to what is seen: the same examples in the same order. */
    link() {
      const [there, alone] = [".playground-link", ".alone"].map((name) => this.links?.querySelector(name));
      const how = address.query(this.set, this.rows, this.data.halted);
      if (there) there.hash = how;
      const now = address.alone(this.set, this.now, this.touched && this.rows, this.scene);
      if (alone) alone.hash = now;
      if (this.onSheet) this.onSheet.href = `${alone.href.replace(/#.*/, "")}#sheet=all&${now}`;
    }

    goal() {
      const view = this.kind.goal({ ...this.now, scene: this.scene }, this.data, ...this.size);
      return this.config.guess === 0 || this.touched ? { ...view, guess: 0 } : view;
    }

    rest(k) {
      this.to({ ...this.goal(), t: k });
      this.controls.reset(this.data.T + 1, k);
    }

    changed(said = "") {
      this.learn();
      this.news = said && `${said}.`.replace("..", ".");
      this.rest(this.data.T);
    }

    restore(rows) {
      this.load(rows);
      for (const each of this.layers) each.reset();
      this.changed();
    }

    turn(name, value) {
      this.knobs[name] = value;
      this.learn();
      this.see(this.view);
    }

    // what hands do

    /** Return a link to all scenes on one sheet. */
    sheetLink() {
      this.onSheet = made("a", { class: "on-sheet", href: "" }, words.sheetLink);
      return this.onSheet;
    }

    press(name, onclick) { return made("button", { type: "button", class: name, onclick }, words[name]); }

    /** Keep the examples for an undo. */
    keep() {
      this.past.push(JSON.stringify(this.rows));
      this.touched = true;
    }

    /** Begin the scene as it began: its examples, its order, its sign(0), its first step. */
    again() {
      const { scene, now } = this;
      this.keep();
      this.load(now.rows);
      [this.touched, this.chosen] = [false, {}];
      this.visited.delete(scene);
      this.scene = null;
      this.enter(scene);
    }

    /** Give the picture its examples to drag, and a small plane of them beside what has none. */
    give(under) {
      const { config, set } = this;
      const limit = (config.area || AREA).map((v, i) => (i % 2 ? Math.floor(v) : Math.ceil(v)));
      const shared = { limit, words,
        chose: (hand) => {
          if (hand.picked || hand === this.hand) this.pick(hand);
          if (this.weights && this.data) this.answer();
        },
        before: () => this.keep(),
        change: (said) => this.changed(said) };
      const folded = (label) => (label < 0 ? 1 - 2 * (this.view.fold || 0) : 1);
      const plane = (by) => draw.placed({ ...this.view, unit: this.view.unit * by });
      const points = hands.handles(this.svg, set, { ...shared,
        at: (p, label) => plane(folded(label)).at(p),
        unit: (x, y, label) => plane(Math.sign(folded(label))).unit(x, y),
      });
      this.layers.push(points);
      if (config.chain) under.append(this.inset(shared));
      this.tools.append(this.press("add", () => this.hand.addBeside()), this.press("remove", () => this.hand.remove()),
        this.press("undo", () => this.past.length && this.restore(JSON.parse(this.past.pop()))),
        this.press("again", () => this.again()));
      this.tools.after(made("p", { class: "hint" }, words.hint));
      this.pick(points);
    }

    /** Let the buttons work on this plane of examples; Remove, on the one that is picked. */
    pick(hand) {
      this.hand = hand;
      this.root.classList.toggle("picked", hand.picked);
      this.tools.querySelector(".remove").disabled = !hand.picked;
    }

    inset(shared) {
      const named = { role: "group", "aria-label": words.drag, viewBox: "0 0 208 160" };
      const svg = made("svg", { class: "stage-svg inset", ...named }), ground = made("g", { "aria-hidden": "true" });
      const { at, unit, box } = draw.placed({ W: 208, H: 160, unit: 11.4 });
      svg.append(ground);
      const points = hands.handles(svg, this.set, { ...shared, radius: 5, at, unit });
      this.layers.push({ ...points, put: () => {
        if (!this.view.turn) return; // it is hidden
        points.put();
        const best = this.data?.best, line = best ? draw.border(best.w_f, box, at, "s-f edge") : "";
        ground.innerHTML = line + ["name under", "name"].map((kind) => draw.text(words.drag, [8, 14], kind)).join("");
      } });
      return svg;
    }

    /** Take what a scene says of the run, but for what the reader has chosen in its menus; show these. */
    settle({ x0, order, seed = 0, zero = 0, pocket, updates, menus: names = [] }) {
      const { set, chosen } = this;
      Object.assign(set, { x0, order, seed, zero, pocket, updates }, ...names.map((name) => chosen[name]));
      const change = (name, next) => { chosen[name] = next; Object.assign(set, next); this.changed(); };
      const menus = {
        order: [orders(set), `${set.order} ${set.seed}`, (value) => {
          const [next, number] = value.split(" ");
          change("order", { order: next, seed: +number });
        }],
        zero: [Object.entries(words.zeros), String(set.zero), (value) => change("zero", { zero: +value })],
        x0: [Object.entries(words.x0s), String(set.x0), (value) => change("x0", { x0: +value })],
      };
      this.tools.querySelectorAll("label").forEach((label) => label.remove());
      this.tools.append(...names.map((name) => menu(words[name], ...menus[name])));
    }

    // scenes

    /** Move to a scene: its examples, its algorithm, and the step at which it begins. */
    enter(name) {
      if (name === this.scene) return;
      const first = !this.visited.has(name), begun = this.data;
      const next = { ...this.config, ...(this.config.scenes || {})[name] };
      this.visited.add(this.scene = name);
      this.root.dataset.now = name;
      for (const each of this.root.querySelectorAll(".scenes a")) {
        each.setAttribute("aria-current", String(each.dataset.of === name));
      }
      this.turnTo(JSON.stringify(next.rows), next.rows);
      this.now = next;
      this.settle(next);
      this.learn();
      for (const each of this.layers) each.reset();
      this.strip.toggleAttribute("hidden", !next.pocket);
      const moves = begun && !calm.matches, plays = first && next.play && !calm.matches;
      const begins = first || !next.play ? next.t : undefined;
      const k = Math.min(plays ? 1 : begins ?? (first ? Infinity : this.t), this.data.T);
      if (moves) this.to({ t: k });
      this.controls.reset(this.data.T + 1, k);
      this.to({ ...this.goal(), t: k }, moves ? 800 : 0);
      if (plays) setTimeout(() => { if (this.scene === name && this.t === k) this.controls.play(); }, 900);
    }

    /** Turn to the examples that other scenes begin with, as the reader left them. */
    turnTo(base, rows) {
      const { work, past, touched } = this;
      if (base === this.base) return;
      work.set(this.base, { rows: this.rows, past, touched });
      const own = work.get(base) || { rows, past: [], touched: false };
      this.load(own.rows);
      Object.assign(this, { base, past: own.past, touched: own.touched });
    }

    /** Show an update in the scene of a question, after a reader has guessed what it does. */
    step(box) {
      const k = +box.dataset.t;
      this.enter(box.closest("section").dataset.scene);
      if (this.touched || Object.keys(this.chosen).length) {
        this.keep();
        [this.touched, this.chosen] = [false, {}];
        this.settle(this.now);
        this.restore(this.now.rows);
      }
      this.config.guess = 0;
      this.controls.reset(this.data.T + 1, k);
      this.to({ ...this.goal(), t: k - 1 });
      this.to({ ...this.goal(), t: k }, 1100);
    }

    fit() {
      const { clientWidth: W, clientHeight: H } = this.main, wide = this.strip.getBoundingClientRect().width || W;
      if (!W || !H) return;
      this.size = [W, H, wide];
      this.svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
      this.strip.setAttribute("viewBox", `0 0 ${wide} ${STRIP}`);
      if (this.data) this.to({ ...this.goal(), t: this.t });
      this.choose();
    }

    choose() {
      const { sections, scene, config } = this;
      this.enter(sections.length ? reading(sections, this.root).dataset.scene : scene ?? config.scene ?? "");
    }

    /** Follow the window, the sections of the page, and links that name other examples. */
    listen() {
      const { config, root } = this, names = this.names = Object.keys(config.scenes || {}).filter((name) => words.bar[name]);
      this.sections = config.scenes ? [...document.querySelectorAll("[data-scene]")] : [];
      if (names.length) {
        root.prepend(made("nav", { class: "scenes", "aria-label": words.scenes }, ...names.map((name) => {
          const section = this.sections.find((each) => each.dataset.scene === name);
          const id = section ? section.querySelector("h2").id : "";
          const onclick = (event) => { if (!section) { event.preventDefault(); this.enter(name); } };
          return made("a", { href: `#${id}`, "data-of": name, onclick }, words.bar[name]);
        })));
      }
      root.addEventListener("keydown", (event) => event.stopPropagation()); // the theme has keys of its own
      for (const each of document.querySelectorAll("a.show")) {
        each.addEventListener("click", (event) => {
          event.preventDefault();
          this.keep();
          this.restore((config.sets || {})[each.dataset.set] || config.rows);
        });
      }
      let waiting = 0;
      const scrolled = () => { waiting = waiting || requestAnimationFrame(() => { waiting = 0; this.choose(); }); };
      if (this.sections.length) addEventListener("scroll", scrolled, { passive: true });
      if (config.small) {
        const play = () => { if (!calm.matches) this.controls.play(); };
        root.parentElement.addEventListener("pointerenter", play);
        root.parentElement.addEventListener("focusin", play);
      }
      new ResizeObserver(() => this.fit()).observe(this.main);
    }
  }

  /** Show all scenes at once, in the place of the picture, to print and to save. */
  const showSheet = ({ root, config, set, names }) => {
    const { inside, width, height } = sheet({ kind: root.dataset.live, config, set, names, words });
    const svg = made("svg", { class: "stage-svg", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.sheetLink });
    svg.innerHTML = inside;
    const save = made("button", { type: "button", onclick: () => hands.save(svg, "perceptron-proof") }, words.allSvg);
    const print = made("button", { type: "button", onclick: () => globalThis.print() }, words.print);
    root.replaceWith(made("div", { class: "sheet" }, made("p", { class: "sheet-tools" }, print, save), svg));
  };

  /** Lead to the picture in the language that its address names, in the tree of that language. */
  const inLanguage = (lang) => {
    const here = document.documentElement.lang, known = ["en", "zh-TW", "zh-CN"];
    if (!known.includes(lang) || lang === here) return;
    const hash = location.hash.replace(/[#&]lang=[^&]*/, "").replace(/^&?/, "#").replace("##", "#");
    const page = `${here === "en" ? "../" : "../../"}${lang === "en" ? "" : `${lang}/`}embed/${location.pathname.split("/").pop()}`;
    location.replace(new URL(page, location.href).href + hash);
  };

  const start = () => {
    if (document.body.matches(".embed") && matchMedia("(prefers-color-scheme: dark)").matches) {
      document.body.dataset.mdColorScheme = "slate";
    }
    const embed = document.body.matches(".embed") ? address.given(location.hash.slice(1)) : {};
    if (embed.lang) inLanguage(embed.lang);
    const all = [...document.querySelectorAll(".stage[data-live]")].map((root) => new Stage(root));
    if (embed.sheet && all[0].names.length) showSheet(all[0]);
    for (const box of document.querySelectorAll(".predict")) {
      hands.predict(box, words, () => { if (box.dataset.t) all[0].step(box); });
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
