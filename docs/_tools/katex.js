// One line of JSON in, {tex, display}; one line of JSON out, {html} or {error}.
const katex = require("katex");
// classes, of `symbols` in extensions.py, are the one thing trusted
const trust = ({command}) => command === "\\htmlClass";
const strict = (code) => (code === "htmlExtension" ? "ignore" : "error");
const options = {output: "htmlAndMathml", throwOnError: true, strict, trust};
require("readline").createInterface({input: process.stdin}).on("line", (line) => {
  const {tex, display} = JSON.parse(line);
  let answer;
  try {
    answer = {html: katex.renderToString(tex, {...options, displayMode: display})};
  } catch (error) {
    answer = {error: error.message};
  }
  console.log(JSON.stringify(answer));
});
