// @ts-check
// Rollouts: settings, intermediate results, and cancellation.

import { button, checkbox, h, select } from '../common/dom.js';
import { describeOutcomes, outcomeStrip } from './bars.js';
import { formatEquity, formatFixed, formatLoss, formatShare, formatWithError } from '../common/numbers.js';
import { formatNumber } from '../common/i18n.js';
import { JobProgress } from '../common/job-progress.js';
import { serverTextLater } from '../common/server-text.js';

/** @typedef {import('../common/answers').Rollout} Rollout */
/** @typedef {import('../common/answers').Asking} Asking */
/** @typedef {import('../common/types').Context} Context */

/** Multiples of 36, so that each first roll is equally frequent. */
const GAMES = [36, 144, 432, 1296, 5184];
const PLAYS = [1, 2, 3, 4, 5, 6, 8, 10];
const PLIES = [1, 2];
const NEVER = 0;
const TRUNCATIONS = [NEVER, 7, 11];

export class RolloutPanel {
  /**
   * @param {Context} context
   * @param {() => Asking | null} makeRequest the position on the board
   */
  constructor(context, makeRequest) {
    const { t } = context;
    this.context = context;
    this.makeRequest = makeRequest;
    this.games = 1296;
    this.plays = 3;
    this.ply = 1;
    this.truncate = NEVER;
    this.cubeful = true;
    this.found = h('div', { class: 'found', 'aria-live': 'off' });
    this.job = new JobProgress(context, {
      done: ({ result, note, note_message: message }) => {
        this.show(result);
        // For example, that the time limit was reached.
        if (note) this.found.append(h('p', {}, serverTextLater(t, note, message)));
        context.say(t('analyse.rollout.done'));
      },
      part: (result) => this.show(result),
    });
    const words = (/** @type {number[]} */ values) =>
      values.map((value) => /** @type {[string, string]} */ ([String(value), formatNumber(value)]));
    const truncated = TRUNCATIONS.map((plies) => /** @type {[string, string]} */ (
      [String(plies), plies === NEVER ? t('analyse.rollout.to_the_end') : t('analyse.plies', { n: plies })]));
    const plies = PLIES.map((ply) => /** @type {[string, string]} */ ([String(ply), t('analyse.ply', { ply })]));
    this.cube = checkbox(t('analyse.cubeful'), this.cubeful, (ticked) => { this.cubeful = ticked; });
    this.element = h('details', { class: 'panel rollout' },
      h('summary', {}, h('h2', {}, t('analyse.rollout.title'))),
      h('div', { class: 'fields' },
        select(t('analyse.rollout.games'), words(GAMES), String(this.games), (value) => { this.games = Number(value); }),
        select(t('analyse.rollout.plays'), words(PLAYS), String(this.plays), (value) => { this.plays = Number(value); }),
        select(t('analyse.rollout.ply'), plies, String(this.ply), (value) => { this.ply = Number(value); }),
        select(t('analyse.rollout.truncate'), truncated, String(this.truncate), (value) => { this.truncate = Number(value); }),
        this.cube),
      button(t('analyse.rollout.start'), () => this.begin(), { 'data-do': 'rollout' }),
      this.job.element,
      this.found);
  }

  begin() {
    const request = this.makeRequest();
    if (!request) return;
    this.found.replaceChildren();
    const body = {
      ...request, ply: this.ply, games: this.games,
      ...(request.dice ? { plays: this.plays } : {}),
      ...(this.cubeful || this.cube.hidden ? {} : { cubeless: true }),
      ...(this.truncate === NEVER ? {} : { truncate: this.truncate }),
    };
    this.job.begin(() => this.context.api.post('jobs/rollout', body));
  }

  /**
   * Clears the results for a new position.
   *
   * @param {import('../common/types').Game} game of the new position; rollouts need a network for it
   */
  clear({ has_network, has_cube }) {
    this.element.hidden = !has_network;
    this.cube.hidden = !has_cube;
    this.job.cancel();
    this.job.trouble.textContent = '';
    this.found.replaceChildren();
  }

  /** @param {Rollout} rollout */
  show(rollout) {
    const { t } = this.context;
    const { results } = rollout;
    const isMatch = results.some((result) => result.mwc !== undefined);
    const withPlays = results.some((result) => result.play !== undefined);
    const heads = [...(withPlays ? ['play'] : []), 'equity', ...(withPlays ? ['difference'] : []),
      ...(isMatch ? ['mwc'] : []), 'win', 'games', 'gammons'];
    const rows = results.map((result, place) => h('tr', {},
      withPlays && h('th', { scope: 'row' }, result.play ?? ''),
      h('td', { class: 'number' }, formatWithError(formatEquity(result.equity), result.equity_standard_error)),
      withPlays && h('td', { class: 'number' }, place > 0 ? formatLoss(results[0].equity - result.equity) : ''),
      isMatch && h('td', { class: 'number' }, `${formatShare(result.mwc, 2)} ± ${formatFixed(100 * (result.mwc_standard_error ?? 0), 2)}`),
      h('td', { class: 'number' }, formatShare(result.probabilities.win)),
      h('td', { class: 'number' }, formatNumber(result.games)),
      h('td', { class: 'bars' }, outcomeStrip(result.probabilities, {
        role: 'img', 'aria-label': describeOutcomes(t, result.probabilities),
      }))));
    this.found.replaceChildren(h('div', { class: 'wide' }, h('table', {},
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, t(`analyse.column.${head}`))))),
      h('tbody', {}, ...rows))), h('p', { class: 'note' }, t('analyse.rollout.note')));
  }
}
