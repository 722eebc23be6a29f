/* The part of a link after #. perceptron.address.playgroundQuery(set, rows, halted) opens the playground on a set,
 * pictureQuery(...) opens a picture on its own page, and parse(hash) reads the query of such a page. No document
 * is needed.
 */
(() => {
  "use strict";
  const points = (rows) => `p=${rows.map(([x, y, label]) => `${x},${y},${label > 0 ? "o" : "x"}`).join(";")}`;

  /** Return the query that opens the playground with the same examples and the same order. */
  const playgroundQuery = (set, rows, halted) => {
    const orderWithSeed = `${set.order}${set.order.includes(":") ? "," : ":"}seed=${set.seed || 0}`;
    const order = set.order.startsWith("random") ? orderWithSeed : set.pocket || set.order !== "cyclic" ? set.order : "";
    return [points(rows),
      set.x0 !== 1 && `x0=${set.x0}`, set.pocket && "algorithm=pocket", order && `order=${order}`, set.zero && `sign0=${set.zero}`,
      (!halted || set.pocket) && `updates=${set.updates || 40}`].filter(Boolean).join("&");
  };

  /** Return the query of a picture's own page: the settings in which a set differs from its scene, and the rows if
   * a reader changed them (else `rows` is false).
   */
  const pictureQuery = (set, sceneSet, rows, scene) => {
    const differs = (name) => set[name] !== (sceneSet[name] ?? 0);
    return [rows && points(rows), differs("x0") && `x0=${set.x0}`,
      (differs("order") || differs("seed")) && `order=${set.order}&seed=${set.seed}`,
      differs("zero") && `sign0=${set.zero}`, scene && `scene=${scene}`].filter(Boolean).join("&");
  };

  const EXAMPLE = /^(-?\d{1,3}),(-?\d{1,3}),([ox])$/;
  const CHOICES = { x0: ["0", "1"], sign0: ["-1", "0", "1"], order: perceptron.pla.ORDERS };

  /** Read the query of a picture's own page: {set: {rows, x0, order, seed, zero}, scene, lang, sheet}. Invalid values
   * are ignored.
   */
  const parse = (hash) => {
    const parameters = new URLSearchParams(hash), set = {};
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

  Object.assign(perceptron, { address: { playgroundQuery, pictureQuery, parse } });
})();
