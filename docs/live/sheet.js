/* All scenes of a picture on one sheet, to print and to save: perceptron.sheet(...) returns the inside of an <svg>,
 * with its size. It has no document.
 */
(() => {
  "use strict";
  const { kinds, claims, draw } = perceptron;
  const W = 520, H = 372, GAP = 28, HEAD = 58, COLUMNS = 2;

  /** Return {inside, width, height}; names: of the scenes, each with its words in `words.bar` and `words.sheet`. */
  const sheet = ({ kind: name, config, set, names, words }) => {
    const kind = kinds[name], data = kind.learn(set), { none } = claims(data, set), drawn = [];
    names.forEach((scene, i) => {
      const x = (i % COLUMNS) * (W + GAP), y = Math.floor(i / COLUMNS) * (H + HEAD + GAP);
      const t = Math.min(config.scenes[scene].t ?? data.T, data.T);
      const view = { ...kind.goal({ ...config, scene }, data, W, H), guess: 0, t, W, H, data, words, x0: set.x0, still: true };
      drawn.push(draw.text(`${i + 1} ${words.bar[scene]}`, [x, y + 22], "head"), draw.formula(words.sheet[scene], [x, y + 46], "words"),
        `<svg x="${x}" y="${y + HEAD}" width="${W}" height="${H}">${kind.draw({ ...view, none: none && words[none[0]] })}</svg>`,
        `<rect x="${x}" y="${y + HEAD}" width="${W}" height="${H}" rx="6" class="frame"/>`);
    });
    const rows = Math.ceil(names.length / COLUMNS);
    return { inside: drawn.join(""), width: COLUMNS * W + GAP, height: rows * (H + HEAD + GAP) - GAP };
  };

  Object.assign(perceptron, { sheet });
})();
