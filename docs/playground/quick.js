/* Runs before Python is there: perceptron.quickAnswer(state) answers as Python does (serialization.py), with the arithmetic
 * of the live pictures (pla.js), which the tests hold equal to the package's; null for what that does not compute.
 * tests/docs/test_quick_js.py compares these answers with Python's.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { pla } = perceptron;
  const MOST_UPDATES = 1000, LARGEST = 1000, MOST_EXAMPLES = 60; // so that every product is exact, and at once there
  const OPTIONS = { until_right: "false", normalized: "false" }; // as they have to be here

  /** Return a number as it is typed as two ints, p and q of p/q; null for any other text. */
  const rational = (text) => {
    const [, sign, whole, decimals = "", q = "1"] = /^([+-]?)(\d{1,7})(?:\.(\d{1,6}))?(?:\/(\d{1,6}))?$/.exec(text) || [];
    return whole === undefined || !+q ? null : [+`${sign}${whole}${decimals}`, 10 ** decimals.length * +q];
  };
  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0 ? -a : a; };

  /** Return p/q in full, as the package writes it, with a float. */
  const number = (p, q = 1) => {
    const by = gcd(p, q) || 1, [n, d] = [p / by + 0, q / by];
    let places = 0n;
    while (10n ** places % BigInt(d) && places < 40n) places += 1n;
    if (10n ** places % BigInt(d)) return { text: `${n}/${d}`, value: n / d };
    const digits = String((BigInt(Math.abs(n)) * 10n ** places) / BigInt(d)).padStart(Number(places) + 1, "0");
    const cut = digits.length - Number(places);
    return { text: `${n < 0 ? "-" : ""}${digits.slice(0, cut)}${places ? "." : ""}${digits.slice(cut)}`, value: n / d };
  };

  /** Return order and seed as pla.js takes them; null for an order of another kind. */
  const ordered = ({ order, options }) => {
    const { seed = "0", fresh = "true", ...rest } = options;
    if (!/^\d{1,9}$/.test(seed) || Object.entries(rest).some(([name, value]) => OPTIONS[name] !== value)) return null;
    const name = order === "random-permutation" && fresh === "false" ? `${order}:fresh=false` : order;
    return pla.ORDERS.includes(name) && { order: name, seed: +seed };
  };

  /** Return the x_n as ints, x_0 first, all times one scale; null where that is not possible. */
  const scaled = ({ rows, x0, names }) => {
    const all = rows.map((row) => [x0, ...row].map(rational));
    if (names.length > 2 || !all.flat().every(Boolean)) return null;
    const scale = all.flat().reduce((m, [, q]) => (m / gcd(m, q)) * q, 1);
    const xs = all.map((x) => [...x.map(([p, q]) => p * (scale / q)), 0].slice(0, 3));
    return xs.flat().every((v) => Math.abs(v) <= LARGEST) ? { xs, scale } : null;
  };

  const proofOf = (best, scale) => best ? {
    separable: true, w_f: best.w_f.map((v) => number(v)), support: best.nearest,
    R2: number(best.R2, scale ** 2), bound: fraction(best.bound), rho2: fraction(best.rho2, scale ** 2),
  } : { separable: false };
  const fraction = ({ text }, by = 1) => {
    const [p, q = 1] = text.split("/").map(Number);
    return number(p, q * by);
  };

  perceptron.quickAnswer = (state) => {
    const { rows, labels: ys, names, algorithm, w0, eta, sign0, updates } = state;
    const how = ordered(state), set = rows && rows.length && rows.length <= MOST_EXAMPLES && scaled(state);
    if (!how || !set || w0 || eta !== "1" || !/^\d+$/.test(updates) || +updates > MOST_UPDATES) return null;
    const { xs, scale } = set, zero = +sign0, maxUpdates = +updates, pocket = algorithm === "pocket", size = 1 + names.length;
    const run = pla.run(xs, ys, { ...how, zero, maxUpdates, pocket }), best = pla.separator(xs, ys), { n, T, weights } = run;
    const w = weights.map((v) => v.slice(0, size)), dot2 = (v) => pla.dot(v, v), times = w.map((_, t) => t);
    const mistakes = weights.map((v) => xs.flatMap((x, i) => (pla.mistakesOf(v, [x], [ys[i]], zero).length ? [i] : [])));
    const margin = (t, i) => number(ys[i] * pla.dot(weights[t], xs[i]), scale ** 2);
    const proof = proofOf(best && { ...best, w_f: best.w_f.slice(0, size) }, scale);
    return {
      run: {
        status: run.halted ? "converged" : "max_updates", T, n, mistakes: mistakes.map((all) => all.length),
        w: w.map((v) => v.map((v_i) => number(v_i, scale))),
        before: n.map((i, t) => margin(t, i)), after: n.map((i, t) => margin(t + 1, i)),
        mistake_bits: mistakes.map((all) => all.reduce((sum, i) => sum + (1n << BigInt(i)), 0n).toString(16)),
        pocket: pocket ? run.pocketTimes.map((t) => [mistakes[t].length, t]) : null, margins: null, from_zero: true,
        lengths: weights.map((v) => number(dot2(v), scale ** 2)),
        lengths_bound: times.map((t) => number(t * Math.max(...xs.map(dot2)), scale ** 2)),
        aligned: best && weights.map((v) => number(pla.dot(best.w_f, v), scale)),
        aligned_bound: best && times.map((t) => number(t * best.least, scale)),
      },
      proof,
    };
  };
})();
