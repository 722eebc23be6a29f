// The scripts of this folder share one global object. They are plain scripts, not modules, because browsers do not load
// modules on a page that is opened as a local file.
type Point = [number, number];
interface Perceptron {
  pla?: any; draw?: any; claims?: any; pictureKinds?: any; address?: any; sceneSheet?: any; interaction?: any; // of this folder
  stepControls?: any; makeElement?: any; fillTemplate?: any; joinSentences?: any; typeset?: any; // of docs/assets/steps.js
  pictureStrings?: any; // the texts of words.json in the language of the page
}
declare var perceptron: Perceptron;
// A selector may find HTML elements or SVG elements. They have no common type with all attributes that the scripts use, so
// the type of the result is any.
interface ParentNode { querySelectorAll(selectors: string): NodeListOf<any>; querySelector(selectors: string): any }
