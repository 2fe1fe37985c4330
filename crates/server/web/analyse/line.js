// @ts-check
// A line: the positions and plays from a looked-up position on, with one of them shown.

import { h } from '../common/dom.js';
import { formatLoss } from '../common/numbers.js';
import { severityOf } from './severity.js';

/** @typedef {import('../common/answers').Question} Question */
/** @typedef {import('../common/types').Translate} Translate */

/**
 * A move of the line: a play, or a cube action. The loss is missing if it was not evaluated.
 *
 * @typedef {{dice: string, play: string, position_id?: string, loss?: number}} Made
 */

/**
 * A position of the line, the move made there, and the address of the position. `fresh` is the start
 * of the view, before the reader has chosen anything; `over` the end of the game.
 *
 * @typedef {{question: Question, made?: Made, address?: string, fresh?: boolean,
 *   over?: boolean}} Node
 */

/** The server's play of a roll that cannot be played. */
export const PASS = 'pass';

export class Line {
  /** Number of the latest line. */
  static last = 0;

  /** @param {Question} question */
  constructor(question) {
    Line.last += 1;
    /** Number that tells lines apart in the history of the browser. */
    this.id = Line.last;
    /** @type {Node[]} */
    this.nodes = [{ question }];
    this.at = 0;
  }

  get node() {
    return this.nodes[this.at];
  }

  /**
   * Makes a move at the shown position, and shows the next one. Other moves that followed are
   * dropped.
   *
   * @param {Made} made
   * @param {Question} next
   */
  add(made, next) {
    const { node } = this;
    const isSame = node.made?.play === made.play && node.made.dice === made.dice;
    node.made = made;
    delete node.fresh;
    this.at += 1;
    if (isSame && this.nodes.length > this.at) return;
    this.nodes.splice(this.at, Infinity, { question: next });
  }

  /** Drops what follows the shown position, which has been edited. */
  cut() {
    delete this.node.made;
    delete this.node.fresh;
    this.nodes.length = this.at + 1;
  }
}

/**
 * Creates the list of the moves, each of which shows its position.
 *
 * @param {Translate} t
 * @param {Line} line
 * @param {(at: number) => void} go
 */
export function lineList(t, line, go) {
  const entries = line.nodes.map(({ question, made }, at) => {
    const isHere = at === line.at;
    const play = made?.play === PASS ? t('analyse.line.none') : made?.play;
    const words = made
      ? [made.dice && [...made.dice].join('-'), play].filter(Boolean).join(': ')
      : t('analyse.line.here');
    const loss = made?.loss === undefined ? null
      : h('span', { class: `loss ${severityOf(made.loss)}` }, made.loss > 0 ? formatLoss(made.loss) : '✓');
    return h('li', {}, h('button', {
      type: 'button', class: 'quiet', 'aria-current': isHere && 'step', onclick: () => go(at),
    }, h('span', { class: `stone ${question.seat === 'bottom' ? 'mine' : 'theirs'}`, 'aria-hidden': 'true' }), words, loss));
  });
  return h('ol', { class: 'line' }, ...entries);
}
