/* The panels of a run: settings, the numbers of a step, margins as bars, the proof. board.js puts them into the page;
 * tools.js has the other panels. Each function named ...Panel takes the app, and returns {element, show()}. `show` is
 * called after each change, and `step(t)`, if a panel has it, for each step that is drawn.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { button, options, translateDescription, makeElement, fillTemplate, typeset, states, charts } = perceptron;
  const words = perceptron.words.playground;

  const MAX_LENGTH = 24; // characters of an exact number; longer ones are rounded
  let lastId = 0;

  const fold = (title, ...inside) =>
    makeElement("details", { class: "pg-fold" }, makeElement("summary", {}, ...typeset(title)), ...inside);
  const setValue = (control, value) => { if (control.value !== value) control.value = value; };

  /** Return a text with minus signs in place of hyphens before numbers. */
  const withMinus = (text) => text.replace(/-(?=[\d.])/g, "−");

  /** Return a number as text: exact if that is short, with a rounded value beside a fraction. */
  const formatNumber = ({ text, value }) => {
    const isShort = text.length <= MAX_LENGTH;
    if (value === null || (isShort && !text.includes("/"))) return withMinus(text);
    return withMinus(fillTemplate(isShort ? words.fraction : words.rounded, { text, value: +value.toPrecision(6) }));
  };
  const vector = (numbers) => `(${numbers.map(formatNumber).join(", ")})`;
  /** Return a template filled with values, with symbols such as w_t typeset. */
  const typesetTemplate = (template, values = {}) => typeset(fillTemplate(template, values));

  /** Return whether example n is a mistake of w_t: bit n of a hexadecimal number. */
  const isMistake = ({ mistake_bits: mistakeBits }, t, n) => {
    const digits = mistakeBits[t], nibble = digits[digits.length - 1 - (n >> 2)] || "0";
    return ((parseInt(nibble, 16) >> (n & 3)) & 1) === 1;
  };

  /** Return a control with its label, and a note for errors about its value. */
  const field = (label, control) => {
    const note = makeElement("span", { class: "pg-error", id: `pg-note-${++lastId}`, role: "alert" });
    const name = makeElement("span", {}, ...typeset(label));
    const element = makeElement("div", { class: "pg-field" }, makeElement("label", {}, name, control), note);
    const showError = (message) => {
      note.textContent = message;
      for (const [key, value] of [["aria-invalid", "true"], ["aria-describedby", note.id]]) {
        if (message) control.setAttribute(key, value);
        else control.removeAttribute(key);
      }
      for (let ancestor = element; message && ancestor; ancestor = ancestor.parentElement) {
        if (ancestor.matches("details")) ancestor.open = true;
      }
    };
    return { element, control, showError };
  };

  // --- settings

  /** Return the fields for the options of the visiting order: {element, switches, show, hasError}. Switches, which answer
   * yes or no, have an element of their own, because few readers change them.
   */
  const orderFields = (app) => {
    const [element, switches] = [1, 2].map(() => makeElement("div", { class: "pg-fields" }));
    let shownOrder = "", controls = [];
    const change = (name, initial, value) => {
      const options = { ...app.state.options };
      if (value === initial) delete options[name];
      else options[name] = value;
      app.change({ options });
    };
    const control = ({ name, kind, default: initial }) => {
      const defaultText = String(initial);
      const onchange = ({ target }) => change(name, defaultText, target.value.trim());
      const pairs = [["false", words.no], ["true", words.yes]];
      const input = kind === "bool"
        ? makeElement("select", { onchange }, ...options(pairs))
        : makeElement("input", { onchange, size: 6, inputmode: kind === "text" ? null : "decimal" });
      input.value = defaultText;
      return { name, kind, defaultText, control: input, ...field(words.orderOptions[name] || name.replace(/_/g, " "), input) };
    };
    const show = () => {
      const { order, options: chosen } = app.state;
      const strategy = app.about.strategies.find(({ name }) => name === order);
      if (shownOrder !== order + Boolean(strategy)) {
        shownOrder = order + Boolean(strategy);
        controls = strategy ? strategy.options.map(control) : [];
        for (const [container, isSwitch] of [[element, false], [switches, true]]) {
          container.replaceChildren(...controls.filter(({ kind }) => (kind === "bool") === isSwitch).map((option) => option.element));
        }
      }
      const message = app.errorOf("strategy");
      for (const option of controls) {
        const { control, defaultText } = option, value = chosen[option.name] || defaultText;
        const details = control.closest("details");
        if (details && ![control.value, defaultText].includes(value)) details.open = true; // a link has set it
        setValue(control, value);
        option.showError(message.includes(option.name) ? message : "");
      }
    };
    const hasError = () => controls.some((option) => app.errorOf("strategy").includes(option.name));
    return { element, switches, show, hasError };
  };

  /** Return the panel of the algorithm, the visiting order with its options, and the other settings. */
  const settingsPanel = (app) => {
    const select = (key, label, pairs, changesFor = (value) => ({ [key]: value })) => {
      const onchange = ({ target }) => app.change(changesFor(target.value));
      return { key, ...field(label, makeElement("select", { onchange }, ...options(pairs))) };
    };
    const input = (key, label, size, placeholder) => {
      const onchange = ({ target }) => app.change({ [key]: target.value.trim() });
      return { key, ...field(label, makeElement("input", { size, placeholder, onchange })) };
    };
    const algorithm = select("algorithm", words.algorithm, [["pla", "PLA"], ["pocket", "Pocket"]],
      (value) => states.withAlgorithm(app.state, value));
    const chooseOrder = ({ target }) => app.change({ order: target.value, options: {} });
    const order = field(words.order, makeElement("select", { onchange: chooseOrder }));
    const description = makeElement("p", { class: "pg-soft" });
    const orderOptions = orderFields(app);
    const otherFields = [
      input("w0", words.w0, 12, "0, 0, 0"),
      input("x0", words.x0, 5),
      input("eta", words.eta, 5),
      select("sign0", words.signOfZero, [["0", words.mistake], ["1", "+1"], ["-1", "−1"]]),
      input("updates", words.mostUpdates, 6),
    ];
    const FIELDS = { sign0: "sign_of_zero", updates: "max_updates" };
    const first = makeElement("div", { class: "pg-fields" }, algorithm.element, order.element);
    const rest = makeElement("div", { class: "pg-fields" }, ...otherFields.map(({ element }) => element));
    const element = makeElement(
      "section", { class: "pg-settings", "aria-label": words.settings }, first, description, orderOptions.element,
      fold(words.moreSettings, orderOptions.switches, rest),
    );
    const showOrders = () => {
      const { order: chosen } = app.state;
      const strategies = app.about.strategies.map(({ name }) => name);
      if (chosen !== "mine" && !strategies.includes(chosen)) strategies.push(chosen); // a link may name any order
      const pairs = [...strategies.map((name) => [name, words.orders[name] ? `${words.orders[name]} (${name})` : name]), ["mine", words.mine]];
      if (order.control.children.length !== pairs.length || !order.control.value) {
        order.control.replaceChildren(...options(pairs));
      }
      setValue(order.control, chosen);
    };
    const show = () => {
      showOrders();
      orderOptions.show();
      order.showError(orderOptions.hasError() ? "" : app.errorOf("strategy"));
      const strategy = app.about.strategies.find(({ name }) => name === app.state.order);
      description.textContent = strategy ? translateDescription(strategy.description) : "";
      for (const { key, control, showError } of [algorithm, ...otherFields]) {
        setValue(control, app.state[key]);
        showError(app.errorOf(FIELDS[key] || key));
      }
    };
    return { element, show };
  };

  // --- the numbers of a step

  /** Return the rows of numbers about w_t: [name, value]. A row without a value at any step is left out; one whose value is
   * missing at this step has the value null.
   */
  const stepRows = ({ run, proof }, state, t) => {
    const isStopped = run.status !== "converged" && t === run.T;
    const rows = [[words.t, fillTemplate(isStopped ? words.tSoFar : words.tOfT, { t, T: run.T })]];
    rows.push([fillTemplate(words.weights, { t }), vector(run.w[t])]);
    rows.push([words.mistakes, fillTemplate(words.ofN, { k: run.mistakes[t], N: state.rows.length })]);
    if (run.pocket) {
      const [k, pocketTime] = run.pocket[t];
      rows.push([words.pocket, fillTemplate(words.pocketHolds, { t: pocketTime, k })]);
    }
    const { separable } = proof;
    const bound = separable ? boundText(run, proof) : separable === false && perceptron.textAboutLines("boundIsNone", state);
    if (bound) rows.push([words.boundName, bound]);
    const costs = { visits: run.visits, products: run.dot_products };
    if (run.visits !== undefined) rows.push([words.cost, fillTemplate(words.visits, costs)]);
    const [before, after] = [run.before, run.after].map((margins) => t < run.T && formatNumber(margins[t]));
    rows.push([fillTemplate(words.corrected, { t }), t < run.T ? fillTemplate(words.nextMargin, { n: run.n[t], before, after }) : null]);
    return rows;
  };

  const boundText = (run, proof) => {
    const values = { T: run.T, bound: formatNumber(proof.bound) };
    const template = !run.from_zero ? words.boundNeedsZero
      : run.status === "converged" ? words.boundHolds : words.boundSoFar;
    return fillTemplate(template, values);
  };

  /** Return the panel with the numbers of a step. */
  const numbersPanel = (app) => {
    const element = makeElement("dl", { class: "pg-numbers" });
    const step = (t) => {
      if (!app.answer) return element.replaceChildren();
      const rows = stepRows(app.answer, app.state, t);
      element.replaceChildren(...rows.map(([name, value]) => // a row without a value keeps its room, or the page below would jump
        makeElement("div", { class: value === null && "pg-none" }, makeElement("dt", {}, ...typeset(name)),
          makeElement("dd", {}, ...typeset(value || "–")))));
    };
    return { element, show: () => {}, step };
  };

  // --- the proof, or the certificate

  /** Return one side of the certificate, such as 2 (1, 0, 1) + (1, 1, 1). */
  const sideText = (proof, state, y) => {
    const parts = proof.examples.flatMap((n, i) => {
      if (state.labels[n] !== y) return [];
      const a = proof.coefficients[i] === "1" ? "" : `${proof.coefficients[i]} `;
      return [`${a}(${[state.x0, ...state.rows[n]].join(", ")})`];
    });
    return withMinus(parts.join(" + ")) || `(${["0", ...state.names.map(() => "0")].join(", ")})`;
  };

  const certificateElements = (proof, state) => {
    const point = proof.point && { point: `(${proof.point.map(formatNumber).join(", ")})` };
    const sum = { plus: sideText(proof, state, 1), minus: sideText(proof, state, -1) };
    return [
      makeElement("p", {}, makeElement("strong", {}, ...typesetTemplate(perceptron.textAboutLines("noLine", state))), point ? fillTemplate(words.meet, point) : ""),
      makeElement("p", { class: "pg-sum" }, fillTemplate(words.sum, sum)),
      makeElement("p", {}, ...typesetTemplate(words.whyNoLine)),
    ];
  };

  /** Return the note that stands in place of the certificate until Python has computed it. */
  const missingCertificateElements = (state) => [
    makeElement("p", {}, makeElement("strong", {}, ...typesetTemplate(perceptron.textAboutLines("noLine", state)))),
    makeElement("p", {}, words.certificateNeedsPython),
  ];

  const separatorElements = (proof) => [
    makeElement("p", {}, makeElement("strong", {}, words.separable)),
    makeElement("p", { class: "pg-soft" }, ...typesetTemplate(words.largest, {
      w: vector(proof.w_f), R2: formatNumber(proof.R2), rho2: formatNumber(proof.rho2),
      n: proof.support.join(", "),
    })),
  ];

  /** Return the charts of a run. */
  const chartsOf = ({ run }, { labels, names }) => {
    const pictures = [], values = (numbers) => numbers.map(({ value }) => value);
    const addChart = (title, template, series, bounds, className = "") => charts.chart(
      title, values(series), values(bounds), className,
      (t) => typesetTemplate(template, { t, value: formatNumber(series[t]), bound: formatNumber(bounds[t]) }),
    );
    if (names.length < 3) {
      const from = names.length === 1 ? 0 : 1; // with one feature, the weight of x_0 and its own
      const ws = run.w.map((w) => values(w.slice(from, from + 2)));
      const kinds = run.n.map((n) => (labels[n] > 0 ? "plus" : "minus"));
      pictures.push(charts.arrows(words.arrows, ws, kinds,
        (t) => typesetTemplate(t < run.T ? words.arrowsSaid : words.arrowsEnd,
          { t, next: t + 1, n: run.n[t], i: from, k: from + 1 })));
    }
    if (run.pocket) {
      const asNumber = (v) => ({ text: `${v}`, value: v });
      pictures.push(addChart(words.mistakesOverT, words.mistakesSaid, run.mistakes.map(asNumber),
        run.pocket.map(([k]) => asNumber(k))));
    }
    if (run.aligned) {
      pictures.push(addChart(words.aligned, words.alignedSaid, run.aligned, run.aligned_bound, "forward"));
    }
    pictures.push(addChart(words.lengths, words.lengthsSaid, run.lengths, run.lengths_bound, "length"));
    return pictures;
  };

  /** Return the panel of margins: a bar for each example, shown if there are more features than the plane has. */
  const barsPanel = (app) => {
    const element = makeElement("div");
    let picture = null;
    const show = () => {
      const run = app.answer && app.answer.run;
      picture = run && run.margins && charts.bars(
        words.bars, run.margins, (t) => run.n[t], (t, n) => isMistake(run, t, n),
        (t) => typesetTemplate(words.barsSaid, { t }),
      );
      element.replaceChildren(picture ? picture.element : "");
    };
    return { element, show, step: (t) => picture && picture.show(t) };
  };

  /** Return the panel with w_f or the certificate; its `charts` is an element with the charts of the run. */
  const proofPanel = (app) => {
    const summary = makeElement("div"), chartBox = makeElement("div", { class: "pg-curves" });
    const attributes = { class: "pg-proof", "aria-label": words.proof, tabindex: -1 };
    const element = makeElement("section", attributes, summary);
    let pictures = [];
    const show = () => {
      const answer = app.answer;
      element.hidden = chartBox.hidden = !answer;
      if (!answer) return;
      const isSeparable = answer.proof.separable;
      summary.replaceChildren(
        ...(isSeparable ? separatorElements(answer.proof)
          : isSeparable === false && !answer.proof.examples ? missingCertificateElements(app.state)
          : isSeparable === false ? certificateElements(answer.proof, app.state)
          : [makeElement("p", {}, words.undecided)]),
      );
      pictures = chartsOf(answer, app.state);
      chartBox.replaceChildren(...pictures.map((part) => part.element));
    };
    return { element, charts: chartBox, show, step: (t) => pictures.forEach((part) => part.show(t)) };
  };

  perceptron.panels = { settingsPanel, numbersPanel, barsPanel, proofPanel, formatNumber, isMistake, field, fold };
})();
