// @ts-check
// Grading of answers, by the report if it compared the answer with the best as closely, and
// otherwise by the engine.

import { playerOnRoll } from '../matches/decisions.js';

/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('../common/answers').Explanation} Explanation */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('./questions.js').Question} Question */

/**
 * @typedef {object} Grade
 * @property {string} answer
 * @property {string} best
 * @property {number} loss in points (EMG)
 */

/**
 * Request fields of a question's position with its stakes.
 *
 * @param {Question} question
 */
export function positionRequest({ match, game: number, decision }) {
  const { game = match.game, score, crawford } = match.games[number];
  if (decision.xgid) return { position: decision.xgid, game };
  const onRoll = playerOnRoll(decision);
  const stakes = match.length > 0
    ? { match: match.length, score: onRoll === 1 ? score.join('-') : [...score].reverse().join('-'), ...(crawford && { crawford }) }
    : { money: true };
  return { position: decision.position_id, game, ...stakes };
}

/**
 * Possible cube actions with their equities for the player who decides.
 *
 * @param {Decision} decision
 * @returns {[string, number][]} empty if the decision is not about the cube
 */
export function cubeActions({ kind, cube }) {
  if (!cube) return [];
  const { no_double, double_take, double_pass, may_beaver } = cube;
  if (kind === 'double') {
    // A double that loses money is beavered if that is allowed.
    const taken = may_beaver && double_take < 0 ? 2 * double_take : double_take;
    return [['double', Math.min(taken, double_pass)], ['no-double', no_double]];
  }
  return [['take', -double_take], ['pass', -double_pass], ...(may_beaver ? /** @type {[string, number][]} */ ([['beaver', -2 * double_take]]) : [])];
}

/**
 * Grades a cube action.
 *
 * @param {Decision} decision
 * @param {string} answer
 * @returns {Grade}
 */
export function gradeCube(decision, answer) {
  const actions = cubeActions(decision);
  const [best, most] = actions.reduce((a, b) => (b[1] > a[1] ? b : a));
  const found = actions.find(([name]) => name === answer);
  return { answer, best, loss: most - (found?.[1] ?? most) };
}

/**
 * Grades a play from the report; `null` if it did not compare the play with the best.
 *
 * @param {Decision} decision
 * @param {{play: string, position_id?: string}} made
 * @returns {Grade | null}
 */
export function gradePlay({ candidates = [] }, { play, position_id }) {
  const [best] = candidates;
  const found = candidates.find((one) => one.position_id === position_id || one.play === play);
  if (!found || found.ply !== best.ply || (found.standard_error === undefined) !== (best.standard_error === undefined)) return null;
  return { answer: found.play, best: best.play, loss: Math.max(0, best.equity - found.equity) };
}

/**
 * Explains why the best play is better than another, which also grades it.
 *
 * @param {Context} context
 * @param {Question} question
 * @param {string} other
 * @returns {Promise<Explanation>}
 */
export function explainAnswer({ api }, question, other) {
  const { decision } = question;
  const best = decision.candidates?.[0];
  const body = { ...positionRequest(question), dice: decision.dice, plays: [best?.play, other], ply: best?.ply };
  return api.post('explain', body);
}
