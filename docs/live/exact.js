/* PLA, Pocket and the largest margin on examples with small whole coordinates, exactly.
 *
 * perceptron.exact has no document: a page, the build and the tests run the same file. xs are lists of
 * ints, x_0 first; ys are -1 or +1. All numbers of a run are whole and far below 2^53; where products
 * could pass that, BigInt compares. Only Math.sqrt rounds, for pixels and for what is shown rounded.
 */
(() => {
  "use strict";
  const MOST = 100000; // updates, as in the package

  /** @type {(a: number[], b: number[]) => number} */
  const dot = (a, b) => a.reduce((sum, a_i, i) => sum + a_i * b[i], 0);
  /** @type {(a: number[], b: number[], by?: number) => number[]} */
  const plus = (a, b, by = 1) => a.map((a_i, i) => a_i + by * b[i]);
  const cross = (a, b) =>
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  /** @type {(a: any, b: any) => any} of two numbers, or of two BigInts */
  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0 ? -a : a; };
  const reduced = (w) => {
    const by = w.reduce(gcd, 0) || 1;
    return w.map((w_i) => w_i / by + 0); // + 0: no negative zero
  };

  /** Return a fraction of two BigInts in lowest terms. */
  const fraction = (p, q) => {
    /** @type {bigint} */
    const by = gcd(p, q), [n, d] = [p / by, q / by];
    return { value: Number(p) / Number(q), text: d === 1n ? `${n}` : `${n}/${d}` };
  };

  /** Return whether sign(w . x) is not y, where sign(0) is `zero`: -1, +1, or 0, a mistake for both. */
  const wrong = (w, x, y, zero) => (Math.sign(dot(w, x)) || zero) !== y;

  /** Return the x_n on which w errs. */
  const missed = (w, xs, ys, zero = 0) => xs.filter((x, n) => wrong(w, x, ys[n], zero));

  /** Return a function that draws as Python's `Random(seed).random` does: the first 27 bits and the other 26.
   *
   * It is the Mersenne Twister.
   */
  const source = (seed) => {
    const state = new Uint32Array(624), twist = (v, by) => Math.imul(v ^ (v >>> 30), by);
    state[0] = 19650218;
    for (let i = 1; i < 624; i += 1) state[i] = twist(state[i - 1], 1812433253) + i;
    let i = 1;
    const wrap = () => { if ((i += 1) === 624) { state[0] = state[623]; i = 1; } };
    for (let k = 0; k < 624; k += 1, wrap()) state[i] = (state[i] ^ twist(state[i - 1], 1664525)) + seed;
    for (let k = 0; k < 623; k += 1, wrap()) state[i] = (state[i] ^ twist(state[i - 1], 1566083941)) - i;
    state[0] = 0x80000000;
    let at = 624;
    const word = () => {
      if (at === 624) {
        for (let k = at = 0; k < 624; k += 1) {
          const y = (state[k] & 0x80000000) | (state[(k + 1) % 624] & 0x7fffffff);
          state[k] = state[(k + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
        }
      }
      let y = state[at++];
      y ^= y >>> 11;
      y ^= (y << 7) & 0x9d2c5680;
      y ^= (y << 15) & 0xefc60000;
      return (y ^ (y >>> 18)) >>> 0;
    };
    return () => [word() >>> 5, word() >>> 6];
  };

  /** Return a function that draws from 0, ..., N-1 as the package's order `random` does. */
  const draws = (N, seed) => {
    const draw = source(seed);
    return () => {
      const [high, low] = draw();
      return Math.floor((N * high + Math.floor((N * low) / 2 ** 26)) / 2 ** 27);
    };
  };

  /** Return a function that goes through permutations of 0, ..., N-1, a fresh one for each pass or always the first. */
  const passes = (N, seed, fresh) => {
    const draw = source(seed);
    let pass = [], place = 0;
    return () => {
      if (place === pass.length && (fresh || !place)) {
        const keys = Array.from({ length: N }, () => { const [high, low] = draw(); return high * 2 ** 26 + low; });
        pass = keys.map((_, n) => n).sort((a, b) => keys[a] - keys[b]);
      }
      place %= pass.length;
      return pass[place++];
    };
  };

  /** Return a function that gives the number of the smallest margin of w, or -1 where no mistake is left. */
  const worst = (xs, ys, zero) => (w) => {
    const margins = xs.map((x, n) => ys[n] * dot(w, x)), least = Math.min(...margins);
    return least < 0 ? margins.indexOf(least) : margins.findIndex((m, n) => !m && wrong(w, xs[n], ys[n], zero));
  };

  const FIXED = "random-permutation:fresh=false";
  const ORDERS = ["cyclic", "restart", "random", FIXED, "random-permutation", "worst-margin"];

  /** Return a function of w, and of whether w is new, that gives the example to visit next. */
  const visiting = (xs, ys, { order = "cyclic", seed = 0, zero = 0 }) => {
    const N = xs.length;
    if (order === "random") return draws(N, seed);
    if (order === "worst-margin") return worst(xs, ys, zero);
    if (order !== "cyclic" && order !== "restart") return passes(N, seed, order !== FIXED);
    let at = N - 1;
    return (w, is_new) => (at = is_new && order === "restart" ? 0 : (at + 1) % N);
  };

  /** Return a function that finds a mistake of w, or -1: it asks the order for 10 N visits, and then
   * visits itself what w was not yet seen to get right, as the package's loop does.
   */
  const searching = (xs, ys, how) => {
    const N = xs.length, next = visiting(xs, ys, how), { zero = 0 } = how;
    return (w) => {
      const seen = new Set();
      for (let visit = 0; visit < 10 * N && seen.size < N; visit += 1) {
        const n = next(w, !visit);
        if (n < 0) break;
        if (wrong(w, xs[n], ys[n], zero)) return n;
        seen.add(n);
      }
      return xs.findIndex((x, n) => !seen.has(n) && wrong(w, x, ys[n], zero));
    };
  };

  /** Run PLA from w = 0: `n` has the n(t), `weights` w_0, ..., w_T; `halted` without a mistake.
   *
   * how: the order, "cyclic" or "random"; its seed; what sign(0) is (`zero`); `most` updates. With
   * `pocket`, the run ends as Pocket's does; `mistakes` has those of each w_t, and `held` the t of the
   * weights that the pocket holds then.
   */
  const run = (xs, ys, how = {}) => {
    const { most = MOST, pocket = false, zero = 0 } = how;
    const find = searching(xs, ys, how), n = [], mistakes = [], held = [];
    let w = xs[0].map(() => 0), best = 0, halted = false;
    const weights = [w];
    const count = () => {
      mistakes.push(missed(w, xs, ys, zero).length);
      if (mistakes[n.length] < mistakes[best]) best = n.length;
      held.push(best);
      return mistakes[best] === 0;
    };
    while (!(pocket && (halted = count())) && !(pocket && n.length >= most)) {
      const at = find(w);
      if (at < 0) halted = true;
      if (at < 0 || n.length >= most) break;
      w = plus(w, xs[at], ys[at]);
      weights.push(w);
      n.push(at);
    }
    return { n, weights, T: n.length, halted, mistakes, held };
  };

  /** Return w_f of largest rho in three coordinates, with rho^2 and R^2/rho^2 as fractions; null if no
   * line separates.
   *
   * It points to the point of the hull of all y_n x_n that is nearest to 0. That point is the nearest
   * of a corner, of the line of an edge, or of the plane of a face: these directions are all tried,
   * each with its least margin, and every one that separates is a bound by itself.
   */
  const best = (xs, ys) => {
    const zs = xs.map((x, n) => x.map((x_i) => ys[n] * x_i));
    const R2 = Math.max(...xs.map((x) => dot(x, x)));
    /** @type {any} */
    let largest = null;
    const consider = (direction) => {
      const w = reduced(direction);
      let least = Infinity;
      for (const z of zs) {
        const margin = w[0] * z[0] + w[1] * z[1] + w[2] * z[2];
        if (margin <= 0) return;
        if (margin < least) least = margin;
      }
      const p = BigInt(least) ** 2n, q = BigInt(dot(w, w));
      if (!largest || p * largest.q > largest.p * q) largest = { w, least, p, q };
    };
    zs.forEach((a, i) => {
      consider(a);
      for (let j = i + 1; j < zs.length; j += 1) {
        const ab = plus(zs[j], a, -1);
        consider(plus(a.map((a_i) => a_i * dot(ab, ab)), ab, -dot(a, ab)));
        for (let k = j + 1; k < zs.length; k += 1) {
          const normal = cross(ab, plus(zs[k], a, -1));
          consider(dot(a, normal) < 0 ? normal.map((v) => -v) : normal);
        }
      }
    });
    if (!largest) return null;
    const { w, least, p, q } = largest;
    return { w_f: w, least, R2, rho2: fraction(p, q), bound: fraction(BigInt(R2) * q, p),
      near: zs.flatMap((z, n) => (dot(w, z) === least ? [n] : [])) };
  };

  /** Return all that a picture measures: the run beside w_f, with roots.
   *
   * On data that no line separates the run ends after `how.updates`; Pocket's always does.
   */
  const course = (xs, ys, how = {}) => {
    const separator = best(xs, ys), most = separator && !how.pocket ? MOST : how.updates || 40;
    const made = run(xs, ys, { ...how, most }), R = Math.sqrt(Math.max(...xs.map((x) => dot(x, x))));
    const lengths = made.weights.map((w) => Math.sqrt(dot(w, w)));
    if (!separator) return { xs, ys, ...made, R, lengths, best: null };
    const size = Math.sqrt(dot(separator.w_f, separator.w_f));
    return { xs, ys, ...made, R, lengths, best: separator,
      rho: separator.least / size,
      unit: separator.w_f.map((w_i) => w_i / size),
      along: made.weights.map((w) => dot(separator.w_f, w) / size) };
  };

  globalThis.perceptron = Object.assign(globalThis.perceptron || {}, {
    exact: { ORDERS, dot, plus, missed, draws, run, best, course },
  });
})();
