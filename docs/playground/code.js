/* "Change it and run": an example of a page becomes an editor, and prints what Python says.
 *
 * perceptron.code(block, button) opens a block that has `data-live` (see docs/_tools/live.py). An
 * example runs after the page's earlier ones, and finds the page's files, both as they are changed
 * here while they are open, and what examples above it have written. Nothing is remembered when
 * the page is left.
 */
(() => {
  "use strict";
  const { made, filled, engine } = window.perceptron;
  const { code: words, playground: { problems } } = window.perceptron.words;
  const LONGEST = 24; // lines of an editor that does not scroll
  const LONG = 3000; // milliseconds, after which a reader may wonder

  const blocks = [...document.querySelectorAll(".highlight[data-live]")];
  const stored = document.querySelector(".live-files");
  const texts = stored ? JSON.parse(stored.textContent) : [];
  const opened = new Map(); // what was opened, by block

  const isPython = (kind) => kind === "python" || kind === "pycon";
  const isFile = (kind) => kind === "script" || kind === "file";
  const lined = (lines) => lines.map((line) => `${line}\n`).join("");

  /** Return the page's own text of a block without prompts, and the output that it shows. */
  const ofPage = (block) => {
    const text = block.querySelector("code").textContent.replace(/\n+$/, "");
    const kind = block.dataset.live;
    if (isFile(kind) || kind === "python") return { text, output: "" };
    if (kind === "console") {
      const commands = text.split("\n").filter((line) => line.startsWith("$ "));
      const shows = block.classList.contains("output");
      return {
        text: commands.map((line) => line.slice(2)).join("\n"), output: shows ? `${text}\n` : "",
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
        .map(({ typed, printed }) => lined([...typed, ...printed])).join(""),
    };
  };

  const isOpen = (block) => block.classList.contains("open");
  const textOf = (block) => (isOpen(block) ? opened.get(block).text : ofPage(block).text);
  const describeBlock = (block) => {
    const { live: kind, of: module, name } = block.dataset;
    return { kind, text: textOf(block), of: module, name };
  };
  const shownFiles = ({ dataset }) =>
    Object.entries(JSON.parse(dataset.files || "{}")).map(([name, k]) => [name, texts[k]]);

  /** Return the question for Python: the block, the ones to run before it, and their files. */
  const question = (block) => {
    const { live: kind, of: module } = block.dataset;
    const above = blocks.slice(0, blocks.indexOf(block));
    const before = above.filter(
      ({ dataset }) => isPython(kind) && isPython(dataset.live) && dataset.of === module
    );
    const files = Object.fromEntries([...before, block].flatMap(shownFiles));
    for (const other of above.filter(isOpen)) Object.assign(files, opened.get(other).written);
    const sources = [...before, block].map(textOf).join("\n");
    for (const other of blocks.filter((each) => isOpen(each) && isFile(each.dataset.live))) {
      const { name } = other.dataset;
      const ends = textOf(other).endsWith("\n") ? "" : "\n";
      if (other === block || name in files || sources.includes(name)) {
        files[name] = textOf(other) + ends;
      }
    }
    return {
      what: "console", files, before: before.map(describeBlock), block: describeBlock(block),
      places: before.map((each) => blocks.indexOf(each) + 1),
    };
  };

  const dataUrl = (type, text) =>
    `data:${type},${encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd"))}`;

  /** Return a link that saves a text as a file. */
  const saved = (name, text, type) =>
    made("a", { href: dataUrl(type, text), download: name.split("/").pop() },
      filled(words.save, { name }));

  const pictured = (name, svg) => {
    const title = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("title");
    const image = made("img", {
      src: dataUrl("image/svg+xml", svg), alt: title ? title.textContent : name,
    });
    return made("figure", {}, image, made("span", {}, saved(name, svg, "image/svg+xml")));
  };

  /** Return the elements of an answer other than the printed text: pictures, and files to save. */
  const resultElements = ({ files, pictures }) => {
    const isPicture = ([name]) => name.endsWith(".svg");
    const entries = Object.entries(files);
    const others = entries.filter((entry) => !isPicture(entry));
    return [
      ...pictures.map((svg, k) => pictured(`picture-${k + 1}.svg`, svg)),
      ...entries.filter(isPicture).map(([name, svg]) => pictured(name, svg)),
      ...others.map(([name, text]) => made("div", {}, saved(name, text, "text/plain"))),
    ];
  };

  /** Return how an answer ended, in words. */
  const endMessage = ({ error, line, status, printed, files, pictures }) => {
    if (error !== null) return line ? filled(words.wrongLine, { line }) : words.wrong;
    if (status) return filled(words.status, { status });
    return printed || pictures.length || Object.keys(files).length ? words.done : words.nothing;
  };

  /** Make the panel of a block; return its text, its written files, and `open`. */
  const panel = (block, button) => {
    const { live: kind, name } = block.dataset;
    const page = ofPage(block), k = blocks.indexOf(block) + 1;
    const runs = kind !== "file";
    let running = 0; // the number of the current run, or 0
    let written = {};

    const editor = window.perceptron.editor({
      text: page.text,
      label: filled(isFile(kind) ? words.file : words.text, { k, name }),
      rows: Math.min(Math.max(page.text.split("\n").length, 2), LONGEST) + 1,
      run: runs ? () => run() : undefined,
    });
    const bar = made("progress", { hidden: true, "aria-hidden": "true" });
    const said = made("span", { class: "code-said", role: "status" });
    const far = made("span", { class: "code-said", "aria-hidden": "true" });
    const output = made("pre", {
      class: "code-out", role: "region", tabindex: "0", "aria-label": words.output,
    });
    const beside = made("div", { class: "code-made" });
    const press = (label, act, attributes = {}) =>
      made("button", { type: "button", onclick: act, ...attributes }, label);

    /** Show the status; the progress changes often, and is not read out. */
    const tell = (text, wrong = false, how = "") => {
      if (said.textContent !== text) said.textContent = text;
      far.textContent = how;
      said.classList.toggle("wrong", wrong);
    };
    const print = (text, wrong = false) => {
      output.textContent = text;
      output.classList.toggle("wrong", wrong);
      // rows of a table stay whole, and the block scrolls
      output.classList.toggle("table", kind === "console" && /^\s*\S.* {2,}\S/m.test(text));
    };
    const setRunning = (id) => {
      running = id;
      output.setAttribute("aria-busy", id ? "true" : "false");
      if (runs) {
        const hadFocus = document.activeElement === (id ? start : stop);
        start.hidden = Boolean(id);
        stop.hidden = !id;
        if (hadFocus) (id ? stop : start).focus();
      }
      if (!id) bar.hidden = true;
    };
    const showProgress = (progress) => {
      if (progress.phase) {
        bar.removeAttribute("value");
        tell(words.starting);
      } else {
        const [done, total] = [progress.done, progress.total].map((n) => (n / 1e6).toFixed(1));
        Object.assign(bar, { hidden: false, max: progress.total, value: progress.done });
        tell(words.loading, false, filled(words.megabytes, { done, total }));
      }
    };

    let runsSoFar = 0;
    const run = async () => {
      if (engine.problem) return tell(problems[engine.problem], true);
      if (running) engine.stop();
      const now = ++runsSoFar, asking = question(block);
      setRunning(now);
      editor.mark(0);
      print("");
      beside.replaceChildren();
      let text = "";
      const onMessage = (message) => {
        if (now !== running) return;
        if (message.before !== undefined) {
          const k = message.before + 1, n = asking.before.length;
          tell(words.earlier, false, filled(words.of, { k, n }));
        } else if (message.printed !== undefined) {
          if (said.textContent !== words.long) tell(words.running);
          print(text += message.printed);
        }
      };
      try {
        tell(words.starting);
        await engine.start((progress) => now === running && showProgress(progress));
        if (now !== running) return;
        bar.hidden = true;
        tell(engine.busy ? words.waiting : words.running);
        setTimeout(() => now === running && tell(words.long), LONG);
        const answer = await engine.ask(asking, { heard: onMessage, silence: Infinity });
        if (now === running) take(answer, asking);
      } catch (error) {
        if (now !== running) return;
        setRunning(0);
        tell(error.name === "Stopped" ? words.stopped
          : filled(words.broken, { message: error.message }), error.name !== "Stopped");
      }
    };
    const take = (answer, { places }) => {
      setRunning(0);
      const wrong = answer.error !== null;
      print(answer.printed, wrong);
      beside.replaceChildren(...resultElements(answer));
      written = answer.files;
      if (answer.before !== null) {
        return tell(filled(words.earlierWrong, { k: places[answer.before] }), true);
      }
      if (answer.line) editor.mark(answer.line);
      tell(endMessage(answer), wrong);
    };
    const end = () => {
      const was = running;
      setRunning(0);
      if (was) engine.stop();
    };
    const reset = () => {
      end();
      editor.text = page.text;
      written = {};
      print(page.output);
      beside.replaceChildren();
      tell(isFile(kind) ? words.found : "");
    };
    const close = () => {
      end();
      block.classList.remove("open");
      element.hidden = true;
      button.focus();
    };
    const halt = () => {
      end();
      tell(words.stopped);
    };

    const start = press(words.run, () => run(), { class: "code-run", title: words.keys });
    const stop = press(words.stop, halt, { hidden: true });
    const element = made("div", { class: "code-live" },
      editor.element,
      made("div", { class: "code-bar" },
        ...(runs ? [start, stop] : []), press(words.reset, reset), press(words.close, close),
        bar, said, far),
      output, beside);
    // letters are keys of the theme, too: one of them leaves the page
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
        if (!runs || running) return;
        if (engine.problem) return tell(problems[engine.problem], true);
        if (!engine.on) warmUp();
      },
    };

    /** Load Python while the reader looks at the text. */
    function warmUp() {
      engine.start((progress) => !running && showProgress(progress)).then(
        () => { if (!running) { bar.hidden = true; tell(words.ready); } },
        (error) => {
          bar.hidden = true;
          tell(filled(words.broken, { message: error.message }), true);
        }
      );
    }
  };

  window.perceptron.code = (block, button) => {
    if (!opened.has(block)) opened.set(block, panel(block, button));
    opened.get(block).open();
  };
})();
