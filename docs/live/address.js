/* The fragments of addresses, after #: playgroundFragment(...) opens a set in the playground, and pictureFragment(...) on
 * the page of a single picture, which reads the fragment with parse(...). No document is needed.
 *
 * A set has the examples and the settings of a run. rows: [x_1, x_2, y] of each example.
 */
(() => {
  "use strict";
  /** Return the parameter with the examples, such as "p=3,0,x;4,1,o". */
  const examplesParameter = (rows) => `p=${rows.map(([x, y, label]) => `${x},${y},${label > 0 ? "o" : "x"}`).join(";")}`;

  /** Return the fragment that opens the playground with the same examples and the same settings of the run. halted:
   * whether PLA halted; if not, the fragment has the number of updates after which the picture stopped the run.
   */
  const playgroundFragment = (set, rows, halted) => {
    const orderWithSeed = `${set.order}${set.order.includes(":") ? "," : ":"}seed=${set.seed || 0}`;
    const order = set.order.startsWith("random") ? orderWithSeed : set.pocket || set.order !== "cyclic" ? set.order : "";
    return [examplesParameter(rows),
      set.x0 !== 1 && `x0=${set.x0}`, set.pocket && "algorithm=pocket", order && `order=${order}`, set.signOfZero && `sign0=${set.signOfZero}`,
      (!halted || set.pocket) && `updates=${set.updates || 40}`].filter(Boolean).join("&");
  };

  /** Return the fragment that opens a picture on its own page. It has the scene, the settings in which the set differs from
   * those of the scene, and the examples; rows: null if the reader did not change them, so that the fragment leaves them out.
   */
  const pictureFragment = (set, sceneSettings, rows, scene) => {
    const differs = (name) => set[name] !== (sceneSettings[name] ?? 0);
    return [rows && examplesParameter(rows), differs("x0") && `x0=${set.x0}`,
      (differs("order") || differs("seed")) && `order=${set.order}&seed=${set.seed}`,
      differs("signOfZero") && `sign0=${set.signOfZero}`, scene && `scene=${scene}`].filter(Boolean).join("&");
  };

  const EXAMPLE_PATTERN = /^(-?\d{1,3}),(-?\d{1,3}),([ox])$/;
  const VALID_VALUES = { x0: ["0", "1"], sign0: ["-1", "0", "1"], order: perceptron.pla.ORDERS };

  /** Read the fragment of a picture's own page. Return {set, scene, lang, hasSheet}: `set` has rows, x0, order, seed and
   * signOfZero, but only those that are given and valid; scene and lang are null if they are not given; hasSheet says whether to
   * show the sheet of all scenes.
   */
  const parse = (fragment) => {
    const parameters = new URLSearchParams(fragment), set = {};
    const isValid = (name, value) => VALID_VALUES[name].includes(value);
    const examples = (parameters.get("p") || "").split(";").map((text) => EXAMPLE_PATTERN.exec(text)).filter(Boolean);
    const [x0, signOfZero] = [parameters.get("x0"), parameters.get("sign0")];
    const [, order = "", seedOfOrder] = /^(.*?)(?:[:,]seed=(\d+))?$/.exec(parameters.get("order") || "") || [];
    const seed = seedOfOrder || parameters.get("seed") || "";
    if (examples.length) set.rows = examples.map(([, x, y, label]) => [+x, +y, label === "o" ? 1 : -1]);
    if (isValid("x0", x0)) set.x0 = +x0;
    if (isValid("sign0", signOfZero)) set.signOfZero = +signOfZero;
    if (isValid("order", order)) set.order = order;
    if (/^\d{1,9}$/.test(seed)) set.seed = +seed;
    return { set, scene: parameters.get("scene"), lang: parameters.get("lang"), hasSheet: parameters.has("sheet") };
  };

  Object.assign(perceptron, { address: { playgroundFragment, pictureFragment, parse } });
})();
