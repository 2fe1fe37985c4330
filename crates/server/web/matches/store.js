// @ts-check
// Storage of analysed matches with the reader's notes, and of the quiz's cards, only in this
// browser (IndexedDB).

/** @typedef {import('../common/answers').StoredMatch} Kept */
/** @typedef {import('../quiz/leitner.js').Card} Card */

const NAME = 'shesh';
const VERSION = 2;
/** Object stores and the property that identifies their values. */
const STORES = /** @type {const} */ ({ matches: 'id', cards: 'key' });

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((done, fail) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const [name, keyPath] of Object.entries(STORES)) {
        if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, { keyPath });
      }
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/**
 * Performs one operation on a store.
 *
 * @template R
 * @param {keyof typeof STORES} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<R>} ask
 * @returns {Promise<R>}
 */
async function stored(name, mode, ask) {
  const database = await opened();
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(name, mode);
      const request = ask(transaction.objectStore(name));
      transaction.oncomplete = () => done(request.result);
      transaction.onerror = () => fail(transaction.error);
      transaction.onabort = () => fail(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Matches by ID, and cards by question. If the browser cannot store them, they are kept as long as
 * the page. */
export class Store {
  constructor() {
    /** @type {Map<string, Kept>} */
    this.here = new Map();
    /** @type {Map<string, Card>} */
    this.cardsHere = new Map();
  }

  /** All matches, latest first. @returns {Promise<Kept[]>} */
  async all() {
    /** @type {Kept[]} */
    let saved = [];
    try {
      saved = await stored('matches', 'readonly', (store) => store.getAll());
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
      return await stored('matches', 'readonly', (store) => store.get(id));
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
      await stored('matches', 'readwrite', (store) => store.put(match));
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
      await stored('matches', 'readwrite', (store) => store.delete(id));
    } catch {
      // There is nothing stored to delete.
    }
  }

  /** Cards of all answered questions, by key. @returns {Promise<Map<string, Card>>} */
  async cards() {
    /** @type {Card[]} */
    let saved = [];
    try {
      saved = await stored('cards', 'readonly', (store) => store.getAll());
    } catch {
      // Cards kept in memory remain available.
    }
    return new Map([...saved.map((one) => /** @type {const} */ ([one.key, one])), ...this.cardsHere]);
  }

  /**
   * Stores a card.
   *
   * @param {Card} card
   * @returns {Promise<boolean>} true if it was stored permanently
   */
  async putCard(card) {
    try {
      await stored('cards', 'readwrite', (store) => store.put(card));
      this.cardsHere.delete(card.key);
      return true;
    } catch {
      this.cardsHere.set(card.key, card);
      return false;
    }
  }
}
