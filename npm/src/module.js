import { SheshError } from "./error.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Moment at which `performance.now()` is 0, in milliseconds since 1970. */
const ORIGIN = performance.timeOrigin;

/**
 * An instance of the WebAssembly module. Calls run on the caller's thread until they are answered.
 * After a panic the instance cannot be used; `broken` is then the panic's text.
 */
export class Module {
  /** @type {string | null} */
  broken = null;
  /** True to stop the present question; called often. */
  stopped = () => false;
  /** Receives the JSON of a rollout so far, and returns false to end it. */
  progress = (/** @type {string} */ _text) => true;

  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    const env = {
      now: () => ORIGIN + performance.now(),
      stopped: () => Number(this.stopped()),
      progress: (at, size) => Number(this.progress(this.#text(at, size))),
      report: (at, size) => {
        this.broken = this.#text(at, size);
      },
    };
    this.exports = new WebAssembly.Instance(compiled, { env }).exports;
  }

  /** Number of bytes of the module's memory. */
  get memory() {
    return this.exports.memory.buffer.byteLength;
  }

  #text(at, size) {
    // Decoders refuse shared memory, but this memory is never shared.
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, at, size));
  }

  /**
   * Calls a function of the module with texts or bytes, then with numbers.
   * @param {string} name
   * @param {(string | Uint8Array)[]} inputs
   * @param {number[]} numbers
   * @returns {string}
   */
  call(name, inputs, ...numbers) {
    if (this.broken) throw new SheshError(this.broken, { code: "panic" });
    const { exports } = this;
    const held = [];
    try {
      for (const input of inputs) {
        const bytes = typeof input === "string" ? encoder.encode(input) : input;
        const at = exports.alloc(bytes.length);
        if (at === 0) throw new SheshError("the module has no memory left", { code: "memory" });
        held.push(at, bytes.length);
        new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      }
      const status = exports[name](...held, ...numbers);
      const answer = this.#text(exports.answer(), exports.answer_size());
      if (status !== 0) throw SheshError.of(status, answer);
      return answer;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) {
        this.broken ??= String(error.message);
        throw new SheshError(this.broken, { code: "panic", cause: error });
      }
      throw error;
    } finally {
      if (!this.broken) for (let i = 0; i < held.length; i += 2) exports.free(held[i], held[i + 1]);
    }
  }
}
