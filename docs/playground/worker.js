/* Python in a worker. The reader's code runs only here.
 *
 * This is a classic worker, made from a Blob, because a page that was opened from disk can start no other kind.
 * in:  {start: {wasm: WebAssembly.Module, mjs, asm, stdlib, package: ArrayBuffer, engine}}
 *      {ask: question as JSON, id}
 * out: {phase}, {ready: {python, ms}}, {message: JSON, id}, {answer: JSON, id},
 *      {failed: text, id}
 */
"use strict";

const BLOCKED_APIS = [
  "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "Worker",
  "SharedWorker", "BroadcastChannel", "indexedDB", "caches", "Notification",
];
let answerQuestion = null;

/** Import an ES module from its bytes. */
const importModule = (bytes) =>
  import(URL.createObjectURL(new Blob([bytes], { type: "text/javascript" })));

/** Block the network, except for the two files that Pyodide fetches by address. */
const isolate = (wasm, stdlib) => {
  const files = {
    "engine:/pyodide.asm.wasm": new ArrayBuffer(0), // empty, because instantiateStreaming below uses the compiled module
    "engine:/python_stdlib.zip": stdlib,
  };
  self.fetch = async (url) => {
    if (!(url in files)) throw new TypeError(`found no network here, for ${url}`);
    return new Response(files[url], { headers: { "content-type": "application/wasm" } });
  };
  WebAssembly.instantiateStreaming = async (response, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  for (const name of BLOCKED_APIS) {
    if (name in self) Object.defineProperty(self, name, { value: undefined });
  }
};

const start = async ({ wasm, mjs, asm, stdlib, package: modules, engine }) => {
  const startTime = performance.now();
  // Pyodide refuses classic workers, and recognizes one by a working importScripts.
  self.importScripts = () => { throw new Error("found importScripts called in a module"); };
  const { loadPyodide } = await importModule(mjs);
  const { default: createPyodideModule } = await importModule(asm);
  isolate(wasm, stdlib);
  postMessage({ phase: "python" });
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: "engine:/",
    lockFileContents: { info: engine.info, packages: {} },
    packageBaseUrl: "engine:/",
  });
  postMessage({ phase: "package" });
  python.unpackArchive(modules, "zip", { extractDir: "/package" });
  python.runPython("import sys; sys.path.insert(0, '/package'); import bridge");
  answerQuestion = python.globals.get("bridge").answer;
  const version = python.runPython("sys.version.split()[0]");
  postMessage({ ready: { python: version, ms: performance.now() - startTime } });
};

const ask = (question, id) => {
  const reply = answerQuestion(question, (message) => postMessage({ message, id }));
  postMessage({ answer: reply, id });
};

self.onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data.start);
    else ask(data.ask, data.id);
  } catch (error) {
    postMessage({ failed: String((error && error.message) || error), id: data.id });
  }
};
