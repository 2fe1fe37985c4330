// @ts-check
// Jobs of the page: long work in workers, with the statuses and events of the HTTP API.

/** @typedef {{id: string, kind: string, state: string, progress: {done: number, of: number}, [more: string]: any}} Job */
/** @typedef {(event: string, job: Job) => void} Tell */

/** Number of finished jobs that are kept. */
const KEPT = 4;

/**
 * @typedef {object} Entry
 * @property {Job} job
 * @property {AbortController} control
 * @property {Set<Tell>} listeners
 */

export class Jobs {
  constructor() {
    this.count = 0;
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
  }

  /**
   * Starts a job.
   *
   * @param {string} kind
   * @param {(signal: AbortSignal, report: (status: object) => void) => Promise<object>} run returns
   *   the final status; reports others before
   * @returns {Job}
   */
  post(kind, run) {
    this.count += 1;
    const id = String(this.count);
    const job = { id, kind, state: 'running', progress: { done: 0, of: 0 } };
    /** @type {Entry} */
    const entry = { job, control: new AbortController(), listeners: new Set() };
    this.entries.set(id, entry);
    const set = (/** @type {any} */ status) => {
      if (entry.control.signal.aborted) return;
      entry.job = { ...status, id, kind };
      this.tell(entry);
    };
    run(entry.control.signal, set).then(set, (error) => {
      set({ state: 'failed', progress: entry.job.progress, error: String(error?.message ?? error), ...error?.coded });
    });
    const over = [...this.entries].filter(([, { job: { state } }]) => state !== 'running');
    for (const [old] of over.slice(0, Math.max(0, over.length - KEPT))) this.entries.delete(old);
    return job;
  }

  /** @param {Entry} entry */
  tell({ job, listeners }) {
    const event = job.state === 'running' ? 'progress' : job.state;
    for (const listener of listeners) listener(event, job);
  }

  /** @param {string} id */
  get(id) {
    return this.entries.get(id)?.job;
  }

  /**
   * Cancels a job; a finished one is not changed.
   *
   * @param {string} id
   */
  cancel(id) {
    const entry = this.entries.get(id);
    if (entry?.job.state === 'running') {
      const { kind, progress } = entry.job;
      entry.job = { id, kind, state: 'cancelled', progress };
      entry.control.abort(new DOMException('', 'AbortError'));
      this.tell(entry);
    }
    return entry?.job;
  }

  /**
   * Reports the present state of a job and all later ones.
   *
   * @param {string} id
   * @param {(event: string, data: any) => void} tell
   * @returns {() => void} stops listening
   */
  events(id, tell) {
    const entry = this.entries.get(id);
    if (!entry) {
      tell('lost', null);
      return () => {};
    }
    entry.listeners.add(tell);
    // Callers keep the function that stops listening before they hear anything.
    queueMicrotask(() => {
      if (entry.listeners.has(tell)) tell(entry.job.state === 'running' ? 'progress' : entry.job.state, entry.job);
    });
    return () => entry.listeners.delete(tell);
  }
}
