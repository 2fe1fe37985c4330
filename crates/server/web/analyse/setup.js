// @ts-check
// Position editor. Checkers are dragged between points and trays, or put down and taken away by
// presses and keys. Impossible positions are rejected with a message. Checkers only move between
// tray and board, so their number stays that of the game.

import { button, h } from '../common/dom.js';
import { BAR, OFF } from '../board/geometry.js';
import {
  addChecker, formatCheckers, moveChecker, oppositeIndex, parseCheckers, removeChecker, startQuestion, turnSides,
} from './question.js';

/** @typedef {import('../common/answers').Question} Question */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').Side} Side */
/** @typedef {'own' | 'other' | 'take'} Tool */

/** Effects of a press on the board. */
const TOOLS = /** @type {Tool[]} */ (['own', 'other', 'take']);

export class Setup {
  /**
   * @param {Context} context
   * @param {(question: Question) => void} changed
   */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
    /** @type {Tool} */
    this.tool = 'own';
    /** @type {Question | null} */
    this.question = null;
    /** @type {Game | null} */
    this.game = null;
    /** Stands beside the board, where the reader looks. */
    this.refusal = h('p', { class: 'refusal', role: 'alert' });
    this.element = this.draw();
  }

  draw() {
    const { t } = this.context;
    this.left = h('p', { class: 'left' });
    /** @type {Record<Side, HTMLInputElement>} */
    this.fields = { own: this.field('own'), other: this.field('other') };
    this.tools = h('fieldset', { class: 'tools' },
      h('legend', {}, t('analyse.setup.press')), ...TOOLS.map((tool) => this.choice(tool)));
    return h('section', { class: 'panel setup', 'aria-label': t('analyse.setup.title') },
      h('p', { class: 'note' }, t('analyse.setup.drag'), h('span', { class: 'by-mouse' }, ` ${t('analyse.setup.right')}`)),
      this.tools,
      h('div', { class: 'row' },
        button(t('analyse.setup.start'), () => this.restart()),
        button(t('analyse.setup.clear'), () => this.clear()),
        button(t('analyse.setup.turn'), () => this.turn())),
      this.left,
      h('details', {}, h('summary', {}, t('analyse.setup.written')),
        ...(/** @type {Side[]} */ (['own', 'other'])).map((side) =>
          h('label', { class: 'field' }, h('span', {}, t(`analyse.setup.${side}`)), this.fields[side]))));
  }

  /** @param {Tool} tool */
  choice(tool) {
    const choose = () => { this.tool = tool; };
    const radio = h('input', { type: 'radio', name: 'tool', value: tool, onchange: choose });
    radio.checked = tool === this.tool;
    return h('label', { class: 'tick', 'data-tool': tool }, radio,
      tool !== 'take' && h('span', { class: 'stone', 'aria-hidden': 'true' }), this.context.t(`analyse.setup.tool.${tool}`));
  }

  /** @param {Side} side */
  field(side) {
    const field = h('input', { type: 'text', spellcheck: 'false', autocomplete: 'off' });
    field.addEventListener('change', () => {
      if (!this.question || !this.game) return;
      this.done(parseCheckers(this.game, this.question, side, field.value));
    });
    return field;
  }

  /**
   * Sets the question to edit. The editor changes a copy, since lines of the history keep theirs.
   *
   * @param {Question} question
   * @param {Game} game
   */
  show(question, game) {
    this.question = structuredClone(question);
    this.game = game;
    this.tell(null);
  }

  /**
   * Handles a press on a place of the board.
   *
   * @param {Side} side in whose numbering the place is given
   * @param {number} index
   * @param {Tool} [tool] the selected one by default
   */
  press(side, index, tool = this.tool) {
    const { question, game } = this;
    if (!question || !game) return;
    const across = oppositeIndex(game, question.board, side, index);
    const indexFor = (/** @type {Side} */ by) => (by === side ? index : across);
    const stands = (/** @type {Side} */ by) => question.board[by][indexFor(by)] > 0;
    if (tool === 'take' || index === OFF) {
      const whose = (/** @type {Side[]} */ ([side, side === 'own' ? 'other' : 'own'])).find(stands);
      if (index === OFF || !whose) return;
      removeChecker(game, question, whose, indexFor(whose));
      this.done(null);
      return;
    }
    // A bar belongs to one side, whatever tool is selected.
    const by = index === BAR ? side : tool;
    this.done(addChecker(game, question, by, indexFor(by)));
  }

  /**
   * Moves a dragged checker.
   *
   * @param {Side} side
   * @param {number} from
   * @param {number} to
   */
  move(side, from, to) {
    if (!this.question || !this.game) return;
    this.done(moveChecker(this.game, this.question, side, from, to));
  }

  /** @param {string | null} refused key of an error message */
  done(refused) {
    this.tell(refused);
    if (!refused && this.question) this.changed(this.question);
  }

  restart() {
    if (!this.question || !this.game) return;
    this.question.board = startQuestion(this.game).board;
    this.done(null);
  }

  clear() {
    if (!this.question || !this.game) return;
    for (const counts of [this.question.board.own, this.question.board.other]) {
      counts.fill(0);
      counts[OFF] = this.game.checkers;
    }
    delete this.question.board.under;
    this.done(null);
  }

  turn() {
    if (!this.question || !this.game) return;
    Object.assign(this.question, turnSides(this.game, this.question));
    this.done(null);
  }

  /** @param {string | null} refused */
  tell(refused) {
    const { t } = this.context;
    const { question, game } = this;
    if (!question || !game) return;
    for (const tool of /** @type {Side[]} */ (['own', 'other'])) {
      const isBottom = (tool === 'own') === (question.seat === 'bottom');
      const stone = this.tools?.querySelector(`[data-tool=${tool}] .stone`);
      stone?.setAttribute('class', `stone ${isBottom ? 'mine' : 'theirs'}`);
    }
    const words = refused ? t(refused, { n: game.checkers }) : '';
    this.refusal.textContent = words;
    const [own, other] = [question.board.own[OFF], question.board.other[OFF]];
    if (this.left) this.left.textContent = t('analyse.setup.left', { own, other });
    if (!this.fields || refused) return;
    this.fields.own.value = formatCheckers(question.board.own);
    this.fields.other.value = formatCheckers(question.board.other);
  }
}
