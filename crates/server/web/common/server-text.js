// @ts-check
// Sentences of the server in the page's language. The server sends each as English text, and as a
// code with values; `lang/server.*.json` has the words of the codes. English is the server's text.

import { h } from './dom.js';
import { gameName } from './games.js';
import { capitalized, currentLanguage, fetchTexts, formatEntry, joinList } from './i18n.js';

/** @typedef {import('./types').Message} Message */
/** @typedef {import('./types').Translate} Translate */

/** Words by code, and their language. */
let words = /** @type {Record<string, string | Record<string, string>>} */ ({});
let loaded = 'en';

/** Loads the words of the page's language, once. Without them, sentences stay English. */
export async function loadServerWords() {
  const language = currentLanguage();
  if (language === loaded) return;
  const found = await fetchTexts(`server.${language}`).catch(() => null);
  if (found === null || currentLanguage() !== language) return;
  words = found;
  loaded = language;
}

/**
 * Words a message; null if it has no code, or words are missing for a part of it.
 *
 * @param {Translate} t
 * @param {Partial<Message> | null | undefined} message
 * @returns {string | null}
 */
function wordMessage(t, message) {
  const { code, values = {} } = message ?? {};
  if (code === undefined) return null;
  if (code === 'game') return gameName(t, String(values.name));
  const entry = currentLanguage() === loaded ? words[code] : undefined;
  if (entry === undefined) return null;
  /** @type {Record<string, unknown>} */
  const worded = {};
  for (const [name, value] of Object.entries(values)) {
    const one = wordValue(t, value);
    if (one === null) return null;
    worded[name] = one;
  }
  return formatEntry(entry, worded);
}

/**
 * @param {Translate} t
 * @param {unknown} value
 * @returns {string | number | null}
 */
function wordValue(t, value) {
  if (Array.isArray(value)) {
    const parts = value.map((part) => wordValue(t, part));
    return parts.includes(null) ? null : joinList(parts.map(String));
  }
  if (typeof value === 'object') return wordMessage(t, /** @type {Message | null} */ (value));
  return typeof value === 'number' ? value : String(value);
}

/**
 * Capitalizes a sentence, unless it begins with a text that is the same in every language, such as
 * the name of a file.
 *
 * @param {string} sentence
 * @param {Partial<Message> | null | undefined} message
 */
function capitalize(sentence, message) {
  const first = Object.values(message?.values ?? {}).find((value) =>
    typeof value === 'string' && value !== '' && sentence.startsWith(value));
  if (first !== undefined) return sentence;
  return capitalized(sentence);
}

/**
 * A sentence of the server, in the page's language if its words are loaded.
 *
 * @param {Translate} t
 * @param {string} sentence in English
 * @param {Partial<Message> | null} [message] the same as a code with values
 */
export function serverText(t, sentence, message) {
  const worded = wordMessage(t, message);
  return worded === null ? h('span', { lang: 'en' }, sentence) : h('span', {}, capitalize(worded, message));
}

/**
 * The same for a place that is shown before the words are loaded: English until then.
 *
 * @param {Translate} t
 * @param {string} sentence in English
 * @param {Partial<Message> | null} [message] the same as a code with values
 */
export function serverTextLater(t, sentence, message) {
  const element = serverText(t, sentence, message);
  if (element.lang === 'en' && message?.code !== undefined) {
    loadServerWords().then(() => element.replaceWith(serverText(t, sentence, message)));
  }
  return element;
}
