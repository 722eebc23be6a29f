/* What the scripts of this folder make elements and sentences with. Their words are in `words.json`,
 * of which the build makes words-en.js and the same in Chinese: `perceptron.words`.
 */
(() => {
  "use strict";
  const perceptron = (window.perceptron = window.perceptron || {});

  /** Fill in a template: filled("{t} of {T}", {t: 1, T: 9}) is "1 of 9". */
  perceptron.filled = (form, values) =>
    form.replace(/\{(\w+)\}/g, (found, name) => (name in values ? values[name] : found));

  const SVG = /^(svg|g|path|line|circle|rect|text|polygon|polyline|clipPath|title)$/;

  /** Make an element: `on...` are listeners; what is false, null or undefined is left out. */
  perceptron.made = (tag, attributes = {}, ...children) => {
    const element = SVG.test(tag)
      ? document.createElementNS("http://www.w3.org/2000/svg", tag)
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child != null && child !== false));
    return element;
  };
})();
