// @ts-check
// The solution of a question: the grade of the answer, the plays or cube actions, and why.

import { errorText } from '../common/api.js';
import { explainCube } from '../analyse/cube-explained.js';
import { equityTable } from '../analyse/cube-panel.js';
import { explainPlays } from '../analyse/explain.js';
import { playsTable } from '../analyse/plays-table.js';
import { severityOf } from '../analyse/severity.js';
import { h } from '../common/dom.js';
import { formatFixed } from '../common/numbers.js';
import { actionName } from '../matches/decisions.js';
import { explainAnswer } from './grade.js';
import { besideBest, gradeText } from './question-parts.js';

/** @typedef {import('../common/answers').CubeExplanation} CubeExplanation */
/** @typedef {import('../common/types').Arrow} Arrow */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Explanation} Explanation */
/** @typedef {import('./grade.js').Grade} Grade */
/** @typedef {import('./questions.js').Question} Question */

/**
 * @param {Context} context
 * @param {Question} question
 * @param {Grade} grade
 * @param {{solved: boolean, explanation?: Explanation, point: (arrows: Arrow[]) => void}} how
 *   `explanation` compares the answer with the best play
 */
export function solution(context, question, grade, { solved, explanation, point }) {
  const { t } = context;
  const { decision, stored, game, place } = question;
  const { thresholds } = stored.document.engine;
  const words = gradeText(t, grade, solved);
  const arrows = (/** @type {string} */ shown, /** @type {number} */ loss) => {
    if (decision.kind !== 'play') return [];
    return besideBest(grade.best, shown, severityOf(loss, thresholds));
  };
  const most = decision.candidates?.[0]?.equity ?? 0;
  const address = `#matches/${encodeURIComponent(stored.id)}/${game}.${place}`;
  const parts = [
    h('p', { class: `verdict ${solved ? 'best' : severityOf(grade.loss, thresholds)}` }, words),
    decision.played !== grade.answer && h('p', {}, t('quiz.then', {
      played: actionName(t, decision.played), loss: formatFixed(decision.loss, 3),
    })),
    decision.candidates && decision.candidates.length > 0 && playsTable(t, decision.candidates, {
      chosen: null, all: false, played: decision.played,
      choose: (play) => point(arrows(play.play, most - play.equity)),
    }),
    decision.cube && equityTable(t, decision.cube),
    reasons(context, question, grade, explanation),
    stored.notes[`${game}.${place}`] !== undefined && h('blockquote', {}, stored.notes[`${game}.${place}`]),
    h('p', {}, h('a', { href: address }, t('quiz.in_match'))),
  ].filter((part) => part instanceof HTMLElement);
  return { words, arrows: arrows(grade.answer, grade.loss), parts };
}

/**
 * The reasons, loaded when they are opened unless they are known.
 *
 * @param {Context} context
 * @param {Question} question
 * @param {Grade} grade
 * @param {Explanation} [explanation]
 */
function reasons(context, question, { answer, best }, explanation) {
  const { t } = context;
  const { decision } = question;
  const place = h('div', {}, h('p', { class: 'faint' }, t('explain.wait')));
  const details = h('details', { class: 'quiz-why' }, h('summary', {}, t('matches.why')), place);
  if (decision.kind !== 'play') {
    if (!decision.explanation) return null;
    place.replaceChildren(explainCube(t, /** @type {CubeExplanation} */ (decision.explanation)));
    return details;
  }
  // The best play is compared with the answer, or else with the play made in the match.
  const other = answer === '' || answer === best ? decision.played : answer;
  const known = explanation ?? (other === decision.played ? /** @type {Explanation} */ (decision.explanation) : undefined);
  if (known) {
    place.replaceChildren(explainPlays(t, known));
    return details;
  }
  details.addEventListener('toggle', async () => {
    try {
      place.replaceChildren(explainPlays(t, await explainAnswer(context, question, other)));
    } catch (error) {
      place.replaceChildren(h('p', { class: 'trouble' }, errorText(t, error)));
    }
  }, { once: true });
  return details;
}
