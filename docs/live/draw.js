/* Draw pictures as text: perceptron.draw.plane(view) returns the content of an <svg>.
 *
 * No document is needed: a page redraws with these functions while a reader drags, and the build calls them
 * in node for paper and for pages without scripts. A viewpoint is a flat object of numbers (unit, ox, oy, t, ...), so
 * it can be animated. `plane` and the other kinds of pictures take a view: a viewpoint together with the data, the
 * words and the size. Colours are CSS classes, the same as in formulas: s-f (w_f, rho), s-R (R),
 * s-w (w_t); o and x for the labels.
 */
(() => {
  "use strict";
  const px = (v) => String(Math.round(v * 10) / 10);
  const group = (opacity, ...shapes) =>
    opacity < 0.02 ? "" : `<g${opacity > 0.98 ? "" : ` opacity="${px(opacity)}"`}>${shapes.join("")}</g>`;
  const path = (d, className) => `<path d="${d}" class="${className}"/>`;
  const line = (a, b, className) => path(`M${px(a[0])} ${px(a[1])}L${px(b[0])} ${px(b[1])}`, className);
  const polygon = (points, className) =>
    points.length ? path(`M${points.map((p) => p.map(px).join(" ")).join("L")}z`, className) : "";
  const disc = (p, r, className) => `<circle cx="${px(p[0])}" cy="${px(p[1])}" r="${px(r)}" class="${className}"/>`;
  const text = (words, p, className, anchor = "start") =>
    `<text x="${px(p[0])}" y="${px(p[1])}" text-anchor="${anchor}" class="${className}">${words}</text>`;

  /** Return an arrow from a to b of the class `className` with a filled head, or "" if it is shorter than a pixel. */
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

  /** Return the place of a label beside the line from a to b, at `fraction` of its length. A label of a vertical line is
   * `distance` pixels beside it, at the right if the line goes down. The baseline of a label of a horizontal line is 12
   * pixels above it if the line goes right, and 24 below it if the line goes left.
   */
  const labelPlace = (a, b, fraction, distance) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]], length = Math.hypot(dx, dy) || 1;
    return [a[0] + fraction * dx + (distance * dy) / length, a[1] + fraction * dy - (18 * dx) / length + 6];
  };

  /** The markup of formulas: `*w*_t` has a bold w with the subscript t, `R^2` a superscript, and `~t~` an italic t. */
  const FORMULA_PARTS = /\*(\w)\*|~(.)~|_\{(.*?)\}|_(\w)|\^\{(.*?)\}|\^(\w)/;
  const COLOURS = { R: " s-R", ρ: " s-f" };
  /** Return a <text> with a formula; with the class `halo` two, because the halo has a text of its own below. */
  const formula = (words, p, className = "", anchor = "start") => {
    let baselineShift = 0, spans = "", root = "";
    words.split(FORMULA_PARTS).forEach((part, i) => {
      if (!part) return;
      const slot = i % 7, dy = slot === 3 || slot === 4 ? 4 : slot > 4 ? -6 : 0;
      const scriptClass = /\d/.test(part) ? "sub up" : "sub";
      const partClass = slot > 2 ? scriptClass : ["", "b", `i${COLOURS[part] || root}`][slot];
      root = part.endsWith("√") ? " root" : "";
      spans += `<tspan${partClass ? ` class="${partClass}"` : ""}${dy + baselineShift ? ` dy="${dy + baselineShift}"` : ""}>${part}</tspan>`;
      baselineShift = -dy;
    });
    if (!className.includes("halo")) return text(spans, p, `m ${className}`, anchor);
    // draw the text twice, because the halo of one tspan would cover its neighbours
    return text(spans, p, `m ${className} under`, anchor) + text(spans, p, `m ${className.replace("halo", "")}`, anchor);
  };

  /** Return {occupied, labels, placeLabel}. placeLabel(words, place, className, anchor) adds a label to `labels` and returns
   * "". If there is room at the place or a little beside it, the label covers no other label and no mark; else it is at
   * the place. `occupied` lists the boxes in use, [middle x, half width, middle y, half height]. `marks` are the places
   * of marks, and H is the height of the picture. Draw the labels last, on top.
   */
  const labelPlacer = (marks, H) => {
    const occupied = marks.map(([x, y]) => [x, 10, y, 10]), labels = [];
    const placeLabel = (words, [x, y], className = "", anchor = "start") => {
      const size = /large/.test(className) ? 22 : 18, halfWidth = words.replace(/[*~_^{}]/g, "").length * size * 0.26;
      const middle = x + halfWidth * ({ start: 1, end: -1 }[anchor] || 0), halfHeight = size / 2;
      const isFree = ([u, v]) => y + v > 16 && y + v < H && occupied.every(([a, b, c, d]) =>
        Math.abs(a - middle - u) > b + halfWidth || Math.abs(c - y - v - 4 + halfHeight) > d + halfHeight);
      const offsets = [0, -1, 1, -2, 2, -3, 3, -4, 4].flatMap((i) => [[0, 9 * i], [20, 9 * i], [-20, 9 * i]]);
      const [u, v] = offsets.find(isFree) || [0, 0];
      occupied.push([middle + u, halfWidth, y + v + 4 - halfHeight, halfHeight]);
      labels.push(formula(words, [x + u, y + v], className, anchor));
      return "";
    };
    return { occupied, labels, placeLabel };
  };

  /** Return the corners, in pixels, of the part of a rectangle where w . (1, x, y) >= 0, or [] if w = 0. The rectangle
   * is in units.
   */
  const halfPlane = (w, [x0, x1, y0, y1], toPixels) => {
    /** @type {Point[]} */
    const corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], vertices = [];
    /** @type {(p: number[]) => number} */
    const score = ([x, y]) => w[0] + w[1] * x + w[2] * y;
    if (!w.some(Boolean)) return []; // w = 0 has no sides
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % 4], [sa, sb] = [score(a), score(b)];
      if (sa >= 0) vertices.push(a);
      if (sa * sb < 0) vertices.push([0, 1].map((k) => a[k] + ((b[k] - a[k]) * sa) / (sa - sb)));
    });
    return vertices.map(toPixels);
  };

  /** Return both sides of the line of w as two polygons. They do not overlap, because blue over orange would be grey. */
  const sides = (w, box, toPixels) =>
    polygon(halfPlane(w.map((v) => -v), box, toPixels), "side-x") + polygon(halfPlane(w, box, toPixels), "side-o");

  /** Return the points, in pixels, where the line of w meets the lines through two opposite sides of a rectangle, or [] if
   * w_1 = w_2 = 0. They may be outside the rectangle; the <svg> clips what is outside.
   */
  const lineEnds = (w, [x0, x1, y0, y1], toPixels) => {
    const ends = [];
    if (Math.abs(w[2]) > Math.abs(w[1])) {
      for (const x of [x0, x1]) ends.push([x, -(w[0] + w[1] * x) / w[2]]);
    } else if (w[1]) for (const y of [y0, y1]) ends.push([-(w[0] + w[2] * y) / w[1], y]);
    return ends.map(toPixels);
  };
  /** Return the line of w, or "" if w_1 = w_2 = 0. */
  const boundary = (w, box, toPixels, className) => {
    const ends = lineEnds(w, box, toPixels);
    return ends.length ? line(ends[0], ends[1], className) : "";
  };

  const exampleMark = (p, y, r = 8) => {
    const [a, b] = [px(r * 1.6), px(-r * 1.6)], from = `${px(p[0] - r * 0.8)} ${px(p[1] - r * 0.8)}`;
    return y > 0 ? disc(p, r, "o") : path(`M${from}l${a} ${a}m0 ${b}l${b} ${a}`, "x");
  };

  const gridDots = (box, toPixels) => {
    let d = "";
    for (let x = Math.ceil(box[0]); x <= box[1]; x += 1) {
      for (let y = Math.ceil(box[2]); y <= box[3]; y += 1) d += `M${toPixels([x, y]).map(px).join(" ")}h0`;
    }
    return path(d, "dots");
  };

  /** Return w_t, interpolated if t is between two integers. `series` is w_0, ..., w_T or another list of vectors. */
  const interpolate = (series, t) => {
    const k = Math.max(0, Math.min(series.length - 1, Math.floor(t))), s = t - k;
    const w_next = series[Math.min(k + 1, series.length - 1)];
    return w_next.map((v, i) => series[k][i] * (1 - s) + v * s);
  };

  /** Return a number as a short text: from 100 on rounded down to an integer, else rounded to two decimals. */
  const shortNumber = (v) => v >= 100 ? Math.floor(v).toLocaleString("en") : String(Math.round(v * 100) / 100);

  /** Return the scale of a plane of W by H pixels: `toPixels` converts units to pixels, `fromPixels` converts
   * back, and `box` is [left, right, bottom, top] in units.
   */
  const planeScale = ({ W, H, unit, ox = W / 2, oy = H / 2 }) => ({
    toPixels: ([x, y]) => [ox + unit * x, oy - unit * y],
    fromPixels: (x, y) => [(x - ox) / unit, (oy - y) / unit],
    box: [-ox / unit, (W - ox) / unit, (oy - H) / unit, oy / unit],
  });

  /** Return the normal of the line of w as an arrow of fixed length, or "" if w_1 = w_2 = 0. It starts at the point of
   * the line that is nearest to 0 and from which the arrow and its name are inside a picture of W by H pixels. If
   * no tried point is such a point, it starts at the point nearest to 0.
   */
  const normalArrow = (w, toPixels, name, placeLabel, className = "s-w", [W, H] = [Infinity, Infinity]) => {
    const length = Math.hypot(w[1], w[2]), arrowLength = 46;
    if (!length) return "";
    const [u, v] = [w[1] / length, -w[2] / length], nearest = toPixels([1, 2].map((i) => (-w[0] * w[i]) / length ** 2));
    /** @type {(s: number) => Point} */
    const footAt = (s) => [nearest[0] - s * v, nearest[1] + s * u];
    /** @type {(p: Point) => Point} */
    const tipOf = ([x, y]) => [x + arrowLength * u, y + arrowLength * v];
    const isInside = ([x, y]) => x > 30 && x < W - 76 && y > 44 && y < H - 44;
    const shifts = [0, ...Array.from({ length: 60 }, (_, i) => 12 * (i + 1)).flatMap((s) => [s, -s])];
    const foot = footAt(shifts.find((s) => isInside(footAt(s)) && isInside(tipOf(footAt(s)))) || 0), tip = tipOf(foot);
    return arrow(foot, tip, `${className} w`) + placeLabel(name, [tip[0] + 8, tip[1] + (w[2] < 0 ? 14 : -4)], `${className} halo`);
  };

  /** Return the text "x_0 = ...", with x_0 = 0 also a mark of the origin, because every line passes through it. If the
   * picture is not low, the origin gets a label, too.
   */
  const originMark = (toPixels, x0, { H, words }, placeLabel) => {
    const [x, y] = toPixels([0, 0]), name = formula(`~x~_0 = ${x0}`, [12, H - 12], "small");
    if (x0) return name;
    if (H >= 260) placeLabel(words.origin, [x + 9, y + 20], "words halo");
    return name + path(`M${px(x - 7)} ${px(y)}h14M${px(x)} ${px(y - 7)}v14`, "thin ink");
  };

  /** Draw w_t as an arrow from the origin, the update y_n x_n as an arrow from its tip, and their sum w_{t+1} as a dashed
   * line. All lengths are reduced by one factor if they are too long. Only for x_0 = 0.
   */
  const updateArrows = (view, w, toPixels, next, placeLabel) => {
    const { data, t } = view, k = Math.floor(t), scale = Math.min(1, 6 / Math.max(...data.lengths.slice(1), 1));
    const tip = (v) => toPixels([v[1] * scale, v[2] * scale]), O = toPixels([0, 0]), shapes = [];
    if (next >= 0 && t - k < 0.99) {
      const w_k = data.weights[k], w_next = data.weights[k + 1], className = data.ys[next] > 0 ? "z-o" : "z-x";
      const [a, b] = [tip(w_k), tip(w_next)];
      shapes.push(line(O, b, "s-w thin dashed"), arrow(a, b, `${className} thick`, 12));
      placeLabel("~y~_n *x*_n", labelPlace(a, b, 0.5, 26), `${className} halo`, "middle");
    }
    const end = tip(w);
    shapes.push(arrow(O, end, "s-w w", 14), disc(O, 3, "s-w dot"));
    if (Math.hypot(w[1], w[2])) placeLabel("*w*_t", labelPlace(O, end, 1, 24), "s-w large halo", "middle");
    return shapes.join("");
  };

  /** Return both axes. Add a number at every fourth unit to `labels`, and to `occupied`, so no label covers it. The numbers
   * of the horizontal axis stand at the lower edge, left of `end`, because there are examples on the axis.
   */
  const axes = (toPixels, box, H, end, { occupied, labels }) => {
    const [, right, , top] = box;
    const O = toPixels([0, 0]), fourTimes = (v) => toPixels([4 * v, 4 * v]);
    const shapes = [line(O, toPixels([right, 0]), "thin axis"), line(O, toPixels([0, top]), "thin axis")];
    const addNumber = (v, x, y, anchor) => { occupied.push([x, 10, y - 5, 8]); labels.push(formula(String(v), [x, y], "name halo", anchor)); };
    for (let v = 0; v < right / 4; v += 1) if (fourTimes(v)[0] < end) addNumber(4 * v, fourTimes(v)[0], H - 5, "middle");
    for (let v = 1; v < top / 4 - 0.4; v += 1) addNumber(4 * v, O[0] - 8, fourTimes(v)[1] + 5, "end");
    return shapes.join("");
  };

  /** Return the plane of examples with the line after t updates.
   *
   * view: W, H, unit (pixels per unit), ox, oy, t, data (from pla.measuredRun), x0, words. weights: the reader's own
   * weights, drawn instead of w_t. arrows: draw the update as vectors. withExamples: draw the examples, too, because
   * there are no handles that show them. small: a thumbnail, without names.
   */
  const plane = (view) => {
    const { W, H, t, data, withExamples, words, x0, weights, small } = view, { toPixels, box } = planeScale(view);
    const w = weights || interpolate(data.weights, t), k = Math.round(t), shapes = [sides(w, box, toPixels), gridDots(box, toPixels)];
    const pixels = data.xs.map(([, x, y]) => toPixels([x, y])), { occupied, labels, placeLabel: place } = labelPlacer(pixels, H);
    const placeLabel = small ? () => "" : place;
    occupied.push([60, 60, 17, 9], [W - 60, 60, H - 17, 9]); // the names of the axes
    const isResting = !weights && k < data.T && Math.abs(t - k) < 0.01, nextMistake = isResting ? data.n[k] : -1;
    const formerWeights = weights || view.arrows || data.pocketTimes.length ? [] : data.weights.slice(Math.max(1, k - 7), k);
    formerWeights.forEach((v, i) =>
      shapes.push(group((0.5 * (i + 1)) / formerWeights.length, boundary(v, box, toPixels, "before"))));
    if (data.pocketTimes.length && !weights) {
      const pocketWeights = data.weights[data.pocketTimes[Math.min(k, data.T)]];
      shapes.push(boundary(pocketWeights, box, toPixels, "kept"));
    }
    shapes.push(boundary(w, box, toPixels, "line"));
    const unit = W > 420 ? words.unit : ""; // a phone is too narrow for the unit
    const [xName, yName] = weights ? [words.across + unit, words.up + unit] : ["~x~_1", "~x~_2"];
    if (weights) shapes.push(axes(toPixels, box, H, W - 50 - 7 * xName.length, { occupied, labels }));
    else if (!small) shapes.push(originMark(toPixels, x0, view, placeLabel));
    if (view.arrows && !x0) shapes.push(updateArrows(view, w, toPixels, data.n[Math.floor(t)] ?? -1, placeLabel));
    else shapes.push(normalArrow(w, toPixels, weights ? "(~w~_1, ~w~_2)" : "*w*_t", placeLabel, "s-w", [W, H]));
    if (nextMistake >= 0) shapes.push(disc(pixels[nextMistake], 17, "ring"));
    const mistakes = weights ? perceptron.pla.mistakesOf(w, data.xs, data.ys) : [];
    mistakes.forEach((x) => shapes.push(disc(toPixels(x.slice(1)), 15, "ring")));
    if (withExamples) pixels.forEach((p, n) => shapes.push(exampleMark(p, data.ys[n])));
    const xPlace = [W - 12, H - (weights ? 5 : 12)];
    if (!small) labels.push(formula(`${xName} →`, xPlace, "name", "end"), formula(`↑ ${yName}`, [12, 22], "name"));
    return shapes.concat(labels).join("");
  };

  /** Return a chart of two step functions of t: the mistakes of w_t, and those of the weights in the pocket. */
  const mistakeChart = ({ W, H, t, data, words }) => {
    const largest = Math.max(...data.mistakes, 1), lastT = Math.max(data.T, 1), bottom = H - 22;
    const x = (s) => 34 + ((W - 50) * s) / lastT, y = (m) => bottom - ((bottom - 18) * m) / largest;
    const stepPath = (values) => values.map((m, s) => `${s ? `H${px(x(s))}V` : `M${px(x(0))} `}${px(y(m))}`).join("");
    const pocketMistakes = data.pocketTimes.map((s) => data.mistakes[s]), k = Math.min(Math.round(t), data.T);
    return path(`M${x(0)} 10V${bottom}H${W - 8}`, "thin ink") + text(String(largest), [28, y(largest) + 5], "name", "end") +
      text("0", [28, bottom + 5], "name", "end") + formula("~t~", [W - 10, bottom + 18], "small", "end") +
      formula(words.mistakes.replace("w_t", "*w*_t"), [40, bottom + 17], "words") + path(stepPath(data.mistakes), "s-w run") +
      path(stepPath(pocketMistakes), "kept") + disc([x(k), y(data.mistakes[k])], 5, "s-w dot") + disc([x(k), y(pocketMistakes[k])], 5, "held");
  };

  globalThis.perceptron = Object.assign(globalThis.perceptron || {}, { draw: {
    px, group, path, line, polygon, disc, text, arrow, labelPlace, formula, sides, boundary, exampleMark, gridDots, interpolate, shortNumber, labelPlacer,
    planeScale, plane, mistakeChart, normalArrow, originMark,
  } });
})();
