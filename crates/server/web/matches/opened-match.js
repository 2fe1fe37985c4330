// @ts-check
// An opened match: report, chart, list of decisions, and the walk through them.

import { ApiError, errorText } from '../common/api.js';
import { h } from '../common/dom.js';
import { DecisionList } from './decision-list.js';
import { ALL, filterFields, filterMoments, listMoments } from './decisions.js';
import { Graph } from './graph.js';
import { headFigures, missingEnd } from './match-head.js';
import { createMenu } from './menu.js';
import { aboutMatch, gamesTable, playersTable } from './report.js';
import { download } from '../common/saving.js';
import { serverTextLater } from '../common/server-text.js';
import { MatchViewer } from './match-viewer.js';
import { onPause } from './notes.js';
import { isAgainstEngine, readersMatch } from './own-match.js';
import { arePositions, matchTitle } from './positions.js';

/** @typedef {import('../common/answers').StoredMatch} Kept */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('./decisions.js').Moment} Moment */

/** Pause after a step before the address changes, in milliseconds. */
const SETTLED = 150;
/** Formats for saving a match. */
const FORMATS = ['mat', 'sgf', 'json'];
/** Format for the analyzed positions, and the ending of its files. */
const POSITIONS = { format: 'xg-text', ending: 'txt' };

export class OpenedMatch {
  /**
   * @param {Context} context
   * @param {Kept} stored
   * @param {() => void} keep stores the match again
   */
  constructor(context, stored, keep) {
    const { t } = context;
    this.context = context;
    this.stored = stored;
    this.match = readersMatch(t, stored.document.matches[0]);
    this.thresholds = stored.document.engine.thresholds;
    this.moments = listMoments(this.match);
    this.positions = arePositions(this.match);
    // Positions have no losses by which to choose.
    this.filter = this.positions ? { ...ALL, size: 'all' } : { ...ALL };
    /** @type {Moment | null} */
    this.current = null;
    this.naming = 0;
    this.viewer = new MatchViewer(context, stored, this.match, {
      step: (by) => this.step(by),
      keep,
      marked: (moment) => this.list.note(moment),
    });
    const go = (/** @type {Moment} */ moment) => this.go(moment);
    const { thresholds } = this;
    this.graph = new Graph(t, this.match, { moments: this.moments, thresholds, go });
    this.list = new DecisionList(t, this.match, {
      thresholds, noted: (moment) => `${moment.game}.${moment.place}` in stored.notes, go,
    });
    this.count = h('p', { class: 'note', role: 'status' });
    /** Decisions that pass the filter. @type {Moment[]} */
    this.found = [];
    this.filterAll();
    /** Notes about the saved file. */
    this.exported = h('div', { class: 'note', role: 'status' });
    const note = h('textarea', { rows: 2 });
    note.value = stored.notes.match ?? '';
    note.addEventListener('input', () => {
      stored.notes.match = note.value.trim();
      if (stored.notes.match === '') delete stored.notes.match;
    });
    this.leaveNote = onPause(note, keep, () => [stored.id, 'match']);
    const isCut = this.positions ? '' : missingEnd(t, this.match);
    const about = aboutMatch(t, this.match, stored.document.engine);
    const notes = h('label', { class: 'field notes panel' }, h('span', {}, t('matches.note_match')), note);
    this.element = h('article', { class: 'report' },
      h('div', { class: 'row report-head' },
        h('h2', { class: 'names', tabindex: -1 }, matchTitle(t, this.match)),
        h('a', { class: 'button', href: '#matches' }, t('matches.back')),
        createMenu(t('matches.save_menu'), this.actions(), 'menu')),
      this.exported,
      this.positions ? h('section', { class: 'panel' }, about) : headFigures(t, this.match, about),
      isCut !== '' && h('p', { class: 'cut-off' }, isCut),
      !this.positions && this.graph.element,
      h('div', { class: 'both' },
        h('div', { class: 'one-side' }, this.viewer.element),
        h('div', { class: 'other-side' }, this.viewer.verdict,
          h('section', { class: 'panel' }, h('h2', {}, t(this.positions ? 'matches.positions.title' : 'matches.decisions')),
            !this.positions && filterFields(t, this.match, this.filter, () => this.chosen()),
            !this.positions && this.count, this.list.element))),
      this.positions ? notes : h('div', { class: 'match-tables' },
        playersTable(t, this.match),
        h('div', { class: 'other-side' }, gamesTable(t, this.match, (game) => this.openGame(game)), notes)));
  }

  /** Actions of the menu: exporting, saving and printing. */
  actions() {
    const { stored } = this;
    const { t } = this.context;
    const document = { ...stored.document, notes: stored.notes };
    return [
      { words: t('matches.export'), press: () => this.export(document, '.analysis.json'), name: 'export' },
      ...(stored.record ? FORMATS : []).map((format) => ({
        words: t('matches.save', { format: `.${format}` }), press: () => { this.convert(format); }, name: `save-${format}`,
      })),
      ...(stored.record ? [{
        words: t('matches.save-xg'), press: () => { this.convert(POSITIONS.format, POSITIONS.ending); }, name: 'save-xg',
      }] : []),
      { words: t('matches.print'), press: () => print(), name: 'print' },
    ];
  }

