// @ts-check
// Choice of a roll: a grid of the 36 rolls, a random one, or none.

import { button, h, s } from '../common/dom.js';
import { drawDie } from '../board/paint.js';

/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {import('../common/types').Translate} Translate */

const FACES = [1, 2, 3, 4, 5, 6];
/** Steps of the arrow keys, in rows and columns. @type {Record<string, number[]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** A random roll, the larger die first. */
export function randomRoll() {
  const die = () => 1 + Math.floor(Math.random() * 6);
  return rollOf(die(), die());
}

/**
 * Two dice as a roll: two digits, the larger one first.
 *
 * @param {number} a
 * @param {number} b
 */
export function rollOf(a, b) {
  return `${Math.max(a, b)}${Math.min(a, b)}`;
}

/**
 * Asks for a roll. Resolves to two digits, to '' for the position before the roll, or to `null` if
 * the dialog is closed.
 *
 * @param {Translate} t
 * @param {string} chosen the present roll, or ''
 * @param {Seat} seat whose dice they are
 * @returns {Promise<string | null>}
 */
export function pickDice(t, chosen, seat) {
  return new Promise((answered) => {
    /** Digit typed first. @type {number | null} */
    let typed = null;
    const [high, low] = chosen === '' ? [3, 1] : [...chosen].map(Number);
    const cells = FACES.map((a) => FACES.map((b) => {
      const isChosen = chosen !== '' && a === high && b === low;
      return h('button', {
        type: 'button', class: isChosen ? 'chosen' : '', 'data-roll': `${a}${b}`, 'aria-label': `${a}-${b}`,
        tabindex: a === high && b === low ? 0 : -1, onclick: () => box.close(rollOf(a, b)),
      }, s('svg', { viewBox: '0 0 54 26', 'aria-hidden': 'true' },
        drawDie(13, 13, 23, a, false, seat), drawDie(41, 13, 23, b, false, seat)));
    }));
    /** @param {number} row @param {number} column */
    const focus = (row, column) => {
      for (const cell of cells.flat()) cell.setAttribute('tabindex', '-1');
      const cell = cells[(row + 6) % 6][(column + 6) % 6];
      cell.setAttribute('tabindex', '0');
      cell.focus();
    };
    const half = h('p', { class: 'half', role: 'status' });
    /** @param {number | null} digit */
    const type = (digit) => {
      typed = digit;
      half.textContent = digit === null ? '' : t('analyse.dice.typed', { die: digit });
    };
    const grid = h('div', { class: 'rolls-grid', role: 'group', 'aria-label': t('analyse.dice.all') },
      ...cells.flat());
    const box = h('dialog', { class: 'dice-picker', 'aria-labelledby': 'dice-title' },
      h('h2', { id: 'dice-title' }, t('analyse.dice.title')),
      grid, half,
      h('div', { class: 'actions' },
        button(t('analyse.dice.random'), () => box.close(randomRoll()), { class: 'main', 'data-do': 'random' }),
        button(t('analyse.dice.none'), () => box.close('none'), { 'data-do': 'no-dice', disabled: chosen === '' }),
        button(t('app.cancel'), () => box.close(''))));
    box.addEventListener('keydown', (event) => {
      const at = cells.flat().findIndex((cell) => cell === event.target);
      const [row, column] = [Math.floor(at / 6), at % 6];
      const step = STEPS[event.key];
      if (step && at >= 0) {
        type(null);
        focus(row + step[0], column + step[1]);
      } else if (/^[1-6]$/.test(event.key) && typed === null) {
        const digit = Number(event.key);
        type(digit);
        focus(digit - 1, column < 0 ? 0 : column);
      } else if (/^[1-6]$/.test(event.key) && typed !== null) box.close(rollOf(typed, Number(event.key)));
      // "4 2" is written with a space too, which must not press the cell in focus.
      else if (event.key !== ' ' || typed === null || at < 0) return;
      event.preventDefault();
    });
    // Some browsers press the button when Space is released.
    box.addEventListener('keyup', (event) => {
      if (event.key === ' ' && typed !== null && cells.flat().some((cell) => cell === event.target)) event.preventDefault();
    });
    box.addEventListener('close', () => {
      box.remove();
      answered(box.returnValue === '' ? null : box.returnValue === 'none' ? '' : box.returnValue);
    });
    document.body.append(box);
    box.showModal();
    focus(high - 1, low - 1);
  });
}
