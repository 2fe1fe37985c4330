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
/**
 * The network with the mistakes of people, by performance rating. The names are those of the ratings in
 * reports.
 *
 * @type {Record<string, string>}
 */
const SKILL_NAMES = {
  25: 'beginner', 20: 'casual', 15: 'intermediate', 10: 'advanced', 6: 'expert', 4: 'world_class',
};
/** All ranks, from weakest to strongest. */
const RANKS = [...new Set(Object.values(RANK_OF))];
/** Ranks that are offered first. */
export const MAIN_RANKS = ['beginner', 'casual', 'strong', 'world'];

/** Performance rating of a level; `null` if it is none. @param {string} level */
const ratingOf = (level) => /^pr-([\d.]+)$/.exec(level)?.[1] ?? null;

/** Rank of a level; ratings are ranks of their own. @param {string} level */
const rankOf = (level) => (ratingOf(level) === null ? RANK_OF[level] : level);

/** Place among the ranks; ratings are between the bots and the network. @param {string} level */
function place(level) {
  const rating = ratingOf(level);
  if (rating !== null) return RANKS.indexOf('strong') - Number(rating) / 100;
  return level in RANK_OF ? RANKS.indexOf(RANK_OF[level]) : RANKS.length;
}

/** True if the name of a level says everything about its player. @param {string} level */
export const isPlain = (level) => level === 'random' || ratingOf(level) !== null;

/**
 * Player of a rank among those that know a game; `undefined` if none has it.
 *
 * @param {string} rank
 * @param {string[]} levels
 */
export function levelOfRank(rank, levels) {
  return levels.find((level) => rankOf(level) === rank);
}

/**
 * Levels for several games in turn: those of the first game whose ranks the others have too.
 *
 * @param {{levels: string[]}[]} games
 */
export function sharedLevels([first, ...others]) {
  return first.levels.filter((level) => others.every(({ levels }) => levelOfRank(rankOf(level), levels)));
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
 * Name of a level: “Strong”, “Casual (PR 20)”.
 *
 * @param {Translate} t
 * @param {string} level
 */
export function levelName(t, level) {
  const rating = ratingOf(level);
  if (rating !== null && rating in SKILL_NAMES) {
    const name = t(`matches.level.${SKILL_NAMES[rating]}`);
    return t('level.in-full', { name, player: playerName(t, level) });
  }
  return level in RANK_OF ? t(`level.${RANK_OF[level]}`) : playerName(t, level);
}

/**
 * Name of the player behind a level: “1-ply”, “PR 20”.
 *
 * @param {Translate} t
 * @param {string} level
 */
export function playerName(t, level) {
  const rating = ratingOf(level);
  if (rating !== null) return t('play.level.pr', { pr: Number(rating) });
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
    [level, isPlain(level) ? levelName(t, level)
      : t('level.in-full', { name: levelName(t, level), player: playerName(t, level) })]));
  return select(t('play.level'), choices, levelOf(settings, levels),
    (value) => settings.set('level', value), { id });
}
