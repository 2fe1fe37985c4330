// @ts-check
// Workers that search, one for each processor, and the queue of requests for them.

import { EngineWorker } from './engine-worker.js';

/** @typedef {(worker: EngineWorker) => Promise<string>} Work */
/** @typedef {{work: Work, signal: AbortSignal | null | undefined, done: (answer: string) => void, fail: (error: unknown) => void}} Waiting */

export class Pool {
  /**
   * @param {() => EngineWorker} make starts a worker
   * @param {number} size maximum number of workers
   */
  constructor(make, size) {
    this.make = make;
    this.size = size;
    /** @type {EngineWorker[]} */
    this.idle = [];
    this.busy = 0;
    /** @type {Waiting[]} */
    this.waiting = [];
  }

  /**
   * Does work on a worker of its own. An aborted search is ended with its worker, which cannot
   * receive messages while it searches; the next search gets a new one.
   *
   * @param {Work} work
   * @param {AbortSignal | null} [signal]
   * @returns {Promise<string>}
   */
  async run(work, signal) {
    signal?.throwIfAborted();
    return new Promise((done, fail) => {
      const job = { work, signal, done, fail };
      this.waiting.push(job);
      signal?.addEventListener('abort', () => {
        const place = this.waiting.indexOf(job);
        if (place < 0) return;
        this.waiting.splice(place, 1);
        fail(signal.reason);
      }, { once: true });
      this.next();
    });
  }

  next() {
    while (this.waiting.length > 0 && (this.idle.length > 0 || this.busy < this.size)) {
      const job = /** @type {Waiting} */ (this.waiting.shift());
      this.begin(job);
    }
  }

  /** @param {Waiting} job */
  async begin({ work, signal, done, fail }) {
    this.busy += 1;
    let worker = this.idle.pop();
    if (!worker || worker.ended) worker = this.make();
    const searching = worker;
    const abort = () => searching.end(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
      done(await work(searching));
    } catch (error) {
      fail(error);
    } finally {
      signal?.removeEventListener('abort', abort);
      this.busy -= 1;
      if (!searching.ended) this.idle.push(searching);
      this.next();
    }
  }
}
