// @ts-check
// Games that are being played: the state that the server gave last, and all that happened since the
// beginning. It survives a reload in the browser's storage.

import { restore, store } from './settings.js';

/** @typedef {import('./types').Turn} Turn */
/** @typedef {import('./types').Start} Start */
/** @typedef {import('./types').Action} Action */

const KEY = 'shesh.game';
/** Of what is stored; another one is forgotten. */
const VERSION = 1;

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
    /** The table before anything happened. @type {unknown} */
    this.first = null;
    /** @type {Action[]} */
    this.actions = [];
    /** @type {Tally} */
    this.tally = nothing();
    const kept = /** @type {any} */ (restore(KEY));
    if (kept?.version === VERSION && kept.turn?.state) {
      const { turn, begin, first, actions, tally } = kept;
      Object.assign(this, { turn, begin, first, actions, tally });
    }
  }

  /** @param {Start} begin */
  async start(begin) {
    const turn = await this.api.post('start', begin);
    Object.assign(this, { turn, begin, first: turn.state, actions: [], tally: nothing() });
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
    const turn = await this.api.post('act', { state: this.turn?.state, action });
    return this.goOn(turn, action);
  }

  /**
   * Lets the engine decide.
   *
   * @param {string} level
   * @returns {Promise<Turn>}
   */
  async engine(level) {
    const turn = await this.api.post('play', { state: this.turn?.state, level });
    const { type, play, win } = turn.did;
    return this.goOn(turn, {
      type, ...(type === 'play' && { play }), ...(type === 'resign' && { win }),
    });
  }

  /**
   * @param {Turn} turn
   * @param {Action} action
   */
  goOn(turn, action) {
    this.turn = turn;
    this.actions.push(action);
    this.keep();
    return turn;
  }

  /** Forgets the game. */
  end() {
    this.turn = null;
    store(KEY, null);
  }

  keep() {
    const { turn, begin, first, actions, tally } = this;
    store(KEY, { version: VERSION, turn, begin, first, actions, tally });
  }
}

/** @returns {Tally} */
function nothing() {
  return { decisions: 0, loss: 0, errors: 0, blunders: 0 };
}
