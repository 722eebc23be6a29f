// Draw the live pictures of docs/live at rest, without a browser. Each line of input is the JSON of
// {kind, config, W, H, words}; each line of output is that of {svg, T, bound, query}.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";
for (const name of ["pla", "draw", "proof", "picture_kinds", "run_claims", "address"]) {
  vm.runInThisContext(readFileSync(new URL(`../live/${name}.js`, import.meta.url), "utf8"));
}
const { pictureKinds, claims, address } = globalThis.perceptron;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { kind: kindName, config, W, H, words } = JSON.parse(line), kind = pictureKinds[kindName];
  const knobs = Object.fromEntries((config.knobs || []).map(([key, , , , value]) => [key, value]));
  const points = config.rows.map(([x, y]) => [x, y]), ys = config.rows.map((row) => row[2]);
  const data = kind.compute({ ...config, zero: 0, points, ys, ...knobs });
  const weights = config.weights ? [-knobs.threshold, knobs.w1, knobs.w2] : undefined;
  const view = { ...kind.restingView(config, data, W, H), ...knobs, guess: 0, W, H, words, x0: config.x0, weights };
  const t = Math.min(config.t ?? data.T, data.T);
  const [claimKey] = claims(data, { ...config, points, ys }).noLine || [];
  const svg = kind.draw({ ...view, t, data, arrows: config.arrows, withExamples: true, small: config.small, noLine: words[claimKey] });
  const T = data.halted === false ? null : data.T, bound = data.separator?.bound.text ?? null;
  console.log(JSON.stringify({ svg, T, bound, query: address.playgroundFragment(config, config.rows, data.halted) }));
});
