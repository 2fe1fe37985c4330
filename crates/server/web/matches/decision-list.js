// @ts-check
// Table of the decisions of a match. Rows are kept while the reader steps through them and only the
// mark of the current row moves. Rows far from the visible ones are not in the document, so that a
// step takes the same time with thousands of decisions.

import { h } from '../common/dom.js';
import { actionName, rollName, severityMark } from './decisions.js';
import { severityOf } from '../analyse/severity.js';
import { NONE, formatLoss } from '../common/numbers.js';
import { answerText, arePositions, fileVerdict } from './positions.js';
import { RowWindow } from './row-window.js';

/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/types').Translate} Translate */
/** @typedef {import('./decisions.js').Moment} Moment */

const HEADS = ['game', 'roll', 'played', 'loss', 'best', 'player'];
/** Columns of positions: the answer takes the place of the play made. @type {Record<string, string>} */
const POSITION_HEADS = { game: 'position', roll: 'roll', played: 'best', best: 'file' };

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
    /** @type {WeakMap<Element, Moment>} */
    this.moments = new WeakMap();
    /** @type {HTMLTableRowElement | null} */
    this.current = null;
    this.positions = arePositions(match);
    const heads = this.positions ? Object.entries(POSITION_HEADS) : HEADS.map((head) => [head, head]);
    this.lines = h('table', { class: 'plays decisions' },
      h('thead', {}, h('tr', { 'aria-rowindex': 1 }, ...heads.map(([place, head]) =>
        h('th', { scope: 'col', class: `of-${place}` }, t(`matches.column.${head}`))))));
    // A single listener serves all rows.
    this.lines.addEventListener('click', (event) => {
      const pressed = event.target instanceof Element ? event.target.closest('button') : null;
      const moment = pressed && this.moments.get(pressed);
      if (moment) go(moment);
    });
    this.none = h('p', {}, t('matches.none_found'));
    const named = { tabindex: 0, role: 'region', 'aria-label': t('matches.decisions') };
    this.table = h('div', { class: 'wide long', ...named }, this.lines);
    this.window = new RowWindow(this.table, this.lines, (/** @type {Moment} */ moment) => this.row(moment));
    this.element = h('div', {}, this.table, this.none);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.element);
  }

  /**
   * Replaces the listed decisions.
   *
   * @param {Moment[]} listed
   */
  list(listed) {
    if (listed === this.listed) return;
    this.listed = listed;
    this.current = null;
    this.window.list(listed);
    this.table.hidden = listed.length === 0;
    this.none.hidden = listed.length > 0;
    this.fit();
  }

  /** Gives each decision two lines if the columns do not fit side by side. */
  fit() {
    const { classList } = this.lines;
    classList.remove('two-lined');
    classList.toggle('two-lined', this.table.scrollWidth > this.table.clientWidth);
  }

  /**
   * @param {Moment} moment
   */
  row(moment) {
    const { t, thresholds } = this;
    const { decision, game } = moment;
    if (this.positions) return this.positionRow(moment);
    const words = `${actionName(t, decision.played)} ${severityMark(decision, thresholds)}`.trim();
    const opens = h('button', { type: 'button', class: 'written' }, words);
    this.moments.set(opens, moment);
    return h('tr', { class: severityOf(decision.loss ?? 0, thresholds) },
      h('td', { class: 'number of-game' }, String(game + 1)),
      h('td', { class: 'number of-roll' }, rollName(t, decision)),
      h('th', { scope: 'row', class: 'of-played' }, opens, this.noted(moment) && this.chip()),
      h('td', { class: 'number of-loss' }, formatLoss(decision.loss)),
      h('td', { class: 'of-best' }, decision.best === undefined || decision.best === decision.played
        ? NONE : actionName(t, decision.best)),
      h('td', { class: 'name of-player' }, this.match.players[decision.seat - 1].name));
  }

  /** @param {Moment} moment */
  positionRow(moment) {
    const { t } = this;
    const { decision, game } = moment;
    const opens = h('button', { type: 'button', class: 'written' }, answerText(t, decision));
    this.moments.set(opens, moment);
    return h('tr', {},
      h('td', { class: 'number of-game' }, String(game + 1)),
      h('td', { class: 'number of-roll' }, rollName(t, decision)),
      h('th', { scope: 'row', class: 'of-played' }, opens, this.noted(moment) && this.chip()),
      h('td', { class: 'of-best' }, fileVerdict(t, decision) || NONE));
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
    const row = this.window.rows.get(moment);
    if (!row) return;
    row.querySelector('.chip')?.remove();
    if (this.noted(moment)) row.querySelector('button')?.after(this.chip());
  }

  /**
   * Makes a decision the current one and scrolls only the list to it.
   *
   * @param {Moment | null} moment
   */
  show(moment) {
    const next = moment && this.window.reach(moment);
    const hadFocus = this.element.contains(document.activeElement);
    if (next !== this.current) {
      this.current?.classList.remove('chosen');
      this.current?.querySelector('button')?.removeAttribute('aria-current');
      next?.classList.add('chosen');
      next?.querySelector('button')?.setAttribute('aria-current', 'true');
      this.current = next;
    }
    if (!next) return;
    this.reveal(next);
    if (hadFocus) next.querySelector('button')?.focus({ preventScroll: true });
  }

  /** Releases the listeners once the list is no longer shown. */
  leave() {
    this.observer.disconnect();
    this.window.leave();
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
