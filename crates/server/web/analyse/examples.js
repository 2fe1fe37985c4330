// @ts-check
// Instructive positions to try.

import { h } from '../common/dom.js';

/** @typedef {import('../common/types').Translate} Translate */

/** Positions by the name of their texts. @type {[string, string][]} */
const EXAMPLES = [
  ['opening', 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'],
  ['hit', 'XGID=-a---aE-C---eE---c-e----B-:0:0:1:41:0:0:0:0:10'],
  ['race', 'XGID=----CDE-C-----c----edc----:0:0:1:00:0:0:0:0:10'],
  ['blitz', 'XGID=aa-BBBC-C---eC---c-e------:0:0:1:00:0:0:0:0:10'],
  ['last', 'XGID=--A--A------------------b-:0:0:1:00:0:0:0:0:10'],
];

/**
 * Creates the list of examples.
 *
 * @param {Translate} t
 * @param {(position: string) => void} open
 */
export function examplesList(t, open) {
  const entries = EXAMPLES.map(([name, position]) => h('li', {},
    h('button', { type: 'button', 'data-example': name, onclick: () => open(position) },
      h('strong', {}, t(`analyse.example.${name}`)), h('span', {}, t(`analyse.example.${name}.asks`)))));
  return h('details', { class: 'panel examples' },
    h('summary', {}, h('h2', {}, t('analyse.examples'))), h('ul', {}, ...entries));
}
