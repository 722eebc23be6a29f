// What the search worker is asked, made of what a reader types. A question has words that no page
// is about: "do" would find the dot product, "is" `is_mistake`. A whole word counts before the
// longer ones that begin with it, and a letter or two is no beginning.
const QUESTION = new RegExp(
  "[為为][什甚][麼么]|[為为]何|是?什[麼么]是?|怎[麼么][辦办用]?|怎[樣样]|如何|多少|"
  + "[誰谁]|哪[裡里些]|哪一?[個个種种]|是不是|能不能|可不可以|可以|有[沒没]有|[請请][問问]|我[想要的]*|[的了嗎吗呢]", "gu");
const EDGE = /^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu;

function asked(typed) {
  if (/["+~^:]/.test(typed)) return typed;  // has a meaning of its own
  const apart = typed.replace(/(\p{sc=Han})(?=[\w$])|([\w$])(?=\p{sc=Han})/gu, "$& ");  // as in PLA會停嗎
  const all = apart.replace(/[?!,;？！，。、；：]/gu, " ").split(/\s+/u);
  const words = all.join(" ").replace(QUESTION, " ").split(" ")
    .map(word => word.replace(EDGE, "").toLowerCase())
    .filter(word => word && self.lunr.stopWordFilter(word));
  if (words.length === 0) return all.join(" ");
  return words.map((word, at) => /\p{sc=Han}/u.test(word) ? word
    : word.length < 3 && at < words.length - 1 ? `${word}^4` : `${word}^4 ${word}`).join(" ");
}
