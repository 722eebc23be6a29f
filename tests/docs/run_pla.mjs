// Run docs/live/pla.js and run_claims.js for the tests. Each line of input is {xs, ys, options} in JSON; each line of
// output is the run, its separator and its claims in JSON.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";
for (const name of ["pla", "run_claims"]) {
  vm.runInThisContext(readFileSync(new URL(`../../docs/live/${name}.js`, import.meta.url), "utf8"));
}
const { pla, claims } = globalThis.perceptron;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { xs, ys, options } = JSON.parse(line), run = pla.measuredRun(xs, ys, options), { separator } = run;
  console.log(JSON.stringify({
    n: run.n, T: run.T, w: run.weights[run.T], halted: run.halted, mistakes: run.mistakes,
    pocket: run.pocketTimes.length ? run.weights[run.pocketTimes[run.T]] : null,
    claims: claims(run, { ...options, x0: xs[0][0], points: xs.map((x) => x.slice(1)), ys }),
    separator: separator && { w_f: separator.w_f, rho: run.rho, R2: separator.R2, rho2: separator.rho2.text, bound: separator.bound.text },
  }));
});
