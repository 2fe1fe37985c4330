// @ts-check
// Buttons for the actions that are available now.

import { nextValue } from './cube.js';

/** @typedef {import('../common/types').Turn} Turn */

/**
 * A button: its name, which selects its label and key, and its state.
 *
 * @typedef {{name: string, main?: boolean, off?: boolean, values?: Record<string, unknown>}}
 *   Control
 */

/**
 * After a warning, the reader only thinks again, goes on, or asks for the better choice.
 *
 * @param {import('./advice.js').Warning} warning
 * @returns {Control[]}
 */
function listWarned({ action, isAnswered }) {
  return [{ name: 'back', main: true },
    { name: action.type === 'play' ? 'anyway' : `anyway-${action.type}` },
    ...(isAnswered ? [] : [{ name: 'better' }])];
}

/**
 * Actions of the player who has to decide. The space bar performs the first one that is `main`.
 *
 * @param {Turn} turn
 * @param {import('../board/play-builder.js').PlayBuilder | null} entry
 * @param {import('./advice.js').Warning | null} warning shown after a mistake
 * @returns {Control[]}
 */
export function listControls({ decide, cube }, entry, warning) {
  if (warning) return listWarned(warning);
  const value = nextValue(cube);
  switch (decide.what) {
    case 'roll':
      return [{ name: 'roll', main: true }, ...(decide.may_double ? [{ name: 'double', values: { value } }] : []),
        ...(decide.may_double ? [{ name: 'hint' }] : [])];
    case 'play': {
      const some = (entry?.path.length ?? 0) > 0;
      return [{ name: 'confirm', main: true, off: entry?.play === undefined },
        { name: 'undo', off: !some }, { name: 'clear', off: !some }, { name: 'hint' }];
    }
    case 'double':
      return [{ name: 'take', values: { value } }, { name: 'pass' },
        ...(decide.may_beaver ? [{ name: 'beaver', values: { value: 2 * value } }] : []), { name: 'hint' }];
    case 'beaver':
      return [{ name: 'take', values: { value: cube.value } }, { name: 'pass' },
        ...(decide.may_raccoon ? [{ name: 'raccoon', values: { value } }] : []), { name: 'hint' }];
    case 'raccoon':
      return [{ name: 'take', values: { value: cube.value } }, { name: 'pass' }, { name: 'hint' }];
    case 'resignation':
      return [{ name: 'accept' }, { name: 'refuse' }];
    case 'next_game':
      return [{ name: 'next', main: true }];
    case 'match_over':
      return [{ name: 'rematch', main: true }, { name: 'new' }];
    default:
      return [];
  }
}
