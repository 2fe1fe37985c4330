// @ts-check
// Moves of the current game, in two columns. Those that lost something are marked, and each shows
// its position when pressed.

import { button, h } from '../common/dom.js';
import { MARKS, severityOf } from '../analyse/severity.js';
import { nextValue } from './cube.js';
import { isPass } from './event-text.js';
import { ONE_COLUMN } from './play-layout.js';

/** @typedef {import('../common/types').Did} Did */
/** @typedef {import('../common/types').Seat} Seat */

/** Replies to a double belong to the row of the double. */
const REPLIES = ['take', 'pass', 'beaver', 'raccoon', 'accept', 'refuse'];
const LISTED = ['play', 'double', 'resign', ...REPLIES];

/** An action with its index. @typedef {{index: number, did: Did}} Entry */
/** A row: the actions of each player. @typedef {Record<Seat, Entry[]>} Row */

/**
 * Arranges actions in rows of one turn for each player, in the order of play from left to right. If
 * the player of the second column begins, the first cell is empty.
 *
 * @param {Entry[]} entries
 * @returns {Row[]}
 */
function arrange(entries) {
  /** @type {Row[]} */
  const rows = [];
  for (const entry of entries) {
    const seat = entry.did.seat ?? 'bottom';
    const row = rows.at(-1);
    const isOver = !row || [...row[seat], ...row.top].some(({ did }) => did.type === 'play');
    if (row && (!isOver || REPLIES.includes(entry.did.type))) row[seat].push(entry);
    else rows.push({ bottom: seat === 'bottom' ? [entry] : [], top: seat === 'top' ? [entry] : [] });
  }
  return rows;
}

export class MoveList {
  /** @param {import('./table.js').Table} table */
  constructor(table) {
    const { t } = table.context;
    this.table = table;
    this.rows = h('tbody', {});
    // While the engine thinks, no move can be pressed: the list itself takes the focus to be scrolled.
    const named = { tabindex: 0, role: 'region', 'aria-label': t('play.moves') };
    this.scroll = h('div', { class: 'moves', ...named }, h('table', {},
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, '#'), h('th', { scope: 'col' }, t('play.you')), h('th', { scope: 'col' }, t('play.engine')))), this.rows));
    this.element = h('details', { class: 'panel game-moves' }, h('summary', {}, t('play.moves')), this.scroll);
    // In a single column, the list is folded.
    const one = matchMedia(ONE_COLUMN);
    const fold = () => { this.element.open = !one.matches; };
    one.addEventListener('change', fold);
    fold();
    /** A button that opens the list, where it is folded and below the board. */
    this.openers = () => (one.matches ? [button(t('table.moves'), () => this.open(), { id: 'open-moves' })] : []);
    /** Removes the listener when the table is left. */
    this.leave = () => one.removeEventListener('change', fold);
  }

  /** Scrolls the list, but not the page, to a move. @param {Element} move */
  reveal(move) {
    const { top, bottom } = move.getBoundingClientRect();
    const seen = this.scroll.getBoundingClientRect();
    // The heading covers the first row.
    const head = this.scroll.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    if (top < seen.top + head) this.scroll.scrollTop += top - seen.top - head;
    else if (bottom > seen.bottom) this.scroll.scrollTop += bottom - seen.bottom;
  }

  /** Unfolds the list and scrolls to it. */
  open() {
    this.element.open = true;
    this.element.querySelector('summary')?.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'start' });
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  /** Shows the moves so far. */
  update() {
    const { session, shown } = this.table;
    const first = session.firstOfGame;
    const entries = session.done.slice(first).map((did, place) => ({ did, index: first + place }))
      .filter(({ did, index }) => LISTED.includes(did.type) || (did.type === 'roll' && this.gradeOf(index) !== null));
    const focused = this.rows.contains(document.activeElement) ? document.activeElement?.getAttribute('data-move') : null;
    this.rows.replaceChildren(...arrange(entries).map((row, place) => h('tr', {},
      h('th', { scope: 'row' }, String(place + 1)),
      ...[row.bottom, row.top].map((of) => h('td', {}, ...of.map((entry) => this.cell(entry)))))));
    // Keyboard users keep their place.
    if (focused) /** @type {HTMLElement | null} */ (this.rows.querySelector(`[data-move="${focused}"]`))?.focus({ preventScroll: true });
    const current = this.rows.querySelector('[aria-current]');
    if (current) this.reveal(current);
    else if (shown === null) this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  /**
   * Index of the listed move before or after the one that is shown.
   *
   * @param {1 | -1} by
   * @returns {number | undefined}
   */
  neighbour(by) {
    const all = [...this.rows.querySelectorAll('[data-move]')].map((cell) => Number(cell.getAttribute('data-move')));
    const ordered = all.sort((a, b) => a - b);
    const at = ordered.indexOf(this.table.shown ?? -1);
    return at < 0 ? undefined : ordered[at + by];
  }

  /**
   * Size of the mistake; `null` if there is none, or the tutor is off.
   *
   * @param {number} index
   */
  gradeOf(index) {
    const loss = this.table.session.past.losses[index];
    if (loss === undefined || !this.table.advice.isOn) return null;
    const grade = severityOf(loss);
    return grade === 'error' || grade === 'blunder' ? grade : null;
  }

  /** @param {Entry} entry */
  cell({ index, did }) {
    const { session, shown } = this.table;
    const grade = this.gradeOf(index);
    const words = [did.type === 'play' ? h('span', { class: 'roll' }, did.dice) : null,
      ` ${describe(this.table.context, did, session.past.turns[index]?.cube)}`,
      grade && h('span', { class: 'mark' }, ` ${MARKS[grade]}`)];
    const look = grade ? `move is-${grade}` : 'move';
    if (!session.past.turns[index]) return h('span', { class: look }, ...words);
    return h('button', {
      type: 'button', class: look, 'data-move': index, 'aria-current': shown === index ? 'step' : null,
      onclick: () => this.table.past.open(index),
    }, ...words);
  }
}

/**
 * An action without the player: the play, or what was done with the cube.
 *
 * @param {import('../common/types').Context} context
 * @param {Did} did
 * @param {import('../common/types').Cube} [cube] before the action; by default a centred one
 */
export function describe({ t }, did, cube = { value: 1, owner: null }) {
  if (did.type === 'play') return isPass(did.play) ? t('table.did.nothing') : did.play ?? '';
  return t(`table.did.${did.type}`, { value: nextValue(cube) });
}
