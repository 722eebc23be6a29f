/* The playground with Python: it asks Python for runs, and shows the answers.
 *
 * perceptron.addPythonPanels(app, about) adds the panels of the reader's own strategy and of the tools to those of board.js.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { button, engine, fillTemplate, makeElement, panels, states } = perceptron;
  const words = perceptron.words.playground;

  const SAVED_STYLES = [
    "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity",
    "font-size", "font-family", "font-weight", "visibility", "display",
  ];

  /** Return an <svg> as the text of a file, with its style declarations. */
  const inlineStyles = (svg) => {
    const copy = svg.cloneNode(true);
    const [originals, copies] = [svg, copy].map((element) => [element, ...element.querySelectorAll("*")]);
    originals.forEach((element, i) => {
      const style = getComputedStyle(element);
      for (const { name } of [...copies[i].attributes]) {
        if (/^(class|tabindex|role|data-|aria-)/.test(name)) copies[i].removeAttribute(name);
      }
      const declarations = SAVED_STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`);
      copies[i].setAttribute("style", declarations.join(";"));
    });
    originals.forEach((element, i) => { if (element.matches(".hit, .front")) copies[i].remove(); });
    const [, , width, height] = svg.getAttribute("viewBox").split(" ");
    const attributes = { xmlns: "http://www.w3.org/2000/svg", width, height };
    for (const name in attributes) copy.setAttribute(name, attributes[name]);
    return new XMLSerializer().serializeToString(copy);
  };

  const download = (name, text, type) => {
    const href = URL.createObjectURL(new Blob([text], { type }));
    makeElement("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  };

  /** Return the question that asks for the run of a state. */
  const questionOf = (state) => {
    const { rows, labels, names, x0, algorithm, order, code, w0, eta, sign0, updates } = state;
    return {
      what: "run", rows, labels, names, x0, algorithm,
      strategy: order === "mine" ? null : states.orderText(state),
      code: order === "mine" ? code : null,
      w0: w0 ? w0.split(",").map((text) => text.trim()) : null,
      eta, sign_of_zero: Number(sign0),
      max_updates: /^\d{1,9}$/.test(updates) ? Number(updates) : updates,
    };
  };

  /** Add the methods that ask Python: countRequests, ask, question, showError; return the line shown while Python works. */
  const addAsking = (app) => {
    const status = makeElement("span", {}, words.working);
    const stop = button(words.stop, () => engine.stop());
    let requests = 0;
    const countRequests = (change) => {
      requests += change;
      app.root.setAttribute("aria-busy", requests > 0);
      if (requests === 1 && change > 0) status.textContent = words.working;
    };
    const errorText = ({ name, message }) =>
      name === "Stopped" ? words.stopped
      : name === "Silent" ? words.silent
      : fillTemplate(words.broken, { message });
    Object.assign(app, {
      countRequests,
      /** Ask Python; return its answer, or null if Python was stopped, crashed or could not be started.
       *
       * onSilence: is called if Python does not respond; if it returns true, it handled that, and ask returns
       * false.
       */
      async ask(question, onMessage = () => {}, onSilence = () => false) {
        countRequests(1);
        try {
          return await engine.ask(question, {
            onMessage(message) {
              if (message.t) status.textContent = fillTemplate(words.workingAt, { t: message.t });
              onMessage(message);
            },
          });
        } catch (error) {
          if (error.name === "Silent" && onSilence()) return false;
          app.showNote(errorText(error));
          return null;
        } finally { countRequests(-1); }
      },
      question: () => questionOf(app.state),
      /** Show the error in an answer. field: where to show it if the answer names no field. */
      showError(answer, field = null) {
        if (answer) {
          const { error, line, at } = answer;
          app.error = { message: error, line, at, field: answer.field || field };
        }
        app.show();
      },
    });
    return makeElement("div", { class: "pg-works" }, status, stop);
  };

  /** Add `run`, which asks for the run of the current state, and asks again if the state changes before the answer. */
  const addRunning = (app) => {
    let isRunning = false, isStale = false;

    /** Ask Python for the examples of a set that is not in the page. */
    const fetchSet = async () => {
      const { set } = app.state, answer = await app.ask({ what: "set", name: set });
      if (set !== app.state.set || app.state.rows) return;
      if (answer && answer.set) app.data[set] = answer.set;
      app.useSet(app.data[set] || { names: states.defaultNames(2), rows: [], labels: [] });
      if (answer && answer.error) app.showError(answer);
    };
    const canRun = () => {
      const { rows, order } = app.state;
      if (rows.length) return order !== "mine" || app.isTrusted();
      if (!app.error) app.showNote(words.empty);
      return false;
    };
    const runOnce = async (refit) => {
      const isNewSet = !app.state.rows;
      if (isNewSet) await fetchSet();
      if (!app.state.rows) return; // the reader has chosen another set before the answer
      app.printed = "";
      if (!canRun()) {
        app.answer = null;
        return app.show(refit || isNewSet);
      }
      const { labels } = app.state;
      const onMessage = ({ printed }) => { app.printed += printed || ""; };
      const question = app.question(), answer = await app.ask(question, onMessage);
      app.lastRunCode = question.code;
      if (answer) app.printed = answer.printed || "";
      // if the examples have changed since the question, wait for the next answer
      const isCurrent = app.state.rows && app.state.labels.join() === labels.join();
      app.answer = answer && !answer.error && isCurrent ? answer : null;
      if (answer && answer.error) return app.showError(answer);
      app.show(refit || isNewSet);
    };
    app.run = async (refit) => {
      if (isRunning) { isStale = true; return; }
      isRunning = true;
      app.countRequests(1);
      try {
        do {
          isStale = false;
          await runOnce(refit);
        } while (isStale);
      } finally {
        isRunning = false;
        app.countRequests(-1);
      }
    };
    Object.assign(app, {
      trust() { app.trustedCode = app.state.code; app.isForeign = false; },
      isTrusted: () => app.state.code === app.trustedCode,
      runCode() { app.trust(); app.error = null; app.refresh(false); },
    });
  };

  /** Add what needs Python: the panels of the strategy and the tools, and the line that is shown while Python works. */
  perceptron.addPythonPanels = (app, about) => {
    const { root, plane } = app;
    Object.assign(app, { about, printed: "", download });
    const workLine = addAsking(app);
    addRunning(app);

    const strategy = panels.strategyPanel(app), folds = panels.toolPanels.map((tool) => tool(app));
    app.parts.push(strategy, ...folds);
    app.picture = () =>
      inlineStyles(app.isPlane() ? plane.element : app.bars.element.querySelector("svg"));
    app.side.querySelector(".pg-numbers").before(strategy.element);
    root.append(makeElement("div", { class: "pg-folds" }, ...folds.map((part) => part.element)), workLine);
  };
})();
