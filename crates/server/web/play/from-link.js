// @ts-check
// Links that start a game from a position: `#play/from/ID`, with `&game=NAME` where the ID does not
// tell the game.

/** Route of these links within the Play view. */
export const FROM = 'from/';

/**
 * @param {string} position any ID
 * @param {string} [game] if the ID does not tell it
 */
export function linkToPlay(position, game) {
  const id = encodeURIComponent(position.replace(/^XGID=/, ''));
  return `#play/${FROM}${id}${game === undefined ? '' : `&game=${game}`}`;
}

/**
 * Position and game of a route; an empty position for other routes, and for damaged ones.
 *
 * @param {string} route
 * @returns {{position: string, game?: string}}
 */
export function parseFrom(route) {
  if (!route.startsWith(FROM)) return { position: '' };
  const [id, game] = route.slice(FROM.length).split('&game=');
  try {
    return { position: decodeURIComponent(id), ...(game && { game }) };
  } catch {
    return { position: '' };
  }
}
