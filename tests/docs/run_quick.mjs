// Run quick.js for the tests. Each line of input is a state of the playground in JSON; each line of output is the
// answer without Python in JSON.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";
globalThis.window = globalThis;
for (const name of ["live/pla", "playground/quick"]) {
  vm.runInThisContext(readFileSync(new URL(`../../docs/${name}.js`, import.meta.url), "utf8"));
}
createInterface({ input: process.stdin }).on("line", (line) => console.log(JSON.stringify(globalThis.perceptron.quickAnswer(JSON.parse(line)))));
