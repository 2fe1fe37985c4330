// @ts-check
// Client of the API, over HTTP or in workers of the browser. Failures are reported as an `ApiError`
// with one sentence and its code.

import { h } from './dom.js';
import { loadServerWords, serverText } from './server-text.js';
import { transport } from './transport.js';

/** @typedef {import('./types').Message} Message */

/** A request that the server refused or did not answer. */
export class ApiError extends Error {
  /**
   * @param {number} status HTTP status; 0 if there was no response
   * @param {string} message in English
   * @param {Partial<Message> | null} [coded] the same as a code with values
   */
  constructor(status, message, coded = null) {
    super(message);
    this.status = status;
    this.coded = coded;
  }
}

/**
 * Formats an error for the reader.
 *
 * @param {import('./types').Translate} t
 * @param {unknown} error
 */
export function errorText(t, error) {
  if (!(error instanceof ApiError)) return h('span', { lang: 'en' }, String(error));
  const words = pageText(t, error);
  if (words !== null) return h('span', {}, words);
  return serverText(t, error.message, error.coded);
}

/**
 * Text of an error that the page words itself: an absent server, or what a page without a server
 * lacks. `null` for other errors.
 *
 * @param {import('./types').Translate} t
 * @param {ApiError} error
 * @returns {string | null}
 */
export function pageText(t, { message, coded }) {
  if (message === '') return t('app.unreachable');
  return coded?.code?.startsWith('site.') ? t(coded.code, coded.values) : null;
}

/** Maximum number of attempts while the server is busy. */
const TRIES = 4;

export class Api {
  /** @param {import('./types').Transport} [way] */
  constructor(way = transport) {
    this.transport = way;
    /** Number of requests that wait to be repeated because the server was busy. */
    this.waits = 0;
    /** @type {Set<(waits: boolean) => void>} */
    this.listeners = new Set();
  }

  /**
   * Reports when requests begin to wait for a busy server, and when none waits any more.
   *
   * @param {(waits: boolean) => void} tell
   * @returns {() => void} removes the listener
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
   * Waits before repeating a request, unless it is aborted.
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
   * @param {string} path for example `best`
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
   * Uploads a file unchanged.
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
   * Sends a request and returns JSON as a value, anything else as text. Repeats the request when a
   * busy server says so.
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
        response = await this.transport.send(path, request);
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        throw new ApiError(0, '');
      }
      // A request that ran into the time limit has no `Retry-After` and is not repeated.
      const seconds = Number(response.headers.get('retry-after'));
      if (response.status === 503 && seconds > 0 && tried < TRIES) {
        await this.pause(Math.min(seconds, 5), request.signal);
        continue;
      }
      const answer = await read(response);
      if (!response.ok) {
        await loadServerWords();
        throw new ApiError(response.status, answer?.error ?? String(response.status), answer);
      }
      return answer;
    }
  }

  /**
   * Reports the events of a job: `progress`, then `done`, `failed` or `cancelled`. Reports `silent`
   * while the server does not answer, and `lost` if it is gone or no longer knows the job.
   *
   * @param {string} id
   * @param {(event: string, data: any) => void} tell
   * @returns {() => void} stops listening
   */
  events(id, tell) {
    return this.transport.events(id, tell);
  }
}

/**
 * Reads the body of a response. A connection that breaks meanwhile counts as no response.
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
