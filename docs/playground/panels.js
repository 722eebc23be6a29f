/* The panels around the plane: settings, the numbers of a step, the proof, the reader's strategy,
 * and tools. Each function takes the app, and returns {element, show()}. `show` is called after each
 * change, and `step(t)`, if a panel has it, for each step that is drawn.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { button, options, translateDescription, makeElement, fillTemplate, typeset, states, charts } = perceptron;
  const words = perceptron.words.playground;

  const MAX_LENGTH = 24; // characters; longer exact numbers are shown rounded
  let lastId = 0;

  const fold = (title, ...inside) =>
    makeElement("details", { class: "pg-fold" }, makeElement("summary", {}, ...typeset(title)), ...inside);
  const setValue = (control, value) => { if (control.value !== value) control.value = value; };

  /** Return a number as text: exact if that is short, with a rounded value beside a fraction. */
  const formatNumber = ({ text, value }) => {
    const isShort = text.length <= MAX_LENGTH;
    if (value === null || (isShort && !text.includes("/"))) return text;
    return fillTemplate(isShort ? words.fraction : words.rounded, { text, value: +value.toPrecision(6) });
  };
  const vector = (numbers) => `(${numbers.map(formatNumber).join(", ")})`;
  /** Return a template filled with values, with symbols such as w_t typeset. */
  const text = (template, values = {}) => typeset(fillTemplate(template, values));

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

  const orderFields = (app) => {
    const element = makeElement("div", { class: "pg-fields" });
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
      return { name, defaultText, control: input, ...field(name.replace(/_/g, " "), input) };
    };
    const show = () => {
      const { order, options: chosen } = app.state;
      const strategy = app.about.strategies.find(({ name }) => name === order);
      if (shownOrder !== order + Boolean(strategy)) {
        shownOrder = order + Boolean(strategy);
        controls = strategy ? strategy.options.map(control) : [];
        element.replaceChildren(...controls.map((option) => option.element));
      }
      const message = app.fault("strategy");
      for (const option of controls) {
        setValue(option.control, chosen[option.name] || option.defaultText);
        option.showError(message.includes(option.name) ? message : "");
      }
    };
    const hasError = () => controls.some((option) => app.fault("strategy").includes(option.name));
    return { element, show, hasError };
  };

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
      fold(words.moreSettings, rest),
    );
    const showOrders = () => {
      const { order: chosen } = app.state;
      const strategies = app.about.strategies.map(({ name }) => name);
      if (chosen !== "mine" && !strategies.includes(chosen)) strategies.push(chosen); // a link may name any order
      const pairs = [...strategies.map((name) => [name, name]), ["mine", words.mine]];
      if (order.control.children.length !== pairs.length || !order.control.value) {
        order.control.replaceChildren(...options(pairs));
      }
      setValue(order.control, chosen);
    };
    const show = () => {
      showOrders();
      orderOptions.show();
      order.showError(orderOptions.hasError() ? "" : app.fault("strategy"));
      const strategy = app.about.strategies.find(({ name }) => name === app.state.order);
      description.textContent = strategy ? translateDescription(strategy.description) : "";
      for (const { key, control, showError } of [algorithm, ...otherFields]) {
        setValue(control, app.state[key]);
        showError(app.fault(FIELDS[key] || key));
      }
    };
    return { element, show };
  };

  // --- the numbers of a step

  /** Return the rows of numbers about w_t: [name, value]. */
  const stepRows = ({ run, proof }, state, t) => {
    const isOver = run.status !== "converged" && t === run.T;
    const rows = [[words.t, fillTemplate(isOver ? words.tSoFar : words.tOfT, { t, T: run.T })]];
    rows.push([fillTemplate(words.weights, { t }), vector(run.w[t])]);
    rows.push([words.mistakes, fillTemplate(words.ofN, { k: run.mistakes[t], N: state.rows.length })]);
    if (run.pocket) {
      const [k, pocketTime] = run.pocket[t];
      rows.push([words.pocket, fillTemplate(words.pocketHolds, { t: pocketTime, k })]);
    }
    // the same number of rows at every step, or the page below would jump
    let nextText = words.noneMore, margin = "–";
    if (t < run.T) {
      const [before, after] = [run.before[t], run.after[t]].map(formatNumber);
      nextText = fillTemplate(words.exampleN, { n: run.n[t] });
      margin = fillTemplate(words.beforeAfter, { before, after });
    }
    rows.push([fillTemplate(words.corrected, { t }), nextText], [words.margin, margin]);
    const costs = { visits: run.visits, products: run.dot_products };
    rows.push([words.cost, fillTemplate(words.visits, costs)]);
    const { separable } = proof;
    const bound = separable ? boundText(run, proof) : separable === false ? perceptron.ofLines("boundIsNone", state) : "–";
    rows.push([words.boundName, bound]);
    return rows;
  };

  const boundText = (run, proof) => {
    const values = { T: run.T, bound: formatNumber(proof.bound) };
    const template = !run.from_zero ? words.boundNeedsZero
      : run.status === "converged" ? words.boundHolds : words.boundSoFar;
    return fillTemplate(template, values);
  };

  const numbersPanel = (app) => {
    const element = makeElement("dl", { class: "pg-numbers" });
    const step = (t) => {
      if (!app.answer) return element.replaceChildren();
      const rows = stepRows(app.answer, app.state, t);
      element.replaceChildren(...rows.map(([name, value]) =>
        makeElement("div", {}, makeElement("dt", {}, ...typeset(name)), makeElement("dd", {}, ...typeset(value)))));
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
    return parts.join(" + ") || `(${["0", ...state.names.map(() => "0")].join(", ")})`;
  };

  const certificate = (proof, state) => {
    const point = proof.point && { point: `(${proof.point.map(formatNumber).join(", ")})` };
    const sum = { plus: sideText(proof, state, 1), minus: sideText(proof, state, -1) };
    return [
      makeElement("p", {}, makeElement("strong", {}, ...text(perceptron.ofLines("noLine", state))), point ? fillTemplate(words.meet, point) : ""),
      makeElement("p", { class: "pg-sum" }, fillTemplate(words.sum, sum)),
      makeElement("p", {}, ...text(words.whyNoLine)),
    ];
  };

  const separator = (run, proof) => [
    makeElement("p", {}, makeElement("strong", {}, words.separable), ...text(boundText(run, proof))),
    makeElement("p", { class: "pg-soft" }, ...text(words.largest, {
      w: vector(proof.w_f), R2: formatNumber(proof.R2), rho2: formatNumber(proof.rho2),
      n: proof.support.join(", "),
    })),
  ];

  /** Return the charts of a run. */
  const chartsOf = ({ run }, { labels, names }) => {
    const pictures = [], values = (numbers) => numbers.map(({ value }) => value);
    const addChart = (title, template, series, bounds) => charts.chart(
      title, values(series), values(bounds),
      (t) => text(template, { t, value: formatNumber(series[t]), bound: formatNumber(bounds[t]) }),
    );
    if (names.length < 3) {
      const from = names.length === 1 ? 0 : 1; // with one feature, the weight of x_0 and its own
      const ws = run.w.map((w) => values(w.slice(from, from + 2)));
      const kinds = run.n.map((n) => (labels[n] > 0 ? "plus" : "minus"));
      pictures.push(charts.arrows(words.arrows, ws, kinds,
        (t) => text(t < run.T ? words.arrowsSaid : words.arrowsEnd,
          { t, next: t + 1, n: run.n[t], i: from, k: from + 1 })));
    }
    if (run.pocket) {
      const asNumber = (v) => ({ text: `${v}`, value: v });
      pictures.push(addChart(words.mistakesOverT, words.mistakesSaid, run.mistakes.map(asNumber),
        run.pocket.map(([k]) => asNumber(k))));
    }
    if (run.aligned) {
      pictures.push(addChart(words.aligned, words.alignedSaid, run.aligned, run.aligned_bound));
    }
    pictures.push(addChart(words.lengths, words.lengthsSaid, run.lengths, run.lengths_bound));
    return pictures;
  };

  /** Return the margins of all examples as bars, for more features than the plane has. */
  const barsPanel = (app) => {
    const element = makeElement("div");
    let picture = null;
    const show = () => {
      const run = app.answer && app.answer.run;
      picture = run && run.margins && charts.bars(
        words.bars, run.margins, (t) => run.n[t], (t, n) => isMistake(run, t, n),
        (t) => text(words.barsSaid, { t }),
      );
      element.replaceChildren(picture ? picture.element : "");
    };
    return { element, show, step: (t) => picture && picture.show(t) };
  };

  const proofPanel = (app) => {
    const summary = makeElement("div"), chartBox = makeElement("div", { class: "pg-curves" });
    const attributes = { class: "pg-proof", "aria-label": words.proof, tabindex: -1 };
    const element = makeElement("section", attributes, summary, chartBox);
    let pictures = [];
    const show = () => {
      const answer = app.answer;
      element.hidden = !answer;
      if (!answer) return;
      const isSeparable = answer.proof.separable;
      summary.replaceChildren(
        ...(isSeparable ? separator(answer.run, answer.proof)
          : isSeparable === false ? certificate(answer.proof, app.state)
          : [makeElement("p", {}, words.undecided)]),
      );
      pictures = chartsOf(answer, app.state);
      chartBox.replaceChildren(...pictures.map((part) => part.element));
    };
    return { element, show, step: (t) => pictures.forEach((part) => part.show(t)) };
  };

  // --- the reader's own strategy

  const checkItem = (check) => {
    const note = check.failure || check.note;
    const description = makeElement("span", {}, `${words.verdicts[check.verdict] || check.verdict} `);
    return makeElement("li", { class: `pg-${check.verdict}` }, description, check.requires, note
      ? makeElement("span", { class: "pg-note" }, note) : "");
  };

  const strategyPanel = (app) => {
    const run = () => app.runCode();
    const setCode = (text) => {
      app.state.code = text;
      app.error = null;
      results.replaceChildren(); // they are about the former code
      app.save();
      show();
    };
    const editor = perceptron.editor({
      text: "", label: words.editor, run, rows: 14, onChange: setCode,
    });
    const fault = makeElement("p", { class: "pg-error", role: "alert" });
    const note = makeElement("p", { class: "pg-note", role: "status" });
    const printed = makeElement("pre", { class: "pg-printed", tabindex: 0, "aria-label": words.printed });
    const results = makeElement("div", { role: "status" });
    const starter = makeElement("select", {
      "aria-label": words.seed,
      onchange: () => {
        const file = app.about.starters.find(({ name }) => name === starter.value);
        if (file) setCode(file.source);
        starter.value = "";
      },
    });
    const download = () => app.download("mine.py", app.state.code, "text/x-python");
    const check = async () => {
      const list = makeElement("ul", { class: "pg-checks" });
      results.replaceChildren(list);
      app.trust();
      const checksBefore = [];
      let currentCheck = null;
      const add = (check) => { checksBefore.push(check); list.append(checkItem(check)); currentCheck = null; };
      const onMessage = (message) => {
        if (message.checking) currentCheck = message.checking;
        if (message.check) add(message.check);
      };
      // a check fails if Python does not respond; the restarted Python makes the remaining ones
      const onSilence = () => {
        if (!currentCheck) return false;
        add({ ...currentCheck, verdict: "failed", note: "", failure: words.silentCheck, line: null });
        return true;
      };
      let answer = null;
      do {
        answer = await app.ask({ what: "check", code: app.state.code, before: checksBefore }, onMessage, onSilence);
      } while (answer === false);
      if (!answer || answer.error) return app.refuse(answer, "code");
      const failedCheck = answer.checks.find((check) => check.line);
      if (failedCheck) editor.mark(failedCheck.line);
      results.append(makeElement("p", {}, answer.passes ? words.passes : words.fails));
    };
    const race = async () => {
      app.trust();
      results.replaceChildren(makeElement("p", {}, words.racing));
      const strategies = ["mine.py", ...app.about.strategies.map(({ name }) => name)];
      const answer = await app.ask({ what: "race", code: app.state.code, strategies });
      results.replaceChildren();
      if (!answer || answer.error) return app.refuse(answer, "code");
      const rows = answer.rows.map((row) => [
        row.strategy,
        row.error || row.ranks.updates,
        ...(row.error ? ["", ""] : [row.means.updates, row.means.dot_products]),
      ]);
      const sets = answer.sets.map((name) => name.replace("example:", ""));
      const captionValues = { k: sets.length, sets: sets.join(", ") };
      const caption = fillTemplate(words.raceCaption, captionValues);
      results.replaceChildren(table(words.raceHead, rows, caption));
    };
    const element = makeElement(
      "section", { class: "pg-code", "aria-label": words.mine }, makeElement("p", {}, words.mineHelp),
      makeElement("div", { class: "pg-row" }, starter), note, editor.element,
      makeElement(
        "div", { class: "pg-row" }, button(words.run, run, { class: "pg-main" }),
        button(words.check, check), button(words.race, race), button(words.save, download),
      ),
      fault, printed, results,
    );
    const show = () => {
      const { state } = app;
      element.hidden = state.order !== "mine";
      const starters = app.about.starters.map(({ name, description }) => [name, `${name}: ${translateDescription(description)}`]);
      if (starter.children.length !== starters.length + 1) {
        starter.replaceChildren(...options([["", words.seed], ...starters]));
      }
      editor.text = state.code;
      note.textContent = app.isTrusted() && app.ran === state.code ? words.current
        : app.isForeign ? words.foreign : words.changed;
      fault.textContent = app.fault("code");
      editor.mark(app.error && app.error.line);
      printed.textContent = app.printed;
      printed.hidden = !app.printed;
    };
    return { element, show };
  };

  /** Return a table: its headings, its rows, its caption. */
  const table = (head, rows, caption) => {
    const names = head.map((name) => makeElement("th", { scope: "col" }, name));
    const bodyRows = rows.map((row) => makeElement("tr", {}, ...row.map((cell) => makeElement("td", {}, cell))));
    const scrollBox = makeElement(
      "div", { class: "pg-scroll", tabindex: 0, role: "region", "aria-label": caption },
      makeElement("table", {}, makeElement("thead", {}, makeElement("tr", {}, ...names)), makeElement("tbody", {}, ...bodyRows)),
    );
    return makeElement("div", {}, makeElement("p", { class: "pg-soft" }, caption), scrollBox);
  };

  // --- tools

  /** Return the examples as a table of inputs. */
  const examplesPanel = (app) => {
    const body = makeElement("tbody"), head = makeElement("tr");
    const fault = makeElement("p", { class: "pg-error", role: "alert" });
    const add = () => app.place(app.state.names.map(() => "0"));
    const attributes = { class: "pg-examples", "aria-label": words.table };
    const examplesTable = makeElement("table", attributes, makeElement("thead", {}, head), body);
    const element = fold(
      words.table, fault, makeElement("div", { class: "pg-scroll" }, examplesTable), button(words.add, add),
    );
    const setCell = (n, i, value) => {
      const row = [...app.state.rows[n]];
      row[i] = value.trim();
      app.move(n, row, { refit: true });
    };
    const rowOf = (row, n) => {
      const inputs = row.map((value, i) => makeElement("input", {
        value, size: 7, "aria-label": fillTemplate(words.cell, { n, name: app.state.names[i] }),
        "aria-invalid": app.error && `${app.error.at}` === `${n},${i}` ? "true" : null,
        onchange: ({ target }) => setCell(n, i, target.value),
      }));
      const label = makeElement(
        "select",
        { "aria-label": fillTemplate(words.labelOf, { n }), onchange: () => app.flip(n) },
        ...options([["1", words.plus], ["-1", words.minus]]),
      );
      label.value = String(app.state.labels[n]);
      const name = fillTemplate(words.removeN, { n });
      const removeButton = button("×", () => app.remove(n), { "aria-label": name, title: name });
      const cells = [...inputs, label, removeButton].map((control) => makeElement("td", {}, control));
      return makeElement("tr", {}, makeElement("th", { scope: "row" }, `${n}`), ...cells);
    };
    const show = () => {
      fault.textContent = app.fault("rows");
      if (fault.textContent) element.open = true;
      if (!element.open) return;
      const { names, rows } = app.state;
      const titles = ["n", ...names, words.labelName, words.away];
      head.replaceChildren(...titles.map((name) => makeElement("th", { scope: "col" }, name)));
      const controls = () => [...body.querySelectorAll("input, select, button")];
      const focusIndex = controls().indexOf(document.activeElement); // to keep the focus on the same control
      body.replaceChildren(...rows.map(rowOf));
      if (focusIndex >= 0 && controls()[focusIndex]) controls()[focusIndex].focus();
    };
    element.addEventListener("toggle", show);
    return { element, show };
  };

  const pastePanel = (app) => {
    const area = makeElement("textarea", { rows: 5, placeholder: "x1,x2,y\n1,2,+1\n0,0,-1" });
    const pasteField = field(words.pasteHere, area);
    const label = field(words.labelColumn, makeElement("input", { size: 8 }));
    const positive = field(words.labelOfPlus, makeElement("input", { size: 8 }));
    const notes = makeElement("p", { class: "pg-note", role: "status" });
    const takeText = async () => {
      const [column, plus] = [label, positive].map(({ control }) => control.value.trim() || null);
      const answer = await app.ask({ what: "read", text: area.value, label: column, positive: plus });
      if (!answer) return;
      pasteField.showError(answer.error || "");
      notes.textContent = (answer.warnings || []).join(" ");
      if (answer.set) app.take(answer.set);
    };
    const labelFields = makeElement("div", { class: "pg-fields" }, label.element, positive.element);
    const row = makeElement("div", { class: "pg-row" }, button(words.take, takeText));
    const element = fold(words.paste, pasteField.element, labelFields, row, notes);
    return { element, show: () => {} };
  };

  const comparePanel = (app) => {
    const costs = makeElement("div", { role: "status" });
    const runSelftest = async () => {
      const ownFile = app.isTrusted() && app.state.code ? ["mine.py"] : [];
      const strategies = [...app.about.strategies.map(({ name }) => name), ...ownFile];
      const orderText = app.state.order === "mine" ? "" : states.orderText(app.state);
      if (orderText && !strategies.includes(orderText)) strategies.push(orderText);
      const code = ownFile.length ? app.state.code : null;
      const answer = await app.ask({ ...app.question(), what: "compare", strategies, code });
      if (!answer || answer.error) return app.refuse(answer);
      const rows = answer.rows.map((row) => row.error
        ? [row.strategy, row.error, "", "", ""]
        : [row.strategy, row.status === "converged" ? row.T : fillTemplate(words.stoppedAt, { T: row.T }),
          row.visits, row.dot_products, row.mistakes]);
      costs.replaceChildren(table(words.compareHead, rows, words.compareCaption));
    };
    const buttons = makeElement("div", { class: "pg-row" }, button(words.compare, runSelftest));
    const element = fold(words.compareTitle, buttons, costs);
    let lastState = "";
    const show = () => {
      const currentState = states.encode({ ...app.state, order: "", options: {}, code: "" }, false);
      // the table was about other examples or settings
      if (lastState && currentState !== lastState) costs.replaceChildren();
      lastState = currentState;
    };
    return { element, show };
  };

  const sharePanel = (app) => {
    const link = makeElement("input", { readonly: true, onfocus: ({ target }) => target.select() });
    const status = makeElement("span", { class: "pg-note", role: "status" });
    const copy = async () => {
      link.value = app.link();
      try {
        await navigator.clipboard.writeText(link.value);
        status.textContent = words.copied;
      } catch { // browsers refuse it for pages on disk or without HTTPS
        link.focus();
        status.textContent = words.copyYourself;
      }
    };
    const saveCsv = async () => {
      const answer = await app.ask({ ...app.question(), what: "csv" });
      if (!answer || answer.error) return app.refuse(answer);
      app.download("examples.csv", answer.text, "text/csv");
    };
    const savePicture = () => app.download("plane.svg", app.picture(), "image/svg+xml");
    const element = fold(
      words.share, field(words.link, link).element,
      makeElement("div", { class: "pg-row" }, button(words.copy, copy), status),
      makeElement("div", { class: "pg-row" }, button(words.asCsv, saveCsv), button(words.asSvg, savePicture)),
    );
    const show = () => { link.value = app.link(); };
    element.addEventListener("toggle", show);
    return { element, show };
  };

  const selftestPanel = (app) => {
    const status = makeElement("p", { role: "status" });
    const runSelftest = async () => {
      status.textContent = words.testing;
      const answer = await app.ask({ what: "selftest" });
      status.textContent = "";
      if (!answer || answer.error) return app.refuse(answer);
      const template = answer.fingerprint === answer.expected ? words.testEqual : words.testOther;
      status.textContent = fillTemplate(template, answer);
    };
    const help = makeElement("p", {}, words.testHelp);
    const element = fold(words.testTitle, help, button(words.test, runSelftest), status);
    return { element, show: () => {} };
  };

  perceptron.panels = {
    settingsPanel, numbersPanel, barsPanel, proofPanel, strategyPanel, formatNumber, isMistake,
    toolPanels: [examplesPanel, pastePanel, comparePanel, sharePanel, selftestPanel],
  };
})();
