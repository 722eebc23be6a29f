// Start Pyodide under node and let it make what it will import in the page.
//   node engine.mjs PYODIDE_FOLDER SOURCES.zip MAKER.py OUT_FOLDER
// OUT_FOLDER gets stdlib.zip, package.zip and engine.json, which loadPyodide needs in the page.
import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [pyodide, sources, maker, out] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(pyodide, name));
const {loadPyodide} = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const {version} = JSON.parse(read("package.json"));
const {info} = JSON.parse(read("pyodide-lock.json"));
try {
  const python = await loadPyodide({
    lockFileContents: {info, packages: {}},
    packageBaseUrl: "none:/",
    env: {PYTHONNODEBUGRANGES: "1"}, // without columns of the source: a quarter less
  });
  python.FS.writeFile("/sources.zip", fs.readFileSync(sources));
  python.runPython(fs.readFileSync(maker, "utf8"), {filename: maker});
  for (const name of ["stdlib.zip", "package.zip"]) {
    fs.writeFileSync(path.join(out, name), python.FS.readFile(`/${name}`));
  }
  fs.writeFileSync(path.join(out, "engine.json"), JSON.stringify({version, info}));
  process.exit(0);
} catch (error) {
  console.error(String(error.message).slice(-2000));
  process.exit(1);
}
