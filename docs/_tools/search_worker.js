// Our search worker, which loads the theme's worker at the first query.
//
// A page sends {type: SETUP, data: index} and {type: QUERY, data: text}. The worker answers with
// {type: READY} and {type: RESULT, data: {items}}. The index that the page sends has no entries. At the
// first query this worker loads the theme's worker and the full index, which together are as large as
// a page. `material.py` copies the theme's worker to theme.js, and writes the index.
const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3;
const ownAddress = self.document ? document.currentScript.src : location.href;  // from disk a frame runs it

// Words of a question that are not its subject
const QUESTION_WORDS = new RegExp(
  "[為为][什甚][麼么]|[為为]何|是?什[麼么]是?|怎[麼么][辦办用]?|怎[樣样]|如何|多少|"
  + "[誰谁]|哪[裡里些]|哪一?[個个種种]|是不是|能不能|可不可以|可以|有[沒没]有|[請请][問问]|我[想要的]*|[的了嗎吗呢]", "gu");
const MARKS_AT_ENDS = /^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu;

/**
 * Return the query for the text that a reader types. A page with a whole word comes before pages with
 * longer words that begin with it. A word of one or two letters does not match longer words, unless it
 * is the last word, which the reader may still be typing.
 */
function queryOf(text) {
  if (/["+~^:]/.test(text)) return text;  // the text has the syntax of a query
  const spaced = text.replace(/(\p{sc=Han})(?=[\w$])|([\w$])(?=\p{sc=Han})/gu, "$& ");  // PLA會停嗎: two scripts
  const allWords = spaced.replace(/[?!,;？！，。、；：]/gu, " ").split(/\s+/u);
  const words = allWords.join(" ").replace(QUESTION_WORDS, " ").split(" ")
    .map((word) => word.replace(MARKS_AT_ENDS, "").toLowerCase())
    .filter((word) => word && self.lunr.stopWordFilter(word));
  if (words.length === 0) return allWords.join(" ");
  return words.map((word, i) => /\p{sc=Han}/u.test(word) ? word
    : word.length < 3 && i < words.length - 1 ? `${word}^4` : `${word}^4 ${word}`).join(" ");
}

const sendToPage = self.postMessage;
let themeListener;  // the theme's worker answers each message with one message

const askThemeWorker = (message) => new Promise((resolve) => {
  self.postMessage = resolve;
  themeListener({data: message});
});

async function startThemeWorker({config, options}) {
  const addListener = self.addEventListener;
  self.addEventListener = (_, listener) => { themeListener = listener; };
  const indexAddress = new URL(`../../../${config.index}`, ownAddress);
  await importScripts(new URL("theme.js", ownAddress), indexAddress);
  self.addEventListener = addListener;
  await askThemeWorker({type: SETUP, data: {...self.__index, options}});
}

let emptyIndex, startPromise, queue = Promise.resolve();

async function receive({type, data}) {
  if (type === SETUP) {
    emptyIndex = data;
    sendToPage({type: READY});
  } else if (data.trim() === "") {
    sendToPage({type: RESULT, data: {items: []}});
  } else {
    startPromise ||= startThemeWorker(emptyIndex);
    await startPromise;
    sendToPage(await askThemeWorker({type: QUERY, data: queryOf(data)}));
  }
}

addEventListener("message", ({data}) => {
  queue = queue.then(() => receive(data)).catch((error) => {  // for example without a network
    startPromise = undefined;
    sendToPage({type: RESULT, data: {items: []}});
    console.warn(error);
  });
});
