// @ts-check
// One question: the position, the answer by a play on the board or by a button, and the solution.

import { Board } from '../board/board.js';
import { MoveInput } from '../board/move-input.js';
import { PlayBuilder } from '../board/play-builder.js';
import { button, h } from '../common/dom.js';
import { findGame } from '../common/games.js';
import { keyActions } from '../common/keys.js';
import { shortName } from '../common/names.js';
import { decisionBoard } from '../matches/decision-board.js';
import { actionName, rollName } from '../matches/decisions.js';
import { bringIntoView, offerNext, replaceButtons, showTrouble } from './question-parts.js';
import { solution } from './solution.js';
import { cubeActions, explainAnswer, gradeCube, gradePlay, positionRequest } from './grade.js';

/** @typedef {import('../common/answers').Looked} Looked */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Explanation} Explanation */
/** @typedef {import('./grade.js').Grade} Grade */
/** @typedef {import('./questions.js').Question} Question */
/** @typedef {import('../board/move-input.js').PlayingView} PlayingView */

/** Number of plays to choose from. */
const CHOICES = 5;

/** @implements {PlayingView} */
export class QuestionView {
  /**
   * @param {Context} context
   * @param {Question} question
   * @param {{title: string, last: boolean, answered: (loss: number, solved: boolean) => void,
   *   next: () => void, stop: () => void}} how `solved` is true if the answer is not even an error
   */
  constructor(context, question, how) {
    const { t } = context;
    this.context = context;
    this.question = question;
    this.how = how;
    const { match, game } = question;
    const found = findGame(context.games, match.games[game].game ?? match.game) ?? context.games[0];
    this.board = new Board(found, context);
    /** @type {PlayBuilder | null} */
    this.entry = null;
    /** True while no play can be entered. */
    this.isClosed = true;
    /** True until the question is answered. */
    this.isOpen = true;
    this.gone = false;
    /** @type {Looked | null} */
    this.looked = null;
    this.input = new MoveInput(this);
    this.board.onspace = () => this.run('main');
    this.title = h('h3', { tabindex: -1 }, how.title);
    this.status = h('p', {});
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.buttons = h('div', { class: 'actions quiz-actions' });
    this.choices = h('div', { class: 'quiz-choices' });
    this.result = h('div', { class: 'quiz-solution verdict-of-walk' });
    this.element = h('section', { class: 'quiz-question' },
      h('div', { class: 'panel quiz-task' },
        h('div', { class: 'row quiz-head' }, this.title,
          button(t('quiz.stop'), how.stop, { class: 'quiet', 'data-do': 'stop' })),
        this.status),
      h('div', { class: 'panel quiz-board' }, this.board.element),
      h('div', { class: 'panel quiz-answers' }, this.trouble, this.buttons, this.choices, this.result, this.board.words));
  }

  get decision() {
    return this.question.decision;
  }

  leave() {
    this.gone = true;
    this.board.leave();
  }

  /** Loads the position and asks. */
  async begin() {
    const { api, settings } = this.context;
    this.trouble.replaceChildren();
    try {
      const request = positionRequest(this.question);
      const { position, game } = request;
      const isPlay = this.decision.kind === 'play';
      const [looked, tree] = await Promise.all([
        api.post('position', { position, game }),
        isPlay ? api.post('plays', { position, game, dice: this.decision.dice }) : null,
      ]);
      if (this.gone) return;
      this.looked = looked;
      if (tree) this.entry = new PlayBuilder(tree, settings.get('forced'), this.board.game.doubles);
      this.isClosed = false;
      this.show();
      this.ask();
    } catch (error) {
      this.failed(error, () => this.begin());
    }
  }

  /**
   * @param {unknown} error
   * @param {() => void} again
   */
  failed(error, again) {
    if (this.gone) return;
    showTrouble(this.trouble, this.context.t, error, again);
  }

  /** Says what to do, and offers the answers. */
  ask() {
    const { t } = this.context;
    const { decision, question: { match, game } } = this;
    const name = shortName(match.players[decision.seat - 1].name);
    const words = t(`quiz.ask.${decision.kind}`, { name, dice: rollName(t, decision) });
    const isMoney = match.length === 0;
    const stakes = isMoney ? t('analyse.money') : t('matches.to', { n: match.length });
    const crawford = match.games[game].crawford ? ` · ${t('play.crawford')}` : '';
    this.status.replaceChildren(h('strong', {}, words), h('span', { class: 'note' }, ` ${stakes}${crawford}`));
    this.context.say(`${this.how.title}. ${words}`);
    this.title.focus({ preventScroll: true });
    if (this.isOpen) bringIntoView(this.element, this.board.svg);
  }

  /** Draws the board and the buttons. Part of what a play's input asks for. */
  show() {
    if (!this.looked) return;
    const { question, entry, board } = this;
    const { match, game, decision } = question;
    const view = decisionBoard(match, { game, decision }, this.looked, { bottom: decision.seat, hasCube: board.game.has_cube });
    board.ondice = entry && this.isOpen && entry.hasOrder ? () => this.run('swap') : null;
    board.show({
      ...view,
      ...(entry && this.isOpen && { board: entry.board, ...entry.shownDice() }),
      ...(this.isOpen && this.input.marks()),
    });
    replaceButtons(this.buttons, this.title, this.answerButtons());
  }

