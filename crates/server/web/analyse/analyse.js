// @ts-check
// The Analyse view: a position editor, the analysis settings, and the results.

import { errorText } from '../common/api.js';
import { Board } from '../board/board.js';
import { button, h, select } from '../common/dom.js';
import { findGame as named } from '../common/games.js';
import { Ids } from './ids.js';
import { toRequest, startQuestion, toLink, parseLink, fromPosition } from './question.js';
import { RolloutPanel } from './rollout-panel.js';
import { Setup } from './setup.js';
import { Stakes, makeConsistent } from './stakes.js';
import { Verdict } from './verdict.js';
import { countPips } from '../board/aria-text.js';

/** @typedef {import('../common/answers').Looked} Looked */
/** @typedef {import('../common/answers').Question} Question */
/** @typedef {import('../common/answers').Score} Score */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').PageView} PageView */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {PageView}
 */
export function view(root, context) {
  const analyse = new Analyse(context);
  root.append(analyse.element);
  return analyse;
}

/** Window width from which the results stand beside the board. */
const TWO_COLUMNS = '(min-width: 1000px)';

/** @implements {PageView} */
class Analyse {
  /** @param {Context} context */
  constructor(context) {
    const { t } = context;
    this.context = context;
    this.game = context.games.find((game) => game.name === 'backgammon') ?? context.games[0];
    this.question = startQuestion(this.game);
    /** Number of the latest look-up. */
    this.turn = 0;
    /** Link to the shown position. */
    this.address = '';
    /** True if the view was left before a response arrived. */
    this.unanswered = false;
    this.setup = new Setup(context, () => this.changed());
    this.stakes = new Stakes(t, () => this.changed());
    this.ids = new Ids(context, (text) => this.look({ position: text }));
    this.verdict = new Verdict(context, {
      arrows: (arrows) => this.board.arrows(arrows),
      deeper: (ply) => {
        this.question.ply = ply === this.game.default_ply ? null : ply;
        this.changed();
      },
      score: (score, length) => this.atScore(score, length),
    });
    this.rollout = new RolloutPanel(context, () => (this.game.has_network
      ? { ...toRequest(this.question, this.game), ...(this.question.dice ? { dice: this.question.dice } : {}) }
      : null));
    this.board = this.makeBoard();
    this.place = h('div', { class: 'place' }, this.board.element);
    const games = context.games.map((game) => /** @type {[string, string]} */ ([game.name, t(`game.${game.name}`)]));
    this.gameField = h('div', {}, select(t('analyse.game'), games, this.game.name, (name) => this.choose(name), { 'data-name': 'game' }));
    this.editing = button(t('analyse.setup.begin'), () => this.edit(Boolean(this.setup.element.hidden)), {
      'aria-expanded': 'false', 'data-do': 'set-up',
    });
    this.setup.element.hidden = true;
    const row = h('div', { class: 'row' }, this.editing, this.gameField);
    const answers = h('div', { class: 'other-side' }, this.ids.element, this.verdict.element,
      this.verdict.scoresElement, this.rollout.element);
    this.element = h('div', { class: 'analyse' },
      h('div', { class: 'one-side' }, this.place, row, this.stakes.element), answers);
    // The editor stands beside the board, or right below it in a single column.
    const two = matchMedia(TWO_COLUMNS);
    const settle = () => (two.matches ? answers.prepend(this.setup.element) : row.after(this.setup.element));
    two.addEventListener('change', settle);
    settle();
    this.showBoard();
    this.stakes.show(this.question, this.game);
    this.setup.show(this.question, this.game);
  }

  makeBoard() {
    const board = new Board(this.game, this.context);
    board.onpick = (side, index) => {
      if (!this.setup.element.hidden) this.setup.press(side, index);
    };
    return board;
  }

  /** @param {string} route */
  show(route) {
    const query = parseLink(route);
    if (query) this.look(query);
    else if (this.unanswered || this.address === '') this.changed();
    else history.replaceState(null, '', this.address);
    this.unanswered = false;
  }

  hide() {
    this.unanswered = this.verdict.stop();
  }

  /**
   * Opens or closes the position editor.
   *
   * @param {boolean} open
   */
  edit(open) {
    const { t } = this.context;
    this.setup.element.hidden = !open;
    this.editing.setAttribute('aria-expanded', String(open));
    this.editing.textContent = t(open ? 'analyse.setup.end' : 'analyse.setup.begin');
    this.setup.show(this.question, this.game);
    if (open && matchMedia(TWO_COLUMNS).matches) this.setup.element.scrollIntoView({ block: 'nearest' });
    if (!open) this.changed();
  }

