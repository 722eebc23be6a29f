// The live pictures of docs/live without a browser: `node --test tests/docs/live_pictures.test.mjs`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const folder = new URL("../../docs/live/", import.meta.url);
for (const name of ["pla", "draw", "proof", "picture_kinds", "run_claims", "address", "scene_sheet"]) {
  vm.runInThisContext(readFileSync(new URL(`${name}.js`, folder), "utf8"));
}
const { pla, draw, pictureKinds, claims, address, sceneSheet } = globalThis.perceptron;
const strings = JSON.parse(readFileSync(new URL("words.json", folder), "utf8"));
const OR = { xs: [[1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]], ys: [-1, 1, 1, 1] };
const XOR = { xs: OR.xs, ys: [-1, 1, 1, -1] };
const W = 640, H = 480, SCENES = ["question", "gap", "fold", "forward", "length", "angle", "bound"];

/** Return `count` sets of examples on the grid, drawn by the Mersenne Twister. */
const randomSets = (count, x0) => {
  const draw19 = pla.randomDraws(19, 5), draw2 = pla.randomDraws(2, 6);
  return Array.from({ length: count }, () => {
    const points = Array.from({ length: 6 }, () => [draw19() - 9, draw19() - 9]);
    return { x0, points, ys: points.map(() => 2 * draw2() - 1), updates: 40 };
  });
};

test("the logical or takes nine updates in the naive cycle", () => {
  const { n, weights, halted } = pla.run(OR.xs, OR.ys);
  assert.deepEqual([n, weights.at(-1), halted], [[0, 1, 2, 0, 0, 1, 0, 2, 0], [-1, 2, 2], true]);
});

test("w_f, rho^2 and the bound of the logical or are exact", () => {
  const { w_f, R2, rho2, bound } = pla.findSeparator(OR.xs, OR.ys);
  assert.deepEqual([w_f, R2, rho2.text, bound.text], [[-1, 2, 2], 3, "1/9", "27"]);
});

test("no line separates XOR, and PLA is back at 0 after four updates", () => {
  assert.equal(pla.findSeparator(XOR.xs, XOR.ys), null);
  assert.deepEqual(pla.measuredRun(XOR.xs, XOR.ys, { updates: 4 }).weights.at(-1), [0, 0, 0]);
});

test("with the feature x_1 x_2 PLA solves XOR", () => {
  const points = [[1, 1], [-1, 1], [1, -1], [-1, -1]];
  assert.deepEqual(pictureKinds.feature.compute({ points, ys: [-1, 1, 1, -1] }).weights.at(-1), [0, 0, 0, -4]);
});

test("a run with the feature x_1 x_2 that stops early does not claim that no line separates", () => {
  const dataSet = { x0: 1, points: [[10, 0], [9, 0]], ys: [1, -1] }, run = pictureKinds.feature.compute(dataSet);
  assert.ok(pla.run(run.xs, run.ys).T > run.T);
  assert.ok(pla.run(run.xs, run.ys).halted);
  assert.deepEqual(claims(run, dataSet), { noLine: null, end: ["stopped", { T: 200 }], updates: ["updatesSoFar", { T: 200 }], bound: null });
});

test("only a kind that has looked for a line claims that none separates", () => {
  for (const x0 of [0, 1]) {
    for (const dataSet of randomSets(30, x0)) {
      for (const kind of ["plane", "proof", "feature", "learningCurve", "loss"]) {
        const run = pictureKinds[kind].compute({ ...dataSet, N: 8 }), { noLine, end, bound } = claims(run, dataSet);
        const isLineless = ["plane", "proof"].includes(kind) && !pla.findSeparator(dataSet.points.map((point) => [x0, ...point]), dataSet.ys);
        assert.deepEqual([noLine !== null, end[0] === "endless", /noBound/.test(bound?.[0])], [isLineless, isLineless, isLineless], kind);
      }
    }
  }
});

test("seed 7 draws floor(9 r), where r is what Python's Random(7).random() draws", () => {
  const draw9 = pla.randomDraws(9, 7);
  assert.deepEqual([draw9(), draw9(), draw9(), draw9()], [2, 1, 5, 0]);
});

