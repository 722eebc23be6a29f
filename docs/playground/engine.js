/* Python for this page: loads its parts, starts it in a worker, asks it, and ends it.
 *
 * Each part is a script that calls `perceptron.part` with its bytes as text, the manifest one that
 * calls `perceptron.manifest`: scripts are all that a page can load from disk as well.
 */
(() => {
  "use strict";
  const perceptron = (window.perceptron = window.perceptron || {});

  const SILENCE = 2000; // milliseconds without a response, after which Python is ended
  const AT_ONCE = 4; // parts that are loaded beside each other
  const FOLDER = new URL("engine/", perceptron.base);

  let manifest = null;
  const parts = new Map(); // bytes by the name of the part
  perceptron.manifest = (value) => { manifest = value; };
  perceptron.part = (name, text) => {
    const bytes = Uint8Array.fromBase64
      ? Uint8Array.fromBase64(text)
      : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    parts.set(name, bytes);
  };

  const failure = (name, message) => Object.assign(new Error(message), { name });

  /** Return which key of `words` says why this browser is too old, or "". */
  const problem = () => {
    if (typeof WebAssembly !== "object") return "noWebAssembly";
    const needed = [window.Worker, window.DecompressionStream, WebAssembly.compileStreaming];
    return needed.every(Boolean) ? "" : "oldBrowser";
  };

  /** Run a script of the engine's folder. */
  const script = (name) =>
    new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = new URL(name, FOLDER);
      element.onload = () => { element.remove(); resolve(); };
      element.onerror = () => {
        element.remove();
        reject(failure("Failed", `${name} could not be loaded`));
      };
      document.head.append(element);
    });

  /** Load all parts that are not here yet, telling how many bytes have come. */
  const loadParts = async (progress) => {
    if (!manifest) await script("manifest.js");
    const all = Object.values(manifest.files).flat();
    const total = all.reduce((sum, [, size]) => sum + size, 0);
    const left = all.filter(([name]) => !parts.has(name));
    const tell = () => {
      const here = all.filter(([name]) => parts.has(name));
      progress({ done: here.reduce((sum, [, size]) => sum + size, 0), total });
    };
    const loadNext = async () => {
      while (left.length) {
        await script(left.shift()[0]);
        tell();
      }
    };
    tell();
    await Promise.all(Array.from({ length: AT_ONCE }, loadNext));
  };

  /** Return a file of the engine, put together from its parts and unpacked. */
  const unpacked = (name) => {
    const bytes = manifest.files[name].map(([part]) => parts.get(part));
    const stream = new Blob(bytes).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "content-type": "application/wasm" } });
  };

  let files = null; // what the worker is started with, kept for the next one
  const loadFiles = async (progress) => {
    if (files) return;
    await loadParts(progress);
    const wasm = await WebAssembly.compileStreaming(unpacked("wasm"));
    const loaded = { engine: manifest.engine, wasm };
    for (const name of ["mjs", "asm", "stdlib", "package"]) {
      loaded[name] = await unpacked(name).arrayBuffer();
    }
    loaded.url = URL.createObjectURL(
      new Blob([await unpacked("worker").text()], { type: "text/javascript" })
    );
    parts.clear();
    files = loaded;
  };

  let worker = null;
  let asked = null; // the question that Python is at work on
  const hear = ({ data }) => {
    if (asked && data.id === asked.id) asked.take(data);
  };

  /** Start Python in a new worker. */
  const boot = (progress) =>
    new Promise((resolve, reject) => {
      const { url, ...start } = files;
      // from disk the theme's search replaces Worker by an <iframe>; this is the browser's own
      worker = new (perceptron.Worker || Worker)(url);
      worker.onmessage = (event) => {
        const { phase, ready, failed, id } = event.data;
        if (phase) progress({ phase });
        else if (ready) resolve(ready);
        else if (failed && id === undefined) reject(failure("Failed", failed));
        else hear(event);
      };
      worker.onerror = (event) => {
        const error = failure("Failed", event.message || "the worker could not be started");
        reject(error);
        if (asked) asked.end(error);
      };
      worker.postMessage({ start });
    });

  let started = null; // the promise of a Python that can be asked
  const start = (progress = () => {}) => {
    if (!started) {
      started = loadFiles(progress).then(() => boot(progress));
      started.catch(() => { started = null; }); // it may be tried again
    }
    return started;
  };

  /** End Python with the question that it is at work on, and start it again. */
  const restart = (error) => {
    worker.terminate();
    started = boot(() => {});
    started.catch(() => { started = null; });
    asked.end(error);
  };

  let next = 1;
  const askNow = (question, heard, silence) =>
    new Promise((resolve, reject) => {
      const id = next++;
      let timer = 0;
      const wait = () => {
        clearTimeout(timer);
        if (silence === Infinity) return;
        const message = `no response for ${silence / 1000} s`;
        timer = setTimeout(() => restart(failure("Silent", message)), silence);
      };
      const end = (error) => { clearTimeout(timer); asked = null; reject(error); };
      const take = (data) => {
        if (data.heard !== undefined) { wait(); heard(JSON.parse(data.heard)); return; }
        if (data.failed !== undefined) { end(failure("Failed", data.failed)); return; }
        clearTimeout(timer);
        asked = null;
        resolve(JSON.parse(data.answer));
      };
      asked = { id, take, end };
      worker.postMessage({ ask: JSON.stringify(question), id });
      wait();
    });

  let last = Promise.resolve(); // questions wait for the one before
  let stops = 0;
  const ask = (question, { heard = () => {}, silence = SILENCE } = {}) => {
    const before = stops;
    const answer = last.then(() => start()).then(() => {
      if (stops !== before) throw failure("Stopped", "stopped");
      return askNow(question, heard, silence);
    });
    last = answer.catch(() => {});
    return answer;
  };

  /** End Python now; all that it was asked is answered by an error of the name "Stopped". */
  const stop = () => {
    stops += 1;
    if (asked) restart(failure("Stopped", "stopped"));
  };

  perceptron.engine = {
    start,
    ask,
    stop,
    get on() { return Boolean(started); },
    get busy() { return Boolean(asked); },
    get problem() { return problem(); },
  };
})();
