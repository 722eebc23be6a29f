/* The claims that a picture makes about a run: [key, values], where the key is that of a sentence in words.json and the
 * values fill it in. No document is needed: a page shows the claims, and a test compares them with the package.
 *
 * With x_0 = 0 every line of the hypothesis set passes through the origin, so the claims say "through the origin".
 */
(() => {
  "use strict";
  const { pla } = perceptron;

  /** Return whether PLA is known to run for ever on these examples.
   *
   * It does if no line separates them, but with one exception. If x_0 = 0 and sign(0) is a label, PLA may still halt,
   * with examples on its line. (With x_0 = 1 the line could be moved off these examples, so a line would separate.) If
   * `separator` is undefined, nothing is known.
   */
  const neverHalts = ({ separator, halted }, { x0, signOfZero = 0 }) => separator === null && !halted && (x0 !== 0 || !signOfZero);

  /** Return whether no line through the origin separates the examples, but with x_0 = 1 a line does. */
  const isSeparableOnlyWithX0 = ({ separator }, { x0, points, ys }) =>
    x0 === 0 && separator === null && pla.findSeparator(points.map((p) => [1, ...p]), ys) !== null;

  /** Return the claims about a run on a set. `data` is from compute(set) of a kind of picture.
   *
   * end: how the run ended. updates: the number of updates. bound: the bound on T, or that there is none; null if PLA
   * halted although no line separates. noLine: that no line separates; null if a line does.
   *
   * If a kind of picture does not look for a separating line, its `data.separator` is undefined; `bound` and `noLine` are
   * then null.
   */
  const claims = (data, set) => {
    const { T, separator, halted } = data, atOrigin = set.x0 === 0 ? "AtOrigin" : "";
    const noLine = separator !== null ? null : [isSeparableOnlyWithX0(data, set) ? "lineOnlyWithX0" : `noLine${atOrigin}`, {}];
    const isEndless = neverHalts(data, set);
    return {
      noLine,
      end: [halted ? "done" : isEndless ? "endless" : "stopped", { T }],
      updates: halted ? ["updates", { T }] : isEndless ? ["updates", { T: "∞" }] : ["updatesSoFar", { T }],
      bound: separator ? ["bound", { b: separator.bound.value }] : noLine && !halted ? [`noBound${atOrigin}`, {}] : null,
    };
  };

  Object.assign(perceptron, { claims });
})();