test("the pocket holds the first of equally good weights", () => {
  const { mistakes, pocketTimes } = pla.run(XOR.xs, XOR.ys, { pocket: true, maxUpdates: 4 });
  assert.deepEqual([mistakes, pocketTimes], [[4, 2, 3, 2, 4], [0, 1, 1, 1, 1]]);
});

test("sign(0) = -1 makes no mistake where all labels are -1", () => {
  assert.equal(pla.run([[1, 1], [1, 2]], [-1, -1], { signOfZero: -1 }).T, 0);
});

for (const [name, x0] of [["plane", 1], ["plane", 0], ["proof", 0], ["proof", 1]]) {
  test(`${name} with x_0 = ${x0} draws every scene at the first and the last steps of 30 sets`, () => {
    for (const dataSet of randomSets(30, x0)) {
      for (const scene of name === "proof" ? SCENES : [""]) {
        for (const pocket of name === "proof" ? [false] : [false, true]) {
          const run = pictureKinds[name].compute({ ...dataSet, pocket });
          const view = pictureKinds[name].restingView({ scene }, run, W, H);
          for (const t of [0, 0.5, 1, run.T]) {
            const svg = pictureKinds[name].draw({ ...view, t: Math.min(t, run.T), W, H, run, strings, x0, arrows: true, showsGuessArrows: true, withExamples: true });
            assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
          }
          if (pocket) assert.doesNotMatch(draw.mistakeChart({ W, H: 110, t: 1, run, strings }), /NaN|undefined/);
        }
      }
    }
  });
}

/** Return the names in a picture, [middle, baseline, width, text], after a check that no two overlap and none is cut off. */
const namesOf = (svg, w, h, description) => {
  const names = [];
  for (const [, x, y, anchor, classes, content] of svg.matchAll(/<text x="([^"]*)" y="([^"]*)" text-anchor="([^"]*)" class="([^"]*)">(.*?)<\/text>/g)) {
    const width = content.replace(/<.*?>/g, "").length * (/large/.test(classes) ? 9 : /small/.test(classes) ? 6 : 7.5);
    if (!/outline/.test(classes)) names.push([+x + width * { start: 0.5, middle: 0, end: -0.5 }[anchor], +y, width, content]);
  }
names.forEach(([x, y, width, name], i) => {
    assert.ok(x - width / 2 > -4 && x + width / 2 < w + 4 && y > 8 && y < h, `${description}: ${name} is cut off`);
for (const [otherX, otherY, otherWidth, otherName] of names.slice(0, i)) {
      assert.ok(Math.abs(x - otherX) >= (width + otherWidth) / 2 - 6 || Math.abs(y - otherY) >= 12, `${description}: ${name} overlaps ${otherName}`);
    }
  });
  return names;
};

const READERS_ROWS = [[0, 5, 1], [5, 1, 1], [0, -3, -1], [4, -1, 1], [-3, -5, -1], [4, -4, -1], [-3, -1, -1], [6, -2, 1]];
const ROWS_THAT_ATTAIN_THE_BOUND = [[4, 3, 1], [3, -4, -1]];
test("in every scene and at every step, names do not overlap each other, an example or the arrow of w_f, in small and large pictures", () => {
  for (const rows of [READERS_ROWS, ROWS_THAT_ATTAIN_THE_BOUND]) {
    const run = pictureKinds.proof.compute({ x0: 0, points: rows.map((row) => row.slice(0, 2)), ys: rows.map((row) => row[2]) });
    for (const [w, h] of [[358, 186], [358, 228], [372, 260], [640, 400], [500, 330]]) {
      for (const scene of SCENES) {
        for (let t = 0; t <= run.T; t += 1) {
          const picture = { ...pictureKinds.proof.restingView({ scene }, run, w, h), t, W: w, H: h, run, strings, x0: 0 };
          const description = `${w} ${scene} ${t}`, names = namesOf(pictureKinds.proof.draw(picture), w, h, description);
          if (picture.turn && !picture.opacity.graph) for (const [, y, , name] of names) assert.ok(y < picture.originY - 2 || y > picture.originY + 13, `${description}: ${name}`);
          for (const [x1, x2] of picture.turn || picture.fold ? [] : rows) {
            const [exampleX, exampleY] = [picture.originX + picture.unit * x1, picture.originY - picture.unit * x2];
            for (const [x, y, width, name] of names) assert.ok(Math.abs(exampleX - x) >= width / 2 + 4 || Math.abs(exampleY - y + 5) >= 13, `${description}: ${name}, (${x1}, ${x2})`);
          }
        }
      }
    }
  }
});