  /** Releases the board once the match is no longer shown. */
  leave() {
    clearTimeout(this.naming);
    this.viewer.leave();
    this.list.leave();
    this.graph.leave();
    this.leaveNote();
  }

  /** The first decision that the filter finds; in a match against the engine, of the reader's own. */
  get first() {
    const { found, moments } = this;
    const own = isAgainstEngine(this.context.t, this.match) ? found.find(({ decision }) => decision.seat === 1) : undefined;
    return own ?? found[0] ?? moments[0] ?? null;
  }

  /** @param {string} place `GAME.DECISION`, or nothing: the first one */
  show(place) {
    const found = this.moments.find((moment) => `${moment.game}.${moment.place}` === place);
    this.current = found ?? this.current ?? this.first;
    this.draw();
    if (found) this.reveal();
  }

  /** Scrolls to the board if less than half of it is visible. */
  reveal() {
    const { top, bottom, height } = this.viewer.board.svg.getBoundingClientRect();
    const visible = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (visible < height / 2) this.viewer.element.scrollIntoView({ block: 'start' });
  }

  /** Applies the filter and updates the list. */
  filterAll() {
    const { t } = this.context;
    this.found = filterMoments(this.moments, this.filter, this.thresholds);
    this.list.list(this.found);
    // The count is a live region, so it is updated only if it changes.
    const count = t('matches.found', { n: this.found.length, all: this.moments.length });
    if (this.count.textContent !== count) this.count.textContent = count;
  }

  /** Handles a changed filter; the walk continues with the first listed decision. */
  chosen() {
    this.filterAll();
    const [first] = this.found;
    if (first && !this.here().exact) this.go(first);
    else this.draw();
  }

  /** @param {number} game */
  openGame(game) {
    const first = this.moments.find((moment) => moment.game === game);
    if (!first) return;
    this.filter.size = 'all';
    const size = this.element.querySelector('select[data-name=size]');
    if (size instanceof HTMLSelectElement) size.value = 'all';
    this.filterAll();
    this.go(first);
    this.viewer.title.focus();
  }

  /** @param {Moment} moment */
  go(moment) {
    this.current = moment;
    clearTimeout(this.naming);
    const { hash } = location;
    this.naming = setTimeout(() => this.nameMoment(moment, hash), SETTLED);
    this.draw();
    this.reveal();
  }

  /**
   * Puts a decision into the address, unless the reader has gone elsewhere since. Browsers limit how
   * often that is possible, so steps of a held key are left out.
   *
   * @param {Moment} moment
   * @param {string} hash address from which the reader stepped to the decision
   */
  nameMoment({ game, place }, hash) {
    const match = `#matches/${encodeURIComponent(this.stored.id)}`;
    if (location.hash === hash && (hash === match || hash.startsWith(`${match}/`))) {
      history.replaceState(null, '', `${match}/${game}.${place}`);
    }
  }

  /**
   * Goes to the next or previous listed decision.
   *
   * @param {number} by 1 or -1
   */
  step(by) {
    const here = this.here();
    const at = here.exact ? here.place + by : here.place + (by < 0 ? -1 : 0);
    if (this.found[at]) this.go(this.found[at]);
  }

  /** Index of the current decision in the list, or of the next one if it is not listed. */
  here() {
    const { found, current } = this;
    const exact = found.findIndex((moment) => moment === current);
    if (exact >= 0) return { place: exact, exact: true };
    const order = (/** @type {Moment} */ { game, place }) => game * 1e6 + place;
    const after = current ? found.findIndex((moment) => order(moment) > order(current)) : 0;
    return { place: after < 0 ? found.length : after, exact: false };
  }

  /** Shows the current decision and redraws only what depends on it. */
  draw() {
    const { found } = this;
    const { place, exact } = this.here();
    this.list.show(this.current);
    this.graph.show(this.current);
    if (this.current) {
      this.viewer.show(this.current, {
        first: place === 0, last: exact ? place >= found.length - 1 : place >= found.length,
      });
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    const at = (/** @type {string} */ what) => target instanceof Element && target.closest(what) !== null;
    // In the list, the down key goes to the next decision.
    const down = at('.long button') ? { ArrowUp: -1, ArrowDown: 1 } : {};
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ...down });
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (at('input, select, textarea, svg.table, dialog')) return;
    event.preventDefault();
    this.step(step);
  }

  /** Base name of the match's file. */
  get name() {
    return this.stored.file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || 'match';
  }

  /**
   * Downloads a value as a JSON file.
   *
   * @param {unknown} value
   * @param {string} ending
   */
  export(value, ending) {
    download(`${this.name}${ending}`, JSON.stringify(value, null, 2));
  }

  /**
   * Downloads the match in another format, and lists the data that the format cannot store.
   *
   * @param {string} format
   * @param {string} [ending] of the file
   */
  async convert(format, ending = format) {
    const { t, api } = this.context;
    const query = new URLSearchParams({ name: `${this.name}.json`, to: format });
    try {
      const { text, notes, note_messages: messages = [] } = await api.upload(`convert?${query}`, new Blob([JSON.stringify(this.stored.record)]));
      download(`${this.name}.${ending}`, text);
      this.exported.replaceChildren(...notes.map((/** @type {string} */ note, /** @type {number} */ place) =>
        h('p', {}, serverTextLater(t, note, messages[place]))));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.exported.replaceChildren(errorText(t, error));
    }
  }
}
