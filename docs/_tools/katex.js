// Each line of input is the JSON of {tex, display}; each line of output is that of {html} or {error}.
const katex = require("katex");
// trust only classes, which `style_symbols` of formulas.py writes
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
