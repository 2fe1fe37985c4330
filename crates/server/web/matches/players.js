// @ts-check
// A player over many matches: rating over time, results, luck, and kinds of errors.

import { h, select } from '../common/dom.js';
import { explained } from '../common/glossary.js';
import { shortName } from '../common/names.js';
import { NONE, formatEquity, formatFixed, formatLoss } from '../common/numbers.js';
import { formatDate } from '../common/i18n.js';
import { chosenPlayer, rememberPlayer } from './chosen-player.js';
import { errorsText } from './report.js';
import { PHASES, sumPhases } from './phases.js';
import { matchesOf, playersByMatches, rating, sumFigures } from './player-figures.js';
import { RatingChart } from './rating-chart.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('./player-figures.js').Played} Played */
/** @typedef {import('./store.js').Store} Store */

/**
 * @param {Context} context
 * @param {Store} store
 */
export function page(context, store) {
  return new Players(context, store);
}

class Players {
  /**
   * @param {Context} context
   * @param {Store} store
   */
  constructor(context, store) {
    const { t } = context;
    this.context = context;
    this.store = store;
    /** @type {RatingChart | null} */
    this.chart = null;
    this.choice = h('div', {});
    this.content = h('div', { class: 'player' });
    this.element = h('article', { class: 'player-page' },
      h('div', { class: 'row report-head' }, h('h2', { class: 'names', tabindex: -1 }, t('players.title')), this.choice,
        h('a', { class: 'button', href: '#matches' }, t('matches.back'))),
      this.content);
  }

  leave() {
    this.chart?.leave();
  }

  /** @param {string} name of the player; empty for the reader's choice */
  async show(name) {
    const { t } = this.context;
    const all = await this.store.all();
    const names = playersByMatches(all);
    if (names.length === 0) {
      this.content.replaceChildren(h('p', {}, t('players.none')));
      return;
    }
    const player = names.some(([known]) => known === name) ? name : chosenPlayer(t, names);
    const choices = names.map(([known, n]) =>
      /** @type {[string, string]} */ ([known, t('players.choice', { name: shortName(known), n })]));
    this.choice.replaceChildren(select(t('players.player'), choices, player, (chosen) => {
      rememberPlayer(chosen);
      history.replaceState(null, '', `#matches/players/${encodeURIComponent(chosen)}`);
      this.draw(matchesOf(all, chosen));
    }, { 'data-name': 'player' }));
    this.draw(matchesOf(all, player));
  }

  /** @param {Played[]} played */
  draw(played) {
    const { t } = this.context;
    this.chart?.leave();
    this.chart = new RatingChart(t, played);
    this.content.replaceChildren(this.totals(played), this.chart.element,
      h('div', { class: 'match-tables' }, this.kinds(played), this.matches(played)));
    this.chart.draw();
  }

  /** @param {Played[]} played */
  totals(played) {
    const { t } = this.context;
    const sum = sumFigures(played);
    const facts = [
      ['pr', formatFixed(sum.pr, 2)],
      ['matches', String(sum.matches)],
      ['won', `${sum.won}–${sum.lost}`],
      ['errors', errorsText(t, sum)],
      ['luck', formatEquity(sum.luck)],
    ];
    return h('dl', { class: 'panel totals' }, ...facts.map(([name, value]) =>
      h('div', { class: `of-${name}` },
      h('dt', {}, name === 'pr' || name === 'luck' ? explained(name, t(`players.${name}`)) : t(`players.${name}`)),
      h('dd', {}, value))));
  }

  /** @param {Played[]} played */
  kinds(played) {
    const { t } = this.context;
    const sum = sumFigures(played);
    const phases = sumPhases(played);
    const row = (/** @type {string} */ words, /** @type {string} */ look, /** @type {number} */ count,
      /** @type {number} */ error, /** @type {string} */ pr) => h('tr', { class: look }, h('th', { scope: 'row' }, words),
      h('td', { class: 'number' }, String(count)), h('td', { class: 'number' }, formatLoss(error)),
      h('td', { class: 'number' }, pr));
    const named = { tabindex: 0, role: 'region', 'aria-label': t('players.kinds') };
    return h('section', { class: 'panel' }, h('h3', {}, t('players.kinds')),
      h('div', { class: 'wide', ...named }, h('table', { class: 'kinds' },
        h('thead', {}, h('tr', {}, h('td', {}), ...['count', 'error', 'pr'].map((head) =>
          h('th', { scope: 'col' }, t(`players.column.${head}`))))),
        h('tbody', {},
          row(t('players.plays'), 'whole', sum.plays.count, sum.plays.error, formatFixed(sum.plays.pr, 2)),
          ...PHASES.flatMap((phase) => (phases ? [row(t(`players.phase.${phase}`), 'part', phases[phase].count,
            phases[phase].error, formatFixed(rating(phases[phase].error, phases[phase].count), 2))] : [])),
          row(t('players.cubes'), 'whole', sum.cubes.count, sum.cubes.error, formatFixed(sum.cubes.pr, 2)),
          ...sum.kinds.map(({ kind, count, error }) => row(t(`matches.cube_error.${kind}`), 'part', count, error, ''))))),
      h('p', { class: 'note' }, t('players.kinds.note')));
  }

  /** @param {Played[]} played */
  matches(played) {
    const { t } = this.context;
    const heads = ['date', 'opponent', 'result', 'pr', 'luck'];
    const rows = [...played].reverse().map((one) => h('tr', {},
      h('td', {}, formatDate(one.time, false)),
      h('th', { scope: 'row' }, h('a', { href: `#matches/${encodeURIComponent(one.stored.id)}` }, shortName(one.opponent))),
      h('td', {}, `${one.won === null ? NONE : t(one.won ? 'players.win' : 'players.loss')} ${one.score.join('–')}`),
      h('td', { class: 'number' }, formatFixed(one.figures.pr, 2)),
      h('td', { class: 'number' }, formatEquity(one.figures.luck))));
    const named = { tabindex: 0, role: 'region', 'aria-label': t('players.matches') };
    return h('section', { class: 'panel' }, h('h3', {}, t('players.matches')),
      h('div', { class: 'wide long', ...named }, h('table', { class: 'played' },
        h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, t(`players.column.${head}`))))),
        h('tbody', {}, ...rows))));
  }
}
