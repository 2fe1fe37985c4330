// @ts-check
// Levels of the engine: the ranks that readers choose from, and the players of the API behind them.

import { select } from './dom.js';

/** @typedef {import('./types').Translate} Translate */

/**
 * Rank of each player of the API. Several players have the same rank because most bots know only one
 * family of games.
 *
 * @type {Record<string, string>}
 */
const RANK_OF = {
  random: 'random',
  pipcount: 'beginner',
  columns: 'improver', elbowroom: 'improver', ambush: 'improver',
  berliner: 'casual', blockade: 'casual', siege: 'casual',
  pubeval: 'club',
  '1-ply': 'strong',
  '2-ply': 'expert',
  '3-ply': 'world',
};
/** All ranks, from weakest to strongest. */
const RANKS = [...new Set(Object.values(RANK_OF))];
/** Ranks that are offered first. */
export const MAIN_RANKS = ['beginner', 'casual', 'strong', 'world'];

/** @param {string} level */
const place = (level) => (level in RANK_OF ? RANKS.indexOf(RANK_OF[level]) : RANKS.length);

/**
 * Player of a rank among those that know a game; `undefined` if none has it.
 *
 * @param {string} rank
 * @param {string[]} levels
 */
export function levelOfRank(rank, levels) {
  return levels.find((level) => RANK_OF[level] === rank);
}

/**
 * Levels for several games in turn: those of the first game whose ranks the others have too.
 *
 * @param {{levels: string[]}[]} games
 */
export function sharedLevels([first, ...others]) {
  return first.levels.filter((level) => others.every(({ levels }) => levelOfRank(RANK_OF[level], levels)));
}

/**
 * The level from the settings; in games that it does not play, the nearest weaker one, or else the
 * weakest.
 *
 * @param {import('./settings.js').Settings} settings
 * @param {string[]} levels that play the game, from weakest to strongest
 */
export function levelOf(settings, levels) {
  const set = settings.get('level');
  if (levels.includes(set)) return set;
  return levels.findLast((level) => place(level) <= place(set)) ?? levels[0];
}

/**
 * Name of a level: “Strong”.
 *
 * @param {Translate} t
 * @param {string} level
 */
export function levelName(t, level) {
  return level in RANK_OF ? t(`level.${RANK_OF[level]}`) : playerName(t, level);
}

/**
 * Name of the player behind a level: “1-ply”.
 *
 * @param {Translate} t
 * @param {string} level
 */
export function playerName(t, level) {
  const ply = /^(\d+)-ply$/.exec(level);
  return ply ? t('play.level.ply', { ply: Number(ply[1]) }) : t(`play.level.${level}`);
}

/**
 * Drop-down list of the levels of a game.
 *
 * @param {import('./types').Context} context
 * @param {{levels: string[]}} game
 * @param {string} id
 */
export function levelSelect({ t, settings }, { levels }, id) {
  const choices = /** @type {[string, string][]} */ (levels.map((level) =>
    [level, level === 'random' ? levelName(t, level)
      : t('level.in-full', { name: levelName(t, level), player: playerName(t, level) })]));
  return select(t('play.level'), choices, levelOf(settings, levels),
    (value) => settings.set('level', value), { id });
}
