/* Python for this page: load its parts, start it in a worker, ask it questions, and end it.
 *
 * A page that was opened from disk can load only scripts. So each part is a script that calls `perceptron.part`
 * with its bytes as base64, and the manifest is a script that calls `perceptron.manifest`.
 */
(() => {
  "use strict";
  const perceptron = (window.perceptron = window.perceptron || {});

  const MAX_SILENCE = 5000; // milliseconds; Python is ended if it sends nothing for so long
  const PARALLEL_LOADS = 4; // parts loaded at the same time
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

  /** Return the key of the message that says why this browser cannot run Python, or "". */
  const problem = () => {
    if (typeof WebAssembly !== "object") return "noWebAssembly";
    const features = [window.Worker, window.DecompressionStream, WebAssembly.compileStreaming];
    return features.every(Boolean) ? "" : "oldBrowser";
  };

  /** Run a script of the engine's folder. */
  const loadScript = (name) =>
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

  /** Load the missing parts; call progress({done, total}) with bytes. */
  const loadParts = async (progress) => {
    if (!manifest) await loadScript("manifest.js");
    const partList = Object.values(manifest.files).flat();
    const total = partList.reduce((sum, [, size]) => sum + size, 0);
    const missing = partList.filter(([name]) => !parts.has(name));
    const report = () => {
      const loadedParts = partList.filter(([name]) => parts.has(name));
      progress({ done: loadedParts.reduce((sum, [, size]) => sum + size, 0), total });
    };
    const loadNext = async () => {
      while (missing.length) {
        await loadScript(missing.shift()[0]);
        report();
      }
    };
    report();
    await Promise.all(Array.from({ length: PARALLEL_LOADS }, loadNext));
  };

  /** Return a file of the engine, joined from its parts and decompressed. */
  const unpack = (name) => {
    const bytes = manifest.files[name].map(([part]) => parts.get(part));
    const stream = new Blob(bytes).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "content-type": "application/wasm" } });
  };

  let files = null; // the inputs of the worker, which a restart needs again
  const loadFiles = async (progress) => {
    if (files) return;
    await loadParts(progress);
    const wasm = await WebAssembly.compileStreaming(unpack("wasm"));
    const newFiles = { engine: manifest.engine, wasm };
    for (const name of ["mjs", "asm", "stdlib", "package"]) {
      newFiles[name] = await unpack(name).arrayBuffer();
    }
    newFiles.url = URL.createObjectURL(
      new Blob([await unpack("worker").text()], { type: "text/javascript" })
    );
    parts.clear();
    files = newFiles;
  };

  let worker = null;
  let currentQuestion = null; // the question that Python is answering
  const deliver = ({ data }) => {
    if (currentQuestion && data.id === currentQuestion.id) currentQuestion.receive(data);
  };

  /** Start Python in a new worker. */
  const startWorker = (progress) =>
    new Promise((resolve, reject) => {
      const { url, ...start } = files;
      // perceptron.Worker is the browser's own: on disk the theme's search replaces Worker with an <iframe>
      worker = new (perceptron.Worker || Worker)(url);
      worker.onmessage = (event) => {
        const { phase, ready, failed, id } = event.data;
        if (phase) progress({ phase });
        else if (ready) resolve(ready);
        else if (failed && id === undefined) reject(failure("Failed", failed));
        else deliver(event);
      };
      worker.onerror = (event) => {
        const error = failure("Failed", event.message || "the worker could not be started");
        reject(error);
        if (currentQuestion) currentQuestion.fail(error);
      };
      worker.postMessage({ start });
    });

  let pythonReady = null; // resolves when Python can be asked
  /** Load and start Python, unless this has begun; return a promise that resolves when Python can be asked. */
  const start = (progress = () => {}) => {
    if (!pythonReady) {
      pythonReady = loadFiles(progress).then(() => startWorker(progress));
      pythonReady.catch(() => { pythonReady = null; }); // so that the next call tries again
    }
    return pythonReady;
  };

  /** End Python, reject the current question with the error, and start Python again. */
  const restart = (error) => {
    worker.terminate();
    pythonReady = startWorker(() => {});
    pythonReady.catch(() => { pythonReady = null; });
    currentQuestion.fail(error);
  };

  let nextId = 1;
  const send = (question, onMessage, silence) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      let timer = 0;
      const restartTimer = () => {
        clearTimeout(timer);
        if (silence === Infinity) return;
        const message = `no response for ${silence / 1000} s`;
        timer = setTimeout(() => restart(failure("Silent", message)), silence);
      };
      const fail = (error) => { clearTimeout(timer); currentQuestion = null; reject(error); };
      const receive = (data) => {
        if (data.message !== undefined) { restartTimer(); onMessage(JSON.parse(data.message)); return; }
        if (data.failed !== undefined) { fail(failure("Failed", data.failed)); return; }
        clearTimeout(timer);
        currentQuestion = null;
        resolve(JSON.parse(data.answer));
      };
      currentQuestion = { id, receive, fail };
      worker.postMessage({ ask: JSON.stringify(question), id });
      restartTimer();
    });

  let lastAnswer = Promise.resolve(); // each question waits for the one before
  let stopCount = 0;
  /** Return a promise of the answer to a question. Python starts if necessary.
   *
   * onMessage: is called with each message before the answer. silence: Python is ended if it sends nothing for so many
   * milliseconds; the error is then named "Silent".
   */
  const ask = (question, { onMessage = () => {}, silence = MAX_SILENCE } = {}) => {
    const stopsBefore = stopCount;
    const answer = lastAnswer.then(() => start()).then(() => {
      if (stopCount !== stopsBefore) throw failure("Stopped", "stopped");
      return send(question, onMessage, silence);
    });
    lastAnswer = answer.catch(() => {});
    return answer;
  };

  /** Reject all open questions with an error named "Stopped"; if Python is answering one, end Python and start it again. */
  const stop = () => {
    stopCount += 1;
    if (currentQuestion) restart(failure("Stopped", "stopped"));
  };

  perceptron.engine = {
    start,
    ask,
    stop,
    get isStarted() { return Boolean(pythonReady); },
    get isBusy() { return Boolean(currentQuestion); },
    get problem() { return problem(); },
  };
})();
