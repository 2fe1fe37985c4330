// @ts-check
// Shortened player names, for sentences and column headings.

import { h } from './dom.js';

/** Maximum length of a name in sentences, in characters; the head of a report shows it in full. */
const LONGEST = 30;

/**
 * Shortens a name for a sentence or a list.
 *
 * @param {string} name
 */
export function shortName(name) {
  const characters = [...name];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('').trimEnd()}…` : name;
}

/**
 * A name as a column heading, cut after three lines.
 *
 * @param {string} name
 */
export function nameHeading(name) {
  return h('span', { class: 'cut', title: name }, name);
}
