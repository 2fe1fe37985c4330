import { SheshError } from "./error.js";
import { FILES, GAMES, MODULE, compile, locate, read } from "./files.js";
import { Module } from "./module.js";

/** An engine on the thread of its caller. `load` makes it. */
export class Engine {
  #compiled;
  /** Null once the engine has been closed. */
  #module;
  /** Networks as they were added: name and bytes by the game that they learned. */
  #networks = new Map();
  /** Files of other games that are being read, by game. */
  #reading = new Map();

  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    this.#compiled = compiled;
    this.#module = new Module(compiled);
  }

  get version() {
    return JSON.parse(this.#ready().call("version", []));
  }

  get memory() {
    return this.#module?.memory ?? 0;
  }

  /** Returns the module, made anew after a panic. */
  #ready() {
    if (!this.#module) throw new SheshError("the engine has been closed", { code: "closed" });
    if (this.#module.broken) {
      this.#module = new Module(this.#compiled);
      for (const { name, bytes } of this.#networks.values()) {
        this.#module.call("add_network", [name, bytes]);
      }
    }
    return this.#module;
  }

  #add(name, bytes) {
    const game = JSON.parse(this.#ready().call("add_network", [name, bytes]));
    this.#networks.set(game, { name, bytes });
    return game;
  }

  async use(network, { name } = {}) {
    if (network instanceof ArrayBuffer) network = new Uint8Array(network);
    if (ArrayBuffer.isView(network)) {
      const { buffer, byteOffset, byteLength } = network;
      return this.#add(name ?? "bytes", new Uint8Array(buffer, byteOffset, byteLength));
    }
    // The names are those that the program `shesh` reports for the same networks.
    const usual = Object.hasOwn(FILES, network) ? (network === "small" ? "small" : "shesh") : String(network);
    return this.#add(name ?? usual, await read(await locate(network)));
  }

  /** Reads the network of the game that a request is about, unless one has been added. */
  async #prepare(request) {
    const game = JSON.parse(this.#ready().call("needed", [request]));
    if (this.#networks.has(game) || !Object.hasOwn(GAMES, game)) return;
    if (!this.#reading.has(game)) {
      const added = this.use(game).finally(() => this.#reading.delete(game));
      this.#reading.set(game, added);
    }
    await this.#reading.get(game);
  }

  async askText(question, request, { milliseconds = 0, signal, onProgress } = {}) {
    await this.#prepare(request);
    if (signal?.aborted) throw new SheshError("stopped before there was a result", { kind: "stopped" });
    const module = this.#ready();
    let failed;
    module.stopped = () => signal?.aborted ?? false;
    module.progress = (text) => {
      try {
        return onProgress?.(JSON.parse(text)) !== false;
      } catch (error) {
        failed = { error };
        return false;
      }
    };
    const answer = module.call("ask", [question, request], milliseconds);
    if (failed) throw failed.error;
    return answer;
  }

  async ask(question, request, options) {
    return JSON.parse(await this.askText(question, JSON.stringify(request), options));
  }

  close() {
    this.#networks.clear();
    this.#module = null;
  }
}

/** Loads the module and a network of backgammon into the thread of the caller. */
export async function load({ network = "small", module = MODULE } = {}) {
  const engine = new Engine(await compile(module));
  if (network !== null) await engine.use(network);
  return engine;
}
