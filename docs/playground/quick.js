/* Runs without Python: perceptron.quickAnswer(state) returns the parts of Python's answer (serialization.py)
 * that the script of the live pictures (pla.js) can compute; null if it does not support the state.
 * tests/docs/test_quick_js.py compares these parts with Python's.
 */
(() => {
  "use strict";
  const perceptron = window.perceptron;
  const { pla } = perceptron;
  const MAX_UPDATES = 1000, MAX_COORDINATE = 1000, MAX_EXAMPLES = 60; // within these, pla.js is exact and runs are short
  const SUPPORTED_VALUES = { until_right: "false", normalized: "false" }; // the only values that pla.js supports

  /** Return typed text as the two ints of a fraction, [p, q]; null if it is not a number that this script can read. */
  const parseRational = (text) => {
    const [, sign, integerPart, decimals = "", q = "1"] = /^([+-]?)(\d{1,7})(?:\.(\d{1,6})|\/(\d{1,6}))?$/.exec(text) || [];
    return integerPart === undefined || !+q ? null : [+`${sign}${integerPart}${decimals}`, 10 ** decimals.length * +q];
  };
  /** @type {(a: bigint, b: bigint) => bigint} */
  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a; };

  /** Return p/q as exact text, written as the package does, and as the nearest float. p and q are integers, q > 0. */
  const exactNumber = (p, q = 1n) => {
    const { p: n, q: d, value, text } = pla.fraction(BigInt(p), q);
    const places = d.toString(2).length - 1; // 2^a 5^b >= 2^max(a, b), so it divides 10^places
    const shifted = (n < 0n ? -n : n) * 10n ** BigInt(places);
    if (shifted % d) return { text, value };
    const digits = String(shifted / d).padStart(places + 1, "0"), integerLength = digits.length - places;
    const decimals = digits.slice(integerLength).replace(/0+$/, "");
    return { text: `${n < 0n ? "-" : ""}${digits.slice(0, integerLength)}${decimals && "."}${decimals}`, value };
  };

  /** Return the order and its seed as options of pla.js; null or false if pla.js does not support them. */
  const orderOptions = ({ order, options }) => {
    const { seed = "0", fresh = "true", ...otherOptions } = options;
    if (!/^\d{1,9}$/.test(seed) || Object.entries(otherOptions).some(([name, value]) => SUPPORTED_VALUES[name] !== value)) return null;
    const name = order === "random-permutation" && fresh === "false" ? `${order}:fresh=false` : order;
    return pla.ORDERS.includes(name) && { order: name, seed: +seed };
  };

  /** Return the x_n as ints, x_0 first, multiplied by one scale, a BigInt; null if one is too large or cannot be read. */
  const scaledSet = ({ rows, x0, names }) => {
    const examples = rows.map((row) => [x0, ...row].map(parseRational));
    if (names.length > 2 || !examples.flat().every(Boolean)) return null;
    const scale = examples.flat().reduce((m, [, q]) => (m / gcd(m, BigInt(q))) * BigInt(q), 1n);
    const xs = examples.map((x) => [...x.map(([p, q]) => Number(BigInt(p) * (scale / BigInt(q)))), 0].slice(0, 3));
    return xs.flat().every((v) => Math.abs(v) <= MAX_COORDINATE) ? { xs, scale } : null;
  };

  const proofAnswer = (separator, scale) => separator ? {
    separable: true, w_f: separator.w_f.map((v) => exactNumber(v)), support: separator.nearest,
    R2: exactNumber(separator.R2, scale ** 2n), bound: exactNumber(separator.bound.p, separator.bound.q),
    rho2: exactNumber(separator.rho2.p, separator.rho2.q * scale ** 2n),
  } : { separable: false };

  perceptron.quickAnswer = (state) => {
    const { rows, labels: ys, names, algorithm, w0, eta, sign0, updates } = state;
    const supportedOrder = orderOptions(state), scaledExamples = rows && rows.length && rows.length <= MAX_EXAMPLES && scaledSet(state);
    if (!supportedOrder || !scaledExamples || w0 || eta !== "1" || !/^\d+$/.test(updates) || +updates > MAX_UPDATES) return null;
    const { xs, scale } = scaledExamples, signOfZero = +sign0, maxUpdates = +updates, pocket = algorithm === "pocket", weightCount = 1 + names.length;
    const run = pla.run(xs, ys, { ...supportedOrder, signOfZero, maxUpdates, pocket }), separator = pla.findSeparator(xs, ys), { n, T, weights } = run;
    const w = weights.map((v) => v.slice(0, weightCount)), squaredNorm = (v) => pla.dot(v, v), times = w.map((_, t) => t);
    const mistakes = weights.map((v) => xs.flatMap((x, i) => (pla.misclassified(v, [x], [ys[i]], signOfZero).length ? [i] : [])));
    const margin = (t, i) => exactNumber(ys[i] * pla.dot(weights[t], xs[i]), scale ** 2n);
    const proof = proofAnswer(separator && { ...separator, w_f: separator.w_f.slice(0, weightCount) }, scale);
    return {
      run: {
        status: run.halted ? "converged" : "max_updates", T, n, mistakes: mistakes.map((indices) => indices.length),
        w: w.map((v) => v.map((v_i) => exactNumber(v_i, scale))),
        before: n.map((i, t) => margin(t, i)), after: n.map((i, t) => margin(t + 1, i)),
        mistake_bits: mistakes.map((indices) => indices.reduce((sum, i) => sum + (1n << BigInt(i)), 0n).toString(16)),
        pocket: pocket ? run.pocketTimes.map((t) => [mistakes[t].length, t]) : null, margins: null, from_zero: true,
        lengths: weights.map((v) => exactNumber(squaredNorm(v), scale ** 2n)),
        lengths_bound: times.map((t) => exactNumber(t * Math.max(...xs.map(squaredNorm)), scale ** 2n)),
        aligned: separator && weights.map((v) => exactNumber(pla.exactDot(separator.w_f, v), scale)),
        aligned_bound: separator && times.map((t) => exactNumber(BigInt(t) * BigInt(separator.minMargin), scale)),
      },
      proof,
    };
  };
})();
