/* Fragments of addresses, which follow the #. playgroundFragment(...) returns the fragment that opens a run in the playground.
 * pictureFragment(...) returns the fragment that opens it on the picture's own page, which reads it with parse(...). This
 * file needs no document.
 *
 * settings: x0, order, seed, signOfZero, pocket and updates of a run. rows: [x_1, x_2, y] of each example.
 */
(() => {
  "use strict";
  /** Return the parameter with the examples, such as "p=3,0,x;4,1,o". */
  const examplesParameter = (rows) => `p=${rows.map(([x, y, label]) => `${x},${y},${label > 0 ? "o" : "x"}`).join(";")}`;

  /** Return the fragment that opens the playground with these settings and examples. halted: whether PLA halted; if not, the
   * fragment has the number of updates after which the picture stopped the run.
   */
  const playgroundFragment = (settings, rows, halted) => {
    const orderWithSeed = `${settings.order}${settings.order.includes(":") ? "," : ":"}seed=${settings.seed || 0}`;
    const order = settings.order.startsWith("random") ? orderWithSeed : settings.pocket || settings.order !== "cyclic" ? settings.order : "";
    return [examplesParameter(rows),
      settings.x0 !== 1 && `x0=${settings.x0}`, settings.pocket && "algorithm=pocket", order && `order=${order}`, settings.signOfZero && `sign0=${settings.signOfZero}`,
      (!halted || settings.pocket) && `updates=${settings.updates || 40}`].filter(Boolean).join("&");
  };

  /** Return the fragment that opens a picture on its own page. It has the scene; the settings that differ from those of the
   * scene; and the examples, unless rows is null because the reader did not change them.
   */
  const pictureFragment = (settings, sceneSettings, rows, scene) => {
    const differs = (name) => settings[name] !== (sceneSettings[name] ?? 0);
    return [rows && examplesParameter(rows), differs("x0") && `x0=${settings.x0}`,
      (differs("order") || differs("seed")) && `order=${settings.order}&seed=${settings.seed}`,
      differs("signOfZero") && `sign0=${settings.signOfZero}`, scene && `scene=${scene}`].filter(Boolean).join("&");
  };

  const EXAMPLE_PATTERN = /^(-?\d{1,3}),(-?\d{1,3}),([ox])$/;
  const VALID_VALUES = { x0: ["0", "1"], sign0: ["-1", "0", "1"], order: perceptron.pla.ORDERS };

  /** Read the fragment of a picture's own page. Return {settings, scene, lang, showsSheet}: `settings` has those of rows, x0,
   * order, seed and signOfZero that the fragment has and that are valid; scene and lang are null if the fragment does not
   * have them; showsSheet says whether to show the sheet of all scenes.
   */
  const parse = (fragment) => {
    const parameters = new URLSearchParams(fragment), settings = {};
    const isValid = (name, value) => VALID_VALUES[name].includes(value);
    const examples = (parameters.get("p") || "").split(";").map((text) => EXAMPLE_PATTERN.exec(text)).filter(Boolean);
    const [x0, signOfZero] = [parameters.get("x0"), parameters.get("sign0")];
    const [, order = "", seedOfOrder] = /^(.*?)(?:[:,]seed=(\d+))?$/.exec(parameters.get("order") || "") || [];
    const seed = seedOfOrder || parameters.get("seed") || "";
    if (examples.length) settings.rows = examples.map(([, x, y, label]) => [+x, +y, label === "o" ? 1 : -1]);
    if (isValid("x0", x0)) settings.x0 = +x0;
    if (isValid("sign0", signOfZero)) settings.signOfZero = +signOfZero;
    if (isValid("order", order)) settings.order = order;
    if (/^\d{1,9}$/.test(seed)) settings.seed = +seed;
    return { settings, scene: parameters.get("scene"), lang: parameters.get("lang"), showsSheet: parameters.has("sheet") };
  };

  Object.assign(perceptron, { address: { playgroundFragment, pictureFragment, parse } });
})();
