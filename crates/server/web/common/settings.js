// @ts-check
// The reader's settings, stored only in the browser.

/** Default settings. */
export const DEFAULTS = {
  /** `auto`, or a language code. */
  language: 'auto',
  /** `auto`, `light` or `dark`. */
  theme: 'auto',
  /** Side of the bottom player's home board: `right` or `left`. */
  home: 'right',
  /** `slate`, `wood`, `sea` or `contrast`. */
  board: 'slate',
  /** The reader's checkers: `light` or `dark`. */
  checkers: 'light',
  pips: true,
  numbers: true,
  /** Speed of moving checkers: `off`, `slow`, `normal` or `fast`. */
  speed: 'normal',
  /** Sounds of dice, checkers and cube. */
  sound: true,
  /** `one`: a press moves a checker. `two`: the first press picks it up, the second puts it down.
   */
  presses: 'one',
  /** Play forced moves automatically. */
  forced: true,
  /** Roll automatically if doubling is not possible. */
  autoroll: false,
  /** Calls of the dice: `off`, `auto` for those of the language, `latin`, `russian`, `armenian`,
   *  `greek` or `turkish`. */
  calls: 'auto',
  tutor: true,
  /** Minimum loss for a warning, in points (EMG). */
  threshold: 0.03,
  /** Show the better choice together with a warning. */
  reveals: false,
  /** Enable single-key shortcuts. */
  keys: true,
  /** Accompany the first turns of the next game. */
  lessons: false,
  /** Turn the board to the player whose turn it is, if two people play. */
  turns: false,
  /** Answer with the strong network, on a page without a server. */
  strong: false,
  /** Level of the engine. */
  level: 'berliner',
};

/** @typedef {typeof DEFAULTS} Values */

const KEY = 'shesh.settings';

export class Settings {
  constructor() {
    /** @type {Values} */
    this.values = { ...DEFAULTS, ...loadSettings() };
    /** True while the checkers at the bottom are those of the other player. */
    this.exchanged = false;
    /** @type {Set<(name: string) => void>} */
    this.listeners = new Set();
    this.paint();
  }

  /**
   * @template {keyof Values} K
   * @param {K} name
   * @returns {Values[K]}
   */
  get(name) {
    return this.values[name];
  }

  /**
   * @template {keyof Values} K
   * @param {K} name
   * @param {Values[K]} value
   */
  set(name, value) {
    // Another tab may have changed other settings in the meantime.
    this.values = { ...this.values, ...loadSettings(), [name]: value };
    store(KEY, this.values);
    this.paint();
    for (const tell of this.listeners) tell(name);
  }

  /**
   * Sets a value for readers who have not chosen one; it is not kept.
   *
   * @template {keyof Values} K
   * @param {K} name
   * @param {Values[K]} value
   */
  suggest(name, value) {
    this.values = { ...this.values, [name]: value, ...loadSettings() };
  }

  /**
   * Reports every change. Returns a function that removes the listener.
   *
   * @param {(name: string) => void} tell
   */
  onchange(tell) {
    this.listeners.add(tell);
    return () => this.listeners.delete(tell);
  }

  /** Sets the attributes by which the style sheet selects colours. */
  paint() {
    const { dataset } = document.documentElement;
    dataset.theme = this.values.theme;
    dataset.board = this.values.board;
    const isDark = (this.values.checkers === 'dark') !== this.exchanged;
    dataset.checkers = isDark ? 'dark' : 'light';
    paintWindow();
  }

  /**
   * Exchanges the colours of the checkers, so that players keep theirs on a board that turns.
   *
   * @param {boolean} on
   */
  exchangeColours(on) {
    if (this.exchanged === on) return;
    this.exchanged = on;
    this.paint();
  }

  /** Returns true if animations are allowed. */
  moves() {
    return this.values.speed !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Duration of a checker move in milliseconds. */
  pace() {
    if (!this.moves()) return 0;
    return { slow: 700, normal: 350, fast: 150 }[this.values.speed] ?? 350;
  }
}

/** Gives the browser's own controls, such as the bar of a phone, the colour of the page's header. */
function paintWindow() {
  const header = document.querySelector('header');
  if (!header) return;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', getComputedStyle(header).backgroundColor);
  }
}

/** @returns {Partial<Values>} */
function loadSettings() {
  const found = restore(KEY);
  return found && typeof found === 'object' ? /** @type {Partial<Values>} */ (found) : {};
}

/**
 * Reads a stored value; `null` if storage is forbidden or the value is damaged.
 *
 * @param {string} key
 * @returns {unknown}
 */
export function restore(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Stores a value in the browser, if that is allowed.
 *
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} true if it is stored
 */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Without storage, the page works but does not remember.
    return false;
  }
}
