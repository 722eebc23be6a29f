/* What every page loads: it finds what can become live, and loads the rest when a reader asks.
 *
 * `perceptron.load("code", "code.css")` loads files of this folder, each once, in order: a script
 * where the name has no ending. Two things become live: an element of class `playground`, when the
 * page loads; and an example that has `data-live` (see docs/_tools/live.py), at a press of the
 * button that it gets here.
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
  const PLAYGROUND = ["playground.css", ...WORDS, "state", "plane", "app"]; // app.js loads more
  const CODE = ["editor.css", "code.css", ...WORDS, "editor", "engine", "code"];

  const made = (tag, properties) => Object.assign(document.createElement(tag), properties);

  const loading = {};
  /** Return a promise for one file; after a failure it can be asked for again. */
  const loaded = (name) => loading[name] = loading[name] || new Promise((done, failed) => {
    const element = name.endsWith(".css")
      ? made("link", { rel: "stylesheet", href: base + name })
      : made("script", { src: `${base}${name}.js`, async: false });
    element.onload = done;
    element.onerror = () => {
      element.remove();
      delete loading[name];
      failed(new Error(`${base}${name}`));
    };
    document.head.append(element);
  });
  const load = (...names) => Promise.all(names.map(loaded));

  window.perceptron = Object.assign(window.perceptron || {}, { base, load });

  /** Give an example its button, whose name says which example it is. */
  const offer = (block, k, { length }) => {
    const what = block.dataset.live === "file" ? words.change : words.run;
    const first = block.querySelector("code").textContent.trim().split("\n", 1)[0];
    const values = { what, k: k + 1, n: length, first };
    const button = made("button", {
      type: "button", className: "live-button", textContent: what,
      ariaLabel: words.which.replace(/\{(\w+)\}/g, (_, key) => values[key]),
    });
    button.onclick = () => {
      load(...CODE).then(() => window.perceptron.code(block, button)).catch(() => {
        button.textContent = button.ariaLabel = words.failed;
      });
    };
    block.append(button);
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll(".playground").forEach((element) => {
      load(...PLAYGROUND).then(() => window.perceptron.playground(element));
    });
    document.querySelectorAll(".highlight[data-live]").forEach(offer);
  });
})();
