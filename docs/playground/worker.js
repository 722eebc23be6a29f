/* Python, in a thread of its own: here, and nowhere else, code of readers runs.
 *
 * A classic worker, made from a Blob: browsers start no other kind from disk.
 * in:  {start: {wasm: WebAssembly.Module, mjs, asm, stdlib, package: ArrayBuffer, engine}}
 *      {ask: question as JSON, id}
 * out: {phase}, {ready: {python, ms}}, {heard: message as JSON, id}, {answer: JSON, id},
 *      {failed: text, id}
 */
"use strict";

const NETWORK = [
  "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "Worker",
  "SharedWorker", "BroadcastChannel", "indexedDB", "caches", "Notification",
];
let answer = null;

/** Import an ES module from its bytes. */
const imported = (bytes) =>
  import(URL.createObjectURL(new Blob([bytes], { type: "text/javascript" })));

/** Give Pyodide the files that it asks for by address, and nothing else to anybody. */
const cutOff = (wasm, stdlib) => {
  const files = {
    "engine:/pyodide.asm.wasm": new ArrayBuffer(0), // compiled already: see below
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
  for (const name of NETWORK) {
    if (name in self) Object.defineProperty(self, name, { value: undefined });
  }
};

const start = async ({ wasm, mjs, asm, stdlib, package: modules, engine }) => {
  const began = performance.now();
  // Pyodide takes a worker in which this works for a classic one, and refuses those.
  self.importScripts = () => { throw new Error("found importScripts called in a module"); };
  const { loadPyodide } = await imported(mjs);
  const { default: createPyodideModule } = await imported(asm);
  cutOff(wasm, stdlib);
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
  answer = python.globals.get("bridge").answer;
  const version = python.runPython("sys.version.split()[0]");
  postMessage({ ready: { python: version, ms: performance.now() - began } });
};

const ask = (question, id) => {
  const said = answer(question, (message) => postMessage({ heard: message, id }));
  postMessage({ answer: said, id });
};

self.onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data.start);
    else ask(data.ask, data.id);
  } catch (error) {
    postMessage({ failed: String((error && error.message) || error), id: data.id });
  }
};
