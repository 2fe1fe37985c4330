// @ts-check
// Play notation: `8/5 6/5`, `bar/21*`, `24/18/15`, `6/5(2)`, `13/off`.

import { BAR, OFF } from './geometry.js';
import { joinMoves } from './motion.js';

/** @typedef {import('../common/types').Move} Move */
/** @typedef {import('../common/types').PlayTree} PlayTree */

/**
 * Parses a play into moves, each with its start and end; `null` if the notation is invalid.
 *
 * @param {string} text
 * @returns {Move[] | null}
 */
function parseMoves(text) {
  const found = [];
  for (const word of text.trim().toLowerCase().split(/[\s,;]+/)) {
    const match = /^([^()]+?)(?:\((\d)\))?$/.exec(word);
    const places = match ? match[1].split(/[/-]/).map(place) : [];
    if (!match || places.length < 2 || places.includes(null)) return null;
    const way = /** @type {number[]} */ (places);
    for (let times = Number(match[2] ?? 1); times > 0; times -= 1) {
      for (let step = 1; step < way.length; step += 1) {
        found.push({ from: way[step - 1], to: way[step] });
      }
    }
  }
  return found;
}

/**
 * @param {string} written
 * @returns {number | null}
 */
function place(written) {
  const text = written.replace(/\*+$/, '');
  if (['bar', 'b', '25'].includes(text)) return BAR;
  if (['off', 'o', '0'].includes(text)) return OFF;
  const point = Number(text);
  return /^\d+$/.test(text) && point >= 1 && point <= 24 ? point : null;
}

/**
 * Moves of a play, one for each checker, for arrows.
 *
 * @param {string} play
 * @returns {Move[]}
 */
export function joinedMoves(play) {
  return joinMoves(parseMoves(play) ?? []);
}

/**
 * Finds the node of a tree for a play. Returns `'none'` if there is no such play, and `'unclear'`
 * if several match that differ in the checkers hit on the way.
 *
 * @param {PlayTree} tree
 * @param {string} text
 * @returns {number | 'none' | 'unclear'}
 */
export function findPlay(tree, text) {
  const plays = tree.nodes.flatMap((node, index) => (node.play === undefined ? [] : [{ node, index }]));
  const exact = plays.find(({ node }) => node.play?.toLowerCase() === text.trim().toLowerCase());
  if (exact) return exact.index;
  const written = parseMoves(text);
  if (!written) return 'none';
  const own = [...tree.nodes[0].board.own];
  for (const { from, to } of written) {
    own[from] -= 1;
    own[to] += 1;
  }
  const same = plays.filter(({ node }) => node.board.own.every((count, index) => count === own[index]));
  if (same.length < 2) return same[0]?.index ?? 'none';
  // The written places select the way, and the number of asterisks the hits.
  const places = new Set(written.map(({ to }) => to));
  const hits = (text.match(/\*/g) ?? []).length;
  const through = same.filter(({ node }) => {
    const theirs = parseMoves(node.play ?? '') ?? [];
    const stars = (node.play?.match(/\*/g) ?? []).length;
    return theirs.every(({ to }) => places.has(to)) && (hits === 0 || hits === stars);
  });
  return through.length === 1 ? through[0].index : 'unclear';
}
