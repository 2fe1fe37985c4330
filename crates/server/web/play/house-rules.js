// @ts-check
// Options of games and house rules that readers have chosen.

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/games.js').Agreed} Agreed */

/** The usual rule of the game. */
export const USUAL = 'usual';
/**
 * Selected rules.
 *
 * @typedef {object} More
 * @property {Record<string, Agreed>} agreed by the name of the game
 * @property {string} scoring `usual`, or a scoring scale
 * @property {string} opening
 * @property {string} starter
 * @property {string} turn-limit empty for the usual limit
 * @property {boolean} last-roll
 */

/** The defaults. @returns {More} */
export function defaultRules() {
  return { agreed: {}, scoring: USUAL, opening: USUAL, starter: USUAL, 'turn-limit': '', 'last-roll': false };
}

/**
 * Converts house rules to fields of `start`.
 *
 * @param {Context} context
 * @param {More} more
 */
export function tableFields({ table }, more) {
  const chosen = (/** @type {'scoring' | 'opening' | 'starter'} */ name) =>
    (table[name].includes(more[name]) ? { [name]: more[name] } : {});
  const turns = more['turn-limit'];
  return {
    ...chosen('scoring'), ...chosen('opening'), ...chosen('starter'),
    ...(/^\d+$/.test(turns) && { turn_limit: Number(turns) }),
    ...(more['last-roll'] && { last_roll: true }),
  };
}
