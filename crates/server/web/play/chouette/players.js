// @ts-check
// Chosen players and rules of a chouette, and the fields of a request for it.

/** @typedef {import('../../common/types').Context} Context */
/** @typedef {import('../../common/types').Game} Game */

/** A player: the name, empty for the usual one, and the level of an engine, empty for a person.
 * @typedef {{name: string, level: string}} Chosen */

/** @typedef {{players: Chosen[], consulting: string, extras: boolean}} ChosenChouette */

export const FEWEST = 3;
export const MOST = 10;
/** Level of engines that are added. */
export const USUAL_LEVEL = '1-ply';

/** The default: a person against two engines. @returns {ChosenChouette} */
export function defaultChouette() {
  return {
    players: [{ name: '', level: '' }, { name: '', level: USUAL_LEVEL }, { name: '', level: USUAL_LEVEL }],
    consulting: 'always',
    extras: false,
  };
}

/** Levels that play chouettes: those of the network. @param {Game} game */
export function chouetteLevels({ levels }) {
  return levels.filter((level) => /^\d+-ply$/.test(level));
}

/**
 * Name of a player, or the usual one of the place.
 *
 * @param {import('../../common/types').Translate} t
 * @param {Chosen} player
 * @param {number} place from 0
 */
export function nameOf(t, { name }, place) {
  return name.trim() || t('chouette.player', { n: place + 1 });
}

/**
 * True if no engine plays.
 *
 * @param {ChosenChouette} chosen
 * @param {Game} game
 */
export function areAllPeople({ players }, game) {
  const known = chouetteLevels(game);
  return !players.some(({ level }) => known.includes(level));
}

/**
 * Fields of a request.
 *
 * @param {Context} context
 * @param {ChosenChouette} chosen
 * @param {Game} game
 */
export function chouetteFields({ t }, { players, consulting, extras }, game) {
  const known = chouetteLevels(game);
  return {
    players: players.map((player, place) => ({
      name: nameOf(t, player, place), ...(known.includes(player.level) && { level: player.level }),
    })),
    consulting,
    ...(extras && { extras }),
  };
}
