// @ts-check
// Buttons for the actions that are available now.

/** @typedef {import('../common/types').Turn} Turn */

/**
 * A button: its name, which selects its label and key, and its state.
 *
 * @typedef {{name: string, main?: boolean, off?: boolean, values?: Record<string, unknown>}}
 *   Control
 */

/**
 * Actions of the player at the bottom. The space bar performs the first one that is `main`.
 *
 * @param {Turn} turn
 * @param {import('../board/play-builder.js').PlayBuilder | null} entry
 * @param {boolean} warned true after a mistake has been shown
 * @returns {Control[]}
 */
export function listControls({ decide, cube }, entry, warned) {
  if (decide.seat === 'top') return [];
  const value = cube.value * 2;
  switch (decide.what) {
    case 'roll':
      return [{ name: 'roll', main: true }, ...(decide.may_double ? [{ name: 'double', values: { value } }] : []),
        ...(decide.may_double ? [{ name: 'hint' }] : [])];
    case 'play': {
      const some = (entry?.path.length ?? 0) > 0;
      const play = { name: warned ? 'anyway' : 'confirm', main: !warned, off: entry?.play === undefined };
      return [...(warned ? [{ name: 'back', main: true }] : []), play,
        { name: 'undo', off: !some },
        // After a warning, the reader only goes back or confirms.
        ...(warned ? [] : [{ name: 'clear', off: !some }, { name: 'hint' }])];
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
      return [{ name: 'new', main: true }];
    default:
      return [];
  }
}
