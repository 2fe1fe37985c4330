// @ts-check
// Buttons for the actions of a chouette that are available now.

import { nextValue } from '../cube.js';
import { findCube } from './event-text.js';

/** @typedef {import('../../common/types').ChouetteTurn} ChouetteTurn */
/** @typedef {import('../controls.js').Control} Control */

/** The doubling button: with the value if a single cube may be doubled. @param {ChouetteTurn} turn @returns {Control[]} */
function listDoubles(turn) {
  const { cubes = [] } = turn.decide;
  if (cubes.length === 0) return [];
  if (cubes.length > 1) return [{ name: 'double-some' }];
  return [{ name: 'double', values: { value: nextValue(findCube(turn, cubes[0]).cube) } }];
}

/**
 * Actions of the people who have to decide. The space bar performs the first one that is `main`.
 *
 * @param {ChouetteTurn} turn
 * @param {import('../../board/play-builder.js').PlayBuilder | null} entry
 * @returns {Control[]}
 */
export function listControls(turn, entry) {
  const { decide, advisers } = turn;
  const { cube } = findCube(turn, decide.cube);
  const { value } = cube;
  switch (decide.what) {
    case 'roll': return [{ name: 'roll', main: true }, ...listDoubles(turn)];
    case 'doubles': return [{ name: 'hold', main: true }, ...listDoubles(turn)];
    case 'play': {
      const some = (entry?.path.length ?? 0) > 0;
      return [{ name: 'confirm', main: true, off: entry?.play === undefined },
        { name: 'undo', off: !some }, { name: 'clear', off: !some }, ...(advisers.length > 0 ? [{ name: 'consult' }] : [])];
    }
    case 'double':
      return [{ name: 'take', values: { value: nextValue(cube) } }, { name: 'pass' },
        ...(decide.may_beaver ? [{ name: 'beaver', values: { value: 4 * value } }] : [])];
    case 'beaver':
      return [{ name: 'take', values: { value } }, { name: 'pass' },
        ...(decide.may_raccoon ? [{ name: 'raccoon', values: { value: 2 * value } }] : [])];
    case 'raccoon': return [{ name: 'take', values: { value } }, { name: 'pass' }];
    case 'offer_extras': return [{ name: 'offer_extras' }, { name: 'keep_extras', main: true }];
    case 'take_extras': return [{ name: 'take_extras' }, { name: 'refuse_extras', main: true }];
    case 'resignation': return [{ name: 'accept' }, { name: 'refuse' }];
    case 'next_game': return [{ name: 'next', main: true }];
    default: return [];
  }
}
