/* The claims that a picture makes about a run. Each is [key in words.json, values]; some may be null.
 *
 * With x_0 = 0 every line of the hypothesis set passes through the origin, so the claims say "through the origin".
 * No document is needed: a page shows the claims, and a test compares them with the package.
 */
(() => {
  "use strict";
  const { pla } = perceptron;

  /** Return whether PLA is known to run for ever on these examples.
   *
   * It does if no line separates them, unless x_0 = 0 and sign(0) is a label: then PLA may still halt with
   * examples on its line. With x_0 = 1 this cannot happen, because the line can be moved off such examples. It is not
   * known if `separator` is undefined.
   */
  const neverHalts = ({ separator, halted }, { x0, zero = 0 }) => separator === null && !halted && (x0 !== 0 || !zero);

  /** Return whether no line through the origin separates, but with x_0 = 1 a line does. */
  const isSeparableWithX0 = ({ separator }, { x0, points, ys }) =>
    x0 === 0 && separator === null && pla.findSeparator(points.map((p) => [1, ...p]), ys) !== null;

  /** Return the claims about a run on a set: `end`, how the run ended; `updates`; `bound`, null if the run halted although
   * no line separates; and `noLine`, null if a line separates.
   *
   * `data` is from compute(set) of a kind of picture. Its `separator` is null if no line separates; undefined if the kind
   * does not know, and then nothing is claimed: `bound` and `noLine` are null.
   */
  const claims = (data, set) => {
    const { T, separator, halted } = data, atOrigin = set.x0 === 0 ? "AtOrigin" : "";
    const noLine = separator !== null ? null : [isSeparableWithX0(data, set) ? "noneElsewhere" : `none${atOrigin}`, {}];
    const isEndless = neverHalts(data, set);
    return {
      noLine,
      end: [halted ? "done" : isEndless ? "endless" : "stopped", { T }],
      updates: halted ? ["updates", { T }] : isEndless ? ["updates", { T: "∞" }] : ["updatesSoFar", { T }],
      bound: separator ? ["bound", { b: separator.bound.value }] : noLine && !halted ? [`never${atOrigin}`, {}] : null,
    };
  };

  Object.assign(perceptron, { claims });
})();
