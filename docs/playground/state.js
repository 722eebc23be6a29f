/* The state of the playground, as a text for links, and its history.
 *
 * A state has everything a run depends on: the examples (`set`, the name of a set, until
 * they are changed), the settings as they were typed, and the step `t`, null for the last.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;

  const MAX_EXAMPLES = 200; // examples
  const MAX_CELL_LENGTH = 60; // characters of a coordinate
  const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,3})?(\/\d+)?$/i;
  const ORDER = /^[a-z][\w-]*(:[^:]*)?$/; // no file, and no module
  const SETTINGS = { x0: "1", w0: "", eta: "1", sign0: "0", updates: "1000" };
  const ORDERS = { pla: "cyclic", pocket: "random" }; // as `pla` and `pocket` take
  const CHOICES = { algorithm: ["pla", "pocket"], sign0: ["0", "1", "-1"] };

  const names = (d) => Array.from({ length: d }, (_, i) => `x${i + 1}`);

  const initial = () => ({
    set: "or", names: names(2), rows: [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]],
    labels: [-1, 1, 1, 1], algorithm: "pla", order: "cyclic", options: {}, code: "", t: null,
    ...SETTINGS,
  });

  /** Escape what a link needs escaped, and leave the signs of lists legible. */
  const escaped = (text) =>
    encodeURIComponent(text).replace(/%(2C|3B|3A|3D|2F|40)/g, (sign) => decodeURIComponent(sign));

  const orderText = ({ order, options }) => {
    const given = Object.entries(options).map(([key, value]) => `${key}=${value}`);
    return given.length ? `${order}:${given.join(",")}` : order;
  };

  const pointsText = ({ rows, labels }) =>
    rows.map((row, n) => [...row, labels[n] > 0 ? "o" : "x"].join(",")).join(";");

  /** Return the state as a text for a link; initial values are left out. */
  const encode = (state, withT = true) => {
    const { set, rows, code, t } = state;
    const hasOwnNames = state.names.join() !== names(state.names.length).join();
    const all = [
      set ? ["set", set] : ["p", pointsText(state)],
      ["names", !set && (hasOwnNames || !rows.length) && state.names.join()],
      ["algorithm", state.algorithm !== "pla" && state.algorithm],
      ["order", orderText(state) !== ORDERS[state.algorithm] && orderText(state)],
      ...Object.keys(SETTINGS).map((key) => [key, state[key] !== SETTINGS[key] && state[key]]),
      ["code", code],
      ["t", withT && t !== null && String(t)],
    ];
    const given = all.filter(([key, value]) => value || key === "p");
    return given.map(([key, value]) => `${key}=${escaped(value)}`).join("&");
  };

  const isExample = (cells, d) =>
    cells.length === d + 1 &&
    /^[ox]$/.test(cells[d]) &&
    cells.slice(0, d).every((cell) => cell.length <= MAX_CELL_LENGTH && NUMBER.test(cell));

  /** Read the examples of a link into the state; return what could not be read. */
  const readPoints = (state, text) => {
    const all = text.split(";").filter(Boolean).map((example) => example.split(","));
    const first = all.find((cells) => cells.length > 1 && isExample(cells, cells.length - 1));
    const d = first ? first.length - 1 : 2;
    const good = all.filter((cells) => isExample(cells, d));
    const bad = [...all.filter((cells) => !isExample(cells, d)), ...good.slice(MAX_EXAMPLES)];
    const kept = good.slice(0, MAX_EXAMPLES);
    Object.assign(state, {
      set: "", names: names(d),
      rows: kept.map((cells) => cells.slice(0, d)),
      labels: kept.map((cells) => (cells[d] === "o" ? 1 : -1)),
    });
    return bad.map((cells) => `p=${cells.join(",")}`);
  };

  const readOrder = (state, text) => {
    if (!ORDER.test(text)) return false;
    const [order, rest = ""] = text.split(":");
    const pairs = rest.split(",").filter(Boolean).map((pair) => pair.split("="));
    if (!pairs.every((pair) => pair.length === 2)) return false;
    Object.assign(state, { order, options: Object.fromEntries(pairs) });
    return true;
  };

  /** The reader of each key of a link; it returns false for an invalid value. */
  const READERS = {
    set: (state, value) => {
      if (!/^[a-z][\w-]*(:[\w=,.-]*)?$/.test(value)) return false;
      return Boolean(Object.assign(state, { set: value, rows: null, labels: [] }));
    },
    names: (state, value) => {
      const all = value.split(",");
      if (state.rows && state.rows.length && all.length !== state.names.length) return false;
      state.names = all;
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

  /** Read a link: {state, unread}, with the parts that could not be read; null if it is not a state. */
  const decode = (text) => {
    if (!text.includes("=")) return null; // the name of a heading
    const state = initial(), unread = [], given = new Map(new URLSearchParams(text));
    if (given.has("p")) {
      unread.push(...readPoints(state, given.get("p")));
      given.delete("p");
      if (given.delete("set")) unread.push("set");
    }
    for (const [key, value] of given) {
      const reader = Object.hasOwn(READERS, key) ? READERS[key] : readSetting;
      if (reader(state, value, key) === false) unread.push(`${key}=${value.slice(0, MAX_CELL_LENGTH)}`);
    }
    if (!given.has("order")) state.order = ORDERS[state.algorithm];
    return { state, unread };
  };

  /** Return what changes with the algorithm: its own order takes the place of the other's. */
  const withAlgorithm = (state, algorithm) => ({
    algorithm, ...(orderText(state) === ORDERS[state.algorithm] && { order: ORDERS[algorithm] }),
  });

  /** Keep the texts of former states, for undo and redo. */
  const past = (now) => {
    const before = [], after = [];
    const move = (from, to) => {
      if (!from.length) return null;
      to.push(now);
      return (now = from.pop());
    };
    return {
      note(text) {
        if (text === now) return;
        before.push(now);
        if (before.length > 100) before.shift();
        after.length = 0;
        now = text;
      },
      undo: () => move(before, after),
      redo: () => move(after, before),
      get canUndo() { return before.length > 0; },
      get canRedo() { return after.length > 0; },
    };
  };

  perceptron.states = { initial, encode, decode, withAlgorithm, past, orderText, names, MAX_EXAMPLES };
})();
