/* The playground before Python is there: the plane, the state, its link and past, the start.
 *
 * perceptron.playground(element) fills an element. What needs Python is loaded at the start, with
 * Python itself: runs.js.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { filled, made, states } = perceptron;
  const words = perceptron.words.playground;
  const spoken = (english) => perceptron.words.says[english] || english; // of sets and orders

  const REST = ["editor.css", "editor", "curves", "panels", "engine", "runs"];
  const PAUSE = 200; // milliseconds between two changes of the address
  const FIRST_CODE = `def mine(view):
    """The naive cycle, one visit after the other."""
    while True:
        for n in range(len(view)):
            yield n
`;

  /** Set the first code if the reader's own strategy is chosen and has no code. */
  const ensureCode = (app) => {
    const { state } = app;
    if (state.order === "mine" && !state.code) state.code = app.trusted = FIRST_CODE;
  };
  const button = (text, onclick, attributes = {}) =>
    made("button", { type: "button", onclick, ...attributes }, text);
  const options = (pairs) => pairs.map(([value, text]) => made("option", { value }, text));

  /** Return the sets that are part of the page: their list, and examples by name. */
  const known = () => {
    const element = document.querySelector("script.playground-known");
    return { sets: [], data: {}, ...(element ? JSON.parse(element.textContent) : {}) };
  };

  /** Return the bar that starts Python and shows the progress: {element, progress, fail}. */
  const startBar = (start) => {
    const press = button(words.start, start, { class: "pg-main" });
    const bar = made("progress", { hidden: true, "aria-label": words.loading });
    const status = made("p", { role: "status" }, words.startHelp);
    const element = made("div", { class: "pg-start" }, press, bar, status);
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    const progress = ({ done, total, phase }) => {
      press.hidden = true;
      bar.hidden = false;
      if (total) Object.assign(bar, { max: total, value: done });
      else bar.removeAttribute("value");
      status.textContent = total
        ? filled(words.loaded, { done: megabytes(done), total: megabytes(total) })
        : words.phases[phase];
    };
    const fail = (message, again) => {
      press.hidden = !again;
      press.textContent = words.tryAgain;
      bar.hidden = true;
      status.textContent = message;
    };
    return { element, progress, fail };
  };

  /** Return the buttons above the plane. */
  const toolbar = (app) => {
    let y = 1;
    const kinds = [1, -1].map((sign) => {
      const press = () => { y = sign; show(); };
      return button(sign > 0 ? words.plus : words.minus, press);
    });
    const flip = button(words.flip, () => app.flip(app.chosen()));
    const remove = button(words.remove, () => app.remove(app.chosen()));
    const undo = button(words.undo, () => app.restore(app.past.undo()));
    const redo = button(words.redo, () => app.restore(app.past.redo()));
    const clear = button(words.clear, () => app.clear());
    const set = made("select", {
      "aria-label": words.sets,
      onchange: () => app.takeSet(set.value),
    });
    const zooms = [[words.out, 1.5, "−"], [words.in, 1 / 1.5, "+"]].map(([name, factor, sign]) =>
      button(sign, () => app.plane.zoom(factor), { "aria-label": name, title: name }));
    const fit = button(words.fit, () => app.plane.fit());
    const places = made(
      "div", { class: "pg-kinds", role: "group", "aria-label": words.places },
      made("span", { "aria-hidden": "true" }, words.places), ...kinds,
    );
    const sizes = made("div", { class: "pg-kinds" }, ...zooms, fit);
    const more = [undo, redo, clear, sizes, set];
    const element = made("div", { class: "pg-row pg-tools" }, places, flip, remove, ...more);
    const pairs = known().sets.map(({ name, says }) => [name, `${name}: ${spoken(says)}`]);
    set.append(...options([["", words.sets], ...pairs]));
    const show = () => {
      kinds.forEach((kind, i) => kind.setAttribute("aria-pressed", (y > 0) === (i === 0)));
      for (const one of [places, flip, remove, sizes]) one.hidden = !app.isPlane();
      flip.disabled = remove.disabled = app.chosen() < 0;
      undo.disabled = !app.past.canUndo;
      redo.disabled = !app.past.canRedo;
      set.value = pairs.some(([name]) => name === app.state.set) ? app.state.set : "";
    };
    return { element, show, label: () => y };
  };

  /** Add what changes the examples: place, move, flip, remove, clear, take, takeSet. */
  const editing = (app) => {
    const { change } = app;
    const withRow = (n, row, y) => {
      const rows = [...app.state.rows], labels = [...app.state.labels];
      rows[n] = row;
      labels[n] = y;
      return { rows, labels };
    };
    const RESET = { w0: "", t: null }; // with another set
    Object.assign(app, {
      place(row, y = app.tools.label()) {
        const n = app.state.rows ? app.state.rows.length : states.MAX_EXAMPLES;
        if (n >= states.MAX_EXAMPLES) {
          return app.say(filled(words.full, { most: states.MAX_EXAMPLES }));
        }
        change(withRow(n, row, y));
        if (app.isPlane()) app.plane.select(n, false);
      },
      move: (n, row, how) => change(withRow(n, row, app.state.labels[n]), how),
      flip: (n) => change(withRow(n, app.state.rows[n], -app.state.labels[n])),
      remove(n) {
        const without = (some) => some.filter((_, i) => i !== n);
        change({ rows: without(app.state.rows), labels: without(app.state.labels) });
      },
      clear() {
        const names = app.isPlane() ? app.state.names : states.names(2);
        change({ rows: [], labels: [], names, ...RESET });
      },
      take: ({ names, rows, labels }) => change({ names, rows, labels, ...RESET }, { anew: true }),
      takeSet: (set) => set && change({ set, rows: null, labels: [], ...RESET }, { anew: true }),
    });
  };

  /** Add what keeps the state in the link: save, link, open. */
  const linking = (app) => {
    const page = location.href.split("#")[0];
    let timer = 0;
    const write = () => {
      clearTimeout(timer);
      timer = 0;
      history.replaceState(null, "", `#${states.encode(app.state)}`);
    };
    addEventListener("pagehide", () => timer && write());
    Object.assign(app, {
      save: () => { timer = timer || setTimeout(write, PAUSE); },
      link: () => `${page}#${states.encode(app.state)}`,
      /** Take the state in a link, and report the unreadable parts; false if it has no state. */
      open(text) {
        const read = states.decode(text);
        if (!read) return false;
        app.state = read.state;
        app.trusted = "";
        app.isForeign = Boolean(read.state.code);
        ensureCode(app);
        const parts = read.unread.join("  ");
        app.damage = parts && filled(words.damaged, { parts });
        app.say(app.damage);
        return true;
      },
    });
  };

  /** Add what changes the state, and shows it: change, refresh, restore. */
  const changing = (app) => {
    const { data } = app;
    const noted = () => states.encode({ ...app.state, code: "" }, false);
    Object.assign(app, {
      noted,
      /** Change the state, run, and keep the former one for undo, unless more is on its way. */
      change(patch, { done = true, anew = false } = {}) {
        const { state } = app, before = state.rows && state.rows.length;
        Object.assign(state, patch.rows ? { set: "", ...patch } : patch);
        ensureCode(app);
        if (!state.rows || state.rows.length !== before || patch.names) app.answer = null;
        app.error = null;
        app.say((app.damage = ""));
        if (done) app.past.note(noted());
        app.save();
        app.refresh(anew);
      },
      refresh(anew) {
        const { set, rows } = app.state;
        if (!rows && data[set]) app.useSet(data[set]);
        app.show(anew);
        if (app.run) app.run(anew);
        else if (!app.damage) {
          const isSeen = app.state.rows && app.isPlane();
          app.say(perceptron.joined([
            app.isForeign && words.foreignWaits,
            !isSeen && filled(words.setNeedsPython, { set }),
          ]));
        }
      },
      restore(text) {
        if (text === null) return;
        app.state = { ...states.decode(text).state, code: app.state.code };
        app.error = app.answer = null;
        app.save();
        app.refresh(true);
      },
      useSet: ({ names, rows, labels }) => Object.assign(app.state, { names, rows, labels }),
      show(anew) {
        const { state } = app, isSeen = app.isPlane() && state.rows;
        app.plane.element.toggleAttribute("hidden", !isSeen);
        if (isSeen) app.plane.examples(state, anew, !app.answer);
        app.tools.show();
        app.showRun();
      },
    });
  };

  /** Start Python, and add the panels that show its runs. */
  const startPython = async (app, start) => {
    let isOver = false; // then other parts may still come
    const progress = (how) => isOver || start.progress(how);
    progress({ phase: "scripts" });
    try {
      await perceptron.load(...REST);
      const { engine, runs } = perceptron;
      if (engine.problem) return start.fail(words.problems[engine.problem], false);
      await engine.start(progress);
      runs(app, await engine.ask({ what: "about" }));
    } catch (error) {
      isOver = true;
      return start.fail(filled(words.failed, { message: error.message }), true);
    }
    start.element.hidden = true;
    app.say(app.damage); // clears the note that Python is needed
    app.refresh(true);
  };

  perceptron.playground = (root) => {
    const note = made("p", { class: "pg-note", role: "status" });
    const app = {
      root, state: states.initial(), data: known().data, run: null,
      answer: null, error: null, trusted: "", isForeign: false, damage: "",
      isPlane: () => app.state.names.length < 3,
      chosen: () => app.plane.chosen,
      say: (message) => { note.textContent = message; },
      showRun: () => {},
    };
    changing(app);
    linking(app);
    editing(app);
    app.tools = toolbar(app);
    app.plane = perceptron.plane({
      ...app,
      label: app.tools.label,
      choose: app.tools.show,
      move: (n, row, done) => app.move(n, row, { done }),
    });
    const start = startBar(() => startPython(app, start));
    app.board = made("div", { class: "pg-board" }, app.tools.element, app.plane.element, note);
    app.columns = made("div", { class: "pg-columns" }, app.board);
    root.classList.add("pg-page");
    root.addEventListener("keydown", (event) => event.stopPropagation()); // the theme has keys
    root.replaceChildren(start.element, app.columns);

    app.open(location.hash.slice(1));
    app.past = states.past(app.noted());
    app.refresh(true);
    addEventListener("hashchange", ({ newURL }) => { // the address may be written over by now
      if (!app.open(new URL(newURL).hash.slice(1))) return app.save(); // a heading: the state stays
      app.past.note(app.noted());
      app.error = app.answer = null;
      app.refresh(true);
    });
  };

  Object.assign(perceptron, { button, options, spoken });
})();
