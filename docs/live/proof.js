/* The proof of the bound as seven scenes of one picture: perceptron.draw.proof(view) returns the content of
 * an <svg>; perceptron.draw.sceneViewpoint(name, data, W, H) returns the viewpoint at the end of a scene.
 *
 * With x_0 = 0 vectors have two coordinates, so R, rho and the directions of w_f and w_t can be drawn in the plane.
 * (Arrows of w_f and w_t may be shortened or lengthened.) For each layer, the viewpoint holds its opacity, from 0 to 1.
 */
(() => {
  "use strict";
  const { draw } = perceptron;
  const { px, group, path, line, polygon, disc, arrow, labelPlace, sides, boundary, exampleMark, gridDots, interpolate, shortNumber, labelPlacer, normalArrow, originMark } = draw;
  const REACH = 7; // units from the origin to the edge of the plane
  const isLow = (H) => H < 260; // as on a phone, where each label counts

  /** The opacity of the layers of each scene, and three numbers that change the plane. turn: 1 if the plane is turned so
   * that w_f points right; fold: 1 if each cross x_n is drawn at y_n x_n; far: 1 if the view reaches further, to show as
   * much as possible of the circle of radius sqrt(T) R.
   */
  const SCENES = {
    question: { plane: 1, sides: 1, wt: 1, guess: 1 },
    gap: { plane: 1, circle: 1, gap: 1, wf: 1 },
    fold: { plane: 1, circle: 1, gap: 1, wf: 1, fold: 1, signedExamples: 1 },
    forward: { turn: 1, updates: 1, ticks: 1, lowerWall: 1, wf: 1, wt: 1, fold: 1 },
    length: { turn: 1, updates: 0.25, upperCircle: 1, wt: 1, next: 1, wf: 1, fold: 1, far: 1 },
    angle: { turn: 1, upperCircle: 1, lowerWall: 1, wt: 1, angle: 1, wf: 1, fold: 1, far: 1 },
    bound: { turn: 1, graph: 1, fold: 1, far: 1 },
    line: { plane: 1, sides: 1, wt: 1 }, // without w_f, or with x_0 = 1
    separator: { plane: 1, border: 1 },
  };
  const HIDDEN = Object.fromEntries(Object.values(SCENES).flatMap(Object.keys).map((name) => [name, 0]));

  /** The scenes for x_0 = 1, where vectors have three coordinates: only lines and the graph can be drawn. */
  const LIFTED = { question: "line", gap: "separator", fold: "separator" };
  const isFlat = (data) => data.xs[0][0] === 0;

  /** Return the viewpoint at the end of a scene, for a picture of W by H pixels. */
  const sceneViewpoint = (name, data, W, H) => {
    const viewpoint = { ...HIDDEN, ...SCENES[!data.separator ? "line" : isFlat(data) ? name : LIFTED[name] || "bound"] };
    if (!viewpoint.turn) return { ...viewpoint, unit: Math.min(W, H) / 2 / REACH, ox: W / 2, oy: H / 2 };
    const T = Math.max(data.T, 1), longest = Math.max(...data.projections, 1), [, a, b] = data.unitSeparator;
    if (viewpoint.angle) { // so that the corner of wall and circle is visible at every t
      const t = Math.min(T, data.separator.bound.value / 2);
      const height = Math.sqrt(Math.max(1, t * data.R ** 2 - (t * data.rho) ** 2));
      return { ...viewpoint, unit: Math.min((W - 70) / Math.sqrt(T) / data.R, (H - 110) / height), ox: 44, oy: H - (isLow(H) ? 32 : 64) };
    }
    const sideways = Math.max(...data.weights.map((w) => Math.abs(a * w[2] - b * w[1])), 1);
    const spread = viewpoint.far ? Math.min(Math.sqrt(T) * data.R, Math.max(longest * 2.2, data.R)) : longest;
    const unit = Math.min((W - 110) / spread, (H / 2 - (viewpoint.far ? 16 : 50)) / sideways);
    return { ...viewpoint, unit, ox: 44, oy: H * 0.52 };
  };

  /** Return the pixels per unit. In a low picture of the angle, they fit the circle of radius sqrt(t) R at the current t,
   * so that it stays large while the wall moves.
   */
  const unitOf = ({ t, data, W, H, unit, angle }) => {
    if (!angle || !isLow(H)) return unit;
    const r = Math.sqrt(Math.max(t, 1)) * data.R, height = Math.sqrt(Math.max(r * r * 0.25, r * r - (Math.max(t, 1) * data.rho) ** 2));
    return (1 - angle) * unit + angle * Math.min((W - 150) / r, (H - 72) / height);
  };

  /** Return the view together with what the layers need: the scale, w_t at this t, the next mistake, and so on. */
  const layerInputs = (view) => {
    const { t, data, W, H } = view, unit = unitOf(view), f = data.unitSeparator || [0, 0, 1];
    const rotation = -view.turn * Math.atan2(f[2], f[1]), [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    /** @type {(p: number[]) => number[]} */
    const toPixels = ([x, y]) => [view.ox + unit * (cos * x - sin * y), view.oy - unit * (sin * x + cos * y)];
    let w = interpolate(data.weights, t);
    const sideways = w[2] * f[1] - w[1] * f[2];
    if (sideways < 0 && view.angle) { // in the plane of w_f and w_t, draw the tip above the axis
      const shift = -2 * sideways * Math.min(1, view.angle);
      w = [w[0], w[1] - shift * f[2], w[2] + shift * f[1]];
    }
    const edge = (W + H) / unit, k = Math.min(Math.round(t), data.T), foldSign = 1 - 2 * view.fold;
    return { ...view, unit, toPixels, f, w, k, edge, isFlat: isFlat(data), box: [-edge, edge, -edge, edge], O: toPixels([0, 0]), w_length: Math.hypot(w[1], w[2]),
      along: (a, b) => toPixels([1, 2].map((i) => a * f[i] + b * (i === 1 ? -f[2] : f[1]))),
      z: (n) => [1, 2].map((i) => data.xs[n][i] * (data.ys[n] < 0 ? foldSign : 1)),
      next: Math.abs(t - k) < 0.01 && k < data.T ? data.n[k] : -1,
      classOf: (n) => (data.ys[n] > 0 ? "z-o" : "z-x") };
  };
  const arc = (from, r, sweep, to, className) =>
    path(`M${from.map(px).join(" ")}A${px(r)} ${px(r)} 0 0 ${sweep} ${to.map(px).join(" ")}`, className);

  let { occupied, labels, placeLabel } = labelPlacer([], 0); // of the picture that is being drawn

  const LAYERS = {
    plane: ({ toPixels, turn }) => group(1 - turn, gridDots([-REACH - 6, REACH + 6, -REACH - 1, REACH + 1], toPixels)),

    sides: ({ w, box, toPixels, w_length, isFlat }) => sides(w, box, toPixels) + (w_length ? boundary(w, box, toPixels, "line") : "") +
      (isFlat ? "" : normalArrow(w, toPixels, "*w*_t", placeLabel)),

    /** The line of w_f and its normal. For x_0 = 1, because w_f is then not a vector in the plane. */
    border: ({ data, box, toPixels }) => boundary(data.separator.w_f, box, toPixels, "s-f edge") + normalArrow(data.separator.w_f, toPixels, "*w*_f", placeLabel, "s-f"),

    /** R: the circle through the longest example. */
    circle: ({ data, fold, toPixels, along, O, unit }) => {
      const { R, xs } = data, lengths = xs.map(([, x, y]) => Math.hypot(x, y)), foldedTip = along(-R, 0);
      const tip = toPixels(xs[lengths.indexOf(Math.max(...lengths))].slice(1)).map((pixel, i) => pixel * (1 - fold) + foldedTip[i] * fold);
      return disc(O, unit * R, "s-R area") + line(O, tip, "s-R thin") +
        placeLabel("~R~", labelPlace(O, tip, 0.42, 14), "s-R large halo", "middle");
    },

    /** rho: the distance of the nearest example from the line of w_f, which is half the gap. */
    gap: ({ data, f, fold, edge, along, z }) => {
      const { rho, R, xs, separator } = data, below = -rho * (1 - fold);
      const nearerThanR = separator.nearest.filter((m) => Math.hypot(xs[m][1], xs[m][2]) < R - 1e-9);
      const [x, y] = z(nearerThanR.pop() ?? separator.nearest[0]), sign = x * f[1] + y * f[2] < 0 ? -1 : 1;
      const b = -x * f[2] + y * f[1], [foot, end] = [along(0, b), along(sign * rho, b)];
      return polygon([along(rho, -edge), along(rho, edge), along(below, edge), along(below, -edge)], "s-f area") +
        line(along(rho, -edge), along(rho, edge), "s-f dashed") +
        (fold < 0.5 ? line(along(-rho, -edge), along(-rho, edge), "s-f dashed") : "") +
        line(along(0, -edge), along(0, edge), "s-f thin") + line(foot, end, "s-f thick") +
        placeLabel("~ρ~", labelPlace(foot, end, 0.5, 14), "s-f large halo", "middle");
    },

    signedExamples: ({ data, O, toPixels, z, classOf }) => data.xs.map((_, n) => arrow(O, toPixels(z(n)), classOf(n), 10)).join(""),

    /** A scale along w_f in steps of rho. After t updates w_t is at least t steps along it. */
    ticks: ({ data, unit, along, W, H }) => {
      const stride = Math.max(1, Math.ceil(34 / (data.rho * unit))), ticks = [];
      for (let j = 1; along(j * stride * data.rho, 0)[0] < W - 26 && j < 60; j += 1) {
        const x = along(j * stride * data.rho, 0)[0];
        ticks.push(path(`M${px(x)} 34V${px(H - 30)}`, "s-f tick"));
        ticks.push(placeLabel(`${j * stride > 1 ? j * stride : ""}~ρ~`, [x, H - 10], "s-f small", "middle"));
      }
      return ticks.join("");
    },

    lowerWall: ({ data, t, along, H }) => {
      const x = along(t * data.rho, 0)[0];
      return path(`M0 0H${px(x)}V${H}H0z`, "s-f wall") + path(`M${px(x)} 24V${H - 26}`, "s-f edge") +
        placeLabel("~t~ ~ρ~", [x, 18], "s-f", "middle");
    },

    /** The largest angle that the proof allows between w_f and w_t, and their actual angle; both as numbers in a corner. */
    angle: ({ data, t, w, f, O, unit, W, H }) => {
      if (t < 0.5) return "";
      const largestAngle = Math.acos(Math.min(1, (Math.sqrt(t) * data.rho) / data.R));
      const angle = Math.atan2(Math.abs(-w[1] * f[2] + w[2] * f[1]), w[1] * f[1] + w[2] * f[2]);
      const polar = (a, s) => [O[0] + s * Math.cos(a), O[1] - s * Math.sin(a)];
      const degrees = (radians) => `${((radians * 180) / Math.PI).toFixed(1)}°`;
      const r = unit * Math.sqrt(t) * data.R, corner = polar(largestAngle, r), innerRadius = Math.min(58, r / 3), outerRadius = innerRadius * 1.6;
      const names = W < 480 || isLow(H) ? "∠ =" : "∠(*w*_f\u2009, *w*_t\u2009) =";
      return line(O, corner, "thin ink") + arc(polar(0, innerRadius), innerRadius, 0, polar(largestAngle, innerRadius), "thin ink") +
        arc(polar(0, outerRadius), outerRadius, 0, polar(angle, outerRadius), "s-w arc") +
        placeLabel(`${names} ${degrees(angle)} ≤ ${degrees(largestAngle)}`, [W - 30, 24], "s-w halo", "end");
    },

    upperCircle: ({ data, t, unit, O, W, H }) => {
      const r = unit * Math.sqrt(t) * data.R, ring = `a${px(r)} ${px(r)} 0 1 0`;
      const y = Math.max(40, O[1] - r / 2 - 12), x = O[0] + Math.sqrt(Math.max(0, r * r - (O[1] - y) ** 2));
      const outside = `M0 0H${W}V${H}H0zM${px(O[0] - r)} ${px(O[1])}${ring} ${px(2 * r)} 0${ring} ${px(-2 * r)} 0z`;
      return path(outside, "s-R wall") + disc(O, r, "s-R edge") +
        placeLabel("√~t~ ~R~", [Math.min(x + 10, W - 40), y], "s-R");
    },

    wf: ({ data, turn, along, O, W }) => {
      const labelPoint = [W - 14, O[1] + 24];
      if (turn > 0.5) occupied.push([W / 2, W / 2, O[1], 5]); // keeps labels off the arrow
      if (turn > 0.5) return arrow(O, [W - 16, O[1]], "s-f w", 12) + placeLabel("*w*_f", labelPoint, "s-f large", "end");
      const tip = along(data.R * 0.62, 0);
      return arrow(O, tip, "s-f w", 12) + placeLabel("*w*_f", labelPlace(O, tip, 1, 24), "s-f large halo", "middle");
    },

    updates: ({ data, t, k, w, toPixels, classOf }) => data.n.slice(0, Math.ceil(t)).map((n, j) =>
      j < k - 150 ? "" : arrow(toPixels(data.weights[j].slice(1)), toPixels((t - j < 1 ? w : data.weights[j + 1]).slice(1)), classOf(n), 9),
    ).join(""),

    wt: ({ sides, isFlat, angle, w_length, w, toPixels, O }) => {
      if (!isFlat) return "";
      const reach = sides > 0.5 ? Math.min(1, 4.2 / (w_length || 1)) : 1;
      const tip = toPixels([w[1] * reach, w[2] * reach]);
      if (!w_length) return disc(O, 5, "s-w dot");
      return arrow(O, tip, "s-w w", 14) + placeLabel("*w*_t", labelPlace(O, tip, angle > 0.5 ? 0.7 : 0.85, 24), "s-w large halo", "middle");
    },

    /** The next update y_n x_n at the tip of w_t, and the perpendicular of w_t, which the update does not cross. */
    next: ({ data, next: n, k, w, w_length, toPixels, O, classOf }) => {
      if (n < 0 || !k || !w_length) return "";
      const tip = toPixels(w.slice(1)), end = toPixels(data.weights[k + 1].slice(1));
      const w_pixels = Math.hypot(tip[0] - O[0], tip[1] - O[1]);
      const [ux, uy] = [0, 1].map((i) => (tip[i] - O[i]) / w_pixels), across = (s) => [tip[0] - s * uy, tip[1] + s * ux];
      const corner = `M${px(tip[0] - 11 * ux)} ${px(tip[1] - 11 * uy)}l${px(-11 * uy)} ${px(11 * ux)}l${px(11 * ux)} ${px(11 * uy)}`;
      return line(across(-130), across(130), "thin dashed ink") + path(corner, "thin ink") +
        arrow(tip, end, `${classOf(n)} thick`, 12) +
        placeLabel("~y~_n *x*_n", labelPlace(tip, end, 0.6, 32), `${classOf(n)} halo`, "middle");
    },

    /** Arrows for both directions in which the line may turn, at the distance from the origin where they cover the fewest
     * examples.
     */
    guess: ({ w, w_length, toPixels, unit, data, z, W, H }) => {
      if (!w_length) return "";
      const a = Math.atan2(w[2], w[1]) - Math.PI / 2, marks = data.xs.map((_, n) => toPixels(z(n)));
      const onCircle = (r, angle) => toPixels([r * Math.cos(angle), r * Math.sin(angle)]), angleAt = (r) => Math.max(1.66, 40 / unit) / r;
      const covered = (r) => [a, a + Math.PI].flatMap((middleAngle) => [-1, -0.6, -0.3, 0.3, 0.6, 1].map((s) => onCircle(r, middleAngle + s * angleAt(r))))
        .filter(([x, y]) => x < 12 || x > W - 12 || y < 12 || y > H - 12 || marks.some(([u, v]) => Math.hypot(u - x, v - y) < 20)).length;
      const radii = [2.3, 3, 3.7, 4.4, 5.1, 5.8, 6.5, 7.2, 8, 8.8], r = radii.reduce((best, other) => (covered(other) < covered(best) ? other : best));
      const turnArrow = (middleAngle, turnAngle) => {
        const neck = turnAngle * (1 - 17 / (unit * r * Math.abs(turnAngle))), back = onCircle(r, middleAngle + neck);
        return arc(onCircle(r, middleAngle + turnAngle * 0.16), unit * r, turnAngle > 0 ? 0 : 1, back, "guess") + arrow(back, onCircle(r, middleAngle + turnAngle), "guess", 11);
      };
      return [a, a + Math.PI].map((middleAngle) => turnArrow(middleAngle, angleAt(r)) + turnArrow(middleAngle, -angleAt(r))).join("");
    },

    graph: (view) => graph(view),
  };

  const proof = (view) => {
    const { data, withExamples, H, W } = view, inputs = layerInputs(view), shapes = [];
    ({ occupied, labels, placeLabel } = labelPlacer(view.plane > 0.5 ? data.xs.map((_, n) => inputs.toPixels(inputs.z(n))) : [], H));
    const labelsOnTop = [];
    if (view.plane > 0.5) shapes.push(originMark(inputs.toPixels, data.xs[0][0], view, placeLabel));
    for (const name of Object.keys(LAYERS)) {
      const needsNoSeparator = ["plane", "sides", "wt", "guess"].includes(name), opacity = view[name];
      if (opacity > 0.02 && (needsNoSeparator || data.separator)) shapes.push(group(opacity, LAYERS[name](inputs)));
      labelsOnTop.push(group(opacity, ...labels.splice(0)));
    }
    if (view.sides > 0.5 && inputs.next >= 0) shapes.push(disc(inputs.toPixels(inputs.z(inputs.next)), 17, "ring"));
    if (withExamples && view.plane > 0.5) data.xs.forEach((_, n) => shapes.push(exampleMark(inputs.toPixels(inputs.z(n)), data.ys[n])));
    if (view.noLine) shapes.push(placeLabel(view.noLine.replace("x_0", "~x~_0"), [W / 2, H - 16], "name", "middle"));
    return shapes.concat(labelsOnTop).join("");
  };

  /** Return the graph of t rho and sqrt(t) R over t. |w_t| is between the two curves, so T is at most the t at which they
   * meet.
   */
  const graph = ({ W, H, t, data, small }) => {
    const write = small ? () => "" : placeLabel;
    const { separator, rho, R, T } = data, bound = separator.bound.value, last = bound * 1.07;
    const hasFewNames = isLow(H); // a phone has the other names below the picture
    const [left, right, top, bottom] = [small ? 12 : 28, W - 24, W > 420 || hasFewNames ? 26 : 56, H - (small ? 12 : 30)];
    const x = (s) => left + ((right - left) * s) / last, y = (value) => bottom - ((bottom - top) * value) / (last * rho);
    const rootPoint = (s) => `${px(x(s))} ${px(y(Math.sqrt(s) * R))}`;
    const curve = (lastT) => Array.from({ length: 61 }, (_, i) => rootPoint(lastT * (i / 60) ** 2)).join("L");
    const end = [x(bound), y(bound * rho)], shapes = [];
    let step = 1;
    while (x(step) - left < 46) step *= /^1/.test(String(step)) ? 5 : 2; // 1, 5, 10, 50, ...
    for (let s = step; x(s) < right - 30; s += step) {
      shapes.push(path(`M${px(x(s))} ${bottom}v5`, "thin ink"), write(String(s), [x(s), bottom + 21], "small", "middle"));
    }
    shapes.push(path(`M${left} ${top - 10}V${bottom}H${right + 10}`, "thin ink"));
    shapes.push(write("~t~", [right + 12, bottom + 21], "", "end"));
    shapes.push(path(`M${curve(bound)}L${left} ${bottom}z`, "between"), path(`M${curve(last)}`, "s-R edge"));
    shapes.push(line([left, bottom], [x(last), y(last * rho)], "s-f edge"));
    shapes.push(write("√~t~ ~R~", [x(bound * 0.4) - 8, y(Math.sqrt(bound * 0.4) * R) - 10], "s-R large", "end"));
    shapes.push(write("~t~ ~ρ~", [x(bound * 0.72) + 12, y(bound * 0.72 * rho) + 22], "s-f large"));
    const lastDrawn = Math.min(T, 4000, Math.ceil(t)), stride = Math.max(1, Math.ceil(lastDrawn / 400));
    for (const [values, className] of [[data.lengths, "s-w"], [data.projections, "s-f"]]) {
      let d = "";
      for (let s = 0; s <= lastDrawn; s += stride) d += `${d ? "L" : "M"}${px(x(s))} ${px(y(values[s]))}`;
      shapes.push(path(d, `${className} run`));
      if (T <= 30) for (let s = 1; s <= Math.round(t); s += 1) shapes.push(disc([x(s), y(values[s])], small ? 2 : 3.4, `${className} dot`));
    }
    const isNearEdge = x(T) > W - 90;
    if (!hasFewNames) {
      write("|*w*_t\u2009|", [left + 9, top + 8], "s-w"); // no curve enters this corner
      write("*w*_f\u2009·\u2009*w*_t / |*w*_f\u2009|", [left + 9, top + 32], "s-f");
    }
    shapes.push(path(`M${px(x(T))} ${px(y(data.projections[T]))}V${bottom}`, "thin dashed ink"));
    const T_place = [x(T) + (isNearEdge ? -10 : 8), bottom - (isNearEdge ? 42 : 12)];
    if (!hasFewNames) shapes.push(write(`~T~ = ${T}`, T_place, "s-w large halo", isNearEdge ? "end" : "start"));
    shapes.push(path(`M${px(end[0])} ${px(end[1])}V${bottom}`, "thin dashed ink"), disc(end, 9, "ring"));
    shapes.push(write(`~R~^2/~ρ~^2 = ${shortNumber(bound)}`, [end[0] - 10, bottom - 12], hasFewNames ? "halo" : "large halo", "end"));
    return shapes.join("");
  };

  Object.assign(draw, { proof, sceneViewpoint });
})();
