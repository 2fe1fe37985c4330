// @ts-check
// What the site needs from browser and host, and errors that say what is missing.

/** The smallest module with an instruction of SIMD: `i32.const 0; i8x16.splat; drop`. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]);

/** An error with a code of the page's texts. */
export class MissingError extends Error {
  /**
   * @param {string} sentence in English
   * @param {string} code
   * @param {Record<string, unknown>} [values]
   */
  constructor(sentence, code, values = {}) {
    super(sentence);
    this.coded = { code, values };
  }
}

/** Throws if the browser cannot run the engine. */
export function checkBrowser() {
  if (typeof WebAssembly !== 'object' || !WebAssembly.validate(SIMD) || typeof Worker !== 'function') {
    throw new MissingError(
      'this browser cannot run the engine: it lacks workers, or WebAssembly with SIMD', 'site.needs-simd');
  }
}

/**
 * The error of a file that cannot be loaded.
 *
 * @param {string} file
 */
export function missingFile(file) {
  return new MissingError(`${file} could not be loaded`, 'site.needs-file', { file });
}
