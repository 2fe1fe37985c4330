// @ts-check
// Sessions: the last state from the server and all actions so far. They are stored in the browser
// and survive a reload.

import { restore, store } from '../common/settings.js';

/** @typedef {import('../common/types').Turn} Turn */
/** @typedef {import('../common/types').Start} Start */
/** @typedef {import('../common/types').Action} Action */
/** @typedef {import('../common/types').Did} Did */

/** Key in the browser's storage. */
export const KEY = 'shesh.game';
/** Version of the stored format; other versions are ignored. */
const VERSION = 2;

/** Turns before the actions of the current game, and losses of those that were evaluated, by index
 * of the action.
 * @typedef {{turns: Record<number, Turn>, losses: Record<number, number>}} Past */

/** Statistics of the player's decisions.
 * @typedef {{decisions: number, loss: number, errors: number, blunders: number}} Tally */

export class Session {
  /** @param {import('../common/api.js').Api} api */
  constructor(api) {
    this.api = api;
    /** @type {Turn | null} */
    this.turn = null;
    /** Choices before the first game. @type {Start} */
    this.begin = { game: 'backgammon' };
    /** Names of the players, if two people play. @type {import('./people.js').People | null} */
    this.people = null;
    /** All actions since then. @type {Did[]} */
    this.done = [];
    /** @type {Tally} */
    this.tally = emptyTally();
    /** @type {Past} */
    this.past = emptyPast();
    /** False if the browser could not store the game. */
    this.isStored = true;
    this.restore();
  }

  /** Loads the stored game, which this or another tab has left. */
  restore() {
    const stored = /** @type {any} */ (restore(KEY));
    const isGame = stored?.version === VERSION && stored.turn?.state;
    const { turn, begin, people = null, done, tally, past = emptyPast() } = isGame
      ? stored : { turn: null, begin: { game: 'backgammon' }, done: [], tally: emptyTally() };
    Object.assign(this, { turn, begin, people, done, tally, past });
  }

  /** True if the session is a chouette, whose turns are those of its own routes. */
  get isChouette() {
    return this.begin.players !== undefined;
  }

  /** True if the engine plays this seat. @param {import('../common/types').Seat | undefined} seat */
  isEngine(seat) {
    return seat === 'top' && this.people === null;
  }

  /** Current game. @returns {string | undefined} */
  get game() {
    return this.turn?.game ?? this.begin.game;
  }

  /**
   * @param {Start} begin
   * @param {import('./people.js').People | null} [people]
   */
  async start(begin, people = null) {
    const turn = await this.api.post(begin.players ? 'chouette/start' : 'start', begin);
    Object.assign(this, { turn, begin, people, done: [], tally: emptyTally(), past: emptyPast() });
    this.save();
    return turn;
  }

  /**
   * Performs an action for the player who has to decide.
   *
   * @param {Action} action
   * @returns {Promise<Turn>}
   */
  async act(action) {
    const { turn } = this;
    const route = this.isChouette ? 'chouette/act' : 'act';
    return this.advance(turn, await this.api.post(route, { state: turn?.state, action }));
  }

  /**
   * Lets the engine take an action.
   *
   * @param {string} level without effect in a chouette, whose engines have levels of their own
   * @returns {Promise<Turn>}
   */
  async engine(level) {
    const { turn } = this;
    const asked = this.isChouette ? this.api.post('chouette/play', { state: turn?.state })
      : this.api.post('play', { state: turn?.state, level });
    return this.advance(turn, await asked);
  }

  /**
   * Stores a new turn, unless the game was left in the meantime.
   *
   * @param {Turn | null} before
   * @param {Turn} turn
   */
  advance(before, turn) {
    if (this.turn !== before) return turn;
    this.turn = turn;
    if (turn.did) {
      // Earlier games are only in the record.
      const isNext = turn.did.type === 'next_game';
      if (isNext) this.past = emptyPast();
      // Chouettes show neither earlier games nor earlier positions.
      if (isNext && this.isChouette) this.done = [];
      if (!isNext && !this.isChouette && before) this.past.turns[this.done.length] = withoutPlays(before);
      this.done.push(turn.did);
    }
    this.save();
    return turn;
  }

  /** Index of the first action of the current game. */
  get firstOfGame() {
    return this.done.findLastIndex(({ type }) => type === 'next_game') + 1;
  }

  /**
   * Stores how much an action has lost.
   *
   * @param {number} index of the action
   * @param {number} loss in points
   */
  noteLoss(index, loss) {
    if (index < this.firstOfGame || !(index in this.past.turns)) return;
    this.past.losses[index] = loss;
    this.save();
  }

  /** Discards pending responses, because another tab continues the game. */
  discardPending() {
    this.turn &&= { ...this.turn };
  }

  /** Deletes the game. */
  end() {
    this.turn = null;
    store(KEY, null);
  }

  save() {
    const { turn, begin, people, done, tally, past } = this;
    // The random number makes every write a change, which notifies other tabs.
    this.isStored = store(KEY, { version: VERSION, kept: Math.random(), turn, begin, people, done, tally, past });
  }
}

/** @returns {Past} */
function emptyPast() {
  return { turns: {}, losses: {} };
}

/** A turn without its tree of plays, which is large. @param {Turn} turn @returns {Turn} */
function withoutPlays({ plays: _, ...turn }) {
  return turn;
}

/** @returns {Tally} */
function emptyTally() {
  return { decisions: 0, loss: 0, errors: 0, blunders: 0 };
}
