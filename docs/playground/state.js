/* The state of the playground, its text for links, and its history.
 *
 * A state is everything that the page shows depends on: the examples (with `set`, the name of their
 * set, until the reader changes them), the settings as typed, and the step `t`, null for the last.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;

  const MAX_EXAMPLES = 200;
  const MAX_CELL_LENGTH = 60; // characters of a coordinate
  const NUMBER_PATTERN = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?(\/\d+)?$/i;
  const ORDER_PATTERN = /^[a-z][\w-]*(:[^:]*)?$/; // a link may not name a file or a module
  const SETTINGS = { x0: "1", w0: "", eta: "1", sign0: "0", updates: "1000" };
  const DEFAULT_ORDERS = { pla: "cyclic", pocket: "random" }; // the defaults of `pla` and `pocket`
  const CHOICES = { algorithm: ["pla", "pocket"], sign0: ["0", "1", "-1"] };

  const defaultNames = (d) => Array.from({ length: d }, (_, i) => `x${i + 1}`);

  const initial = () => ({
    set: "or", names: defaultNames(2), rows: [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]],
    labels: [-1, 1, 1, 1], algorithm: "pla", order: "cyclic", options: {}, code: "", t: null,
    ...SETTINGS,
  });

  /** Escape a text for a link, but keep the separators of lists readable. */
  const escapeText = (text) =>
    encodeURIComponent(text).replace(/%(2C|3B|3A|3D|2F|40)/g, (sign) => decodeURIComponent(sign));

  const orderText = ({ order, options }) => {
    const parameters = Object.entries(options).map(([key, value]) => `${key}=${value}`);
    return parameters.length ? `${order}:${parameters.join(",")}` : order;
  };

  const pointsText = ({ rows, labels }) =>
    rows.map((row, n) => [...row, labels[n] > 0 ? "o" : "x"].join(",")).join(";");

  /** Return the state as a text for a link: its examples, and the settings that differ from the initial ones. */
  const encode = (state, withT = true) => {
    const { set, rows, code, t } = state;
    const hasOwnNames = state.names.join() !== defaultNames(state.names.length).join();
    const entries = [
      set ? ["set", set] : ["p", pointsText(state)],
      ["names", !set && (hasOwnNames || !rows.length) && state.names.join()],
      ["algorithm", state.algorithm !== "pla" && state.algorithm],
      ["order", orderText(state) !== DEFAULT_ORDERS[state.algorithm] && orderText(state)],
      ...Object.keys(SETTINGS).map((key) => [key, state[key] !== SETTINGS[key] && state[key]]),
      ["code", code],
      ["t", withT && t !== null && String(t)],
    ];
    const parameters = entries.filter(([key, value]) => value || key === "p");
    return parameters.map(([key, value]) => `${key}=${escapeText(value)}`).join("&");
  };

  const isExample = (cells, d) =>
    cells.length === d + 1 &&
    /^[ox]$/.test(cells[d]) &&
    cells.slice(0, d).every((cell) => cell.length <= MAX_CELL_LENGTH && NUMBER_PATTERN.test(cell));

  /** Read the examples of a link into the state; return the parts that could not be read. */
  const readPoints = (state, text) => {
    const examples = text.split(";").filter(Boolean).map((example) => example.split(","));
    const firstValid = examples.find((cells) => cells.length > 1 && isExample(cells, cells.length - 1));
    const d = firstValid ? firstValid.length - 1 : 2;
    const validExamples = examples.filter((cells) => isExample(cells, d));
    const invalidExamples = [...examples.filter((cells) => !isExample(cells, d)), ...validExamples.slice(MAX_EXAMPLES)];
    const usedExamples = validExamples.slice(0, MAX_EXAMPLES);
    Object.assign(state, {
      set: "", names: defaultNames(d),
      rows: usedExamples.map((cells) => cells.slice(0, d)),
      labels: usedExamples.map((cells) => (cells[d] === "o" ? 1 : -1)),
    });
    return invalidExamples.map((cells) => `p=${cells.join(",")}`);
  };

  const readOrder = (state, text) => {
    if (!ORDER_PATTERN.test(text)) return false;
    const [order, optionsText = ""] = text.split(":");
    const pairs = optionsText.split(",").filter(Boolean).map((pair) => pair.split("="));
    if (!pairs.every((pair) => pair.length === 2)) return false;
    Object.assign(state, { order, options: Object.fromEntries(pairs) });
    return true;
  };

  /** The parser of each key of a link that is not a setting; it returns false for an invalid value. */
  const PARSERS = {
    set: (state, value) => {
      if (!/^[a-z][\w-]*(:[\w=,.-]*)?$/.test(value)) return false;
      return Boolean(Object.assign(state, { set: value, rows: null, labels: [] }));
    },
    names: (state, value) => {
      const newNames = value.split(",");
      if (state.rows && state.rows.length && newNames.length !== state.names.length) return false;
      state.names = newNames;
      return true;
    },
    order: readOrder,
    code: (state, value) => { state.code = value; return true; },
    t: (state, value) => /^\d{1,6}$/.test(value) && (state.t = Number(value), true),
  };
  const readSetting = (state, value, key) => {
    const isChoice = Object.hasOwn(CHOICES, key);
    if (isChoice ? !CHOICES[key].includes(value) : !Object.hasOwn(SETTINGS, key)) return false;
    state[key] = value;
    return true;
  };

  /** Read a link: {state, unread}, where `unread` lists the parts that could not be read; null if the link has no state. */
  const decode = (text) => {
    if (!text.includes("=")) return null; // the link to a heading
    const state = initial(), unread = [], parameters = new Map(new URLSearchParams(text));
    if (parameters.has("p")) {
      unread.push(...readPoints(state, parameters.get("p")));
      parameters.delete("p");
      if (parameters.delete("set")) unread.push("set");
    }
    for (const [key, value] of parameters) {
      const parse = Object.hasOwn(PARSERS, key) ? PARSERS[key] : readSetting;
      if (parse(state, value, key) === false) unread.push(`${key}=${value.slice(0, MAX_CELL_LENGTH)}`);
    }
    if (!parameters.has("order")) state.order = DEFAULT_ORDERS[state.algorithm];
    return { state, unread };
  };

  /** Return the changes of the state for a new algorithm. The default order of one algorithm becomes that of the other. */
  const withAlgorithm = (state, algorithm) => ({
    algorithm, ...(orderText(state) === DEFAULT_ORDERS[state.algorithm] && { order: DEFAULT_ORDERS[algorithm] }),
  });

  /** Return a history of states, as texts, with undo and redo. */
  const makeHistory = (current) => {
    const undoStack = [], redoStack = [];
    const move = (from, to) => {
      if (!from.length) return null;
      to.push(current);
      return (current = from.pop());
    };
    return {
      add(text) {
        if (text === current) return;
        undoStack.push(current);
        if (undoStack.length > 100) undoStack.shift();
        redoStack.length = 0;
        current = text;
      },
      undo: () => move(undoStack, redoStack),
      redo: () => move(redoStack, undoStack),
      get canUndo() { return undoStack.length > 0; },
      get canRedo() { return redoStack.length > 0; },
    };
  };

  perceptron.states = { initial, encode, decode, withAlgorithm, makeHistory, orderText, defaultNames, MAX_EXAMPLES };
})();
