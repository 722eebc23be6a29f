/* Pictures as text: perceptron.draw.plane(view) returns the inside of an <svg>.
 *
 * It has no document: a page draws with it while a reader drags, and the build draws with it, in node,
 * what stands on a page without scripts and on paper. A view is a flat object of numbers, so that two
 * views mix to a third: that is all there is to an animation. What is a colour in a formula is the same
 * class here: s-f (w_f, rho), s-R (R), s-w (w_t); o and x are labels.
 */
(() => {
  "use strict";
  const px = (v) => String(Math.round(v * 10) / 10);
  const g = (opacity, ...inside) =>
    opacity < 0.02 ? "" : `<g${opacity > 0.98 ? "" : ` opacity="${px(opacity)}"`}>${inside.join("")}</g>`;
  const path = (d, kind) => `<path d="${d}" class="${kind}"/>`;
  const line = (a, b, kind) => path(`M${px(a[0])} ${px(a[1])}L${px(b[0])} ${px(b[1])}`, kind);
  const polygon = (points, kind) =>
    points.length ? path(`M${points.map((p) => p.map(px).join(" ")).join("L")}z`, kind) : "";
  const disc = (p, r, kind) => `<circle cx="${px(p[0])}" cy="${px(p[1])}" r="${px(r)}" class="${kind}"/>`;
  const text = (words, p, kind, anchor = "start") =>
    `<text x="${px(p[0])}" y="${px(p[1])}" text-anchor="${anchor}" class="${kind}">${words}</text>`;

  /** Return an arrow of that class; its head is filled. */
  const arrow = (a, b, kind, head = 11) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]], long = Math.hypot(dx, dy);
    if (long < 1) return "";
    const size = Math.min(head, long * 0.6), [ux, uy] = [dx / long, dy / long];
    const neck = [b[0] - size * ux, b[1] - size * uy], side = size * 0.42;
    return line(a, [b[0] - size * 0.8 * ux, b[1] - size * 0.8 * uy], kind) + polygon(
      [b, [neck[0] - side * uy, neck[1] + side * ux], [neck[0] + side * uy, neck[1] - side * ux]],
      `${kind} head`,
    );
  };

  /** Return the foot of a name of that width that stands beside a part of the way from a to b. */
  const beside = (a, b, part, wide) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]], long = Math.hypot(dx, dy) || 1;
    return [a[0] + part * dx + (wide * dy) / long, a[1] + part * dy - (18 * dx) / long + 6];
  };

  /** Return a formula: `*w*_t` has a bold w with the subscript t, `R^2` a superscript, `~t~` slants. */
  const PARTS = /\*(\w)\*|~(.)~|_\{(.*?)\}|_(\w)|\^\{(.*?)\}|\^(\w)/;
  const COLOURS = { R: " s-R", ρ: " s-f" };
  const formula = (words, p, kind = "", anchor = "start") => {
    let back = 0, inside = "";
    words.split(PARTS).forEach((part, i) => {
      if (!part) return;
      const slot = i % 7, dy = slot === 3 || slot === 4 ? 4 : slot > 4 ? -6 : 0;
      const raised = /\d/.test(part) ? "sub up" : "sub";
      const made = slot > 2 ? raised : ["", "b", `i${COLOURS[part] || ""}`][slot];
      inside += `<tspan${made ? ` class="${made}"` : ""}${dy + back ? ` dy="${dy + back}"` : ""}>${part}</tspan>`;
      back = -dy;
    });
    if (!kind.includes("halo")) return text(inside, p, `m ${kind}`, anchor);
    // drawn twice, as tspans would cut their neighbours
    return text(inside, p, `m ${kind} under`, anchor) + text(inside, p, `m ${kind.replace("halo", "")}`, anchor);
  };

  /** Return `write(words, place, kind, anchor)`, which notes a name to be drawn over all else (`names`), where no
   * other one stands nor any of these marks, in a picture of height H: there, or a little beside. `taken`: the middle of what
   * stands, x and y, each with half its size.
   */
  const lettering = (marks, H) => {
    const taken = marks.map(([x, y]) => [x, 10, y, 10]), names = [];
    const write = (words, [x, y], kind = "", anchor = "start") => {
      const size = /large/.test(kind) ? 22 : 18, half = words.replace(/[*~_^{}]/g, "").length * size * 0.26;
      const middle = x + half * ({ start: 1, end: -1 }[anchor] || 0), high = size / 2;
      const free = ([u, v]) => y + v > 16 && y + v < H && taken.every(([a, b, c, d]) =>
        Math.abs(a - middle - u) > b + half || Math.abs(c - y - v - 4 + high) > d + high);
      const ways = [0, -1, 1, -2, 2, -3, 3, -4, 4].flatMap((i) => [[0, 9 * i], [20, 9 * i], [-20, 9 * i]]);
      const [u, v] = ways.find(free) || [0, 0];
      taken.push([middle + u, half, y + v + 4 - high, high]);
      names.push(formula(words, [x + u, y + v], kind, anchor));
      return "";
    };
    return { taken, names, write };
  };

  /** Return the part of a rectangle where w . (1, x, y) > 0; corners in units, `at` gives pixels. */
  const half = (w, [x0, x1, y0, y1], at) => {
    /** @type {Point[]} */
    const corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], seen = [];
    /** @type {(p: number[]) => number} */
    const score = ([x, y]) => w[0] + w[1] * x + w[2] * y;
    if (!w.some(Boolean)) return []; // w = 0 says nothing
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % 4], [sa, sb] = [score(a), score(b)];
      if (sa >= 0) seen.push(a);
      if (sa * sb < 0) seen.push([0, 1].map((k) => a[k] + ((b[k] - a[k]) * sa) / (sa - sb)));
    });
    return seen.map(at);
  };

  /** Return both sides of the line of w: two half-planes, as blue over orange would be grey. */
  const sides = (w, box, at) =>
    polygon(half(w.map((v) => -v), box, at), "side-x") + polygon(half(w, box, at), "side-o");

  /** Return the line of w within a rectangle as two points, or none. */
  const across = (w, [x0, x1, y0, y1], at) => {
    const ends = [];
    if (Math.abs(w[2]) > Math.abs(w[1])) {
      for (const x of [x0, x1]) ends.push([x, -(w[0] + w[1] * x) / w[2]]);
    } else if (w[1]) for (const y of [y0, y1]) ends.push([-(w[0] + w[2] * y) / w[1], y]);
    return ends.map(at);
  };
  const border = (w, box, at, kind) => {
    const ends = across(w, box, at);
    return ends.length ? line(ends[0], ends[1], kind) : "";
  };

  const mark = (p, y, r = 8) => {
    const [a, b] = [px(r * 1.6), px(-r * 1.6)], from = `${px(p[0] - r * 0.8)} ${px(p[1] - r * 0.8)}`;
    return y > 0 ? disc(p, r, "o") : path(`M${from}l${a} ${a}m0 ${b}l${b} ${a}`, "x");
  };

  const dots = (box, at) => {
    let d = "";
    for (let x = Math.ceil(box[0]); x <= box[1]; x += 1) {
      for (let y = Math.ceil(box[2]); y <= box[3]; y += 1) d += `M${at([x, y]).map(px).join(" ")}h0`;
    }
    return path(d, "dots");
  };

  /** Return w_t, or any list over t, between two updates. */
  const between = (all, t) => {
    const k = Math.max(0, Math.min(all.length - 1, Math.floor(t))), s = t - k;
    const next = all[Math.min(k + 1, all.length - 1)];
    return next.map((v, i) => all[k][i] * (1 - s) + v * s);
  };

  /** Return a number for people: whole from 100 on, else with two places. */
  const shortened = (v) => v >= 100 ? Math.floor(v).toLocaleString("en") : String(Math.round(v * 100) / 100);

  /** Return a plane of that size: `at` gives the pixels of a place, `unit` the place of pixels, `box` the
   * borders in units.
   */
  const placed = ({ W, H, unit, ox = W / 2, oy = H / 2 }) => ({
    at: ([x, y]) => [ox + unit * x, oy - unit * y],
    unit: (x, y) => [(x - ox) / unit, (oy - y) / unit],
    box: [-ox / unit, (W - ox) / unit, (oy - H) / unit, oy / unit],
  });

  /** Return the normal of a line: where x_0 = 1 an arrow of fixed length, from the point nearest to 0. */
  const normal = (w, at, name, write, kind = "s-w") => {
    const long = Math.hypot(w[1], w[2]), reach = 46;
    if (!long) return "";
    const foot = at([1, 2].map((i) => (-w[0] * w[i]) / long ** 2));
    const head = [foot[0] + (reach * w[1]) / long, foot[1] - (reach * w[2]) / long];
    return arrow(foot, head, `${kind} w`) + write(name, [head[0] + 8, head[1] + (w[2] < 0 ? 14 : -4)], `${kind} halo`);
  };

  /** Return which x_0 a plane has: where it is 0, the origin is on every line, and is marked and named. */
  const origin = (at, x0, { H, words }, write) => {
    const [x, y] = at([0, 0]), name = formula(`~x~_0 = ${x0}`, [12, H - 12], "small");
    if (x0) return name;
    write(words.origin, [x + 9, y + 20], "words halo");
    return name + path(`M${px(x - 7)} ${px(y)}h14M${px(x)} ${px(y - 7)}v14`, "thin ink");
  };

  /** Return an update as vectors from the origin, where x_0 = 0: w_t, y_n x_n at its tip, their sum. */
  const sum = (view, w, at, next, write) => {
    const { data, t } = view, k = Math.floor(t), scale = Math.min(1, 6 / Math.max(...data.lengths.slice(1), 1));
    const tip = (v) => at([v[1] * scale, v[2] * scale]), O = at([0, 0]), drawn = [];
    if (next >= 0 && t - k < 0.99) {
      const from = data.weights[k], to = data.weights[k + 1], kind = data.ys[next] > 0 ? "z-o" : "z-x";
      const [a, b] = [tip(from), tip(to)];
      drawn.push(line(O, b, "s-w thin dashed"), arrow(a, b, `${kind} thick`, 12));
      write(`${data.ys[next] > 0 ? "" : "−"}*x*_n`, beside(a, b, 0.5, 20), `${kind} halo`, "middle");
    }
    const end = tip(w);
    drawn.push(arrow(O, end, "s-w w", 14), disc(O, 3, "s-w dot"));
    if (Math.hypot(w[1], w[2])) write("*w*_t", beside(O, end, 1, 24), "s-w large halo", "middle");
    return drawn.join("");
  };

  /** Return the plane of examples with the line after t updates.
   *
   * view: W, H, unit (pixels of 1), t, data (a course), x0, words. `weights`: those that a reader set,
   * in the place of w_t; `arrows`: the update as vectors; `still`: the examples are drawn, too.
   */
  const plane = (view) => {
    const { W, H, t, data, still, words, x0, weights } = view, { at, box } = placed(view);
    const w = weights || between(data.weights, t), k = Math.round(t), drawn = [sides(w, box, at), dots(box, at)];
    const places = data.xs.map(([, x, y]) => at([x, y])), { taken, names, write } = lettering(places, H);
    taken.push([60, 60, 17, 9], [W - 60, 60, H - 17, 9]); // the names of the axes
    const resting = !weights && k < data.T && Math.abs(t - k) < 0.01, next = resting ? data.n[k] : -1;
    const before = weights || view.arrows || data.held.length ? [] : data.weights.slice(Math.max(1, k - 7), k);
    before.forEach((v, i) =>
      drawn.push(g((0.5 * (i + 1)) / before.length, border(v, box, at, "before"))));
    if (data.held.length && !weights) {
      const kept = data.weights[data.held[Math.min(k, data.T)]];
      drawn.push(border(kept, box, at, "kept"));
    }
    drawn.push(border(w, box, at, "line"));
    if (!weights) drawn.push(origin(at, x0, view, write));
    if (view.arrows && !x0) drawn.push(sum(view, w, at, data.n[Math.floor(t)] ?? -1, write));
    else drawn.push(normal(w, at, weights ? "(~w~_1, ~w~_2)" : "*w*_t", write));
    if (next >= 0) drawn.push(disc(places[next], 17, "ring"));
    const missed = weights ? perceptron.exact.missed(w, data.xs, data.ys) : [];
    missed.forEach((x) => drawn.push(disc(at(x.slice(1)), 15, "ring")));
    if (still) places.forEach((p, n) => drawn.push(mark(p, data.ys[n])));
    const unit = W > 420 ? ` (${words.unit})` : ""; // a telephone has no room
    const [across, up] = weights ? [words.across + unit, words.up + unit] : ["~x~_1", "~x~_2"];
    names.push(formula(`${across} →`, [W - 12, H - 12], "name", "end"), formula(`↑ ${up}`, [12, 22], "name"));
    return drawn.concat(names).join("");
  };

  /** Return the mistakes of w_t over t, and those of the pocket, as steps in a low strip. */
  const mistakes = ({ W, H, t, data, words }) => {
    const most = Math.max(...data.mistakes, 1), last = Math.max(data.T, 1), foot = H - 22;
    const x = (s) => 34 + ((W - 50) * s) / last, y = (m) => foot - ((foot - 18) * m) / most;
    const steps = (values) => values.map((m, s) => `${s ? `H${px(x(s))}V` : `M${px(x(0))} `}${px(y(m))}`).join("");
    const kept = data.held.map((s) => data.mistakes[s]), k = Math.min(Math.round(t), data.T);
    return path(`M${x(0)} 10V${foot}H${W - 8}`, "thin ink") + text(String(most), [28, y(most) + 5], "name", "end") +
      text("0", [28, foot + 5], "name", "end") + formula("~t~", [W - 10, foot + 18], "small", "end") +
      formula(words.mistakes.replace("w_t", "*w*_t"), [40, foot + 17], "words") + path(steps(data.mistakes), "s-w run") +
      path(steps(kept), "kept") + disc([x(k), y(data.mistakes[k])], 5, "s-w dot") + disc([x(k), y(kept[k])], 5, "held");
  };

  globalThis.perceptron = Object.assign(globalThis.perceptron || {}, { draw: {
    px, g, path, line, polygon, disc, text, arrow, beside, formula, sides, border, mark, dots, between, shortened, lettering,
    placed, plane, mistakes, normal, origin,
  } });
})();
