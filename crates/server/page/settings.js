// @ts-check
// What the reader has set, kept in the browser alone.

/** What is set where nothing is said. */
export const DEFAULTS = {
  /** `auto`, or a language's code. */
  language: 'auto',
  /** `auto`, `light` or `dark`. */
  theme: 'auto',
  /** Where the home of who sits at the bottom is: `right` or `left`. */
  home: 'right',
  /** `wood`, `slate`, `sea` or `contrast`. */
  board: 'wood',
  /** The reader's own checkers: `light` or `dark`. */
  checkers: 'light',
  pips: true,
  numbers: true,
  /** How fast checkers move: `off`, `slow`, `normal` or `fast`. */
  speed: 'normal',
  /** `one`: a press moves a checker. `two`: one lifts it, the next puts it down. */
  presses: 'one',
  /** What is forced is played by itself. */
  forced: true,
  /** Rolls by itself where nobody may double. */
  autoroll: false,
  /** Calls of the dice: `off`, `auto` by the language, `latin`, `russian` or `armenian`. */
  calls: 'auto',
  tutor: true,
  /** Warns of what loses so much or more, in points (EMG). */
  threshold: 0.03,
  /** Single keys do what the help says. */
  keys: true,
  /** The engine's level. */
  level: '2-ply',
};

/** @typedef {typeof DEFAULTS} Values */

const KEY = 'shesh.settings';

export class Settings {
  constructor() {
    /** @type {Values} */
    this.values = { ...DEFAULTS, ...kept() };
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
    // Another page of this browser may have set something else meanwhile.
    this.values = { ...this.values, ...kept(), [name]: value };
    store(KEY, this.values);
    this.paint();
    for (const tell of this.listeners) tell(name);
  }

  /**
   * Tells of every change, until what it returns is called.
   *
   * @param {(name: string) => void} tell
   */
  onchange(tell) {
    this.listeners.add(tell);
    return () => this.listeners.delete(tell);
  }

  /** Colours are the style sheet's, by these attributes. */
  paint() {
    const { dataset } = document.documentElement;
    dataset.theme = this.values.theme;
    dataset.board = this.values.board;
    dataset.checkers = this.values.checkers;
  }

  /** Whether things may move on the screen. */
  moves() {
    return this.values.speed !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** How long a checker takes from one point to the other, in milliseconds. */
  pace() {
    if (!this.moves()) return 0;
    return { slow: 700, normal: 350, fast: 150 }[this.values.speed] ?? 350;
  }
}

/** @returns {Partial<Values>} */
function kept() {
  const found = restore(KEY);
  return found && typeof found === 'object' ? /** @type {Partial<Values>} */ (found) : {};
}

/**
 * What was stored in this browser; nothing where that is forbidden or damaged.
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
 * Stores a value in this browser, where that is allowed.
 *
 * @param {string} key
 * @param {unknown} value
 */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without; it only forgets.
  }
}
