/* All strings of the site's scripts, one table a language, and what is made with them.
 *
 * A string is a whole sentence or label: {t} and the like are filled in by `perceptron.filled`, so
 * that a translator can order them as the language wants. What the package says stays as it is.
 */
(() => {
  "use strict";
  const perceptron = (window.perceptron = window.perceptron || {});

  const LANGUAGES = {
    en: {
      playground: {
        // the start, and the end
        start: "Start Python in this page (6 MB, once)",
        startHelp: "You can place examples already. Python computes the run: it is loaded from " +
          "this site at your press, and stays in this page.",
        loading: "How much of Python is loaded",
        loaded: "{done} of {total} MB",
        phases: {
          scripts: "One moment ...",
          python: "Python starts ...",
          package: "Python imports the package ...",
        },
        tryAgain: "Try again",
        failed: "Python could not be started: {message}. Is the network there?",
        problems: {
          noWebAssembly: "This browser cannot run Python: it has no WebAssembly, or it is " +
            "switched off. A current Chromium or Firefox has it.",
          oldBrowser: "This browser is too old to run Python. A current Chromium or Firefox can.",
        },
        works: "Python works ...",
        worksAt: "Python works: {t} updates so far",
        stop: "Stop",
        stopped: "You stopped Python. It starts again by itself with your next change or Run.",
        silent: "Python was ended: it gave no sign of life for 2 s. Does a loop go on without a " +
          "yield? It starts again by itself with your next change or Run.",
        broken: "Python broke off: {message}. It starts again with your next change.",
        // examples
        planeName: "The plane",
        plane: "The plane. Arrow keys move a cross; o places +1 there, x places −1.",
        cursor: "The cross is at {x}. o places +1 there, x places −1.",
        example: "Example {n}: {y}, at {x}. Arrow keys move it, space flips its label, Delete " +
          "removes it, Page Down goes to the next.",
        places: "A click places",
        plus: "o, y = +1",
        minus: "x, y = −1",
        flip: "Flip label",
        remove: "Remove",
        undo: "Undo",
        redo: "Redo",
        clear: "Clear",
        out: "Show more of the plane",
        in: "Show less of the plane",
        fit: "Show all",
        sets: "Take a set ...",
        full: "There are {most} examples: more have no room here.",
        empty: "There is no example yet. Click in the plane, or take a set.",
        setNeedsPython: "The examples of {set} come with Python: press Start.",
        table: "Examples as a table",
        add: "Add an example",
        cell: "{name} of example {n}",
        labelOf: "Label of example {n}",
        labelName: "label",
        away: "remove",
        removeN: "Remove example {n}",
        paste: "Paste examples (CSV)",
        pasteHere: "One example a line, its label last",
        take: "Take these",
        // settings
        settings: "Settings",
        moreSettings: "Start, x_0, learning rate, sign(0), limit",
        algorithm: "Algorithm",
        order: "Visiting order",
        mine: "My own strategy",
        yes: "yes",
        no: "no",
        w0: "Start w^(0)",
        x0: "x_0",
        eta: "Learning rate η",
        signOfZero: "sign(0)",
        mistake: "a mistake",
        mostUpdates: "Most updates",
        // a step
        rounded: "≈ {value}",
        fraction: "{text} ≈ {value}",
        t: "t",
        tOfT: "{t} of T = {T}",
        weights: "w_{{t}}",
        mistakes: "mistakes",
        ofN: "{k} of {N} examples",
        pocket: "in the pocket",
        pocketHolds: "w_{{t}}, mistakes: {k}",
        corrected: "n({t}), corrected next",
        exampleN: "example {n}",
        margin: "its margin",
        beforeAfter: "{before} before, {after} after",
        cost: "the whole run",
        visits: "{visits} visits, {products} dot products",
        boundName: "T ≤ R²/ρ²",
        boundHolds: "T = {T}, and R²/ρ² = {bound}.",
        boundSoFar: "T = {T} so far, and R²/ρ² = {bound}.",
        boundNeedsZero: "T = {T}. R²/ρ² = {bound} bounds T only from the start 0.",
        line: "t = {t} of T = {T}: w_{{t}} = {w}. Mistakes: {k}.",
        lineBound: "t = {t} of T = {T}: w_{{t}} = {w}. Mistakes: {k}. R²/ρ² = {bound}.",
        saidStep: "t = {t}. Mistakes: {k}. Update {t} corrects example {n}: its margin goes from " +
          "{before} to {after}.",
        saidEnd: "t = T = {t}. No mistake is left: the run has converged.",
        saidStopped: "t = {t}. The run was stopped here. Mistakes: {k}.",
        legend: {
          line: "solid: the line of w_t, its arrow to h(x) = +1",
          former: "dashed: the line before",
          ring: "ring: corrected next",
          mistake: "square: mistake",
          pocket: "dotted: the line in the pocket",
          hulls: "filled: two mixtures that meet",
        },
        // the proof
        proof: "The proof",
        separable: "A line separates these examples.",
        largest: "w_f = {w} has the largest ρ: R² = {R2}, ρ² = {rho2}. Nearest: examples {n}.",
        noLine: "No line separates these examples.",
        meet: "A mixture of the o is also a mixture of the x, at {point}:",
        sum: "{plus} = {minus}",
        whyNoLine: "The vectors are (x_0, x_1, ...). If w were right everywhere, the score of " +
          "the left side would be above 0, and that of the right side below 0. But they are equal.",
        undecided: "Whether a line separates these examples stays open: the search took too long.",
        arrows: "The update as arrows",
        arrowsSaid: "w_{{t}} plus the arrow η y x of example {n} gives w_{{next}} " +
          "(weights {i} and {k}).",
        arrowsEnd: "w_{{t}}: no update follows (weights {i} and {k}).",
        aligned: "w_f · w_t grows at least as fast as the dashed line",
        alignedSaid: "w_f · w_{{t}} = {value} ≥ {bound}",
        lengths: "|w_t|² grows at most as fast as the dashed line",
        lengthsSaid: "|w_{{t}}|² = {value} ≤ {bound}",
        mistakesOverT: "Mistakes of w_t; dashed, of the pocket",
        mistakesSaid: "mistakes of w_{{t}}: {value}; in the pocket: {bound}",
        bars: "Margins of all examples",
        barsSaid: "The margin of each example for w_{{t}}: below 0, and at 0, it is a mistake.",
        // the reader's own strategy
        mineHelp: "A strategy is a generator: it yields the number of the example to visit next. " +
          "Tab indents; Escape, then Tab, leaves the editor; Ctrl+Enter runs.",
        editor: "Your strategy in Python. Tab indents; Escape, then Tab, leaves.",
        seed: "Start from ...",
        run: "Run",
        check: "Check",
        race: "Race",
        save: "Download mine.py",
        printed: "What your strategy printed",
        foreign: "This code came with the link. Read it, then press Run.",
        changed: "The code has changed: press Run, or Ctrl+Enter.",
        verdicts: { passed: "✓", failed: "✗", skipped: "–" },
        passes: "Every check that applies has passed.",
        fails: "A check has failed: mend that first.",
        racing: "All strategies run on several sets ...",
        raceHead: [
          "strategy", "place", "updates by those of cyclic", "dot products by those of cyclic",
        ],
        raceCaption: "Fewest updates first, on {k} separable sets. 1 is as many as cyclic, 0.5 " +
          "is half as many.",
        // tools
        compareTitle: "Compare the visiting orders",
        compare: "Compare",
        compareHead: ["strategy", "updates T", "visits", "dot products", "mistakes"],
        compareCaption: "All orders on these examples, with these settings",
        stoppedAt: "{T}, stopped",
        share: "Link and downloads",
        link: "A link to all this: examples, settings, step, code",
        copy: "Copy the link",
        copied: "The link is copied.",
        copyYourself: "The browser does not let the page copy. The link is selected: press Ctrl+C.",
        asCsv: "Examples as CSV",
        asSvg: "Picture as SVG",
        damaged: "This link is damaged. What could be read is shown; this could not: {parts}",
        testTitle: "Is this Python exact?",
        testHelp: "The package has golden runs, whose numbers are known. Run them here: they " +
          "have to give the same fingerprint as on any Python.",
        test: "Run them",
        testing: "The golden runs are on their way ...",
        testEqual: "Python {python}: the fingerprint is {fingerprint}, as expected.",
        testOther: "Python {python}: the fingerprint is {fingerprint}; {expected} was expected.",
        open: "Open in the playground",
      },
      code: {
        text: "The text of example {k}", file: "The text of {name}", output: "Output",
        run: "Run", stop: "Stop", reset: "Reset", close: "Close", keys: "Ctrl+Enter",
        save: "Save {name}",
        loading: "Loading Python, once:", megabytes: "{done} of {total} MB",
        starting: "Starting Python",
        ready: "Python is ready.", waiting: "Another example is still running.",
        earlier: "Running the examples above it:", of: "{k} of {n}", running: "Running",
        done: "Done.", nothing: "It printed nothing.", stopped: "Stopped.",
        status: "Exit status {status}.",
        wrong: "It ended with an error.", wrongLine: "It ended with an error, in line {line}.",
        earlierWrong: "Example {k} of this page runs first, and ended with an error.",
        broken: "Python broke down: {message}. It can be started again.",
        found: "The examples of this page find the file as it is written here.",
      },
    },
  };

  const lang = document.documentElement.lang;
  perceptron.words = LANGUAGES[lang] || LANGUAGES[lang.split("-")[0]] || LANGUAGES.en;

  /** Fill in a template: filled("{t} of {T}", {t: 1, T: 9}) is "1 of 9". */
  perceptron.filled = (form, values) =>
    form.replace(/\{(\w+)\}/g, (found, name) => (name in values ? values[name] : found));

  const SVG = /^(svg|g|path|line|circle|rect|text|polygon|polyline|clipPath|title)$/;

  /** Make an element: `on...` are listeners; what is false, null or undefined is left out. */
  perceptron.made = (tag, attributes = {}, ...children) => {
    const element = SVG.test(tag)
      ? document.createElementNS("http://www.w3.org/2000/svg", tag)
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child != null && child !== false));
    return element;
  };
})();
