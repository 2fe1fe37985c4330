import { SheshError } from "./error.js";
import { FILES, MODULE, locate, resolve } from "./files.js";

/** Starts the worker. The literal `new Worker(new URL(…))` is what bundlers look for. */
async function start(receive, fail) {
  let worker;
  if (typeof Worker === "function") {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = (event) => receive(event.data);
    worker.onerror = (event) => fail(event.message);
  } else {
    const threads = await import("node:worker_threads");
    worker = new threads.Worker(new URL("./worker.js", import.meta.url));
    worker.on("message", receive);
    worker.on("error", (error) => fail(error.message));
  }
  return worker;
}

const stopped = () => new SheshError("stopped before there was a result", { kind: "stopped", code: "stopped" });

/** An engine in a Worker, with the methods of `Engine`. `loadWorker` makes it. */
export class WorkerEngine {
  #worker;
  #module;
  #calls = new Map();
  #count = 0;
  #shared = typeof SharedArrayBuffer === "function" ? new SharedArrayBuffer(4) : null;
  /** Networks that were used, to be used again by a new worker. */
  #networks = [];
  /** Sorts questions; without shared memory, only the present one is sent to the worker. */
  #last = Promise.resolve();
  #ended = null;

  constructor(module) {
    this.#module = module;
  }

  /** Starts the worker and its networks. */
  async begin() {
    this.#worker = await start(
      (message) => this.#receive(message),
      (text) => this.#end(new SheshError(text, { code: "worker" })),
    );
    const isAddress = this.#module instanceof URL || typeof this.#module === "string";
    // Relative addresses belong to the page, not to the worker's script.
    const module = isAddress ? (await resolve(this.#module)).href : this.#module;
    const begun = [this.#call("start", { module, shared: this.#shared }).done];
    for (const values of this.#networks) begun.push(this.#call("use", values).done);
    await Promise.all(begun);
  }

  #call(name, values, watch) {
    const id = ++this.#count;
    if (this.#ended) return { id, done: Promise.reject(this.#ended) };
    const done = new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, watch }));
    this.#worker.postMessage({ id, name, values });
    // A process of Node.js ends when nothing is asked any more.
    this.#worker.ref?.();
    return { id, done };
  }

  #receive({ id, result, error, progress }) {
    const call = this.#calls.get(id);
    if (!call) return;
    if (progress !== undefined) {
      call.watch?.(progress);
      return;
    }
    this.#calls.delete(id);
    if (this.#calls.size === 0) this.#worker.unref?.();
    if (error) call.reject(error.kind ? new SheshError(error.message, error) : new Error(error.message));
    else call.resolve(result);
  }

  #end(error) {
    this.#ended = error;
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }

  /** Ends the worker with the question that it answers, and starts another. */
  async #restart() {
    this.#worker.terminate();
    for (const { reject } of this.#calls.values()) reject(stopped());
    this.#calls.clear();
    await this.begin();
  }

  get version() {
    return this.#call("version").done;
  }

  get memory() {
    return this.#call("memory").done;
  }

  async use(network, { name } = {}) {
    const values = { network, name };
    if ((network instanceof URL || typeof network === "string") && !Object.hasOwn(FILES, network)) {
      values.network = (await locate(network)).href;
      values.name ??= String(network);
    }
    const game = await this.#call("use", values).done;
    this.#networks = [...this.#networks.filter((known) => known.game !== game), { ...values, game }];
    return game;
  }

  askText(question, request, options = {}) {
    const answered = this.#last.then(() => this.#ask(question, request, options));
    this.#last = answered.then(
      () => {},
      () => {},
    );
    return answered;
  }

  async #ask(question, request, { milliseconds = 0, signal, onProgress }) {
    if (signal?.aborted) throw stopped();
    let failed;
    const stop = () => {
      if (this.#shared) Atomics.store(new Int32Array(this.#shared), 0, id);
      else restarted = this.#restart();
    };
    const watch = onProgress && ((progress) => {
      try {
        if (onProgress(progress) === false) stop();
      } catch (error) {
        failed = { error };
        stop();
      }
    });
    let restarted;
    const { id, done } = this.#call("ask", { question, request, milliseconds, watched: !!onProgress }, watch);
    signal?.addEventListener("abort", stop);
    try {
      const answer = await done;
      if (failed) throw failed.error;
      return answer;
    } finally {
      signal?.removeEventListener("abort", stop);
      await restarted;
    }
  }

  async ask(question, request, options) {
    return JSON.parse(await this.askText(question, JSON.stringify(request), options));
  }

  close() {
    this.#worker.terminate();
    this.#end(new SheshError("the engine has been closed", { code: "closed" }));
  }
}

/** Loads the module and a network of backgammon into a Worker. */
export async function loadWorker({ network = "small", module = MODULE } = {}) {
  const engine = new WorkerEngine(module);
  await engine.begin();
  if (network !== null) await engine.use(network);
  return engine;
}
