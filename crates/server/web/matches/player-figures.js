// @ts-check
// Figures of a player over many matches.

import { arePositions } from './positions.js';
import { matchResult } from './result.js';

/** @typedef {import('../common/answers').StoredMatch} Kept */
/** @typedef {import('../common/answers').Statistics} Statistics */

/**
 * A match of a player.
 *
 * @typedef {object} Played
 * @property {Kept} stored
 * @property {0 | 1} place of the player in the match
 * @property {string} opponent
 * @property {number} time of the match, or of its analysis if the match is not dated
 * @property {Statistics} figures
 * @property {boolean | null} won `null` if the match has no winner
 * @property {[number, number]} score the player's points first
 */

/** Kinds of cube errors, as in the reports. */
export const CUBE_ERRORS = [
  'missed_double', 'missed_cash', 'wrong_double', 'wrong_cash', 'wrong_take', 'wrong_pass', 'beaver',
];
/** Points of PR for one point of equity lost per decision. */
const PR_SCALE = 500;

/**
 * Names of all players with their number of matches, most frequent first.
 *
 * @param {Kept[]} all
 * @returns {[string, number][]}
 */
export function playersByMatches(all) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { document: { matches: [match] } } of all) {
    if (arePositions(match)) continue;
    for (const name of new Set(match.players.map((player) => player.name))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

/**
 * Matches of a player, earliest first. A match that was analysed several times counts once, with
 * its latest report.
 *
 * @param {Kept[]} all latest report first
 * @param {string} name
 * @returns {Played[]}
 */
export function matchesOf(all, name) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {Played[]} */
  const found = [];
  for (const stored of all) {
    const [match] = stored.document.matches;
    if (seen.has(match.file_hash) || arePositions(match)) continue;
    seen.add(match.file_hash);
    for (const place of /** @type {const} */ ([0, 1])) {
      const figures = match.players[place];
      if (figures.name !== name) continue;
      const { score, winner } = matchResult(match);
      const dated = Date.parse(match.date ?? '');
      found.push({
        stored, place, figures, opponent: match.players[1 - place].name,
        time: Number.isNaN(dated) ? stored.added : dated,
        won: winner === null ? null : winner === place + 1,
        score: place === 0 ? score : [score[1], score[0]],
      });
    }
  }
  return found.sort((a, b) => a.time - b.time);
}

/**
 * Sums over matches.
 *
 * @param {Played[]} played
 */
export function sumFigures(played) {
  const sum = (/** @type {(of: Statistics) => number} */ of) =>
    played.reduce((total, { figures }) => total + of(figures), 0);
  const error = sum((of) => of.error);
  const decisions = sum((of) => of.decisions);
  const [plays, cubes] = [sum((of) => of.plays), sum((of) => of.cube_decisions)];
  const [playError, cubeError] = [sum((of) => of.play_error), sum((of) => of.cube_error)];
  return {
    matches: played.length,
    won: played.filter(({ won }) => won === true).length,
    lost: played.filter(({ won }) => won === false).length,
    pr: rating(error, decisions),
    decisions,
    errors: sum((of) => of.errors),
    blunders: sum((of) => of.blunders),
    luck: sum((of) => of.luck),
    plays: { count: plays, error: playError, pr: rating(playError, plays) },
    cubes: { count: cubes, error: cubeError, pr: rating(cubeError, cubes) },
    kinds: CUBE_ERRORS.map((kind) => ({
      kind,
      count: sum((of) => of.cube_errors[kind]?.count ?? 0),
      error: sum((of) => of.cube_errors[kind]?.loss ?? 0),
    })).filter(({ count }) => count > 0),
  };
}

/**
 * Performance rating; `null` without decisions.
 *
 * @param {number} error
 * @param {number} decisions
 */
export function rating(error, decisions) {
  return decisions > 0 ? PR_SCALE * error / decisions : null;
}

/**
 * Rating over the last matches up to each one, weighted by decisions.
 *
 * @param {Played[]} played
 * @param {number} window number of matches
 * @returns {(number | null)[]}
 */
export function runningRating(played, window) {
  return played.map((_, place) => {
    const last = played.slice(Math.max(0, place + 1 - window), place + 1);
    const total = (/** @type {(of: Statistics) => number} */ of) => last.reduce((sum, { figures }) => sum + of(figures), 0);
    return rating(total((of) => of.error), total((of) => of.decisions));
  });
}