  /** Buttons of the answers, or to go on. */
  answerButtons() {
    const { t } = this.context;
    const { decision, entry } = this;
    if (!this.isOpen) {
      return [button(t(this.how.last ? 'quiz.finish' : 'quiz.next'), this.how.next, { class: 'main', 'data-do': 'next' })];
    }
    if (entry) {
      const some = entry.path.length > 0;
      return [
        button(t('quiz.check'), () => this.run('main'), { class: 'main', disabled: entry.play === undefined, 'data-do': 'check' }),
        button(t('play.do.undo'), () => this.run('undo'), { disabled: !some, 'data-do': 'undo' }),
        button(t('quiz.choose'), () => this.offer(), { class: 'quiet', 'data-do': 'choose' }),
        button(t('quiz.show'), () => this.giveUp(), { class: 'quiet', 'data-do': 'show' }),
      ];
    }
    return [
      ...cubeActions(decision).map(([name]) => button(actionName(t, name), () => this.answer(gradeCube(decision, name)), {
        'data-do': name,
      })),
      button(t('quiz.show'), () => this.giveUp(), { class: 'quiet', 'data-do': 'show' }),
    ];
  }

  /** Offers the report's plays to choose from. */
  offer() {
    const { t } = this.context;
    const plays = (this.decision.candidates ?? []).slice(0, CHOICES).map(({ play }) => play);
    const { played } = this.decision;
    if (!plays.includes(played)) plays.push(played);
    plays.sort();
    this.choices.replaceChildren(h('p', {}, t('quiz.among')),
      h('div', { class: 'actions' }, ...plays.map((play) =>
        button(play, () => this.check(play, this.idOf(play)), { 'data-play': play }))));
    /** @type {HTMLElement | null} */ (this.choices.querySelector('button'))?.focus();
  }

  /** @param {string} play */
  idOf(play) {
    return this.decision.candidates?.find((one) => one.play === play)?.position_id;
  }

  /** Handles a change of the entered play. */
  changed() {
    this.show();
  }

  /**
   * Performs an action of a button or key.
   *
   * @param {string} name
   * @returns {boolean} true if anything happened
   */
  run(name) {
    if (this.isClosed) return false;
    if (!this.isOpen) {
      if (name === 'main') this.how.next();
      return name === 'main';
    }
    const { entry } = this;
    if (name === 'main' && entry?.play !== undefined) {
      this.check(entry.play, entry.node.position_id);
      return true;
    }
    const cube = cubeActions(this.decision).map(([action]) => action);
    if (cube.includes(name)) {
      this.answer(gradeCube(this.decision, name));
      return true;
    }
    if (!entry || !this.input.run(name)) return false;
    this.show();
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || !this.context.settings.get('keys')) return;
    if (keyActions(event).some((name) => this.run(name))) event.preventDefault();
  }

  /**
   * Grades a play. The engine compares it with the best one if the report did not.
   *
   * @param {string} play
   * @param {string | undefined} position_id after the play
   */
  async check(play, position_id) {
    if (this.isClosed || !this.isOpen) return;
    const known = gradePlay(this.decision, { play, position_id });
    if (known) {
      this.answer(known);
      return;
    }
    this.isClosed = true;
    this.status.textContent = this.context.t('analyse.thinking');
    this.trouble.replaceChildren();
    try {
      const found = await explainAnswer(this.context, this.question, play);
      // The reader may have asked for the solution meanwhile.
      if (this.gone || !this.isOpen) return;
      const best = this.decision.candidates?.[0].play ?? found.better.play;
      const isBetter = found.better.play !== best;
      this.answer({ answer: play, best, loss: isBetter ? 0 : found.difference }, found);
    } catch (error) {
      if (this.gone || !this.isOpen) return;
      this.ask();
      this.failed(error, () => this.check(play, position_id));
    } finally {
      this.isClosed = false;
    }
  }

  /** Shows the solution, which counts as a wrong answer. */
  giveUp() {
    const { decision } = this;
    const best = decision.candidates?.[0]?.play ?? decision.best ?? '';
    this.answer({ answer: '', best, loss: decision.loss ?? 0 });
  }

  /**
   * Shows the grade and the solution.
   *
   * @param {Grade} grade
   * @param {Explanation} [explanation] of the answer
   */
  answer(grade, explanation) {
    const { error } = this.question.stored.document.engine.thresholds;
    const solved = grade.answer !== '' && grade.loss < error;
    this.isOpen = false;
    this.isClosed = false;
    this.entry = null;
    this.choices.replaceChildren();
    this.how.answered(grade.answer === '' ? 0 : grade.loss, solved);
    const { words, arrows, parts } = solution(this.context, this.question, grade, {
      solved, explanation, point: (shown) => this.board.arrows(shown),
    });
    this.ask();
    this.show();
    this.board.arrows(arrows);
    this.result.replaceChildren(...parts);
    this.context.say(words);
    offerNext(this.buttons, this.result);
  }
}
