// @ts-check
// The view of drills: a list of kinds with their trends, and sessions.

import { button, h } from '../common/dom.js';
import { formatFixed } from '../common/numbers.js';
import { DrillView } from './drill-view.js';
import { addSession, recent, sessionsOf } from './journal.js';
import { KINDS, errorText } from './kinds.js';
import { trendCurve } from './trend.js';

/** @typedef {import('../common/answers').DrillGrade} DrillGrade */
/** @typedef {import('../common/types').Context} Context */

/** Number of questions of a session. */
const SESSION = 10;

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
    this.kind = KINDS[0];
    this.seed = 0;
    /** Number of the current question. */
    this.number = 0;
    this.answers = 0;
    this.right = 0;
    this.error = 0;
    this.seconds = 0;
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
    const cards = KINDS.map((kind) => {
      const sessions = sessionsOf(kind);
      const last = recent(sessions);
      const curve = trendCurve(t, kind, sessions.map(({ error }) => error));
      return h('li', { class: 'panel drill-card', 'data-kind': kind },
        h('h3', {}, t(`drill.kind.${kind}`)), h('p', {}, t(`drill.about.${kind}`)),
        last && h('p', { class: 'note' }, this.lastText(kind, last)), curve,
        button(t('drill.start'), () => this.begin(kind), {
          class: 'main', 'data-do': 'start', 'aria-label': `${t('drill.start')}: ${t(`drill.kind.${kind}`)}`,
        }));
    });
    this.content.replaceChildren(h('p', { class: 'drill-what' }, t('drill.what')), h('ul', { class: 'drill-cards' }, ...cards));
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
    [this.number, this.answers, this.right, this.error, this.seconds] = [0, 0, 0, 0, 0];
    this.next();
  }

  /** Asks the next question, or ends the session. */
  next() {
    this.question?.leave();
    this.question = null;
    if (this.number === SESSION) {
      this.end();
      return;
    }
    this.number += 1;
    const { t } = this.context;
    const title = `${t(`drill.kind.${this.kind}`)}: ${t('quiz.question', { n: this.number, of: SESSION })}`;
    const view = new DrillView(this.context, { drill: this.kind, seed: this.seed, number: this.number }, {
      title, last: this.number === SESSION,
      progress: () => (this.answers > 0 ? this.soFar() : ''),
      answered: (grade, seconds) => this.answered(grade, seconds),
      next: () => this.next(),
      stop: () => this.end(),
    });
    this.question = view;
    this.content.replaceChildren(view.element);
    view.begin();
  }

  /**
   * @param {DrillGrade} grade
   * @param {number} seconds
   */
  answered({ right, error }, seconds) {
    this.answers += 1;
    this.right += Number(right);
    this.error += error;
    this.seconds += seconds;
  }

  /** Result of the session so far. */
  soFar() {
    const { t } = this.context;
    return t('drill.so_far', {
      right: this.right, n: this.answers, error: errorText(t, this.kind, this.error / this.answers),
      seconds: formatFixed(this.seconds / this.answers, 1),
    });
  }

  /** Keeps the session, and shows its result above the list. */
  end() {
    const { t } = this.context;
    const { kind, answers, right } = this;
    if (answers === 0) {
      this.list();
      return;
    }
    const before = recent(sessionsOf(kind));
    const words = `${t(`drill.kind.${kind}`)}: ${this.soFar()}`;
    const kept = addSession({ drill: kind, answers, right, error: this.error / answers, seconds: this.seconds / answers });
    this.list();
    const result = h('div', { class: 'panel quiz-result drill-result', tabindex: -1 }, h('p', {}, words),
      before && h('p', { class: 'note' }, this.lastText(kind, before)),
      !kept && h('p', { class: 'trouble' }, t('drill.not_stored')));
    this.content.prepend(result);
    result.focus();
    this.context.say(words);
  }
}