  /** @param {string} name of another game, which is shown at its starting position */
  choose(name) {
    const game = this.context.games.find((one) => one.name === name);
    if (!game) return;
    this.change(game);
    this.question = { ...startQuestion(game), ply: this.question.ply };
    this.changed();
  }

  /** @param {import('../common/types').Game} game */
  change(game) {
    if (game === this.game) return;
    this.game = game;
    this.board.leave();
    this.board = this.makeBoard();
    this.place.replaceChildren(this.board.element);
    const list = this.gameField.querySelector('select');
    if (list) list.value = game.name;
  }

  /**
   * Looks up a position and analyses it.
   *
   * @param {{position: string, game?: string, dice?: string, ply?: number}} query
   */
  async look({ position, game, dice, ply }) {
    this.turn += 1;
    const { turn } = this;
    this.ids.trouble.textContent = '';
    const body = { position, game: game ?? this.named(position), ...(dice ? { dice } : {}) };
    try {
      const found = /** @type {Looked} */ (await this.context.api.post('position', body));
      if (turn !== this.turn) return;
      const known = named(this.context.games, found.game);
      if (known) this.change(known);
      this.question = fromPosition(found, ply ?? this.question.ply);
      this.ids.field.value = position;
      await this.changed(found);
    } catch (error) {
      if (turn === this.turn) this.ids.trouble.replaceChildren(errorText(this.context.t, error));
    }
  }

  /**
   * Game of an ID. Most IDs do not name one and belong to the selected game.
   *
   * @param {string} position
   */
  named(position) {
    const before = /(\S+)@/.exec(position)?.[1].toLowerCase();
    if (before && named(this.context.games, before)) return before;
    const noXgids = this.game.family !== 'hitting';
    return noXgids && /xgid|ogid|:|%3a/i.test(position) ? 'backgammon' : this.game.name;
  }

  /**
   * Shows the current question, and analyses it unless the editor is open.
   *
   * @param {Looked} [found] details of the position, if already known
   */
  async changed(found) {
    this.turn += 1;
    const { turn, question, game } = this;
    makeConsistent(question);
    this.showBoard();
    this.stakes.show(question, game);
    this.setup.show(question, game);
    this.rollout.clear(game);
    this.verdict.clear();
    try {
      const known = found ?? /** @type {Looked} */ (await this.context.api.post('position', {
        ...toRequest(question, game), ply: undefined, ...(question.dice ? { dice: question.dice } : {}),
      }));
      if (turn !== this.turn) return;
      this.address = toLink(known, question);
      this.ids.show(known, this.address);
      // The address follows what is shown. Going back leaves the view instead of undoing an edit.
      if (location.hash.startsWith('#analyse')) history.replaceState(null, '', this.address);
    } catch (error) {
      if (turn !== this.turn) return;
      this.address = '';
      this.ids.list.replaceChildren();
      this.ids.trouble.replaceChildren(errorText(this.context.t, error));
      return;
    }
    this.ids.trouble.textContent = '';
    if (this.setup.element.hidden) await this.verdict.ask(question, game);
  }

  /**
   * Repeats the analysis at another score.
   *
   * @param {Score} score
   * @param {number} length
   */
  atScore({ own_away, opponent_away, crawford }, length) {
    Object.assign(this.question, {
      match: length, score: { own: length - own_away, opponent: length - opponent_away }, crawford,
    });
    this.changed();
  }

  showBoard() {
    const { t } = this.context;
    const { question, game } = this;
    const { own, other } = question.board;
    const { value, owner } = question.cube;
    const seats = /** @type {const} */ ({ own: 'bottom', opponent: 'top' });
    const score = question.match > 0 ? {
      bottom: `${question.score.own}/${question.match}`,
      top: `${question.score.opponent}/${question.match}`,
    } : null;
    this.board.show({
      board: question.board,
      dice: question.dice,
      seat: 'bottom',
      cube: game.has_cube && !question.crawford ? { value, owner: owner && seats[owner] } : null,
      names: { bottom: t('analyse.on_roll'), top: t('analyse.opponent') },
      pips: { bottom: countPips(own), top: countPips(other) },
      score,
    });
  }
}