test("in a small picture the name of the weights does not overlap the name of the axis", () => {
  const picture = { ...pictureKinds.plane.restingView({ area: { left: -1.4, right: 16, bottom: -2.6, top: 11 } }, null, 358, 184), W: 358, H: 184, t: 0, strings, x0: 1 };
  const run = pictureKinds.plane.compute({ x0: 1, points: [[7, 0], [8, 0], [8, 1], [8, 2], [14, 1]], ys: [1, 1, 1, 1, 1] });
  for (let w2 = 0; w2 <= 4; w2 += 1) namesOf(draw.plane({ ...picture, run, weights: [-8, 1, w2] }), 358, 184, `w_2 = ${w2}`);
});

test("the normal of the weights is within the picture, if its line is well inside, at many settings of the sliders", () => {
  for (const [w, h] of [[640, 488], [358, 184]]) {
    const picture = { ...pictureKinds.plane.restingView({ area: { left: -1.4, right: 16, bottom: -2.6, top: 11 } }, null, w, h), W: w, H: h, t: 0, strings, x0: 1 };
    const run = pictureKinds.plane.compute({ x0: 1, points: [[7, 0], [8, 4]], ys: [1, -1] });
    for (let threshold = -4; threshold <= 16; threshold += 2) {
      for (const [w1, w2] of [[2, -2], [1, 0], [4, -4], [1, -1], [2, 1], [0, 1]]) {
        const svg = draw.plane({ ...picture, run, weights: [-threshold, w1, w2] });
        const line = /M(\S+) (\S+)L(\S+) (\S+)" class="line"/.exec(svg).slice(1).map(Number);
        const pointsOfLine = Array.from({ length: 99 }, (_, i) => [0, 1].map((k) => line[k] + ((line[k + 2] - line[k]) * i) / 98));
        if (!pointsOfLine.some(([x, y]) => x > 100 && x < w - 130 && y > 90 && y < h - 90)) continue;
        const [x, y] = /M(\S+) (\S+)L\S+ \S+L\S+ \S+z" class="s-w w head/.exec(svg).slice(1).map(Number);
        assert.ok(x > 0 && x < w && y > 0 && y < h, `${w}: ${[-threshold, w1, w2]}`);
        namesOf(svg, w, h, `${[-threshold, w1, w2]}`);
      }
    }
  }
});

test("a plane states its x_0, and marks and names the origin where it is 0", () => {
  for (const [kind, x0] of [["plane", 0], ["plane", 1], ["proof", 0], ["proof", 1]]) {
    const points = [[2, 0], [5, 1]], run = pictureKinds[kind].compute({ x0, points, ys: [1, -1] });
    const picture = { ...pictureKinds[kind].restingView({ scene: "question" }, run, W, H), t: run.T, W, H, run, strings, x0 };
    const svg = pictureKinds[kind].draw(picture);
    assert.match(svg, new RegExp(`>x</tspan>.*?>0</tspan><tspan dy="-4"> = ${x0}<`));
    assert.equal(svg.includes(`>${strings.origin}<`), x0 === 0);
  }
});

