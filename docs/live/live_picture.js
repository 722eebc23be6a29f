/* A live picture: a reader drags examples, and the picture shows the new run, its steps and its numbers at once.
 *
 * The build puts a picture at rest into <div class="stage" data-live="plane" data-config="{...}">, which is the root of the
 * picture; live_picture() of docs/_tools/live_pictures.py documents the config. This script replaces the picture at rest
 * with the live picture. When a reader scrolls to a section `[data-scene]` of the page, the picture changes to the scene of
 * this section.
 *
 * The root has two results of the current run: `data-updates` is T, or "none" if the run did not halt; `data-bound` is the
 * bound on T, or "none" if no line separates or if the kind of picture has no bound. `strings` are the texts of words.json in
 * the language of the page.
 */
(() => {
  "use strict";
  const { pla, draw, interaction, claims, pictureKinds, address, sceneSheet, stepControls, makeElement, fillTemplate, joinSentences, typeset, pictureStrings: strings } = window.perceptron;
  const { reducedMotion } = interaction;
  const MISTAKE_CHART_HEIGHT = 110; // in pixels; used only until the page has laid out the chart
  const DEFAULT_DRAG_AREA = { left: -9.5, right: 9.5, bottom: -7.5, top: 7.5 };

  /** Return a claim as a sentence. */
  const claimText = ([key, { T, b }]) =>
    fillTemplate(strings[key], { T: typeof T === "number" ? T.toLocaleString("en") : T, b: b && draw.shortNumber(b) });

  /** Return the sentence about the run after k updates. */
  const stepSentence = (run, k, { noLine, end }) => {
    if (run.pocketTimes?.length && k) {
      const pocketTime = run.pocketTimes[k], template = pocketTime === k ? strings.pocketTakes : strings.pocketKeeps;
      return fillTemplate(template, { t: k, m: run.mistakes[k], s: pocketTime, k: run.mistakes[pocketTime] });
    }
    if (k < run.T) {
      const n = run.n[k], [, x_1, x_2] = run.xs[n], labelName = run.ys[n] > 0 ? strings.o : strings.x;
      const stateSentence = k ? fillTemplate(k === 1 ? strings.afterOneUpdate : strings.afterUpdates, { t: k }) : strings.atStart;
      return joinSentences([stateSentence, fillTemplate(strings.nextMistake, { n, y: labelName, x: interaction.pointText([x_1, x_2]) })]);
    }
    return joinSentences([!run.halted && noLine, end].filter(Boolean).map(claimText));
  };

  const MIN_SLIDER_SHARE = 0.2; // of the length of the rail

  /** Put the slider of the steps on a rail. The rail goes from 0 to the bound on T, and the slider from 0 to T.
   *
   * Return {element, show}. element is a line of text below the rail, with t, T and the bound. show(run, t, mistakeCount,
   * claims) updates the rail and the text. If mistakeCount is not null, the text shows it instead, and the slider is as long
   * as the rail. If the bound is so large that the slider would be too short, the rail fades out before it reaches the bound.
   */
  const makeStepRail = (slider) => {
    const rail = makeElement("span", { class: "rail" });
    slider.replaceWith(rail);
    rail.append(slider);
    const stepText = makeElement("span", { class: "current-step" }), countText = makeElement("b"), boundText = makeElement("span", { class: "s-R" });
    const show = (run, t, mistakeCount, claims) => {
      const bound = (mistakeCount === null && run.separator?.bound.value) || 0;
      const share = bound ? Math.max(run.T / bound, MIN_SLIDER_SHARE) : 1;
      rail.classList.toggle("bounded", bound > 0);
      rail.classList.toggle("fades-out", run.T < MIN_SLIDER_SHARE * bound);
      rail.style.setProperty("--share", String(share));
      stepText.style.flexBasis = `${100 * share}%`; // so that T is below the end of the slider
      stepText.replaceChildren(...typeset(bound ? `t = ${Math.round(t)}` : ""));
      countText.replaceChildren(...typeset(mistakeCount === null ? claimText(claims.updates) : fillTemplate(strings.mistakeCount, { m: mistakeCount, N: run.xs.length })));
      boundText.replaceChildren(...typeset(mistakeCount === null && claims.bound ? claimText(claims.bound) : ""));
    };
    return { element: makeElement("div", { class: "run-numbers" }, makeElement("p", {}, stepText, countText, boundText)), show };
  };

  /** Return {element, show}. element has the four numbers of the proof with <= between them, and show(run, k) shows the
   * numbers after k updates.
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
    const show = (run, k) => {
      const values = run.separator ? [k * run.rho, run.projections[k], run.lengths[k], Math.sqrt(k) * run.R] : [];
      element.hidden = !run.separator; // these numbers need w_f
      cells.forEach((cell, i) => { cell.textContent = run.separator ? values[i].toFixed(2) : ""; });
    };
    return { element, show };
  };

  /** Return a menu with a label. Each option is [value, text]. When the reader chooses an option, onChange(value) is called. */
  const makeMenu = (label, options, value, onChange) => {
    const optionElements = options.map(([key, name]) => makeElement("option", { value: key, selected: key === value }, name));
    return makeElement("label", {}, makeElement("span", {}, ...typeset(label)), makeElement("select", { onchange: (event) => onChange(event.target.value) }, ...optionElements));
  };

  /** Return the options of the menu of orders. A random order has an option for each of a few seeds, which include the current
   * seed.
   */
  const orderOptions = (dataSet) => pla.ORDERS.flatMap((order) => {
    if (!order.startsWith("random")) return [[`${order} 0`, strings.orders[order]]];
    const seeds = new Set([...(order === "random" ? [0, 1, 2] : [0]), order === dataSet.order ? dataSet.seed : 0]);
    return [...seeds].map((s) => [`${order} ${s}`, fillTemplate(strings.orderWithSeed, { order: strings.orders[order], s })]);
  });

  /** Return {element, setTo}. element is a slider with a label, and setTo(number) moves it. When the reader or setTo moves it,
   * onChange(name, number) is called.
   */
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
    const element = makeElement("label", { class: "slider" }, makeElement("span", {}, ...typeset(strings[name])), slider, output);
    return { element, setTo(number) { slider.value = number; change(number); } };
  };

  const wideScreenQuery = matchMedia("(min-width: 68.75em)");
  /** Return the section that the reader is reading: the first section whose top is visible and above the reading level, which
   * is a fixed height in the window. If there is no such section, return the last one whose top is above the reading level.
   */
  const sectionBeingRead = (sections, root) => {
    const top = (element) => element.getBoundingClientRect().top, readingLevel = wideScreenQuery.matches ? Math.min(0.52 * innerHeight, 500) : 0.78 * innerHeight;
    const visibleTop = wideScreenQuery.matches ? -9 : root.getBoundingClientRect().bottom; // on a narrow screen the picture covers the top of the window
    const startedSections = sections.filter((section, i) => !i || top(section) < readingLevel);
    return startedSections.find((section) => top(section) > visibleTop) || startedSections.pop();
  };

  /** A live picture.
   *
   * config: the settings that the build wrote. sceneConfig: the same settings, with the changes of the current scene.
   * dataSet: the examples, and the settings of the run. run: the current run of the algorithm on the data set. claims: the
   * claims about this run. view: the numbers that are animated; draw.js explains them. sliderValues: the number of each
   * slider, by its name.
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
      this.dataSet = { x0: this.config.x0, points: [], ys: [], signOfZero: 0 };
      this.view = { t: 0, unit: 1, originX: 0, originY: 0, opacity: {} };
      [this.run, this.scene, this.changeSentence, this.isChanged] = [null, null, "", false];
      this.undoStack = []; // JSON of the rows before each change
      this.savedExamples = new Map(); // the reader's examples in other scenes, by the initial rows of the scene
      this.menuChoices = {}; // the settings that the reader chose, by the name of the menu
      this.initialRows = JSON.stringify(this.config.rows); // the rows of the scene before any change
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
    get rows() { return this.dataSet.points.map((p, n) => [...p, this.dataSet.ys[n]]); }

    /** On the picture's own page, apply the settings in its address: examples, x_0, order, seed, sign(0) and scene. */
    readAddress() {
      if (!document.body.matches(".embed")) return;
      const { config } = this, { scenes = {} } = config, parsed = address.parse(location.hash.slice(1));
      for (const settings of [config, ...Object.values(scenes)]) Object.assign(settings, parsed.settings);
      if (scenes[parsed.scene]) config.scene = parsed.scene;
    }

    setExamples(rows) {
      this.dataSet.points = rows.map(([x, y]) => [x, y]);
      this.dataSet.ys = rows.map((row) => row[2]);
    }

    // --- drawing

    buildElements() {
      const { config, root } = this, numbers = makeElement("div", { class: "numbers" });
      this.drawing = makeElement("g", { "aria-hidden": "true" });
      this.svg = makeElement("svg", { class: "stage-svg", role: "group", "aria-label": strings.picture }, this.drawing);
      this.mainBox = makeElement("div", { class: "stage-main" }, this.svg);
      this.chart = makeElement("svg", { class: "stage-svg mistake-chart", "aria-hidden": "true" });
      this.inequalityChain = makeInequalityChain();
      this.exactNumbers = makeElement("p", { class: "exact-numbers" });
      this.card = makeElement("p", { class: "card", role: "status" });
      this.tools = makeElement("div", { class: "tools" });
      this.animateTo = interaction.animator(this.view, (view) => this.drawView(view));
      this.controls = stepControls({
        title: strings.picture, name: "t", from: 0, pace: 750,
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
      if (config.updateCount !== false) numbers.append(this.stepRail.element);
      if (config.chain) numbers.append(this.inequalityChain.element);
      numbers.append(this.chart);
      const column = makeElement("div", { class: "numbers-and-inset" }, numbers);
      root.replaceChildren(this.mainBox, makeElement("div", { class: "controls" }, column, this.tools));
      if (config.handles !== false) this.addHandles(column);
      const addressHelp = makeElement("span", { class: "address-help", hidden: true }, strings.addressHelp);
      const iframeCode = makeElement("input", { readonly: true, hidden: true, "aria-label": strings.iframe });
      if (config.chain) this.linksElement?.append(this.sheetLink = makeElement("a", { class: "sheet-link", href: "" }, strings.sheetLink));
      this.linksElement?.append(this.makeButton("iframe", () => {
        iframeCode.value = `<iframe src="${this.linksElement.querySelector(".own-page").href}" title="${strings.picture}" width="800" height="450"></iframe>`;
        iframeCode.hidden = !iframeCode.hidden;
        iframeCode.select();
        addressHelp.hidden = iframeCode.hidden;
      }), this.makeButton("svg", () => interaction.saveSvg(this.svg, `perceptron-${this.scene || root.dataset.live}`)), iframeCode, addressHelp);
    }

    drawView(view) {
      const { run, config, dataSet, size: [W, H] } = this;
      this.view = view;
      this.drawing.innerHTML = this.kind.draw({
        ...view, ...this.sliderValues, W, H, run, strings, x0: dataSet.x0, signOfZero: dataSet.signOfZero, weights: this.weights, arrows: this.sceneConfig.arrows, withExamples: config.small, small: config.small,
        showsGuessArrows: !this.hasGuessed && !this.isChanged, noLine: this.claims.noLine && claimText(this.claims.noLine),
      });
      for (const handles of this.handleControllers) handles.placeAll();
      this.root.classList.toggle("turned", (view.turn || 0) > 0.02);
      const k = Math.min(this.t, run.T);
      if (config.weights) this.showDecision();
      this.stepRail.show(run, view.t, this.mistakeCount(k), this.claims);
      if (config.chain) this.inequalityChain.show(run, k);
      if (dataSet.pocket) this.drawChart();
    }

    /** Draw the chart of mistakes in the size that its element has on the page. */
    drawChart() {
      const { width, height } = this.chart.getBoundingClientRect(), [W, H] = width ? [width, height] : [this.size[0], MISTAKE_CHART_HEIGHT];
      this.chart.setAttribute("viewBox", `0 0 ${W} ${H}`);
      this.chart.innerHTML = draw.mistakeChart({ W, H, t: this.view.t, run: this.run, strings });
    }

    /** Return the number of mistakes to show below the picture after k updates, or null to show T. */
    mistakeCount(k) {
      const { run, weights } = this;
      if (weights) return pla.misclassified(weights, run.xs, run.ys).length;
      return this.dataSet.pocket ? run.mistakes[k] : null;
    }

    /** Return the sentence about the run after k updates. After a change by the reader, the first sentence also describes the
     * change.
     */
    sentenceAt(k) {
      const { changeSentence } = this;
      this.changeSentence = "";
      return joinSentences([changeSentence, stepSentence(this.run, k, this.claims)]);
    }

    /** Show the decision on the selected applicant, and the score as a sum, with the weights that the reader set. */
    showDecision() {
      const [w0, w1, w2] = this.weights, n = this.handleControllers[0].selected, [salary, debt] = this.dataSet.points[n];
      const score = w0 + w1 * salary + w2 * debt, withSign = (v) => (v < 0 ? `− ${-v}` : `+ ${v}`);
      const sum = `${w1}·${salary} ${withSign(w2)}·${debt} ${withSign(w0)} = ${score}`.replace(/(^|= )-/g, "$1−");
      const decision = score > 0 ? "approved" : score < 0 ? "notApproved" : "undecided";
      this.card.dataset.decision = decision;
      this.root.querySelectorAll(".handle").forEach((handle, i) => handle.classList.toggle("selected", i === n));
      const applicant = makeElement("span", {}, fillTemplate(strings.applicant, { n, a: salary, b: debt }));
      this.card.replaceChildren(applicant, makeElement("span", {}, sum), makeElement("b", {}, strings[decision]));
    }

    // --- computing

    /** Run the algorithm on the data set, and update the claims, the numbers and the links, but not the drawing. */
    compute() {
      const run = this.run = this.kind.compute({ ...this.dataSet, ...this.sliderValues }), { separator } = run;
      this.claims = claims(run, this.dataSet);
      this.root.classList.toggle("changed", this.undoStack.length > 0);
      for (const undo of this.tools.querySelectorAll(".undo")) undo.disabled = !this.undoStack.length;
      this.root.dataset.updates = run.halted === false ? "none" : String(run.T);
      this.root.dataset.bound = separator ? separator.bound.text : "none";
      this.exactNumbers.innerHTML = separator ? `<span class="s-R"><i>R</i><sup>2</sup> = ${separator.R2}</span>` +
        `<span class="s-f"><i>ρ</i><sup>2</sup> = ${separator.rho2.text}</span>` +
        `<span><i class="s-R">R</i><sup>2</sup>/<i class="s-f">ρ</i><sup>2</sup> = ${separator.bound.text}</span>` : "";
      this.updateLinks();
    }

    /** Make the links open the same examples in the same order. */
    updateLinks() {
      const [playgroundLink, pictureLink] = [".playground-link", ".own-page"].map((selector) => this.linksElement?.querySelector(selector));
      if (playgroundLink) playgroundLink.hash = address.playgroundFragment(this.dataSet, this.rows, this.run.halted);
      const pictureFragment = address.pictureFragment(this.dataSet, this.sceneConfig, this.isChanged ? this.rows : null, this.scene);
      if (pictureLink) pictureLink.hash = pictureFragment;
      if (this.sheetLink) this.sheetLink.href = `${pictureLink.href.replace(/#.*/, "")}#sheet=all&${pictureFragment}`;
    }

    /** Return the view of the current scene at rest. */
    restingView() { return this.kind.restingView({ ...this.sceneConfig, scene: this.scene }, this.run, ...this.size); }

    /** Show the picture at rest after k updates. */
    restAt(k) {
      this.animateTo({ ...this.restingView(), t: k });
      this.controls.reset(this.run.T + 1, k);
    }

    /** Compute and show the run after a change by the reader, which the sentence `change` describes. */
    showChange(change = "") {
      this.compute();
      this.changeSentence = change;
      this.restAt(this.run.T);
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

    /** Return a button with the class `name` and the text of this name in words.json. */
    makeButton(name, onclick) { return makeElement("button", { type: "button", class: name, onclick }, strings[name]); }

    /** Save the examples, so that Undo can restore them. */
    pushUndo() {
      this.undoStack.push(JSON.stringify(this.rows));
      this.isChanged = true;
    }

    /** Start the scene again with its initial examples and settings, as at the first visit. */
    restartScene() {
      const { scene, sceneConfig } = this;
      this.pushUndo();
      this.setExamples(sceneConfig.rows);
      [this.isChanged, this.menuChoices] = [false, {}];
      this.visitedScenes.delete(scene);
      this.scene = null;
      this.enterScene(scene);
    }

    /** Add a handle to each example, and add the buttons. Some scenes of the proof hide the examples, so a picture with these
     * scenes also gets an inset, a small plane in which the examples can be dragged.
     */
    addHandles(column) {
      const { config, dataSet } = this, { left, right, bottom, top } = config.area || DEFAULT_DRAG_AREA;
      const limits = { left: Math.ceil(left), right: Math.floor(right), bottom: Math.ceil(bottom), top: Math.floor(top) };
      const sharedOptions = { limits, strings,
        onSelect: (handles) => {
          if (handles.hasSelection || handles === this.activeHandles) this.activate(handles);
          if (this.weights && this.run) this.showDecision();
        },
        beforeChange: () => this.pushUndo(),
        onChange: (change) => this.showChange(change) };
      const foldSign = (label) => (label < 0 ? 1 - 2 * (this.view.fold || 0) : 1); // after the fold, a cross x_n is drawn at -x_n
      const scaleTimes = (factor) => draw.planeScale({ ...this.view, unit: this.view.unit * factor });
      const pictureHandles = interaction.exampleHandles(this.svg, dataSet, { ...sharedOptions,
        toPixels: (p, label) => scaleTimes(foldSign(label)).toPixels(p),
        fromPixels: (x, y, label) => scaleTimes(Math.sign(foldSign(label))).fromPixels(x, y),
      });
      this.handleControllers.push(pictureHandles);
      if (config.chain) column.append(this.makeInset(sharedOptions));
      this.tools.append(this.makeButton("add", () => this.activeHandles.addBeside()), this.makeButton("remove", () => this.activeHandles.remove()),
        this.makeButton("undo", () => this.undoStack.length && this.replaceExamples(JSON.parse(this.undoStack.pop()))),
        this.makeButton("startAgain", () => this.restartScene()));
      this.tools.after(makeElement("p", { class: "hint" }, strings.hint));
      this.activate(pictureHandles);
    }

    /** Make the buttons Add and Remove act on these handles. */
    activate(activeHandles) {
      this.activeHandles = activeHandles;
      this.root.classList.toggle("has-selection", activeHandles.hasSelection);
      this.tools.querySelector(".remove").disabled = !activeHandles.hasSelection;
    }

    makeInset(sharedOptions) {
      const attributes = { role: "group", "aria-label": strings.dragHere, viewBox: "0 0 208 160" };
      const svg = makeElement("svg", { class: "stage-svg inset", ...attributes }), background = makeElement("g", { "aria-hidden": "true" });
      const { toPixels, fromPixels, edges } = draw.planeScale({ W: 208, H: 160, unit: 11.4 });
      svg.append(background);
      const handles = interaction.exampleHandles(svg, this.dataSet, { ...sharedOptions, radius: 5, toPixels, fromPixels });
      this.handleControllers.push({ ...handles, placeAll: () => {
        if (!this.view.turn) return; // the inset is hidden
        handles.placeAll();
        const separator = this.run?.separator, line = separator ? draw.boundary(separator.w_f, edges, toPixels, "s-f medium") : "";
        background.innerHTML = line + ["name outline", "name"].map((className) => draw.text(strings.dragHere, [8, 14], className)).join("");
      } });
      return svg;
    }

    /** Apply the settings of a scene, or the reader's choices in its menus, and show the menus. */
    applySettings({ x0, order, seed = 0, signOfZero = 0, pocket, updates, menus: menuNames = [] }) {
      const { dataSet, menuChoices } = this;
      Object.assign(dataSet, { x0, order, seed, signOfZero, pocket, updates }, ...menuNames.map((name) => menuChoices[name]));
      const choose = (name, settings) => { menuChoices[name] = settings; Object.assign(dataSet, settings); this.showChange(); };
      const menuArguments = {
        order: [orderOptions(dataSet), `${dataSet.order} ${dataSet.seed}`, (value) => {
          const [chosenOrder, chosenSeed] = value.split(" ");
          choose("order", { order: chosenOrder, seed: +chosenSeed });
        }],
        signOfZero: [Object.entries(strings.signOfZeroOptions), String(dataSet.signOfZero), (value) => choose("signOfZero", { signOfZero: +value })],
        x0: [Object.entries(strings.x0Options), String(dataSet.x0), (value) => choose("x0", { x0: +value })],
      };
      this.tools.querySelectorAll("label").forEach((label) => label.remove());
      this.tools.append(...menuNames.map((name) => makeMenu(strings[name], ...menuArguments[name])));
    }

    // --- scenes

    /** Move to a scene: to its examples, its settings and a step.
     *
     * The step is `t` of the scene's config. Without `t`, it is the last step at the first visit, and the current step at
     * later visits. At the first visit, a scene with `play` plays from step 1, unless the reader prefers reduced motion. At
     * later visits it keeps the current step.
     */
    enterScene(name) {
      if (name === this.scene) return;
      const isFirstVisit = !this.visitedScenes.has(name), isFirstScene = !this.run;
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
      const k = Math.min(isPlaying ? 1 : configuredStep ?? (isFirstVisit ? Infinity : this.t), this.run.T);
      if (isAnimated) this.animateTo({ t: k });
      this.controls.reset(this.run.T + 1, k);
      this.animateTo({ ...this.restingView(), t: k }, isAnimated ? 800 : 0);
      if (isPlaying) setTimeout(() => { if (this.scene === name && this.t === k) this.controls.play(); }, 900);
    }

    /** Switch to the examples of another scene. Scenes with the same initial rows share their examples. The reader's examples
     * are saved, and restored when the reader returns to a scene with these rows.
     */
    switchExamples(rows) {
      const { savedExamples, undoStack, isChanged } = this, key = JSON.stringify(rows);
      if (key === this.initialRows) return;
      savedExamples.set(this.initialRows, { rows: this.rows, undoStack, isChanged });
      const saved = savedExamples.get(key) || { rows, undoStack: [], isChanged: false };
      this.setExamples(saved.rows);
      Object.assign(this, { initialRows: key, undoStack: saved.undoStack, isChanged: saved.isChanged });
    }

    /** After the reader's guess, show the update that the question asks about, from t - 1 to the t of the question. */
    showUpdateOfQuestion(question) {
      const k = +question.dataset.t;
      this.enterScene(question.closest("section").dataset.scene);
      if (this.isChanged || Object.keys(this.menuChoices).length) {
        this.pushUndo();
        [this.isChanged, this.menuChoices] = [false, {}];
        this.applySettings(this.sceneConfig);
        this.replaceExamples(this.sceneConfig.rows);
      }
      this.hasGuessed = true;
      this.controls.reset(this.run.T + 1, k);
      this.animateTo({ ...this.restingView(), t: k - 1 });
      this.animateTo({ ...this.restingView(), t: k }, 1100);
    }

    /** After the reader's guess, move a slider as the question says: "threshold 8 11" moves the threshold from 8 to 11. */
    moveSliderOfQuestion(question) {
      const [name, from, to] = question.dataset.slider.split(" "), i = this.config.sliders.findIndex(([sliderName]) => sliderName === name);
      const step = this.config.weights ? 1 / 8 : this.config.sliders[i][3]; // a line of the weights needs smaller steps than the slider to move smoothly
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
      if (this.run) this.animateTo({ ...this.restingView(), t: this.t });
      this.chooseScene();
    }

    /** Enter the scene of the section that the reader is reading. On a page without sections, stay in the current scene; at the
     * start, enter the scene of the config.
     */
    chooseScene() {
      const { sections, scene, config } = this;
      this.enterScene(sections.length ? sectionBeingRead(sections, this.root).dataset.scene : scene ?? config.scene ?? "");
    }

    /** Find the sections of the page that belong to scenes, and add a bar with a link to each scene that has a title. */
    addSceneBar() {
      const { config, root } = this, sceneNames = this.sceneNames = Object.keys(config.scenes || {}).filter((name) => strings.sceneTitles[name]);
      this.sections = config.scenes ? [...document.querySelectorAll("[data-scene]")] : [];
      if (sceneNames.length) {
        root.prepend(makeElement("nav", { class: "scene-bar", "aria-label": strings.scenes }, ...sceneNames.map((name) => {
          const section = this.sections.find((candidate) => candidate.dataset.scene === name);
          const id = section ? section.querySelector("h2").id : "";
          const onclick = (event) => { if (!section) { event.preventDefault(); this.enterScene(name); } };
          return makeElement("a", { href: `#${id}`, "data-target-scene": name, onclick }, strings.sceneTitles[name]);
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
  const showSheet = ({ root, config, dataSet, sceneNames }) => {
    const { content, width, height } = sceneSheet({ kind: root.dataset.live, config, dataSet, sceneNames, strings });
    const svg = makeElement("svg", { class: "stage-svg", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": strings.sheetLink });
    svg.innerHTML = content;
    const saveButton = makeElement("button", { type: "button", onclick: () => interaction.saveSvg(svg, "perceptron-proof") }, strings.allSvg);
    const printButton = makeElement("button", { type: "button", onclick: () => globalThis.print() }, strings.print);
    root.replaceWith(makeElement("div", { class: "sheet" }, makeElement("p", { class: "sheet-tools" }, printButton, saveButton), svg));
  };

  /** Open the same picture in another language, if the site has it. */
  const openInLanguage = (lang) => {
    const currentLanguage = document.documentElement.lang, languages = ["en", "zh-TW", "zh-CN"];
    if (!languages.includes(lang) || lang === currentLanguage) return;
    const hash = location.hash.replace(/[#&]lang=[^&]*/, "").replace(/^[#&]?/, "#");
    const page = `${currentLanguage === "en" ? "../" : "../../"}${lang === "en" ? "" : `${lang}/`}embed/${location.pathname.split("/").pop()}`;
    location.replace(new URL(page, location.href).href + hash);
  };

  const start = () => {
    const isOwnPage = document.body.matches(".embed");
    if (isOwnPage && matchMedia("(prefers-color-scheme: dark)").matches) {
      document.body.dataset.mdColorScheme = "slate";
    }
    const { lang, showsSheet } = isOwnPage ? address.parse(location.hash.slice(1)) : {};
    if (lang) openInLanguage(lang);
    const pictures = [...document.querySelectorAll(".stage[data-live]")].map((root) => new LivePicture(root));
    if (showsSheet && pictures[0].sceneNames.length) showSheet(pictures[0]);
    for (const question of document.querySelectorAll(".predict")) {
      const { t, slider } = question.dataset;
      interaction.makeChoiceButtons(question, strings, () => {
        if (t) pictures[0].showUpdateOfQuestion(question);
        if (slider) pictures.find(({ sliderValues }) => slider.split(" ")[0] in sliderValues).moveSliderOfQuestion(question);
      });
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
