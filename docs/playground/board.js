/* The board: the panels of panels.js and the steps of a run, put around the plane. Until Python has started they show
 * the answers of quick.js.
 *
 * perceptron.board(app) adds the board to the playground that app.js made; runs.js adds what needs Python.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { button, charts, fillTemplate, makeElement, textAboutLines, panels, typeset, parseNumber } = perceptron;
  const words = perceptron.words.playground;
  const { formatNumber, isMistake } = panels;

  /* The marks of the legend, in the shapes and classes of the plane. */
  const segment = (name) => `<path class="${name}" d="M1 8H27"/>`;
  const MARKS = {
    line: segment("line"), former: segment("former"), pocket: segment("pocket"),
    ring: '<circle class="ring" cx="14" cy="8" r="6"/>',
    mistake: '<circle class="mistake" cx="14" cy="8" r="6"/>',
    hulls: '<rect class="hull plus" x="2" y="3" width="24" height="10"/>',
  };

  /** Return the steps of a run: {elements, show}, with controls, a sentence and a legend. */
  const makeSteps = (app, parts) => {
    let T = 0;
    const weights = (t) => {
      const w = app.answer.run.w[t].map((number) => number.value || 0);
      return [w[0] * parseNumber(app.state.x0), w[1], w.length > 2 ? w[2] : 0];
    };
    const linesOf = (t) => {
      const { run, proof } = app.answer, pocketTime = run.pocket ? run.pocket[t][1] : t;
      const { examples, point } = proof;
      return {
        w: weights(t),
        former: !run.pocket && t > 0 && weights(t - 1), // at most one line is dashed
        pocket: pocketTime !== t && weights(pocketTime),
        certificate: examples && {
          examples, point: point && point.map((number) => number.value),
        },
      };
    };
    const draw = (t) => {
      for (const { step } of parts) if (step) step(t);
      if (!app.answer) return app.plane.step({});
      const { run } = app.answer, linesAtStep = linesOf(t);
      app.plane.step({
        ring: t < T ? run.n[t] : null,
        isMistake: (n) => isMistake(run, t, n),
        lines: (plane) => charts.lines(linesAtStep, plane),
      });
      app.state.t = t === T ? null : t;
      app.save();
    };
    const sentence = (t) => {
      if (!app.answer) return "";
      const { run } = app.answer, values = { t, k: run.mistakes[t], n: run.n[t] };
      if (t < T) {
        const margins = { before: formatNumber(run.before[t]), after: formatNumber(run.after[t]) };
        return fillTemplate(words.saidStep, { ...values, ...margins });
      }
      const { separable } = app.answer.proof;
      const template = run.status === "converged" ? words.saidEnd
        : separable === false ? textAboutLines("saidNoLine", app.state) : words.saidStopped;
      return fillTemplate(template, values);
    };
    const controls = perceptron.stepControls({
      title: words.planeName, name: "t", from: 0, draw, sentenceOf: sentence,
    });
    const whyButton = button(words.whyNot, () => app.root.querySelector(".pg-proof").focus());
    const legend = makeElement("p", { class: "pg-legend" });
    const line = makeElement("p", { class: "step-said pg-said" }, controls.line);
    const showLegend = ({ run, proof }) => {
      const dashed = run.pocket ? "pocket" : "former";
      const keys = ["line", ...(T ? [dashed, "ring"] : []), "mistake"];
      if (proof.separable === false) keys.push("hulls");
      legend.replaceChildren(...keys.map((key) => {
        const entry = makeElement("span");
        entry.innerHTML = `<svg width="28" height="16" aria-hidden="true">${MARKS[key]}</svg>`;
        const text = makeElement("span");
        text.append(...typeset(words.legend[key]));
        entry.append(text);
        return entry;
      }));
    };
    const show = () => {
      const { answer, state } = app;
      T = answer ? answer.run.T : 0;
      controls.element.hidden = !answer;
      legend.hidden = !answer || !app.isPlane();
      whyButton.hidden = !answer || answer.proof.separable !== false;
      whyButton.textContent = textAboutLines("whyNot", app.state);
      if (answer) showLegend(answer);
      controls.reset(T + 1, state.t === null ? T : state.t);
    };
    return { elements: [legend, controls.element, line, whyButton], show };
  };

  /** Add the panels of a run and its steps to the page, and the methods errorOf and showRun to the app. */
  perceptron.board = (app) => {
    const alert = makeElement("p", { class: "pg-error", role: "alert" });
    const settings = panels.settingsPanel(app), bars = panels.barsPanel(app);
    const sidePanels = [panels.numbersPanel(app), panels.proofPanel(app)];
    const parts = [settings, bars, ...sidePanels];
    const steps = makeSteps(app, parts);
    Object.assign(app, {
      parts, bars,
      errorOf: (field) => (app.error && app.error.field === field ? app.error.message : ""),
      showRun() {
        for (const part of parts) part.show();
        const { error } = app;
        alert.textContent = error && !error.field ? error.message : "";
        steps.show();
      },
    });
    app.plane.element.after(bars.element, ...steps.elements, app.tools.edits);
    const elements = sidePanels.map((part) => part.element);
    app.side = makeElement("div", { class: "pg-side" }, settings.element, alert, ...elements);
    app.columns.append(app.side, sidePanels[1].charts);
  };
})();
