/* All scenes of a picture on one sheet, to print and to save: perceptron.sceneSheet(...) returns the content of an
 * <svg> and its size. No document is needed.
 */
(() => {
  "use strict";
  const { pictureKinds, claims, draw } = perceptron;
  const W = 520, H = 372, GAP = 28, HEAD = 58, COLUMNS = 2;

  /** Return {content, width, height}: the content of an <svg>, and its size in pixels. names: the scenes, each with its
   * title in `words.bar` and its sentence in `words.sheet`.
   */
  const sceneSheet = ({ kind: name, config, set, names, words }) => {
    const kind = pictureKinds[name], data = kind.compute(set), { noLine } = claims(data, set), parts = [];
    names.forEach((scene, i) => {
      const x = (i % COLUMNS) * (W + GAP), y = Math.floor(i / COLUMNS) * (H + HEAD + GAP);
      const t = Math.min(config.scenes[scene].t ?? data.T, data.T);
      const view = { ...kind.restingView({ ...config, scene }, data, W, H), guess: 0, t, W, H, data, words, x0: set.x0, withExamples: true };
      parts.push(draw.text(`${i + 1} ${words.bar[scene]}`, [x, y + 22], "head"), draw.formula(words.sheet[scene], [x, y + 46], "words"),
        `<svg x="${x}" y="${y + HEAD}" width="${W}" height="${H}">${kind.draw({ ...view, noLine: noLine && words[noLine[0]] })}</svg>`,
        `<rect x="${x}" y="${y + HEAD}" width="${W}" height="${H}" rx="6" class="frame"/>`);
    });
    const rows = Math.ceil(names.length / COLUMNS);
    return { content: parts.join(""), width: COLUMNS * W + GAP, height: rows * (H + HEAD + GAP) - GAP };
  };

  Object.assign(perceptron, { sceneSheet });
})();
