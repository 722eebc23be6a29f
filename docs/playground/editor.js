/* An editor for short Python texts: a <textarea> with line numbers, indentation and a marked line.
 *
 * perceptron.editor({text, label, rows, run, onChange}) returns {element, text, mark, focus}. Tab
 * indents, Shift+Tab unindents; Escape, then Tab, moves the focus on. Enter keeps the indentation,
 * and indents after a colon. Ctrl+Enter calls `run`. `mark(line)` marks the line of an error,
 * `mark(0)` removes the mark, and so does the next input.
 */
(() => {
  "use strict";
  const { makeElement } = window.perceptron;
  const INDENT = "    ";

  /** Replace a part of the text as typing does, so that the browser can undo it. */
  const replaceText = (area, from, to, text) => {
    area.setSelectionRange(from, to);
    const command = text ? "insertText" : "delete";
    if (from === to && !text) return;
    if (!document.execCommand(command, false, text)) {
      area.setRangeText(text, from, to, "end");
      area.dispatchEvent(new Event("input"));
    }
  };

  const lineStart = (text, at) => text.lastIndexOf("\n", at - 1) + 1;

  /** Indent the selected lines, or unindent them if isBack. */
  const indent = (area, isBack) => {
    const { value, selectionStart: from, selectionEnd: to } = area;
    if (from === to && !isBack) {
      const column = from - lineStart(value, from);
      return replaceText(area, from, to, INDENT.slice(column % INDENT.length));
    }
    const start = lineStart(value, from);
    const before = value.slice(start, to);
    const lines = before.split("\n").map((line) => (isBack ? line.replace(/^ {1,4}/, "") : INDENT + line));
    const text = lines.join("\n");
    if (text === before) return;
    replaceText(area, start, to, text);
    area.setSelectionRange(from === to ? area.selectionEnd : start, start + text.length);
  };

  /** Start a line with the indentation of the line before; after a colon, indent it further. */
  const breakLine = (area) => {
    const { value, selectionStart: from, selectionEnd: to } = area;
    const line = value.slice(lineStart(value, from), from);
    const extra = /:\s*(#.*)?$/.test(line) ? INDENT : "";
    replaceText(area, from, to, `\n${/^ */.exec(line)[0]}${extra}`);
  };

  window.perceptron.editor = ({ text, label, rows = 12, run, onChange = () => {} }) => {
    let markedLine = 0, tabLeaves = false;
    const numbers = makeElement("pre", { "aria-hidden": "true" });
    const area = makeElement("textarea", {
      rows, wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      autocorrect: "off", "aria-label": label,
    });
    const showNumbers = () => {
      const lines = Array.from(area.value.split("\n"), (_, i) => `${i + 1}`);
      const elements = lines.flatMap((n) => [+n === markedLine ? makeElement("b", {}, n) : n, "\n"]);
      numbers.replaceChildren(...elements);
      numbers.scrollTop = area.scrollTop;
    };
    const mark = (line) => {
      markedLine = line || 0;
      showNumbers();
      if (!markedLine) return area.removeAttribute("aria-invalid");
      area.setAttribute("aria-invalid", "true");
      const lineHeight = area.scrollHeight / area.value.split("\n").length;
      const top = (markedLine - 1) * lineHeight;
      if (top < area.scrollTop || top > area.scrollTop + area.clientHeight - 2 * lineHeight) {
        area.scrollTop = top - area.clientHeight / 2;
      }
    };
    area.addEventListener("scroll", () => { numbers.scrollTop = area.scrollTop; });
    area.addEventListener("input", () => { mark(0); onChange(area.value); });
    area.addEventListener("keydown", (event) => {
      const { key, shiftKey, altKey } = event, control = event.ctrlKey || event.metaKey;
      const action =
        key === "Enter" && control && run ? run
        : control || altKey || event.isComposing ? null
        : key === "Tab" && !tabLeaves ? () => indent(area, shiftKey)
        : key === "Enter" ? () => breakLine(area)
        : null;
      if (key !== "Shift") tabLeaves = key === "Escape";
      if (!action) return;
      event.preventDefault();
      action();
    });
    area.value = text;
    showNumbers();
    return {
      element: makeElement("div", { class: "pg-editor" }, numbers, area),
      get text() { return area.value; },
      set text(value) { if (value !== area.value) { area.value = value; mark(0); } },
      mark,
      focus: () => area.focus(),
    };
  };
})();
