// @ts-check
// Best play of a roll with the cube centred, owned and the opponent's.

import { h } from '../common/dom.js';
import { formatEquity, formatLoss } from '../common/numbers.js';

/** @typedef {import('../common/answers').CubePlay} CubePlay */
/** @typedef {import('../common/types').Translate} Translate */

/** Context words of each owner. */
const CONTEXTS = { centred: 'centred_cube', own: 'own_cube', opponent: 'opponents_cube' };

/**
 * A row for each cube; rows with another best play than the present cube are marked.
 *
 * @param {Translate} t
 * @param {CubePlay[]} cubes
 */
export function byCubeTable(t, cubes) {
  const present = cubes.find((row) => row.present)?.play ?? '';
  const differs = cubes.some((row) => row.differs);
  return h('div', { class: 'by-cube' },
    h('table', { class: 'facts' },
      h('caption', {}, t('analyse.cubes.title')),
      h('thead', {}, h('tr', {}, ...['analyse.cube', 'analyse.column.play', 'analyse.column.equity']
        .map((key) => h('th', { scope: 'col' }, t(key))))),
      h('tbody', {}, ...cubes.map((row) => h('tr', {},
        h('th', { scope: 'row' }, t(`analyse.context.${CONTEXTS[row.owner]}`)),
        h('td', {}, row.differs ? h('strong', {}, `${row.play} *`) : row.play),
        h('td', {}, formatEquity(row.equity)))))),
    h('p', {}, t(differs ? 'analyse.cubes.differs' : 'analyse.cubes.same')),
    ...cubes.filter((row) => row.differs && row.loss !== null).map((row) => h('p', {},
      `${t(`analyse.context.${CONTEXTS[row.owner]}`)}: ${present} ${formatLoss(row.loss)}`)));
}
