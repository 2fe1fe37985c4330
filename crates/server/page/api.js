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
      if (response.status === 503 && tried < TRIES) {
        const seconds = Number(response.headers.get('retry-after')) || 1;
        await new Promise((done) => setTimeout(done, 1000 * Math.min(seconds, 5)));
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
