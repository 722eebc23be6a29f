/* Runs without Python: perceptron.quickAnswer(state) returns the parts of Python's answer (serialization.py)
 * that the script of the live pictures (pla.js) can compute; null if it does not support the state.
 * tests/docs/test_quick_js.py compares these parts with Python's.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { pla } = perceptron;
  const MAX_UPDATES = 1000, MAX_COORDINATE = 1000, MAX_EXAMPLES = 60; // within these, products are exact and runs are short
  const SUPPORTED_VALUES = { until_right: "false", normalized: "false" }; // the only values that pla.js supports

  /** Return typed text as the two ints of a fraction, [p, q]; null if it is not a number that this script can read. */
  const parseRational = (text) => {
    const [, sign, integerPart, decimals = "", q = "1"] = /^([+-]?)(\d{1,7})(?:\.(\d{1,6}))?(?:\/(\d{1,6}))?$/.exec(text) || [];
    return integerPart === undefined || !+q ? null : [+`${sign}${integerPart}${decimals}`, 10 ** decimals.length * +q];
  };
  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0 ? -a : a; };

  /** Return p/q as exact text, written as the package does, and as a float. */
  const exactNumber = (p, q = 1) => {
    const divisor = gcd(p, q) || 1, [n, d] = [p / divisor + 0, q / divisor];
    let places = 0n;
    while (10n ** places % BigInt(d) && places < 40n) places += 1n;
    if (10n ** places % BigInt(d)) return { text: `${n}/${d}`, value: n / d };
    const digits = String((BigInt(Math.abs(n)) * 10n ** places) / BigInt(d)).padStart(Number(places) + 1, "0");
    const integerLength = digits.length - Number(places);
    return { text: `${n < 0 ? "-" : ""}${digits.slice(0, integerLength)}${places ? "." : ""}${digits.slice(integerLength)}`, value: n / d };
  };

  /** Return the order and its seed as options of pla.js; null or false if pla.js does not support them. */
  const orderOptions = ({ order, options }) => {
    const { seed = "0", fresh = "true", ...otherOptions } = options;
    if (!/^\d{1,9}$/.test(seed) || Object.entries(otherOptions).some(([name, value]) => SUPPORTED_VALUES[name] !== value)) return null;
    const name = order === "random-permutation" && fresh === "false" ? `${order}:fresh=false` : order;
    return pla.ORDERS.includes(name) && { order: name, seed: +seed };
  };

  /** Return the x_n as ints, x_0 first, multiplied by one scale; null if one is too large or cannot be read. */
  const scaledSet = ({ rows, x0, names }) => {
    const examples = rows.map((row) => [x0, ...row].map(parseRational));
    if (names.length > 2 || !examples.flat().every(Boolean)) return null;
    const scale = examples.flat().reduce((m, [, q]) => (m / gcd(m, q)) * q, 1);
    const xs = examples.map((x) => [...x.map(([p, q]) => p * (scale / q)), 0].slice(0, 3));
    return xs.flat().every((v) => Math.abs(v) <= MAX_COORDINATE) ? { xs, scale } : null;
  };

  const proofAnswer = (separator, scale) => separator ? {
    separable: true, w_f: separator.w_f.map((v) => exactNumber(v)), support: separator.nearest,
    R2: exactNumber(separator.R2, scale ** 2), bound: scaledFraction(separator.bound), rho2: scaledFraction(separator.rho2, scale ** 2),
  } : { separable: false };
  const scaledFraction = ({ text }, divisor = 1) => {
    const [p, q = 1] = text.split("/").map(Number);
    return exactNumber(p, q * divisor);
  };

  perceptron.quickAnswer = (state) => {
    const { rows, labels: ys, names, algorithm, w0, eta, sign0, updates } = state;
    const supportedOrder = orderOptions(state), scaledExamples = rows && rows.length && rows.length <= MAX_EXAMPLES && scaledSet(state);
    if (!supportedOrder || !scaledExamples || w0 || eta !== "1" || !/^\d+$/.test(updates) || +updates > MAX_UPDATES) return null;
    const { xs, scale } = scaledExamples, signOfZero = +sign0, maxUpdates = +updates, pocket = algorithm === "pocket", weightCount = 1 + names.length;
    const run = pla.run(xs, ys, { ...supportedOrder, zero: signOfZero, maxUpdates, pocket }), separator = pla.findSeparator(xs, ys), { n, T, weights } = run;
    const w = weights.map((v) => v.slice(0, weightCount)), squaredNorm = (v) => pla.dot(v, v), times = w.map((_, t) => t);
    const mistakes = weights.map((v) => xs.flatMap((x, i) => (pla.mistakesOf(v, [x], [ys[i]], signOfZero).length ? [i] : [])));
    const margin = (t, i) => exactNumber(ys[i] * pla.dot(weights[t], xs[i]), scale ** 2);
    const proof = proofAnswer(separator && { ...separator, w_f: separator.w_f.slice(0, weightCount) }, scale);
    return {
      run: {
        status: run.halted ? "converged" : "max_updates", T, n, mistakes: mistakes.map((indices) => indices.length),
        w: w.map((v) => v.map((v_i) => exactNumber(v_i, scale))),
        before: n.map((i, t) => margin(t, i)), after: n.map((i, t) => margin(t + 1, i)),
        mistake_bits: mistakes.map((indices) => indices.reduce((sum, i) => sum + (1n << BigInt(i)), 0n).toString(16)),
        pocket: pocket ? run.pocketTimes.map((t) => [mistakes[t].length, t]) : null, margins: null, from_zero: true,
        lengths: weights.map((v) => exactNumber(squaredNorm(v), scale ** 2)),
        lengths_bound: times.map((t) => exactNumber(t * Math.max(...xs.map(squaredNorm)), scale ** 2)),
        aligned: separator && weights.map((v) => exactNumber(pla.dot(separator.w_f, v), scale)),
        aligned_bound: separator && times.map((t) => exactNumber(t * separator.least, scale)),
      },
      proof,
    };
  };
})();
