// @ts-check
// The player whose matches and mistakes the reader looks at.

import { restore, store } from '../common/settings.js';

const KEY = 'shesh.player';

/** @param {string} name */
export function rememberPlayer(name) {
  store(KEY, name);
}

/**
 * The reader's last choice, or else the most frequent player who is not our engine.
 *
 * @param {import('../common/types').Translate} t
 * @param {[string, number][]} names most frequent first
 */
export function chosenPlayer(t, names) {
  const last = restore(KEY);
  const found = names.find(([name]) => name === last) ?? names.find(([name]) => name !== t('play.engine')) ?? names[0];
  return found?.[0] ?? '';
}
