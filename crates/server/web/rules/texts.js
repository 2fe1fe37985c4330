// @ts-check
// Texts of the rules: a file of its own per language, loaded when the rules are first opened.

import { currentLanguage, fetchTexts, fillIn } from '../common/i18n.js';

/** @typedef {import('../common/types').Game} Game */
/** @typedef {Record<string, string>} Texts */

/** @type {Promise<Texts> | null} */
let loading = null;

/** Texts in the current language, or else in English. Another call tries again after a failure. */
export function loadTexts() {
  loading ??= fetchTexts(`rules.${currentLanguage()}`).catch(() => fetchTexts('rules.en')).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Text of a topic: of the game itself, or else of its family, of games with a cube, or of all. Empty
 * if there is none.
 *
 * @param {Texts} texts
 * @param {string} topic
 * @param {Game} game
 */
export function textOf(texts, topic, game) {
  const names = [game.name, game.family, ...(game.has_cube ? ['cube'] : []), 'all'];
  const found = names.map((name) => texts[`${topic}.${name}`]).find((text) => text !== undefined) ?? '';
  return fillIn(found, { ...game });
}