test("numbers in the margins say where an example is, and no line of the plane reaches them", () => {
  const points = [[4, -4], [-4, 5]], ys = [1, -1];
  for (const [kind, w, h] of [["plane", W, H], ["plane", 358, 184], ["proof", W, H], ["proof", 358, 224]]) {
    const run = pictureKinds[kind].compute({ x0: 0, points, ys });
    const picture = { ...pictureKinds[kind].restingView({ scene: "question" }, run, w, h), t: run.T, W: w, H: h, run, strings, x0: 0 };
    const svg = pictureKinds[kind].draw(picture), [x, y] = draw.planeScale(picture).toPixels([4, -4]);
    const groups = [...svg.matchAll(/<g class="number" text-anchor="(.*?)">(.*?)<\/g>/g)];
    const numbers = groups.flatMap(([, anchor, texts]) => [...texts.matchAll(/x="(.*?)" y="(.*?)">(.*?)</g)].map(([, a, b, name]) => [0, a, b, anchor, name]));
    const placeOf = (name, anchor) => numbers.find((match) => match[3] === anchor && match[4] === name).slice(1, 3).map(Number);
    const [[numberX, numberY], [otherX, otherY]] = [placeOf("4", "middle"), placeOf("−4", "end")];
    assert.ok(Math.abs(numberX - x) < 0.1 && numberY > h - draw.BOTTOM && Math.abs(otherY - 4 - y) < 0.1 && otherX < draw.LEFT, kind);
    assert.ok(svg.indexOf('"line"') < svg.indexOf('"margin"') && svg.indexOf('"margin"') < svg.indexOf('"number"')); // the margins cover the ends of lines
  }
});

test("a solid ring is the next mistake, and a dashed ring another mistake", () => {
  const noisy = { x0: 1, points: [[0, 0], [1, 1], [0, 1], [1, 0], [4, 2]], ys: [1, 1, -1, -1, 1], pocket: true, updates: 20 };
  const run = pictureKinds.plane.compute(noisy), count = (svg, name) => svg.split(`class="${name}"/>`).length - 1;
  for (let t = 0; t <= run.T; t += 1) {
    const picture = { ...pictureKinds.plane.restingView({}, run, W, H), t, W, H, run, strings, x0: 1 }, svg = pictureKinds.plane.draw(picture);
    const isNext = t < run.T, inKey = [1, 1]; // the key has one of each
    assert.deepEqual([count(svg, "ring"), count(svg, "mistake")], [inKey[0] + isNext, inKey[1] + run.mistakes[t] - isNext]);
  }
  const weights = draw.plane({ ...pictureKinds.plane.restingView({}, run, W, H), t: 0, W, H, run, strings, x0: 1, weights: [0, 1, 0] });
  assert.deepEqual([count(weights, "ring"), count(weights, "mistake")], [0, 1 + perceptron.pla.misclassified([0, 1, 0], run.xs, run.ys).length]);
});

test("the two ways to turn have an arrow and the words of an answer each", () => {
  const run = pictureKinds.proof.compute({ x0: 0, points: [[0, 2], [3, -1], [-2, -1]], ys: [1, 1, -1] });
  for (const [w, h] of [[W, H], [358, 200]]) {
    const picture = { ...pictureKinds.proof.restingView({ scene: "question" }, run, w, h), showsGuessArrows: true, t: 1, W: w, H: h, run, strings, x0: 0 };
    const svg = pictureKinds.proof.draw(picture);
    for (const word of [strings.anticlockwise, strings.clockwise]) assert.equal(svg.split(`<tspan>${word}<`).length, 3); // the halo, and the word
    assert.equal(svg.match(/"guess head"/g).length, 2);
  }
});

test("the name of the origin is not written on the radius R", () => {
  const run = pictureKinds.proof.compute({ x0: 0, points: [[0, 2], [3, -1], [-2, -1]], ys: [1, 1, -1] });
  for (const scene of ["gap", "fold"]) {
    const picture = { ...pictureKinds.proof.restingView({ scene }, run, W, H), t: 1, W, H, run, strings, x0: 0 };
    assert.ok(!pictureKinds.proof.draw(picture).includes(`>${strings.origin}<`));
  }
});

