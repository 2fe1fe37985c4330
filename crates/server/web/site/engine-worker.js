// @ts-check
// Handle of a Worker: its requests, and the networks that it has.

/** @typedef {import('./messages').EngineCall} EngineCall */
/** @typedef {import('./messages').NetworkFile} NetworkFile */
/** @typedef {import('./messages').FromWorker} FromWorker */

/** Failure of a worker: a panic, or memory that ran out. */
export class WorkerError extends Error {}

/** @typedef {{done: (answer: string) => void, fail: (error: unknown) => void, report?: (status: string) => void}} Call */

export class EngineWorker {
  /**
   * @param {WebAssembly.Module} compiled
   * @param {string} seed of the dice
   * @param {NetworkFile[]} networks all networks of the site
   */
  constructor(compiled, seed, networks) {
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    /** Names of the networks that the worker has, by game. @type {Map<string, string>} */
    this.has = new Map();
    /** Open calls by number. @type {Map<number, Call>} */
    this.calls = new Map();
    this.count = 0;
    /** True after a failure or termination. */
    this.ended = false;
    this.worker.addEventListener('message', ({ data }) => this.receive(data));
    this.worker.addEventListener('error', (event) => this.end(new WorkerError(event.message)));
    const known = networks.filter(({ name }) => name !== 'small' && name !== 'strong');
    this.post({ start: { compiled, seed, networks: known.map(({ game, crc32 }) => [game, crc32]) } })
      .catch((error) => this.end(error));
  }

  /** @param {FromWorker} message */
  receive(message) {
    const call = this.calls.get(message.id);
    if (!call) return;
    if ('progress' in message) {
      call.report?.(message.progress);
      return;
    }
    this.calls.delete(message.id);
    if ('answer' in message) call.done(message.answer);
    else {
      const error = new WorkerError(message.error);
      if (message.broken) this.end(error);
      call.fail(error);
    }
  }

  /**
   * @param {object} message
   * @param {(status: string) => void} [report]
   * @returns {Promise<string>}
   */
  post(message, report) {
    if (this.ended) return Promise.reject(new WorkerError('the worker has ended'));
    this.count += 1;
    const id = this.count;
    return new Promise((done, fail) => {
      this.calls.set(id, { done, fail, report });
      this.worker.postMessage({ id, ...message });
    });
  }

  /**
   * Gives the worker a network, unless it has it.
   *
   * @param {NetworkFile} network
   * @param {ArrayBuffer} file
   */
  async give({ game, name, label }, file) {
    if (this.has.get(game) === name) return;
    await this.post({ network: { name: label, file } });
    this.has.set(game, name);
  }

  /**
   * Calls a function of the module.
   *
   * @param {EngineCall} call
   * @param {(string | Uint8Array<ArrayBuffer>)[]} inputs
   * @param {number[]} [numbers]
   * @param {(status: string) => void} [report]
   */
  ask(call, inputs, numbers = [], report = undefined) {
    return this.post({ call, inputs, numbers }, report);
  }

  /** Ends the worker with everything that it does. @param {unknown} [error] */
  end(error = new DOMException('', 'AbortError')) {
    this.ended = true;
    this.worker.terminate();
    for (const { fail } of this.calls.values()) fail(error);
    this.calls.clear();
  }
}
