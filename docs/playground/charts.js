/* Charts of a run: curves over t, arrows of an update, bars of margins; and the lines that a step draws in the plane. */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { makeElement, typeset } = perceptron;

  const WIDTH = 280, HEIGHT = 150, SIDE = 8, TOP = 10, FOOT = 22, NUMBERS = 44; // NUMBERS: the room for the numbers of an axis
  const MAX_CURVE_POINTS = 300; // more are thinned out

  const makePicture = (label, ...inside) =>
    makeElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, ...inside);

  /** Return a figure: a picture below its accessible name `label`, and a caption. */
  const makeFigure = (label, svg, words) => makeElement("figure", { class: "pg-small" },
    makeElement("strong", { "aria-hidden": "true" }, ...typeset(label)), svg, makeElement("figcaption", {}, words));

  /** Return a linear scale that maps the least of 0 and the values to `from`, and the largest to `to`. */
  const scale = (values, from, to) => {
    const low = values.reduce((a, b) => Math.min(a, b), 0);
    const high = values.reduce((a, b) => Math.max(a, b), 0);
    return (v) => from + ((v - low) / (high - low || 1)) * (to - from);
  };

  const shortNumber = (v) => String(+v.toPrecision(4)).replace("-", "−");

  /** Return {element, show(t)}: two curves over t, the second dashed, with a marker at t.
   *
   * values, bounds: floats for t = 0, 1, ..., T. className: of the picture, for its colours. wordsAt(t): the caption.
   */
  const chart = (label, values, bounds, className, wordsAt) => {
    const T = values.length - 1, stride = Math.ceil(T / MAX_CURVE_POINTS) || 1;
    const x = (t) => NUMBERS + (t / (T || 1)) * (WIDTH - SIDE - NUMBERS);
    const y = scale([...values, ...bounds], HEIGHT - FOOT, TOP);
    const largest = [...values, ...bounds].reduce((a, b) => Math.max(a, b), 0);
    const numbers = [0, largest].slice(0, largest ? 2 : 1).flatMap((v) => [
      makeElement("path", { class: "axis", d: `M${NUMBERS - 4} ${y(v)}h4` }),
      makeElement("text", { x: NUMBERS - 7, y: y(v) + 5, "text-anchor": "end" }, shortNumber(v)),
    ]);
    const curve = (series, kind) => {
      const sampled = series.map((v, t) => [t, v]).filter(([t]) => t % stride === 0 || t === T);
      const points = sampled.map(([t, v]) => `${x(t).toFixed(1)},${y(v).toFixed(1)}`).join(" ");
      return makeElement("polyline", { class: kind, points });
    };
    const marker = makeElement("path", { class: "at" }), dot = makeElement("circle", { class: "dot", r: 3.5 });
    const count = makeElement("text", { y: HEIGHT - 5, "text-anchor": "middle" });
    const svg = makePicture(
      label,
      makeElement("path", { class: "axis", d: `M${NUMBERS} ${TOP}V${y(0)}H${WIDTH - SIDE}` }), ...numbers,
      makeElement("text", { x: WIDTH - SIDE, y: HEIGHT - 5, "text-anchor": "end" }, `T = ${T}`),
      curve(values, "curve"), curve(bounds, "limit"), marker, dot, count,
    );
    if (className) svg.classList.add(className);
    const caption = makeElement("span");
    const show = (t) => {
      marker.setAttribute("d", `M${x(t)} ${TOP}V${HEIGHT - FOOT}`);
      dot.setAttribute("cx", x(t));
      dot.setAttribute("cy", y(values[t]));
      count.setAttribute("x", Math.max(NUMBERS + 18, Math.min(WIDTH - SIDE - 84, x(t))));
      count.textContent = `t = ${t}`;
      caption.replaceChildren(...[wordsAt(t)].flat());
    };
    return { element: makeFigure(label, svg, caption), show };
  };

  /** Return an arrow to the right with a filled head, as the live pictures have it. */
  const arrowParts = (className, length) => {
    const headSize = Math.min(11, length * 0.6), side = headSize * 0.42;
    return [makeElement("path", { class: className, d: `M0 0H${length - 0.8 * headSize}` }),
      makeElement("path", { class: `${className} head`, d: `M${length} 0L${length - headSize} ${-side}V${side}z` })];
  };

  /** Return an arrow from a to b in pixels. */
  const arrow = (className, [ax, ay], [bx, by]) => {
    const length = Math.hypot(bx - ax, by - ay);
    if (length < 1) return "";
    const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    return makeElement("g", { transform: `translate(${ax} ${ay}) rotate(${angle})` }, ...arrowParts(className, length));
  };

  /** Return the name of an arrow. symbols: each with its index, such as ["w", "t"]; vectors are bold. position: attributes of the text. */
  const arrowName = (symbols, position) => makeElement("text", { ...position, class: "arrow-name" },
    ...symbols.flatMap(([symbol, index]) => [
      makeElement("tspan", { class: /[wx]/.test(symbol) ? "b" : "i" }, symbol),
      makeElement("tspan", { class: "index", dy: 3 }, `${index}`), makeElement("tspan", { dy: -3 }, "\u200b"),
    ]));

  /** Return where the name of an arrow from a to b begins, ends or has its middle: beside the arrow, away from `other`.
   * If all three points are on one line, it is on the side that `side`, 1 or -1, says.
   */
  const besideArrow = ([ax, ay], [bx, by], [cx, cy], side) => {
    const length = Math.hypot(bx - ax, by - ay) || 1, normal = [(by - ay) / length, (ax - bx) / length];
    const distance = (cx - ax) * normal[0] + (cy - ay) * normal[1];
    const sign = Math.abs(distance) < 2 ? side : -Math.sign(distance), [u, v] = [normal[0] * sign, normal[1] * sign];
    return { x: (ax + bx) / 2 + 8 * u, y: (ay + by) / 2 + 14 * v + 5, "text-anchor": u > 0.4 ? "start" : u < -0.4 ? "end" : "middle" };
  };

  /** Return {element, show(t)}: w_t, the arrow of the update and w_{t+1}, all from 0.
   *
   * ws: two weights for t = 0, ..., T. kinds: the class of each update's arrow.
   */
  const arrows = (label, ws, kinds, wordsAt) => {
    const drawing = makeElement("g"), caption = makeElement("span");
    const show = (t) => {
      const w_t = ws[t], w_next = ws[Math.min(t + 1, ws.length - 1)];
      const points = [[0, 0], w_t, w_next];
      const spans = [0, 1].map((i) => points.map((w) => w[i]));
      const [low, high] = [spans.map((s) => Math.min(...s)), spans.map((s) => Math.max(...s))];
      const space = [WIDTH - 110, HEIGHT - 50]; // the names of the arrows need the rest
      const unit = Math.min(...space.map((r, i) => r / (high[i] - low[i] || 1e-9)), 1e6);
      const pixel = (w) => [
        WIDTH / 2 + (w[0] - (low[0] + high[0]) / 2) * unit,
        HEIGHT / 2 - (w[1] - (low[1] + high[1]) / 2) * unit,
      ];
      const zero = pixel([0, 0]), [from, to] = [pixel(w_t), pixel(w_next)];
      drawing.replaceChildren(
        makeElement("path", { class: "axis", d: `M0 ${zero[1]}H${WIDTH}M${zero[0]} 0V${HEIGHT}` }),
        arrow("w", zero, from),
        ...(t < ws.length - 1 ? [arrow("next", zero, to), arrow(kinds[t], from, to)] : []),
        makeElement("circle", { class: "dot", cx: zero[0], cy: zero[1], r: 2.5 }),
        w_t.some(Boolean) ? arrowName([["w", t]], besideArrow(zero, from, to, 1)) : "",
        ...(t < ws.length - 1 ? [arrowName([["η y", "n"], ["x", "n"]], besideArrow(from, to, zero, 1)),
          arrowName([["w", t + 1]], besideArrow(zero, to, from, -1))] : []),
      );
      caption.replaceChildren(...[wordsAt(t)].flat());
    };
    return { element: makeFigure(label, makePicture(label, drawing), caption), show };
  };

  /** Return {element, show(t)}: a bar for the margin of each example. mistakeAt(t): n(t), which is highlighted. */
  const bars = (label, margins, mistakeAt, isMistake, wordsAt) => {
    const drawing = makeElement("g"), caption = makeElement("span");
    const show = (t) => {
      const values = margins[t], barWidth = (WIDTH - 2 * SIDE) / values.length;
      const y = scale(values, HEIGHT - FOOT, TOP);
      drawing.replaceChildren(
        ...values.flatMap((v, n) => {
          const x = SIDE + n * barWidth + barWidth * 0.15, [a, b] = [y(0), y(v)].sort((p, q) => p - q);
          const className = isMistake(t, n) ? "bar minus" : "bar plus";
          const bar = { class: className, x, y: a, width: barWidth * 0.7, height: Math.max(b - a, 1.5) };
          const hasName = values.length <= 24 || n === mistakeAt(t);
          const attributes = { class: n === mistakeAt(t) ? "now" : "", x: x + barWidth * 0.35, y: HEIGHT - 6 };
          const name = makeElement("text", { ...attributes, "text-anchor": "middle" }, `${n}`);
          return [makeElement("rect", bar), hasName ? name : ""];
        }),
        makeElement("path", { class: "axis", d: `M${SIDE} ${y(0)}H${WIDTH - SIDE}` }),
      );
      caption.replaceChildren(...[wordsAt(t)].flat());
    };
    const element = makeFigure(label, makePicture(label, drawing), caption);
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

  /** Return the elements of the line of w; for className "line" also its two sides and its normal. */
  const boundary = (w, className, { view, px, py }) => {
    const { side, ends } = sides(w, view), opposite = sides(w.map((v) => -v), view).side, elements = [];
    const pointsText = (corners) => corners.map(([x, y]) => pair(px(x), py(y))).join(" ");
    if (!w.some(Boolean)) return elements; // w = 0 has no sides
    for (const [name, area] of className === "line" ? [["opposite", opposite], ["side", side]] : []) {
      if (area.length > 2) elements.push(makeElement("polygon", { class: name, points: pointsText(area) }));
    }
    if (ends.length < 2) return elements;
    elements.push(makeElement("polyline", { class: className, points: pointsText(ends) }));
    if (className !== "line") return elements;
    const [[ax, ay], [bx, by]] = ends.map(([x, y]) => [px(x), py(y)]);
    // in pixels, because the axes may have different scales
    const dx = w[1] / (px(1) - px(0)), dy = w[2] / (py(1) - py(0));
    const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
    const transform = `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${angle})`;
    const direction = Math.atan2(dy, dx), [tipX, tipY] = [Math.cos(direction), Math.sin(direction)].map((v) => 58 * v);
    const namePosition = { x: (ax + bx) / 2 + tipX, y: (ay + by) / 2 + tipY + 5, "text-anchor": tipX > 20 ? "start" : tipX < -20 ? "end" : "middle" };
    return [...elements, makeElement("g", { transform }, ...arrowParts("w", 46)), arrowName([["w", "t"]], namePosition)];
  };

  /** Return the convex hulls of the certificate's examples, by class, and a point in both. */
  const hulls = ({ examples, point }, { data, px, py, toPixels }) => {
    const elements = [1, -1].map((y) => {
      const members = examples.filter((n) => data.labels[n] === y).map((n) => toPixels(data.rows[n]));
      const points = members.map(([a, b]) => pair(a, b)).join(" ");
      return makeElement("polygon", { class: y > 0 ? "hull plus" : "hull minus", points });
    });
    if (!point) return elements;
    const [x, y = 0] = point;
    return [...elements, makeElement("circle", { class: "meet", cx: px(x), cy: py(y), r: 5 })];
  };

  /** Return the elements that a step draws in the plane; `plane` has its data and scales. */
  const lines = ({ w, former, pocket, certificate }, plane) => [
    ...[["pocket", pocket], ["former", former], ["line", w]].flatMap(([className, weights]) =>
      (weights ? boundary(weights, className, plane) : [])),
    ...(certificate ? hulls(certificate, plane) : []),
  ];

  perceptron.charts = { chart, arrows, bars, lines };
})();
