// One line of JSON in, {tex, display}; one line of JSON out, {html} or {error}.
const katex = require("katex");
const options = {output: "htmlAndMathml", throwOnError: true, strict: "error", trust: false};
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
