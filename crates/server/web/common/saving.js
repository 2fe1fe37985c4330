// @ts-check
// Saving a session as a file.

/** @typedef {import('./types').Context} Context */

/**
 * Returns the games of a session as text.
 *
 * @param {Context} context
 * @param {import('../play/session.js').Session} session
 * @param {'mat' | 'sgf' | 'json'} format
 * @returns {Promise<string>}
 */
export async function exportSession({ api, t }, session, format) {
  const answer = await api.post('record', {
    beginning: session.begin,
    actions: session.done,
    players: { bottom: t('play.you'), top: t('play.engine') },
    format,
  });
  return typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
}

/**
 * Downloads a file.
 *
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Passes a session to the Matches view for analysis.
 *
 * @param {Context} context
 * @param {string} name
 * @param {string} text
 */
export function sendToMatches(context, name, text) {
  context.handed = new File([text], name, { type: 'text/plain' });
  location.hash = '#matches';
}
