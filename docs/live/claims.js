/* What a picture may say of a run: each claim is [key in words.json, values], or null.
 *
 * With x_0 = 0 only lines through the origin are asked for, so no claim there says more. It has no document: a
 * page says its claims, and a test compares them with the package.
 */
(() => {
  "use strict";
  const { exact } = perceptron;

  /** Tell whether the run goes on for ever: no line separates, and no example on a line may count as right.
   *
   * Where x_0 = 0 and sign(0) is a label, PLA may halt with examples on its line, so nobody knows. Where
   * x_0 is not 0, a line with examples on it that count as right can be moved off them: none is left out.
   */
  const never = ({ best, halted }, { x0, zero = 0 }) => !best && !halted && (x0 !== 0 || !zero);

  /** Tell whether with x_0 = 1 a line separates what none through the origin does. */
  const elsewhere = ({ best }, { x0, points, ys }) =>
    x0 === 0 && !best && exact.best(points.map((p) => [1, ...p]), ys) !== null;

  /** Return the claims of a course (`data`) on a set: `end` of the run, `updates`, `bound`, and `none`, that no
   * line separates.
   */
  const claims = (data, set) => {
    const { T, best, halted } = data, origin = set.x0 === 0 ? "AtOrigin" : "";
    const none = best ? null : [elsewhere(data, set) ? "noneElsewhere" : `none${origin}`, {}];
    const is_endless = never(data, set);
    return {
      none,
      end: [halted ? "done" : is_endless ? "endless" : "stopped", { T }],
      updates: halted ? ["updates", { T }] : is_endless ? ["updates", { T: "∞" }] : ["updatesSoFar", { T }],
      bound: best ? ["bound", { b: best.bound.value }] : halted ? null : [`never${origin}`, {}],
    };
  };

  Object.assign(perceptron, { claims });
})();
