// @ts-check
// Phases of a game, by which the errors of plays are counted.

/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('./player-figures.js').Played} Played */
/** @typedef {{count: number, error: number}} Sum */

export const PHASES = /** @type {const} */ (['opening', 'contact', 'race']);
/** Number of turns of each player that belong to the opening. */
const OPENING = 3;

/**
 * True if no checkers of the players meet any more.
 *
 * @param {string} xgid
 */
function isRace(xgid) {
  const places = [...xgid.replace(/^XGID=/, '').slice(0, 26)];
  // Capital letters are checkers that move down, small ones those that move up.
  const highest = places.findLastIndex((place) => place >= 'A' && place <= 'Z');
  const lowest = places.findIndex((place) => place >= 'a' && place <= 'z');
  return highest < lowest || highest < 0 || lowest < 0;
}

/**
 * Counted plays and their losses in each phase; `null` if some positions have no XGID.
 *
 * @param {Played[]} played
 * @returns {Record<typeof PHASES[number], Sum> | null}
 */
export function sumPhases(played) {
  const sums = { opening: { count: 0, error: 0 }, contact: { count: 0, error: 0 }, race: { count: 0, error: 0 } };
  for (const { stored, place } of played) {
    for (const { decisions } of stored.document.matches[0].games) {
      let turns = 0;
      for (const { seat, kind, counted, loss, xgid } of decisions) {
        if (seat !== place + 1 || (kind !== 'play' && kind !== 'roll')) continue;
        turns += 1;
        if (kind !== 'play' || !counted) continue;
        if (xgid === undefined) return null;
        const sum = sums[turns <= OPENING ? 'opening' : isRace(xgid) ? 'race' : 'contact'];
        sum.count += 1;
        sum.error += loss ?? 0;
      }
    }
  }
  return sums;
}
