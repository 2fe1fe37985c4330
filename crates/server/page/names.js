// @ts-check
// Names of players where there is little room: in a sentence, above a column.

import { h } from './dom.js';

/** Characters of a name that a sentence repeats; the head of a report has all of it. */
const LONGEST = 30;

/**
 * A name for a sentence or a list of choices: its beginning, where it is long.
 *
 * @param {string} name
 */
export function brief(name) {
  const characters = [...name];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('').trimEnd()}…` : name;
}

/**
 * A name above a column, cut after three lines.
 *
 * @param {string} name
 */
export function heading(name) {
  return h('span', { class: 'cut', title: name }, name);
}
