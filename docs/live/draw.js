/* Draw pictures as text: perceptron.draw.plane(picture) returns the content of an <svg>.
 *
 * A page calls these functions to redraw a picture while a reader drags. The build calls them in node, for paper and for
 * pages without scripts, so they need no document.
 *
 * A view consists of numbers that can be animated: t, the number of updates, a fraction between two steps; unit, the pixels
 * per unit of the plane; originX and originY, the position of its origin in pixels; and other numbers that only some kinds
 * of pictures need. `plane` and the other functions that draw a kind of picture take a `picture`. It has the numbers of the
 * view; run, the result of pla.measuredRun; strings, the texts of words.json in the language of the page; and its size, W by
 * H pixels. A point is [x, y]. `edges` are {left, right, bottom, top} of a rectangle, in units of the plane.
 *
 * Colours are CSS classes. The colour of a symbol has the prefix s-, also in formulas: s-f for w_f and rho, s-R for R, s-w for w_t. The mark of
 * an example has the class o or x, for its label, and the arrow of y_n x_n has the class signed-o or signed-x.
 */
(() => {
  "use strict";
  /** Return a number of pixels as a text with at most one decimal. */
  const px = (v) => String(Math.round(v * 10) / 10);
  /** Return a <g> with this opacity that holds the shapes, or "" if they would be invisible. */
  const group = (opacity, ...shapes) =>
    opacity < 0.02 ? "" : `<g opacity="${px(opacity)}">${shapes.join("")}</g>`;
  const path = (d, className) => `<path d="${d}" class="${className}"/>`;
  const line = (a, b, className) => path(`M${px(a[0])} ${px(a[1])}L${px(b[0])} ${px(b[1])}`, className);
  const polygon = (points, className) =>
    points.length ? path(`M${points.map((p) => p.map(px).join(" ")).join("L")}z`, className) : "";
  const disc = (p, r, className) => `<circle cx="${px(p[0])}" cy="${px(p[1])}" r="${px(r)}" class="${className}"/>`;
  const text = (content, p, className, anchor = "start") =>
    `<text x="${px(p[0])}" y="${px(p[1])}" text-anchor="${anchor}" class="${className}">${content}</text>`;

  /** Return an arrow from a to b with a filled head, or "" if it is shorter than a pixel. */
  const arrow = (a, b, className, headLength = 11) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]], length = Math.hypot(dx, dy);
    if (length < 1) return "";
    const size = Math.min(headLength, length * 0.6), [ux, uy] = [dx / length, dy / length];
    const neck = [b[0] - size * ux, b[1] - size * uy], halfWidth = size * 0.42;
    return line(a, [b[0] - size * 0.8 * ux, b[1] - size * 0.8 * uy], className) + polygon(
      [b, [neck[0] - halfWidth * uy, neck[1] + halfWidth * ux], [neck[0] + halfWidth * uy, neck[1] - halfWidth * ux]],
      `${className} head`,
    );
  };

  /** Return the position of a label beside the line from a to b, at `fraction` of its length.
   *
   * Beside a vertical line, the label is `distance` pixels to the right if the line goes down, and to the left if it goes
   * up. Beside a horizontal line, the baseline of the label is 12 pixels above the line if it goes right, and 24 pixels
   * below if it goes left.
   */
  const labelPosition = (a, b, fraction, distance) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]], length = Math.hypot(dx, dy) || 1;
    return [a[0] + fraction * dx + (distance * dy) / length, a[1] + fraction * dy - (18 * dx) / length + 6];
  };

  /** The markup of formulas: `*w*_t` is a bold w with the subscript t, `R^2` has a superscript, and `~t~` is an italic t. */
  const FORMULA_PARTS = /\*(\w)\*|~(.)~|_\{(.*?)\}|_(\w)|\^\{(.*?)\}|\^(\w)/;
  const COLOURS = { R: " s-R", ρ: " s-f" };
  /** Return a <text> with a formula. With the class `halo`, return two <text>s, of which the lower one is the halo. */
  const formula = (markup, p, className = "", anchor = "start") => {
    let baselineShift = 0, spans = "", radicandClass = "";
    markup.split(FORMULA_PARTS).forEach((part, i) => {
      if (!part) return;
      // 0: plain; then the groups of FORMULA_PARTS: 1 bold, 2 italic, 3 and 4 subscripts, 5 and 6 superscripts
      const partKind = i % 7, dy = partKind === 3 || partKind === 4 ? 4 : partKind > 4 ? -6 : 0;
      const scriptClass = /\d/.test(part) ? "sub upright" : "sub";
      const partClass = partKind > 2 ? scriptClass : ["", "b", `i${COLOURS[part] || radicandClass}`][partKind];
      radicandClass = part.endsWith("√") ? " radicand" : "";
      spans += `<tspan${partClass ? ` class="${partClass}"` : ""}${dy + baselineShift ? ` dy="${dy + baselineShift}"` : ""}>${part}</tspan>`;
      baselineShift = -dy;
    });
    if (!className.includes("halo")) return text(spans, p, `svg-formula ${className}`, anchor);
    // draw the text twice, because the halo of one tspan would cover its neighbours
    return text(spans, p, `svg-formula ${className} outline`, anchor) + text(spans, p, `svg-formula ${className.replace("halo", "")}`, anchor);
  };

  /** The margins of a plane, in pixels. They hold the numbers and names of its axes, and the key. A low plane, as on a phone,
   * has no key.
   */
  const LEFT = 28, BOTTOM = 20, isLow = (H) => H < 260, topMargin = (H) => (isLow(H) ? 0 : 26);

  /** Return {occupied, labels, placeLabel} for a picture of height H. A plane with margins also gives its `top` margin.
   *
   * placeLabel(markup, position, className, anchor) adds a label to `labels`, which must be drawn last, on top. It returns
   * "", so that a list of shapes may contain the call. The label moves a little if it would cover another label or a mark,
   * but not if there is no room nearby. `occupied` lists the rectangles of marks and labels, by their middle x, y.
   * `marks` are the positions of the marks.
   */
  const labelPlacer = (marks, H, top = -1) => {
    const occupied = marks.map(([x, y]) => ({ x, y, halfWidth: 10, halfHeight: 10 })), labels = [];
    const placeLabel = (markup, [x, y], className = "", anchor = "start") => {
      const fontSize = /large/.test(className) ? 22 : 18, halfWidth = markup.replace(/[*~_^{}]/g, "").length * fontSize * 0.26;
      const middle = x + halfWidth * ({ start: 1, end: -1 }[anchor] || 0), halfHeight = fontSize / 2;
      /** @type {(offset: number[]) => any} */
      const rectangleAt = ([dx, dy]) => ({ x: middle + dx, y: y + dy + 4 - halfHeight, halfWidth, halfHeight });
      const isFree = (offset) => {
        const label = rectangleAt(offset), baseline = y + offset[1];
        return baseline > top + 16 && baseline < H - (top < 0 ? 0 : BOTTOM + 4) && label.x - halfWidth > (top < 0 ? -9 : LEFT) && occupied.every((other) =>
          Math.abs(other.x - label.x) > other.halfWidth + halfWidth || Math.abs(other.y - label.y) > other.halfHeight + halfHeight);
      };
      const offsets = [0, -1, 1, -2, 2, -3, 3, -4, 4].flatMap((i) => [[0, 9 * i], [20, 9 * i], [-20, 9 * i]]);
      const offset = offsets.find(isFree) || [0, 0];
      occupied.push(rectangleAt(offset));
      labels.push(formula(markup, [x + offset[0], y + offset[1]], className, anchor));
      return "";
    };
    return { occupied, labels, placeLabel };
  };

  /** Return the vertices, in pixels, of the part of a rectangle where w . (1, x, y) >= 0, or [] if w = 0. */
  const halfPlane = (w, { left, right, bottom, top }, toPixels) => {
    /** @type {Point[]} */
    const corners = [[left, bottom], [right, bottom], [right, top], [left, top]], vertices = [];
    /** @type {(p: number[]) => number} */
    const score = ([x, y]) => w[0] + w[1] * x + w[2] * y;
    if (!w.some(Boolean)) return []; // w = 0 divides nothing
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % 4], [scoreOfA, scoreOfB] = [score(a), score(b)];
      if (scoreOfA >= 0) vertices.push(a);
      if (scoreOfA * scoreOfB < 0) vertices.push([0, 1].map((k) => a[k] + ((b[k] - a[k]) * scoreOfA) / (scoreOfA - scoreOfB)));
    });
    return vertices.map(toPixels);
  };

  /** Return both sides of the line of w as two polygons. They do not overlap, because blue over orange would be grey. */
  const sides = (w, edges, toPixels) =>
    polygon(halfPlane(w.map((v) => -v), edges, toPixels), "side-x") + polygon(halfPlane(w, edges, toPixels), "side-o");

  /** Return the points, in pixels, where the line of w meets two opposite edges of a rectangle or their extensions, or [] if
   * w_1 = w_2 = 0. The <svg> clips a line that ends outside of the rectangle.
   */
  const lineEnds = (w, { left, right, bottom, top }, toPixels) => {
    const ends = [];
    if (Math.abs(w[2]) > Math.abs(w[1])) {
      for (const x of [left, right]) ends.push([x, -(w[0] + w[1] * x) / w[2]]);
    } else if (w[1]) for (const y of [bottom, top]) ends.push([-(w[0] + w[2] * y) / w[1], y]);
    return ends.map(toPixels);
  };
  /** Return the line of w, or "" if w_1 = w_2 = 0. */
  const boundary = (w, edges, toPixels, className) => {
    const ends = lineEnds(w, edges, toPixels);
    return ends.length ? line(ends[0], ends[1], className) : "";
  };

  /** Return the mark of an example at p: a circle if its label y is +1, else a cross. */
  const exampleMark = (p, y, r = 8) => {
    const [size, back] = [px(r * 1.6), px(-r * 1.6)], start = `${px(p[0] - r * 0.8)} ${px(p[1] - r * 0.8)}`;
    return y > 0 ? disc(p, r, "o") : path(`M${start}l${size} ${size}m0 ${back}l${back} ${size}`, "x");
  };

  const gridDots = ({ left, right, bottom, top }, toPixels) => {
    let d = "";
    for (let x = Math.ceil(left); x <= right; x += 1) {
      for (let y = Math.ceil(bottom); y <= top; y += 1) d += `M${toPixels([x, y]).map(px).join(" ")}h0`;
    }
    return path(d, "dots");
  };

  /** Return w_t, interpolated if t is between two integers. weights: w_0, ..., w_T. */
  const interpolate = (weights, t) => {
    const k = Math.max(0, Math.min(weights.length - 1, Math.floor(t))), fraction = t - k;
    const w_next = weights[Math.min(k + 1, weights.length - 1)];
    return w_next.map((v, i) => weights[k][i] * (1 - fraction) + v * fraction);
  };

  /** Return a number as a short text. A number of at least 100 is rounded down to an integer, and a smaller number to two decimals. */
  const shortNumber = (v) => v >= 100 ? Math.floor(v).toLocaleString("en") : String(Math.round(v * 100) / 100);

  /** Return the scale of a plane of W by H pixels: toPixels(point) converts units to pixels, fromPixels(x, y) converts
   * pixels to units, and `edges` are the edges of the plane in units.
   */
  const planeScale = ({ W, H, unit, originX = W / 2, originY = H / 2 }) => ({
    toPixels: ([x, y]) => [originX + unit * x, originY - unit * y],
    fromPixels: (x, y) => [(x - originX) / unit, (originY - y) / unit],
    edges: { left: -originX / unit, right: (W - originX) / unit, bottom: (originY - H) / unit, top: originY / unit },
  });

  /** Return the normal of the line of w as an arrow of fixed length with its name, or "" if w_1 = w_2 = 0.
   *
   * The arrow starts at the point of the line nearest to 0 from which the arrow and its name fit into a picture of W by H
   * pixels. If they fit nowhere, it starts at the point nearest to 0.
   */
  const normalArrow = (w, toPixels, name, placeLabel, className = "s-w", [W, H] = [Infinity, Infinity]) => {
    const length = Math.hypot(w[1], w[2]), [arrowLength, room] = W < 320 ? [32, 14] : [46, 44];
    if (!length) return "";
    const [ux, uy] = [w[1] / length, -w[2] / length], nearest = toPixels([1, 2].map((i) => (-w[0] * w[i]) / length ** 2));
    /** @type {(shift: number) => Point} */
    const startAt = (shift) => [nearest[0] - shift * uy, nearest[1] + shift * ux];
    /** @type {(p: Point) => Point} */
    const tipFrom = ([x, y]) => [x + arrowLength * ux, y + arrowLength * uy];
    const isInside = ([x, y]) => x > room && x < W - room - (W < 320 ? 0 : 32) && y > room && y < H - room;
    const shifts = [0, ...Array.from({ length: 60 }, (_, i) => 12 * (i + 1)).flatMap((shift) => [shift, -shift])];
    const fits = (shift) => isInside(startAt(shift)) && isInside(tipFrom(startAt(shift)));
    const start = startAt(shifts.find(fits) || 0), tip = tipFrom(start);
    return arrow(start, tip, `${className} w`) + placeLabel(name, [tip[0] + 8, tip[1] + (w[2] < 0 ? 14 : -4)], `${className} halo`);
  };

  /** Return a mark at the origin if x_0 = 0, because every line then passes through it. In a picture that is not low, the
   * mark has a label.
   */
  const originMark = (toPixels, x0, { H, strings }, placeLabel) => {
    if (x0) return "";
    const [x, y] = toPixels([0, 0]);
    if (!isLow(H)) placeLabel(strings.origin, [x + 9, y + 20], "caption halo");
    return path(`M${px(x - 7)} ${px(y)}h14M${px(x)} ${px(y - 7)}v14`, "thin ink");
  };

  /** Return w_t as an arrow from the origin, the update y_n x_n as an arrow from the tip of w_t, and their sum w_{t+1} as a
   * dashed line, for x_0 = 0. If the arrows are too long, all are shortened by the same factor. n: n(t), or -1 after the
   * last update.
   */
  const updateArrows = (picture, w, toPixels, n, placeLabel) => {
    const { run, t } = picture, k = Math.floor(t), scale = Math.min(1, 6 / Math.max(...run.lengths.slice(1), 1));
    const tipOf = (v) => toPixels([v[1] * scale, v[2] * scale]), origin = toPixels([0, 0]), shapes = [];
    if (n >= 0 && t - k < 0.99) {
      const className = run.ys[n] > 0 ? "signed-o" : "signed-x", [a, b] = [tipOf(run.weights[k]), tipOf(run.weights[k + 1])];
      shapes.push(line(origin, b, "s-w thin dashed"), arrow(a, b, `${className} thick`, 12));
      placeLabel("~y~_n *x*_n", labelPosition(a, b, 0.5, 26), `${className} halo`, "middle");
    }
    const tip = tipOf(w);
    shapes.push(arrow(origin, tip, "s-w w", 14), disc(origin, 3, "s-w dot"));
    if (Math.hypot(w[1], w[2])) placeLabel("*w*_t", labelPosition(origin, tip, 1, 24), "s-w large halo", "middle");
    return shapes.join("");
  };

  /** Return the width of a text in the margins, in pixels, roughly. */
  const textWidth = (markup) => [...markup.replace(/[~_]/g, "")].reduce((sum, character) => sum + (character > "\u2e80" ? 12 : 7), 0);

  /** Return the key of a plane at the right of its top margin. items: the class of each mark, and its meaning. The last items
   * are omitted if the picture is too narrow.
   */
  const keyOfMarks = (W, y, items, room) => {
    const widths = items.map(([, meaning]) => 38 + textWidth(meaning)), total = () => widths.reduce((a, b) => a + b, 0);
    while (total() > room) widths.pop();
    let x = W - total();
    return widths.map((width, i) => {
      const [className, meaning] = items[i];
      const mark = /^[ox]$/.test(className) ? exampleMark([x + 10, y], className === "o" ? 1 : -1, 5) :
        /ring|mistake|chosen/.test(className) ? disc([x + 10, y], 7, className) : line([x, y], [x + 20, y], className);
      const item = mark + text(meaning, [x + 25, y + 4], "key");
      x += width;
      return item;
    }).join("");
  };

  /** Return the margins of a plane, which cover the ends of its lines, with x_0, the numbers and names of the axes, and the key.
   * keyItems: the marks in the key, besides those of examples.
   */
  const planeMargins = ({ W, H, unit, strings, run, weights }, { toPixels, edges }, names, keyItems) => {
    const [xName, yName] = names, top = topMargin(H), bottom = H - BOTTOM, isNarrow = W < 420, step = [1, 2, 4, 10].find((size) => size * unit > (isNarrow ? 26 : 60)) || 20;
    const shapes = [path(`M-9-9H${W + 9}V${H + 9}H-9zM${LEFT} ${top}V${bottom}H${W}V${top}z`, "margin"), path(`M${W} ${top}H${LEFT}V${bottom}H${W}`, "frame")];
    const rightmost = W - 28 - textWidth(xName);
    const number = (v, x, y) => `<text x="${px(x)}" y="${px(y)}">${String(v).replace("-", "−")}</text>`;
    let xNumbers = "", yNumbers = "";
    for (let v = weights ? 0 : Math.ceil(edges.left / step) * step; v < edges.right; v += step) {
      const [x] = toPixels([v, 0]);
      if (x > 62 && x < rightmost) xNumbers += number(v, x, H - 6);
    }
    for (let v = weights ? 0 : Math.ceil(edges.bottom / step) * step; v < edges.top; v += step) {
      const [, y] = toPixels([0, v]);
      if (y > top + 8 && y < bottom - 8) yNumbers += number(v, LEFT - 5, y + 4);
    }
    shapes.push(`<g class="number" text-anchor="middle">${xNumbers}</g><g class="number" text-anchor="end">${yNumbers}</g>`);
    const signs = isNarrow ? ["+1", "−1"] : ["y = +1", "y = −1"], items = [["o", signs[0]], ["x", signs[1]], ...keyItems.map((name) => [name, strings.key[name]])];
    if (top) shapes.push(keyOfMarks(W, 13, items, W - LEFT - 30 - textWidth(yName)));
    if (!weights) shapes.push(formula(`~x~_0 = ${run.xs[0][0]}`, [6, H - 5], "small"));
    shapes.push(formula(`${xName} →`, [W - 8, H - 5], "name", "end"), formula(`↑ ${yName}`, top ? [LEFT, 18] : [LEFT + 6, 15], top ? "name" : "name halo"));
    return shapes.join("");
  };

  /** Return the plane of examples with the line after t updates.
   *
   * Besides a view, a run, strings and a size, a picture has x0 and these options. weights: the reader's own weights, drawn
   * instead of w_t. arrows: whether to draw the update as vectors. withExamples: whether to draw the examples, because no
   * handles show them. small: whether to omit names, because the picture is a thumbnail.
   */
  const plane = (picture) => {
    const { W, H, t, run, withExamples, strings, x0, weights, small } = picture, { toPixels, edges } = planeScale(picture);
    const w = weights || interpolate(run.weights, t), k = Math.round(t), shapes = [sides(w, edges, toPixels), gridDots(edges, toPixels)];
    const pixels = run.xs.map(([, x, y]) => toPixels([x, y])), { occupied, labels, placeLabel: placeAnyLabel } = labelPlacer(pixels, H, small ? -1 : topMargin(H));
    const placeLabel = small ? () => "" : placeAnyLabel, isPocket = run.pocketTimes.length > 0 && !weights;
    if (isLow(H)) occupied.push({ x: LEFT + 44, y: 10, halfWidth: 48, halfHeight: 9 }); // the name of the axis of x_2
    const isResting = Math.abs(t - k) < 0.01, nextMistake = isResting && !weights && k < run.T ? run.n[k] : -1;
    const earlierWeights = weights || picture.arrows || isPocket ? [] : run.weights.slice(Math.max(1, k - 7), k);
    earlierWeights.forEach((v, i) =>
      shapes.push(group((0.5 * (i + 1)) / earlierWeights.length, boundary(v, edges, toPixels, "faint"))));
    if (isPocket) {
      const pocketWeights = run.weights[run.pocketTimes[Math.min(k, run.T)]];
      shapes.push(boundary(pocketWeights, edges, toPixels, "in-pocket"));
    }
    shapes.push(boundary(w, edges, toPixels, "line"));
    const currency = W > 420 ? strings.currency : ""; // a phone is too narrow for it
    const names = weights ? [strings.salary + currency, strings.debt + currency] : ["~x~_1", "~x~_2"];
    if (weights) shapes.push(line(toPixels([0, 0]), toPixels([edges.right, 0]), "thin axis"), line(toPixels([0, 0]), toPixels([0, edges.top]), "thin axis"));
    if (!small) shapes.push(planeMargins(picture, { toPixels, edges }, names, weights ? ["mistake", "chosen"] : isPocket ? ["ring", "mistake", "in-pocket"] : picture.arrows ? ["ring"] : ["ring", "faint"]));
    if (!small && !weights) shapes.push(originMark(toPixels, x0, picture, placeLabel));
    if (picture.arrows && !x0) shapes.push(updateArrows(picture, w, toPixels, run.n[Math.floor(t)] ?? -1, placeLabel));
    else shapes.push(normalArrow(w, toPixels, weights ? "(~w~_1, ~w~_2)" : "*w*_t", placeLabel, "s-w", [W, H]));
    if (nextMistake >= 0) shapes.push(disc(pixels[nextMistake], small ? 13 : 17, "ring"));
    const mistakes = weights || (isPocket && isResting) ? perceptron.pla.misclassified(w, run.xs, run.ys, picture.signOfZero) : [];
    mistakes.forEach((x) => { if (x !== run.xs[nextMistake]) shapes.push(disc(toPixels(x.slice(1)), small ? 11 : 15, "mistake")); });
    if (withExamples) pixels.forEach((p, n) => shapes.push(exampleMark(p, run.ys[n], small ? 6 : 8)));
    return shapes.concat(labels).join("");
  };

  /** Return a chart of two step functions of t: the number of mistakes of w_t, and of the weights in the pocket. */
  const mistakeChart = ({ W, H, t, run, strings }) => {
    const [solidName, dashedName] = strings.mistakeChart.split(/(?<=[)）])(?=.)/), isNarrow = W < 340; // a narrow chart has its name in two lines
    const largest = Math.max(...run.mistakes, 1), lastT = Math.max(run.T, 1), bottom = H - (isNarrow ? 36 : 22);
    const x = (s) => 34 + ((W - 50) * s) / lastT, y = (m) => bottom - ((bottom - 18) * m) / largest;
    const staircase = (values) => values.map((m, s) => `${s ? `H${px(x(s))}V` : `M${px(x(0))} `}${px(y(m))}`).join("");
    const pocketMistakes = run.pocketTimes.map((s) => run.mistakes[s]), k = Math.min(Math.round(t), run.T);
    return path(`M${x(0)} 10V${bottom}H${W - 8}`, "thin ink") + text(String(largest), [28, y(largest) + 5], "name", "end") +
      text("0", [28, bottom + 5], "name", "end") + formula("~t~", [W - 10, bottom + 18], "small", "end") +
      (isNarrow ? [solidName, dashedName.trim()] : [strings.mistakeChart]).map((name, i) => formula(name.replace("w_t", "*w*_t"), [40, bottom + 17 + 14 * i], "caption")).join("") + path(staircase(run.mistakes), "s-w curve") +
      path(staircase(pocketMistakes), "in-pocket") + disc([x(k), y(run.mistakes[k])], 5, "s-w dot") + disc([x(k), y(pocketMistakes[k])], 5, "in-pocket");
  };

  globalThis.perceptron = Object.assign(globalThis.perceptron || {}, { draw: {
    px, group, path, line, polygon, disc, text, arrow, labelPosition, formula, sides, boundary, exampleMark, gridDots, interpolate, shortNumber, labelPlacer,
    planeScale, plane, mistakeChart, normalArrow, originMark, planeMargins, LEFT, BOTTOM, topMargin, isLow,
  } });
})();
