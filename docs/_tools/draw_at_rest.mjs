// Draw the live pictures of docs/live at rest, without a browser. Each line of input is the JSON of
// {kind, config, W, H, strings}; each line of output is the JSON of {svg, T, bound, fragment}.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";
for (const name of ["pla", "draw", "proof", "picture_kinds", "run_claims", "address"]) {
  vm.runInThisContext(readFileSync(new URL(`../live/${name}.js`, import.meta.url), "utf8"));
}
const { pictureKinds, claims, address } = globalThis.perceptron;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { kind: kindName, config, W, H, strings } = JSON.parse(line);
  const kind = pictureKinds[kindName], sliders = config.sliders || [];
  const sliderValues = Object.fromEntries(sliders.map(([name, , , , value]) => [name, value]));
  const points = config.rows.map(([x, y]) => [x, y]), ys = config.rows.map((row) => row[2]);
  const run = kind.compute({ ...config, signOfZero: 0, points, ys, ...sliderValues });
  const { threshold, w1, w2 } = sliderValues;
  const weights = config.weights ? [-threshold, w1, w2] : undefined;
  const t = Math.min(config.t ?? run.T, run.T);
  const [noLineKey] = claims(run, { ...config, points, ys }).noLine || [];
  const svg = kind.draw({
    ...kind.restingView(config, run, W, H), ...sliderValues, t, W, H, run, strings, weights,
    x0: config.x0, arrows: config.arrows, withExamples: true, small: config.small,
    noLine: strings[noLineKey],
  });
  const T = run.halted === false ? null : run.T, bound = run.separator?.bound.text ?? null;
  const fragment = address.playgroundFragment(config, config.rows, run.halted);
  console.log(JSON.stringify({ svg, T, bound, fragment }));
});
