// @ts-check
// Games that are being played: the state that the server gave last, and all that happened since the
// beginning. It survives a reload in the browser's storage.

import { restore, store } from './settings.js';

/** @typedef {import('./types').Turn} Turn */
/** @typedef {import('./types').Start} Start */
/** @typedef {import('./types').Action} Action */
/** @typedef {import('./types').Did} Did */

/** Where the game is kept. */
export const KEY = 'shesh.game';
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
    this.restore();
  }

  /** Takes up what is kept, as this page or another one of this browser has left it. */
  restore() {
    const kept = /** @type {any} */ (restore(KEY));
    const isGame = kept?.version === VERSION && kept.turn?.state;
    const { turn, begin, done, tally } = isGame
      ? kept : { turn: null, begin: { game: 'backgammon' }, done: [], tally: nothing() };
    Object.assign(this, { turn, begin, done, tally });
  }

  /** The game that is being played. @returns {string | undefined} */
  get game() {
    return this.turn?.game ?? this.begin.game;
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

  /** What has been asked comes to nothing: another page goes on with the game. */
  letGo() {
    this.turn &&= { ...this.turn };
  }

  /** Forgets the game. */
  end() {
    this.turn = null;
    store(KEY, null);
  }

  keep() {
    const { turn, begin, done, tally } = this;
    // A number of its own makes it news to other pages of this browser.
    store(KEY, { version: VERSION, kept: Math.random(), turn, begin, done, tally });
  }
}

/** @returns {Tally} */
function nothing() {
  return { decisions: 0, loss: 0, errors: 0, blunders: 0 };
}
