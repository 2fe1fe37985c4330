// @ts-check
// Tutor integration of a table: warnings before a decision is final, hints, and the error tally.

import { ApiError } from '../common/api.js';
import { BLUNDER, ERROR } from '../analyse/decision-view.js';
import { decisionArrows } from './tutor.js';

/** @typedef {import('../common/types').Action} Action */
/** @typedef {import('../common/types').Decision} Decision */

/** A mistake that the player was told of, before it is final. `isAnswered` is true once the better
 * choice has been shown.
 * @typedef {{action: Action, decision: Decision, isAnswered: boolean}} Warning */

export class Advice {
  /** @param {import('./table.js').Table} table */
  constructor(table) {
    this.table = table;
    /** True once this decision has been counted. */
    this.counted = false;
  }

  /** True if the tutor checks decisions before they are final. */
  get isOn() {
    return this.table.teaches && this.table.context.settings.get('tutor');
  }

  /** Requests the evaluation of a complete play in advance. */
  prepare() {
    const position_id = this.table.entry?.node.position_id;
    if (position_id === undefined || !this.isOn || this.table.entry?.isPass) return;
    this.table.tutor.judge(this.table.turn, { type: 'play', position_id }).catch(() => {});
  }

  /**
   * Warns of a mistake, once.
   *
   * @param {Action} action
   * @returns {Promise<'warning' | 'fine' | 'nothing'>} `warning`: do not perform the action now;
   *   `fine`: it is right, or its warning was already shown; `nothing`: it was not evaluated
   */
  async check(action) {
    const { warning } = this.table;
    const repeated = warning !== null && JSON.stringify(warning.action) === JSON.stringify(action);
    const { settings } = this.table.context;
    const { decide } = this.table.turn;
    const choice = decide.what === 'play' ? !this.table.entry?.isPass
      : decide.what === 'roll' ? decide.may_double : decide.what !== 'resignation';
    if (repeated) return 'fine';
    if (!this.isOn || !choice) return 'nothing';
    this.table.wait();
    let decision = null;
    try {
      decision = await this.table.showWhileWaiting(() => this.table.tutor.judge(this.table.turn, action));
    } catch (error) {
      // A tutor that does not respond must not block the game.
      if (!(error instanceof ApiError)) throw error;
    }
    this.table.busy = false;
    if (this.table.left) return 'warning';
    if (!decision) {
      this.table.showButtons();
      return 'nothing';
    }
    this.count(decision);
    if ((decision.loss ?? 0) < settings.get('threshold')) return 'fine';
    this.table.warning = { action, decision, isAnswered: false };
    if (settings.get('reveals')) {
      this.answer();
    } else {
      this.table.layout.status.textContent = this.table.tutor.warn(decision);
      this.table.show();
    }
    return 'warning';
  }

  /** Shows what is better than the mistake. */
  answer() {
    const { warning, tutor, layout, turn } = this.table;
    if (!warning) return;
    warning.isAnswered = true;
    layout.status.textContent = tutor.answer(turn, warning.decision);
    this.table.show();
  }

  /** Shows the board before the play, with arrows for the best play and the player's. */
  mark() {
    const { warning, entry, board } = this.table;
    if (!warning?.isAnswered || !entry) return;
    board.show({ ...board.view, board: entry.before, selectable: undefined, last: [] });
    board.arrows(decisionArrows(warning.decision));
  }

  /**
   * Counts the first attempt at a decision.
   *
   * @param {Decision} decision
   */
  count({ loss = 0 }) {
    if (this.counted) return;
    this.counted = true;
    const { tally } = this.table.session;
    tally.decisions += 1;
    tally.loss += loss;
    tally.errors += loss >= ERROR ? 1 : 0;
    tally.blunders += loss >= BLUNDER ? 1 : 0;
    this.table.session.save();
    this.summarise();
  }

  summarise() {
    const { decisions, loss, errors, blunders } = this.table.session.tally;
    this.table.layout.summary.textContent = decisions === 0 ? '' : this.table.context.t('play.tally', {
      n: decisions, loss: Math.round(loss * 1000) / 1000, errors, blunders,
    });
  }

  async hint() {
    this.table.wait();
    try {
      const answered = await this.table.showWhileWaiting(() => this.table.tutor.hint(this.table.turn));
      if (this.table.left) return;
      this.table.busy = false;
      this.table.show();
      this.table.layout.reveal();
      const decision = await this.table.tutor.judge(this.table.turn);
      if (answered && decision?.best && decision.kind === 'play') {
        this.table.input.run('clear');
        this.table.show();
        this.table.board.arrows(decisionArrows({ ...decision, played: decision.best }));
      }
    } catch (error) {
      this.table.failed(error, () => this.hint());
      if (!this.table.left) this.table.show();
    }
  }
}
