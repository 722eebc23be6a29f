/* The proof of the bound as seven scenes of one picture: perceptron.draw.proof(view) returns the inside
 * of an <svg>, perceptron.draw.scene(name, data, W, H) the view that a scene ends at.
 *
 * Examples have two coordinates and no x_0, so that w_f, R, rho and w_t are true lengths in one plane.
 * A layer is drawn as opaque as the view says under its name.
 */
(() => {
  "use strict";
  const { draw } = perceptron;
  const { px, g, path, line, polygon, disc, arrow, beside, sides, border, mark, dots, between, shortened, lettering, normal, origin } = draw;
  const REACH = 7; // units from the origin to the edge of the plane

  /** What each scene shows; `turn`: how far the camera has turned, `fold`: the crosses, turned over. */
  const SCENES = {
    question: { plane: 1, sides: 1, wt: 1, guess: 1 },
    gap: { plane: 1, circle: 1, gap: 1, wf: 1 },
    fold: { plane: 1, circle: 1, gap: 1, wf: 1, fold: 1, zs: 1 },
    forward: { turn: 1, way: 1, ticks: 1, front: 1, wf: 1, wt: 1, fold: 1 },
    length: { turn: 1, way: 0.25, ball: 1, wt: 1, next: 1, wf: 1, fold: 1, far: 1 },
    angle: { turn: 1, ball: 1, front: 1, wt: 1, angle: 1, wf: 1, fold: 1, far: 1 },
    bound: { turn: 1, graph: 1, fold: 1, far: 1 },
    line: { plane: 1, sides: 1, wt: 1 }, // what is there without w_f, or where x_0 = 1
    separator: { plane: 1, border: 1 },
  };
  const NONE = Object.fromEntries(Object.values(SCENES).flatMap(Object.keys).map((name) => [name, 0]));

  /** Where x_0 = 1 vectors have three coordinates: of the scenes the lines are left, and the graph. */
  const LIFTED = { question: "line", gap: "separator", fold: "separator" };
  const is_flat = (data) => data.xs[0][0] === 0;

  const scene = (name, data, W, H) => {
    const v = { ...NONE, ...SCENES[!data.best ? "line" : is_flat(data) ? name : LIFTED[name] || "bound"] };
    if (!v.turn) return { ...v, unit: Math.min(W, H) / 2 / REACH, ox: W / 2, oy: H / 2 };
    const T = Math.max(data.T, 1), longest = Math.max(...data.along, 1), [, a, b] = data.unit;
    if (v.angle) { // the corner of wall and circle is seen at every t
      const t = Math.min(T, data.best.bound.value / 2);
      const high = Math.sqrt(Math.max(1, t * data.R ** 2 - (t * data.rho) ** 2));
      return { ...v, unit: Math.min((W - 70) / Math.sqrt(T) / data.R, (H - 110) / high), ox: 44, oy: H - 64 };
    }
    const beside = Math.max(...data.weights.map((w) => Math.abs(a * w[2] - b * w[1])), 1);
    const wide = v.far ? Math.min(Math.sqrt(T) * data.R, Math.max(longest * 2.2, data.R)) : longest;
    const unit = Math.min((W - 110) / wide, (H / 2 - (v.far ? 16 : 50)) / beside);
    return { ...v, unit, ox: 44, oy: H * 0.52 };
  };

  /** Return what the layers need: places in pixels, w_t now, and the next mistake. */
  const measured = (view) => {
    const { t, data, W, H, unit } = view, f = data.unit || [0, 0, 1];
    const turned = -view.turn * Math.atan2(f[2], f[1]), [cos, sin] = [Math.cos(turned), Math.sin(turned)];
    /** @type {(p: number[]) => number[]} */
    const at = ([x, y]) => [view.ox + unit * (cos * x - sin * y), view.oy - unit * (sin * x + cos * y)];
    let w = between(data.weights, t);
    const beside = w[2] * f[1] - w[1] * f[2];
    if (beside < 0 && view.angle) { // in the plane of w_f and w_t the tip is drawn above the axis
      const by = -2 * beside * Math.min(1, view.angle);
      w = [w[0], w[1] - by * f[2], w[2] + by * f[1]];
    }
    const far = (W + H) / unit, k = Math.min(Math.round(t), data.T), fold = 1 - 2 * view.fold;
    return { ...view, at, f, w, k, far, flat: is_flat(data), box: [-far, far, -far, far], O: at([0, 0]), long: Math.hypot(w[1], w[2]),
      along: (a, b) => at([1, 2].map((i) => a * f[i] + b * (i === 1 ? -f[2] : f[1]))),
      z: (n) => [1, 2].map((i) => data.xs[n][i] * (data.ys[n] < 0 ? fold : 1)),
      next: Math.abs(t - k) < 0.01 && k < data.T ? data.n[k] : -1,
      kind: (n) => (data.ys[n] > 0 ? "z-o" : "z-x") };
  };
  const arc = (from, r, sweep, to, kind) =>
    path(`M${from.map(px).join(" ")}A${px(r)} ${px(r)} 0 0 ${sweep} ${to.map(px).join(" ")}`, kind);

  let { taken, names, write: formula } = lettering([], 0); // of what is drawn now

  const LAYERS = {
    plane: ({ at, turn }) => g(1 - turn, dots([-REACH - 6, REACH + 6, -REACH - 1, REACH + 1], at)),

    sides: ({ w, box, at, long, flat }) => sides(w, box, at) + (long ? border(w, box, at, "line") : "") +
      (flat ? "" : normal(w, at, "*w*_t", formula)),

    /** The line of w_f where it is no arrow. */
    border: ({ data, box, at }) => border(data.best.w_f, box, at, "s-f edge") + normal(data.best.w_f, at, "*w*_f", formula, "s-f"),

    /** R: the circle that reaches to the longest example. */
    circle: ({ data, fold, at, along, O, unit }) => {
      const { R, xs } = data, long = xs.map(([, x, y]) => Math.hypot(x, y)), free = along(-R, 0);
      const tip = at(xs[long.indexOf(Math.max(...long))].slice(1)).map((v, i) => v * (1 - fold) + free[i] * fold);
      return disc(O, unit * R, "s-R area") + line(O, tip, "s-R thin") +
        formula("~R~", beside(O, tip, 0.42, 14), "s-R large halo", "middle");
    },

    /** rho: the distance of the nearest example from the line of w_f, in the gap on either side. */
    gap: ({ data, f, fold, far, along, z }) => {
      const { rho, R, xs, best } = data, below = -rho * (1 - fold);
      const short = best.near.filter((m) => Math.hypot(xs[m][1], xs[m][2]) < R - 1e-9);
      const [x, y] = z(short.pop() ?? best.near[0]), sign = x * f[1] + y * f[2] < 0 ? -1 : 1;
      const b = -x * f[2] + y * f[1], [foot, end] = [along(0, b), along(sign * rho, b)];
      return polygon([along(rho, -far), along(rho, far), along(below, far), along(below, -far)], "s-f area") +
        line(along(rho, -far), along(rho, far), "s-f dashed") +
        (fold < 0.5 ? line(along(-rho, -far), along(-rho, far), "s-f dashed") : "") +
        line(along(0, -far), along(0, far), "s-f thin") + line(foot, end, "s-f thick") +
        formula("~ρ~", beside(foot, end, 0.5, 14), "s-f large halo", "middle");
    },

    zs: ({ data, O, at, z, kind }) => data.xs.map((_, n) => arrow(O, at(z(n)), kind(n), 10)).join(""),

    /** How far t updates have gone along w_f at least, in steps of rho. */
    ticks: ({ data, unit, along, W, H }) => {
      const by = Math.max(1, Math.ceil(34 / (data.rho * unit))), inside = [];
      for (let j = 1; along(j * by * data.rho, 0)[0] < W - 26 && j < 60; j += 1) {
        const x = along(j * by * data.rho, 0)[0];
        inside.push(path(`M${px(x)} 34V${px(H - 30)}`, "s-f tick"));
        inside.push(formula(`${j * by > 1 ? j * by : ""}~ρ~`, [x, H - 10], "s-f small", "middle"));
      }
      return inside.join("");
    },

    front: ({ data, t, along, H }) => {
      const x = along(t * data.rho, 0)[0];
      return path(`M0 0H${px(x)}V${H}H0z`, "s-f wall") + path(`M${px(x)} 24V${H - 26}`, "s-f edge") +
        formula("~t~ ~ρ~", [x, 18], "s-f", "middle");
    },

    /** The largest angle left between w_f and w_t, and the angle itself. */
    angle: ({ data, t, w, f, O, unit, W }) => {
      if (t < 0.5) return "";
      const most = Math.acos(Math.min(1, (Math.sqrt(t) * data.rho) / data.R));
      const is = Math.atan2(Math.abs(-w[1] * f[2] + w[2] * f[1]), w[1] * f[1] + w[2] * f[2]);
      const dir = (a, s) => [O[0] + s * Math.cos(a), O[1] - s * Math.sin(a)];
      const degrees = (v) => `${((v * 180) / Math.PI).toFixed(1)}°`;
      const r = unit * Math.sqrt(t) * data.R, corner = dir(most, r), near = Math.min(58, r / 3), far = near * 1.6;
      const tip = dir(is, unit * Math.hypot(w[1], w[2]));
      /** @type {(words: string, p: number[], kind: string) => string} */
      const name = (words, [x, y], kind) => formula(words, [x + (x > W - 90 ? -10 : 10), y - 8], kind, x > W - 90 ? "end" : "start");
      return line(O, corner, "thin ink") + arc(dir(0, near), near, 0, dir(most, near), "thin ink") +
        arc(dir(0, far), far, 0, dir(is, far), "s-w arc") +
        name(`≤ ${degrees(most)}`, corner, "halo") + name(`*w*_t, ${degrees(is)}`, tip, "s-w halo");
    },

    ball: ({ data, t, unit, O, W, H }) => {
      const r = unit * Math.sqrt(t) * data.R, ring = `a${px(r)} ${px(r)} 0 1 0`;
      const y = Math.max(40, O[1] - r / 2 - 12), x = O[0] + Math.sqrt(Math.max(0, r * r - (O[1] - y) ** 2));
      const around = `M0 0H${W}V${H}H0zM${px(O[0] - r)} ${px(O[1])}${ring} ${px(2 * r)} 0${ring} ${px(-2 * r)} 0z`;
      return path(around, "s-R wall") + disc(O, r, "s-R edge") +
        formula("√~t~ ~R~", [Math.min(x + 10, W - 40), y], "s-R");
    },

    wf: ({ data, turn, along, O, W }) => {
      const below = [W - 14, O[1] + 24];
      if (turn > 0.5) taken.push([W / 2, W / 2, O[1], 5]); // no name on the arrow
      if (turn > 0.5) return arrow(O, [W - 16, O[1]], "s-f w", 12) + formula("*w*_f", below, "s-f large", "end");
      const tip = along(data.R * 0.62, 0);
      return arrow(O, tip, "s-f w", 12) + formula("*w*_f", beside(O, tip, 1, 24), "s-f large halo", "middle");
    },

    way: ({ data, t, k, w, at, kind }) => data.n.slice(0, Math.ceil(t)).map((n, j) =>
      j < k - 150 ? "" : arrow(at(data.weights[j].slice(1)), at((t - j < 1 ? w : data.weights[j + 1]).slice(1)), kind(n), 9),
    ).join(""),

    wt: ({ sides: plane, flat, angle, t, long, w, at, O }) => {
      if (!flat) return "";
      const reach = plane > 0.5 ? Math.min(1, 4.2 / (long || 1)) : 1;
      const tip = at([w[1] * reach, w[2] * reach]);
      if (!long) return disc(O, 5, "s-w dot");
      return arrow(O, tip, "s-w w", 14) + (angle > 0.5 && t >= 0.5 ? "" : formula("*w*_t", beside(O, tip, 0.85, 24), "s-w large halo", "middle"));
    },

    /** The next update, and the right angle that it does not pass. */
    next: ({ data, next: n, k, w, long, at, O, kind }) => {
      if (n < 0 || !k || !long) return "";
      const tip = at(w.slice(1)), end = at(data.weights[k + 1].slice(1));
      const size = Math.hypot(tip[0] - O[0], tip[1] - O[1]);
      const [ux, uy] = [0, 1].map((i) => (tip[i] - O[i]) / size), across = (s) => [tip[0] - s * uy, tip[1] + s * ux];
      const corner = `M${px(tip[0] - 11 * ux)} ${px(tip[1] - 11 * uy)}l${px(-11 * uy)} ${px(11 * ux)}l${px(11 * ux)} ${px(11 * uy)}`;
      return line(across(-130), across(130), "thin dashed ink") + path(corner, "thin ink") +
        arrow(tip, end, `${kind(n)} thick`, 12) +
        formula("~y~_n *x*_n", beside(tip, end, 0.6, 32), `${kind(n)} halo`, "middle");
    },

    /** Both ways in which the line may turn. */
    guess: ({ w, long, at, unit }) => {
      const a = Math.atan2(w[2], w[1]) - Math.PI / 2, r = 2.3, on = (to) => at([r * Math.cos(to), r * Math.sin(to)]);
      const curved = (over, by) => {
        const neck = by * (1 - 17 / (unit * r * Math.abs(by))), back = on(over + neck);
        return arc(on(over + by * 0.16), unit * r, by > 0 ? 0 : 1, back, "guess") + arrow(back, on(over + by), "guess", 11);
      };
      return long ? [a, a + Math.PI].map((over) => curved(over, 0.72) + curved(over, -0.72)).join("") : "";
    },

    graph: (view) => graph(view),
  };

  const proof = (view) => {
    const { data, still, H, W } = view, seen = measured(view), drawn = [];
    ({ taken, names, write: formula } = lettering(view.plane > 0.5 ? data.xs.map((_, n) => seen.at(seen.z(n))) : [], H));
    const over = [];
    if (view.plane > 0.5) drawn.push(origin(seen.at, data.xs[0][0], view, formula));
    for (const name of Object.keys(LAYERS)) {
      const flat = ["plane", "sides", "wt", "guess"].includes(name), how = view[name];
      if (how > 0.02 && (flat || data.best)) drawn.push(g(how, LAYERS[name](seen)));
      over.push(g(how, ...names.splice(0)));
    }
    if (view.sides > 0.5 && seen.next >= 0) drawn.push(disc(seen.at(seen.z(seen.next)), 17, "ring"));
    if (still && view.plane > 0.5) data.xs.forEach((_, n) => drawn.push(mark(seen.at(seen.z(n)), data.ys[n])));
    if (view.none) drawn.push(formula(view.none.replace("x_0", "~x~_0"), [W / 2, H - 16], "name", "middle"));
    return drawn.concat(over).join("");
  };

  /** Return t rho and sqrt(t) R over t: the run stays between them until they meet. */
  const graph = ({ W, H, t, data }) => {
    const { best, rho, R, T } = data, bound = best.bound.value, last = bound * 1.07;
    const [left, right, top, foot] = [28, W - 24, W > 420 ? 26 : 56, H - 30]; // a telephone has buttons above
    const x = (s) => left + ((right - left) * s) / last, y = (v) => foot - ((foot - top) * v) / (last * rho);
    const root = (s) => `${px(x(s))} ${px(y(Math.sqrt(s) * R))}`;
    const curve = (upto) => Array.from({ length: 61 }, (_, i) => root(upto * (i / 60) ** 2)).join("L");
    const end = [x(bound), y(bound * rho)], drawn = [];
    let step = 1;
    while (x(step) - left < 46) step *= /^1/.test(String(step)) ? 5 : 2; // 1, 5, 10, 50, ...
    for (let s = step; x(s) < right - 30; s += step) {
      drawn.push(path(`M${px(x(s))} ${foot}v5`, "thin ink"), formula(String(s), [x(s), foot + 21], "small", "middle"));
    }
    drawn.push(path(`M${left} ${top - 10}V${foot}H${right + 10}`, "thin ink"));
    drawn.push(formula("~t~", [right + 12, foot + 21], "", "end"));
    drawn.push(path(`M${curve(bound)}L${left} ${foot}z`, "between"), path(`M${curve(last)}`, "s-R edge"));
    drawn.push(line([left, foot], [x(last), y(last * rho)], "s-f edge"));
    drawn.push(formula("√~t~ ~R~", [x(bound * 0.4) - 8, y(Math.sqrt(bound * 0.4) * R) - 10], "s-R large", "end"));
    drawn.push(formula("~t~ ~ρ~", [x(bound * 0.72) + 12, y(bound * 0.72 * rho) + 22], "s-f large"));
    const shown = Math.min(T, 4000, Math.ceil(t)), by = Math.max(1, Math.ceil(shown / 400));
    for (const [values, kind] of [[data.lengths, "s-w"], [data.along, "s-f"]]) {
      let d = "";
      for (let s = 0; s <= shown; s += by) d += `${d ? "L" : "M"}${px(x(s))} ${px(y(values[s]))}`;
      drawn.push(path(d, `${kind} run`));
      if (T <= 30) for (let s = 1; s <= Math.round(t); s += 1) drawn.push(disc([x(s), y(values[s])], 3.4, `${kind} dot`));
    }
    const late = x(T) > W - 90;
    formula("|*w*_t\u2009|", [left + 9, top + 8], "s-w"); // the curves leave this corner free
    formula("*w*_f\u2009·\u2009*w*_t / |*w*_f\u2009|", [left + 9, top + 32], "s-f");
    drawn.push(path(`M${px(x(T))} ${px(y(data.along[T]))}V${foot}`, "thin dashed ink"));
    const T_at = [x(T) + (late ? -10 : 8), foot - (late ? 42 : 12)];
    drawn.push(formula(`~T~ = ${T}`, T_at, "s-w large halo", late ? "end" : "start"));
    drawn.push(path(`M${px(end[0])} ${px(end[1])}V${foot}`, "thin dashed ink"), disc(end, 9, "ring"));
    drawn.push(formula(`~R~^2/~ρ~^2 = ${shortened(bound)}`, [end[0] - 10, foot - 12], "large halo", "end"));
    return drawn.join("");
  };

  Object.assign(draw, { proof, scene });
})();
