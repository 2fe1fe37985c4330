// @ts-check
// Translations: one file in `lang/` per language, with English as fallback.
//
// A value is a text with `{names}`, or a text for each plural category of the number `n`, as named
// by `Intl.PluralRules`: `{"one": "{n} checker", "other": "{n} checkers"}`.

/** @typedef {Record<string, string | Record<string, string>>} Words */

/** Languages by code, with their own names. */
export const LANGUAGES = /** @type {[string, string][]} */ ([
  ['en', 'English'],
  ['ru', 'Русский'],
  ['hy', 'Հայերեն'],
  ['el', 'Ελληνικά'],
  ['tr', 'Türkçe'],
]);

/** Languages that no native speaker has read yet. */
const UNREAD = ['el', 'tr'];

/** @param {string} code */
export function isUnread(code) {
  return UNREAD.includes(code);
}

/** @type {Words} */
let words = {};
/** @type {Words} */
let english = {};
let language = 'en';
let plural = new Intl.PluralRules('en');

/** Substitutes for languages whose number and date formats are missing in some browsers. */
const ALIKE = /** @type {Record<string, string>} */ ({ hy: 'ru' });
/** Locale of numbers and dates. */
let locale = 'en';
const MINUS = '\u2212';

/**
 * Selects the chosen language, or else the first supported language of the reader.
 *
 * @param {string} chosen `auto` or one of [`LANGUAGES`]
 * @param {readonly string[]} readers
 */
export function pickLanguage(chosen, readers) {
  const known = LANGUAGES.map(([code]) => code);
  const wanted = [chosen, ...readers.map((reader) => reader.slice(0, 2).toLowerCase())];
  return wanted.find((code) => known.includes(code)) ?? 'en';
}

/**
 * Fetches a file of texts.
 *
 * @param {string} name `lang/NAME.json`
 * @returns {Promise<any>}
 */
export async function fetchTexts(name) {
  const response = await fetch(`lang/${name}.json`);
  if (!response.ok) throw new Error(`lang/${name}.json: ${response.status}`);
  return response.json();
}

/**
 * Loads a language; English is kept if that fails.
 *
 * @param {string} code
 * @returns {Promise<boolean>} true if the language was loaded; rejects if not even English can be
 *   loaded
 */
export async function loadLanguage(code) {
  const chosen = code === 'en' ? {} : fetchTexts(code).catch(() => null);
  const found = await Promise.all([fetchTexts('en'), chosen]);
  english = found[0];
  if (found[1] !== null) settle(code, found[1]);
  return found[1] !== null;
}

/**
 * @param {string} code
 * @param {Words} found
 */
function settle(code, found) {
  words = found;
  language = code;
  plural = new Intl.PluralRules(code);
  locale = Intl.NumberFormat.supportedLocalesOf(code)[0] ?? ALIKE[code] ?? code;
  document.documentElement.lang = code;
}

/** Begins a sentence of the current language with a capital letter. @param {string} sentence */
export function capitalized(sentence) {
  return sentence.charAt(0).toLocaleUpperCase(language) + sentence.slice(1);
}

/** Code of the current language. */
export function currentLanguage() {
  return language;
}

/**
 * Formats a time in the reader's time zone. Omits the name of the month if the browser does not
 * know it in the language.
 *
 * @param {number} time in milliseconds, as returned by `Date.now`
 * @param {boolean} [hours] with the time of the day
 */
export function formatDate(time, hours = true) {
  const dateStyle = locale === language ? 'medium' : 'short';
  return new Intl.DateTimeFormat(locale, { dateStyle, ...(hours && { timeStyle: 'short' }) }).format(time);
}

/**
 * Translates a key and fills in values; numbers are formatted for the language. Unknown keys are
 * returned unchanged.
 *
 * @param {string} key
 * @param {Record<string, unknown>} [values] `n` selects the plural form
 * @returns {string}
 */
export function t(key, values = {}) {
  const found = words[key] ?? english[key];
  return found === undefined ? key : formatEntry(found, values);
}

/**
 * Selects the plural form of an entry and fills in values.
 *
 * @param {string | Record<string, string>} entry
 * @param {Record<string, unknown>} values `n` selects the plural form
 * @returns {string}
 */
export function formatEntry(entry, values) {
  if (typeof entry === 'string') return fillIn(entry, values);
  return fillIn(entry[plural.select(Number(values.n ?? 0))] ?? entry.other ?? '', values);
}

/**
 * Fills values in the `{names}` of a text; unknown names stay.
 *
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
export function fillIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => {
    const value = values[name];
    if (value === undefined) return all;
    return typeof value === 'number' ? formatNumber(value) : String(value);
  });
}

/** @param {string} key */
export function hasText(key) {
  return key in words || key in english;
}

/**
 * Formats a number for the language, with a minus sign instead of a hyphen.
 *
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [how]
 */
export function formatNumber(value, how) {
  return numberFormat(how).format(value).replace('-', MINUS);
}

/**
 * Formats of numbers by locale and options: making one takes as long as a row of a table.
 *
 * @type {Map<string, Intl.NumberFormat>}
 */
const formats = new Map();

/** @param {Intl.NumberFormatOptions} [how] */
function numberFormat(how) {
  const key = `${locale} ${JSON.stringify(how)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, how);
  formats.set(key, format);
  return format;
}

/**
 * Formats an equity, always with its sign; what rounds to zero is positive.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export function formatSigned(value, digits = 3) {
  const shown = Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value;
  return formatNumber(shown, {
    signDisplay: 'always', minimumFractionDigits: digits, maximumFractionDigits: digits,
  });
}

/**
 * Formats a share as percentage.
 *
 * @param {number} share 0 to 1
 * @param {number} [digits]
 */
export function formatPercent(share, digits = 1) {
  return formatNumber(share, {
    style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits,
  });
}

/**
 * Joins words: “a, b and c”.
 *
 * @param {string[]} items
 */
export function joinList(items) {
  const last = items[items.length - 1] ?? '';
  return items.length < 2 ? last : t('app.list', { most: items.slice(0, -1).join(', '), last });
}

/**
 * Translates marked elements: `data-t` sets the text, `data-t-label` the accessible name, and
 * `data-t-placeholder` the placeholder.
 *
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll('[data-t]')) {
    element.textContent = t(element.getAttribute('data-t') ?? '');
  }
  for (const [from, to] of [['data-t-label', 'aria-label'], ['data-t-placeholder', 'placeholder']]) {
    for (const element of root.querySelectorAll(`[${from}]`)) {
      element.setAttribute(to, t(element.getAttribute(from) ?? ''));
    }
  }
}
