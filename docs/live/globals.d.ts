// The global object that the scripts of this folder share. They are plain scripts, because pages must work from disk.
type Point = [number, number];
interface Perceptron { pla?: any; draw?: any; claims?: any; pictureKinds?: any; sceneSheet?: any; address?: any; interaction?: any; pictureWords?: any; stepControls?: any; makeElement?: any; fillTemplate?: any; typeset?: any }
declare var perceptron: Perceptron;
// Selectors in these scripts find HTML elements.
interface ParentNode { querySelectorAll(selectors: string): NodeListOf<any>; querySelector(selectors: string): any }
