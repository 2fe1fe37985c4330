// @ts-check
// The answer of an analysis in large type.

import { h } from '../common/dom.js';
import { explained } from '../common/glossary.js';
import { formatEquity } from '../common/numbers.js';

/**
 * @param {string} words for example the best play
 * @param {...(Node | string)} more in small type below
 */
export function headline(words, ...more) {
  return h('div', { class: 'headline' }, h('h2', {}, words), more.length > 0 && h('p', {}, ...more));
}

/**
 * An equity with its name, which explains itself.
 *
 * @param {import('../common/types').Translate} t
 * @param {number} equity
 */
export function equityOf(t, equity) {
  return [explained('equity', t('analyse.column.equity')), ` ${formatEquity(equity)}`];
}
