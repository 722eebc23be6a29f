/* The script on every page: it loads the other scripts of this folder when they are needed.
 *
 * `perceptron.load("code_blocks", "code.css")` loads files of this folder, each once, in order; a name
 * without ending is a script. An element of class `playground` is filled when the page loads. An
 * example that has `data-live` (docs/_tools/runnable_examples.py) gets a button, which opens it for changes.
 */
(() => {
  "use strict";

  const LANGUAGES = {
    en: {
      run: "Change it and run", change: "Change it", which: "{what}: example {k} of {n}, {first}",
      failed: "This could not be loaded. Try again.",
    },
    "zh-TW": {
      run: "改改看，再執行", change: "改改看", which: "{what}：第 {k} 個例子，共 {n} 個，{first}",
      failed: "載入失敗，請再試一次。",
    },
    "zh-CN": {
      run: "改改看，再运行", change: "改改看", which: "{what}：第 {k} 个例子，共 {n} 个，{first}",
      failed: "加载失败，请再试一次。",
    },
  };
  const lang = document.documentElement.lang;
  const words = LANGUAGES[lang] || LANGUAGES[lang.split("-")[0]] || LANGUAGES.en;

  const base = new URL(".", document.currentScript.src).href;
  const WORDS = [`words-${lang}`];
  const PLAYGROUND = ["playground.css", ...WORDS,
    "pla", "quick", "state", "plane", "charts", "app", "panels", "board"]; // app.js loads the rest
  const CODE = ["editor.css", "code.css", ...WORDS, "editor", "engine", "code_blocks"];

  const makeElement = (tag, properties) => Object.assign(document.createElement(tag), properties);

  const loadPromises = {};
  /** Return the promise of one file; after a failure the next call tries again. */
  const loadFile = (name) => loadPromises[name] = loadPromises[name] || new Promise((resolve, reject) => {
    const element = name.endsWith(".css")
      ? makeElement("link", { rel: "stylesheet", href: base + name })
      : makeElement("script", { src: `${base}${name}.js`, async: false });
    element.onload = resolve;
    element.onerror = () => {
      element.remove();
      delete loadPromises[name];
      reject(new Error(`${base}${name}`));
    };
    document.head.append(element);
  });
  const load = (...names) => Promise.all(names.map(loadFile));

  window.perceptron = Object.assign(window.perceptron || {}, { base, load });

  /** Add the button to an example; its accessible name identifies the example. */
  const addButton = (block, k, { length }) => {
    const action = block.dataset.live === "file" ? words.change : words.run;
    const firstLine = block.querySelector("code").textContent.trim().split("\n", 1)[0];
    const values = { what: action, k: k + 1, n: length, first: firstLine };
    const button = makeElement("button", {
      type: "button", className: "live-button", textContent: action,
      ariaLabel: words.which.replace(/\{(\w+)\}/g, (_, key) => values[key]),
    });
    button.onclick = () => {
      load(...CODE).then(() => window.perceptron.openCodeBlock(block, button), () => {
        button.textContent = button.ariaLabel = words.failed;
      });
    };
    block.append(button);
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(".playground").forEach((element) => {
      load(...PLAYGROUND).then(() => window.perceptron.playground(element));
    });
    document.querySelectorAll(".highlight[data-live]").forEach(addButton);
  });
})();
