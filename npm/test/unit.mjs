// Runs unit tests of Rust that were compiled to WebAssembly: node unit.mjs FILE.wasm
//
// There is no output there. A test that fails stops the program with an error whose stack names it.
import { readFile } from "node:fs/promises";

const began = performance.now();
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const status = instance.exports.main(0, 0);
if (status !== 0) throw new Error(`status ${status}`);
console.log(`unit tests passed in ${((performance.now() - began) / 1000).toFixed(1)} s`);
