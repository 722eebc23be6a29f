/* "Change it and run": an example of a page becomes an editor with the output of Python below it.
 *
 * perceptron.openCodeBlock(block, button) opens a block that has `data-live` (docs/_tools/runnable_examples.py).
 * Before an example in Python runs, the earlier Python examples of the page run (of a reference page: those of the
 * same object). Commands and scripts run alone. An example can read the files of the page, with the
 * reader's changes in open blocks, and the files that examples above it wrote. Leaving the page discards all
 * changes.
 */
(() => {
  "use strict";
  const { makeElement, fillTemplate, engine } = window.perceptron;
  const { code: words, playground: { problems } } = window.perceptron.words;
  const MAX_LINES = 24; // of an editor without scrolling
  const LONG_RUN = 3000; // milliseconds until a note explains the wait

  const blocks = [...document.querySelectorAll(".highlight[data-live]")];
  const fileTexts = document.querySelector(".live-files");
  const texts = fileTexts ? JSON.parse(fileTexts.textContent) : [];
  const panels = new Map(); // the panel of each block that was opened

  const isPython = (kind) => kind === "python" || kind === "pycon";
  const isFile = (kind) => kind === "script" || kind === "file";
  const joinLines = (lines) => lines.map((line) => `${line}\n`).join("");

  /** Return the original text of a block, without prompts, and the output that the page shows. */
  const pageContent = (block) => {
    const text = block.querySelector("code").textContent.replace(/\n+$/, "");
    const kind = block.dataset.live;
    if (isFile(kind) || kind === "python") return { text, output: "" };
    if (kind === "console") {
      const commands = text.split("\n").filter((line) => line.startsWith("$ "));
      const isOutput = block.classList.contains("output");
      return {
        text: commands.map((line) => line.slice(2)).join("\n"), output: isOutput ? `${text}\n` : "",
      };
    }
    const statements = [];
    for (const line of text.split("\n")) {
      if (/^>>>( |$)/.test(line)) statements.push({ typed: [line], printed: [] });
      else {
        const { typed, printed } = statements[statements.length - 1];
        (/^\.\.\.( |$)/.test(line) && !printed.length ? typed : printed).push(line);
      }
    }
    return {
      text: statements.flatMap(({ typed }) => typed.map((line) => line.slice(4))).join("\n"),
      output: statements.filter(({ printed }) => printed.length)
        .map(({ typed, printed }) => joinLines([...typed, ...printed])).join(""),
    };
  };

  const isOpen = (block) => block.classList.contains("open");
  const textOf = (block) => (isOpen(block) ? panels.get(block).text : pageContent(block).text);
  const describeBlock = (block) => {
    const { live: kind, of: module, name } = block.dataset;
    return { kind, text: textOf(block), of: module, name };
  };
  const filesOf = ({ dataset }) =>
    Object.entries(JSON.parse(dataset.files || "{}")).map(([name, k]) => [name, texts[k]]);

  /** Return the question for Python: the block, the blocks to run before it, and their files. */
  const questionFor = (block) => {
    const { live: kind, of: module } = block.dataset;
    const blocksAbove = blocks.slice(0, blocks.indexOf(block));
    const blocksBefore = blocksAbove.filter(
      ({ dataset }) => isPython(kind) && isPython(dataset.live) && dataset.of === module
    );
    const files = Object.fromEntries([...blocksBefore, block].flatMap(filesOf));
    for (const openBlock of blocksAbove.filter(isOpen)) Object.assign(files, panels.get(openBlock).written);
    const sources = [...blocksBefore, block].map(textOf).join("\n");
    for (const fileBlock of blocks.filter((candidate) => isOpen(candidate) && isFile(candidate.dataset.live))) {
      const { name } = fileBlock.dataset;
      const ending = textOf(fileBlock).endsWith("\n") ? "" : "\n";
      if (fileBlock === block || name in files || sources.includes(name)) {
        files[name] = textOf(fileBlock) + ending;
      }
    }
    return {
      what: "console", files, before: blocksBefore.map(describeBlock), block: describeBlock(block),
      numbersBefore: blocksBefore.map((block) => blocks.indexOf(block) + 1),
    };
  };

  const dataUrl = (type, text) =>
    `data:${type},${encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd"))}`;

  /** Return a link that saves a text as a file. */
  const downloadLink = (name, text, type) =>
    makeElement("a", { href: dataUrl(type, text), download: name.split("/").pop() },
      fillTemplate(words.save, { name }));

  const figureOf = (name, svg) => {
    const title = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("title");
    const image = makeElement("img", {
      src: dataUrl("image/svg+xml", svg), alt: title ? title.textContent : name,
    });
    return makeElement("figure", {}, image, makeElement("span", {}, downloadLink(name, svg, "image/svg+xml")));
  };

  /** Return the elements that show an answer's pictures and files. */
  const resultElements = ({ files, pictures }) => {
    const isPicture = ([name]) => name.endsWith(".svg");
    const entries = Object.entries(files);
    const otherFiles = entries.filter((entry) => !isPicture(entry));
    return [
      ...pictures.map((svg, k) => figureOf(`picture-${k + 1}.svg`, svg)),
      ...entries.filter(isPicture).map(([name, svg]) => figureOf(name, svg)),
      ...otherFiles.map(([name, text]) => makeElement("div", {}, downloadLink(name, text, "text/plain"))),
    ];
  };

  /** Return the message about how a run ended. */
  const endMessage = ({ error, line, status, printed, files, pictures }) => {
    if (error !== null) return line ? fillTemplate(words.wrongLine, { line }) : words.wrong;
    if (status) return fillTemplate(words.status, { status });
    return printed || pictures.length || Object.keys(files).length ? words.done : words.nothing;
  };

  /** Make the panel of a block; return {text, written, open}, where `written` are the files that its run wrote. */
  const makePanel = (block, opener) => {
    const { live: kind, name } = block.dataset;
    const original = pageContent(block), k = blocks.indexOf(block) + 1;
    const canRun = kind !== "file";
    let currentRun = 0; // the number of the current run, or 0
    let written = {};

    const editor = window.perceptron.editor({
      text: original.text,
      label: fillTemplate(isFile(kind) ? words.file : words.text, { k, name }),
      rows: Math.min(Math.max(original.text.split("\n").length, 2), MAX_LINES) + 1,
      run: canRun ? () => run() : undefined,
    });
    const bar = makeElement("progress", { hidden: true, "aria-hidden": "true" });
    const status = makeElement("span", { class: "code-said", role: "status" });
    const progressText = makeElement("span", { class: "code-said", "aria-hidden": "true" });
    const output = makeElement("pre", {
      class: "code-out", role: "region", tabindex: "0", "aria-label": words.output,
    });
    const results = makeElement("div", { class: "code-made" });
    const makeButton = (label, act, attributes = {}) =>
      makeElement("button", { type: "button", onclick: act, ...attributes }, label);

    /** Show the status. The progress is hidden from screen readers, because it changes often. */
    const showStatus = (text, isError = false, progress = "") => {
      if (status.textContent !== text) status.textContent = text;
      progressText.textContent = progress;
      status.classList.toggle("wrong", isError);
    };
    const showOutput = (text, isError = false) => {
      output.textContent = text;
      output.classList.toggle("wrong", isError);
      // a table scrolls instead of wrapping
      output.classList.toggle("table", kind === "console" && /^\s*\S.* {2,}\S/m.test(text));
    };
    const setRunning = (id) => {
      currentRun = id;
      output.setAttribute("aria-busy", id ? "true" : "false");
      if (canRun) {
        const hadFocus = document.activeElement === (id ? startButton : stopButton);
        startButton.hidden = Boolean(id);
        stopButton.hidden = !id;
        if (hadFocus) (id ? stopButton : startButton).focus();
      }
      if (!id) bar.hidden = true;
    };
    const showProgress = (progress) => {
      if (progress.phase) {
        bar.removeAttribute("value");
        showStatus(words.starting);
      } else {
        const [done, total] = [progress.done, progress.total].map((n) => (n / 1e6).toFixed(1));
        Object.assign(bar, { hidden: false, max: progress.total, value: progress.done });
        showStatus(words.loading, false, fillTemplate(words.megabytes, { done, total }));
      }
    };

    let runsSoFar = 0;
    const run = async () => {
      if (engine.problem) return showStatus(problems[engine.problem], true);
      if (currentRun) engine.stop();
      const runNumber = ++runsSoFar, currentQuestion = questionFor(block);
      setRunning(runNumber);
      editor.mark(0);
      showOutput("");
      results.replaceChildren();
      let text = "";
      const onMessage = (message) => {
        if (runNumber !== currentRun) return;
        if (message.before !== undefined) {
          const k = message.before + 1, n = currentQuestion.before.length;
          showStatus(words.earlier, false, fillTemplate(words.of, { k, n }));
        } else if (message.printed !== undefined) {
          if (status.textContent !== words.long) showStatus(words.running);
          showOutput(text += message.printed);
        }
      };
      try {
        showStatus(words.starting);
        await engine.start((progress) => runNumber === currentRun && showProgress(progress));
        if (runNumber !== currentRun) return;
        bar.hidden = true;
        showStatus(engine.isBusy ? words.waiting : words.running);
        setTimeout(() => runNumber === currentRun && showStatus(words.long), LONG_RUN);
        const answer = await engine.ask(currentQuestion, { onMessage, silence: Infinity });
        if (runNumber === currentRun) showAnswer(answer, currentQuestion);
      } catch (error) {
        if (runNumber !== currentRun) return;
        setRunning(0);
        showStatus(error.name === "Stopped" ? words.stopped
          : fillTemplate(words.broken, { message: error.message }), error.name !== "Stopped");
      }
    };
    const showAnswer = (answer, { numbersBefore }) => {
      setRunning(0);
      const isError = answer.error !== null;
      showOutput(answer.printed, isError);
      results.replaceChildren(...resultElements(answer));
      written = answer.files;
      if (answer.before !== null) {
        return showStatus(fillTemplate(words.earlierWrong, { k: numbersBefore[answer.before] }), true);
      }
      if (answer.line) editor.mark(answer.line);
      showStatus(endMessage(answer), isError);
    };
    const stopRun = () => {
      const hadRun = currentRun;
      setRunning(0);
      if (hadRun) engine.stop();
    };
    const reset = () => {
      stopRun();
      editor.text = original.text;
      written = {};
      showOutput(original.output);
      results.replaceChildren();
      showStatus(isFile(kind) ? words.fileHelp : "");
    };
    const close = () => {
      stopRun();
      block.classList.remove("open");
      element.hidden = true;
      opener.focus();
    };
    const stopByReader = () => {
      stopRun();
      showStatus(words.stopped);
    };

    const startButton = makeButton(words.run, () => run(), { class: "code-run", title: words.keys });
    const stopButton = makeButton(words.stop, stopByReader, { hidden: true });
    const element = makeElement("div", { class: "code-live" },
      editor.element,
      makeElement("div", { class: "code-bar" },
        ...(canRun ? [startButton, stopButton] : []), makeButton(words.reset, reset), makeButton(words.close, close),
        bar, status, progressText),
      output, results);
    // letters are keyboard shortcuts of the theme, and one of them leaves the page
    element.addEventListener("keydown", (event) => event.stopPropagation());
    block.append(element);
    reset();

    return {
      get text() { return editor.text; },
      get written() { return written; },
      open() {
        block.classList.add("open");
        element.hidden = false;
        if (!matchMedia("(pointer: coarse)").matches) editor.focus();
        if (!canRun || currentRun) return;
        if (engine.problem) return showStatus(problems[engine.problem], true);
        if (!engine.isStarted) warmUp();
      },
    };

    /** Load Python while the reader looks at the text. */
    function warmUp() {
      engine.start((progress) => !currentRun && showProgress(progress)).then(
        () => { if (!currentRun) { bar.hidden = true; showStatus(words.ready); } },
        (error) => {
          bar.hidden = true;
          showStatus(fillTemplate(words.broken, { message: error.message }), true);
        }
      );
    }
  };

  window.perceptron.openCodeBlock = (block, opener) => {
    if (!panels.has(block)) panels.set(block, makePanel(block, opener));
    panels.get(block).open();
  };
})();
