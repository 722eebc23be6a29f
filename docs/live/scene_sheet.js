/* All scenes of a picture on one sheet, which a reader can print and save. This file needs no document.
 */
(() => {
  "use strict";
  const { pictureKinds, claims, draw } = perceptron;
  const W = 520, H = 372, GAP = 28, HEADING_HEIGHT = 58, COLUMNS = 2; // W and H are the size of a scene, in pixels

  /** Return {content, width, height}: the content of an <svg>, and its size in pixels. sceneNames: the scenes, each with a
   * title and a sentence in `strings`.
   */
  const sceneSheet = ({ kind: kindName, config, dataSet, sceneNames, strings }) => {
    const kind = pictureKinds[kindName], run = kind.compute(dataSet), { noLine } = claims(run, dataSet), parts = [];
    sceneNames.forEach((scene, i) => {
      const x = (i % COLUMNS) * (W + GAP), y = Math.floor(i / COLUMNS) * (H + HEADING_HEIGHT + GAP), sceneTop = y + HEADING_HEIGHT;
      const t = Math.min(config.scenes[scene].t ?? run.T, run.T);
      const picture = { ...kind.restingView({ ...config, scene }, run, W, H), t, W, H, run, strings, x0: dataSet.x0, withExamples: true };
      parts.push(draw.text(`${i + 1} ${strings.sceneTitles[scene]}`, [x, y + 22], "heading"), draw.formula(strings.sceneSentences[scene], [x, y + 46], "caption"),
        `<svg x="${x}" y="${sceneTop}" width="${W}" height="${H}">${kind.draw({ ...picture, noLine: noLine && strings[noLine[0]] })}</svg>`,
        `<rect x="${x}" y="${sceneTop}" width="${W}" height="${H}" rx="6" class="frame"/>`);
    });
    const rowCount = Math.ceil(sceneNames.length / COLUMNS);
    return { content: parts.join(""), width: COLUMNS * W + GAP, height: rowCount * (H + HEADING_HEIGHT + GAP) - GAP };
  };

  Object.assign(perceptron, { sceneSheet });
})();
