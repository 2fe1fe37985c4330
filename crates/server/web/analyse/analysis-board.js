// @ts-check
// The board of the Analyse view: it shows a position, takes plays, or is edited.

import { Board } from '../board/board.js';
import { countPips } from '../board/aria-text.js';
import { h } from '../common/dom.js';
import { facing } from './question.js';
import { Trial } from './trial.js';

/** @typedef {import('../common/answers').Question} Question */
/** @typedef {import('../common/types').Arrow} Arrow */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */

/** Time in which the second digit of a roll is expected, in milliseconds. */
const TYPING = 3000;

/**
 * Reports of the board: a changed play, an action, a digit that waits for the second one. `status`
 * shows sentences about the play.
 *
 * @typedef {{tried: () => void, run: (name: string) => boolean, waits: () => void, status: HTMLElement}}
 *   Reports
 */

export class AnalysisBoard {
  /**
   * @param {Context} context
   * @param {Game} game
   * @param {Question} question
   * @param {import('./setup.js').Setup} setup
   * @param {Reports} tell
   */
  constructor(context, game, question, setup, tell) {
    this.context = context;
    this.question = question;
    this.setup = setup;
    this.tell = tell;
    /** True while a position is being set up. */
    this.edits = false;
    /** First digits of a typed roll. */
    this.typed = '';
    /** Arrows to show while no checker has been moved. @type {Arrow[]} */
    this.drawn = [];
    this.game = game;
    this.board = new Board(game, context);
    this.trial = this.listen();
    this.element = h('div', { class: 'place' }, this.board.element);
    /** The board in words, for another part of the view. */
    this.words = h('div', {}, this.inWords());
  }

  inWords() {
    this.board.words.classList.add('panel');
    return this.board.words;
  }

  /** Connects the input of the board. */
  listen() {
    const { board, context, tell } = this;
    const trial = new Trial(context, board, tell.status, { show: () => this.show(), changed: tell.tried });
    const { onpick } = board;
    board.onpick = (side, index, how, event) => {
      if (this.edits) this.setup.press(side, index);
      else onpick(side, index, how, event);
    };
    board.onspace = () => tell.run('go');
    board.ondice = () => tell.run('dice');
    board.svg.addEventListener('contextmenu', (event) => {
      const name = /** @type {Element} */ (event.target).closest('[data-place]')?.getAttribute('data-place');
      const place = this.edits && name ? board.buttons.whose(name) : null;
      if (!place) return;
      event.preventDefault();
      this.setup.press(place.side, place.index, 'other');
    });
    return trial;
  }

  /** @param {Game} game */
  change(game) {
    if (game === this.game) return;
    this.game = game;
    this.board.leave();
    this.board = new Board(game, this.context);
    this.trial = this.listen();
    this.element.replaceChildren(this.board.element);
    this.words.replaceChildren(this.inWords());
    this.edit(this.edits);
  }

  /**
   * Starts or ends setting up.
   *
   * @param {boolean} on
   */
  edit(on) {
    this.edits = on;
    this.trial.isClosed = on;
    this.trial.reset();
    this.board.onplace = on ? (side, from, to) => this.setup.move(side, from, to) : null;
  }

  /**
   * Shows a position without plays; they come with [`Trial.ask`].
   *
   * @param {Question} question
   */
  begin(question) {
    this.question = question;
    this.typed = '';
    this.drawn = [];
    this.trial.clear();
    this.show();
  }

  /**
   * Shows the first digits of a roll until the last one is typed.
   *
   * @param {string} digits
   */
  wait(digits) {
    this.typed = digits;
    this.trial.reset();
    this.show();
    this.tell.waits();
    setTimeout(() => {
      if (this.typed !== digits) return;
      this.typed = '';
      this.show();
      this.tell.waits();
    }, TYPING);
  }

  /** @param {Arrow[]} arrows */
  arrows(arrows) {
    this.drawn = arrows;
    this.board.arrows(this.trial.isMoved ? [] : arrows);
  }

  /** Scrolls up to the board if its top is out of sight. */
  reveal() {
    if (this.element.getBoundingClientRect().top >= 0) return;
    // The keyboard of a touch screen would cover the board.
    if (matchMedia('(pointer: coarse)').matches && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.element.scrollIntoView();
  }

  show() {
    const { t } = this.context;
    const { question, game, trial } = this;
    const { value, owner } = question.cube;
    const dice = question.dice !== '' && this.typed === '' ? question.dice
      : Array.from({ length: game.dice }, (_, which) => Number(this.typed[which] ?? 0));
    const shown = { board: question.board, dice, ...(this.typed === '' ? trial.view() : {}) };
    const { own: mine, other: theirs } = shown.board;
    /** @template T @param {T} own @param {T} opponent @returns {{bottom: T, top: T}} */
    const seated = (own, opponent) => (question.seat === 'bottom'
      ? { bottom: own, top: opponent } : { bottom: opponent, top: own });
    this.board.effects.enabled = !this.edits;
    this.board.show({
      ...shown,
      flipped: question.seat === 'top',
      reader: question.seat,
      diceLabel: t('analyse.dice.choose'),
      seat: question.seat,
      cube: game.has_cube && !question.crawford
        ? { value, owner: owner && (owner === 'own' ? question.seat : facing(question.seat)) } : null,
      names: seated(t('analyse.on_roll'), t('analyse.opponent')),
      pips: seated(countPips(mine), countPips(theirs)),
      score: question.match > 0 ? seated(
        `${question.score.own}/${question.match}`, `${question.score.opponent}/${question.match}`) : null,
    });
    this.arrows(this.drawn);
  }
}
