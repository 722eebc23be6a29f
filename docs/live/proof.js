/* The proof of the bound as seven scenes of one picture: perceptron.draw.proof(picture) returns the content of an <svg>;
 * perceptron.draw.sceneView(scene, run, W, H) returns the view of a scene. draw.js says what a picture and a view are.
 *
 * With x_0 = 0 vectors have two coordinates, so R, rho and the directions of w_f and w_t can be drawn in the plane. (The
 * arrows of w_f and w_t are not always drawn at full length.) A picture consists of layers. view.opacity has the opacity of
 * each layer, from 0 to 1. All numbers of a view are animated, so one scene fades into the next.
 */
(() => {
  "use strict";
  const { draw } = perceptron;
  const { px, group, path, line, polygon, disc, arrow, labelPosition, sides, boundary, exampleMark, gridDots, interpolate, shortNumber, labelPlacer, normalArrow, originMark, topMargin, isLow } = draw;
  const REACH = 7; // units from the origin to the edge of the plane

  /** The scenes. Each has the opacity of the layers that it shows, and up to three numbers that change the plane. turn: 1 if the
   * plane is turned so that w_f points right; fold: 1 if each cross x_n is drawn at y_n x_n, which is -x_n; zoomOut: 1 if the
   * picture shows a larger part of the plane, and so of the circle of radius sqrt(T) R.
   */
  const SCENES = {
    question: { opacity: { plane: 1, sides: 1, wt: 1, guessArrows: 1 } },
    gap: { opacity: { plane: 1, circle: 1, gap: 1, wf: 1 } },
    fold: { fold: 1, opacity: { plane: 1, circle: 1, gap: 1, wf: 1, signedExamples: 1 } },
    forward: { fold: 1, turn: 1, opacity: { updates: 1, ticks: 1, lowerWall: 1, wf: 1, wt: 1 } },
    length: { fold: 1, turn: 1, zoomOut: 1, opacity: { updates: 0.25, upperCircle: 1, wt: 1, nextUpdate: 1, wf: 1 } },
    angle: { fold: 1, turn: 1, zoomOut: 1, opacity: { upperCircle: 1, lowerWall: 1, wt: 1, angle: 1, wf: 1 } },
    bound: { fold: 1, turn: 1, zoomOut: 1, opacity: { graph: 1 } },
    line: { opacity: { plane: 1, sides: 1, wt: 1 } }, // replaces a scene that needs w_f, or two coordinates
    separator: { opacity: { plane: 1, separatingLine: 1 } },
  };

  /** The scenes that replace others if x_0 = 1. Vectors then have three coordinates, so only lines and the graph can be
   * drawn. `bound` replaces the scenes that are missing here.
   */
  const SCENES_WITH_X0 = { question: "line", gap: "separator", fold: "separator" };
  const isTwoDimensional = (run) => run.xs[0][0] === 0; // whether x_0 = 0, so that vectors have two coordinates

  /** Return the view of a scene at rest, for a picture of W by H pixels. */
  const sceneView = (scene, run, W, H) => {
    const drawnScene = !run.separator ? "line" : isTwoDimensional(run) ? scene : SCENES_WITH_X0[scene] || "bound";
    const { opacity: opacityOfShown, ...changesOfPlane } = SCENES[drawnScene];
    const opacity = Object.fromEntries(Object.keys(LAYERS).map((name) => [name, opacityOfShown[name] || 0]));
    const view = { turn: 0, fold: 0, zoomOut: 0, ...changesOfPlane, opacity };
    if (!view.turn) {
      const width = W - draw.LEFT, height = H - topMargin(H) - draw.BOTTOM; // between the margins
      return { ...view, unit: Math.min(width, height) / 2 / REACH, originX: W - width / 2, originY: topMargin(H) + height / 2 };
    }
    const T = Math.max(run.T, 1), longest = Math.max(...run.projections, 1), [, f_1, f_2] = run.unitSeparator;
    if (opacity.angle) { // the corner where the wall meets the circle must be visible at every t
      const t = Math.min(T, run.separator.bound.value / 2);
      const height = Math.sqrt(Math.max(1, t * run.R ** 2 - (t * run.rho) ** 2));
      return { ...view, unit: Math.min((W - 70) / Math.sqrt(T) / run.R, (H - 110) / height), originX: 44, originY: H - (isLow(H) ? 32 : 64) };
    }
    const perpendicular = Math.max(...run.weights.map((w) => Math.abs(f_1 * w[2] - f_2 * w[1])), 1);
    const width = view.zoomOut ? Math.min(Math.sqrt(T) * run.R, Math.max(longest * 2.2, run.R)) : longest;
    const unit = Math.min((W - 110) / width, (H / 2 - (view.zoomOut ? 16 : 50)) / perpendicular);
    return { ...view, unit, originX: 44, originY: H * 0.52 };
  };

  /** Return the pixels per unit. In a low picture of the angle they depend on t, so that the circle of radius sqrt(t) R
   * fills the picture at every t.
   */
  const unitOf = ({ t, run, W, H, unit, opacity: { angle } }) => {
    if (!angle || !isLow(H)) return unit;
    const r = Math.sqrt(Math.max(t, 1)) * run.R, height = Math.sqrt(Math.max(r * r * 0.25, r * r - (Math.max(t, 1) * run.rho) ** 2));
    return (1 - angle) * unit + angle * Math.min((W - 150) / r, (H - 72) / height);
  };

  /** Return the picture with the values that layers need:
   *
   * - f: the unit vector of w_f; w: w_t at this t, of length lengthOfW; k: the integer nearest to t.
   * - toPixels; edges, which are outside the picture; origin, in pixels; alongSeparator(a, b): the position in pixels of the
   *   point that is a units from the origin in the direction of w_f, and b units to the left of this direction.
   * - positionOf(n): the point of example n, which is y_n x_n after the fold; nextMistake: n(t), or -1 while t changes and
   *   after the last update.
   * - isTwoDimensional: whether x_0 = 0; classOf(n): the class of the arrow y_n x_n.
   */
  const layerInputs = (picture) => {
    const { t, run, W, H } = picture, unit = unitOf(picture), f = run.unitSeparator || [0, 0, 1];
    const rotation = -picture.turn * Math.atan2(f[2], f[1]), [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    /** @type {(p: number[]) => number[]} */
    const toPixels = ([x, y]) => [picture.originX + unit * (cos * x - sin * y), picture.originY - unit * (sin * x + cos * y)];
    let w = interpolate(run.weights, t);
    const perpendicular = w[2] * f[1] - w[1] * f[2];
    if (perpendicular < 0 && picture.opacity.angle) { // draw the tip of w_t above w_f, where the angles are drawn
      const shift = -2 * perpendicular * Math.min(1, picture.opacity.angle);
      w = [w[0], w[1] - shift * f[2], w[2] + shift * f[1]];
    }
    const reach = (W + H) / unit, k = Math.min(Math.round(t), run.T), foldSign = 1 - 2 * picture.fold;
    const edges = { left: -reach, right: reach, bottom: -reach, top: reach };
    return { ...picture, unit, toPixels, f, w, k, edges, isTwoDimensional: isTwoDimensional(run), origin: toPixels([0, 0]), lengthOfW: Math.hypot(w[1], w[2]),
      alongSeparator: (a, b) => toPixels([1, 2].map((i) => a * f[i] + b * (i === 1 ? -f[2] : f[1]))),
      positionOf: (n) => [1, 2].map((i) => run.xs[n][i] * (run.ys[n] < 0 ? foldSign : 1)),
      nextMistake: Math.abs(t - k) < 0.01 && k < run.T ? run.n[k] : -1,
      classOf: (n) => (run.ys[n] > 0 ? "signed-o" : "signed-x") };
  };
  /** Return an arc of radius r between two points in pixels. sweep: 1 if it runs clockwise, else 0. */
  const arc = (from, r, sweep, to, className) =>
    path(`M${from.map(px).join(" ")}A${px(r)} ${px(r)} 0 0 ${sweep} ${to.map(px).join(" ")}`, className);

  let { occupied, labels, placeLabel } = labelPlacer([], 0); // `proof` replaces these for each picture that it draws

  /** Return the graph of t rho and sqrt(t) R as functions of t. |w_t| is between the two curves, so T is at most the t at
   * which the curves meet.
   */
  const graph = ({ W, H, t, run, small }) => {
    const writeLabel = small ? () => "" : placeLabel;
    const { separator, rho, R, T } = run, bound = separator.bound.value, last = bound * 1.07;
    const hasFewLabels = isLow(H); // on a phone, the numbers below the picture replace the other labels
    const [left, right, top, bottom] = [small ? 12 : 34, W - 24, W > 420 || hasFewLabels ? 26 : 56, H - (small ? 12 : 30)];
    const x = (s) => left + ((right - left) * s) / last, y = (value) => bottom - ((bottom - top) * value) / (last * rho);
    const rootPoint = (s) => `${px(x(s))} ${px(y(Math.sqrt(s) * R))}`;
    const curve = (lastT) => Array.from({ length: 61 }, (_, i) => rootPoint(lastT * (i / 60) ** 2)).join("L");
    const end = [x(bound), y(bound * rho)], shapes = [];
    /** Return the first of 1, 5, 10, 50, ... that takes at least 46 pixels. */
    const tickStep = (pixelsPerUnit) => {
      let step = 1;
      while (step * pixelsPerUnit < 46) step *= /^1/.test(String(step)) ? 5 : 2;
      return step;
    };
    const step = tickStep(x(1) - left), stepY = tickStep(bottom - y(1));
    if (!hasFewLabels) for (let v = stepY; y(v) > top + 44; v += stepY) shapes.push(path(`M${left} ${px(y(v))}h-4`, "thin ink"), writeLabel(String(v), [left - 7, y(v) + 5], "small", "end"));
    for (let s = step; x(s) < right - 30; s += step) {
      shapes.push(path(`M${px(x(s))} ${bottom}v5`, "thin ink"), writeLabel(String(s), [x(s), bottom + 21], "small", "middle"));
    }
    shapes.push(path(`M${left} ${top - 10}V${bottom}H${right + 10}`, "thin ink"));
    shapes.push(writeLabel("~t~", [right + 12, bottom + 21], "", "end"));
    shapes.push(path(`M${curve(bound)}L${left} ${bottom}z`, "area-between"), path(`M${curve(last)}`, "s-R medium"));
    shapes.push(line([left, bottom], [x(last), y(last * rho)], "s-f medium"));
    shapes.push(writeLabel("√~t~ ~R~", [x(bound * 0.4) - 8, y(Math.sqrt(bound * 0.4) * R) - 10], "s-R large", "end"));
    shapes.push(writeLabel("~t~ ~ρ~", [x(bound * 0.72) + 12, y(bound * 0.72 * rho) + 22], "s-f large"));
    const lastDrawn = Math.min(T, 4000, Math.ceil(t)), stride = Math.max(1, Math.ceil(lastDrawn / 400));
    for (const [values, className] of [[run.lengths, "s-w"], [run.projections, "s-f"]]) {
      let d = "";
      for (let s = 0; s <= lastDrawn; s += stride) d += `${d ? "L" : "M"}${px(x(s))} ${px(y(values[s]))}`;
      shapes.push(path(d, `${className} curve`));
      if (T <= 30) for (let s = 1; s <= Math.round(t); s += 1) shapes.push(disc([x(s), y(values[s])], small ? 2 : 3.4, `${className} dot`));
    }
    const isNearRightEdge = x(T) > W - 90;
    if (!hasFewLabels) {
      writeLabel("|*w*_t\u2009|", [left + 9, top + 8], "s-w"); // no curve enters this corner
      writeLabel("*w*_f\u2009·\u2009*w*_t / |*w*_f\u2009|", [left + 9, top + 32], "s-f");
    }
    shapes.push(path(`M${px(x(T))} ${px(y(run.projections[T]))}V${bottom}`, "thin dashed ink"));
    const positionOfT = [x(T) + (isNearRightEdge ? -10 : 8), bottom - (isNearRightEdge ? 42 : 12)];
    if (!hasFewLabels) shapes.push(writeLabel(`~T~ = ${T}`, positionOfT, "s-w large halo", isNearRightEdge ? "end" : "start"));
    shapes.push(path(`M${px(end[0])} ${px(end[1])}V${bottom}`, "thin dashed ink"), disc(end, 6, "ink dot"));
    shapes.push(writeLabel(`~R~^2/~ρ~^2 = ${shortNumber(bound)}`, [end[0] - 10, bottom - 12], hasFewLabels ? "halo" : "large halo", "end"));
    return shapes.join("");
  };

  /** The layers from bottom to top. Each is a function that takes the layer inputs, returns shapes and places labels. */
  const LAYERS = {
    /** The grid of the plane, which disappears when the plane turns. */
    plane: ({ toPixels, turn }) => group(1 - turn, gridDots({ left: -REACH - 6, right: REACH + 6, bottom: -REACH - 1, top: REACH + 1 }, toPixels)),

    /** The line of w_t and its two sides. With x_0 = 1 also its normal, which replaces the arrow of w_t. */
    sides: ({ w, edges, toPixels, lengthOfW, isTwoDimensional }) => sides(w, edges, toPixels) + (lengthOfW ? boundary(w, edges, toPixels, "line") : "") +
      (isTwoDimensional ? "" : normalArrow(w, toPixels, "*w*_t", placeLabel)),

    /** The line of w_f and its normal. With x_0 = 1 they replace the arrow of w_f, which has three coordinates. */
    separatingLine: ({ run, edges, toPixels }) => boundary(run.separator.w_f, edges, toPixels, "s-f medium") + normalArrow(run.separator.w_f, toPixels, "*w*_f", placeLabel, "s-f"),

    /** The circle of radius R. It passes through the longest x_n. */
    circle: ({ run, fold, toPixels, alongSeparator, origin, unit }) => {
      const { R, xs } = run, lengths = xs.map(([, x, y]) => Math.hypot(x, y)), foldedTip = alongSeparator(-R, 0);
      const tip = toPixels(xs[lengths.indexOf(Math.max(...lengths))].slice(1)).map((pixel, i) => pixel * (1 - fold) + foldedTip[i] * fold);
      return disc(origin, unit * R, "s-R area") + line(origin, tip, "s-R thin") +
        placeLabel("~R~", labelPosition(origin, tip, 0.42, 14), "s-R large halo", "middle");
    },

    /** The distance rho of the nearest example from the line of w_f. It is half the gap. */
    gap: ({ run, f, fold, edges: { top: reach }, alongSeparator, positionOf }) => {
      const { rho, R, xs, separator } = run, lowerEdge = -rho * (1 - fold);
      // rather an example inside the circle of radius R, so that rho is not drawn beside R
      const nearestWithinR = separator.nearest.filter((n) => Math.hypot(xs[n][1], xs[n][2]) < R - 1e-9);
      const [x, y] = positionOf(nearestWithinR.pop() ?? separator.nearest[0]), sign = x * f[1] + y * f[2] < 0 ? -1 : 1;
      const perpendicular = -x * f[2] + y * f[1], [foot, end] = [alongSeparator(0, perpendicular), alongSeparator(sign * rho, perpendicular)];
      return polygon([alongSeparator(rho, -reach), alongSeparator(rho, reach), alongSeparator(lowerEdge, reach), alongSeparator(lowerEdge, -reach)], "s-f area") +
        line(alongSeparator(rho, -reach), alongSeparator(rho, reach), "s-f dashed") +
        (fold < 0.5 ? line(alongSeparator(-rho, -reach), alongSeparator(-rho, reach), "s-f dashed") : "") +
        line(alongSeparator(0, -reach), alongSeparator(0, reach), "s-f thin") + line(foot, end, "s-f thick") +
        placeLabel("~ρ~", labelPosition(foot, end, 0.5, 14), "s-f large halo", "middle");
    },

    /** Each y_n x_n as an arrow. Before the fold, the arrow of a cross ends at x_n. */
    signedExamples: ({ run, origin, toPixels, positionOf, classOf }) => run.xs.map((_, n) => arrow(origin, toPixels(positionOf(n)), classOf(n), 10)).join(""),

    /** A scale along w_f in steps of rho. After t updates w_t is at least t steps along it. */
    ticks: ({ run, unit, alongSeparator, W, H }) => {
      const stride = Math.max(1, Math.ceil(34 / (run.rho * unit))), ticks = [];
      for (let j = 1; alongSeparator(j * stride * run.rho, 0)[0] < W - 26 && j < 60; j += 1) {
        const x = alongSeparator(j * stride * run.rho, 0)[0];
        ticks.push(path(`M${px(x)} 34V${px(H - 30)}`, "s-f tick"));
        ticks.push(placeLabel(`${j * stride > 1 ? j * stride : ""}~ρ~`, [x, H - 10], "s-f small", "middle"));
      }
      return ticks.join("");
    },

    /** The wall at t rho along w_f. The tip of w_t is on this wall or beyond it. */
    lowerWall: ({ run, t, alongSeparator, H }) => {
      const x = alongSeparator(t * run.rho, 0)[0];
      return path(`M0 0H${px(x)}V${H}H0z`, "s-f wall") + path(`M${px(x)} 24V${H - 26}`, "s-f medium") +
        placeLabel("~t~ ~ρ~", [x, 18], "s-f", "middle");
    },

    /** The angle between w_f and w_t, and the largest angle that the proof allows. The upper right corner shows both numbers. */
    angle: ({ run, t, w, f, origin, unit, W, H }) => {
      if (t < 0.5) return "";
      const largestAngle = Math.acos(Math.min(1, (Math.sqrt(t) * run.rho) / run.R));
      const angle = Math.atan2(Math.abs(-w[1] * f[2] + w[2] * f[1]), w[1] * f[1] + w[2] * f[2]);
      const polar = (direction, r) => [origin[0] + r * Math.cos(direction), origin[1] - r * Math.sin(direction)];
      const degrees = (radians) => `${((radians * 180) / Math.PI).toFixed(1)}°`;
      const r = unit * Math.sqrt(t) * run.R, corner = polar(largestAngle, r), innerRadius = Math.min(58, r / 3), outerRadius = innerRadius * 1.6;
      const name = W < 480 || isLow(H) ? "∠ =" : "∠(*w*_f\u2009, *w*_t\u2009) =";
      return line(origin, corner, "thin ink") + arc(polar(0, innerRadius), innerRadius, 0, polar(largestAngle, innerRadius), "thin ink") +
        arc(polar(0, outerRadius), outerRadius, 0, polar(angle, outerRadius), "s-w arc") +
        placeLabel(`${name} ${degrees(angle)} ≤ ${degrees(largestAngle)}`, [W - 30, 24], "s-w halo", "end");
    },

    /** The circle of radius sqrt(t) R. The tip of w_t is on this circle or inside it. */
    upperCircle: ({ run, t, unit, origin, W, H }) => {
      const r = unit * Math.sqrt(t) * run.R, halfCircle = `a${px(r)} ${px(r)} 0 1 0`;
      const y = Math.max(40, origin[1] - r / 2 - 12), x = origin[0] + Math.sqrt(Math.max(0, r * r - (origin[1] - y) ** 2));
      const outside = `M0 0H${W}V${H}H0zM${px(origin[0] - r)} ${px(origin[1])}${halfCircle} ${px(2 * r)} 0${halfCircle} ${px(-2 * r)} 0z`;
      return path(outside, "s-R wall") + disc(origin, r, "s-R medium") +
        placeLabel("√~t~ ~R~", [Math.min(x + 10, W - 40), y], "s-R");
    },

    /** w_f as an arrow, which ends at the right edge of a turned plane. */
    wf: ({ run, turn, alongSeparator, origin, W }) => {
      if (turn > 0.5) {
        occupied.push({ x: W / 2, y: origin[1], halfWidth: W / 2, halfHeight: 5 }); // keeps labels off the arrow
        return arrow(origin, [W - 16, origin[1]], "s-f w", 12) + placeLabel("*w*_f", [W - 14, origin[1] + 24], "s-f large", "end");
      }
      const tip = alongSeparator(run.R * 0.62, 0);
      return arrow(origin, tip, "s-f w", 12) + placeLabel("*w*_f", labelPosition(origin, tip, 1, 24), "s-f large halo", "middle");
    },

    /** The last 150 updates as a chain of arrows that ends at w_t. */
    updates: ({ run, t, k, w, toPixels, classOf }) => run.n.slice(0, Math.ceil(t)).map((n, j) =>
      j < k - 150 ? "" : arrow(toPixels(run.weights[j].slice(1)), toPixels((t - j < 1 ? w : run.weights[j + 1]).slice(1)), classOf(n), 9),
    ).join(""),

    /** w_t as an arrow, or as a dot if w_t = 0. */
    wt: ({ opacity, isTwoDimensional, lengthOfW, w, toPixels, origin }) => {
      if (!isTwoDimensional) return "";
      if (!lengthOfW) return disc(origin, 5, "s-w dot");
      const shortening = opacity.sides > 0.5 ? Math.min(1, 4.2 / lengthOfW) : 1; // beside the line, only the direction of w_t matters
      const tip = toPixels([w[1] * shortening, w[2] * shortening]);
      return arrow(origin, tip, "s-w w", 14) + placeLabel("*w*_t", labelPosition(origin, tip, opacity.angle > 0.5 ? 0.7 : 0.85, 24), "s-w large halo", "middle");
    },

    /** The next update y_n x_n at the tip of w_t, and the perpendicular of w_t there, which the update does not cross. */
    nextUpdate: ({ run, nextMistake: n, k, w, lengthOfW, toPixels, origin, classOf }) => {
      if (n < 0 || !k || !lengthOfW) return "";
      const tip = toPixels(w.slice(1)), end = toPixels(run.weights[k + 1].slice(1));
      const arrowLength = Math.hypot(tip[0] - origin[0], tip[1] - origin[1]);
      const [ux, uy] = [0, 1].map((i) => (tip[i] - origin[i]) / arrowLength), perpendicularPoint = (s) => [tip[0] - s * uy, tip[1] + s * ux];
      const rightAngle = `M${px(tip[0] - 11 * ux)} ${px(tip[1] - 11 * uy)}l${px(-11 * uy)} ${px(11 * ux)}l${px(11 * ux)} ${px(11 * uy)}`;
      return line(perpendicularPoint(-130), perpendicularPoint(130), "thin dashed ink") + path(rightAngle, "thin ink") +
        arrow(tip, end, `${classOf(n)} thick`, 12) +
        placeLabel("~y~_n *x*_n", labelPosition(tip, end, 0.6, 32), `${classOf(n)} halo`, "middle");
    },

    /** Two arrows at one end of the line, with words, which show the directions in which it may turn. The end, and the distance
     * from the origin, are those at which arrows and words cover the fewest examples.
     */
    guessArrows: ({ showsGuessArrows, strings, w, lengthOfW, toPixels, unit, run, positionOf, W, H }) => {
      if (!showsGuessArrows || !lengthOfW) return "";
      const lineAngle = Math.atan2(w[2], w[1]) - Math.PI / 2, marks = run.xs.map((_, n) => toPixels(positionOf(n)));
      const places = [2.3, 3, 3.7, 4.4, 5.1, 5.8, 6.5].flatMap((r) => [lineAngle, lineAngle + Math.PI].map((angle) => ({ r, angle, turn: Math.max(1.66, 40 / unit) / r })));
      const onCircle = ({ r, angle, turn }, s) => toPixels([r * Math.cos(angle + s * turn), r * Math.sin(angle + s * turn)]);
      const side = (x) => (x < W / 2 ? -1 : 1); // words are outside of the arrows
      const coveredCount = (place) => [-1, 1].flatMap((s) => {
        const [x, y] = onCircle(place, s);
        return [onCircle(place, s / 3), onCircle(place, s * 0.6), [x, y], ...[25, 50, 75, 95].map((d) => [x + d * side(x), y])];
      }).filter(([x, y]) => x < draw.LEFT || x > W - 6 || y < topMargin(H) + 8 || y > H - draw.BOTTOM - 4 || marks.some(([u, v]) => Math.hypot(u - x, v - y) < 17)).length;
      const best = places.reduce((a, b) => (coveredCount(b) < coveredCount(a) ? b : a));
      return [1, -1].map((s) => {
        const neck = onCircle(best, s * (1 - 17 / (unit * best.r * best.turn))), [x, y] = onCircle(best, s);
        placeLabel(s > 0 ? strings.anticlockwise : strings.clockwise, [x + 12 * side(x), y + 5], "guess caption halo", side(x) < 0 ? "end" : "start");
        return arc(onCircle(best, s * 0.16), unit * best.r, s > 0 ? 0 : 1, neck, "guess") + arrow(neck, [x, y], "guess", 13);
      }).join("");
    },

    graph,
  };

  /** Return the content of a scene, or of the transition between two scenes. picture.noLine: the sentence that no line
   * separates the examples; undefined or "" if a line does.
   */
  const proof = (picture) => {
    const { run, withExamples, H, W, opacity } = picture, inputs = layerInputs(picture), showsPlane = opacity.plane > 0.5, shapes = [];
    ({ occupied, labels, placeLabel } = labelPlacer(showsPlane ? run.xs.map((_, n) => inputs.toPixels(inputs.positionOf(n))) : [], H, showsPlane ? topMargin(H) : -1));
    const labelsOnTop = [], scale = { toPixels: inputs.toPixels, edges: draw.planeScale(picture).edges };
    const margins = group(opacity.plane * (1 - picture.turn), draw.planeMargins(picture, scale, ["~x~_1", "~x~_2"], opacity.sides > 0.5 ? ["ring"] : []));
    if (showsPlane) shapes.push(originMark(inputs.toPixels, run.xs[0][0], picture, opacity.circle > 0.5 ? () => "" : placeLabel)); // the circle shows where the origin is
    for (const name of Object.keys(LAYERS)) {
      const needsSeparator = !["plane", "sides", "wt", "guessArrows"].includes(name);
      if (opacity[name] > 0.02 && (run.separator || !needsSeparator)) shapes.push(group(opacity[name], LAYERS[name](inputs)));
      labelsOnTop.push(group(opacity[name], ...labels.splice(0)));
    }
    shapes.push(margins);
    if (opacity.sides > 0.5 && inputs.nextMistake >= 0) shapes.push(disc(inputs.toPixels(inputs.positionOf(inputs.nextMistake)), 17, "ring"));
    if (withExamples && showsPlane) run.xs.forEach((_, n) => shapes.push(exampleMark(inputs.toPixels(inputs.positionOf(n)), run.ys[n])));
    if (picture.noLine) shapes.push(placeLabel(picture.noLine.replace("x_0", "~x~_0"), [W / 2, H - 16], "name", "middle"));
    return shapes.concat(labelsOnTop).join("");
  };

  Object.assign(draw, { proof, sceneView });
})();