test("with x_0 = 1 the proof shows lines and the last curves alone: its vectors have three coordinates", () => {
  const run = pictureKinds.proof.compute({ x0: 1, points: [[2, 0], [5, 1]], ys: [1, -1] });
  for (const scene of SCENES) {
    const { opacity, turn } = pictureKinds.proof.restingView({ scene }, run, W, H);
    for (const name of ["wf", "wt", "signedExamples", "upperCircle", "lowerWall", "circle", "gap", "guessArrows"]) assert.ok(!opacity[name] || (name === "wt" && !turn));
    assert.equal(opacity.graph, ["question", "gap", "fold"].includes(scene) ? 0 : 1);
  }
});

test("the sheet has a panel for each scene, of twenty sets", () => {
  const config = { scenes: Object.fromEntries(SCENES.map((name) => [name, {}])) };
  for (const dataSet of [...randomSets(10, 0), ...randomSets(10, 1)]) {
    const { content, width, height } = sceneSheet({ kind: "proof", config, dataSet, sceneNames: SCENES, strings });
    assert.equal(content.match(/<svg /g).length, SCENES.length);
    assert.doesNotMatch(content, /NaN|undefined|Infinity/);
    assert.ok(width > 1000 && height > width);
  }
});

test("from an address one reads the settings, rows and scene that it was made from", () => {
  const current = { x0: 1, order: "cyclic" };
  for (const [settings, rows, scene] of [
    [{ x0: 1, order: "cyclic", seed: 0, signOfZero: 0 }, [[1, -2, 1], [0, 3, -1]], "run"],
    [{ x0: 0, order: "random", seed: 7, signOfZero: -1 }, [[1, 1, 1]], "update"],
    [{ x0: 0, order: "cyclic", seed: 0, signOfZero: 1 }, null, ""],
  ]) {
    const parsed = address.parse(address.pictureFragment(settings, current, rows, scene));
    assert.deepEqual({ ...current, seed: 0, signOfZero: 0, ...parsed.settings }, rows ? { ...settings, rows } : settings);
    assert.equal(parsed.scene || "", scene);
  }
});

test("an address may have a seed in the form of the playground's links, and its invalid values are ignored", () => {
  assert.deepEqual(address.parse("order=random:seed=3&x0=1").settings, { x0: 1, order: "random", seed: 3 });
  assert.deepEqual(address.parse("p=1,x;a,2,o;3,4,o&x0=2&order=none&seed=-1&sign0=5").settings, { rows: [[3, 4, 1]] });
});

test("the small pictures draw at even N, and at margins from -3 to 3", () => {
  for (let N = 2; N <= 64; N += 2) {
    const run = pictureKinds.learningCurve.compute({ N });
    assert.ok(run.halted);
    assert.doesNotMatch(pictureKinds.learningCurve.draw({ W, H, run, strings }), /NaN|undefined/);
  }
  for (let margin = -3; margin <= 3; margin += 0.5) {
    assert.doesNotMatch(pictureKinds.loss.draw({ W, H, run: pictureKinds.loss.compute(), strings, margin }), /NaN|undefined/);
  }
});

test("vectors are bold, and the letters of the guarantee have their colours", () => {
  assert.match(draw.formula("*w*_f", [0, 0]), /<tspan class="b">w<\/tspan><tspan class="sub" dy="4">f/);
  assert.match(draw.formula("~ρ~ ~R~", [0, 0]), /class="i s-f">ρ.*class="i s-R">R/);
});

test("a formula with a halo is two texts with the style of a formula", () => {
  const classes = [...draw.formula("*w*_f", [0, 0], "s-f halo").matchAll(/<text [^>]*class="([^"]*)"/g)].map((match) => match[1].trim());
  assert.deepEqual(classes, ["svg-formula s-f halo outline", "svg-formula s-f"]);
});

test("the tip of w_t is beyond t rho, and within sqrt(t) R", () => {
  for (const dataSet of randomSets(60, 0)) {
    const { separator, projections, lengths, rho, R } = pictureKinds.plane.compute(dataSet);
    if (separator) projections.forEach((projection, t) => assert.ok(t * rho <= projection + 1e-9 && lengths[t] <= Math.sqrt(t) * R + 1e-9));
  }
});
