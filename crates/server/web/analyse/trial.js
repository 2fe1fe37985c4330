// @ts-check
// Plays made on the board of the Analyse view, by the same presses, drags and keys as in a game.

import { MoveInput } from '../board/move-input.js';
import { PlayBuilder } from '../board/play-builder.js';

/** @typedef {import('../common/answers').Question} Question */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').View} View */

export class Trial {
  /**
   * @param {Context} context
   * @param {import('../board/board.js').Board} board
   * @param {HTMLElement} status shows sentences about the play
   * @param {{show: () => void, changed: () => void}} tell
   */
  constructor(context, board, status, tell) {
    this.context = context;
    this.board = board;
    this.status = status;
    this.show = tell.show;
    this.changed = tell.changed;
    /** @type {PlayBuilder | null} */
    this.entry = null;
    /** True while a position is being set up: the board takes no plays. */
    this.isClosed = false;
    /** Number of the latest request. */
    this.turn = 0;
    this.input = new MoveInput(this);
  }

  /** True if a checker has been moved. */
  get isMoved() {
    return (this.entry?.path.length ?? 0) > 0;
  }

  /** Resulting node of a complete play. */
  get node() {
    const { entry } = this;
    return entry && this.isMoved && entry.play !== undefined ? entry.node : null;
  }

  /**
   * Fetches the legal plays of a roll. Until then, the board takes none.
   *
   * @param {Question} question
   * @param {Game} game
   */
  async ask({ board, dice }, game) {
    this.clear();
    const { turn } = this;
    if (dice === '') return;
    const tree = await this.context.api.post('plays', { position: board, game: game.name, dice });
    if (turn !== this.turn) return;
    // The reader makes each move, also where there is no choice.
    this.entry = new PlayBuilder(tree, false, game.doubles);
    this.show();
  }

  /** Forgets the plays of another position. */
  clear() {
    this.turn += 1;
    this.entry = null;
    this.input.lifted = null;
    this.input.before = null;
  }

  /** Takes the entered moves back. */
  reset() {
    this.input.lifted = null;
    this.input.before = null;
    this.entry?.clear();
  }

  /**
   * Node of a play of the position.
   *
   * @param {string} id of the resulting position
   */
  find(id) {
    return this.entry?.tree.nodes.find((node) => node.play !== undefined && node.position_id === id);
  }

  /**
   * Checkers, dice and marks of the entry.
   *
   * @returns {Partial<View>}
   */
  view() {
    const { entry } = this;
    if (!entry) return {};
    const { dice, used } = entry.shownDice();
    const marks = this.isClosed ? {} : this.input.marks();
    if (entry.dice.length > 2) return { board: entry.board, dice, used, ...marks };
    // A double is two dice that are played twice each, or as often as the game says.
    const half = dice.length / 2;
    const isDouble = dice.length > 2 || dice[0] === dice[1];
    return {
      board: entry.board,
      dice: dice.slice(0, 2),
      used: isDouble ? [used[Math.ceil(half) - 1], used[dice.length - 1]] : used,
      ...marks,
    };
  }
}
