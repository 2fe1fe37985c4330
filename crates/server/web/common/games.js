// @ts-check
// Names of games and their options: `plakoto:mother=off,draw=1`.

import { hasText } from './i18n.js';

/** @typedef {import('./types').Game} Game */
/** @typedef {import('./types').Translate} Translate */

/** Options of a game: a value for each key that differs from the default.
 * @typedef {Record<string, string>} Agreed */

/**
 * The game of a name, with or without options.
 *
 * @param {Game[]} games
 * @param {string | undefined} written
 * @returns {Game | undefined}
 */
export function findGame(games, written) {
  const [name] = (written ?? '').split(':');
  return games.find((game) => game.name === name);
}

/**
 * Options that differ from the default, limited to those the game knows.
 *
 * @param {Game} game
 * @param {Agreed} [agreed]
 * @returns {[string, string][]}
 */
export function unusualOptions({ agreements }, agreed = {}) {
  return agreements
    .map(({ key, values, usual }) => /** @type {[string, string]} */ (
      [key, values.includes(agreed[key]) ? agreed[key] : usual]))
    .filter(([key, value]) => agreements.some((one) => one.key === key && one.usual !== value));
}

/**
 * Name of a game with its options.
 *
 * @param {Game} game
 * @param {Agreed} [agreed]
 */
export function formatGame(game, agreed) {
  const parts = unusualOptions(game, agreed).map(([key, value]) => `${key}=${value}`);
  return parts.length === 0 ? game.name : `${game.name}:${parts.join(',')}`;
}

/**
 * Translated name of a game, without its options.
 *
 * @param {Translate} t
 * @param {string} written
 */
export function gameName(t, written) {
  return t(`game.${written.split(':')[0]}`);
}

/**
 * Other names of a game, in this language first: “also Moultezim, Φεύγα”. Empty for a series of games.
 *
 * @param {Translate} t
 * @param {string} name without options
 */
export function otherNames(t, name) {
  const key = `game.${name}.also`;
  return hasText(key) ? t('game.also', { names: t(key) }) : '';
}

/**
 * Translated name of a game with its options: “Plakoto. A draw gives each: 1 point”.
 *
 * @param {Translate} t
 * @param {string} written
 */
export function describeGame(t, written) {
  const [, agreed = ''] = written.split(':');
  const rules = agreed.split(',').filter((part) => part !== '').map((part) => {
    const [key, value] = part.split('=');
    return `${t(`agreed.${key}`)}: ${t(`agreed.${key}.${value}`)}`;
  });
  return [gameName(t, written), ...rules].join('. ');
}
