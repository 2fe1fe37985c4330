// @ts-check
// Storage of analysed matches and the reader's notes, only in this browser (IndexedDB).

/** @typedef {import('../common/answers').StoredMatch} Kept */

const NAME = 'shesh';
const STORE = 'matches';

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/**
 * Performs one operation on the store.
 *
 * @template R
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<R>} ask
 * @returns {Promise<R>}
 */
async function stored(mode, ask) {
  const database = await opened();
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = () => fail(transaction.error);
      transaction.onabort = () => fail(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Matches by ID. If the browser cannot store them, they are kept as long as the page. */
export class Store {
  constructor() {
    /** @type {Map<string, Kept>} */
    this.here = new Map();
  }

  /** All matches, latest first. @returns {Promise<Kept[]>} */
  async all() {
    /** @type {Kept[]} */
    let saved = [];
    try {
      saved = await stored('readonly', (store) => store.getAll());
    } catch {
      // Matches kept in memory remain available.
    }
    const all = new Map([...saved.map((one) => /** @type {const} */ ([one.id, one])), ...this.here]);
    return [...all.values()].sort((a, b) => b.added - a.added);
  }

  /**
   * @param {string} id
   * @returns {Promise<Kept | undefined>}
   */
  async get(id) {
    const here = this.here.get(id);
    if (here) return here;
    try {
      return await stored('readonly', (store) => store.get(id));
    } catch {
      return undefined;
    }
  }

  /**
   * Stores a match, replacing one with the same ID.
   *
   * @param {Kept} match
   * @returns {Promise<boolean>} true if it was stored permanently
   */
  async put(match) {
    try {
      await stored('readwrite', (store) => store.put(match));
      this.here.delete(match.id);
      return true;
    } catch {
      this.here.set(match.id, match);
      return false;
    }
  }

  /** @param {string} id */
  async delete(id) {
    this.here.delete(id);
    try {
      await stored('readwrite', (store) => store.delete(id));
    } catch {
      // There is nothing stored to delete.
    }
  }
}
