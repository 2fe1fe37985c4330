// @ts-check
// What can be done now, as buttons.

/** @typedef {import('./types').Turn} Turn */

/**
 * A button: its name, by which its words and its key are found, and whether it can be pressed.
 * @typedef {{name: string, main?: boolean, off?: boolean, values?: Record<string, unknown>}} Control
 */

/**
 * What the player at the bottom can do; the first that is `main` is what the space bar does.
 *
 * @param {Turn} turn
 * @param {import('./entry.js').Entry | null} entry
 * @param {boolean} warned whether a mistake has been shown
 * @returns {Control[]}
 */
export function controls({ decide, cube }, entry, warned) {
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
        // A mistake that is shown leaves little else to do.
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
