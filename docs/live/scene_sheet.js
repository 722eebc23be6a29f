/* All scenes of a picture on one sheet, which a reader can print and save. No document is needed.
 */
(() => {
  "use strict";
  const { pictureKinds, claims, draw } = perceptron;
  const W = 520, H = 372, GAP = 28, HEADING_HEIGHT = 58, COLUMNS = 2; // W and H are the size of a scene, in pixels

  /** Return {content, width, height}: the content of an <svg>, and its size in pixels. sceneNames: the scenes, each with a
   * title and a sentence in `words`.
   */
  const sceneSheet = ({ kind: kindName, config, set, sceneNames, words }) => {
    const kind = pictureKinds[kindName], data = kind.compute(set), { noLine } = claims(data, set), parts = [];
    sceneNames.forEach((scene, i) => {
      const x = (i % COLUMNS) * (W + GAP), y = Math.floor(i / COLUMNS) * (H + HEADING_HEIGHT + GAP), sceneTop = y + HEADING_HEIGHT;
      const t = Math.min(config.scenes[scene].t ?? data.T, data.T);
      const picture = { ...kind.restingView({ ...config, scene }, data, W, H), guess: 0, t, W, H, data, words, x0: set.x0, withExamples: true };
      parts.push(draw.text(`${i + 1} ${words.sceneTitles[scene]}`, [x, y + 22], "heading"), draw.formula(words.sceneSentences[scene], [x, y + 46], "caption"),
        `<svg x="${x}" y="${sceneTop}" width="${W}" height="${H}">${kind.draw({ ...picture, noLine: noLine && words[noLine[0]] })}</svg>`,
        `<rect x="${x}" y="${sceneTop}" width="${W}" height="${H}" rx="6" class="frame"/>`);
    });
    const rowCount = Math.ceil(sceneNames.length / COLUMNS);
    return { content: parts.join(""), width: COLUMNS * W + GAP, height: rowCount * (H + HEADING_HEIGHT + GAP) - GAP };
  };

  Object.assign(perceptron, { sceneSheet });
})();
