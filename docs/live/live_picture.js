/* A live picture: a reader drags examples, and the run, its steps and its numbers follow at once.
 *
 * The build puts a picture at rest into <div class="stage" data-live="plane" data-config="{...}">, which is the root of the
 * picture; live_picture() of docs/_tools/live_pictures.py documents the config. This script replaces the picture at rest
 * with the live picture. When a reader scrolls to a section `[data-scene]` of the page, the picture changes to its scene.
 *
 * The root has two results of the current run: `data-updates` is T, or "none" if the run did not halt; `data-bound` is the
 * bound on T, or "none" if no line separates or if the kind of picture has no bound.
 */
(() => {
  "use strict";
  const { pla, draw, interaction, claims, pictureKinds, address, sceneSheet, stepControls, makeElement, fillTemplate, joinSentences, typeset, pictureWords: words } = window.perceptron;
  const { reducedMotion } = interaction;
  const MISTAKE_CHART_HEIGHT = 110; // in pixels, until the page has laid out the chart
  const DEFAULT_DRAG_AREA = { left: -9.5, right: 9.5, bottom: -7.5, top: 7.5 };

  /** Return a claim as a sentence. */
  const claimText = ([key, { T, b }]) =>
    fillTemplate(words[key], { T: typeof T === "number" ? T.toLocaleString("en") : T, b: b && draw.shortNumber(b) });

  /** Return the sentence about the run after k updates. */
  const stepSentence = (data, k, { noLine, end }) => {
    if (data.pocketTimes?.length && k) {
      const pocketTime = data.pocketTimes[k], template = pocketTime === k ? words.pocketTakes : words.pocketKeeps;
      return fillTemplate(template, { t: k, m: data.mistakes[k], s: pocketTime, k: data.mistakes[pocketTime] });
    }
    if (k < data.T) {
      const n = data.n[k], [, x_1, x_2] = data.xs[n], labelName = data.ys[n] > 0 ? words.o : words.x;
      const stateSentence = k ? fillTemplate(k === 1 ? words.afterOneUpdate : words.afterUpdates, { t: k }) : words.atStart;
      return joinSentences([stateSentence, fillTemplate(words.nextMistake, { n, y: labelName, x: interaction.pointText([x_1, x_2]) })]);
    }
    return joinSentences([!data.halted && noLine, end].filter(Boolean).map(claimText));
  };

  const MIN_SLIDER_SHARE = 0.2; // the smallest part of the rail that the slider takes

  /** Put the slider of the steps on a rail from 0 to the bound on T: the slider is the part from 0 to T.
   *
   * Return {element, show}. element is the line below the rail, with t, T and the bound, and show(data, t, mistakeCount,
   * claims) updates both. If mistakeCount is not null, the line shows it instead, and the slider is as long as its rail. If
   * the bound is so large that the slider would be too short, the rail fades out before it reaches the bound.
   */
  const makeStepRail = (slider) => {
    const rail = makeElement("span", { class: "rail" });
    slider.replaceWith(rail);
    rail.append(slider);
    const stepText = makeElement("span", { class: "current-step" }), countText = makeElement("b"), boundText = makeElement("span");
    const show = (data, t, mistakeCount, claims) => {
      const bound = (mistakeCount === null && data.separator?.bound.value) || 0;
      const share = bound ? Math.max(data.T / bound, MIN_SLIDER_SHARE) : 1;
      rail.classList.toggle("bounded", bound > 0);
      rail.classList.toggle("fades-out", data.T < MIN_SLIDER_SHARE * bound);
      rail.style.setProperty("--share", String(share));
      stepText.style.flexBasis = `${100 * share}%`; // so that T is below the end of the slider
      stepText.replaceChildren(...typeset(bound ? `t = ${Math.round(t)}` : ""));
      countText.replaceChildren(...typeset(mistakeCount === null ? claimText(claims.updates) : fillTemplate(words.mistakeCount, { m: mistakeCount, N: data.xs.length })));
      boundText.replaceChildren(...typeset(mistakeCount === null && claims.bound ? claimText(claims.bound) : ""));
    };
    return { element: makeElement("div", { class: "run-numbers" }, makeElement("p", {}, stepText, countText, boundText)), show };
  };

  /** Return {element, show}: the four numbers of the proof with <= between them, and show(data, k), which shows the numbers
   * after k updates.
   */
  const makeInequalityChain = () => {
    const projection = "w_f\u2009·\u2009w_t / |w_f\u2009|";
    const names = [["t ρ", "s-f"], [projection, "s-f"], ["|w_t\u2009|", "s-w"], ["√t R", "s-R"]];
    const cells = names.map(([, className]) => makeElement("b", { class: className })), element = makeElement("div", { class: "chain" });
    names.forEach(([name, className], i) => {
      if (i) element.append(makeElement("span", {}, "≤"));
      const [text, radicand] = name.split("√"); // only t is under the root
      const content = radicand ? ["√", makeElement("span", { class: "radicand" }, radicand[0]), radicand.slice(1)] : typeset(text);
      element.append(makeElement("span", { class: "named-number" }, makeElement("span", { class: className }, ...content), cells[i]));
    });
    const show = (data, k) => {
      const values = data.separator ? [k * data.rho, data.projections[k], data.lengths[k], Math.sqrt(k) * data.R] : [];
      element.hidden = !data.separator; // these numbers need w_f
      cells.forEach((cell, i) => { cell.textContent = data.separator ? values[i].toFixed(2) : ""; });
    };
    return { element, show };
  };

  /** Return a menu with a label. Each option is [value, text]. onChange(value) is called when the reader chooses one. */
  const makeMenu = (label, options, value, onChange) => {
    const optionElements = options.map(([key, name]) => makeElement("option", { value: key, selected: key === value }, name));
    return makeElement("label", {}, makeElement("span", {}, ...typeset(label)), makeElement("select", { onchange: (event) => onChange(event.target.value) }, ...optionElements));
  };

  /** Return the options of the menu of orders. A random order has an option for each of a few seeds, which include the seed of
   * the set.
   */
  const orderOptions = (set) => pla.ORDERS.flatMap((order) => {
    if (!order.startsWith("random")) return [[`${order} 0`, words.orders[order]]];
    const seeds = new Set([...(order === "random" ? [0, 1, 2] : [0]), order === set.order ? set.seed : 0]);
    return [...seeds].map((s) => [`${order} ${s}`, fillTemplate(words.orderWithSeed, { order: words.orders[order], s })]);
  });

  /** Return a slider with a label, {element, setTo}. When the reader or setTo(number) moves it, onChange(name, number) is called. */
  const makeSlider = ([name, minimum, maximum, step, value], onChange) => {
    const output = makeElement("output");
    const slider = makeElement("input", { type: "range", min: minimum, max: maximum, step, value, oninput: () => change(+slider.value) });
    const show = (number) => {
      output.textContent = slider.value.replace("-", "−");
      const ends = [Math.max(minimum, 0), number].sort((a, b) => a - b); // the track is coloured between 0 and the number
      ends.forEach((end, i) => slider.style.setProperty(["--from", "--to"][i], String((end - minimum) / (maximum - minimum))));
    };
    const change = (number) => { show(number); onChange(name, number); };
    show(value);
    const element = makeElement("label", { class: "slider" }, makeElement("span", {}, ...typeset(words[name])), slider, output);
    return { element, setTo(number) { slider.value = number; change(number); } };
  };

  const wideScreenQuery = matchMedia("(min-width: 68.75em)");
  /** Return the section that the reader is reading. It is the first section whose top is visible and above the reading
   * level, a height in the window. If there is none, it is the last section whose top is above that level.
   */
  const sectionBeingRead = (sections, root) => {
    const top = (element) => element.getBoundingClientRect().top, readingLevel = innerHeight * (wideScreenQuery.matches ? 0.52 : 0.78);
    const visibleTop = wideScreenQuery.matches ? -9 : root.getBoundingClientRect().bottom; // on a narrow screen the picture covers the top of the window
    const startedSections = sections.filter((section, i) => !i || top(section) < readingLevel);
    return startedSections.find((section) => top(section) > visibleTop) || startedSections.pop();
  };

  /** A live picture.
   *
   * config: the settings that the build wrote. sceneConfig: these, changed by the settings of the current scene. set: the
   * examples and the settings of the run. data: the run. claims: what the picture says about it. view: the numbers that
   * are animated; draw.js explains them. sliderValues: the number of each slider, by its name.
   */
  class LivePicture {
    constructor(root) {
      this.root = root;
      this.config = JSON.parse(root.dataset.config);
      this.kind = pictureKinds[root.dataset.live];
      this.linksElement = this.config.small ? null : root.nextElementSibling;
      this.readAddress();
      this.sceneConfig = { ...this.config };
      this.sliderValues = Object.fromEntries((this.config.sliders || []).map(([name, , , , value]) => [name, value]));
      this.set = { x0: this.config.x0, points: [], ys: [], signOfZero: 0 };
      this.view = { t: 0, unit: 1, originX: 0, originY: 0 };
      [this.data, this.scene, this.changeSentence, this.isChanged] = [null, null, "", false];
      this.undoStack = []; // JSON of the rows before each change
      this.savedExamples = new Map(); // the reader's examples in other scenes, by the JSON of the scene's own rows
      this.menuChoices = {}; // the settings that the reader chose, by the name of the menu
      this.initialRows = JSON.stringify(this.config.rows); // the scene's own rows, before any change
      this.handleControllers = []; // of the picture and of the inset
      this.visitedScenes = new Set();
      this.setExamples(this.config.rows);
      this.buildElements();
      this.addSceneBar();
      this.addListeners();
      this.resize();
    }

    get t() { return Math.round(this.view.t); }
    get weights() {
      const { threshold, w1, w2 } = this.sliderValues;
      return this.config.weights && [-threshold, w1, w2];
    }
    get rows() { return this.set.points.map((p, n) => [...p, this.set.ys[n]]); }

    /** On the picture's own page, apply the settings in the address: examples, x_0, order, seed, sign(0), scene. */
    readAddress() {
      if (!document.body.matches(".embed")) return;
      const { config } = this, { scenes = {} } = config, parsed = address.parse(location.hash.slice(1));
      for (const settings of [config, ...Object.values(scenes)]) Object.assign(settings, parsed.set);
      if (scenes[parsed.scene]) config.scene = parsed.scene;
    }

    setExamples(rows) {
      this.set.points = rows.map(([x, y]) => [x, y]);
      this.set.ys = rows.map((row) => row[2]);
    }

    // --- drawing

    buildElements() {
      const { config, root } = this, numbers = makeElement("div", { class: "numbers" });
      this.drawing = makeElement("g", { "aria-hidden": "true" });
      this.svg = makeElement("svg", { class: "stage-svg", role: "group", "aria-label": words.picture }, this.drawing);
      this.mainBox = makeElement("div", { class: "stage-main" }, this.svg);
      this.chart = makeElement("svg", { class: "stage-svg mistake-chart", "aria-hidden": "true" });
      this.inequalityChain = makeInequalityChain();
      this.exactNumbers = makeElement("p", { class: "exact-numbers" });
      this.card = makeElement("p", { class: "card", role: "status" });
      this.tools = makeElement("div", { class: "tools" });
      this.animateTo = interaction.animator(this.view, (view) => this.drawView(view));
      this.controls = stepControls({
        title: words.picture, name: "t", from: 0, pace: 750,
        draw: (k) => k === this.view.t || this.animateTo({ t: k }, Math.abs(k - this.view.t) <= 1.01 ? this.controls.frameDuration() * 0.56 : 0),
        sentenceOf: (k) => this.sentenceAt(k),
      });
      this.stepRail = makeStepRail(this.controls.element.querySelector("input"));
      if (config.chain) numbers.append(this.exactNumbers);
      if (config.small) this.controls.element.hidden = true;
      if (config.weights) numbers.append(this.card);
      this.sliders = (config.sliders || []).map((settings) => makeSlider(settings, (name, value) => this.setSliderValue(name, value)));
      numbers.append(...this.sliders.map(({ element }) => element));
      if (config.steps !== false) numbers.append(this.controls.element, makeElement("p", { class: "step-sentence" }, this.controls.line));
      if (config.count !== false) numbers.append(this.stepRail.element);
      if (config.chain) numbers.append(this.inequalityChain.element);
      numbers.append(this.chart);
      const column = makeElement("div", { class: "numbers-and-inset" }, numbers);
      root.replaceChildren(this.mainBox, makeElement("div", { class: "controls" }, column, this.tools));
      if (config.handles !== false) this.addHandles(column);
      const fileName = () => `perceptron-${this.scene || root.dataset.live}`;
      const addressHelp = makeElement("span", { class: "address-help", hidden: true }, words.addressHelp);
      const iframeCode = makeElement("input", { readonly: true, hidden: true, "aria-label": words.iframe });
      if (config.chain) this.linksElement?.append(this.makeSheetLink());
      this.linksElement?.append(this.makeButton("iframe", () => {
        iframeCode.value = `<iframe src="${this.linksElement.querySelector(".own-page").href}" title="${words.picture}" width="800" height="450"></iframe>`;
        iframeCode.hidden = !iframeCode.hidden;
        iframeCode.select();
        addressHelp.hidden = iframeCode.hidden;
      }), this.makeButton("svg", () => interaction.saveSvg(this.svg, fileName())), iframeCode, addressHelp);
    }

    drawView(view) {
      const { data, config, set, size: [W, H] } = this;
      this.view = view;
      this.drawing.innerHTML = this.kind.draw({
        ...view, ...this.sliderValues, W, H, data, words, x0: set.x0, weights: this.weights, arrows: this.sceneConfig.arrows, withExamples: config.small, small: config.small,
        noLine: this.claims.noLine && claimText(this.claims.noLine),
      });
      for (const handles of this.handleControllers) handles.placeAll();
      this.root.classList.toggle("turned", (view.turn || 0) > 0.02);
      const k = Math.min(this.t, data.T);
      if (config.weights) this.showDecision();
      this.stepRail.show(data, view.t, this.mistakeCount(k), this.claims);
      if (config.chain) this.inequalityChain.show(data, k);
      if (set.pocket) this.drawChart();
    }

    /** Draw the chart of mistakes in the size that its element has on the page. */
    drawChart() {
      const { width, height } = this.chart.getBoundingClientRect(), [W, H] = width ? [width, height] : [this.size[0], MISTAKE_CHART_HEIGHT];
      this.chart.setAttribute("viewBox", `0 0 ${W} ${H}`);
      this.chart.innerHTML = draw.mistakeChart({ W, H, t: this.view.t, data: this.data, words });
    }

    /** Return the number of mistakes to show below the picture instead of T, or null to show T. */
    mistakeCount(k) {
      const { data, weights } = this;
      if (weights) return pla.mistakesOf(weights, data.xs, data.ys).length;
      return this.set.pocket ? data.mistakes[k] : null;
    }

    /** Return the sentence about the run after k updates. The first call after a change by the reader also describes the change. */
    sentenceAt(k) {
      const { changeSentence } = this;
      this.changeSentence = "";
      return joinSentences([changeSentence, stepSentence(this.data, k, this.claims)]);
    }

    /** Show the score of the selected applicant as a sum, with the weights that the reader set, and the decision. */
    showDecision() {
      const [w0, w1, w2] = this.weights, n = this.handleControllers[0].selected, [salary, debt] = this.set.points[n];
      const score = w0 + w1 * salary + w2 * debt, withSign = (v) => (v < 0 ? `− ${-v}` : `+ ${v}`);
      const sum = `${w1}·${salary} ${withSign(w2)}·${debt} ${withSign(w0)} = ${score}`.replace(/(^|= )-/g, "$1−");
      const decision = score > 0 ? "approved" : score < 0 ? "notApproved" : "undecided";
      this.card.dataset.decision = decision;
      this.root.querySelectorAll(".handle").forEach((handle, i) => handle.classList.toggle("selected", i === n));
      const applicant = makeElement("span", {}, fillTemplate(words.applicant, { n, a: salary, b: debt }));
      this.card.replaceChildren(applicant, makeElement("span", {}, sum), makeElement("b", {}, words[decision]));
    }

    // --- computing

    /** Run the algorithm on the set, and update what depends on the result, except the drawing. */
    compute() {
      const data = this.data = this.kind.compute({ ...this.set, ...this.sliderValues }), { separator } = data;
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
      const [playgroundLink, pictureLink] = [".playground-link", ".own-page"].map((selector) => this.linksElement?.querySelector(selector));
      if (playgroundLink) playgroundLink.hash = address.playgroundFragment(this.set, this.rows, this.data.halted);
      const pictureFragment = address.pictureFragment(this.set, this.sceneConfig, this.isChanged ? this.rows : null, this.scene);
      if (pictureLink) pictureLink.hash = pictureFragment;
      if (this.sheetLink) this.sheetLink.href = `${pictureLink.href.replace(/#.*/, "")}#sheet=all&${pictureFragment}`;
    }

    /** Return the view of the current scene at rest. After a change by the reader it has no arrows to guess from. */
    restingView() {
      const view = this.kind.restingView({ ...this.sceneConfig, scene: this.scene }, this.data, ...this.size);
      return this.config.guess === 0 || this.isChanged ? { ...view, guess: 0 } : view;
    }

    /** Show the picture at rest after k updates. */
    restAt(k) {
      this.animateTo({ ...this.restingView(), t: k });
      this.controls.reset(this.data.T + 1, k);
    }

    /** Compute and show the run after the reader changed something; `change` describes the change. */
    showChange(change = "") {
      this.compute();
      this.changeSentence = change;
      this.restAt(this.data.T);
    }

    /** Replace all examples, and show the run on the new ones. */
    replaceExamples(rows) {
      this.setExamples(rows);
      for (const handles of this.handleControllers) handles.rebuild();
      this.showChange();
    }

    setSliderValue(name, value) {
      this.sliderValues[name] = value;
      this.compute();
      this.drawView(this.view);
    }

    // --- examples and settings

    /** Make the link to the sheet of all scenes. */
    makeSheetLink() {
      this.sheetLink = makeElement("a", { class: "sheet-link", href: "" }, words.sheetLink);
      return this.sheetLink;
    }

    /** Return a button with the class `name` and the text of this name in words.json. */
    makeButton(name, onclick) { return makeElement("button", { type: "button", class: name, onclick }, words[name]); }

    /** Save the examples, so that Undo can restore them. */
    pushUndo() {
      this.undoStack.push(JSON.stringify(this.rows));
      this.isChanged = true;
    }

    /** Start the scene again with its own examples and settings, as at the first visit. */
    restartScene() {
      const { scene, sceneConfig } = this;
      this.pushUndo();
      this.setExamples(sceneConfig.rows);
      [this.isChanged, this.menuChoices] = [false, {}];
      this.visitedScenes.delete(scene);
      this.scene = null;
      this.enterScene(scene);
    }

    /** Add a handle to each example, and the buttons. The scenes of the proof hide the examples, so a picture with these
     * scenes also gets an inset, a small plane in which the examples can be dragged.
     */
    addHandles(column) {
      const { config, set } = this, { left, right, bottom, top } = config.area || DEFAULT_DRAG_AREA;
      const limits = { left: Math.ceil(left), right: Math.floor(right), bottom: Math.ceil(bottom), top: Math.floor(top) };
      const sharedOptions = { limits, words,
        onSelect: (handles) => {
          if (handles.hasSelection || handles === this.activeHandles) this.activate(handles);
          if (this.weights && this.data) this.showDecision();
        },
        beforeChange: () => this.pushUndo(),
        onChange: (change) => this.showChange(change) };
      const foldSign = (label) => (label < 0 ? 1 - 2 * (this.view.fold || 0) : 1); // after the fold, a cross x_n is drawn at -x_n
      const scaleTimes = (factor) => draw.planeScale({ ...this.view, unit: this.view.unit * factor });
      const pictureHandles = interaction.exampleHandles(this.svg, set, { ...sharedOptions,
        toPixels: (p, label) => scaleTimes(foldSign(label)).toPixels(p),
        fromPixels: (x, y, label) => scaleTimes(Math.sign(foldSign(label))).fromPixels(x, y),
      });
      this.handleControllers.push(pictureHandles);
      if (config.chain) column.append(this.makeInset(sharedOptions));
      this.tools.append(this.makeButton("add", () => this.activeHandles.addBeside()), this.makeButton("remove", () => this.activeHandles.remove()),
        this.makeButton("undo", () => this.undoStack.length && this.replaceExamples(JSON.parse(this.undoStack.pop()))),
        this.makeButton("restart", () => this.restartScene()));
      this.tools.after(makeElement("p", { class: "hint" }, words.hint));
      this.activate(pictureHandles);
    }

    /** Make the buttons Add and Remove act on these handles. */
    activate(activeHandles) {
      this.activeHandles = activeHandles;
      this.root.classList.toggle("has-selection", activeHandles.hasSelection);
      this.tools.querySelector(".remove").disabled = !activeHandles.hasSelection;
    }

    makeInset(sharedOptions) {
      const attributes = { role: "group", "aria-label": words.dragHere, viewBox: "0 0 208 160" };
      const svg = makeElement("svg", { class: "stage-svg inset", ...attributes }), background = makeElement("g", { "aria-hidden": "true" });
      const { toPixels, fromPixels, edges } = draw.planeScale({ W: 208, H: 160, unit: 11.4 });
      svg.append(background);
      const handles = interaction.exampleHandles(svg, this.set, { ...sharedOptions, radius: 5, toPixels, fromPixels });
      this.handleControllers.push({ ...handles, placeAll: () => {
        if (!this.view.turn) return; // the inset is hidden
        handles.placeAll();
        const separator = this.data?.separator, line = separator ? draw.boundary(separator.w_f, edges, toPixels, "s-f medium") : "";
        background.innerHTML = line + ["name outline", "name"].map((className) => draw.text(words.dragHere, [8, 14], className)).join("");
      } });
      return svg;
    }

    /** Apply the settings of a scene, except where the reader chose others in its menus, and show the menus. */
    applySettings({ x0, order, seed = 0, signOfZero = 0, pocket, updates, menus: menuNames = [] }) {
      const { set, menuChoices } = this;
      Object.assign(set, { x0, order, seed, signOfZero, pocket, updates }, ...menuNames.map((name) => menuChoices[name]));
      const choose = (name, settings) => { menuChoices[name] = settings; Object.assign(set, settings); this.showChange(); };
      const menuArguments = {
        order: [orderOptions(set), `${set.order} ${set.seed}`, (value) => {
          const [chosenOrder, chosenSeed] = value.split(" ");
          choose("order", { order: chosenOrder, seed: +chosenSeed });
        }],
        signOfZero: [Object.entries(words.signOfZeroOptions), String(set.signOfZero), (value) => choose("signOfZero", { signOfZero: +value })],
        x0: [Object.entries(words.x0Options), String(set.x0), (value) => choose("x0", { x0: +value })],
      };
      this.tools.querySelectorAll("label").forEach((label) => label.remove());
      this.tools.append(...menuNames.map((name) => makeMenu(words[name], ...menuArguments[name])));
    }

    // --- scenes

    /** Move to a scene: to its examples, its settings and a step.
     *
     * The step is `t` of the scene's config. Without `t`, it is the last step at the first visit, and the current step at
     * later visits. A scene with `play` plays from step 1 at the first visit, unless the reader prefers reduced motion; at
     * later visits it keeps the current step.
     */
    enterScene(name) {
      if (name === this.scene) return;
      const isFirstVisit = !this.visitedScenes.has(name), isFirstScene = !this.data;
      const sceneConfig = { ...this.config, ...(this.config.scenes || {})[name] };
      this.visitedScenes.add(this.scene = name);
      this.root.dataset.currentScene = name;
      for (const link of this.root.querySelectorAll(".scene-bar a")) {
        link.setAttribute("aria-current", String(link.dataset.targetScene === name));
      }
      this.switchExamples(sceneConfig.rows);
      this.sceneConfig = sceneConfig;
      this.applySettings(sceneConfig);
      this.compute();
      for (const handles of this.handleControllers) handles.rebuild();
      this.chart.toggleAttribute("hidden", !sceneConfig.pocket);
      const isAnimated = !isFirstScene && !reducedMotion.matches, isPlaying = isFirstVisit && sceneConfig.play && !reducedMotion.matches;
      const configuredStep = isFirstVisit || !sceneConfig.play ? sceneConfig.t : undefined;
      const k = Math.min(isPlaying ? 1 : configuredStep ?? (isFirstVisit ? Infinity : this.t), this.data.T);
      if (isAnimated) this.animateTo({ t: k });
      this.controls.reset(this.data.T + 1, k);
      this.animateTo({ ...this.restingView(), t: k }, isAnimated ? 800 : 0);
      if (isPlaying) setTimeout(() => { if (this.scene === name && this.t === k) this.controls.play(); }, 900);
    }

    /** Switch to the examples of another scene. The reader's changes are saved, and come back with the scene. Scenes with
     * the same rows share their examples.
     */
    switchExamples(rows) {
      const { savedExamples, undoStack, isChanged } = this, key = JSON.stringify(rows);
      if (key === this.initialRows) return;
      savedExamples.set(this.initialRows, { rows: this.rows, undoStack, isChanged });
      const saved = savedExamples.get(key) || { rows, undoStack: [], isChanged: false };
      this.setExamples(saved.rows);
      Object.assign(this, { initialRows: key, undoStack: saved.undoStack, isChanged: saved.isChanged });
    }

    /** After the reader's guess, show the update that the question asks about: move from t - 1 to the question's t. */
    showUpdateOfQuestion(question) {
      const k = +question.dataset.t;
      this.enterScene(question.closest("section").dataset.scene);
      if (this.isChanged || Object.keys(this.menuChoices).length) {
        this.pushUndo();
        [this.isChanged, this.menuChoices] = [false, {}];
        this.applySettings(this.sceneConfig);
        this.replaceExamples(this.sceneConfig.rows);
      }
      this.config.guess = 0;
      this.controls.reset(this.data.T + 1, k);
      this.animateTo({ ...this.restingView(), t: k - 1 });
      this.animateTo({ ...this.restingView(), t: k }, 1100);
    }

    /** After the reader's guess, move a slider as the question says: "threshold 8 11" moves the threshold from 8 to 11. */
    moveSliderOfQuestion(question) {
      const [name, from, to] = question.dataset.slider.split(" "), i = this.config.sliders.findIndex(([sliderName]) => sliderName === name);
      const step = this.config.weights ? 1 / 8 : this.config.sliders[i][3]; // smaller than the slider's step, so that a line moves smoothly
      const animateTo = interaction.animator({ value: +from }, ({ value }) => this.sliders[i].setTo(+(Math.round(value / step) * step).toFixed(3)));
      animateTo({ value: +to }, 1600);
    }

    resize() {
      const { clientWidth, clientHeight } = this.mainBox;
      if (!clientWidth || !clientHeight) return;
      // a picture alone that fills a slide has larger marks and letters, to be read from the last row
      const scale = document.body.matches(".embed") ? Math.max(1, Math.min(clientWidth / 900, clientHeight / 420)) : 1;
      const [W, H] = [clientWidth / scale, clientHeight / scale];
      this.size = [W, H];
      this.svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
      if (this.data) this.animateTo({ ...this.restingView(), t: this.t });
      this.chooseScene();
    }

    /** Enter the scene of the section that the reader is reading. On a page without sections, stay in the scene, or enter the config's. */
    chooseScene() {
      const { sections, scene, config } = this;
      this.enterScene(sections.length ? sectionBeingRead(sections, this.root).dataset.scene : scene ?? config.scene ?? "");
    }

    /** Find the sections of the page that belong to scenes, and add a bar with a link to each scene that has a title. */
    addSceneBar() {
      const { config, root } = this, sceneNames = this.sceneNames = Object.keys(config.scenes || {}).filter((name) => words.sceneTitles[name]);
      this.sections = config.scenes ? [...document.querySelectorAll("[data-scene]")] : [];
      if (sceneNames.length) {
        root.prepend(makeElement("nav", { class: "scene-bar", "aria-label": words.scenes }, ...sceneNames.map((name) => {
          const section = this.sections.find((candidate) => candidate.dataset.scene === name);
          const id = section ? section.querySelector("h2").id : "";
          const onclick = (event) => { if (!section) { event.preventDefault(); this.enterScene(name); } };
          return makeElement("a", { href: `#${id}`, "data-target-scene": name, onclick }, words.sceneTitles[name]);
        })));
      }
    }

    /** Listen to scrolling, resizing, keys, and clicks on links that show other examples. A small picture also listens to the
     * pointer and the focus, because it plays when a reader points at it.
     */
    addListeners() {
      const { config, root } = this;
      root.addEventListener("keydown", (event) => event.stopPropagation()); // the theme has keyboard shortcuts
      for (const link of document.querySelectorAll("a.show")) {
        link.addEventListener("click", (event) => {
          event.preventDefault();
          this.pushUndo();
          this.replaceExamples((config.sets || {})[link.dataset.set] || config.rows);
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

  /** Replace a picture with a sheet of all its scenes, and add buttons that print and save the sheet. */
  const showSheet = ({ root, config, set, sceneNames }) => {
    const { content, width, height } = sceneSheet({ kind: root.dataset.live, config, set, sceneNames, words });
    const svg = makeElement("svg", { class: "stage-svg", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.sheetLink });
    svg.innerHTML = content;
    const saveButton = makeElement("button", { type: "button", onclick: () => interaction.saveSvg(svg, "perceptron-proof") }, words.allSvg);
    const printButton = makeElement("button", { type: "button", onclick: () => globalThis.print() }, words.print);
    root.replaceWith(makeElement("div", { class: "sheet" }, makeElement("p", { class: "sheet-tools" }, printButton, saveButton), svg));
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
    const isOwnPage = document.body.matches(".embed");
    if (isOwnPage && matchMedia("(prefers-color-scheme: dark)").matches) {
      document.body.dataset.mdColorScheme = "slate";
    }
    const { lang, hasSheet } = isOwnPage ? address.parse(location.hash.slice(1)) : {};
    if (lang) openInLanguage(lang);
    const pictures = [...document.querySelectorAll(".stage[data-live]")].map((root) => new LivePicture(root));
    if (hasSheet && pictures[0].sceneNames.length) showSheet(pictures[0]);
    for (const question of document.querySelectorAll(".predict")) {
      const { t, slider } = question.dataset;
      interaction.makeChoiceButtons(question, words, () => {
        if (t) pictures[0].showUpdateOfQuestion(question);
        if (slider) pictures.find(({ sliderValues }) => slider.split(" ")[0] in sliderValues).moveSliderOfQuestion(question);
      });
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
