/* The panels around the plane: settings, the numbers of a step, the proof, the reader's strategy,
 * and tools. Each function takes the app, and returns {element, show()}: `show` is called when
 * anything has changed, and `step(t)`, where there is one, for every step that is drawn.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { button, options, spoken, made, filled, typeset, states, curves } = perceptron;
  const words = perceptron.words.playground;

  const LONG = 24; // characters of an exact number that is shown whole
  let ids = 0;

  const fold = (title, ...inside) =>
    made("details", { class: "pg-fold" }, made("summary", {}, ...typeset(title)), ...inside);
  const setValue = (control, value) => { if (control.value !== value) control.value = value; };

  /** Return a number as text: exact where that is short, and rounded where that helps. */
  const formatNumber = ({ text, value }) => {
    const isShort = text.length <= LONG;
    if (value === null || (isShort && !text.includes("/"))) return text;
    return filled(isShort ? words.fraction : words.rounded, { text, value: +value.toPrecision(6) });
  };
  const vector = (numbers) => `(${numbers.map(formatNumber).join(", ")})`;
  /** Return a template with its values, and w_t and the like typeset. */
  const text = (form, values = {}) => typeset(filled(form, values));

  /** Tell whether example n is a mistake of w_t: a bit of a number in hex. */
  const isMistake = ({ wrong }, t, n) => {
    const digits = wrong[t], digit = digits[digits.length - 1 - (n >> 2)] || "0";
    return ((parseInt(digit, 16) >> (n & 3)) & 1) === 1;
  };

  /** Return a control with its label, and the room for what the package says of its value. */
  const field = (label, control) => {
    const note = made("span", { class: "pg-error", id: `pg-note-${++ids}`, role: "alert" });
    const name = made("span", {}, ...typeset(label));
    const element = made("div", { class: "pg-field" }, made("label", {}, name, control), note);
    const fail = (message) => {
      note.textContent = message;
      for (const [key, value] of [["aria-invalid", "true"], ["aria-describedby", note.id]]) {
        if (message) control.setAttribute(key, value);
        else control.removeAttribute(key);
      }
      for (let at = element; message && at; at = at.parentElement) {
        if (at.matches("details")) at.open = true;
      }
    };
    return { element, control, fail };
  };

  // --- settings

  const orderFields = (app) => {
    const element = made("div", { class: "pg-fields" });
    let seen = "", controls = [];
    const change = (name, initial, value) => {
      const given = { ...app.state.options };
      if (value === initial) delete given[name];
      else given[name] = value;
      app.change({ options: given });
    };
    const control = ({ name, kind, default: initial }) => {
      const given = String(initial);
      const onchange = ({ target }) => change(name, given, target.value.trim());
      const pairs = [["false", words.no], ["true", words.yes]];
      const input = kind === "bool"
        ? made("select", { onchange }, ...options(pairs))
        : made("input", { onchange, size: 6, inputmode: kind === "text" ? null : "decimal" });
      return { name, given, control: input, ...field(name.replace(/_/g, " "), input) };
    };
    const show = () => {
      const { order, options: chosen } = app.state;
      const strategy = app.about.strategies.find(({ name }) => name === order);
      if (seen !== order + Boolean(strategy)) {
        seen = order + Boolean(strategy);
        controls = strategy ? strategy.options.map(control) : [];
        element.replaceChildren(...controls.map((one) => one.element));
      }
      const message = app.fault("strategy");
      for (const one of controls) {
        setValue(one.control, chosen[one.name] || one.given);
        one.fail(message.includes(one.name) ? message : "");
      }
    };
    const said = () => controls.some((one) => app.fault("strategy").includes(one.name));
    return { element, show, said };
  };

  const settings = (app) => {
    const select = (key, label, pairs, changes = (value) => ({ [key]: value })) => {
      const onchange = ({ target }) => app.change(changes(target.value));
      return { key, ...field(label, made("select", { onchange }, ...options(pairs))) };
    };
    const input = (key, label, size, placeholder) => {
      const onchange = ({ target }) => app.change({ [key]: target.value.trim() });
      return { key, ...field(label, made("input", { size, placeholder, onchange })) };
    };
    const algorithm = select("algorithm", words.algorithm, [["pla", "PLA"], ["pocket", "Pocket"]],
      (value) => states.withAlgorithm(app.state, value));
    const choose = ({ target }) => app.change({ order: target.value, options: {} });
    const order = field(words.order, made("select", { onchange: choose }));
    const says = made("p", { class: "pg-soft" });
    const own = orderFields(app);
    const more = [
      input("w0", words.w0, 12, "0, 0, 0"),
      input("x0", words.x0, 5),
      input("eta", words.eta, 5),
      select("sign0", words.signOfZero, [["0", words.mistake], ["1", "+1"], ["-1", "−1"]]),
      input("updates", words.mostUpdates, 6),
    ];
    const FIELDS = { sign0: "sign_of_zero", updates: "max_updates" };
    const first = made("div", { class: "pg-fields" }, algorithm.element, order.element);
    const rest = made("div", { class: "pg-fields" }, ...more.map(({ element }) => element));
    const element = made(
      "section", { class: "pg-settings", "aria-label": words.settings }, first, says, own.element,
      fold(words.moreSettings, rest),
    );
    const showOrders = () => {
      const { order: chosen } = app.state;
      const all = app.about.strategies.map(({ name }) => name);
      if (chosen !== "mine" && !all.includes(chosen)) all.push(chosen); // a link may say anything
      const pairs = [...all.map((name) => [name, name]), ["mine", words.mine]];
      if (order.control.children.length !== pairs.length || !order.control.value) {
        order.control.replaceChildren(...options(pairs));
      }
      setValue(order.control, chosen);
    };
    const show = () => {
      showOrders();
      own.show();
      order.fail(own.said() ? "" : app.fault("strategy"));
      const strategy = app.about.strategies.find(({ name }) => name === app.state.order);
      says.textContent = strategy ? spoken(strategy.says) : "";
      for (const { key, control, fail } of [algorithm, ...more]) {
        setValue(control, app.state[key]);
        fail(app.fault(FIELDS[key] || key));
      }
    };
    return { element, show };
  };

  // --- the numbers of a step

  /** Return the rows that say all of w_t: [what, value]. */
  const rowsOf = ({ run, proof }, state, t) => {
    const isOver = run.status !== "converged" && t === run.T;
    const rows = [[words.t, filled(isOver ? words.tSoFar : words.tOfT, { t, T: run.T })]];
    rows.push([filled(words.weights, { t }), vector(run.w[t])]);
    rows.push([words.mistakes, filled(words.ofN, { k: run.mistakes[t], N: state.rows.length })]);
    if (run.pocket) {
      const [k, held] = run.pocket[t];
      rows.push([words.pocket, filled(words.pocketHolds, { t: held, k })]);
    }
    // the same number of rows at every step, or the page below would jump
    let next = words.noneMore, margin = "–";
    if (t < run.T) {
      const [before, after] = [run.before[t], run.after[t]].map(formatNumber);
      next = filled(words.exampleN, { n: run.n[t] });
      margin = filled(words.beforeAfter, { before, after });
    }
    rows.push([filled(words.corrected, { t }), next], [words.margin, margin]);
    const costs = { visits: run.visits, products: run.dot_products };
    rows.push([words.cost, filled(words.visits, costs)]);
    const { separable } = proof;
    const bound = separable ? boundText(run, proof) : separable === false ? perceptron.ofLines("boundIsNone", state) : "–";
    rows.push([words.boundName, bound]);
    return rows;
  };

  const boundText = (run, proof) => {
    const values = { T: run.T, bound: formatNumber(proof.bound) };
    const form = !run.from_zero ? words.boundNeedsZero
      : run.status === "converged" ? words.boundHolds : words.boundSoFar;
    return filled(form, values);
  };

  const numbers = (app) => {
    const element = made("dl", { class: "pg-numbers" });
    const step = (t) => {
      if (!app.answer) return element.replaceChildren();
      const rows = rowsOf(app.answer, app.state, t);
      element.replaceChildren(...rows.map(([what, value]) =>
        made("div", {}, made("dt", {}, ...typeset(what)), made("dd", {}, ...typeset(value)))));
    };
    return { element, show: () => {}, step };
  };

  // --- the proof, or the certificate

  /** Return one side of the certificate, such as 2 (1, 0, 1) + (1, 1, 1). */
  const side = (proof, state, y) => {
    const parts = proof.examples.flatMap((n, i) => {
      if (state.labels[n] !== y) return [];
      const a = proof.coefficients[i] === "1" ? "" : `${proof.coefficients[i]} `;
      return [`${a}(${[state.x0, ...state.rows[n]].join(", ")})`];
    });
    return parts.join(" + ") || `(${["0", ...state.names.map(() => "0")].join(", ")})`;
  };

  const certificate = (proof, state) => {
    const point = proof.point && { point: `(${proof.point.map(formatNumber).join(", ")})` };
    const sum = { plus: side(proof, state, 1), minus: side(proof, state, -1) };
    return [
      made("p", {}, made("strong", {}, ...text(perceptron.ofLines("noLine", state))), point ? filled(words.meet, point) : ""),
      made("p", { class: "pg-sum" }, filled(words.sum, sum)),
      made("p", {}, ...text(words.whyNoLine)),
    ];
  };

  const separator = (run, proof) => [
    made("p", {}, made("strong", {}, words.separable), ...text(boundText(run, proof))),
    made("p", { class: "pg-soft" }, ...text(words.largest, {
      w: vector(proof.w_f), R2: formatNumber(proof.R2), rho2: formatNumber(proof.rho2),
      n: proof.support.join(", "),
    })),
  ];

  /** Return the pictures that go with a run. */
  const picturesOf = ({ run }, { labels, names }) => {
    const all = [], values = (some) => some.map(({ value }) => value);
    const beside = (title, form, some, bounds) => curves.chart(
      title, values(some), values(bounds),
      (t) => text(form, { t, value: formatNumber(some[t]), bound: formatNumber(bounds[t]) }),
    );
    if (names.length < 3) {
      const from = names.length === 1 ? 0 : 1; // with one feature, the weight of x_0 and its own
      const ws = run.w.map((w) => values(w.slice(from, from + 2)));
      const kinds = run.n.map((n) => (labels[n] > 0 ? "plus" : "minus"));
      all.push(curves.arrows(words.arrows, ws, kinds,
        (t) => text(t < run.T ? words.arrowsSaid : words.arrowsEnd,
          { t, next: t + 1, n: run.n[t], i: from, k: from + 1 })));
    }
    if (run.pocket) {
      const plain = (v) => ({ text: `${v}`, value: v });
      all.push(beside(words.mistakesOverT, words.mistakesSaid, run.mistakes.map(plain),
        run.pocket.map(([k]) => plain(k))));
    }
    if (run.aligned) {
      all.push(beside(words.aligned, words.alignedSaid, run.aligned, run.aligned_bound));
    }
    all.push(beside(words.lengths, words.lengthsSaid, run.lengths, run.lengths_bound));
    return all;
  };

  /** Return the margins of all examples as bars, for more features than the plane has. */
  const bars = (app) => {
    const element = made("div");
    let picture = null;
    const show = () => {
      const run = app.answer && app.answer.run;
      picture = run && run.margins && curves.bars(
        words.bars, run.margins, (t) => run.n[t], (t, n) => isMistake(run, t, n),
        (t) => text(words.barsSaid, { t }),
      );
      element.replaceChildren(picture ? picture.element : "");
    };
    return { element, show, step: (t) => picture && picture.show(t) };
  };

  const proof = (app) => {
    const said = made("div"), drawn = made("div", { class: "pg-curves" });
    const attributes = { class: "pg-proof", "aria-label": words.proof, tabindex: -1 };
    const element = made("section", attributes, said, drawn);
    let pictures = [];
    const show = () => {
      const answer = app.answer;
      element.hidden = !answer;
      if (!answer) return;
      const decided = answer.proof.separable;
      said.replaceChildren(
        ...(decided ? separator(answer.run, answer.proof)
          : decided === false ? certificate(answer.proof, app.state)
          : [made("p", {}, words.undecided)]),
      );
      pictures = picturesOf(answer, app.state);
      drawn.replaceChildren(...pictures.map((one) => one.element));
    };
    return { element, show, step: (t) => pictures.forEach((one) => one.show(t)) };
  };

  // --- the reader's own strategy

  const verdict = (check) => {
    const note = check.failure || check.note;
    const says = made("span", {}, `${words.verdicts[check.verdict] || check.verdict} `);
    return made("li", { class: `pg-${check.verdict}` }, says, check.requires, note
      ? made("span", { class: "pg-note" }, note) : "");
  };

  const code = (app) => {
    const run = () => app.runCode();
    const typed = (text) => {
      app.state.code = text;
      app.error = null;
      results.replaceChildren(); // they belong to the code before
      app.save();
      show();
    };
    const editor = perceptron.editor({
      text: "", label: words.editor, run, rows: 14, changed: typed,
    });
    const fault = made("p", { class: "pg-error", role: "alert" });
    const note = made("p", { class: "pg-note", role: "status" });
    const printed = made("pre", { class: "pg-printed", tabindex: 0, "aria-label": words.printed });
    const results = made("div", { role: "status" });
    const seed = made("select", {
      "aria-label": words.seed,
      onchange: () => {
        const file = app.about.starters.find(({ name }) => name === seed.value);
        if (file) typed(file.source);
        seed.value = "";
      },
    });
    const save = () => app.download("mine.py", app.state.code, "text/x-python");
    const check = async () => {
      const list = made("ul", { class: "pg-checks" });
      results.replaceChildren(list);
      app.trust();
      const before = [];
      let checking = null;
      const add = (one) => { before.push(one); list.append(verdict(one)); checking = null; };
      const heard = (message) => {
        if (message.checking) checking = message.checking;
        if (message.check) add(message.check);
      };
      // a check at which Python was silent fails; the others are made by the next Python
      const silent = () => {
        if (!checking) return false;
        add({ ...checking, verdict: "failed", note: "", failure: words.silentCheck, line: null });
        return true;
      };
      let answer = null;
      do {
        answer = await app.ask({ what: "check", code: app.state.code, before }, heard, silent);
      } while (answer === false);
      if (!answer || answer.error) return app.refuse(answer, "code");
      const failed = answer.checks.find((one) => one.line);
      if (failed) editor.mark(failed.line);
      results.append(made("p", {}, answer.passes ? words.passes : words.fails));
    };
    const race = async () => {
      app.trust();
      results.replaceChildren(made("p", {}, words.racing));
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
      const raced = { k: sets.length, sets: sets.join(", ") };
      const caption = filled(words.raceCaption, raced);
      results.replaceChildren(table(words.raceHead, rows, caption));
    };
    const element = made(
      "section", { class: "pg-code", "aria-label": words.mine }, made("p", {}, words.mineHelp),
      made("div", { class: "pg-row" }, seed), note, editor.element,
      made(
        "div", { class: "pg-row" }, button(words.run, run, { class: "pg-main" }),
        button(words.check, check), button(words.race, race), button(words.save, save),
      ),
      fault, printed, results,
    );
    const show = () => {
      const { state } = app;
      element.hidden = state.order !== "mine";
      const seeds = app.about.starters.map(({ name, says }) => [name, `${name}: ${spoken(says)}`]);
      if (seed.children.length !== seeds.length + 1) {
        seed.replaceChildren(...options([["", words.seed], ...seeds]));
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
    const names = head.map((name) => made("th", { scope: "col" }, name));
    const lines = rows.map((row) => made("tr", {}, ...row.map((one) => made("td", {}, one))));
    const scrolled = made(
      "div", { class: "pg-scroll", tabindex: 0, role: "region", "aria-label": caption },
      made("table", {}, made("thead", {}, made("tr", {}, ...names)), made("tbody", {}, ...lines)),
    );
    return made("div", {}, made("p", { class: "pg-soft" }, caption), scrolled);
  };

  // --- tools

  /** Return the examples as a table in which they can be typed. */
  const examples = (app) => {
    const body = made("tbody"), head = made("tr");
    const fault = made("p", { class: "pg-error", role: "alert" });
    const add = () => app.place(app.state.names.map(() => "0"));
    const attributes = { class: "pg-examples", "aria-label": words.table };
    const all = made("table", attributes, made("thead", {}, head), body);
    const element = fold(
      words.table, fault, made("div", { class: "pg-scroll" }, all), button(words.add, add),
    );
    const type = (n, i, value) => {
      const row = [...app.state.rows[n]];
      row[i] = value.trim();
      app.move(n, row, { anew: true });
    };
    const line = (row, n) => {
      const inputs = row.map((value, i) => made("input", {
        value, size: 7, "aria-label": filled(words.cell, { n, name: app.state.names[i] }),
        "aria-invalid": app.error && `${app.error.at}` === `${n},${i}` ? "true" : null,
        onchange: ({ target }) => type(n, i, target.value),
      }));
      const label = made(
        "select",
        { "aria-label": filled(words.labelOf, { n }), onchange: () => app.flip(n) },
        ...options([["1", words.plus], ["-1", words.minus]]),
      );
      label.value = String(app.state.labels[n]);
      const name = filled(words.removeN, { n });
      const away = button("×", () => app.remove(n), { "aria-label": name, title: name });
      const cells = [...inputs, label, away].map((one) => made("td", {}, one));
      return made("tr", {}, made("th", { scope: "row" }, `${n}`), ...cells);
    };
    const show = () => {
      fault.textContent = app.fault("rows");
      if (fault.textContent) element.open = true;
      if (!element.open) return;
      const { names, rows } = app.state;
      const titles = ["n", ...names, words.labelName, words.away];
      head.replaceChildren(...titles.map((name) => made("th", { scope: "col" }, name)));
      const controls = () => [...body.querySelectorAll("input, select, button")];
      const at = controls().indexOf(document.activeElement); // the focus stays on the same control
      body.replaceChildren(...rows.map(line));
      if (at >= 0 && controls()[at]) controls()[at].focus();
    };
    element.addEventListener("toggle", show);
    return { element, show };
  };

  const paste = (app) => {
    const area = made("textarea", { rows: 5, placeholder: "x1,x2,y\n1,2,+1\n0,0,-1" });
    const typed = field(words.pasteHere, area);
    const label = field(words.labelColumn, made("input", { size: 8 }));
    const positive = field(words.labelOfPlus, made("input", { size: 8 }));
    const notes = made("p", { class: "pg-note", role: "status" });
    const take = async () => {
      const [column, plus] = [label, positive].map(({ control }) => control.value.trim() || null);
      const answer = await app.ask({ what: "read", text: area.value, label: column, positive: plus });
      if (!answer) return;
      typed.fail(answer.error || "");
      notes.textContent = (answer.warnings || []).join(" ");
      if (answer.set) app.take(answer.set);
    };
    const which = made("div", { class: "pg-fields" }, label.element, positive.element);
    const row = made("div", { class: "pg-row" }, button(words.take, take));
    const element = fold(words.paste, typed.element, which, row, notes);
    return { element, show: () => {} };
  };

  const compare = (app) => {
    const costs = made("div", { role: "status" });
    const ask = async () => {
      const mine = app.isTrusted() && app.state.code ? ["mine.py"] : [];
      const strategies = [...app.about.strategies.map(({ name }) => name), ...mine];
      const given = app.state.order === "mine" ? "" : states.orderText(app.state);
      if (given && !strategies.includes(given)) strategies.push(given);
      const code = mine.length ? app.state.code : null;
      const answer = await app.ask({ ...app.question(), what: "compare", strategies, code });
      if (!answer || answer.error) return app.refuse(answer);
      const rows = answer.rows.map((row) => row.error
        ? [row.strategy, row.error, "", "", ""]
        : [row.strategy, row.status === "converged" ? row.T : filled(words.stoppedAt, { T: row.T }),
          row.visits, row.dot_products, row.mistakes]);
      costs.replaceChildren(table(words.compareHead, rows, words.compareCaption));
    };
    const asks = made("div", { class: "pg-row" }, button(words.compare, ask));
    const element = fold(words.compareTitle, asks, costs);
    let lastState = "";
    const show = () => {
      const now = states.encode({ ...app.state, order: "", options: {}, code: "" }, false);
      // the table is for other examples or settings
      if (lastState && now !== lastState) costs.replaceChildren();
      lastState = now;
    };
    return { element, show };
  };

  const share = (app) => {
    const link = made("input", { readonly: true, onfocus: ({ target }) => target.select() });
    const said = made("span", { class: "pg-note", role: "status" });
    const copy = async () => {
      link.value = app.link();
      try {
        await navigator.clipboard.writeText(link.value);
        said.textContent = words.copied;
      } catch { // it is refused from disk, and where the browser does not trust the page
        link.focus();
        said.textContent = words.copyYourself;
      }
    };
    const csv = async () => {
      const answer = await app.ask({ ...app.question(), what: "csv" });
      if (!answer || answer.error) return app.refuse(answer);
      app.download("examples.csv", answer.text, "text/csv");
    };
    const picture = () => app.download("plane.svg", app.picture(), "image/svg+xml");
    const element = fold(
      words.share, field(words.link, link).element,
      made("div", { class: "pg-row" }, button(words.copy, copy), said),
      made("div", { class: "pg-row" }, button(words.asCsv, csv), button(words.asSvg, picture)),
    );
    const show = () => { link.value = app.link(); };
    element.addEventListener("toggle", show);
    return { element, show };
  };

  const selftest = (app) => {
    const said = made("p", { role: "status" });
    const ask = async () => {
      said.textContent = words.testing;
      const answer = await app.ask({ what: "selftest" });
      said.textContent = "";
      if (!answer || answer.error) return app.refuse(answer);
      const form = answer.fingerprint === answer.expected ? words.testEqual : words.testOther;
      said.textContent = filled(form, answer);
    };
    const help = made("p", {}, words.testHelp);
    const element = fold(words.testTitle, help, button(words.test, ask), said);
    return { element, show: () => {} };
  };

  perceptron.panels = {
    settings, numbers, bars, proof, code, formatNumber, isMistake,
    tools: [examples, paste, compare, share, selftest],
  };
})();
