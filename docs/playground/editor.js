/* An editor for short Python texts: a <textarea> with line numbers, indentation and a marked line.
 *
 * perceptron.editor({text, label, rows, run, changed}) returns {element, text, mark, focus}. Tab
 * indents, Shift+Tab takes it back; Escape, then Tab, leaves. Enter keeps the indentation, and
 * adds a step after a colon. Ctrl+Enter calls `run`. `mark(line)` marks the line of an error, and
 * `mark(0)` none; the mark goes with the next input.
 */
(() => {
  "use strict";
  const { made } = window.perceptron;
  const STEP = "    ";

  /** Replace a part of the text as typing does, so that the browser's undo takes it back. */
  const type = (area, from, to, text) => {
    area.setSelectionRange(from, to);
    const command = text ? "insertText" : "delete";
    if (from === to && !text) return;
    if (!document.execCommand(command, false, text)) {
      area.setRangeText(text, from, to, "end");
      area.dispatchEvent(new Event("input"));
    }
  };

  const lineStart = (text, at) => text.lastIndexOf("\n", at - 1) + 1;

  /** Indent the selected lines by a step, or take one back. */
  const indent = (area, back) => {
    const { value, selectionStart: from, selectionEnd: to } = area;
    if (from === to && !back) {
      const column = from - lineStart(value, from);
      return type(area, from, to, STEP.slice(column % STEP.length));
    }
    const begin = lineStart(value, from);
    const old = value.slice(begin, to);
    const lines = old.split("\n").map((line) => (back ? line.replace(/^ {1,4}/, "") : STEP + line));
    const text = lines.join("\n");
    if (text === old) return;
    type(area, begin, to, text);
    area.setSelectionRange(from === to ? area.selectionEnd : begin, begin + text.length);
  };

  /** Begin a line with the indentation of the former one, a step more after a colon. */
  const breakLine = (area) => {
    const { value, selectionStart: from, selectionEnd: to } = area;
    const line = value.slice(lineStart(value, from), from);
    const more = /:\s*(#.*)?$/.test(line) ? STEP : "";
    type(area, from, to, `\n${/^ */.exec(line)[0]}${more}`);
  };

  window.perceptron.editor = ({ text, label, rows = 12, run, changed = () => {} }) => {
    let marked = 0, leaves = false;
    const numbers = made("pre", { "aria-hidden": "true" });
    const area = made("textarea", {
      rows, wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      autocorrect: "off", "aria-label": label,
    });
    const number = () => {
      const lines = Array.from(area.value.split("\n"), (_, i) => `${i + 1}`);
      const all = lines.flatMap((n) => [+n === marked ? made("b", {}, n) : n, "\n"]);
      numbers.replaceChildren(...all);
      numbers.scrollTop = area.scrollTop;
    };
    const mark = (line) => {
      marked = line || 0;
      number();
      if (!marked) return area.removeAttribute("aria-invalid");
      area.setAttribute("aria-invalid", "true");
      const high = area.scrollHeight / area.value.split("\n").length;
      const top = (marked - 1) * high;
      if (top < area.scrollTop || top > area.scrollTop + area.clientHeight - 2 * high) {
        area.scrollTop = top - area.clientHeight / 2;
      }
    };
    area.addEventListener("scroll", () => { numbers.scrollTop = area.scrollTop; });
    area.addEventListener("input", () => { mark(0); changed(area.value); });
    area.addEventListener("keydown", (event) => {
      const { key, shiftKey, altKey } = event, control = event.ctrlKey || event.metaKey;
      const does =
        key === "Enter" && control && run ? run
        : control || altKey || event.isComposing ? null
        : key === "Tab" && !leaves ? () => indent(area, shiftKey)
        : key === "Enter" ? () => breakLine(area)
        : null;
      if (key !== "Shift") leaves = key === "Escape";
      if (!does) return;
      event.preventDefault();
      does();
    });
    area.value = text;
    number();
    return {
      element: made("div", { class: "pg-editor" }, numbers, area),
      get text() { return area.value; },
      set text(value) { if (value !== area.value) { area.value = value; mark(0); } },
      mark,
      focus: () => area.focus(),
    };
  };
})();
