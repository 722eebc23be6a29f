// Start Pyodide under node, and compile the modules that pages import.
//   node browser_python.mjs PYODIDE_FOLDER SOURCES.zip MODULE_COMPILER.py OUTPUT_FOLDER
// Write stdlib.zip, package.zip and engine.json (the arguments of loadPyodide) into OUTPUT_FOLDER.
import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [pyodide, sources, moduleCompiler, outputFolder] = process.argv.slice(2);
const readPyodideFile = (name) => fs.readFileSync(path.join(pyodide, name));
const {loadPyodide} = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const {version} = JSON.parse(readPyodideFile("package.json"));
const {info} = JSON.parse(readPyodideFile("pyodide-lock.json"));
try {
  const python = await loadPyodide({
    lockFileContents: {info, packages: {}},
    packageBaseUrl: "none:/",
    env: {PYTHONNODEBUGRANGES: "1"}, // leaves out column numbers, a quarter of the size
  });
  python.FS.writeFile("/sources.zip", fs.readFileSync(sources));
  python.runPython(fs.readFileSync(moduleCompiler, "utf8"), {filename: moduleCompiler});
  for (const name of ["stdlib.zip", "package.zip"]) {
    fs.writeFileSync(path.join(outputFolder, name), python.FS.readFile(`/${name}`));
  }
  fs.writeFileSync(path.join(outputFolder, "engine.json"), JSON.stringify({version, info}));
  process.exit(0);
} catch (error) {
  console.error(String(error.message).slice(-2000));
  process.exit(1);
}
