/* The kinds of live pictures. Each kind has compute(set), which returns its data; restingView(config, data, W, H),
 * which returns the viewpoint at rest; and draw(view), which returns the content of an <svg>. No document is needed.
 */
(() => {
  "use strict";
  const { pla, draw } = perceptron;
  const { px, path, line, disc, text, formula, exampleMark, planeScale, sides, boundary, interpolate } = draw;

  const planeView = ({ area = [-10.5, 10.5, -8, 8] }, data, W, H) => {
    const [x0, x1, y0, y1] = area, unit = Math.min(W / (x1 - x0), H / (y1 - y0));
    return { unit, ox: W / 2 - (unit * (x0 + x1)) / 2, oy: H / 2 + (unit * (y0 + y1)) / 2 };
  };
  const fixedView = () => ({ unit: 1, ox: 0, oy: 0 });
  const runOnSet = (set) => pla.measuredRun(set.points.map(([x, y]) => [set.x0, x, y]), set.ys, set);

  const plane = { compute: runOnSet, restingView: planeView, draw: draw.plane };
  const proof = { compute: runOnSet, restingView: ({ scene }, data, W, H) => draw.sceneViewpoint(scene, data, W, H), draw: draw.proof };

  /** Examples with a third feature x_1 x_2, such as XOR: PLA learns four weights, and halts on XOR.
   *
   * The run stops after 200 updates at the latest. Whether PLA would halt later is not known, because pla.findSeparator is
   * only for three weights.
   */
  const feature = {
    restingView: planeView,
    compute: ({ points, ys }) => {
      const xs = points.map(([a, b]) => [1, a, b, a * b]);
      return { xs, ys, ...pla.run(xs, ys, { maxUpdates: 200 }), separator: undefined };
    },
    draw: (view) => {
      const { W, H, t, data } = view, { toPixels, box } = planeScale(view), w = interpolate(data.weights, t), cells = [];
      const size = 8, k = Math.round(t);
      for (let i = 0; i < W; i += size) {
        for (let j = 0; j < H; j += size) {
          const x = box[0] + (i + size / 2) / view.unit, y = box[3] - (j + size / 2) / view.unit;
          const score = pla.dot(w, [1, x, y, x * y]);
          if (score) cells.push([score > 0, `M${i} ${j}h${size}v${size}h-${size}z`]);
        }
      }
      const side = (isPositive) => {
        const paths = cells.filter((cell) => cell[0] === isPositive).map((cell) => cell[1]);
        return path(paths.join(""), isPositive ? "side-o" : "side-x");
      };
      const ring = k < data.T && Math.abs(t - k) < 0.01 ? disc(toPixels(data.xs[data.n[k]].slice(1, 3)), 17, "ring") : "";
      const axes = line(toPixels([box[0], 0]), toPixels([box[1], 0]), "before") + line(toPixels([0, box[2]]), toPixels([0, box[3]]), "before");
      const marks = view.withExamples ? data.xs.map(([, x, y], n) => exampleMark(toPixels([x, y]), data.ys[n])).join("") : "";
      return side(true) + side(false) + axes + ring + marks + (view.small ? "" : formula("~x~_1 →", [W - 8, toPixels([0, 0])[1] - 8], "name", "end") +
        formula("↑ ~x~_2", [toPixels([0, 0])[0] + 8, 18], "name"));
    },
  };

  const TARGET = [1, 2, -3], TEST_COUNT = 400;
  /** Return N examples labelled by the line of TARGET; the same seed gives the same examples. */
  const sample = (N, seed) => {
    const next = pla.randomDraws(19, seed), xs = [];
    while (xs.length < N) {
      const x = [1, next() - 9, next() - 9];
      if (pla.dot(TARGET, x)) xs.push(x);
    }
    return { xs, ys: xs.map((x) => Math.sign(pla.dot(TARGET, x))) };
  };

  /** PLA on N training examples, and its mistakes on 400 test examples of the same line. */
  const unseen = {
    restingView: fixedView,
    compute: ({ N }) => {
      const testSet = sample(TEST_COUNT, 7), training = sample(64, 3);
      const runOnFirst = (size) => pla.run(training.xs.slice(0, size), training.ys.slice(0, size));
      const mistakeCount = (run) => pla.mistakesOf(run.weights[run.T], testSet.xs, testSet.ys).length;
      const sizes = Array.from({ length: 32 }, (_, i) => 2 * i + 2);
      const shares = sizes.map((size) => mistakeCount(runOnFirst(size)) / TEST_COUNT);
      return { xs: training.xs.slice(0, N), ys: training.ys.slice(0, N), ...runOnFirst(N), tests: testSet, sizes, shares, N, separator: undefined };
    },
    draw: (view) => {
      const { W, H, data, words, withExamples } = view, { xs, ys, tests: testSet, sizes, shares, N } = data, w = data.weights[data.T];
      const isPortrait = H > W, planeWidth = isPortrait ? W : Math.min(W * 0.5, H - 20), planeHeight = isPortrait ? H * 0.58 : H; // the chart is below the plane, or beside it
      const { toPixels, box } = planeScale({ W: planeWidth, H: planeHeight, unit: Math.min(planeWidth, planeHeight) / 20 });
      const mistakes = pla.mistakesOf(w, testSet.xs, testSet.ys);
      const left = isPortrait ? 48 : planeWidth + 56, right = W - 14, bottom = H - 40, top = isPortrait ? planeHeight + 18 : 20;
      const x = (n) => left + ((right - left) * n) / 64, baseline = bottom - 8; // so that no curve lies on the axis
      const y = (share) => baseline - ((baseline - top) * share) / 0.5;
      const lastSize = withExamples ? 64 : N; // the live picture hides the curve beyond N, because the page asks about it
      const shownSizes = sizes.filter((n) => n <= lastSize), shareAtN = shares[sizes.indexOf(N)];
      const curve = shownSizes.map((n, i) => `${px(x(n))} ${px(y(shares[i]))}`).join("L");
      const heightAt = (line) => Math.max(26, Math.min(planeHeight - 50, toPixels([box[1], -(line[0] + line[1] * box[1]) / line[2]])[1]));
      const ends = [heightAt(TARGET), heightAt(w)], isAbove = ends[0] < ends[1]; // at the right edge; each name is outside both lines
      const names = [words.target, "PLA"].map((name, i) =>
        text(name, [planeWidth - 8, ends[i] + ((i === 0) === isAbove ? -10 : 42)], `name halo ${i ? "s-w" : "s-f"}`, "end")).join("");
      const lines = boundary(TARGET, box, toPixels, "s-f dashed") + boundary(w, box, toPixels, "line");
      return `<svg width="${px(planeWidth)}" height="${H}">${sides(w, box, toPixels)}${lines}${
        path(mistakes.map((p) => `M${toPixels(p.slice(1)).map(px).join(" ")}h0`).join(""), "missed")}${
        xs.map(([, a, b], n) => exampleMark(toPixels([a, b]), ys[n], 5)).join("")}${names}${
        mistakes.length ? path("M16 16h0", "missed") + text(words.missedTest, [26, 20], "name halo s-R") : ""}</svg>` +
        path(`M${px(left)} ${top}V${bottom}H${px(right)}`, "thin ink") + path(`M${curve}`, "s-R edge") +
        line([x(2), baseline], [x(lastSize), baseline], "s-w edge") + disc([x(N), y(shareAtN)], 5, "s-R dot") + disc([x(N), baseline], 5, "s-w dot") +
        ["0", "25", "50"].map((percent, i) => text(`${percent}%`, [left - 6, y(i / 4) + 5], "name", "end")).join("") +
        ["16", "32", "48", "64"].map((n) => text(n, [x(+n), bottom + 18], "name", "middle")).join("") +
        text(words.size, [right, H - 6], "name", "end") + text(words.train, [x(2), baseline - 8], "name halo s-w") +
        text(words.test, N > 36 ? [x(N), y(shareAtN) - 12] : [x(N) + 9, y(shareAtN) + (shareAtN < 0.1 ? -8 : 4)], "name halo s-R", N > 36 ? "end" : "start");
    },
  };

  /** @type {[string, string, (s: number) => number][]} */
  const LOSSES = [
    ["zeroLoss", "s-w", (s) => (s > 0 ? 0 : 1)],
    ["plaLoss", "z-o", (s) => Math.max(0, -s)],
    ["hingeLoss", "s-f", (s) => Math.max(0, 1 - s)],
    ["logisticLoss", "s-R", (s) => Math.log2(1 + Math.exp(-s))],
  ];

  /** Four losses as functions of the margin: mistakes (0/1), PLA, SVM (hinge), logistic regression. */
  const loss = {
    restingView: fixedView,
    compute: () => ({ xs: [], ys: [], n: [], weights: [[0, 0, 0]], T: 0, separator: undefined }),
    draw: (view) => {
      const { W, H, words, margin } = view, left = 40, bottom = H - 34, right = W - 16;
      const isNarrow = W < 480, top = isNarrow ? 56 : 16; // the legend of a narrow picture is above the curves, in two rows
      const x = (s) => left + ((right - left) * (s + 3)) / 6, y = (v) => bottom - ((bottom - top) * v) / 4.5;
      const shapes = [path(`M${left} ${top}V${bottom}H${right}M${px(x(0))} ${top}V${bottom}`, "thin ink")];
      for (let s = -3; s <= 3; s += 1) shapes.push(text(String(s).replace("-", "−"), [x(s), bottom + 16], "name", "middle"));
      for (let v = 0; v <= 4; v += 1) shapes.push(text(v, [left - 8, y(v) + 5], "name", "end"), path(`M${left} ${px(y(v))}h-4`, "thin ink"));
      LOSSES.forEach(([name, className, cost], i) => {
        const d = Array.from({ length: 241 }, (_, j) => `${px(x(j / 40 - 3))} ${px(y(cost(j / 40 - 3)))}`).join("L");
        const steps = `M${px(x(-3))} ${px(y(1))}H${px(x(0))}M${px(x(0))} ${px(y(0))}H${px(x(3))}`; // the 0/1 loss jumps at 0
        shapes.push(path(i === 0 ? steps : `M${d}`, `${className} edge${i === 0 ? " dashed" : ""}`));
        if (i === 0) shapes.push(disc([x(0), y(1)], 3, `${className} dot`));
        shapes.push(disc([x(margin), y(cost(margin))], 5, `${className} dot`));
        const legend = `${words[name]} = ${draw.shortNumber(cost(margin))}`;
        const place = isNarrow ? [i % 2 ? right : left, 18 + 20 * (i >> 1)] : [right, top + 16 + 22 * i];
        shapes.push(text(legend, place, `legend ${className}`, isNarrow && i % 2 === 0 ? "start" : "end"));
      });
      return shapes.join("") + line([x(margin), top], [x(margin), bottom], "thin dashed ink") +
        formula("~y~_n *w*·*x*_n", [right, H - 6], "small", "end");
    },
  };

  Object.assign(perceptron, { pictureKinds: { plane, proof, feature, unseen, loss } });
})();
