/* What a step draws in the plane, and small pictures: arrows, curves over t, bars of margins. */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { made } = perceptron;

  const WIDE = 280, HIGH = 150, SIDE = 8, TOP = 10, FOOT = 22;
  const POINTS = 300; // of a curve at most

  const picture = (label, ...inside) =>
    made("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label }, ...inside);

  /** Return a figure of a picture and a line of words; `label` names the picture. */
  const figure = (label, svg, words) =>
    made("figure", { class: "pg-small" }, svg, made("figcaption", {}, words));

  /** Return a scale that takes the least and the largest of these to the ends of a length. */
  const scale = (values, from, to) => {
    const low = values.reduce((a, b) => Math.min(a, b), 0);
    const high = values.reduce((a, b) => Math.max(a, b), 0);
    return (v) => from + ((v - low) / (high - low || 1)) * (to - from);
  };

  /** Return {element, show(t)}: two curves over t, the second dashed, and where t stands.
   *
   * values, bounds: floats for t = 0, 1, ..., T. wordsAt(t): the words below.
   */
  const chart = (label, values, bounds, wordsAt) => {
    const T = values.length - 1, every = Math.ceil(T / POINTS) || 1;
    const x = (t) => SIDE + (t / (T || 1)) * (WIDE - 2 * SIDE);
    const y = scale([...values, ...bounds], HIGH - FOOT, TOP);
    const curve = (all, kind) => {
      const some = all.map((v, t) => [t, v]).filter(([t]) => t % every === 0 || t === T);
      const points = some.map(([t, v]) => `${x(t).toFixed(1)},${y(v).toFixed(1)}`).join(" ");
      return made("polyline", { class: kind, points });
    };
    const at = made("path", { class: "at" }), dot = made("circle", { class: "dot", r: 3.5 });
    const count = made("text", { y: HIGH - 5, "text-anchor": "middle" });
    const svg = picture(
      label,
      made("path", { class: "axis", d: `M${SIDE} ${y(0)}H${WIDE - SIDE}` }),
      curve(bounds, "limit"), curve(values, "curve"), at, dot, count,
    );
    const caption = made("span");
    const show = (t) => {
      at.setAttribute("d", `M${x(t)} ${TOP}V${HIGH - FOOT}`);
      dot.setAttribute("cx", x(t));
      dot.setAttribute("cy", y(values[t]));
      count.setAttribute("x", Math.max(SIDE + 18, Math.min(WIDE - SIDE - 18, x(t))));
      count.textContent = `t = ${t}`;
      caption.replaceChildren(...[wordsAt(t)].flat());
    };
    return { element: figure(label, svg, caption), show };
  };

  /** Return an arrow from a to b in pixels. */
  const arrow = (kind, [ax, ay], [bx, by]) => {
    const long = Math.hypot(bx - ax, by - ay);
    if (long < 1) return "";
    const head = Math.min(8, long / 2), turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    const d = `M0 0H${long}M${long - head} ${-head / 2}L${long} 0L${long - head} ${head / 2}`;
    return made("path", { class: kind, d, transform: `translate(${ax} ${ay}) rotate(${turn})` });
  };

  /** Return {element, show(t)}: w_t, the arrow of the update and w_{t+1}, all from 0.
   *
   * ws: two weights for t = 0, ..., T. kinds: the class of each update's arrow.
   */
  const arrows = (label, ws, kinds, wordsAt) => {
    const drawn = made("g"), caption = made("span");
    const show = (t) => {
      const now = ws[t], next = ws[Math.min(t + 1, ws.length - 1)];
      const all = [[0, 0], now, next];
      const spans = [0, 1].map((i) => all.map((w) => w[i]));
      const [low, high] = [spans.map((s) => Math.min(...s)), spans.map((s) => Math.max(...s))];
      const room = [WIDE - 40, HIGH - 40];
      const unit = Math.min(...room.map((r, i) => r / (high[i] - low[i] || 1e-9)), 1e6);
      const pixel = (w) => [
        WIDE / 2 + (w[0] - (low[0] + high[0]) / 2) * unit,
        HIGH / 2 - (w[1] - (low[1] + high[1]) / 2) * unit,
      ];
      const zero = pixel([0, 0]), [from, to] = [pixel(now), pixel(next)];
      drawn.replaceChildren(
        made("path", { class: "axis", d: `M0 ${zero[1]}H${WIDE}M${zero[0]} 0V${HIGH}` }),
        arrow("w", zero, from),
        ...(t < ws.length - 1 ? [arrow("next", zero, to), arrow(kinds[t], from, to)] : []),
        made("circle", { class: "dot", cx: zero[0], cy: zero[1], r: 2.5 }),
      );
      caption.replaceChildren(...[wordsAt(t)].flat());
    };
    return { element: figure(label, picture(label, drawn), caption), show };
  };

  /** Return {element, show(t)}: a bar for the margin of each example, mistakes marked. */
  const bars = (label, margins, ring, isMistake, wordsAt) => {
    const drawn = made("g"), caption = made("span");
    const show = (t) => {
      const all = margins[t], wide = (WIDE - 2 * SIDE) / all.length;
      const y = scale(all, HIGH - FOOT, TOP);
      drawn.replaceChildren(
        ...all.flatMap((v, n) => {
          const x = SIDE + n * wide + wide * 0.15, [a, b] = [y(0), y(v)].sort((p, q) => p - q);
          const kind = isMistake(t, n) ? "bar minus" : "bar plus";
          const bar = { class: kind, x, y: a, width: wide * 0.7, height: Math.max(b - a, 1.5) };
          const named = all.length <= 24 || n === ring(t);
          const at = { class: n === ring(t) ? "now" : "", x: x + wide * 0.35, y: HIGH - 6 };
          const name = made("text", { ...at, "text-anchor": "middle" }, `${n}`);
          return [made("rect", bar), named ? name : ""];
        }),
        made("path", { class: "axis", d: `M${SIDE} ${y(0)}H${WIDE - SIDE}` }),
      );
      caption.replaceChildren(...[wordsAt(t)].flat());
    };
    const element = figure(label, picture(label, drawn), caption);
    element.classList.add("pg-bars");
    return { element, show };
  };

  /** Return the part of the view where w . x >= 0, and the ends of the line w . x = 0. */
  const sides = ([w0, w1, w2], [[x1, x2], [y1, y2]]) => {
    const score = ([x, y]) => w0 + w1 * x + w2 * y;
    const box = [[x1, y1], [x2, y1], [x2, y2], [x1, y2]];
    const side = [], ends = [];
    box.forEach((a, i) => {
      const b = box[(i + 1) % 4], from = score(a), to = score(b);
      if (from >= 0) side.push(a);
      if (from >= 0 === to >= 0) return;
      const s = from / (from - to), end = [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])];
      side.push(end);
      ends.push(end);
    });
    return { side, ends };
  };

  const pair = (x, y) => `${x.toFixed(1)},${y.toFixed(1)}`;

  /** Return the line of w with its side and an arrow to it, or nothing where there is none. */
  const boundary = (w, kind, { view, px, py }) => {
    const { side, ends } = sides(w, view), opposite = sides(w.map((v) => -v), view).side, drawn = [];
    const corners = (all) => all.map(([x, y]) => pair(px(x), py(y))).join(" ");
    if (!w.some(Boolean)) return drawn; // weights of 0 have no side
    for (const [name, area] of kind === "line" ? [["opposite", opposite], ["side", side]] : []) {
      if (area.length > 2) drawn.push(made("polygon", { class: name, points: corners(area) }));
    }
    if (ends.length < 2) return drawn;
    drawn.push(made("polyline", { class: kind, points: corners(ends) }));
    if (kind !== "line") return drawn;
    const [[ax, ay], [bx, by]] = ends.map(([x, y]) => [px(x), py(y)]);
    // the normal in pixels: across and up may be drawn at different scales
    const dx = w[1] / (px(1) - px(0)), dy = w[2] / (py(1) - py(0));
    const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
    const transform = `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${turn})`;
    const normal = made("path", { class: "line", d: "M0 0H26M20 -4L26 0L20 4" });
    return [...drawn, made("g", { transform }, normal)];
  };

  /** Return the mixtures of the certificate, and the point that both have. */
  const hulls = ({ examples, point }, { data, px, py, at }) => {
    const drawn = [1, -1].map((y) => {
      const some = examples.filter((n) => data.labels[n] === y).map((n) => at(data.rows[n]));
      const points = some.map(([a, b]) => pair(a, b)).join(" ");
      return made("polygon", { class: y > 0 ? "hull plus" : "hull minus", points });
    });
    if (!point) return drawn;
    const [x, y = 0] = point;
    return [...drawn, made("circle", { class: "meet", cx: px(x), cy: py(y), r: 5 })];
  };

  /** Return what a step draws in the plane; `how` is what the plane says of itself. */
  const lines = ({ w, former, pocket, certificate }, how) => [
    ...[["pocket", pocket], ["former", former], ["line", w]].flatMap(([kind, weights]) =>
      (weights ? boundary(weights, kind, how) : [])),
    ...(certificate ? hulls(certificate, how) : []),
  ];

  perceptron.curves = { chart, arrows, bars, lines };
})();
