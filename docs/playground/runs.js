/* The playground with Python: the questions, and the answers on the page.
 *
 * perceptron.runs(app, about) adds the panels and the steps to the playground that app.js has made.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { button, curves, engine, filled, made, ofLines, panels, states, typeset, value } = perceptron;
  const words = perceptron.words.playground;
  const { formatNumber, isMistake } = panels;

  const INLINED = [
    "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity",
    "font-size", "font-family", "font-weight", "visibility", "display",
  ];

  /** Return a picture as a file of its own, its colours in it. */
  const standalone = (svg) => {
    const copy = svg.cloneNode(true);
    const [all, copies] = [svg, copy].map((one) => [one, ...one.querySelectorAll("*")]);
    all.forEach((element, i) => {
      const style = getComputedStyle(element);
      for (const { name } of [...copies[i].attributes]) {
        if (/^(class|tabindex|role|data-|aria-)/.test(name)) copies[i].removeAttribute(name);
      }
      const inlined = INLINED.map((name) => `${name}:${style.getPropertyValue(name)}`);
      copies[i].setAttribute("style", inlined.join(";"));
    });
    all.forEach((element, i) => { if (element.matches(".hit, .front")) copies[i].remove(); });
    const [, , width, height] = svg.getAttribute("viewBox").split(" ");
    const attributes = { xmlns: "http://www.w3.org/2000/svg", width, height };
    for (const name in attributes) copy.setAttribute(name, attributes[name]);
    return new XMLSerializer().serializeToString(copy);
  };

  const download = (name, text, type) => {
    const href = URL.createObjectURL(new Blob([text], { type }));
    made("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  };

  /** Return the question for a state. */
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

  /** Add how Python is asked: ask, question, refuse; return the line that is seen meanwhile. */
  const asking = (app) => {
    const said = made("span", {}, words.works);
    const stop = button(words.stop, () => engine.stop());
    let waiting = 0;
    const busy = (more) => {
      waiting += more;
      app.root.setAttribute("aria-busy", waiting > 0);
      if (waiting === 1 && more > 0) said.textContent = words.works;
    };
    const ended = ({ name, message }) =>
      name === "Stopped" ? words.stopped
      : name === "Silent" ? words.silent
      : filled(words.broken, { message });
    Object.assign(app, {
      busy,
      /** Ask Python; return its answer, or null if it was ended.
       *
       * silent: called if Python does not respond; if it returns true, it has handled that, and
       * `false` is returned.
       */
      async ask(question, heard = () => {}, silent = () => false) {
        busy(1);
        try {
          return await engine.ask(question, {
            heard(message) {
              if (message.t) said.textContent = filled(words.worksAt, { t: message.t });
              heard(message);
            },
          });
        } catch (error) {
          if (error.name === "Silent" && silent()) return false;
          app.say(ended(error));
          return null;
        } finally { busy(-1); }
      },
      question: () => questionOf(app.state),
      /** Show what the package says of a question. field: the field to blame if it names none. */
      refuse(answer, field = null) {
        if (answer) {
          const { error, line, at } = answer;
          app.error = { message: error, line, at, field: answer.field || field };
        }
        app.show();
      },
      fault: (field) => (app.error && app.error.field === field ? app.error.message : ""),
    });
    return made("div", { class: "pg-works" }, said, stop);
  };

  /** Add `run`, which asks for the run of the state as it is, and again if that has changed. */
  const running = (app) => {
    let isRunning = false, again = false;

    /** Ask for the examples of a set that only Python knows. */
    const fetchSet = async () => {
      const { set } = app.state, answer = await app.ask({ what: "set", name: set });
      if (set !== app.state.set || app.state.rows) return;
      if (answer && answer.set) app.data[set] = answer.set;
      app.useSet(app.data[set] || { names: states.names(2), rows: [], labels: [] });
      if (answer && answer.error) app.refuse(answer);
    };
    const canRun = () => {
      const { rows, order } = app.state;
      if (rows.length) return order !== "mine" || app.isTrusted();
      if (!app.error) app.say(words.empty);
      return false;
    };
    const runOnce = async (anew) => {
      const isNew = !app.state.rows;
      if (isNew) await fetchSet();
      if (!app.state.rows) return; // another set was taken meanwhile
      app.printed = "";
      if (!canRun()) {
        app.answer = null;
        return app.show(anew || isNew);
      }
      const { labels } = app.state;
      const heard = ({ printed }) => { app.printed += printed || ""; };
      const question = app.question(), answer = await app.ask(question, heard);
      app.ran = question.code;
      if (answer) app.printed = answer.printed || "";
      // while Python was at work examples may have come or gone: then the next answer fits
      const isOf = app.state.rows && app.state.labels.join() === labels.join();
      app.answer = answer && !answer.error && isOf ? answer : null;
      if (answer && answer.error) return app.refuse(answer);
      app.show(anew || isNew);
    };
    app.run = async (anew) => {
      if (isRunning) { again = true; return; }
      isRunning = true;
      app.busy(1);
      try {
        do {
          again = false;
          await runOnce(anew);
        } while (again);
      } finally {
        isRunning = false;
        app.busy(-1);
      }
    };
    Object.assign(app, {
      trust() { app.trusted = app.state.code; app.isForeign = false; },
      isTrusted: () => app.state.code === app.trusted,
      runCode() { app.trust(); app.error = null; app.refresh(false); },
    });
  };

  /** Return the steps of a run: their controls, their sentence, the legend. */
  const stepping = (app, parts) => {
    let T = 0;
    const weights = (t) => {
      const w = app.answer.run.w[t].map((number) => number.value || 0);
      return [w[0] * value(app.state.x0), w[1], w.length > 2 ? w[2] : 0];
    };
    const linesOf = (t) => {
      const { run, proof } = app.answer, held = run.pocket ? run.pocket[t][1] : t;
      const { examples, point } = proof;
      return {
        w: weights(t),
        former: !run.pocket && t > 0 && weights(t - 1), // one line is dashed
        pocket: held !== t && weights(held),
        certificate: proof.separable === false && {
          examples, point: point && point.map((number) => number.value),
        },
      };
    };
    const draw = (t) => {
      for (const { step } of parts) if (step) step(t);
      if (!app.answer) return app.plane.step({});
      const { run } = app.answer, seen = linesOf(t);
      app.plane.step({
        ring: t < T ? run.n[t] : null,
        isMistake: (n) => isMistake(run, t, n),
        lines: (how) => curves.lines(seen, how),
      });
      app.state.t = t === T ? null : t;
      app.save();
    };
    const said = (t) => {
      if (!app.answer) return "";
      const { run } = app.answer, values = { t, k: run.mistakes[t], n: run.n[t] };
      if (t < T) {
        const margins = { before: formatNumber(run.before[t]), after: formatNumber(run.after[t]) };
        return filled(words.saidStep, { ...values, ...margins });
      }
      const { separable } = app.answer.proof;
      const form = run.status === "converged" ? words.saidEnd
        : separable === false ? ofLines("saidNoLine", app.state) : words.saidStopped;
      return filled(form, values);
    };
    const controls = perceptron.stepControls({
      title: words.planeName, name: "t", from: 0, draw, said,
    });
    const why = button(words.whyNot, () => app.root.querySelector(".pg-proof").focus());
    const legend = made("p", { class: "pg-legend" });
    const line = made("p", { class: "step-said pg-said" }, controls.line);
    const showLegend = ({ run, proof }) => {
      const dashed = run.pocket ? "pocket" : "former";
      const keys = ["line", ...(T ? [dashed, "ring"] : []), "mistake"];
      if (proof.separable === false) keys.push("hulls");
      legend.replaceChildren(...typeset(keys.map((key) => words.legend[key]).join(" · ")));
    };
    const show = () => {
      const { answer, state } = app;
      T = answer ? answer.run.T : 0;
      controls.element.hidden = !answer;
      legend.hidden = !answer || !app.isPlane();
      why.hidden = !answer || answer.proof.separable !== false;
      why.textContent = ofLines("whyNot", app.state);
      if (answer) showLegend(answer);
      controls.reset(T + 1, state.t === null ? T : state.t);
    };
    return { elements: [controls.element, line, why, legend], show };
  };

  perceptron.runs = (app, about) => {
    const { root, plane } = app;
    Object.assign(app, { about, printed: "", download });
    const works = asking(app);
    running(app);

    const alert = made("p", { class: "pg-error", role: "alert" });
    const settings = panels.settings(app), bars = panels.bars(app);
    const beside = [panels.code(app), panels.numbers(app), panels.proof(app)];
    const folds = panels.tools.map((tool) => tool(app));
    const parts = [settings, bars, ...beside, ...folds];
    const steps = stepping(app, parts);
    app.showRun = () => {
      for (const part of parts) part.show();
      const { error } = app;
      alert.textContent = error && !error.field ? error.message : "";
      steps.show();
    };
    app.picture = () =>
      standalone(app.isPlane() ? plane.element : bars.element.querySelector("svg"));

    plane.element.after(bars.element, ...steps.elements);
    const elements = beside.map((one) => one.element);
    app.columns.append(made("div", { class: "pg-side" }, settings.element, alert, ...elements));
    root.append(made("div", { class: "pg-folds" }, ...folds.map((one) => one.element)), works);
  };
})();
