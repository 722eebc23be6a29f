/* A live picture: a reader drags examples, and the run, its steps and its numbers follow at once.
 *
 * The build puts a picture at rest into <div class="stage" data-live="plane" data-config="{...}"> (live_picture() of
 * docs/_tools/live_pictures.py documents the config). This script replaces it by the live picture. When a
 * reader scrolls to a section `[data-scene]` of the page, the picture changes to its scene. `data-updates` and
 * `data-bound` of the root always have the values of the current run, or "none": `data-updates` if the run did not halt,
 * `data-bound` if no line separates, or if the kind of the picture has no bound.
 */
(() => {
  "use strict";
  const { pla, draw, interaction, claims, pictureKinds, address, sceneSheet, stepControls, makeElement, fillTemplate, typeset, pictureWords: words } = window.perceptron;
  const { reducedMotion } = interaction;
  const STRIP = 110, AREA = [-9.5, 9.5, -7.5, 7.5];

  /** Return a claim as a sentence. */
  const claimText = ([key, { T, b }]) =>
    fillTemplate(words[key], { T: typeof T === "number" ? T.toLocaleString("en") : T, b: b && draw.shortNumber(b) });

  /** Return the sentence for step k of the run. */
  const stepSentence = (data, k, { noLine, end }) => {
    if (data.pocketTimes?.length && k) {
      const [t, s] = [k, data.pocketTimes[k]], [m, s_mistakes] = [data.mistakes[t], data.mistakes[s]];
      return fillTemplate(s === t ? words.takes : words.keeps, { t, m, s, k: s_mistakes });
    }
    if (k < data.T) {
      const n = data.n[k], [, x, y] = data.xs[n];
      const markName = data.ys[n] > 0 ? words.o : words.x;
      const before = k ? fillTemplate(k === 1 ? words.afterOne : words.after, { t: k }) : words.start;
      return `${before} ${fillTemplate(words.next, { n, y: markName, x: interaction.pointText([x, y]) })}`;
    }
    return [!data.halted && noLine, end].filter(Boolean).map(claimText).join(" ");
  };

  const SHORTEST_SHARE = 0.2; // the least share of the rail that the slider takes

  /** Put the slider of the steps on a rail from 0 to the bound on T: the slider is the part from 0 to T. Return {element, show}:
   * the text below the rail, with t, T and the bound; and the function that updates text and rail. If mistakeCount is not null, as for
   * Pocket or for weights that a reader sets, mistakes are shown instead, and the slider is as long as its rail.
   *
   * If the bound is many times T, the slider would be too short; then the rail fades out before the bound.
   */
  const stepRail = (slider) => {
    const rail = makeElement("span", { class: "rail" });
    slider.replaceWith(rail);
    rail.append(slider);
    const stepText = makeElement("span", { class: "now" }), countText = makeElement("b"), boundText = makeElement("span");
    const show = (data, t, mistakeCount, claims) => {
      const bound = (mistakeCount === null && data.separator?.bound.value) || 0;
      const share = bound ? Math.max(data.T / bound, SHORTEST_SHARE) : 1;
      rail.classList.toggle("bounded", bound > 0);
      rail.classList.toggle("cut", data.T < SHORTEST_SHARE * bound);
      rail.style.setProperty("--share", String(share));
      rail.style.setProperty("--to", String(Math.round(t) / (data.T || 1)));
      stepText.style.flexBasis = `${100 * share}%`; // so that T stands under its mark
      stepText.replaceChildren(...typeset(bound ? `t = ${Math.round(t)}` : ""));
      countText.replaceChildren(...typeset(mistakeCount === null ? claimText(claims.updates) : fillTemplate(words.missed, { m: mistakeCount, N: data.xs.length })));
      boundText.replaceChildren(...typeset(mistakeCount === null && claims.bound ? claimText(claims.bound) : ""));
    };
    return { element: makeElement("div", { class: "count" }, makeElement("p", {}, stepText, countText, boundText)), show };
  };

  /** Return {element, show}: the four numbers of the proof with <= between them, and show(data, k), which sets them to
   * those after k updates.
   */
  const inequalityChain = () => {
    const along = "w_f\u2009·\u2009w_t / |w_f\u2009|";
    const names = [["t ρ", "s-f"], [along, "s-f"], ["|w_t\u2009|", "s-w"], ["√t R", "s-R"]];
    const cells = names.map(([, className]) => makeElement("b", { class: className })), element = makeElement("div", { class: "chain" });
    names.forEach(([name, className], i) => {
      if (i) element.append(makeElement("span", {}, "≤"));
      const [before, root] = name.split("√"); // t alone is under the root
      const content = root ? ["√", makeElement("span", { class: "root" }, root[0]), root.slice(1)] : typeset(before);
      element.append(makeElement("span", { class: "pair" }, makeElement("span", { class: className }, ...content), cells[i]));
    });
    const show = (data, k) => {
      const values = data.separator ? [k * data.rho, data.projections[k], data.lengths[k], Math.sqrt(k) * data.R] : [];
      element.hidden = !data.separator; // these numbers need w_f
      cells.forEach((cell, i) => { cell.textContent = data.separator ? values[i].toFixed(2) : ""; });
    };
    return { element, show };
  };

  /** Return a menu with a label. Each option is [value, text]; onChange(value) is called with the chosen one. */
  const menu = (label, options, value, onChange) => {
    const optionElements = options.map(([key, name]) => makeElement("option", { value: key, selected: key === value }, name));
    return makeElement("label", {}, makeElement("span", {}, ...typeset(label)), makeElement("select", { onchange: (event) => onChange(event.target.value) }, ...optionElements));
  };

  /** Return the options of the menu of orders. Random orders have a few seeds, among them that of the set. */
  const orderOptions = (set) => pla.ORDERS.flatMap((order) => {
    const isRandom = order.startsWith("random"), ownSeed = order === set.order ? set.seed : 0;
    const seeds = [...new Set([...(order === "random" ? [0, 1, 2] : [0]), ownSeed])];
    return isRandom ? seeds.map((s) => [`${order} ${s}`, fillTemplate(words.seeded, { order: words.orders[order], s })]) :
      [[`${order} 0`, words.orders[order]]];
  });

  /** Return a slider with a label, {element, setTo}. onChange(name, number) is called with each number that the reader or setTo sets. */
  const sliderFor = ([name, minimum, maximum, step, value], onChange) => {
    const output = makeElement("output");
    const slider = makeElement("input", { type: "range", min: minimum, max: maximum, step, value, oninput: () => change(+slider.value) });
    const show = (number) => {
      output.textContent = slider.value.replace("-", "−");
      const ends = [Math.max(minimum, 0), number].sort((a, b) => a - b); // the track is filled between 0 and the number
      ends.forEach((end, i) => slider.style.setProperty(["--from", "--to"][i], String((end - minimum) / (maximum - minimum))));
    };
    const change = (number) => { show(number); onChange(name, number); };
    show(value);
    const element = makeElement("label", { class: "knob" }, makeElement("span", {}, ...typeset(words[name])), slider, output);
    return { element, setTo(number) { slider.value = number; change(number); } };
  };

  const wideScreen = matchMedia("(min-width: 68.75em)");
  /** Return the section that the reader sees: the first one that begins in the visible part of the window above the
   * reading level, else the last one that begins above that level.
   */
  const sectionInView = (sections, picture) => {
    const top = (element) => element.getBoundingClientRect().top, readingLevel = innerHeight * (wideScreen.matches ? 0.52 : 0.78);
    const topEdge = wideScreen.matches ? -9 : picture.getBoundingClientRect().bottom; // on a narrow screen the picture covers the text above its lower edge
    const startedSections = sections.filter((section, i) => !i || top(section) < readingLevel);
    return startedSections.find((section) => top(section) > topEdge) || startedSections.pop();
  };

  /** A live picture. `view` is its viewpoint, `set` has the examples and settings of the run, `data` the run itself. */
  class LivePicture {
    constructor(root) {
      this.root = root;
      this.config = JSON.parse(root.dataset.config);
      this.kind = pictureKinds[root.dataset.live];
      this.links = this.config.small ? null : root.nextElementSibling;
      this.readAddress();
      this.sceneConfig = { ...this.config };
      this.knobs = Object.fromEntries((this.config.knobs || []).map(([name, , , , value]) => [name, value]));
      this.set = { x0: this.config.x0, points: [], ys: [], zero: 0 };
      this.view = { t: 0, unit: 1, ox: 0, oy: 0 };
      [this.data, this.scene, this.announcement, this.isChanged] = [null, null, "", false];
      this.undoStack = [];
      this.savedWork = new Map(); // the reader's changes, by the rows with which a scene begins
      this.menuChoices = {};
      this.baseRows = JSON.stringify(this.config.rows);
      this.handleSets = [];
      this.visitedScenes = new Set();
      this.load(this.config.rows);
      this.build();
      this.addSceneBar();
      this.addListeners();
      this.resize();
    }

    get t() { return Math.round(this.view.t); }
    get weights() {
      const { threshold, w1, w2 } = this.knobs;
      return this.config.weights && [-threshold, w1, w2];
    }
    get rows() { return this.set.points.map((p, n) => [...p, this.set.ys[n]]); }

    /** On the picture's own page, apply the settings in the address: examples, x_0, order, seed, sign(0), scene. */
    readAddress() {
      if (!document.body.matches(".embed")) return;
      const { config } = this, { scenes = {} } = config, linked = address.parse(location.hash.slice(1));
      for (const part of [config, ...Object.values(scenes)]) Object.assign(part, linked.set);
      if (scenes[linked.scene]) config.scene = linked.scene;
    }

    load(rows) {
      this.set.points = rows.map(([x, y]) => [x, y]);
      this.set.ys = rows.map((row) => row[2]);
    }

    // --- drawing

    build() {
      const { config, root } = this, numbers = makeElement("div", { class: "numbers" });
      this.drawing = makeElement("g", { "aria-hidden": "true" });
      this.svg = makeElement("svg", { class: "stage-svg", role: "group", "aria-label": words.picture }, this.drawing);
      this.mainBox = makeElement("div", { class: "stage-main" }, this.svg);
      this.strip = makeElement("svg", { class: "stage-svg strip", "aria-hidden": "true" });
      this.inequalityChain = inequalityChain();
      this.exactNumbers = makeElement("p", { class: "exactly" });
      this.card = makeElement("p", { class: "card", role: "status" });
      this.tools = makeElement("div", { class: "tools" });
      this.moveTo = interaction.viewMover(this.view, (view) => this.drawView(view));
      this.controls = stepControls({
        title: words.picture, name: "t", from: 0, pace: 750,
        draw: (k) => k === this.view.t || this.moveTo({ t: k }, Math.abs(k - this.view.t) <= 1.01 ? this.controls.frameDuration() * 0.56 : 0),
        sentenceOf: (k) => this.sentenceOf(k),
      });
      this.stepRail = stepRail(this.controls.element.querySelector("input"));
      if (config.chain) numbers.append(this.exactNumbers);
      if (config.small) this.controls.element.hidden = true;
      if (config.weights) numbers.append(this.card);
      this.sliders = (config.knobs || []).map((knob) => sliderFor(knob, (name, value) => this.setKnob(name, value)));
      numbers.append(...this.sliders.map(({ element }) => element));
      if (config.steps !== false) numbers.append(this.controls.element, makeElement("p", { class: "happened" }, this.controls.line));
      if (config.count !== false) numbers.append(this.stepRail.element);
      if (config.chain) numbers.append(this.inequalityChain.element);
      numbers.append(this.strip);
      const column = makeElement("div", { class: "under" }, numbers);
      root.replaceChildren(this.mainBox, makeElement("div", { class: "below" }, column, this.tools));
      if (config.hands !== false) this.addHandles(column);
      const fileName = () => `perceptron-${this.scene || root.dataset.live}`;
      const addressHelp = makeElement("span", { class: "told", hidden: true }, words.takes_address);
      const frameCode = makeElement("input", { readonly: true, hidden: true, "aria-label": words.frame });
      if (config.chain) this.links?.append(this.sheetLink());
      this.links?.append(this.button("frame", () => {
        frameCode.value = `<iframe src="${this.links.querySelector(".alone").href}" title="${words.picture}" width="800" height="450"></iframe>`;
        frameCode.hidden = !frameCode.hidden;
        frameCode.select();
        addressHelp.hidden = frameCode.hidden;
      }), this.button("svg", () => interaction.saveSvg(this.svg, fileName())), frameCode, addressHelp);
    }

    drawView(view) {
      const { data, config, set, size: [W, H] } = this;
      this.view = view;
      this.drawing.innerHTML = this.kind.draw({
        ...view, ...this.knobs, W, H, data, words, x0: set.x0, weights: this.weights, arrows: this.sceneConfig.arrows, withExamples: config.small, small: config.small,
        noLine: this.claims.noLine && claimText(this.claims.noLine),
      });
      for (const handles of this.handleSets) handles.placeAll();
      this.root.classList.toggle("turned", (view.turn || 0) > 0.02);
      const k = Math.min(this.t, data.T);
      if (config.weights) this.showDecision();
      this.stepRail.show(data, view.t, this.mistakeCount(k), this.claims);
      if (config.chain) this.inequalityChain.show(data, k);
      if (set.pocket) this.drawStrip();
    }

    /** Draw the chart of mistakes in the size that its element has on the page. */
    drawStrip() {
      const { width, height } = this.strip.getBoundingClientRect(), [W, H] = width ? [width, height] : [this.size[0], STRIP];
      this.strip.setAttribute("viewBox", `0 0 ${W} ${H}`);
      this.strip.innerHTML = draw.mistakeChart({ W, H, t: this.view.t, data: this.data, words });
    }

    /** Return the number of mistakes to show below the picture instead of T, or null to show T. */
    mistakeCount(k) {
      const { data, weights } = this;
      if (weights) return pla.mistakesOf(weights, data.xs, data.ys).length;
      return this.set.pocket ? data.mistakes[k] : null;
    }

    sentenceOf(k) {
      const { announcement: change } = this;
      this.announcement = "";
      return [change, stepSentence(this.data, k, this.claims)].filter(Boolean).join(" ");
    }

    /** Show the score of the selected applicant as a sum, with the weights that the reader set, and the decision. */
    showDecision() {
      const [w0, w1, w2] = this.weights, n = this.handleSets[0].selected, [a, b] = this.set.points[n];
      const score = w0 + w1 * a + w2 * b, signedTerm = (v) => (v < 0 ? `− ${-v}` : `+ ${v}`);
      const sum = `${w1}·${a} ${signedTerm(w2)}·${b} ${signedTerm(w0)} = ${score}`.replace(/(^|= )-/g, "$1−");
      const decision = score > 0 ? "yes" : score < 0 ? "no" : "border";
      this.card.dataset.answer = decision;
      this.root.querySelectorAll(".handle").forEach((handle, i) => handle.classList.toggle("chosen", i === n));
      const applicant = makeElement("span", {}, fillTemplate(words.card, { n, a, b }));
      this.card.replaceChildren(applicant, makeElement("span", {}, sum), makeElement("b", {}, words[decision]));
    }

    // --- computing

    compute() {
      const data = this.data = this.kind.compute({ ...this.set, ...this.knobs }), { separator } = data;
      this.claims = claims(data, this.set);
      this.root.classList.toggle("changed", this.undoStack.length > 0);
      this.root.dataset.updates = data.halted === false ? "none" : String(data.T);
      this.root.dataset.bound = separator ? separator.bound.text : "none";
      this.exactNumbers.innerHTML = separator ? `<span class="s-R"><i>R</i><sup>2</sup> = ${separator.R2}</span>` +
        `<span class="s-f"><i>ρ</i><sup>2</sup> = ${separator.rho2.text}</span>` +
        `<span><i class="s-R">R</i><sup>2</sup>/<i class="s-f">ρ</i><sup>2</sup> = ${separator.bound.text}</span>` : "";
      this.updateLinks();
    }

    /** Make the links open the same examples in the same order. */
    updateLinks() {
      const [toPlayground, toPicture] = [".playground-link", ".alone"].map((name) => this.links?.querySelector(name));
      const playgroundFragment = address.playgroundFragment(this.set, this.rows, this.data.halted);
      if (toPlayground) toPlayground.hash = playgroundFragment;
      const pictureFragment = address.pictureFragment(this.set, this.sceneConfig, this.isChanged && this.rows, this.scene);
      if (toPicture) toPicture.hash = pictureFragment;
      if (this.sheetAnchor) this.sheetAnchor.href = `${toPicture.href.replace(/#.*/, "")}#sheet=all&${pictureFragment}`;
    }

    restingView() {
      const view = this.kind.restingView({ ...this.sceneConfig, scene: this.scene }, this.data, ...this.size);
      return this.config.guess === 0 || this.isChanged ? { ...view, guess: 0 } : view;
    }

    restAt(k) {
      this.moveTo({ ...this.restingView(), t: k });
      this.controls.reset(this.data.T + 1, k);
    }

    onChange(change = "") {
      this.compute();
      this.announcement = change && `${change}.`.replace("..", ".");
      this.restAt(this.data.T);
    }

    restoreRows(rows) {
      this.load(rows);
      for (const handles of this.handleSets) handles.rebuild();
      this.onChange();
    }

    setKnob(name, value) {
      this.knobs[name] = value;
      this.compute();
      this.drawView(this.view);
    }

    // --- examples and settings

    /** Return the link to the sheet of all scenes. */
    sheetLink() {
      this.sheetAnchor = makeElement("a", { class: "on-sheet", href: "" }, words.sheetLink);
      return this.sheetAnchor;
    }

    button(name, onclick) { return makeElement("button", { type: "button", class: name, onclick }, words[name]); }

    /** Save the examples for Undo. */
    pushUndo() {
      this.undoStack.push(JSON.stringify(this.rows));
      this.isChanged = true;
    }

    /** Restore the scene to its start: its examples, its settings and its first step. */
    restartScene() {
      const { scene, sceneConfig } = this;
      this.pushUndo();
      this.load(sceneConfig.rows);
      [this.isChanged, this.menuChoices] = [false, {}];
      this.visitedScenes.delete(scene);
      this.scene = null;
      this.enterScene(scene);
    }

    /** Add handles to the examples, and the buttons. If scenes hide the examples, also add an inset to drag them in. */
    addHandles(column) {
      const { config, set } = this;
      const limit = (config.area || AREA).map((v, i) => (i % 2 ? Math.floor(v) : Math.ceil(v)));
      const sharedOptions = { limit, words,
        onSelect: (handles) => {
          if (handles.hasSelection || handles === this.activeHandles) this.activate(handles);
          if (this.weights && this.data) this.showDecision();
        },
        beforeChange: () => this.pushUndo(),
        onChange: (change) => this.onChange(change) };
      const foldSign = (label) => (label < 0 ? 1 - 2 * (this.view.fold || 0) : 1);
      const scaleTimes = (factor) => draw.planeScale({ ...this.view, unit: this.view.unit * factor });
      const pictureHandles = interaction.exampleHandles(this.svg, set, { ...sharedOptions,
        toPixels: (p, label) => scaleTimes(foldSign(label)).toPixels(p),
        fromPixels: (x, y, label) => scaleTimes(Math.sign(foldSign(label))).fromPixels(x, y),
      });
      this.handleSets.push(pictureHandles);
      if (config.chain) column.append(this.makeInset(sharedOptions));
      this.tools.append(this.button("add", () => this.activeHandles.addBeside()), this.button("remove", () => this.activeHandles.remove()),
        this.button("undo", () => this.undoStack.length && this.restoreRows(JSON.parse(this.undoStack.pop()))),
        this.button("again", () => this.restartScene()));
      this.tools.after(makeElement("p", { class: "hint" }, words.hint));
      this.activate(pictureHandles);
    }

    /** Make the buttons act on these handles; Remove acts on the selected example. */
    activate(activeHandles) {
      this.activeHandles = activeHandles;
      this.root.classList.toggle("picked", activeHandles.hasSelection);
      this.tools.querySelector(".remove").disabled = !activeHandles.hasSelection;
    }

    makeInset(sharedOptions) {
      const attributes = { role: "group", "aria-label": words.drag, viewBox: "0 0 208 160" };
      const svg = makeElement("svg", { class: "stage-svg inset", ...attributes }), background = makeElement("g", { "aria-hidden": "true" });
      const { toPixels, fromPixels, box } = draw.planeScale({ W: 208, H: 160, unit: 11.4 });
      svg.append(background);
      const handles = interaction.exampleHandles(svg, this.set, { ...sharedOptions, radius: 5, toPixels, fromPixels });
      this.handleSets.push({ ...handles, placeAll: () => {
        if (!this.view.turn) return; // because then the inset is hidden
        handles.placeAll();
        const separator = this.data?.separator, line = separator ? draw.boundary(separator.w_f, box, toPixels, "s-f edge") : "";
        background.innerHTML = line + ["name under", "name"].map((className) => draw.text(words.drag, [8, 14], className)).join("");
      } });
      return svg;
    }

    /** Apply a scene's settings, except those that the reader chose in its menus, and show the menus. */
    applySettings({ x0, order, seed = 0, zero = 0, pocket, updates, menus: names = [] }) {
      const { set, menuChoices } = this;
      Object.assign(set, { x0, order, seed, zero, pocket, updates }, ...names.map((name) => menuChoices[name]));
      const change = (name, setting) => { menuChoices[name] = setting; Object.assign(set, setting); this.onChange(); };
      const menus = {
        order: [orderOptions(set), `${set.order} ${set.seed}`, (value) => {
          const [order, number] = value.split(" ");
          change("order", { order, seed: +number });
        }],
        zero: [Object.entries(words.zeros), String(set.zero), (value) => change("zero", { zero: +value })],
        x0: [Object.entries(words.x0s), String(set.x0), (value) => change("x0", { x0: +value })],
      };
      this.tools.querySelectorAll("label").forEach((label) => label.remove());
      this.tools.append(...names.map((name) => menu(words[name], ...menus[name])));
    }

    // --- scenes

    /** Move to a scene: its examples, its algorithm and a step. The step is `t` of the scene's config; without `t` it is the
     * last step at the first visit, and the step at hand at later visits. A scene that plays starts at step 1, but only at
     * the first visit, and unless the reader prefers reduced motion; at later visits it ignores `t`.
     */
    enterScene(name) {
      if (name === this.scene) return;
      const isFirst = !this.visitedScenes.has(name), hadRun = this.data;
      const sceneConfig = { ...this.config, ...(this.config.scenes || {})[name] };
      this.visitedScenes.add(this.scene = name);
      this.root.dataset.now = name;
      for (const link of this.root.querySelectorAll(".scenes a")) {
        link.setAttribute("aria-current", String(link.dataset.of === name));
      }
      this.switchExamples(JSON.stringify(sceneConfig.rows), sceneConfig.rows);
      this.sceneConfig = sceneConfig;
      this.applySettings(sceneConfig);
      this.compute();
      for (const handles of this.handleSets) handles.rebuild();
      this.strip.toggleAttribute("hidden", !sceneConfig.pocket);
      const isMoving = hadRun && !reducedMotion.matches, isPlaying = isFirst && sceneConfig.play && !reducedMotion.matches;
      const firstStep = isFirst || !sceneConfig.play ? sceneConfig.t : undefined;
      const k = Math.min(isPlaying ? 1 : firstStep ?? (isFirst ? Infinity : this.t), this.data.T);
      if (isMoving) this.moveTo({ t: k });
      this.controls.reset(this.data.T + 1, k);
      this.moveTo({ ...this.restingView(), t: k }, isMoving ? 800 : 0);
      if (isPlaying) setTimeout(() => { if (this.scene === name && this.t === k) this.controls.play(); }, 900);
    }

    /** Keep the reader's changed examples under the rows from which they began; restore those that were kept under the
     * rows of the new scene.
     */
    switchExamples(base, rows) {
      const { savedWork, undoStack, isChanged } = this;
      if (base === this.baseRows) return;
      savedWork.set(this.baseRows, { rows: this.rows, undoStack, isChanged });
      const saved = savedWork.get(base) || { rows, undoStack: [], isChanged: false };
      this.load(saved.rows);
      Object.assign(this, { baseRows: base, undoStack: saved.undoStack, isChanged: saved.isChanged });
    }

    /** Show the update that a question asks about, after the reader's guess. */
    showGuessedUpdate(question) {
      const k = +question.dataset.t;
      this.enterScene(question.closest("section").dataset.scene);
      if (this.isChanged || Object.keys(this.menuChoices).length) {
        this.pushUndo();
        [this.isChanged, this.menuChoices] = [false, {}];
        this.applySettings(this.sceneConfig);
        this.restoreRows(this.sceneConfig.rows);
      }
      this.config.guess = 0;
      this.controls.reset(this.data.T + 1, k);
      this.moveTo({ ...this.restingView(), t: k - 1 });
      this.moveTo({ ...this.restingView(), t: k }, 1100);
    }

    /** Move a slider as a question says, for example "threshold 8 11", after the reader's guess. */
    showGuessedKnob(question) {
      const [name, from, to] = question.dataset.knob.split(" "), k = this.config.knobs.findIndex(([knob]) => knob === name);
      const step = this.config.weights ? 1 / 8 : this.config.knobs[k][3]; // a line moves smoothly
      const move = interaction.viewMover({ value: +from }, ({ value }) => this.sliders[k].setTo(+(Math.round(value / step) * step).toFixed(3)));
      move({ value: +to }, 1600);
    }

    resize() {
      const { clientWidth: W, clientHeight: H } = this.mainBox;
      if (!W || !H) return;
      this.size = [W, H];
      this.svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
      if (this.data) this.moveTo({ ...this.restingView(), t: this.t });
      this.chooseScene();
    }

    chooseScene() {
      const { sections, scene, config } = this;
      this.enterScene(sections.length ? sectionInView(sections, this.root).dataset.scene : scene ?? config.scene ?? "");
    }

    /** Find the sections of the page that belong to scenes; add a bar with a link to each scene. */
    addSceneBar() {
      const { config, root } = this, names = this.names = Object.keys(config.scenes || {}).filter((name) => words.bar[name]);
      this.sections = config.scenes ? [...document.querySelectorAll("[data-scene]")] : [];
      if (names.length) {
        root.prepend(makeElement("nav", { class: "scenes", "aria-label": words.scenes }, ...names.map((name) => {
          const section = this.sections.find((candidate) => candidate.dataset.scene === name);
          const id = section ? section.querySelector("h2").id : "";
          const onclick = (event) => { if (!section) { event.preventDefault(); this.enterScene(name); } };
          return makeElement("a", { href: `#${id}`, "data-of": name, onclick }, words.bar[name]);
        })));
      }
    }

    /** Listen to scrolling, to changes of size, to keys, to links that show other examples, and on a small picture to the
     * pointer and the focus.
     */
    addListeners() {
      const { config, root } = this;
      root.addEventListener("keydown", (event) => event.stopPropagation()); // the theme has keyboard shortcuts
      for (const link of document.querySelectorAll("a.show")) {
        link.addEventListener("click", (event) => {
          event.preventDefault();
          this.pushUndo();
          this.restoreRows((config.sets || {})[link.dataset.set] || config.rows);
        });
      }
      let frameRequest = 0;
      const onScroll = () => { frameRequest = frameRequest || requestAnimationFrame(() => { frameRequest = 0; this.chooseScene(); }); };
      if (this.sections.length) addEventListener("scroll", onScroll, { passive: true });
      if (config.small) {
        const play = () => { if (!reducedMotion.matches) this.controls.play(); };
        root.parentElement.addEventListener("pointerenter", play);
        root.parentElement.addEventListener("focusin", play);
      }
      new ResizeObserver(() => this.resize()).observe(this.mainBox);
    }
  }

  /** Replace the picture by a sheet of all scenes, with buttons that print and save it. */
  const showSheet = ({ root, config, set, names }) => {
    const { content, width, height } = sceneSheet({ kind: root.dataset.live, config, set, names, words });
    const svg = makeElement("svg", { class: "stage-svg", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.sheetLink });
    svg.innerHTML = content;
    const save = makeElement("button", { type: "button", onclick: () => interaction.saveSvg(svg, "perceptron-proof") }, words.allSvg);
    const print = makeElement("button", { type: "button", onclick: () => globalThis.print() }, words.print);
    root.replaceWith(makeElement("div", { class: "sheet" }, makeElement("p", { class: "sheet-tools" }, print, save), svg));
  };

  /** Open the same picture in another language, if the site has it. */
  const openInLanguage = (lang) => {
    const currentLanguage = document.documentElement.lang, languages = ["en", "zh-TW", "zh-CN"];
    if (!languages.includes(lang) || lang === currentLanguage) return;
    const hash = location.hash.replace(/[#&]lang=[^&]*/, "").replace(/^&?/, "#").replace("##", "#");
    const page = `${currentLanguage === "en" ? "../" : "../../"}${lang === "en" ? "" : `${lang}/`}embed/${location.pathname.split("/").pop()}`;
    location.replace(new URL(page, location.href).href + hash);
  };

  const start = () => {
    if (document.body.matches(".embed") && matchMedia("(prefers-color-scheme: dark)").matches) {
      document.body.dataset.mdColorScheme = "slate";
    }
    const embed = document.body.matches(".embed") ? address.parse(location.hash.slice(1)) : {};
    if (embed.lang) openInLanguage(embed.lang);
    const pictures = [...document.querySelectorAll(".stage[data-live]")].map((root) => new LivePicture(root));
    if (embed.sheet && pictures[0].names.length) showSheet(pictures[0]);
    for (const question of document.querySelectorAll(".predict")) {
      const { t, knob } = question.dataset;
      interaction.makeChoices(question, words, () => {
        if (t) pictures[0].showGuessedUpdate(question);
        if (knob) pictures.find(({ knobs }) => knob.split(" ")[0] in knobs).showGuessedKnob(question);
      });
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
