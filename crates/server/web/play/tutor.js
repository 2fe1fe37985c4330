// @ts-check
// The tutor: warns of mistakes before they are final, and gives hints.

import { errorText } from '../common/api.js';
import { button, h } from '../common/dom.js';
import { explainPlays } from '../analyse/explain.js';
import { cubeHint, playHint, STEPS } from './hints.js';
import { toArrows } from '../analyse/severity.js';
import { actionText, cubeActionsTable, gradeOf, bestPlaysTable, lossText, warningText } from '../analyse/decision-view.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Decision} Decision */
/** @typedef {import('../common/types').Turn} Turn */
/** @typedef {import('../common/types').Action} Action */
/** @typedef {import('../common/types').Arrow} Arrow */

export class Tutor {
  /**
   * @param {Context} context
   * @param {string} game with its options
   * @param {string} [scoring] scoring scale, if not the game's own
   */
  constructor(context, game, scoring) {
    this.context = context;
    this.game = game;
    this.scoring = scoring;
    this.element = h('section', { class: 'panel tutor', hidden: true, 'aria-labelledby': 'tutor-title' });
    this.step = 0;
    /** Evaluations of the current game, by state and action.
     * @type {Map<string, Promise<Decision | null>>} */
    this.verdicts = new Map();
  }

  /** Clears the evaluations of a finished game. */
  clear() {
    this.verdicts.clear();
  }

  /** Hides the panel. */
  close() {
    this.step = 0;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /**
   * Evaluates an action, planned or past, or the best action of the decision; asks the server once.
   *
   * @param {Turn} turn
   * @param {Action} [action]
   * @returns {Promise<Decision | null>}
   */
  judge({ state }, action) {
    const key = JSON.stringify([state, action ?? null]);
    let verdict = this.verdicts.get(key);
    if (!verdict) {
      verdict = this.context.api.post('judge', { state, ...(action && { action }) })
        .then(({ decision }) => decision ?? null);
      verdict.catch(() => this.verdicts.delete(key));
      this.verdicts.set(key, verdict);
    }
    return verdict;
  }

  /**
   * Shows how much a mistake loses, so that the player can look for a better choice.
   *
   * @param {Decision} decision
   * @returns {string} its description
   */
  warn(decision) {
    const { t, say } = this.context;
    const words = lossText(t, decision);
    say(words);
    this.fill(t('tutor.title'), [mistake(words, decision), h('p', { class: 'faint' }, t('table.think'))]);
    return words;
  }

  /**
   * Shows the better choice after a warning, and why it is better.
   *
   * @param {Turn} turn
   * @param {Decision} decision
   * @returns {string} its description
   */
  answer(turn, decision) {
    const { t, say } = this.context;
    const words = warningText(t, decision);
    say(words);
    const isPlay = decision.kind === 'play';
    this.fill(t('tutor.title'), [mistake(words, decision), optionsTable(t, decision)]);
    if (isPlay && decision.best) this.explain(turn, decision, decision.best, decision.played);
    return words;
  }

  /**
   * Shows the evaluation of an earlier move.
   *
   * @param {Decision} decision
   */
  review(decision) {
    const { t, say } = this.context;
    const words = decision.best === decision.played || !decision.best
      ? t('table.right', { played: actionText(t, decision, decision.played) }) : warningText(t, decision);
    say(words);
    this.fill(t('tutor.title'), [mistake(words, decision), optionsTable(t, decision)]);
  }

  /**
   * Shows the next hint step; the first one follows the last.
   *
   * @param {Turn} turn
   * @returns {Promise<boolean>} true if the step shows the answer
   */
  async hint(turn) {
    const { t, say, api } = this.context;
    const decision = await this.judge(turn);
    this.step = this.step % STEPS + 1;
    const { step } = this;
    if (!decision) {
      this.fill(t('hint.title', { step: 1, of: 1 }), [h('p', {}, t('hint.one-play'))]);
      say(t('hint.one-play'));
      return false;
    }
    const parts = turn.plays && decision.kind === 'play'
      ? playHint(t, decision, turn.plays, step)
      : await cubeHint(t, decision, step, () => api.post('cube', { ...this.position(turn, decision), ply: decision.ply }));
    const more = step < STEPS ? [button(t('hint.more'), () => this.onmore(), { id: 'more-hint' })] : [];
    this.fill(t('hint.title', { step, of: STEPS }), [...parts, ...more]);
    say(parts[0].textContent ?? '');
    const [best, second] = decision.candidates ?? [];
    if (step === STEPS && best && second) this.explain(turn, decision, best.play, second.play);
    return step === STEPS;
  }

  /**
   * Request fields for the decision's position. An XGID contains the stakes; in games without XGIDs
   * they come from the table.
   *
   * @param {Turn} turn with the player on roll
   * @param {Decision} decision
   */
  position({ match, score }, { xgid, position_id }) {
    const { game, scoring } = this;
    const request = { game, ...(scoring && { scoring }) };
    if (xgid) return { ...request, position: xgid };
    const stakes = match ? { match, score: `${score.bottom}-${score.top}` } : { money: true };
    return { ...request, position: position_id, ...stakes };
  }

  /** Handler for requests for the next step. */
  onmore = () => {};

  /**
   * @param {string} title
   * @param {HTMLElement[]} parts
   */
  fill(title, parts) {
    this.element.replaceChildren(h('h2', { id: 'tutor-title' }, title), ...parts);
    this.element.hidden = false;
  }

  /**
   * Appends the explanation of why one play is better than another.
   *
   * @param {Turn} turn
   * @param {Decision} decision
   * @param {string} better
   * @param {string} other
   */
  async explain(turn, decision, better, other) {
    const { t, api } = this.context;
    const place = h('div', {}, h('p', { class: 'faint' }, t('explain.wait')));
    this.element.append(place);
    try {
      // Uses the depth of the evaluation. Both count the cube if there is one.
      const { ply } = decision;
      const request = { ...this.position(turn, decision), dice: turn.dice, plays: [better, other], ply };
      place.replaceChildren(explainPlays(t, await api.post('explain', request)));
    } catch (error) {
      place.replaceChildren(h('p', { class: 'trouble' }, errorText(t, error)));
    }
  }
}

/** @param {string} words @param {Decision} decision */
const mistake = (words, decision) => h('p', { class: `mistake is-${gradeOf(decision)}` }, words);

/** The choices of a decision. @param {import('../common/types').Translate} t @param {Decision} decision */
const optionsTable = (t, decision) => (decision.kind === 'play' ? bestPlaysTable(t, decision) : cubeActionsTable(t, decision));

/**
 * Arrows for the best play and the one that was made.
 *
 * @param {Decision} decision
 * @returns {Arrow[]}
 */
export function decisionArrows(decision) {
  const { best = '', played } = decision;
  const made = played === best ? [] : toArrows(played, gradeOf(decision));
  return [...toArrows(best, 'best'), ...made];
}
