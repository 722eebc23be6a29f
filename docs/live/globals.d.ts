// What the scripts of this folder share: plain scripts, so that pages work from disk.
type Point = [number, number];
interface Perceptron { pla?: any; draw?: any; claims?: any; pictureKinds?: any; sceneSheet?: any; address?: any; interaction?: any; pictureWords?: any; stepControls?: any; makeElement?: any; fillTemplate?: any; typeset?: any }
declare var perceptron: Perceptron;
// What the pages' scripts select are HTML elements.
interface ParentNode { querySelectorAll(selectors: string): NodeListOf<any>; querySelector(selectors: string): any }
