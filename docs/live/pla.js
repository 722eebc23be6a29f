/* PLA, Pocket and the separating line of largest margin, computed exactly on examples with small integer coordinates.
 *
 * Pages, the build and the tests run this file, so it needs no document. xs are lists of integers with x_0 first; ys are
 * -1 or +1. Callers limit the number of updates and the absolute values in xs: a coordinate is at most 1000, and the
 * product of two coordinates at most 10^6. So all numbers of a run are integers below 2^53, and `dot` is exact. Products
 * that could exceed 2^53 are computed with BigInt, as in `exactDot`. Only conversions of a BigInt to a number, square
 * roots and quotients are rounded. Pictures use their results for pixels, and for numbers that they show rounded.
 */
(() => {
  "use strict";
  const MAX_UPDATES = 100000; // the same default as in the package

  /** @type {(a: number[], b: number[]) => number} */
  const dot = (a, b) => a.reduce((sum, a_i, i) => sum + a_i * b[i], 0);
  /** Return a . b as a BigInt, for integers whose products may exceed 2^53.
   * @type {(a: number[], b: number[]) => bigint}
   */
  const exactDot = (a, b) => a.reduce((sum, a_i, i) => sum + BigInt(a_i) * BigInt(b[i]), 0n);
  /** @type {(a: number[], b: number[], factor?: number) => number[]} */
  const add = (a, b, factor = 1) => a.map((a_i, i) => a_i + factor * b[i]);
  const cross = (a, b) =>
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  /** @type {(a: any, b: any) => any} of two numbers, or of two BigInts */
  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0 ? -a : a; };
  const inLowestTerms = (w) => {
    const divisor = w.reduce(gcd, 0) || 1;
    return w.map((w_i) => w_i / divisor + 0); // + 0 turns -0 into 0
  };

  /** Return the number nearest to p/q, for two BigInts with q > 0.
   * @type {(p: bigint, q: bigint) => number}
   */
  const quotient = (p, q) => {
    if (p < 0n) return -quotient(-p, q);
    if (BigInt(Number(p)) === p && BigInt(Number(q)) === q) return Number(p) / Number(q);
    const shift = 64 + q.toString(2).length, shifted = p << BigInt(shift), digits = shifted / q;
    // a last bit of 1 stands for all bits that are cut off, so that `Number` rounds as if it had them
    return Number(digits * q === shifted ? digits : digits | 1n) / 2 ** shift;
  };

  /** Return the fraction p/q of two BigInts with q > 0 as {p, q, value, text}: in lowest terms, as the nearest number, and
   * as text.
   */
  const fraction = (p, q) => {
    /** @type {bigint} */
    const divisor = gcd(p, q), [numerator, denominator] = [p / divisor, q / divisor];
    const text = denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
    return { p: numerator, q: denominator, value: quotient(numerator, denominator), text };
  };

  /** Return whether sign(w . x) is not y. `signOfZero` is sign(0): -1, +1, or 0, which is a mistake for both labels. */
  const isMistake = (w, x, y, signOfZero) => (Math.sign(dot(w, x)) || signOfZero) !== y;

  /** Return the x_n that w misclassifies. */
  const misclassified = (w, xs, ys, signOfZero = 0) => xs.filter((x, n) => isMistake(w, x, ys[n], signOfZero));

  /** Return a function that returns random bits of the Mersenne Twister as two integers, of 27 and of 26 bits. Python's
   * `Random(seed).random()` computes its next number from the same bits.
   */
  const randomBits = (seed) => {
    const state = new Uint32Array(624), mix = (v, multiplier) => Math.imul(v ^ (v >>> 30), multiplier);
    state[0] = 19650218;
    for (let i = 1; i < 624; i += 1) state[i] = mix(state[i - 1], 1812433253) + i;
    let i = 1;
    const advance = () => { if ((i += 1) === 624) { state[0] = state[623]; i = 1; } };
    for (let k = 0; k < 624; k += 1, advance()) state[i] = (state[i] ^ mix(state[i - 1], 1664525)) + seed;
    for (let k = 0; k < 623; k += 1, advance()) state[i] = (state[i] ^ mix(state[i - 1], 1566083941)) - i;
    state[0] = 0x80000000;
    let position = 624;
    const nextWord = () => {
      if (position === 624) {
        for (let k = position = 0; k < 624; k += 1) {
          const y = (state[k] & 0x80000000) | (state[(k + 1) % 624] & 0x7fffffff);
          state[k] = state[(k + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
        }
      }
      let y = state[position++];
      y ^= y >>> 11;
      y ^= (y << 7) & 0x9d2c5680;
      y ^= (y << 15) & 0xefc60000;
      return (y ^ (y >>> 18)) >>> 0;
    };
    return () => [nextWord() >>> 5, nextWord() >>> 6];
  };

  /** Return a function that draws from 0, ..., N-1 in the same sequence as the package's order `random`. */
  const randomDraws = (N, seed) => {
    const nextBits = randomBits(seed);
    return () => {
      const [high, low] = nextBits();
      return Math.floor((N * high + Math.floor((N * low) / 2 ** 26)) / 2 ** 27);
    };
  };

  /** Return a function that steps through random permutations of 0, ..., N-1: a fresh permutation for each pass, or the
   * same permutation for all passes.
   */
  const permutationDraws = (N, seed, isFresh) => {
    const nextBits = randomBits(seed);
    let pass = [], position = 0;
    return () => {
      if (position === pass.length && (isFresh || !position)) {
        const keys = Array.from({ length: N }, () => { const [high, low] = nextBits(); return high * 2 ** 26 + low; });
        pass = keys.map((_, n) => n).sort((a, b) => keys[a] - keys[b]);
      }
      position %= pass.length;
      return pass[position++];
    };
  };

  /** Return a function of w that returns the n of the mistake with the smallest margin, or -1 if w makes no mistake. */
  const worstMarginOrder = (xs, ys, signOfZero) => (w) => {
    const margins = xs.map((x, n) => ys[n] * dot(w, x)), minMargin = Math.min(...margins);
    return minMargin < 0 ? margins.indexOf(minMargin) : margins.findIndex((m, n) => !m && isMistake(w, xs[n], ys[n], signOfZero));
  };

  const FIXED_CYCLE = "random-permutation:fresh=false";
  const ORDERS = ["cyclic", "restart", "random", FIXED_CYCLE, "random-permutation", "worst-margin"];

  /** Return a function (w, hasChanged) that returns the n to visit next; hasChanged says whether w has just changed. */
  const visitingOrder = (xs, ys, { order = "cyclic", seed = 0, signOfZero = 0 }) => {
    const N = xs.length;
    if (order === "random") return randomDraws(N, seed);
    if (order === "worst-margin") return worstMarginOrder(xs, ys, signOfZero);
    if (order !== "cyclic" && order !== "restart") return permutationDraws(N, seed, order !== FIXED_CYCLE);
    let lastVisited = N - 1;
    return (w, hasChanged) => (lastVisited = hasChanged && order === "restart" ? 0 : (lastVisited + 1) % N);
  };

  /** Return a function of w that returns the n of a mistake, or -1.
   *
   * It follows the order for at most 10 N visits. Then it checks the examples that these visits did not reach, as the loop
   * of the package does.
   */
  const mistakeFinder = (xs, ys, options) => {
    const N = xs.length, nextVisit = visitingOrder(xs, ys, options), { signOfZero = 0 } = options;
    return (w) => {
      const correctExamples = new Set(); // the n of the visited examples that w classifies correctly
      for (let visit = 0; visit < 10 * N && correctExamples.size < N; visit += 1) {
        const n = nextVisit(w, !visit);
        if (n < 0) break;
        if (isMistake(w, xs[n], ys[n], signOfZero)) return n;
        correctExamples.add(n);
      }
      return xs.findIndex((x, n) => !correctExamples.has(n) && isMistake(w, x, ys[n], signOfZero));
    };
  };

  /** Run PLA from w = 0.
   *
   * options: order, one of ORDERS; seed; signOfZero, which is sign(0); maxUpdates; and pocket. With `pocket` the run stops
   * as Pocket does.
   *
   * The result has n: n(0), ..., n(T-1); weights: w_0, ..., w_T; T; and halted: whether no mistake is left. With `pocket`
   * it also has mistakes: mistakes[t] is the number of mistakes of w_t; and pocketTimes: after t updates the pocket holds
   * w_s with s = pocketTimes[t].
   */
  const run = (xs, ys, options = {}) => {
    const { maxUpdates = MAX_UPDATES, pocket = false, signOfZero = 0 } = options;
    const findMistake = mistakeFinder(xs, ys, options), n = [], mistakes = [], pocketTimes = [];
    let w = xs[0].map(() => 0), pocketTime = 0, halted = false;
    const weights = [w];
    const updatePocket = () => {
      mistakes.push(misclassified(w, xs, ys, signOfZero).length);
      if (mistakes[n.length] < mistakes[pocketTime]) pocketTime = n.length;
      pocketTimes.push(pocketTime);
      return mistakes[pocketTime] === 0;
    };
    while (!(pocket && (halted = updatePocket())) && !(pocket && n.length >= maxUpdates)) {
      const n_t = findMistake(w);
      if (n_t < 0) halted = true;
      if (n_t < 0 || n.length >= maxUpdates) break;
      w = add(w, xs[n_t], ys[n_t]);
      weights.push(w);
      n.push(n_t);
    }
    return { n, weights, T: n.length, halted, mistakes, pocketTimes };
  };

  /** Return the separating line of largest margin, for examples with three coordinates; null if no line separates.
   *
   * The result has w_f, an integer vector; minMargin, its smallest margin; nearest, the n of the examples with this margin;
   * R2, an integer; rho2 and the bound R^2/rho^2, as `fraction` returns them.
   *
   * w_f points to the point nearest to 0 in the convex hull of all y_n x_n. This point is a corner, or it is the point
   * nearest to 0 on the line of an edge or on the plane of a face. So it is enough to try the directions of all these
   * points, and to keep the direction with the largest quotient of smallest margin and length.
   */
  const findSeparator = (xs, ys) => {
    const zs = xs.map((x, n) => x.map((x_i) => ys[n] * x_i)); // all y_n x_n
    const R2 = Math.max(...xs.map((x) => dot(x, x)));
    /** @type {any} */
    let best = null; // rho^2 of `w` is p/q
    const tryDirection = (direction) => {
      const w = inLowestTerms(direction);
      let minMargin = Infinity;
      for (const z of zs) {
        const margin = w[0] * z[0] + w[1] * z[1] + w[2] * z[2];
        if (margin <= 0) return;
        if (margin < minMargin) minMargin = margin;
      }
      const p = BigInt(minMargin) ** 2n, q = exactDot(w, w);
      if (!best || p * best.q > best.p * q) best = { w, minMargin, p, q };
    };
    zs.forEach((a, i) => {
      tryDirection(a);
      for (let j = i + 1; j < zs.length; j += 1) {
        const ab = add(zs[j], a, -1);
        tryDirection(add(a.map((a_i) => a_i * dot(ab, ab)), ab, -dot(a, ab)));
        for (let k = j + 1; k < zs.length; k += 1) {
          const normal = cross(ab, add(zs[k], a, -1));
          tryDirection(dot(a, normal) < 0 ? normal.map((v) => -v) : normal);
        }
      }
    });
    if (!best) return null;
    const { w, minMargin, p, q } = best;
    return { w_f: w, minMargin, R2, rho2: fraction(p, q), bound: fraction(BigInt(R2) * q, p),
      nearest: zs.flatMap((z, n) => (dot(w, z) === minMargin ? [n] : [])) };
  };

  /** Return the result of `run` with the numbers that pictures show: xs; ys; R; lengths: all |w_t|; and separator: null if
   * no line separates. If a line separates, the result also has rho; unitSeparator: w_f / |w_f|; and projections: all
   * w_f . w_t / |w_f|.
   *
   * If no line separates, and with `pocket`, the run stops after at most `options.updates` updates, 40 by default.
   */
  const measuredRun = (xs, ys, options = {}) => {
    const separator = findSeparator(xs, ys), maxUpdates = separator && !options.pocket ? MAX_UPDATES : options.updates || 40;
    const result = run(xs, ys, { ...options, maxUpdates }), R = Math.sqrt(Math.max(...xs.map((x) => dot(x, x))));
    const lengths = result.weights.map((w) => Math.sqrt(Number(exactDot(w, w))));
    if (!separator) return { xs, ys, ...result, R, lengths, separator: null };
    const lengthOfSeparator = Math.sqrt(Number(exactDot(separator.w_f, separator.w_f)));
    return { xs, ys, ...result, R, lengths, separator,
      rho: separator.minMargin / lengthOfSeparator,
      unitSeparator: separator.w_f.map((w_i) => w_i / lengthOfSeparator),
      projections: result.weights.map((w) => Number(exactDot(separator.w_f, w)) / lengthOfSeparator) };
  };

  globalThis.perceptron = Object.assign(globalThis.perceptron || {}, {
    pla: { ORDERS, dot, exactDot, fraction, misclassified, randomDraws, run, findSeparator, measuredRun },
  });
})();
