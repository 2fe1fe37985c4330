// @ts-check
// About the program: version, licence, and links to the rules and to the API.

import { h } from './dom.js';

/**
 * @param {import('./types').Context} context
 * @param {() => void} leave called when a link leads to another view
 */
export function about({ api, t, version }, leave) {
  const { docs } = api.transport;
  return h('fieldset', { class: 'about' }, h('legend', {}, t('about.title')),
    h('p', { id: 'about-version' }, t('about.version', { version })),
    h('p', {}, t('about.licence')),
    h('p', {}, t(docs === null ? 'site.private' : 'about.private')),
    h('p', { class: 'links' },
      h('a', { href: '#rules', onclick: leave }, t('app.rules')),
      docs !== null && h('a', { href: docs }, t('about.api')),
      h('a', { href: 'https://opensource.org/license/mit', rel: 'noreferrer' }, 'MIT'),
      h('a', { href: 'https://www.apache.org/licenses/LICENSE-2.0', rel: 'noreferrer' }, 'Apache 2.0')));
}
