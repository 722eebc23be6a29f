// Search, in a worker of ours around the theme's.
//
// The theme's page sends {type: SETUP, data: index} and {type: QUERY, data: text}; a worker answers
// {type: READY} and {type: RESULT, data: {items}}. The index that the page sends is empty. This worker
// loads the theme's, and the whole index, when there is something to look for: together they weigh
// as much as a page. `material.py` puts the three files in their places.
const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3;
const here = self.document ? document.currentScript.src : location.href;  // from disk in a frame

// A question has words that no page is about: "do" would find the dot product, "is" `is_mistake`.
const QUESTION = new RegExp(
  "[為为][什甚][麼么]|[為为]何|是?什[麼么]是?|怎[麼么][辦办用]?|怎[樣样]|如何|多少|"
  + "[誰谁]|哪[裡里些]|哪一?[個个種种]|是不是|能不能|可不可以|可以|有[沒没]有|[請请][問问]|我[想要的]*|[的了嗎吗呢]", "gu");
const EDGE = /^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu;

/**
 * Return what to look for, of what a reader types. A whole word counts before the longer ones that
 * begin with it; of a letter or two no longer word is looked for.
 */
function queryOf(typed) {
  if (/["+~^:]/.test(typed)) return typed;  // has a meaning of its own
  const apart = typed.replace(/(\p{sc=Han})(?=[\w$])|([\w$])(?=\p{sc=Han})/gu, "$& ");  // as in PLA會停嗎
  const all = apart.replace(/[?!,;？！，。、；：]/gu, " ").split(/\s+/u);
  const words = all.join(" ").replace(QUESTION, " ").split(" ")
    .map((word) => word.replace(EDGE, "").toLowerCase())
    .filter((word) => word && self.lunr.stopWordFilter(word));
  if (words.length === 0) return all.join(" ");
  return words.map((word, at) => /\p{sc=Han}/u.test(word) ? word
    : word.length < 3 && at < words.length - 1 ? `${word}^4` : `${word}^4 ${word}`).join(" ");
}

const answer = self.postMessage;  // to the page
let listener;  // of the theme's worker, which answers each message by one of its own

const ask = (message) => new Promise((resolve) => {
  self.postMessage = resolve;
  listener({data: message});
});

async function start({config, options}) {
  const listen = self.addEventListener;
  self.addEventListener = (_, theirs) => { listener = theirs; };
  const whole = new URL(`../../../${config.index}`, here);
  await importScripts(new URL("theme.js", here), whole);
  self.addEventListener = listen;
  await ask({type: SETUP, data: {...self.__index, options}});
}

let index, started, queue = Promise.resolve();

async function receive({type, data}) {
  if (type === SETUP) {
    index = data;
    answer({type: READY});
  } else if (data.trim() === "") {
    answer({type: RESULT, data: {items: []}});
  } else {
    started ||= start(index);
    await started;
    answer(await ask({type: QUERY, data: queryOf(data)}));
  }
}

addEventListener("message", ({data}) => {
  queue = queue.then(() => receive(data)).catch((error) => {  // as without a network
    started = undefined;
    answer({type: RESULT, data: {items: []}});
    console.warn(error);
  });
});
