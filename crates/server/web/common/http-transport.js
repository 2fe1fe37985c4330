// @ts-check
// Transport of the API over HTTP, to the server that serves the page.

/** @typedef {import('./types').Transport} Transport */

/** Number of failed connections in a row after which a job counts as lost. */
const TRIES = 4;

/** @implements {Transport} */
export class HttpTransport {
  /** @param {string} [base] */
  constructor(base = '/api/v1/') {
    this.base = base;
    /** Address of the API's description. @type {string | null} */
    this.docs = `${base}docs`;
  }

  /**
   * @param {string} path
   * @param {RequestInit} request
   */
  send(path, request) {
    return fetch(this.base + path, request);
  }

  /**
   * @param {string} id
   * @param {(event: string, data: any) => void} tell
   */
  events(id, tell) {
    const source = new EventSource(`${this.base}jobs/${encodeURIComponent(id)}/events`);
    let silent = 0;
    source.addEventListener('open', () => { silent = 0; });
    source.addEventListener('error', () => {
      silent += 1;
      if (source.readyState !== EventSource.CLOSED && silent < TRIES) {
        tell('silent', null);
        return;
      }
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

  /** A server needs nothing from the page. */
  attach() {}
}
