/* The kinds of live pictures: perceptron.kinds has of each what it learns from a set (`learn`), the view at
 * which it rests (`goal`), and how it is drawn, as the inside of an <svg> (`draw`). None has a document.
 */
(() => {
  "use strict";
  const { exact, draw } = perceptron;
  const { px, path, line, disc, text, formula, mark, placed, sides, border, between } = draw;

  const grid = ({ area = [-10.5, 10.5, -8, 8] }, data, W, H) => {
    const [x0, x1, y0, y1] = area, unit = Math.min(W / (x1 - x0), H / (y1 - y0));
    return { unit, ox: W / 2 - (unit * (x0 + x1)) / 2, oy: H / 2 + (unit * (y0 + y1)) / 2 };
  };
  const still = () => ({ unit: 1, ox: 0, oy: 0 });
  const course = (set) => exact.course(set.points.map(([x, y]) => [set.x0, x, y]), set.ys, set);

  const plane = { learn: course, goal: grid, draw: draw.plane };
  const proof = { learn: course, goal: ({ scene }, data, W, H) => draw.scene(scene, data, W, H), draw: draw.proof };

  /** XOR with the feature x_1 x_2 beside x_1 and x_2: PLA has four weights and halts. */
  const feature = {
    goal: grid,
    learn: ({ points, ys }) => {
      const xs = points.map(([a, b]) => [1, a, b, a * b]);
      return { xs, ys, ...exact.run(xs, ys, { most: 200 }), best: null };
    },
    draw: (view) => {
      const { W, H, t, data } = view, { at, box } = placed(view), w = between(data.weights, t), cells = [];
      const size = 8, k = Math.round(t);
      for (let i = 0; i < W; i += size) {
        for (let j = 0; j < H; j += size) {
          const x = box[0] + (i + size / 2) / view.unit, y = box[3] - (j + size / 2) / view.unit;
          const score = exact.dot(w, [1, x, y, x * y]);
          if (score) cells.push([score > 0, `M${i} ${j}h${size}v${size}h-${size}z`]);
        }
      }
      const side = (yes) => {
        const all = cells.filter((cell) => cell[0] === yes).map((cell) => cell[1]);
        return path(all.join(""), yes ? "side-o" : "side-x");
      };
      const ring = k < data.T && Math.abs(t - k) < 0.01 ? disc(at(data.xs[data.n[k]].slice(1, 3)), 17, "ring") : "";
      const axes = line(at([box[0], 0]), at([box[1], 0]), "before") + line(at([0, box[2]]), at([0, box[3]]), "before");
      const marks = view.still ? data.xs.map(([, x, y], n) => mark(at([x, y]), data.ys[n])).join("") : "";
      return side(true) + side(false) + axes + ring + marks + formula("~x~_1 →", [W - 8, at([0, 0])[1] - 8], "name", "end") +
        formula("↑ ~x~_2", [at([0, 0])[0] + 8, 18], "name");
    },
  };

  const TARGET = [1, 2, -3], TESTS = 400;
  /** Return N examples of one unknown line; the same ones for the same seed. */
  const sample = (N, seed) => {
    const next = exact.draws(19, seed), xs = [];
    while (xs.length < N) {
      const x = [1, next() - 9, next() - 9];
      if (exact.dot(TARGET, x)) xs.push(x);
    }
    return { xs, ys: xs.map((x) => Math.sign(exact.dot(TARGET, x))) };
  };

  /** PLA on N training examples, and its mistakes on 400 others of the same line. */
  const unseen = {
    goal: still,
    learn: ({ N }) => {
      const tests = sample(TESTS, 7), all = sample(64, 3);
      const learned = (size) => exact.run(all.xs.slice(0, size), all.ys.slice(0, size));
      const missed = (made) => exact.missed(made.weights[made.T], tests.xs, tests.ys).length;
      const sizes = Array.from({ length: 32 }, (_, i) => 2 * i + 2);
      const shares = sizes.map((size) => missed(learned(size)) / TESTS);
      return { xs: all.xs.slice(0, N), ys: all.ys.slice(0, N), ...learned(N), tests, sizes, shares, N, best: null };
    },
    draw: (view) => {
      const { W, H, data, words, still } = view, { xs, ys, tests, sizes, shares, N } = data, w = data.weights[data.T];
      const wide = Math.min(W * 0.5, H - 20), { at, box } = placed({ W: wide, H, unit: wide / 20 });
      const missed = exact.missed(w, tests.xs, tests.ys);
      const left = wide + 56, right = W - 14, foot = H - 40, top = 34;
      const x = (n) => left + ((right - left) * n) / 64, y = (share) => foot - ((foot - top) * share) / 0.5;
      const upto = still ? 64 : N; // no answer before its question
      const seen = sizes.filter((n) => n <= upto), now = shares[sizes.indexOf(N)];
      const curve = seen.map((n, i) => `${px(x(n))} ${px(y(shares[i]))}`).join("L");
      const lines = border(TARGET, box, at, "s-f dashed") + border(w, box, at, "line");
      return `<svg width="${px(wide)}" height="${H}">${sides(w, box, at)}${lines}${
        path(missed.map((p) => `M${at(p.slice(1)).map(px).join(" ")}h0`).join(""), "missed")}${
        xs.map(([, a, b], n) => mark(at([a, b]), ys[n], 5)).join("")}</svg>` +
        path(`M${px(left)} ${top}V${foot}H${px(right)}`, "thin ink") + path(`M${curve}`, "s-R edge") +
        line([x(2), foot], [x(upto), foot], "s-w edge") + disc([x(N), y(now)], 5, "s-R dot") + disc([x(N), foot], 5, "s-w dot") +
        ["0", "25", "50"].map((part, i) => text(`${part} %`, [left - 6, y(i / 4) + 5], "name", "end")).join("") +
        ["16", "32", "48", "64"].map((n) => text(n, [x(+n), foot + 18], "name", "middle")).join("") +
        text(words.size, [right, H - 6], "name", "end") + text(words.test, [right, top - 14], "name s-R", "end") +
        text(words.train, [right, top + 4], "name s-w", "end");
    },
  };

  /** @type {[string, string, (s: number) => number][]} */
  const LOSSES = [
    ["zeroLoss", "s-w", (s) => (s > 0 ? 0 : 1)],
    ["plaLoss", "z-o", (s) => Math.max(0, -s)],
    ["hingeLoss", "s-f", (s) => Math.max(0, 1 - s)],
    ["logisticLoss", "s-R", (s) => Math.log2(1 + Math.exp(-s))],
  ];

  /** What an example costs by its margin: the count of mistakes, PLA, SVM, logistic regression. */
  const loss = {
    goal: still,
    learn: () => ({ xs: [], ys: [], n: [], weights: [[0, 0, 0]], T: 0, best: null }),
    draw: (view) => {
      const { W, H, words, margin } = view, left = 40, foot = H - 34, right = W - 16, top = 16;
      const x = (s) => left + ((right - left) * (s + 3)) / 6, y = (v) => foot - ((foot - top) * v) / 4.5;
      const drawn = [path(`M${left} ${top}V${foot}H${right}M${px(x(0))} ${top}V${foot}`, "thin ink")];
      for (let s = -3; s <= 3; s += 1) drawn.push(text(String(s).replace("-", "−"), [x(s), foot + 16], "name", "middle"));
      for (let v = 0; v <= 4; v += 1) drawn.push(text(v, [left - 8, y(v) + 5], "name", "end"), path(`M${left} ${px(y(v))}h-4`, "thin ink"));
      LOSSES.forEach(([name, kind, cost], i) => {
        const d = Array.from({ length: 241 }, (_, j) => `${px(x(j / 40 - 3))} ${px(y(cost(j / 40 - 3)))}`).join("L");
        drawn.push(path(`M${d}`, `${kind} edge${i === 0 ? " dashed" : ""}`));
        drawn.push(disc([x(margin), y(cost(margin))], 5, `${kind} dot`));
        const price = `${words[name]} = ${draw.shortened(cost(margin))}`;
        drawn.push(text(price, [right, top + 16 + 22 * i], `legend ${kind}`, "end"));
      });
      return drawn.join("") + line([x(margin), top], [x(margin), foot], "thin dashed ink") +
        formula("~y~_n *w*·*x*_n", [right, H - 6], "small", "end");
    },
  };

  Object.assign(perceptron, { kinds: { plane, proof, feature, unseen, loss } });
})();
