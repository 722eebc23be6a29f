// One line of JSON in, {xs, ys, how}; one line out: the run of live/exact.js, w_f, and what live/claims.js says, for
// the tests.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";
for (const name of ["exact", "claims"]) {
  vm.runInThisContext(readFileSync(new URL(`../../docs/live/${name}.js`, import.meta.url), "utf8"));
}
const { exact, claims } = globalThis.perceptron;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { xs, ys, how } = JSON.parse(line), made = exact.course(xs, ys, how), { best } = made;
  console.log(JSON.stringify({
    n: made.n, T: made.T, w: made.weights[made.T], halted: made.halted, mistakes: made.mistakes,
    pocket: made.held.length ? made.weights[made.held[made.T]] : null,
    claims: claims(made, { ...how, x0: xs[0][0], points: xs.map((x) => x.slice(1)), ys }),
    best: best && { w_f: best.w_f, rho: made.rho, R2: best.R2, rho2: best.rho2.text, bound: best.bound.text },
  }));
});
