// What the scripts of this folder share: plain scripts, so that pages work from disk.
type Point = [number, number];
interface Perceptron { exact?: any; draw?: any; claims?: any; kinds?: any; sheet?: any; address?: any; hands?: any; pictureWords?: any; stepControls?: any; made?: any; filled?: any; typeset?: any }
declare var perceptron: Perceptron;
// What the pages' scripts select are HTML elements.
interface ParentNode { querySelectorAll(selectors: string): NodeListOf<any>; querySelector(selectors: string): any }
