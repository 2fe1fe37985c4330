// @ts-check
// A move of the current game, shown again: its position, the move and the best one as arrows, and
// the tutor's evaluation.

import { ApiError } from '../common/api.js';
import { toArrows, severityOf } from '../analyse/severity.js';
import { describeEvent } from './event-text.js';

/** @typedef {import('../common/types').Action} Action */
/** @typedef {import('../common/types').Decision} Decision */
/** @typedef {import('../common/types').Did} Did */
/** @typedef {import('../common/types').Turn} Turn */

/**
 * Converts an event to the action that caused it; `null` if the player had no choice.
 *
 * @param {Did} did
 * @returns {Action | null}
 */
function actionOf({ type, position_id }) {
  if (type === 'play') return position_id === undefined ? null : { type, position_id };
  return ['roll', 'double', 'take', 'pass', 'beaver', 'raccoon'].includes(type) ? { type } : null;
}

export class PastMove {
  /** @param {import('./table.js').Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * Evaluates an action of the current game, and stores its loss.
   *
   * @param {number} index
   * @returns {Promise<Decision | null>}
   */
  judge(index) {
    const { session, tutor } = this.table;
    const turn = session.past.turns[index];
    const action = actionOf(session.done[index]);
    return turn && action ? tutor.judge(turn, action) : Promise.resolve(null);
  }

  /** Evaluates the latest action for the list of moves, if the tutor is on. */
  async grade() {
    const { session, advice } = this.table;
    const index = session.done.length - 1;
    if (!advice.isOn || !(index in session.past.turns)) return;
    const { decide } = session.past.turns[index];
    if (decide.what === 'roll' && !decide.may_double) return;
    try {
      const decision = await this.judge(index);
      // A table that was left no longer owns the game.
      if (decision?.loss === undefined || this.table.left) return;
      session.noteLoss(index, decision.loss);
      this.table.moves.update();
    } catch (error) {
      // Without its evaluation, a move has no colour.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Controls while an earlier move is shown. @returns {import('./controls.js').Control[]} */
  controls() {
    const { moves } = this.table;
    return [{ name: 'present', main: true }, { name: 'earlier', off: moves.neighbour(-1) === undefined },
      { name: 'later', off: moves.neighbour(1) === undefined }];
  }

  /**
   * Shows an earlier move of the game; `null` returns to the present.
   *
   * @param {number | null} index
   */
  open(index) {
    const { table } = this;
    if (table.busy || index === table.shown) return;
    table.shown = index;
    table.warning = null;
    if (index === null) {
      table.tutor.close();
      table.show();
      table.announceDecision();
      return;
    }
    this.show(index);
    table.result?.element.toggleAttribute('hidden', true);
    // On a phone the list is below the board.
    table.layout.settle();
    table.moves.update();
    table.showButtons();
  }

  /**
   * Draws an action on the board, and adds its evaluation once the server has answered.
   *
   * @param {number} index
   */
  async show(index) {
    const { table } = this;
    const { context, session, board, tutor } = table;
    const did = session.done[index];
    const turn = session.past.turns[index];
    board.ondice = null;
    board.oncube = null;
    board.show({ ...table.viewOf(turn, null), dice: did.dice ?? turn.dice, last: [] });
    const made = (/** @type {Decision | null} */ decision) =>
      toArrows(did.play ?? '', decision ? severityOf(decision.loss ?? 0) : 'good');
    board.arrows(made(null));
    table.announce(`${did.dice ? `${did.dice}: ` : ''}${describeEvent(context, did, turn.game)}`);
    tutor.close();
    // The tutor, if it is off, judges only after the end of the game.
    if (!table.advice.isOn && !(board.game.has_network && session.turn?.result)) return;
    try {
      const decision = await this.judge(index);
      if (!decision || table.left || table.shown !== index) return;
      const best = decision.best && decision.best !== decision.played ? toArrows(decision.best, 'best') : [];
      board.arrows(decision.kind === 'play' ? [...best, ...made(decision)] : []);
      tutor.review(decision);
    } catch (error) {
      table.failed(error, () => this.show(index));
    }
  }
}
