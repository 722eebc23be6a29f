/* The fragment of a URL, after #. perceptron.address.playgroundFragment(set, rows, halted) and pictureFragment(set,
 * sceneSet, rows, scene) return the fragment that opens a set in the playground, or a picture on its own page; parse(fragment)
 * reads the latter. No document is needed.
 */
(() => {
  "use strict";
  const examplesParameter = (rows) => `p=${rows.map(([x, y, label]) => `${x},${y},${label > 0 ? "o" : "x"}`).join(";")}`;

  /** Return the fragment that opens the playground with the same examples and the same settings of the run. */
  const playgroundFragment = (set, rows, halted) => {
    const orderWithSeed = `${set.order}${set.order.includes(":") ? "," : ":"}seed=${set.seed || 0}`;
    const order = set.order.startsWith("random") ? orderWithSeed : set.pocket || set.order !== "cyclic" ? set.order : "";
    return [examplesParameter(rows),
      set.x0 !== 1 && `x0=${set.x0}`, set.pocket && "algorithm=pocket", order && `order=${order}`, set.zero && `sign0=${set.zero}`,
      (!halted || set.pocket) && `updates=${set.updates || 40}`].filter(Boolean).join("&");
  };

  /** Return the fragment of a picture's own page. It has the scene, the settings in which the set differs from
   * `sceneSet`, and the examples. If the reader did not change them, `rows` is false, and the fragment leaves them out.
   */
  const pictureFragment = (set, sceneSet, rows, scene) => {
    const differs = (name) => set[name] !== (sceneSet[name] ?? 0);
    return [rows && examplesParameter(rows), differs("x0") && `x0=${set.x0}`,
      (differs("order") || differs("seed")) && `order=${set.order}&seed=${set.seed}`,
      differs("zero") && `sign0=${set.zero}`, scene && `scene=${scene}`].filter(Boolean).join("&");
  };

  const EXAMPLE = /^(-?\d{1,3}),(-?\d{1,3}),([ox])$/;
  const CHOICES = { x0: ["0", "1"], sign0: ["-1", "0", "1"], order: perceptron.pla.ORDERS };

  /** Read the fragment of a picture's own page; return {set, scene, lang, sheet}. `set` has those of rows, x0, order,
   * seed and zero that are given and valid; scene and lang are null if they are not given; sheet is a boolean.
   */
  const parse = (fragment) => {
    const parameters = new URLSearchParams(fragment), set = {};
    const validChoice = (name, value) => (CHOICES[name].includes(value) ? value : undefined);
    const rows = (parameters.get("p") || "").split(";").map((row) => EXAMPLE.exec(row)).filter(Boolean);
    if (rows.length) set.rows = rows.map(([, x, y, label]) => [+x, +y, label === "o" ? 1 : -1]);
    const [x0, zero] = ["x0", "sign0"].map((name) => validChoice(name, parameters.get(name)));
    const [, name = "", seed] = /^(.*?)(?:[:,]seed=(\d+))?$/.exec(parameters.get("order") || "") || [];
    const number = /^\d{1,9}$/.exec(seed || parameters.get("seed") || "");
    if (x0) set.x0 = +x0;
    if (zero) set.zero = +zero;
    if (validChoice("order", name)) set.order = name;
    if (number) set.seed = +number[0];
    return { set, scene: parameters.get("scene"), lang: parameters.get("lang"), sheet: parameters.has("sheet") };
  };

  Object.assign(perceptron, { address: { playgroundFragment, pictureFragment, parse } });
})();
