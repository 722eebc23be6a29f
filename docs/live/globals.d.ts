// The global object that the scripts of this folder share. They are plain scripts, because pages must also work when opened as local files.
type Point = [number, number];
interface Perceptron { pla?: any; draw?: any; claims?: any; pictureKinds?: any; sceneSheet?: any; address?: any; interaction?: any; pictureWords?: any; stepControls?: any; makeElement?: any; fillTemplate?: any; typeset?: any }
declare var perceptron: Perceptron;
// Selectors in these scripts find HTML and SVG elements, so their type is any.
interface ParentNode { querySelectorAll(selectors: string): NodeListOf<any>; querySelector(selectors: string): any }
