/* The playground without Python: the plane, the state, its link and history, and the Start button.
 *
 * perceptron.playground(element) fills an element. Start loads Python, and runs.js, which needs it.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { fillTemplate, makeElement, states } = perceptron;
  const words = perceptron.words.playground;
  const translateDescription = (english) => perceptron.words.translations[english] || english; // a description of a set or an order

  const PYTHON_FILES = ["editor.css", "editor", "tools", "engine", "runs"];
  const FIRST_STEP = 5; // of the first run: its line separates some of the examples, and Play goes on from it
  const SAVE_DELAY = 200; // milliseconds between changes of the address
  const FIRST_CODE = `def mine(view):
    """The naive cycle, one visit after the other."""
    while True:
        for n in range(len(view)):
            yield n
`;

  /** Set the first code if the reader's own strategy is chosen and has no code. */
  const ensureCode = (app) => {
    const { state } = app;
    if (state.order === "mine" && !state.code) state.code = app.trustedCode = FIRST_CODE;
  };
  const button = (text, onclick, attributes = {}) =>
    makeElement("button", { type: "button", onclick, ...attributes }, text);
  const options = (pairs) => pairs.map(([value, text]) => makeElement("option", { value }, text));

  /** Return the data that the build has put into the page: {sets, data: examples by set, about: visiting orders}. */
  const pageChoices = () => {
    const element = document.querySelector("script.playground-known");
    return { sets: [], data: {}, about: { strategies: [], starters: [] }, ...(element ? JSON.parse(element.textContent) : {}) };
  };

  /** Return the bar that starts Python and shows the progress: {element, progress, fail}. */
  const startBar = (start) => {
    const startButton = button(words.start, start, { class: "pg-main" });
    const bar = makeElement("progress", { hidden: true, "aria-label": words.loading });
    const status = makeElement("p", { role: "status" }, words.startHelp);
    const element = makeElement("div", { class: "pg-start" }, startButton, bar, status);
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    const progress = ({ done, total, phase }) => {
      startButton.hidden = true;
      bar.hidden = false;
      if (total) Object.assign(bar, { max: total, value: done });
      else bar.removeAttribute("value");
      status.textContent = total
        ? fillTemplate(words.loaded, { done: megabytes(done), total: megabytes(total) })
        : words.phases[phase];
    };
    const fail = (message, canRetry) => {
      startButton.hidden = !canRetry;
      startButton.textContent = words.tryAgain;
      bar.hidden = true;
      status.textContent = message;
    };
    return { element, progress, fail };
  };

  /** Return the controls of the examples: the sets and labels above the plane, and the buttons below it. */
  const toolbar = (app) => {
    let label = 1;
    const labelButtons = [1, -1].map((sign) => {
      const choose = () => { label = sign; show(); };
      const name = sign > 0 ? words.plus : words.minus;
      const mark = sign > 0 ? makeElement("circle", { class: "o", cx: 7, cy: 7, r: 5 }) : makeElement("path", { class: "x", d: "M2 2l10 10M2 12L12 2" });
      const element = button("", choose, { "aria-label": name });
      element.append(makeElement("svg", { viewBox: "0 0 14 14" }, mark), ` ${name.slice(name.indexOf("y"))}`);
      return element;
    });
    const flip = button(words.flip, () => app.flip(app.chosen()));
    const remove = button(words.remove, () => app.remove(app.chosen()));
    const undo = button(words.undo, () => app.restore(app.history.undo()));
    const redo = button(words.redo, () => app.restore(app.history.redo()));
    const clear = button(words.clear, () => app.clear());
    const setSelect = makeElement("select", {
      "aria-label": words.sets,
      onchange: () => app.chooseSet(setSelect.value),
    });
    const zooms = [[words.zoomOut, 1.5, "−"], [words.zoomIn, 1 / 1.5, "+"]].map(([name, factor, sign]) =>
      button(sign, () => app.plane.zoom(factor), { "aria-label": name, title: name }));
    const fit = button(words.fit, () => app.plane.fit());
    const labelChoice = makeElement(
      "div", { class: "pg-kinds", role: "group", "aria-label": words.clickPlaces },
      makeElement("span", { "aria-hidden": "true" }, words.clickPlaces), ...labelButtons,
    );
    const sizes = makeElement("div", { class: "pg-kinds" }, ...zooms, fit);
    const element = makeElement("div", { class: "pg-row pg-tools" }, setSelect, labelChoice);
    const edits = makeElement("div", { class: "pg-row pg-edits" }, flip, remove, undo, redo, clear, sizes);
    const pairs = pageChoices().sets.map(({ name, description }) => [name, `${name}: ${translateDescription(description)}`]);
    setSelect.append(...options([["", words.sets], ...pairs]));
    const show = () => {
      labelButtons.forEach((kind, i) => kind.setAttribute("aria-pressed", (label > 0) === (i === 0)));
      for (const control of [labelChoice, flip, remove, sizes]) control.hidden = !app.isPlane();
      flip.disabled = remove.disabled = app.chosen() < 0;
      undo.disabled = !app.history.canUndo;
      redo.disabled = !app.history.canRedo;
      setSelect.value = pairs.some(([name]) => name === app.state.set) ? app.state.set : "";
    };
    return { element, edits, show, label: () => label };
  };

  /** Add the methods that change the examples: place, move, flip, remove, clear, useExamples, chooseSet. */
  const editing = (app) => {
    const { change } = app;
    const withRow = (n, row, y) => {
      const rows = [...app.state.rows], labels = [...app.state.labels];
      rows[n] = row;
      labels[n] = y;
      return { rows, labels };
    };
    const RESET_RUN = { w0: "", t: null }; // when the set changes
    Object.assign(app, {
      place(row, y = app.tools.label()) {
        const n = app.state.rows ? app.state.rows.length : states.MAX_EXAMPLES;
        if (n >= states.MAX_EXAMPLES) {
          return app.showNote(fillTemplate(words.full, { most: states.MAX_EXAMPLES }));
        }
        change(withRow(n, row, y));
        if (app.isPlane()) app.plane.select(n, false);
      },
      move: (n, row, options) => change(withRow(n, row, app.state.labels[n]), options),
      flip: (n) => change(withRow(n, app.state.rows[n], -app.state.labels[n])),
      remove(n) {
        const withoutN = (list) => list.filter((_, i) => i !== n);
        change({ rows: withoutN(app.state.rows), labels: withoutN(app.state.labels) });
      },
      clear() {
        const names = app.isPlane() ? app.state.names : states.defaultNames(2);
        change({ rows: [], labels: [], names, ...RESET_RUN });
      },
      useExamples: ({ names, rows, labels }) => change({ names, rows, labels, ...RESET_RUN }, { refit: true }),
      chooseSet: (set) => set && change({ set, rows: null, labels: [], ...RESET_RUN }, { refit: true }),
    });
  };

  /** Add the methods that write the state to a link and read it: save, link, open. */
  const linking = (app) => {
    const page = location.href.split("#")[0];
    let saveTimer = 0;
    const saveNow = () => {
      clearTimeout(saveTimer);
      saveTimer = 0;
      history.replaceState(null, "", `#${states.encode(app.state)}`);
    };
    addEventListener("pagehide", () => saveTimer && saveNow());
    Object.assign(app, {
      save: () => { saveTimer = saveTimer || setTimeout(saveNow, SAVE_DELAY); },
      link: () => `${page}#${states.encode(app.state)}`,
      /** Open the state in a link, and report unreadable parts; return false if the link has no state. */
      open(text) {
        const linkState = states.decode(text);
        if (!linkState) return false;
        app.state = linkState.state;
        app.trustedCode = "";
        app.isForeign = Boolean(linkState.state.code);
        ensureCode(app);
        const parts = linkState.unread.join("  ");
        app.linkError = parts && fillTemplate(words.damaged, { parts });
        app.showNote(app.linkError);
        return true;
      },
    });
  };

  /** Add the methods that change the state and show it: historyText, change, refresh, restore, useSet, show. */
  const changing = (app) => {
    const { data } = app;
    const historyText = () => states.encode({ ...app.state, code: "" }, false);
    /** Compute the run without Python if quick.js can; else say that it needs Python. */
    const runQuickly = () => {
      const { set, rows } = app.state;
      app.answer = perceptron.quickAnswer(app.state);
      if (app.linkError) return;
      const reason = !(rows && app.isPlane()) ? fillTemplate(words.setNeedsPython, { set })
        : rows.length ? words.runNeedsPython : words.empty;
      app.showNote(perceptron.joinSentences([app.isForeign && words.foreignWaits, !app.answer && reason]));
    };
    Object.assign(app, {
      historyText,
      /** Change the state, and run. Save the former state for Undo, unless isFinal is false, as during a drag.
       * refit: fit the view of the plane to the examples.
       */
      change(patch, { isFinal = true, refit = false } = {}) {
        const { state } = app, lengthBefore = state.rows && state.rows.length;
        const atEnd = [0, app.firstStep].includes(state.t) && { t: null }; // a run of the changed examples is shown at its end
        app.firstStep = null;
        Object.assign(state, patch.rows ? { set: "", ...atEnd, ...patch } : patch);
        ensureCode(app);
        if (!state.rows || state.rows.length !== lengthBefore || patch.names) app.answer = null;
        app.error = null;
        app.showNote((app.linkError = ""));
        if (isFinal) app.history.add(historyText());
        app.save();
        app.refresh(refit);
      },
      refresh(refit) {
        const { set, rows } = app.state;
        if (!rows && data[set]) app.useSet(data[set]);
        if (!app.run) runQuickly();
        app.show(refit);
        if (app.run) app.run(refit);
      },
      restore(text) {
        if (text === null) return;
        app.state = { ...states.decode(text).state, code: app.state.code };
        app.error = app.answer = null;
        app.save();
        app.refresh(true);
      },
      useSet: ({ names, rows, labels }) => Object.assign(app.state, { names, rows, labels }),
      show(refit) {
        const { state } = app, isDrawable = app.isPlane() && state.rows;
        app.plane.element.toggleAttribute("hidden", !isDrawable);
        if (isDrawable) app.plane.examples(state, refit, !app.answer);
        app.tools.show();
        app.showRun();
      },
    });
  };

  /** Start Python, and add the panels that show its runs. */
  const startPython = async (app, start) => {
    let isOver = false; // after an error, late progress is ignored
    const progress = (update) => isOver || start.progress(update);
    progress({ phase: "scripts" });
    try {
      await perceptron.load(...PYTHON_FILES);
      const { engine, addPythonPanels } = perceptron;
      if (engine.problem) return start.fail(words.problems[engine.problem], false);
      await engine.start(progress);
      addPythonPanels(app, await engine.ask({ what: "about" }));
    } catch (error) {
      isOver = true;
      return start.fail(fillTemplate(words.failed, { message: error.message }), true);
    }
    start.element.hidden = true;
    app.showNote(app.linkError); // replaces the note that Python is needed
    app.refresh(true);
  };

  perceptron.playground = (root) => {
    const note = makeElement("p", { class: "pg-note", role: "status" });
    const app = {
      root, state: states.initial(), data: pageChoices().data, about: pageChoices().about, run: null,
      answer: null, error: null, trustedCode: "", isForeign: false, linkError: "",
      firstStep: null, // the step at which the page opened, until the reader changes something
      isPlane: () => app.state.names.length < 3,
      chosen: () => app.plane.chosen,
      showNote: (message) => { note.textContent = message; },
      showRun: () => {},
    };
    changing(app);
    linking(app);
    editing(app);
    app.tools = toolbar(app);
    app.plane = perceptron.plane({
      ...app,
      addExample: app.place,
      label: app.tools.label,
      onSelect: app.tools.show,
      move: (n, row, isFinal) => app.move(n, row, { isFinal }),
    });
    const start = startBar(() => startPython(app, start));
    app.board = makeElement("div", { class: "pg-board" }, app.tools.element, app.plane.element, note);
    app.columns = makeElement("div", { class: "pg-columns" }, app.board);
    root.classList.add("pg-page");
    root.addEventListener("keydown", (event) => event.stopPropagation()); // the theme has keyboard shortcuts
    root.replaceChildren(app.columns);
    perceptron.board(app);
    app.side.append(start.element); // the plane and its numbers need no Python

    if (!app.open(location.hash.slice(1))) app.state.t = app.firstStep = FIRST_STEP;
    app.history = states.makeHistory(app.historyText());
    app.refresh(true);
    addEventListener("hashchange", ({ newURL }) => { // newURL, because the address may have changed again
      if (!app.open(new URL(newURL).hash.slice(1))) return app.save(); // the link to a heading: keep the state
      app.history.add(app.historyText());
      app.error = app.answer = null;
      app.refresh(true);
    });
  };

  Object.assign(perceptron, { button, options, translateDescription });
})();
