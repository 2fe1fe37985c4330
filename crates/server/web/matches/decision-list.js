// @ts-check
// Table of the decisions of a match. Rows are kept while the reader steps through them and only the
// mark of the current row moves, so a step takes constant time even with thousands of rows.

import { h } from '../common/dom.js';
import { actionName, severityMark } from './decisions.js';
import { severityOf } from '../analyse/severity.js';
import { NONE, formatLoss } from '../common/numbers.js';

/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/types').Translate} Translate */
/** @typedef {import('./decisions.js').Moment} Moment */
/** @typedef {{row: HTMLTableRowElement, button: HTMLButtonElement}} Row */

const HEADS = ['game', 'roll', 'played', 'loss', 'best', 'player'];

export class DecisionList {
  /**
   * @param {Translate} t
   * @param {JudgedMatch} match
   * @param {{thresholds: import('./decisions.js').Thresholds, noted: (moment: Moment) => boolean,
   *   go: (moment: Moment) => void}} how
   */
  constructor(t, match, { thresholds, noted, go }) {
    this.t = t;
    this.match = match;
    this.thresholds = thresholds;
    this.noted = noted;
    /** @type {Moment[]} */
    this.listed = [];
    /** @type {Map<Moment, Row>} */
    this.rows = new Map();
    /** @type {Map<HTMLButtonElement, Moment>} */
    this.moments = new Map();
    /** @type {Row | null} */
    this.current = null;
    this.body = h('tbody', {});
    // A single listener serves all rows.
    this.body.addEventListener('click', (event) => {
      const pressed = event.target instanceof Element ? event.target.closest('button') : null;
      const moment = pressed && this.moments.get(pressed);
      if (moment) go(moment);
    });
    this.none = h('p', {}, t('matches.none_found'));
    const named = { tabindex: 0, role: 'region', 'aria-label': t('matches.decisions') };
    this.table = h('div', { class: 'wide long', ...named },
      h('table', { class: 'plays decisions' },
        h('thead', {}, h('tr', {}, ...HEADS.map((head) => h('th', { scope: 'col' }, t(`matches.column.${head}`))))),
        this.body));
    this.element = h('div', {}, this.table, this.none);
  }

  /**
   * Replaces the listed decisions.
   *
   * @param {Moment[]} listed
   */
  list(listed) {
    if (listed === this.listed) return;
    this.listed = listed;
    this.rows.clear();
    this.moments.clear();
    this.current = null;
    for (const moment of listed) {
      const made = this.row(moment);
      this.rows.set(moment, made);
      this.moments.set(made.button, moment);
    }
    this.body.replaceChildren(...[...this.rows.values()].map(({ row }) => row));
    this.table.hidden = listed.length === 0;
    this.none.hidden = listed.length > 0;
  }

  /**
   * @param {Moment} moment
   * @returns {Row}
   */
  row(moment) {
    const { t, thresholds } = this;
    const { decision, game } = moment;
    const words = `${actionName(t, decision.played)} ${severityMark(decision, thresholds)}`.trim();
    const opens = h('button', { type: 'button', class: 'written' }, words);
    const row = h('tr', { class: severityOf(decision.loss ?? 0, thresholds) },
      h('td', { class: 'number' }, String(game + 1)),
      h('td', { class: 'number' }, decision.dice ?? t('matches.cube')),
      h('th', { scope: 'row' }, opens, this.noted(moment) && this.chip()),
      h('td', { class: 'number' }, formatLoss(decision.loss)),
      h('td', {}, decision.best === undefined || decision.best === decision.played
        ? NONE : actionName(t, decision.best)),
      h('td', { class: 'name' }, this.match.players[decision.seat - 1].name));
    return { row, button: opens };
  }

  chip() {
    return h('span', { class: 'chip' }, this.t('matches.noted'));
  }

  /**
   * Updates the mark of a decision whose note was added or removed.
   *
   * @param {Moment} moment
   */
  note(moment) {
    const found = this.rows.get(moment);
    if (!found) return;
    found.row.querySelector('.chip')?.remove();
    if (this.noted(moment)) found.button.after(this.chip());
  }

  /**
   * Makes a decision the current one and scrolls only the list to it.
   *
   * @param {Moment | null} moment
   */
  show(moment) {
    const next = (moment && this.rows.get(moment)) ?? null;
    const hadFocus = this.element.contains(document.activeElement);
    if (next !== this.current) {
      this.current?.row.classList.remove('chosen');
      this.current?.button.removeAttribute('aria-current');
      next?.row.classList.add('chosen');
      next?.button.setAttribute('aria-current', 'true');
      this.current = next;
    }
    if (!next) return;
    this.reveal(next.row);
    if (hadFocus) next.button.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} row */
  reveal(row) {
    const { table } = this;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    const head = row.offsetHeight;
    if (top - head < table.scrollTop) table.scrollTop = top - head;
    else if (bottom > table.scrollTop + table.clientHeight) table.scrollTop = bottom - table.clientHeight;
  }
}
