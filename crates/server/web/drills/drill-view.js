// @ts-check
// One question of a drill: the position, the answer, the clock, and the solution.

import { Board } from '../board/board.js';
import { MoveInput } from '../board/move-input.js';
import { PlayBuilder } from '../board/play-builder.js';
import { button, h } from '../common/dom.js';
import { findGame } from '../common/games.js';
import { keyActions } from '../common/keys.js';
import { actionName } from '../matches/decisions.js';
import { bringIntoView, offerNext, replaceButtons, showTrouble } from '../quiz/question-parts.js';
import { answerForm } from './answer-form.js';
import { drillBoard } from './drill-board.js';
import { drillSolution } from './solution.js';

/** @typedef {import('../common/answers').DrillAnswer} DrillAnswer */
/** @typedef {import('../common/answers').DrillGrade} DrillGrade */
/** @typedef {import('../common/answers').Looked} Looked */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../board/move-input.js').PlayingView} PlayingView */
/** @typedef {{drill: string, game: string, seed: number, number: number}} Asking */

/** Answers about the cube, by the object of the question. @type {Record<string, string[]>} */
const ACTIONS = { double: ['double', 'no-double'], answer: ['take', 'pass'] };

/** @implements {PlayingView} */
export class DrillView {
  /**
   * @param {Context} context
   * @param {Asking} asking
   * @param {{title: string, last: () => boolean, asked: () => void, progress: () => string,
   *   answered: (grade: DrillGrade, seconds: number) => void, next: () => void, stop: () => void}} how
   */
  constructor(context, asking, how) {
    const { t } = context;
    this.context = context;
    this.asking = asking;
    this.how = how;
    this.board = new Board(findGame(context.games, asking.game) ?? context.games[0], context);
    /** @type {PlayBuilder | null} */
    this.entry = null;
    /** True while no answer can be given. */
    this.isClosed = true;
    /** @type {DrillAnswer | null} */
    this.asked = null;
    /** @type {Looked | null} */
    this.looked = null;
    /** @type {DrillGrade | null} */
    this.grade = null;
    /** Time when the question was shown, in milliseconds. */
    this.began = 0;
    /** Timer of the clock. */
    this.timer = 0;
    this.gone = false;
    /** @type {ReturnType<typeof answerForm> | null} */
    this.form = null;
    this.input = new MoveInput(this);
    this.board.onspace = () => this.run('main');
    this.title = h('h3', { tabindex: -1 }, how.title);
    this.status = h('p', {});
    this.clock = h('span', { class: 'drill-clock', role: 'timer' });
    this.progress = h('p', { class: 'note drill-progress' }, how.progress());
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.fields = h('div', {});
    this.buttons = h('div', { class: 'actions quiz-actions' });
    this.result = h('div', { class: 'quiz-solution verdict-of-walk' });
    this.place = h('div', { class: 'panel quiz-board', hidden: true }, this.board.element);
    this.element = h('section', { class: 'quiz-question' },
      h('div', { class: 'panel quiz-task' },
        h('div', { class: 'row quiz-head' }, this.title, this.clock,
          button(t('drill.stop'), how.stop, { class: 'quiet', 'data-do': 'stop' })),
        this.status, this.progress),
      this.place,
      h('div', { class: 'panel quiz-answers' }, this.trouble, this.fields, this.buttons, this.result, this.board.words));
  }

  /** True until the question is answered. */
  get isOpen() {
    return this.grade === null;
  }

  leave() {
    this.gone = true;
    clearInterval(this.timer);
    this.board.leave();
  }

