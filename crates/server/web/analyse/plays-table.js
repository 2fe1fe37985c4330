// @ts-check
// Table of ranked plays. Plays that were searched less deeply stand below the others, with their
// depth beside the difference to the best play.

import { button, h } from '../common/dom.js';
import { explained } from '../common/glossary.js';
import { describeOutcomes, outcomeStrip } from './bars.js';
import { formatEquity, formatLoss, formatShare } from '../common/numbers.js';
import { severityOf } from './severity.js';

/** @typedef {import('../common/answers').RankedPlay} RankedPlay */
/** @typedef {import('../common/types').Translate} Translate */

/** Number of plays shown until the reader asks for all. */
const SHOWN = 8;

/**
 * Creates the table.
 *
 * @param {Translate} t
 * @param {RankedPlay[]} plays best first, those searched deepest before the others
 * @param {{chosen: string | null, all: boolean, played?: string | null, tried?: string | null,
 *   more?: () => void, choose: (play: RankedPlay) => void}} how `played` and `tried` are always shown
 */
export function playsTable(t, plays, { chosen, all, played, tried, choose, more }) {
  const shown = plays.filter(({ play }, place) => all || place < SHOWN || play === played || play === tried);
  const isMatch = plays.some((play) => play.mwc !== undefined);
  const columns = ['rank', 'play', 'equity', 'difference', ...(isMatch ? ['mwc'] : []), 'win', 'gammons'];
  const bodies = [];
  const best = shown[0]?.equity ?? 0;
  const depths = [...new Set(shown.map((play) => play.ply))];
  for (const ply of depths) {
    const group = shown.filter((play) => play.ply === ply);
    const deepest = ply === depths[0];
    const rows = group.map((play) => {
      const place = plays.indexOf(play);
      const loss = best - play.equity;
      const mark = deepest ? severityOf(loss) : 'best';
      const isChosen = play.play === chosen;
      return h('tr', { class: `${isChosen ? 'chosen ' : ''}${deepest ? mark : 'less'}` },
        h('td', { class: 'number' }, String(place + 1)),
        h('th', { scope: 'row' }, button(play.play, () => choose(play), {
          class: 'written', 'aria-pressed': String(isChosen),
        }), play.play === tried ? h('span', { class: 'chip' }, t('analyse.try.chip'))
          : play.play === played && h('span', { class: 'chip' }, t('analyse.played'))),
        h('td', { class: 'number equity' }, formatEquity(play.equity)),
        h('td', { class: 'number' }, place > 0 ? formatLoss(loss) : '',
          !deepest && h('span', { class: 'ply' }, t('analyse.ply', { ply }))),
        isMatch && h('td', { class: 'number' }, formatShare(play.mwc, 2)),
        h('td', { class: 'number win-share' }, formatShare(play.probabilities.win)),
        h('td', { class: 'bars' }, outcomeStrip(play.probabilities, {
          role: 'img', 'aria-label': describeOutcomes(t, play.probabilities),
        })));
    });
    const words = deepest
      ? t('analyse.at_ply', { ply }) : t('analyse.less_deep', { ply, deeper: depths[0] });
    const head = h('tr', { class: 'depth' },
      h('th', { colspan: columns.length, scope: 'rowgroup' }, words));
    bodies.push(h('tbody', {}, head, ...rows));
  }
  const heads = columns.map((column) => h('th', { scope: 'col', class: `of-${column}` },
    column === 'mwc' ? explained('mwc', t('analyse.column.mwc')) : t(`analyse.column.${column}`)));
  const left = plays.length - shown.length;
  return h('div', { class: 'wide' },
    h('table', { class: isMatch ? 'plays in-match' : 'plays' }, h('thead', {}, h('tr', {}, ...heads)), ...bodies),
    left > 0 && more && button(t('analyse.more_plays', { n: left }), more, { class: 'quiet' }));
}
