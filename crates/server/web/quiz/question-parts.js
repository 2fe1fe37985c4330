// @ts-check
// Parts that the questions of the quiz and of drills share.

import { severityOf, toArrows } from '../analyse/severity.js';
import { errorText } from '../common/api.js';
import { button } from '../common/dom.js';
import { formatFixed } from '../common/numbers.js';
import { actionName } from '../matches/decisions.js';

/** @typedef {import('../common/types').Arrow} Arrow */
/** @typedef {import('../common/types').Translate} Translate */

/**
 * Shows an error and a button to try again.
 *
 * @param {HTMLElement} trouble
 * @param {Translate} t
 * @param {unknown} error
 * @param {() => void} again
 */
export function showTrouble(trouble, t, error, again) {
  trouble.replaceChildren(errorText(t, error), ' ', button(t('play.again'), again));
}

/**
 * Replaces buttons. The focus stays on the button with the same `data-do`, or goes to `otherwise`.
 *
 * @param {HTMLElement} buttons
 * @param {HTMLElement} otherwise
 * @param {HTMLElement[]} replacing
 */
export function replaceButtons(buttons, otherwise, replacing) {
  const had = buttons.contains(document.activeElement) ? document.activeElement?.getAttribute('data-do') : null;
  buttons.replaceChildren(...replacing);
  if (!had) return;
  const same = buttons.querySelector(`[data-do="${had}"]:not(:disabled)`);
  (/** @type {HTMLElement | null} */ (same) ?? otherwise).focus({ preventScroll: true });
}

/**
 * Scrolls to a question if it or its board is out of sight, in a low or narrow window.
 *
 * @param {HTMLElement} question
 * @param {Element} board
 */
export function bringIntoView(question, board) {
  const { top } = question.getBoundingClientRect();
  const { bottom } = board.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) question.scrollIntoView({ block: 'start' });
}

/**
 * Goes from a solution to the button for the next question, and brings the verdict into sight: on a
 * phone, it would be below the window.
 *
 * @param {HTMLElement} buttons
 * @param {HTMLElement} result
 */
export function offerNext(buttons, result) {
  /** @type {HTMLElement | null} */ (buttons.querySelector('[data-do=next]'))?.focus({ preventScroll: true });
  result.querySelector('.verdict')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Arrows of the best play and of another one, or of the best alone.
 *
 * @param {string} best
 * @param {string} shown the other play, or empty
 * @param {ReturnType<typeof severityOf>} look severity of the other play
 * @returns {Arrow[]}
 */
export function besideBest(best, shown, look) {
  const beside = shown === '' || shown === best ? [] : toArrows(shown, look === 'best' ? 'good' : look);
  return [...toArrows(best, 'best'), ...beside];
}

/**
 * Words of the grade of a play or cube action; an empty answer gave up.
 *
 * @param {Translate} t
 * @param {{answer: string, best: string, loss: number}} grade
 * @param {boolean} solved
 */
export function gradeText(t, { answer, best, loss }, solved) {
  const values = { answer: actionName(t, answer), best: actionName(t, best), loss: formatFixed(loss, 3) };
  if (answer === '') return t('quiz.best', values);
  if (answer === best || loss === 0) return t('quiz.right', values);
  return t(solved ? 'quiz.nearly' : 'quiz.wrong', values);
}
