// @ts-check
// Input of plays on a board: by presses, by dragging, or by keyboard.

import { BAR, OFF } from './geometry.js';
import * as words from './aria-text.js';

/** @typedef {import('../common/types').Move} Move */

/** Point from which all checkers start in games with a head. */
const HEAD = 24;

/**
 * A view whose board takes plays: the play being entered, and what the input calls.
 *
 * @typedef {object} PlayingView
 * @property {import('./board.js').Board} board
 * @property {import('../common/types').Context} context
 * @property {HTMLElement} status shows sentences about the play
 * @property {import('./play-builder.js').PlayBuilder | null} entry
 * @property {boolean} [isClosed] true while no play can be entered
 * @property {() => void} show draws the board
 * @property {() => void} changed handles a change of the entry
 * @property {(side: import('../common/types').Side, index: number, how: string) => void} [idle] handles
 *   a press while no play can be entered
 */

export class MoveInput {
  /** @param {PlayingView} table */
  constructor(table) {
    this.table = table;
    /** Place of the checker that was picked up. @type {number | null} */
    this.lifted = null;
    /** Status before a press was refused. @type {string | null} */
    this.before = null;
    const { board } = table;
    board.onpick = (side, index, how) => this.pick(side, index, how);
    board.ondrop = (from, to) => {
      this.lifted = null;
      this.move(from, to);
    };
    board.targetsOf = (from) => this.entry?.targets(from) ?? new Set();
  }

  /** The play being entered, if the player may enter one now. */
  get entry() {
    return this.table.isClosed ? null : this.table.entry;
  }

  /** Marks of the entry for the board. */
  marks() {
    const { entry } = this;
    if (!entry) {
      this.lifted = null;
      return {};
    }
    const { lifted } = this;
    return {
      selectable: entry.sources(),
      lifted,
      targets: lifted === null ? undefined : entry.targets(lifted),
    };
  }

  /**
   * Performs the action of a key.
   *
   * @param {string} name
   * @returns {boolean} true if anything changed
   */
  run(name) {
    const { entry } = this.table;
    if (!entry) return false;
    if (name === 'escape') {
      const was = this.lifted;
      this.lifted = null;
      return was !== null;
    }
    if (name === 'undo' || name === 'clear') {
      this.lifted = null;
      return name === 'undo' ? entry.undo() : entry.clear();
    }
    if (name === 'swap') {
      entry.swap();
      return entry.hasOrder;
    }
    if (/^[1-6]$/.test(name)) return this.byDie(Number(name));
    return false;
  }

  /**
   * Moves a checker from the focused place by a die.
   *
   * @param {number} die
   */
  byDie(die) {
    const { entry } = this;
    const { board } = this.table;
    const name = document.activeElement?.getAttribute('data-place') ?? '';
    const from = this.lifted ?? board.buttons.ownIndex(name);
    const step = entry?.node.steps.find((step) => step.from === from && step.die === die);
    if (!entry || !step) return false;
    this.lifted = null;
    this.say(step.from, step.to);
    return entry.move(step.from, step.to);
  }

  /**
   * Handles a press on a place. With mouse or touch a press moves a checker at once, if the
   * settings say so. By keyboard the first press picks it up, and a second one on the same place
   * moves it.
   *
   * @param {import('../common/types').Side} side
   * @param {number} index
   * @param {string} how
   */
  pick(side, index, how) {
    const { entry } = this;
    if (!entry) {
      this.table.idle?.(side, index, how);
      return;
    }
    const lifts = how === 'key' || this.table.context.settings.get('presses') === 'two';
    const { lifted } = this;
    this.lifted = null;
    const own = side === 'own';
    if (lifted !== null && own && index === lifted) {
      if (how === 'key') this.press(index);
      else this.table.show();
    } else if (lifted !== null && own && entry.targets(lifted).has(index)) {
      this.move(lifted, index);
    } else if (own && entry.sources().has(index)) {
      if (!lifts) this.press(index);
      else {
        this.lifted = index;
        this.table.show();
        const { t, say } = this.table.context;
        const targets = [...entry.targets(index)].sort((a, b) => b - a).map((to) => words.shortPlaceName(t, to));
        say(t('play.lifted', { from: words.shortPlaceName(t, index), to: targets.join(', ') }));
      }
    } else if (!this.moveTo(side, index)) {
      this.table.show();
      this.refuse(side, index);
    }
  }

  /**
   * Says why a press moves nothing.
   *
   * @param {import('../common/types').Side} side
   * @param {number} index
   */
  refuse(side, index) {
    const { board, status, context: { t, say } } = this.table;
    const { own } = board.view.board;
    const isHead = index === HEAD && board.game.agreements.some(({ key }) => key === 'head')
      && this.entry?.path.some(({ step }) => step.from === HEAD);
    const words = side === 'own' && own[BAR] > 0 && index !== BAR ? t('table.cannot.bar')
      : side === 'own' && own[HEAD] > 0 && isHead ? t('table.cannot.head') : t('play.cannot');
    this.before ??= status.textContent;
    status.textContent = words;
    say(words);
    board.effects.refuse(board.seated(side), index);
  }

  /**
   * Sets the words that return after a refused press.
   *
   * @param {string} words
   * @returns {boolean} false if no press was refused
   */
  restate(words) {
    if (this.before === null) return false;
    this.before = words;
    return true;
  }

  /** Replaces the words of a refused press by those that stood there before. */
  forget() {
    if (this.before !== null) this.table.status.textContent = this.before;
    this.before = null;
  }

  /** @param {number} index */
  press(index) {
    const { entry } = this;
    const before = entry?.path.length ?? 0;
    if (!entry?.press(index)) return;
    const { from, to } = entry.path[before].step;
    this.say(from, to);
    this.table.changed();
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  move(from, to) {
    if (this.entry?.move(from, to)) {
      this.say(from, to);
      this.table.changed();
    } else {
      this.table.show();
    }
  }

  /**
   * Moves the only checker that can reach a place, or one checker by each die to make a point.
   *
   * @param {import('../common/types').Side} side
   * @param {number} index
   */
  moveTo(side, index) {
    const { entry, table } = this;
    if (!entry || index === BAR) return false;
    const place = side === 'own' || index === OFF ? index : table.board.geometry.shared[index];
    if (side === 'other' && index === OFF) return false;
    const steps = entry.node.steps.filter(({ to }) => to === place);
    const from = new Set(steps.map((step) => step.from));
    const isPoint = from.size === 2 && new Set(steps.map(({ die }) => die)).size === 2;
    if (from.size !== 1 && !isPoint) return false;
    for (const start of from) {
      if (entry.move(start, place)) this.say(start, place);
    }
    table.changed();
    return true;
  }

  /**
   * Announces a move, and the play once it is complete.
   *
   * @param {number} from
   * @param {number} to
   */
  say(from, to) {
    const { t, say } = this.table.context;
    const { entry } = this;
    const whole = entry?.play === undefined ? '' : t('play.whole', { play: entry.play });
    const forced = entry?.forced ?? [];
    const more = forced.length > 0 ? t('play.forced', { moves: this.formatMoves(forced) }) : '';
    say([t('play.moved', { from: words.shortPlaceName(t, from), to: words.shortPlaceName(t, to) }), more, whole]
      .filter((part) => part !== '').join(' '));
  }

  /** @param {Move[]} steps */
  formatMoves(steps) {
    const { t } = this.table.context;
    return steps.map(({ from, to, hit }) => `${words.shortPlaceName(t, from)}/${words.shortPlaceName(t, to)}${hit ? '*' : ''}`).join(' ');
  }
}
