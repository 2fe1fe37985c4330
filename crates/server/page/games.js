// @ts-check
// Games by their names, and what is agreed in them: `plakoto:mother=off,draw=1`.

/** @typedef {import('./types').Game} Game */
/** @typedef {import('./types').Translate} Translate */

/** What is agreed in a game: a value for each key that is not as usual. @typedef {Record<string, string>} Agreed */

/**
 * The game that is written like that, whatever is agreed in it.
 *
 * @param {Game[]} games
 * @param {string | undefined} written
 * @returns {Game | undefined}
 */
export function found(games, written) {
  const [name] = (written ?? '').split(':');
  return games.find((game) => game.name === name);
}

/**
 * What is agreed otherwise than usual, of what the game knows.
 *
 * @param {Game} game
 * @param {Agreed} [agreed]
 * @returns {[string, string][]}
 */
export function otherwise({ agreements }, agreed = {}) {
  return agreements
    .map(({ key, values, usual }) => /** @type {[string, string]} */ (
      [key, values.includes(agreed[key]) ? agreed[key] : usual]))
    .filter(([key, value]) => agreements.some((one) => one.key === key && one.usual !== value));
}

/**
 * A game as it is written.
 *
 * @param {Game} game
 * @param {Agreed} [agreed]
 */
export function written(game, agreed) {
  const parts = otherwise(game, agreed).map(([key, value]) => `${key}=${value}`);
  return parts.length === 0 ? game.name : `${game.name}:${parts.join(',')}`;
}

/**
 * A game as it is said, without what is agreed in it.
 *
 * @param {Translate} t
 * @param {string} written
 */
export function called(t, written) {
  return t(`game.${written.split(':')[0]}`);
}

/**
 * A game and what is agreed in it: “Plakoto. A draw gives each: 1 point”.
 *
 * @param {Translate} t
 * @param {string} written
 */
export function told(t, written) {
  const [, agreed = ''] = written.split(':');
  const rules = agreed.split(',').filter((part) => part !== '').map((part) => {
    const [key, value] = part.split('=');
    return `${t(`agreed.${key}`)}: ${t(`agreed.${key}.${value}`)}`;
  });
  return [called(t, written), ...rules].join('. ');
}
