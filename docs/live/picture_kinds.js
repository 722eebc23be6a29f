/* The kinds of live pictures. Each kind has compute(dataSet), which returns its run; restingView(config, run, W, H), which
 * returns the view at rest; and draw(picture), which returns the content of an <svg>. draw.js says what a view and a
 * picture are. A run has at least xs, ys, n, weights, T and separator, as pla.measuredRun returns them; separator is
 * undefined if the kind does not look for a separating line. This file needs no document.
 */
(() => {
  "use strict";
  const { pla, draw } = perceptron;
  const { px, path, line, disc, text, formula, exampleMark, planeScale, sides, boundary, interpolate } = draw;

  const DEFAULT_AREA = { left: -10.5, right: 10.5, bottom: -8, top: 8 };
  /** Return a view that shows all of an area, in the middle between the margins of the picture. */
  const planeView = ({ small, area: { left, right, bottom, top } = DEFAULT_AREA }, run, W, H) => {
    const [x, y, width, height] = small ? [10, 10, W - 20, H - 20] : [draw.LEFT, draw.topMargin(H), W - draw.LEFT, H - draw.topMargin(H) - draw.BOTTOM];
    const unit = Math.min(width / (right - left), height / (top - bottom));
    return { unit, originX: x + width / 2 - (unit * (left + right)) / 2, originY: y + height / 2 + (unit * (bottom + top)) / 2 };
  };
  const fixedView = () => ({ unit: 1, originX: 0, originY: 0 });
  const measureRun = (dataSet) => pla.measuredRun(dataSet.points.map(([x, y]) => [dataSet.x0, x, y]), dataSet.ys, dataSet);

  const plane = { compute: measureRun, restingView: planeView, draw: draw.plane };
  const proof = { compute: measureRun, restingView: ({ scene }, run, W, H) => draw.sceneView(scene, run, W, H), draw: draw.proof };

  /** Examples with a third feature x_1 x_2, so that PLA learns four weights, and halts on XOR.
   *
   * The run stops after at most 200 updates. It is not known whether PLA would halt later, because pla.findSeparator
   * takes only examples with three coordinates.
   */
  const feature = {
    restingView: planeView,
    compute: ({ points, ys }) => {
      const xs = points.map(([a, b]) => [1, a, b, a * b]);
      return { xs, ys, ...pla.run(xs, ys, { maxUpdates: 200 }), separator: undefined };
    },
    draw: (picture) => {
      const { W, H, t, run } = picture, { toPixels, edges } = planeScale(picture), w = interpolate(run.weights, t), k = Math.round(t);
      const cellSize = 8, cells = []; // small squares that cover the picture; the sign of the score in its middle colours each square
      for (let left = 0; left < W; left += cellSize) {
        for (let top = 0; top < H; top += cellSize) {
          const x = edges.left + (left + cellSize / 2) / picture.unit, y = edges.top - (top + cellSize / 2) / picture.unit;
          const score = pla.dot(w, [1, x, y, x * y]);
          if (score) cells.push({ isPositive: score > 0, d: `M${left} ${top}h${cellSize}v${cellSize}h-${cellSize}z` });
        }
      }
      const side = (isPositive) => {
        const paths = cells.filter((cell) => cell.isPositive === isPositive).map(({ d }) => d);
        return path(paths.join(""), isPositive ? "side-o" : "side-x");
      };
      const ring = k < run.T && Math.abs(t - k) < 0.01 ? disc(toPixels(run.xs[run.n[k]].slice(1, 3)), 17, "ring") : "";
      const axes = line(toPixels([edges.left, 0]), toPixels([edges.right, 0]), "faint") + line(toPixels([0, edges.bottom]), toPixels([0, edges.top]), "faint");
      const marks = picture.withExamples ? run.xs.map(([, x, y], n) => exampleMark(toPixels([x, y]), run.ys[n])).join("") : "";
      return side(true) + side(false) + axes + (picture.small ? "" : draw.planeMargins(picture, { toPixels, edges }, ["~x~_1", "~x~_2"], ["ring"])) + ring + marks;
    },
  };

  const TARGET = [1, 2, -3], TRAINING_COUNT = 64, TEST_COUNT = 400;
  /** Return N random examples with the labels of the line of TARGET; the same seed gives the same examples. */
  const sample = (N, seed) => {
    const nextDraw = pla.randomDraws(19, seed), xs = [];
    while (xs.length < N) {
      const x = [1, nextDraw() - 9, nextDraw() - 9];
      if (pla.dot(TARGET, x)) xs.push(x);
    }
    return { xs, ys: xs.map((x) => Math.sign(pla.dot(TARGET, x))) };
  };

  /** PLA on N training examples, and its errors on 400 test examples, whose labels come from the same line. A curve shows the
   * test error rate as a function of N.
   */
  const learningCurve = {
    restingView: fixedView,
    compute: ({ N }) => {
      const testSet = sample(TEST_COUNT, 7), trainingSet = sample(TRAINING_COUNT, 3);
      const firstExamples = (size) => ({ xs: trainingSet.xs.slice(0, size), ys: trainingSet.ys.slice(0, size) });
      const runOnFirst = (size) => pla.run(firstExamples(size).xs, firstExamples(size).ys);
      const testErrors = ({ weights, T }) => pla.misclassified(weights[T], testSet.xs, testSet.ys).length;
      const sizes = Array.from({ length: TRAINING_COUNT / 2 }, (_, i) => 2 * i + 2);
      const testErrorRates = sizes.map((size) => testErrors(runOnFirst(size)) / TEST_COUNT);
      return { ...firstExamples(N), ...runOnFirst(N), testSet, sizes, testErrorRates, N, separator: undefined };
    },
    draw: (picture) => {
      const { W, H, run, strings, withExamples } = picture, { xs, ys, testSet, sizes, testErrorRates, N } = run, w = run.weights[run.T];
      const isPortrait = H > W, planeWidth = isPortrait ? W : Math.min(W * 0.5, H - 20), planeHeight = isPortrait ? H * 0.58 : H; // the chart is below the plane, or beside it
      const { toPixels, edges } = planeScale({ W: planeWidth, H: planeHeight, unit: Math.min(planeWidth, planeHeight) / 20 });
      const testErrors = pla.misclassified(w, testSet.xs, testSet.ys);
      const left = isPortrait ? 48 : planeWidth + 56, right = W - 14, bottom = H - 40, top = isPortrait ? planeHeight + 36 : 34;
      const x = (n) => left + ((right - left) * n) / TRAINING_COUNT, baseline = bottom - 8; // so that no curve lies on the axis
      const y = (rate) => baseline - ((baseline - top) * rate) / 0.5;
      const lastSize = withExamples ? TRAINING_COUNT : N; // the live picture hides the curve beyond N, because the page asks about it
      const shownSizes = sizes.filter((n) => n <= lastSize), rateAtN = testErrorRates[sizes.indexOf(N)];
      const curve = shownSizes.map((n, i) => `${px(x(n))} ${px(y(testErrorRates[i]))}`).join("L");
      /** Return the position of a line at the right edge, in pixels from the top, moved into the plane if necessary.
       * @type {(w: number[]) => number}
       */
      const yAtRightEdge = ([w0, w1, w2]) => Math.max(26, Math.min(planeHeight - 50, toPixels([edges.right, -(w0 + w1 * edges.right) / w2])[1]));
      const targetY = yAtRightEdge(TARGET), learnedY = yAtRightEdge(w), isTargetAbove = targetY < learnedY;
      /** Return the name of a line: above the line if it is the upper line, else below it. */
      const lineName = (name, lineY, isUpper, className) => text(name, [planeWidth - 8, lineY + (isUpper ? -10 : 42)], `name halo ${className}`, "end");
      const names = lineName(strings.target, targetY, isTargetAbove, "s-f") + lineName("PLA", learnedY, !isTargetAbove, "s-w");
      const lines = boundary(TARGET, edges, toPixels, "s-f dashed") + boundary(w, edges, toPixels, "line");
      return `<svg width="${px(planeWidth)}" height="${H}">${sides(w, edges, toPixels)}${lines}${
        path(testErrors.map((p) => `M${toPixels(p.slice(1)).map(px).join(" ")}h0`).join(""), "test-error")}${
        xs.map(([, a, b], n) => exampleMark(toPixels([a, b]), ys[n], 5)).join("")}${names}${
        testErrors.length ? path("M16 16h0", "test-error") + text(strings.testMistakeLegend, [26, 20], "name halo s-R") : ""}</svg>` +
        path(`M${px(left)} ${top}V${bottom}H${px(right)}`, "thin ink") + path(`M${curve}`, "s-R medium") +
        line([x(2), baseline], [x(lastSize), baseline], "s-w medium") + disc([x(N), y(rateAtN)], 5, "s-R dot") + disc([x(N), baseline], 5, "s-w dot") +
        ["0", "25", "50"].map((percent, i) => text(`${percent}%`, [left - 6, y(i / 4) + 5], "name", "end")).join("") +
        ["16", "32", "48", "64"].map((n) => text(n, [x(+n), bottom + 18], "name", "middle")).join("") +
        text(strings.trainingSize, [right, H - 6], "name", "end") + text(strings.mistakeShare, [left - 34, top - 14], "name") + text(strings.trainingMistakes, [N > 36 ? x(2) : x(N) + 9, baseline - 8], "name halo s-w") +
        text(strings.testMistakes, N > 36 ? [x(N), y(rateAtN) - 12] : [x(N) + 9, y(rateAtN) + (rateAtN < 0.1 ? -20 : 4)], "name halo s-R", N > 36 ? "end" : "start");
    },
  };

  /** The key of the name of each loss in words.json, its class, and the loss as a function of the margin.
   * @type {[string, string, (margin: number) => number][]}
   */
  const LOSSES = [
    ["zeroOneLoss", "s-w", (s) => (s > 0 ? 0 : 1)],
    ["plaLoss", "signed-o", (s) => Math.max(0, -s)],
    ["hingeLoss", "s-f", (s) => Math.max(0, 1 - s)],
    ["logisticLoss", "s-R", (s) => Math.log2(1 + Math.exp(-s))],
  ];

  /** Four losses as functions of the margin: the 0/1 loss, which counts mistakes, and the losses of PLA, of the SVM (hinge) and
   * of logistic regression. The picture shows no run.
   */
  const loss = {
    restingView: fixedView,
    compute: () => ({ xs: [], ys: [], n: [], weights: [[0, 0, 0]], T: 0, separator: undefined }),
    draw: (picture) => {
      const { W, H, strings, margin } = picture, left = 40, bottom = H - 34, right = W - 16;
      const isNarrow = W < 480, top = isNarrow ? 56 : 16; // the legend of a narrow picture is above the curves, in two rows
      const x = (s) => left + ((right - left) * (s + 3)) / 6, y = (value) => bottom - ((bottom - top) * value) / 4.5;
      const shapes = [path(`M${left} ${top}V${bottom}H${right}M${px(x(0))} ${top}V${bottom}`, "thin ink")];
      for (let s = -3; s <= 3; s += 1) shapes.push(text(String(s).replace("-", "−"), [x(s), bottom + 16], "name", "middle"));
      for (let value = 0; value <= 4; value += 1) shapes.push(text(value, [left - 8, y(value) + 5], "name", "end"), path(`M${left} ${px(y(value))}h-4`, "thin ink"));
      LOSSES.forEach(([name, className, lossAt], i) => {
        const curve = Array.from({ length: 241 }, (_, j) => `${px(x(j / 40 - 3))} ${px(y(lossAt(j / 40 - 3)))}`).join("L");
        const zeroOneSegments = `M${px(x(-3))} ${px(y(1))}H${px(x(0))}M${px(x(0))} ${px(y(0))}H${px(x(3))}`; // the 0/1 loss jumps at 0
        shapes.push(path(i === 0 ? zeroOneSegments : `M${curve}`, `${className} medium${i === 0 ? " dashed" : ""}`));
        if (i === 0) shapes.push(disc([x(0), y(1)], 3, `${className} dot`));
        shapes.push(disc([x(margin), y(lossAt(margin))], 5, `${className} dot`));
        const legend = `${strings[name]} = ${draw.shortNumber(lossAt(margin))}`;
        const legendPosition = isNarrow ? [i % 2 ? right : left, 18 + 20 * (i >> 1)] : [right, top + 16 + 22 * i];
        shapes.push(text(legend, legendPosition, `legend ${className}`, isNarrow && i % 2 === 0 ? "start" : "end"));
      });
      return shapes.join("") + line([x(margin), top], [x(margin), bottom], "thin dashed ink") +
        formula("~y~_n *w*·*x*_n", [right, H - 6], "small", "end");
    },
  };

  Object.assign(perceptron, { pictureKinds: { plane, proof, feature, learningCurve, loss } });
})();
