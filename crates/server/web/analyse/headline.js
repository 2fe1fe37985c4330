// @ts-check
// The answer of an analysis in large type.

import { h } from '../common/dom.js';

/**
 * @param {string} words for example the best play
 * @param {...(Node | string)} more in small type below
 */
export function headline(words, ...more) {
  return h('div', { class: 'headline' }, h('h2', {}, words), more.length > 0 && h('p', {}, ...more));
}
