/* The panels that ask Python: the reader's own strategy, and tools. They join those of panels.js. */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { button, options, translateDescription, makeElement, fillTemplate, states, panels } = perceptron;
  const { field, fold } = panels;
  const words = perceptron.words.playground;

  // --- the reader's own strategy

  const checkItem = (check) => {
    const note = check.failure || check.note;
    const description = makeElement("span", {}, `${words.verdicts[check.verdict] || check.verdict} `);
    return makeElement("li", { class: `pg-${check.verdict.replace(" ", "-")}` }, description, check.requires, note
      ? makeElement("span", { class: "pg-note" }, note) : "");
  };

  const strategyPanel = (app) => {
    const run = () => app.runCode();
    const setCode = (text) => {
      app.state.code = text;
      app.error = null;
      results.replaceChildren(); // the results belong to the former code
      app.save();
      show();
    };
    const editor = perceptron.editor({
      text: "", label: words.editor, run, rows: 14, onChange: setCode,
    });
    const errorNote = makeElement("p", { class: "pg-error", role: "alert" });
    const note = makeElement("p", { class: "pg-note", role: "status" });
    const printed = makeElement("pre", { class: "pg-printed", tabindex: 0, "aria-label": words.printed });
    const results = makeElement("div", { role: "status" });
    const starter = makeElement("select", {
      "aria-label": words.startFrom,
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
      // a check fails if Python does not respond; then Python restarts and runs the remaining checks
      const onSilence = () => {
        if (!currentCheck) return false;
        add({ ...currentCheck, verdict: "failed", note: "", failure: words.silentCheck, line: null });
        return true;
      };
      let answer = null;
      do {
        answer = await app.ask({ what: "check", code: app.state.code, before: checksBefore }, onMessage, onSilence);
      } while (answer === false);
      if (!answer || answer.error) return app.showError(answer, "code");
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
      if (!answer || answer.error) return app.showError(answer, "code");
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
      errorNote, printed, results,
    );
    const show = () => {
      const { state } = app;
      element.hidden = state.order !== "mine";
      const starters = app.about.starters.map(({ name, description }) => [name, `${name}: ${translateDescription(description)}`]);
      if (starter.children.length !== starters.length + 1) {
        starter.replaceChildren(...options([["", words.startFrom], ...starters]));
      }
      editor.text = state.code;
      note.textContent = app.isTrusted() && app.lastRunCode === state.code ? words.current
        : app.isForeign ? words.foreign : words.changed;
      errorNote.textContent = app.errorOf("code");
      editor.mark(app.error && app.error.line);
      printed.textContent = app.printed;
      printed.hidden = !app.printed;
    };
    return { element, show };
  };

  /** Return a table with headings, rows and a caption. */
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
    const errorNote = makeElement("p", { class: "pg-error", role: "alert" });
    const add = () => app.place(app.state.names.map(() => "0"));
    const attributes = { class: "pg-examples", "aria-label": words.table };
    const examplesTable = makeElement("table", attributes, makeElement("thead", {}, head), body);
    const element = fold(
      words.table, errorNote, makeElement("div", { class: "pg-scroll" }, examplesTable), button(words.add, add),
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
      errorNote.textContent = app.errorOf("rows");
      if (errorNote.textContent) element.open = true;
      if (!element.open) return;
      const { names, rows } = app.state;
      const titles = ["n", ...names, words.labelName, words.removeHeading];
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
      if (answer.set) app.useExamples(answer.set);
    };
    const labelFields = makeElement("div", { class: "pg-fields" }, label.element, positive.element);
    const row = makeElement("div", { class: "pg-row" }, button(words.take, takeText));
    const element = fold(words.paste, pasteField.element, labelFields, row, notes);
    return { element, show: () => {} };
  };

  const comparePanel = (app) => {
    const costs = makeElement("div", { role: "status" });
    const compareOrders = async () => {
      const ownFile = app.isTrusted() && app.state.code ? ["mine.py"] : [];
      const strategies = [...app.about.strategies.map(({ name }) => name), ...ownFile];
      const orderText = app.state.order === "mine" ? "" : states.orderText(app.state);
      if (orderText && !strategies.includes(orderText)) strategies.push(orderText);
      const code = ownFile.length ? app.state.code : null;
      const answer = await app.ask({ ...app.question(), what: "compare", strategies, code });
      if (!answer || answer.error) return app.showError(answer);
      const rows = answer.rows.map((row) => row.error
        ? [row.strategy, row.error, "", "", ""]
        : [row.strategy, row.status === "converged" ? row.T : fillTemplate(words.stoppedAt, { T: row.T }),
          row.visits, row.dot_products, row.mistakes]);
      costs.replaceChildren(table(words.compareHead, rows, words.compareCaption));
    };
    const buttons = makeElement("div", { class: "pg-row" }, button(words.compare, compareOrders));
    const element = fold(words.compareTitle, buttons, costs);
    let lastState = "";
    const show = () => {
      const currentState = states.encode({ ...app.state, order: "", options: {}, code: "" }, false);
      // the table belongs to other examples or settings
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
      if (!answer || answer.error) return app.showError(answer);
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
      if (!answer || answer.error) return app.showError(answer);
      const template = answer.fingerprint === answer.expected ? words.testEqual : words.testOther;
      status.textContent = fillTemplate(template, answer);
    };
    const help = makeElement("p", {}, words.testHelp);
    const element = fold(words.testTitle, help, button(words.test, runSelftest), status);
    return { element, show: () => {} };
  };

  Object.assign(panels, { strategyPanel, toolPanels: [examplesPanel, pastePanel, comparePanel, sharePanel, selftestPanel] });
})();
