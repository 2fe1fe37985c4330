// @ts-check
// The first turns of a newcomer, accompanied: which way the checkers run, how to roll, move and
// confirm, and what happens when checkers meet.

import { button, h, s } from '../common/dom.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('../common/types').Context} Context */

/** Number of accompanied turns. */
const TURNS = 3;
/** Windows with a column beside the board. Must match style.css. */
const TWO_COLUMNS = '(min-width: 940px) and (min-height: 500.02px)';
/** Distance of the arrow from the middle of the board, as a share of a row. */
const APART = 0.28;
/** Half the width and the length of the arrowhead, in view box units. */
const HEAD = 13;

export class Lessons {
  /**
   * @param {Context} context
   * @param {Table} table
   */
  constructor(context, table) {
    const { t } = context;
    this.context = context;
    this.table = table;
    this.game = table.board.game;
    this.text = h('p', {});
    this.count = h('span', { class: 'faint' });
    this.element = h('div', { class: 'lesson', hidden: true },
      this.text,
      h('div', { class: 'actions' }, this.count, h('a', { href: `#rules/${this.game.name}`, class: 'rules-link' }, t('app.rules')),
        button(t('lesson.close'), () => this.end(), { class: 'quiet', id: 'lesson-close' })));
    /** The way of the checkers. */
    this.arrow = s('g', { class: 'way', 'aria-hidden': 'true' });
    table.board.svg.append(this.arrow);
    // Beside the board, or between it and its buttons.
    const wide = matchMedia(TWO_COLUMNS);
    const settle = () => (wide.matches
      ? table.element.querySelector('.aside')?.prepend(this.element) : table.layout.status.before(this.element));
    wide.addEventListener('change', settle);
    settle();
    /** Removes the listener of the layout. */
    this.leave = () => wide.removeEventListener('change', settle);
    table.onshow = () => this.update();
    this.update();
  }

  /** Number of the player's turn in this session, from 1. */
  get turn() {
    return 1 + this.table.session.done.filter(({ type, seat }) => type === 'play' && seat === 'bottom').length;
  }

  /** Ends the lessons, also for later games. */
  end() {
    this.context.settings.set('lessons', false);
    this.table.onshow = () => {};
    this.leave();
    this.element.remove();
    this.arrow.remove();
    this.point('');
  }

  /** Shows what the player needs to know now. */
  update() {
    const { table, turn } = this;
    const { decide } = table.turn;
    if (turn > TURNS || decide.what === 'next_game' || decide.what === 'match_over') {
      this.end();
      return;
    }
    // The last words stay while the opponent plays.
    if (table.busy || decide.seat !== 'bottom' || (decide.what !== 'roll' && decide.what !== 'play')) return;
    const isBegun = (table.entry?.path.length ?? 0) > 0;
    const words = [...(isBegun ? [] : this.topic(turn)), ...this.action()].join(' ');
    if (words !== this.text.textContent) {
      this.text.textContent = words;
      this.context.say(words);
    }
    this.count.textContent = this.context.t('lesson.count', { n: turn, of: TURNS });
    this.element.hidden = false;
    this.arrow.replaceChildren(...(turn === 1 ? this.way() : []));
  }

  /**
   * Topic of a turn, besides the next press.
   *
   * @param {number} turn
   */
  topic(turn) {
    const { t, settings } = this.context;
    if (turn === 1) return [t(settings.get('checkers') === 'dark' ? 'lesson.way.dark' : 'lesson.way.light')];
    if (turn === 2) return [t('lesson.goal')];
    return [t(`lesson.contact.${this.game.family}`)];
  }

  /** The next press. */
  action() {
    const { t, settings } = this.context;
    const { entry, turn: { decide } } = this.table;
    if (decide.what === 'roll') {
      this.point('dice');
      return [t('lesson.roll')];
    }
    if (!entry || entry.play !== undefined) {
      this.point('');
      return [t('lesson.confirm')];
    }
    this.point('checkers');
    const [first, second] = entry.dice;
    if (first === second) return [t('lesson.double', { die: first, times: this.game.doubles })];
    if (entry.path.length > 0) return [t('lesson.rest')];
    return [settings.get('presses') === 'two' ? t('lesson.lift') : t('lesson.move', { first, second })];
  }

  /**
   * Marks the dice or the checkers that can be moved; an empty text marks nothing.
   *
   * @param {'dice' | 'checkers' | ''} what
   */
  point(what) {
    const { dataset } = this.table.board.element;
    if (what === '') delete dataset.points;
    else dataset.points = what;
  }

  /** Arrow along the way of the checkers: from the 24 point to the first one, and off the board. */
  way() {
    const { geometry } = this.table.board;
    const { row, middle, point } = geometry.sizes;
    const away = middle / 2 + row * APART;
    const [upper, lower] = [geometry.middle - away, geometry.middle + away];
    const at = (/** @type {number} */ u, /** @type {number} */ v) => geometry.at(u, v).join(' ');
    // The rows meet at the outer end, beyond the points 13 and 12.
    const turn = geometry.column(13);
    const bend = turn - point * 0.9;
    const end = geometry.column(1) - HEAD;
    const line = `M ${at(geometry.column(24), upper)} L ${at(turn, upper)} C ${at(bend, upper)} ${at(bend, lower)} ${at(turn, lower)} L ${at(end, lower)}`;
    const head = [[end + 2 * HEAD, lower], [end, lower - HEAD], [end, lower + HEAD]]
      .map(([u, v]) => geometry.at(u, v).join()).join(' ');
    return [
      s('path', { class: 'edge', d: line }), s('path', { class: 'line', d: line }),
      s('polygon', { class: 'head', points: head }),
    ];
  }
}