  /** Loads the question and asks it. */
  async begin() {
    const { api, settings, t } = this.context;
    this.trouble.replaceChildren();
    this.status.textContent = t('drill.wait');
    try {
      const asked = /** @type {DrillAnswer} */ (await api.post('drill', this.asking));
      const { game } = this.asking;
      const position = asked.xgid ?? asked.position_id;
      const [looked, tree] = await Promise.all([
        api.post('position', { position, game }),
        asked.asks === 'play' ? api.post('plays', { position, game, ...(!asked.xgid && { dice: asked.dice }) }) : null,
      ]);
      if (this.gone) return;
      this.asked = asked;
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
    this.status.replaceChildren();
    showTrouble(this.trouble, this.context.t, error, again);
  }

  /** Words of the question. @param {DrillAnswer} asked */
  question({ drill, asks, after, dice, away }) {
    const { t } = this.context;
    if (drill === 'take-point') return t('drill.ask.take-point', { own: away?.[0] ?? 0, opponent: away?.[1] ?? 0 });
    const before = after ? [t('drill.after', { dice: [...after.roll].join('-'), play: after.play })] : [];
    const words = t(`drill.ask.${asks === 'numbers' ? drill : asks}`, { dice: [...(dice ?? '')].join('-') });
    return [...before, words].join(' ');
  }

  /** Asks the question, and starts the clock. */
  ask() {
    const { asked } = this;
    if (!asked) return;
    const { t, say } = this.context;
    const words = this.question(asked);
    this.status.replaceChildren(h('strong', {}, words));
    if (asked.asks === 'numbers') {
      this.form = answerForm(t, asked.drill, asked.numbers ?? [], (answer) => this.check(answer));
      this.fields.replaceChildren(this.form.element);
    }
    say(`${this.how.title}. ${words}`);
    this.how.asked();
    this.began = performance.now();
    this.timer = setInterval(() => this.tick(), 500);
    this.tick();
    if (this.form) this.form.focus();
    else this.title.focus({ preventScroll: true });
    bringIntoView(this.element, this.board.svg);
  }

  /** Seconds since the question was shown. */
  get seconds() {
    return (performance.now() - this.began) / 1000;
  }

  tick() {
    this.clock.textContent = this.context.t('drill.clock', { n: Math.floor(this.seconds) });
  }

  /** Draws the board and the buttons. */
  show() {
    const { asked, looked, entry, board } = this;
    if (!asked || !looked) return;
    this.place.hidden = asked.drill === 'take-point';
    board.words.hidden = this.place.hidden;
    board.ondice = entry && this.isOpen && entry.hasOrder ? () => this.run('swap') : null;
    board.show({
      ...drillBoard(this.context.t, asked, looked),
      ...(entry && this.isOpen && { board: entry.board, ...entry.shownDice() }),
      ...(this.isOpen && this.input.marks()),
    });
    replaceButtons(this.buttons, this.title, this.answerButtons(asked));
  }

  /** Buttons of the answers, or to go on. @param {DrillAnswer} asked */
  answerButtons({ asks }) {
    const { t } = this.context;
    const { entry } = this;
    if (!this.isOpen) {
      return [button(t(this.how.last() ? 'quiz.finish' : 'quiz.next'), this.how.next, { class: 'main', 'data-do': 'next' })];
    }
    const skip = button(t('drill.skip'), this.how.next, { class: 'quiet', 'data-do': 'skip' });
    if (entry) {
      return [
        button(t('quiz.check'), () => this.run('main'), { class: 'main', disabled: entry.play === undefined, 'data-do': 'check' }),
        button(t('play.do.undo'), () => this.run('undo'), { disabled: entry.path.length === 0, 'data-do': 'undo' }),
        skip,
      ];
    }
    const actions = ACTIONS[asks] ?? [];
    return [...actions.map((name) => button(actionName(t, name), () => this.check(name), { 'data-do': name })), skip];
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
    const { entry, asked } = this;
    if (name === 'main' && entry?.play !== undefined) {
      this.check(entry.play);
      return true;
    }
    if (asked && ACTIONS[asked.asks]?.includes(name)) {
      this.check(name);
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
   * Stops the clock and grades an answer.
   *
   * @param {string} answer
   * @param {number} [seconds]
   */
  async check(answer, seconds = this.seconds) {
    if (this.isClosed || !this.isOpen) return;
    const { api, t } = this.context;
    this.isClosed = true;
    clearInterval(this.timer);
    this.trouble.replaceChildren();
    try {
      const { grade } = /** @type {DrillAnswer} */ (await api.post('drill', { ...this.asking, answer }));
      if (this.gone || !grade) return;
      this.finish(grade, seconds);
    } catch (error) {
      if (this.gone) return;
      showTrouble(this.trouble, t, error, () => this.check(answer, seconds));
    } finally {
      this.isClosed = false;
    }
  }

  /**
   * Shows the grade and the solution.
   *
   * @param {DrillGrade} grade
   * @param {number} seconds
   */
  finish(grade, seconds) {
    const { asked, context: { t, say } } = this;
    if (!asked) return;
    this.grade = grade;
    this.entry = null;
    this.form?.element.querySelectorAll('input').forEach((field) => { field.readOnly = true; });
    this.form?.element.querySelector('button')?.remove();
    this.how.answered(grade, seconds);
    this.progress.textContent = this.how.progress();
    const { words, arrows, parts } = drillSolution(t, asked, grade, (shown) => this.board.arrows(shown));
    this.show();
    this.board.arrows(arrows);
    this.result.replaceChildren(...parts);
    say(words);
    offerNext(this.buttons, this.result);
  }
}
