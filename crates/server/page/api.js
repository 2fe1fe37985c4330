// @ts-check
// The server, asked. What goes wrong is an `ApiError` with one sentence.

import { h } from './dom.js';

/** What the server refused, or that it did not answer. */
export class ApiError extends Error {
  /**
   * @param {number} status of HTTP; 0 where there was no answer
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * What went wrong, for the reader: the server says it in English.
 *
 * @param {import('./types').Translate} t
 * @param {unknown} error
 */
export function trouble(t, error) {
  const said = error instanceof ApiError ? error.message : String(error);
  return said === '' ? h('span', {}, t('app.unreachable')) : h('span', { lang: 'en' }, said);
}

/** How often a server that has too much to do is asked again. */
const TRIES = 4;

export class Api {
  /** @param {string} [base] */
  constructor(base = '/api/v1/') {
    this.base = base;
    /** How many questions wait until a server that is busy may be asked again. */
    this.waits = 0;
    /** @type {Set<(waits: boolean) => void>} */
    this.listeners = new Set();
  }

  /**
   * Tells when a question begins to wait for a server that is busy, and when none does any more.
   *
   * @param {(waits: boolean) => void} tell
   * @returns {() => void} ends that
   */
  onwait(tell) {
    this.listeners.add(tell);
    return () => this.listeners.delete(tell);
  }

  /** @param {1 | -1} by */
  waiting(by) {
    this.waits += by;
    if (this.waits !== (by > 0 ? 1 : 0)) return;
    for (const tell of this.listeners) tell(by > 0);
  }

  /**
   * Waits before the server is asked again, unless the question is not asked any more.
   *
   * @param {number} seconds
   * @param {AbortSignal | null | undefined} signal
   */
  async pause(seconds, signal) {
    this.waiting(1);
    try {
      await new Promise((done, fail) => {
        const later = setTimeout(done, 1000 * seconds);
        signal?.addEventListener('abort', () => {
          clearTimeout(later);
          fail(signal.reason);
        });
      });
    } finally {
      this.waiting(-1);
    }
  }

  /**
   * @param {string} path such as `best`
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async post(path, body, signal) {
    const headers = { 'content-type': 'application/json' };
    return this.ask(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
  }

  /**
   * @param {string} path
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async get(path, signal) {
    return this.ask(path, { signal });
  }

  /**
   * @param {string} path
   * @returns {Promise<any>}
   */
  async delete(path) {
    return this.ask(path, { method: 'DELETE' });
  }

  /**
   * Sends a file as it is.
   *
   * @param {string} path
   * @param {Blob} file
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async upload(path, file, signal) {
    const headers = { 'content-type': 'application/octet-stream' };
    return this.ask(path, { method: 'POST', headers, body: file, signal });
  }

  /**
   * The answer: JSON as a value, anything else as text. A server that is busy is asked again when it
   * says.
   *
   * @param {string} path
   * @param {RequestInit} request
   * @returns {Promise<any>}
   */
  async ask(path, request) {
    for (let tried = 1; ; tried += 1) {
      /** @type {Response} */
      let response;
      try {
        response = await fetch(this.base + path, request);
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        throw new ApiError(0, '');
      }
      // One that had a minute for its answer does not ask for another.
      const seconds = Number(response.headers.get('retry-after'));
      if (response.status === 503 && seconds > 0 && tried < TRIES) {
        await this.pause(Math.min(seconds, 5), request.signal);
        continue;
      }
      const answer = await read(response);
      if (!response.ok) {
        throw new ApiError(response.status, answer?.error ?? String(response.status));
      }
      return answer;
    }
  }

  /**
   * What happens to a job, as it happens: `progress`, then `done`, `failed` or `cancelled`; `lost`
   * where the server has gone, or no longer knows the job.
   *
   * @param {string} id
   * @param {(event: string, data: any) => void} tell
   * @returns {() => void} stops listening
   */
  events(id, tell) {
    const source = new EventSource(`${this.base}jobs/${encodeURIComponent(id)}/events`);
    let silent = 0;
    source.addEventListener('open', () => { silent = 0; });
    source.addEventListener('error', () => {
      silent += 1;
      if (source.readyState !== EventSource.CLOSED && silent < TRIES) return;
      source.close();
      tell('lost', null);
    });
    for (const name of ['progress', 'done', 'failed', 'cancelled']) {
      source.addEventListener(name, (event) => {
        if (name !== 'progress') source.close();
        tell(name, JSON.parse(/** @type {MessageEvent} */ (event).data || 'null'));
      });
    }
    return () => source.close();
  }
}

/**
 * The body of an answer. A connection that breaks meanwhile is a server that does not answer.
 *
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function read(response) {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  try {
    return isJson ? await response.json() : await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, '');
  }
}
