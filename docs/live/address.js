/* What stands in links behind #: perceptron.address.query(set, rows, halted) is what the playground is to show,
 * `alone` what a picture on a page of its own is to show, and `given` reads that. None has a document.
 */
(() => {
  "use strict";
  const points = (rows) => `p=${rows.map(([x, y, label]) => `${x},${y},${label > 0 ? "o" : "x"}`).join(";")}`;

  /** Return what the playground is to show: the same examples in the same order. */
  const query = (set, rows, halted) => {
    const seeded = `${set.order}${set.order.includes(":") ? "," : ":"}seed=${set.seed || 0}`;
    const order = set.order.startsWith("random") ? seeded : set.pocket || set.order !== "cyclic" ? set.order : "";
    return [points(rows),
      set.x0 !== 1 && `x0=${set.x0}`, set.pocket && "algorithm=pocket", order && `order=${order}`, set.zero && `sign0=${set.zero}`,
      (!halted || set.pocket) && `updates=${set.updates || 40}`].filter(Boolean).join("&");
  };

  /** Return the address of a picture alone: what a set has other than a scene, and the rows, if they are others. */
  const alone = (set, now, rows, scene) => {
    const other = (name) => set[name] !== (now[name] ?? 0);
    return [rows && points(rows), other("x0") && `x0=${set.x0}`,
      (other("order") || other("seed")) && `order=${set.order}&seed=${set.seed}`,
      other("zero") && `sign0=${set.zero}`, scene && `scene=${scene}`].filter(Boolean).join("&");
  };

  const EXAMPLE = /^(-?\d{1,3}),(-?\d{1,3}),([ox])$/;
  const CHOICES = { x0: ["0", "1"], sign0: ["-1", "0", "1"], order: perceptron.exact.ORDERS };

  /** Read the address of a picture alone: {set: {rows, x0, order, seed, zero}, scene, lang, sheet}, each if it is there;
   * what is no value of it is left out.
   */
  const given = (hash) => {
    const all = new URLSearchParams(hash), set = {};
    const choice = (name, value) => (CHOICES[name].includes(value) ? value : undefined);
    const rows = (all.get("p") || "").split(";").map((row) => EXAMPLE.exec(row)).filter(Boolean);
    if (rows.length) set.rows = rows.map(([, x, y, label]) => [+x, +y, label === "o" ? 1 : -1]);
    const [x0, zero] = ["x0", "sign0"].map((name) => choice(name, all.get(name)));
    const [, name = "", seed] = /^(.*?)(?:[:,]seed=(\d+))?$/.exec(all.get("order") || "") || [];
    const number = /^\d{1,9}$/.exec(seed || all.get("seed") || "");
    if (x0) set.x0 = +x0;
    if (zero) set.zero = +zero;
    if (choice("order", name)) set.order = name;
    if (number) set.seed = +number[0];
    return { set, scene: all.get("scene"), lang: all.get("lang"), sheet: all.has("sheet") };
  };

  Object.assign(perceptron, { address: { query, alone, given } });
})();
