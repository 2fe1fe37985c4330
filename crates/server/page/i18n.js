// @ts-check
// Words in the reader's language: one file of `lang/` a language, English where it lacks some.
//
// A value is a text with `{names}` in it, or one text for each form of the number `n`, as
// `Intl.PluralRules` calls them: `{"one": "{n} checker", "other": "{n} checkers"}`.

/** @typedef {Record<string, string | Record<string, string>>} Words */

/** The languages, each as its own speakers call it. */
export const LANGUAGES = /** @type {[string, string][]} */ ([
  ['en', 'English'],
  ['ru', 'Русский'],
  ['hy', 'Հայերեն'],
]);

/** @type {Words} */
let words = {};
/** @type {Words} */
let english = {};
let language = 'en';
let plural = new Intl.PluralRules('en');

/** Languages whose numbers and dates not every browser knows, by another one that writes them alike. */
const ALIKE = /** @type {Record<string, string>} */ ({ hy: 'ru' });
/** By whose numbers and dates are written. */
let locale = 'en';

/**
 * The language that is chosen, or the first of the reader's that there is.
 *
 * @param {string} chosen `auto` or one of [`LANGUAGES`]
 * @param {readonly string[]} readers
 */
export function pick(chosen, readers) {
  const known = LANGUAGES.map(([code]) => code);
  const wanted = [chosen, ...readers.map((reader) => reader.slice(0, 2).toLowerCase())];
  return wanted.find((code) => known.includes(code)) ?? 'en';
}

/**
 * Fetches a language. English stays where that fails.
 *
 * @param {string} code
 * @returns {Promise<boolean>} whether it is there; rejected where not even English is
 */
export async function load(code) {
  const fetched = async (/** @type {string} */ name) => {
    const response = await fetch(`lang/${name}.json`);
    if (!response.ok) throw new Error(`lang/${name}.json: ${response.status}`);
    return response.json();
  };
  const chosen = code === 'en' ? {} : fetched(code).catch(() => null);
  const found = await Promise.all([fetched('en'), chosen]);
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

/** The code of the language that is shown. */
export function shown() {
  return language;
}

/**
 * When something was, in the reader's own time; without the month's name where the browser does not
 * know it in this language.
 *
 * @param {number} time in milliseconds, as `Date.now` gives it
 */
export function date(time) {
  const dateStyle = locale === language ? 'medium' : 'short';
  return new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short' }).format(time);
}

/**
 * The words of a key, with values put in; numbers as the language writes them. A key that nobody has
 * is shown itself.
 *
 * @param {string} key
 * @param {Record<string, unknown>} [values] `n` chooses the form
 * @returns {string}
 */
export function t(key, values = {}) {
  let found = words[key] ?? english[key];
  if (found === undefined) return key;
  if (typeof found !== 'string') {
    found = found[plural.select(Number(values.n ?? 0))] ?? found.other ?? key;
  }
  return found.replace(/\{(\w+)\}/g, (all, name) => {
    const value = values[name];
    if (value === undefined) return all;
    return typeof value === 'number' ? number(value) : String(value);
  });
}

/** @param {string} key */
export function has(key) {
  return key in words || key in english;
}

/**
 * A number as the language writes it.
 *
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [how]
 */
export function number(value, how) {
  return new Intl.NumberFormat(locale, how).format(value);
}

/**
 * An equity, always with its sign.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export function signed(value, digits = 3) {
  return number(value, {
    signDisplay: 'always', minimumFractionDigits: digits, maximumFractionDigits: digits,
  });
}

/**
 * A share as percent.
 *
 * @param {number} share 0 to 1
 * @param {number} [digits]
 */
export function percent(share, digits = 1) {
  return number(share, {
    style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits,
  });
}

/**
 * Words one after the other: “a, b and c”.
 *
 * @param {string[]} items
 */
export function listed(items) {
  const last = items[items.length - 1] ?? '';
  return items.length < 2 ? last : t('app.list', { most: items.slice(0, -1).join(', '), last });
}

/**
 * Puts words where a page says which: `data-t` the text, `data-t-label` the name for screen readers,
 * `data-t-placeholder` what stands in an empty field.
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
