// @ts-check
// The view of drills: a list of kinds with their trends, and sessions.

import { button, h, select } from '../common/dom.js';
import { findGame, gameName } from '../common/games.js';
import { formatFixed } from '../common/numbers.js';
import { DrillView } from './drill-view.js';
import { addSession, median, recent, sessionsOf } from './journal.js';
import { errorText } from './kinds.js';
import { ENDS, endText, isOver, questionTitle } from './session-end.js';
import { trendCurve } from './trend.js';

/** @typedef {import('../common/answers').DrillGrade} DrillGrade */
/** @typedef {import('../common/types').Context} Context */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {import('../common/types').PageView}
 */
export function view(root, context) {
  const drills = new Drills(context);
  root.replaceChildren(drills.element);
  const onkey = (/** @type {KeyboardEvent} */ event) => drills.question?.key(event);
  return {
    show() {
      document.addEventListener('keydown', onkey);
      drills.show();
    },
    hide() {
      document.removeEventListener('keydown', onkey);
    },
  };
}

class Drills {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.games = context.games.filter(({ drills }) => drills.length > 0);
    /** Name of the chosen game. */
    this.game = this.games[0]?.name ?? 'backgammon';
    this.kind = '';
    /** Name of the chosen end of a session. */
    this.ending = Object.keys(ENDS)[0];
    this.seed = 0;
    /** Time when the session began, in milliseconds. */
    this.began = 0;
    /** Number of the current question. */
    this.number = 0;
    this.answers = 0;
    this.right = 0;
    this.error = 0;
    /** Time of each answer. @type {number[]} */
    this.seconds = [];
    /** @type {DrillView | null} */
    this.question = null;
    this.content = h('div', { class: 'quiz-content' });
    this.element = h('article', { class: 'quiz drills' },
      h('h2', { class: 'names', tabindex: -1 }, context.t('drill.title')), this.content);
  }

  /** Shows the list, unless a session is going on. */
  show() {
    if (!this.question) this.list();
  }

  list() {
    const { t } = this.context;
    this.question?.leave();
    this.question = null;
    const kinds = findGame(this.games, this.game)?.drills ?? [];
    const cards = kinds.map((kind) => {
      const sessions = sessionsOf(kind, this.game);
      const last = recent(sessions);
      const curve = trendCurve(t, kind, sessions.map(({ error }) => error));
      return h('li', { class: 'panel drill-card', 'data-kind': kind },
        h('h3', {}, t(`drill.kind.${kind}`)), h('p', {}, t(`drill.about.${kind}`)),
        last && h('p', { class: 'note' }, this.lastText(kind, last)), curve,
        button(t('drill.start'), () => this.begin(kind), {
          class: 'main', 'data-do': 'start', 'aria-label': `${t('drill.start')}: ${t(`drill.kind.${kind}`)}`,
        }));
    });
    const choices = h('div', { class: 'fields drill-choices' }, this.gameChoice(), this.endChoice());
    this.content.replaceChildren(h('p', { class: 'drill-what' }, t('drill.what')), choices,
      h('ul', { class: 'drill-cards' }, ...cards));
  }

  /** Choice of the game, which determines the kinds. */
  gameChoice() {
    const { t } = this.context;
    const names = this.games.map(({ name }) => /** @type {[string, string]} */ ([name, gameName(t, name)]));
    return select(t('analyse.game'), names, this.game, (name) => {
      this.game = name;
      this.list();
      /** @type {HTMLElement | null} */ (this.content.querySelector('[data-name=game]'))?.focus();
    }, { 'data-name': 'game' });
  }

  /** Choice of the end of a session. */
  endChoice() {
    const { t } = this.context;
    const names = Object.entries(ENDS).map(([name, end]) => /** @type {[string, string]} */ ([name, endText(t, end)]));
    return select(t('drill.session'), names, this.ending, (name) => { this.ending = name; }, { 'data-name': 'end' });
  }

  /**
   * @param {string} kind
   * @param {{sessions: number, error: number, seconds: number}} last
   */
  lastText(kind, { sessions, error, seconds }) {
    return this.context.t('drill.last', {
      n: sessions, error: errorText(this.context.t, kind, error), seconds: formatFixed(seconds, 1),
    });
  }

  /** @param {string} kind */
  begin(kind) {
    this.kind = kind;
    [this.seed] = crypto.getRandomValues(new Uint32Array(1));
    [this.number, this.answers, this.right, this.error] = [0, 0, 0, 0];
    this.seconds = [];
    this.began = performance.now();
    this.next();
  }

  /** Seconds since the session began. */
  get elapsed() {
    return (performance.now() - this.began) / 1000;
  }

  /** Asks the next question, or ends the session. */
  next() {
    this.question?.leave();
    this.question = null;
    const end = ENDS[this.ending];
    if (isOver(end, this.number, this.elapsed)) {
      this.end('minutes' in end);
      return;
    }
    this.number += 1;
    const { t } = this.context;
    const title = `${t(`drill.kind.${this.kind}`)}: ${questionTitle(t, end, this.number, this.elapsed)}`;
    const view = new DrillView(this.context, { drill: this.kind, game: this.game, seed: this.seed, number: this.number }, {
      title, last: () => isOver(end, this.number, this.elapsed),
      asked: () => this.asked(),
      progress: () => (this.answers > 0 ? this.soFar() : ''),
      answered: (grade, seconds) => this.answered(grade, seconds),
      next: () => this.next(),
      stop: () => this.end(),
    });
    this.question = view;
    this.content.replaceChildren(view.element);
    view.begin();
  }

  /** Starts the clock of the session: choosing the first position takes none of the time. */
  asked() {
    if (this.number === 1) this.began = performance.now();
  }

  /**
   * @param {DrillGrade} grade
   * @param {number} seconds
   */
  answered({ right, error }, seconds) {
    this.answers += 1;
    this.right += Number(right);
    this.error += error;
    this.seconds.push(seconds);
  }

  /** Result of the session so far. */
  soFar() {
    const { t } = this.context;
    return t('drill.so_far', {
      right: this.right, n: this.answers, error: errorText(t, this.kind, this.error / this.answers),
      seconds: formatFixed(median(this.seconds), 1),
    });
  }

  /** Keeps the session, and shows its result above the list. @param {boolean} [timeUp] */
  end(timeUp = false) {
    const { t } = this.context;
    const { kind, game, answers, right, seconds } = this;
    if (answers === 0) {
      this.list();
      return;
    }
    const before = recent(sessionsOf(kind, game));
    const words = `${timeUp ? `${t('drill.time_up')} ` : ''}${t(`drill.kind.${kind}`)}: ${this.soFar()}`;
    const kept = addSession({
      drill: kind, game, answers, right, error: this.error / answers,
      seconds: seconds.reduce((sum, one) => sum + one, 0) / answers, median: median(seconds),
    });
    this.list();
    const result = h('div', { class: 'panel quiz-result drill-result', tabindex: -1 }, h('p', {}, words),
      before && h('p', { class: 'note' }, this.lastText(kind, before)),
      !kept && h('p', { class: 'trouble' }, t('drill.not_stored')));
    this.content.prepend(result);
    result.focus();
    this.context.say(words);
  }
}
