/* The claims that a picture makes about a run. A claim is [key, values]: the key of a sentence in words.json, and the
 * values for its placeholders. A page shows the claims, and tests compare them with the package, so this file needs no
 * document.
 *
 * With x_0 = 0 every line of the hypothesis set passes through the origin, so the claims say "through the origin".
 */
(() => {
  "use strict";
  const { pla } = perceptron;

  /** Return whether PLA is known to run for ever on these examples.
   *
   * If no line separates the examples, PLA never halts, with one exception: if x_0 = 0 and sign(0) is a label, PLA may
   * halt at a line that passes through examples. (With x_0 = 1 this line could be moved away from these examples, so a
   * line would separate.) If `separator` is undefined, it is not known whether a line separates.
   */
  const neverHalts = ({ separator, halted }, { x0, signOfZero = 0 }) => separator === null && !halted && (x0 !== 0 || !signOfZero);

  /** Return whether a line separates the examples with x_0 = 1, although no line through the origin does. */
  const isSeparableOnlyWithX0 = ({ separator }, { x0, points, ys }) =>
    x0 === 0 && separator === null && pla.findSeparator(points.map((p) => [1, ...p]), ys) !== null;

  /** Return the claims about a run. `run` is the result of compute(dataSet) of a kind of picture.
   *
   * end: how the run ended. updates: the number of updates. noLine: that no line separates; null if a line does. bound: the
   * bound on T, or that there is no bound; null if PLA halted although no line separates.
   *
   * Some kinds of pictures do not look for a separating line. Then `run.separator` is undefined, and noLine and bound are
   * null.
   */
  const claims = (run, dataSet) => {
    const { T, separator, halted } = run, atOrigin = dataSet.x0 === 0 ? "AtOrigin" : "";
    const noLine = separator !== null ? null : [isSeparableOnlyWithX0(run, dataSet) ? "lineOnlyWithX0" : `noLine${atOrigin}`, {}];
    const isEndless = neverHalts(run, dataSet);
    return {
      noLine,
      end: [halted ? "done" : isEndless ? "endless" : "stopped", { T }],
      updates: halted ? ["updates", { T }] : isEndless ? ["updates", { T: "∞" }] : ["updatesSoFar", { T }],
      bound: separator ? ["bound", { b: separator.bound.value }] : noLine && !halted ? [`noBound${atOrigin}`, {}] : null,
    };
  };

  Object.assign(perceptron, { claims });
})();
