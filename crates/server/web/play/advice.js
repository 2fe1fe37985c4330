// @ts-check
// Tutor integration of a table: warnings before a decision is final, hints, and the error tally.

import { ApiError } from '../common/api.js';
import { BLUNDER, ERROR } from '../analyse/decision-view.js';
import { decisionArrows } from './tutor.js';

/** @typedef {import('../common/types').Action} Action */
/** @typedef {import('../common/types').Decision} Decision */

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
    const { warned } = this.table;
    const repeated = warned !== null && JSON.stringify(warned) === JSON.stringify(action);
    const { settings } = this.table.context;
    const { decide } = this.table.turn;
    const choice = decide.what === 'play' ? !this.table.entry?.isPass
      : decide.what === 'roll' ? decide.may_double : decide.what !== 'resignation';
    if (repeated) return 'fine';
    if (!this.isOn || !choice) return 'nothing';
    this.table.busy = true;
    this.table.showButtons();
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
    this.table.warned = action;
    this.table.layout.status.textContent = this.table.tutor.warn(this.table.turn, decision);
    this.table.show();
    return 'warning';
  }

  /** Shows the board before the play, with arrows for the best play and the player's. */
  async mark() {
    const decision = await this.table.tutor.judge(this.table.turn, this.table.warned ?? undefined);
    if (!decision || !this.table.warned || !this.table.entry) return;
    this.table.board.show({ ...this.table.board.view, board: this.table.entry.before, selectable: undefined, last: [] });
    this.table.board.arrows(decisionArrows(decision));
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
    this.table.busy = true;
    this.table.showButtons();
    try {
      const answered = await this.table.showWhileWaiting(() => this.table.tutor.hint(this.table.turn));
      if (this.table.left) return;
      this.table.busy = false;
      this.table.show();
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
