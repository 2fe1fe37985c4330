// @ts-check
// Networks of the site: the small one at once, then the full one, the strong one on request, and
// those of other games when they are needed.

import { missingFile } from './requirements.js';

/** @typedef {import('./messages').NetworkFile} NetworkFile */
/** @typedef {import('./engine-worker.js').EngineWorker} EngineWorker */

/** Main networks, from weakest to strongest. */
const MAIN = ['small', 'shipped', 'strong'];
/** Maximum time to wait for the service worker, which then stores the files, in milliseconds. */
const PATIENCE = 8000;

/** Resolves when the service worker handles the page's requests, or when there is none. */
async function serviceWorker() {
  const { serviceWorker: workers } = navigator;
  if (!workers || workers.controller) return;
  const controlled = new Promise((done) => workers.addEventListener('controllerchange', done, { once: true }));
  await Promise.race([controlled, new Promise((done) => setTimeout(done, PATIENCE))]);
}

export class Networks {
  /** @param {NetworkFile[]} list */
  constructor(list) {
    this.list = list;
    /** Loaded files, and those that are being loaded, by name. @type {Map<string, Promise<ArrayBuffer>>} */
    this.files = new Map();
    /** Main network that answers: `small`, `shipped` or `strong`. */
    this.main = 'small';
    /** Main network that is being loaded, with the loaded share of it; `null` for none.
     * @type {{name: string, share: number} | null} */
    this.loading = null;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** @param {string} name */
  find(name) {
    const found = this.list.find((network) => network.name === name);
    if (!found) throw new Error(`unknown network ${name}`);
    return found;
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  /**
   * Loads a network, once; a failed attempt is repeated by the next call.
   *
   * @param {string} name
   * @param {(share: number) => void} [progress]
   */
  load(name, progress) {
    const known = this.files.get(name);
    if (known) return known;
    const file = fetchFile(this.find(name), progress);
    this.files.set(name, file);
    file.catch(() => this.files.delete(name));
    return file;
  }

  /**
   * Loads a main network, which then answers, unless a stronger one does already.
   *
   * @param {string} name
   */
  async improve(name) {
    if (name !== 'small') await serviceWorker();
    this.loading = { name, share: 0 };
    this.tell();
    try {
      await this.load(name, (share) => {
        this.loading = { name, share };
        this.tell();
      });
      if (MAIN.indexOf(name) > MAIN.indexOf(this.main)) this.main = name;
    } finally {
      if (this.loading?.name === name) this.loading = null;
      this.tell();
    }
  }

  /** Returns to the full network. */
  weaken() {
    if (this.main === 'strong') this.main = 'shipped';
    this.files.delete('strong');
    this.tell();
  }

  /**
   * Gives a worker the networks for games.
   *
   * @param {EngineWorker} worker
   * @param {string[]} games that networks have learned
   */
  async give(worker, games) {
    const names = [this.main, ...games.filter((game) => game !== 'backgammon')];
    for (const name of names) await worker.give(this.find(name), await this.load(name));
  }
}

/**
 * @param {NetworkFile} network
 * @param {(share: number) => void} [progress]
 */
async function fetchFile({ path, bytes }, progress) {
  const file = new Uint8Array(bytes);
  let at = 0;
  try {
    const response = await fetch(path);
    const reader = response.ok ? response.body?.getReader() : undefined;
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      // Throws if the file is too long.
      file.set(value, at);
      at += value.length;
      progress?.(at / bytes);
    }
  } catch {
    throw missingFile(path);
  }
  if (at !== bytes) throw missingFile(path);
  return file.buffer;
}
