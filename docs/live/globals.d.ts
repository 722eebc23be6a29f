// The global object that the scripts of this folder share. They are plain scripts, not modules, because browsers load no modules
// when a page is opened as a local file.
type Point = [number, number];
interface Perceptron { pla?: any; draw?: any; claims?: any; pictureKinds?: any; sceneSheet?: any; address?: any; interaction?: any; pictureWords?: any; stepControls?: any; makeElement?: any; fillTemplate?: any; joinSentences?: any; typeset?: any }
declare var perceptron: Perceptron;
// Selectors in these scripts find HTML and SVG elements, so their type is any.
interface ParentNode { querySelectorAll(selectors: string): NodeListOf<any>; querySelector(selectors: string): any }
