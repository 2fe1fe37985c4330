// @ts-check
// Traditional names of rolls in nardi and tavla, a mix of Persian and Turkish numbers. The lists
// follow Russian, Armenian and Turkish pages; spellings vary by region. Greek players name the rolls
// of tavli in Greek, with a few Turkish words.

/** @typedef {'latin' | 'russian' | 'armenian' | 'greek' | 'turkish'} Script */

/** @type {Record<Script, Record<string, string>>} */
const CALLS = {
  latin: {
    11: 'yagan', 21: 'du-yek', 22: 'du-bara', 31: 'se-yek', 32: 'se-ba-du', 33: 'du-se',
    41: 'charu-yek', 42: 'charu-du', 43: 'charu-se', 44: 'dort-char', 51: 'panju-yek',
    52: 'panju-du', 53: 'panju-se', 54: 'panju-char', 55: 'du-besh', 61: 'sheshu-yek',
    62: 'sheshu-du', 63: 'sheshu-se', 64: 'sheshu-char', 65: 'shesh-besh', 66: 'du-shesh',
  },
  russian: {
    11: 'эгана', 21: 'ду-ек', 22: 'ду-бара', 31: 'се-ек', 32: 'се-ба-ду', 33: 'ду-се',
    41: 'чару-ек', 42: 'чару-ду', 43: 'чару-се', 44: 'дорт-чар', 51: 'панджу-ек',
    52: 'панджу-ду', 53: 'панджу-се', 54: 'панджу-чар', 55: 'ду-беш', 61: 'шешу-ек',
    62: 'шешу-ду', 63: 'шешу-се', 64: 'шешу-чар', 65: 'шеш-беш', 66: 'ду-шеш',
  },
  armenian: {
    11: 'յագան', 21: 'դու-յակ', 22: 'դու-բարա', 31: 'սե-յակ', 32: 'սե-բայ-դու', 33: 'դու-սե',
    41: 'չարի-յակ', 42: 'չարի-դու', 43: 'չարի-սե', 44: 'դորտ-չար', 51: 'փանջի-յակ',
    52: 'փանջի-դու', 53: 'փանջի-սե', 54: 'փանջի-չար', 55: 'դու-բեշ', 61: 'շեշ-յակ',
    62: 'շեշ-դու', 63: 'շեշ-սե', 64: 'շեշ-չար', 65: 'շեշ-բեշ', 66: 'դու-շեշ',
  },
  greek: {
    11: 'άσοι', 21: 'ασόδυο', 22: 'δυάρες', 31: 'τρία-άσος', 32: 'τρία-δύο', 33: 'τριάρες',
    41: 'τέσσερα-άσος', 42: 'τέσσερα-δύο', 43: 'τέσσερα-τρία', 44: 'ντόρτια', 51: 'πέντε-άσος',
    52: 'πέντε-δύο', 53: 'πέντε-τρία', 54: 'πέντε-τέσσερα', 55: 'πεντάρες', 61: 'έξι-άσος',
    62: 'έξι-δύο', 63: 'έξι-τρία', 64: 'έξι-τέσσερα', 65: 'έξι-πέντε', 66: 'εξάρες',
  },
  turkish: {
    11: 'hepyek', 21: 'yek-i dü', 22: 'dubara', 31: 'se yek', 32: 'seba-i dü', 33: 'düse',
    41: 'cihar-ı yek', 42: 'cihar-ı dü', 43: 'cihar-ı se', 44: 'dört cihar', 51: 'penc-i yek',
    52: 'penc-i dü', 53: 'penc-ü se', 54: 'cihar-ı penc', 55: 'dübeş', 61: 'şeş-i yek',
    62: 'şeş-i dü', 63: 'şeş-ü se', 64: 'şeş cihar', 65: 'şeş beş', 66: 'düşeş',
  },
};

/** Script of each language whose speakers use the calls. @type {Record<string, Script>} */
const OF_LANGUAGE = { ru: 'russian', hy: 'armenian', el: 'greek', tr: 'turkish' };
/** Language in which screen readers should read each script. */
const READ_AS = { latin: 'en', russian: 'ru', armenian: 'hy', greek: 'el', turkish: 'tr' };

/**
 * Call of a roll, and its language; `null` if calls are off, or not used in the page's language.
 *
 * @param {string} dice for example `31`, in any order
 * @param {string} setting `off`, `auto` or a script
 * @param {string} language of the page
 * @returns {{call: string, lang: string} | null}
 */
export function findCall(dice, setting, language) {
  const script = setting in CALLS ? /** @type {Script} */ (setting) : OF_LANGUAGE[language];
  if (setting === 'off' || !script) return null;
  const call = CALLS[script][[...dice].sort().reverse().join('')];
  return call ? { call, lang: READ_AS[script] } : null;
}
