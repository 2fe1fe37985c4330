// @ts-check
// The solution of a question: the grade, the right answer, and why.

import { explainCube } from '../analyse/cube-explained.js';
import { equityTable } from '../analyse/cube-panel.js';
import { explainPlays } from '../analyse/explain.js';
import { playsTable } from '../analyse/plays-table.js';
import { severityOf } from '../analyse/severity.js';
import { h } from '../common/dom.js';
import { besideBest, gradeText } from '../quiz/question-parts.js';
import { errorText, valueText } from './kinds.js';

/** @typedef {import('../common/answers').CubeExplanation} CubeExplanation */
/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('../common/answers').DrillAnswer} DrillAnswer */
/** @typedef {import('../common/answers').DrillGrade} DrillGrade */
/** @typedef {import('../common/answers').Explanation} Explanation */
/** @typedef {import('../common/types').Arrow} Arrow */
/** @typedef {import('../common/types').Translate} Translate */

/**
 * @param {Translate} t
 * @param {DrillAnswer} asked
 * @param {DrillGrade} grade
 * @param {(arrows: Arrow[]) => void} point draws arrows of a play
 * @returns {{words: string, arrows: Arrow[], parts: HTMLElement[]}}
 */
export function drillSolution(t, asked, grade, point) {
  const { decision } = grade;
  const words = decision
    ? gradeText(t, { answer: decision.played, best: decision.best ?? '', loss: grade.error }, grade.right)
    : numbersText(t, asked.drill, grade);
  const look = grade.right ? 'best' : decision ? severityOf(grade.error) : 'error';
  const verdict = h('p', { class: `verdict ${look}` }, words);
  if (!decision) return { words, arrows: [], parts: [verdict] };
  const best = decision.best ?? '';
  const arrows = (/** @type {string} */ shown, /** @type {number} */ loss) => {
    if (decision.kind !== 'play') return [];
    return besideBest(best, shown, severityOf(loss));
  };
  const candidates = decision.candidates ?? [];
  const most = candidates[0]?.equity ?? 0;
  const parts = [
    verdict,
    candidates.length > 0 && playsTable(t, candidates, {
      chosen: null, all: false, tried: decision.played,
      choose: (play) => point(arrows(play.play, most - play.equity)),
    }),
    decision.cube && equityTable(t, decision.cube),
    reasons(t, decision),
  ].filter((part) => part instanceof HTMLElement);
  return { words, arrows: arrows(decision.played, grade.error), parts };
}

/**
 * @param {Translate} t
 * @param {string} kind
 * @param {DrillGrade} grade
 */
function numbersText(t, kind, { right, error, truth = [] }) {
  const values = truth.map((value) => valueText(t, kind, value));
  const exact = values.length === 2
    ? t('drill.truth.two', { own: values[0], opponent: values[1] }) : t('drill.truth.one', { value: values.join(', ') });
  const off = error > 0 ? [t('drill.off', { error: errorText(t, kind, error) })] : [];
  return [t(right ? 'drill.right' : 'drill.wrong'), ...off, exact].join(' ');
}

/**
 * @param {Translate} t
 * @param {Decision} decision
 */
function reasons(t, { kind, explanation }) {
  if (!explanation) return null;
  return h('details', { class: 'quiz-why' }, h('summary', {}, t('matches.why')), kind === 'play'
    ? explainPlays(t, /** @type {Explanation} */ (explanation))
    : explainCube(t, /** @type {CubeExplanation} */ (explanation)));
}
