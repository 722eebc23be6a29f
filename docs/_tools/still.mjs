// One line of JSON in, {kind, config, W, H, words}; one line out, {svg, T, bound, query}: the live pictures of
// docs/live at rest, without a browser.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";
for (const name of ["exact", "draw", "proof", "kinds", "claims", "address"]) {
  vm.runInThisContext(readFileSync(new URL(`../live/${name}.js`, import.meta.url), "utf8"));
}
const { kinds, claims, address } = globalThis.perceptron;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { kind: name, config, W, H, words } = JSON.parse(line), kind = kinds[name];
  const knobs = Object.fromEntries((config.knobs || []).map(([key, , , , value]) => [key, value]));
  const points = config.rows.map(([x, y]) => [x, y]), ys = config.rows.map((row) => row[2]);
  const data = kind.learn({ ...config, zero: 0, points, ys, ...knobs });
  const weights = config.weights ? [-knobs.threshold, knobs.w1, knobs.w2] : undefined;
  const view = { ...kind.goal(config, data, W, H), ...knobs, guess: 0, W, H, words, x0: config.x0, weights };
  const t = Math.min(config.t ?? data.T, data.T);
  const [none] = claims(data, { ...config, points, ys }).none || [];
  const svg = kind.draw({ ...view, t, data, arrows: config.arrows, still: true, none: words[none] });
  const T = data.halted === false ? null : data.T, bound = data.best && data.best.bound.text;
  console.log(JSON.stringify({ svg, T, bound, query: address.query(config, config.rows, data.halted) }));
});
