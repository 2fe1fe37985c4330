// @ts-check
// Choice of a roll: a grid of all rolls, a random one, or none.

import { button, h, s } from '../common/dom.js';
import { drawDie } from '../board/paint.js';

/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {import('../common/types').Translate} Translate */

const FACES = [1, 2, 3, 4, 5, 6];
/** Steps of the arrow keys, in rows and columns. @type {Record<string, number[]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** A random roll, the largest die first. @param {number} dice number of dice */
export function randomRoll(dice) {
  return rollOf(Array.from({ length: dice }, () => 1 + Math.floor(Math.random() * 6)).join(''));
}

/** The numbers of dice as a roll, the largest first. @param {string} digits */
export function rollOf(digits) {
  return [...digits].sort().reverse().join('');
}

/**
 * The rolls of the grid: the 36 ordered rolls of two dice, or the 56 distinct ones of three.
 *
 * @param {number} dice
 */
function listRolls(dice) {
  const pairs = FACES.flatMap((a) => FACES.map((b) => `${a}${b}`));
  if (dice === 2) return pairs;
  const all = pairs.flatMap((pair) => FACES.map((c) => `${pair}${c}`));
  return all.filter((roll) => roll === rollOf(roll));
}

/**
 * Asks for a roll. Resolves to its digits, to '' for the position before the roll, or to `null` if
 * the dialog is closed.
 *
 * @param {Translate} t
 * @param {string} chosen the present roll, or ''
 * @param {Seat} seat whose dice they are
 * @param {number} dice number of dice
 * @returns {Promise<string | null>}
 */
export function pickDice(t, chosen, seat, dice) {
  return new Promise((answered) => {
    /** Digits typed so far. */
    let typed = '';
    const rolls = listRolls(dice);
    const columns = dice === 2 ? 6 : 7;
    const first = Math.max(0, rolls.indexOf(chosen === '' ? rollOf('321'.slice(-dice)) : chosen));
    const cells = rolls.map((roll, at) => h('button', {
      type: 'button', class: roll === chosen ? 'chosen' : '', 'data-roll': roll, 'aria-label': [...roll].join('-'),
      tabindex: at === first ? 0 : -1, onclick: () => box.close(rollOf(roll)),
    }, s('svg', { viewBox: `0 0 ${28 * dice - 2} 26`, 'aria-hidden': 'true' },
      ...[...roll].map((die, which) => drawDie(13 + 28 * which, 13, 23, Number(die), false, seat)))));
    const rows = cells.length / columns;
    /** @param {number} row @param {number} column */
    const focus = (row, column) => {
      for (const cell of cells) cell.setAttribute('tabindex', '-1');
      const cell = cells[((row + rows) % rows) * columns + (column + columns) % columns];
      cell.setAttribute('tabindex', '0');
      cell.focus();
    };
    const half = h('p', { class: 'half', role: 'status' });
    /** @param {string} digits */
    const type = (digits) => {
      typed = digits;
      half.textContent = digits === '' ? '' : t('analyse.dice.typed', { die: [...digits].join('-') });
    };
    const grid = h('div', {
      class: dice === 2 ? 'rolls-grid' : 'rolls-grid three', role: 'group', 'aria-label': t('analyse.dice.all'),
    }, ...cells);
    const box = h('dialog', { class: 'dice-picker', 'aria-labelledby': 'dice-title' },
      h('h2', { id: 'dice-title' }, t('analyse.dice.title')),
      grid, half,
      h('div', { class: 'actions' },
        button(t('analyse.dice.random'), () => box.close(randomRoll(dice)), { class: 'main', 'data-do': 'random' }),
        button(t('analyse.dice.none'), () => box.close('none'), { 'data-do': 'no-dice', disabled: chosen === '' }),
        button(t('app.cancel'), () => box.close(''))));
    box.addEventListener('keydown', (event) => {
      const at = cells.findIndex((cell) => cell === event.target);
      const [row, column] = [Math.floor(at / columns), at % columns];
      const step = STEPS[event.key];
      if (step && at >= 0) {
        type('');
        focus(row + step[0], column + step[1]);
      } else if (/^[1-6]$/.test(event.key) && typed.length + 1 < dice) {
        type(typed + event.key);
        if (dice === 2) focus(Number(event.key) - 1, column < 0 ? 0 : column);
      } else if (/^[1-6]$/.test(event.key)) box.close(rollOf(typed + event.key));
      // "4 2" is written with a space too, which must not press the cell in focus.
      else if (event.key !== ' ' || typed === '' || at < 0) return;
      event.preventDefault();
    });
    // Some browsers press the button when Space is released.
    box.addEventListener('keyup', (event) => {
      if (event.key === ' ' && typed !== '' && cells.some((cell) => cell === event.target)) event.preventDefault();
    });
    box.addEventListener('close', () => {
      box.remove();
      answered(box.returnValue === '' ? null : box.returnValue === 'none' ? '' : box.returnValue);
    });
    document.body.append(box);
    box.showModal();
    focus(Math.floor(first / columns), first % columns);
  });
}
