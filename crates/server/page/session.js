// @ts-check
// Games that are being played: the state that the server gave last, and all that happened since the
// beginning. It survives a reload in the browser's storage.

import { restore, store } from './settings.js';

/** @typedef {import('./types').Turn} Turn */
/** @typedef {import('./types').Start} Start */
/** @typedef {import('./types').Action} Action */
/** @typedef {import('./types').Did} Did */

const KEY = 'shesh.game';
/** Of what is stored; another one is forgotten. */
const VERSION = 2;

/** Decisions of the player by what they lose.
 * @typedef {{decisions: number, loss: number, errors: number, blunders: number}} Tally */

export class Session {
  /** @param {import('./api.js').Api} api */
  constructor(api) {
    this.api = api;
    /** @type {Turn | null} */
    this.turn = null;
    /** What was chosen before the first game. @type {Start} */
    this.begin = { game: 'backgammon' };
    /** All that was done since. @type {Did[]} */
    this.done = [];
    /** @type {Tally} */
    this.tally = nothing();
    const kept = /** @type {any} */ (restore(KEY));
    if (kept?.version === VERSION && kept.turn?.state) {
      const { turn, begin, done, tally } = kept;
      Object.assign(this, { turn, begin, done, tally });
    }
  }

  /** @param {Start} begin */
  async start(begin) {
    const turn = await this.api.post('start', begin);
    Object.assign(this, { turn, begin, done: [], tally: nothing() });
    this.keep();
    return turn;
  }

  /**
   * Does something for whoever is to decide.
   *
   * @param {Action} action
   * @returns {Promise<Turn>}
   */
  async act(action) {
    const { turn } = this;
    return this.goOn(turn, await this.api.post('act', { state: turn?.state, action }));
  }

  /**
   * Lets the engine decide.
   *
   * @param {string} level
   * @returns {Promise<Turn>}
   */
  async engine(level) {
    const { turn } = this;
    return this.goOn(turn, await this.api.post('play', { state: turn?.state, level }));
  }

  /**
   * Keeps what has come of a turn, unless that game has been left meanwhile.
   *
   * @param {Turn | null} before
   * @param {Turn} turn
   */
  goOn(before, turn) {
    if (this.turn !== before) return turn;
    this.turn = turn;
    if (turn.did) this.done.push(turn.did);
    this.keep();
    return turn;
  }

  /** Forgets the game. */
  end() {
    this.turn = null;
    store(KEY, null);
  }

  keep() {
    const { turn, begin, done, tally } = this;
    store(KEY, { version: VERSION, turn, begin, done, tally });
  }
}

/** @returns {Tally} */
function nothing() {
  return { decisions: 0, loss: 0, errors: 0, blunders: 0 };
}
