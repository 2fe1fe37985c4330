// @ts-check
// The quiz: a player's own mistakes from the kept matches, repeated at growing intervals.

import { button, h, select } from '../common/dom.js';
import { formatFixed } from '../common/numbers.js';
import { shortName } from '../common/names.js';
import { chosenPlayer, rememberPlayer } from '../matches/chosen-player.js';
import { playersByMatches } from '../matches/player-figures.js';
import { dayOf } from './day.js';
import { answerCard, countBoxes, planDay } from './leitner.js';
import { QuestionView } from './question-view.js';
import { collectQuestions } from './questions.js';

/** @typedef {import('../common/answers').StoredMatch} Kept */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../matches/store.js').Store} Store */
/** @typedef {import('./leitner.js').Card} Card */
/** @typedef {import('./questions.js').Question} Question */

/** Number of questions in a session. */
const SESSION = 10;
/** Smallest losses to choose from, in points (EMG). */
const LEAST = [0.02, 0.05, 0.08, 0.16];

/**
 * @param {Context} context
 * @param {Store} store
 */
export function page(context, store) {
  return new Quiz(context, store);
}

class Quiz {
  /**
   * @param {Context} context
   * @param {Store} store
   */
  constructor(context, store) {
    const { t } = context;
    this.context = context;
    this.store = store;
    /** @type {Kept[]} */
    this.all = [];
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    this.player = '';
    this.least = LEAST[0];
    /** Questions of the session that are left. @type {Question[]} */
    this.left = [];
    this.number = 0;
    this.solved = 0;
    this.loss = 0;
    /** @type {QuestionView | null} */
    this.question = null;
    this.content = h('div', { class: 'quiz-content' });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.element = h('article', { class: 'quiz' },
      h('div', { class: 'row report-head' }, h('h2', { class: 'names', tabindex: -1 }, t('quiz.title')),
        h('a', { class: 'button', href: '#matches' }, t('matches.back'))),
      this.trouble, this.content);
  }

  leave() {
    this.question?.leave();
    this.question = null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.question?.key(event);
  }

  async show() {
    if (this.question) return;
    [this.all, this.cards] = await Promise.all([this.store.all(), this.store.cards()]);
    this.start();
  }

  /** Shows the choices before a session. */
  start() {
    const { t } = this.context;
    this.leave();
    const names = playersByMatches(this.all);
    if (names.length === 0) {
      this.content.replaceChildren(h('p', {}, t('quiz.none')));
      return;
    }
    if (!names.some(([name]) => name === this.player)) this.player = chosenPlayer(t, names);
    const choices = names.map(([name, n]) => /** @type {[string, string]} */ ([name, t('players.choice', { name: shortName(name), n })]));
    const least = LEAST.map((loss) => /** @type {[string, string]} */ ([String(loss), formatFixed(loss, 2)]));
    const questions = collectQuestions(this.all, this.player, this.least);
    const { due, fresh, next } = planDay(questions, this.cards, dayOf());
    const ready = due.length + fresh.length;
    this.content.replaceChildren(h('section', { class: 'panel quiz-start' },
      h('p', {}, t('quiz.what')),
      h('div', { class: 'fields' },
        select(t('players.player'), choices, this.player, (name) => {
          this.player = name;
          rememberPlayer(name);
          this.start();
        }, { 'data-name': 'player' }),
        select(t('quiz.least'), least, String(this.least), (loss) => {
          this.least = Number(loss);
          this.start();
        }, { 'data-name': 'least' })),
      h('p', { class: 'quiz-count', role: 'status' }, this.dayText(questions.length, due.length, fresh.length, next)),
      ready > 0 && button(t('quiz.start', { n: Math.min(SESSION, ready) }), () => this.begin([...due, ...fresh]), {
        class: 'main', 'data-do': 'start',
      }),
      questions.length > 0 && this.boxes(questions)));
  }

  /**
   * @param {number} all
   * @param {number} due
   * @param {number} fresh
   * @param {number | null} next day
   */
  dayText(all, due, fresh, next) {
    const { t } = this.context;
    if (all === 0) return t('quiz.no_mistakes');
    if (due + fresh > 0) return t('quiz.today', { due, fresh });
    return t('quiz.done_today', { n: (next ?? dayOf() + 1) - dayOf() });
  }

  /**
   * Number of questions in each box, as bars.
   *
   * @param {Question[]} questions
   */
  boxes(questions) {
    const { t } = this.context;
    const counts = countBoxes(questions, this.cards);
    const most = Math.max(1, ...counts);
    const items = counts.map((n, box) => {
      const bar = h('span', { class: 'quiz-bar', 'aria-hidden': 'true' });
      bar.style.inlineSize = `${100 * n / most}%`;
      return h('li', {}, h('span', {}, box === 0 ? t('quiz.new') : t('quiz.box', { box })),
        h('span', { class: 'quiz-track' }, bar), h('span', { class: 'number' }, String(n)));
    });
    return h('details', {}, h('summary', {}, t('quiz.boxes')), h('p', { class: 'note' }, t('quiz.boxes.note')),
      h('ol', { class: 'quiz-boxes' }, ...items));
  }

  /** @param {Question[]} questions in the order in which they are asked */
  begin(questions) {
    this.left = questions.slice(0, SESSION);
    this.number = this.left.length;
    this.solved = 0;
    this.loss = 0;
    this.next();
  }

  /** Asks the next question, or ends the session. */
  next() {
    this.leave();
    const question = this.left.shift();
    if (!question) {
      this.end();
      return;
    }
    const { t } = this.context;
    const title = t('quiz.question', { n: this.number - this.left.length, of: this.number });
    const view = new QuestionView(this.context, question, {
      title, last: this.left.length === 0,
      answered: (loss, solved) => this.answered(question, loss, solved),
      next: () => this.next(),
      stop: () => this.end(),
    });
    this.question = view;
    this.content.replaceChildren(view.element);
    view.begin();
  }

  /**
   * @param {Question} question
   * @param {number} loss in points (EMG)
   * @param {boolean} solved
   */
  async answered({ key }, loss, solved) {
    this.loss += loss;
    this.solved += Number(solved);
    const card = answerCard(key, this.cards.get(key), solved, dayOf());
    this.cards.set(key, card);
    if (!await this.store.putCard(card)) this.trouble.textContent = this.context.t('quiz.not_stored');
  }

  /** Shows the result of the session, with the choices for another one. */
  end() {
    const { t } = this.context;
    const asked = this.number - this.left.length - (this.question?.isOpen ? 1 : 0);
    this.start();
    if (asked === 0) return;
    const words = t('quiz.result', { solved: this.solved, n: asked, loss: formatFixed(this.loss, 3) });
    const result = h('p', { class: 'panel quiz-result', tabindex: -1 }, words);
    this.content.prepend(result);
    result.focus();
    this.context.say(words);
  }
}
