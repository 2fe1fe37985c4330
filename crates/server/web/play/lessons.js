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
    /** Width for which the text was fitted, in pixels. */
    this.width = 0;
    /** The way of the checkers. */
    this.arrow = s('g', { class: 'way', 'aria-hidden': 'true' });
    table.board.svg.append(this.arrow);
    // Beside the board, or between it and its buttons.
    const wide = matchMedia(TWO_COLUMNS);
    const settle = () => (wide.matches
      ? table.element.querySelector('.aside')?.prepend(this.element) : table.layout.status.before(this.element));
    wide.addEventListener('change', settle);
    settle();
    const observer = new ResizeObserver(() => this.fit());
    observer.observe(this.element);
    /** Removes the listeners of the layout. */
    this.leave = () => {
      wide.removeEventListener('change', settle);
      observer.disconnect();
    };
    table.onshow = () => this.update();
    table.board.onlay = () => this.update();
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
    this.table.board.onlay = () => {};
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
    const words = this.words();
    if (words !== null && words !== this.text.textContent) {
      this.text.textContent = words;
      this.context.say(words);
    }
    this.count.textContent = this.context.t('lesson.count', { n: turn, of: TURNS });
    this.element.hidden = this.text.textContent === '';
    this.draw();
  }

  /** What the player needs to know now; `null` to keep the words. */
  words() {
    const { t } = this.context;
    const { table } = this;
    const { decide } = table.turn;
    if (table.warning || decide.seat !== 'bottom') this.point('');
    if (table.warning) return t('lesson.warned');
    if (decide.seat === 'top') return t('lesson.wait');
    if (decide.what === 'opening') return this.topic(1).join(' ');
    if (table.busy || (decide.what !== 'roll' && decide.what !== 'play')) return null;
    const isBegun = (table.entry?.path.length ?? 0) > 0;
    return [...(isBegun ? [] : this.topic(this.turn)), ...this.action()].join(' ');
  }

  /** Gives the text the height of the longest one, so that the board beside it keeps its size. */
  fit() {
    const { t } = this.context;
    const { text, width } = this;
    if (this.element.hidden || text.offsetWidth === width) return;
    this.width = text.offsetWidth;
    const now = text.textContent;
    const roll = t('lesson.roll');
    const presses = [roll, this.move(6, 5), this.move(6, 6)];
    const all = [1, 2, 3].flatMap((turn) => presses.map((press) => [...this.topic(turn), press].join(' ')));
    text.style.removeProperty('--longest');
    const heights = all.map((words) => {
      text.textContent = words;
      return text.offsetHeight;
    });
    text.textContent = now;
    text.style.setProperty('--longest', `${Math.max(...heights)}px`);
  }

  /**
   * Topic of a turn, besides the next press.
   *
   * @param {number} turn
   */
  topic(turn) {
    const { t, settings } = this.context;
    if (turn === 1) {
      const colour = this.table.board.element.dataset.bottom ?? settings.get('checkers');
      return [t(colour === 'dark' ? 'lesson.way.dark' : 'lesson.way.light')];
    }
    if (turn === 2) return [t('lesson.goal')];
    return [t(`lesson.contact.${this.game.family}`)];
  }

  /** The next press. */
  action() {
    const { t } = this.context;
    const { entry, turn: { decide } } = this.table;
    if (decide.what === 'roll') {
      this.point('dice');
      return [t('lesson.roll')];
    }
    if (!entry || entry.play !== undefined) {
      this.point('');
      return [this.table.bar.onBoard.low.matches
        ? t('lesson.confirm.named', { confirm: t('play.do.confirm'), undo: t('play.do.undo') }) : t('lesson.confirm')];
    }
    this.point('checkers');
    const [first, second] = entry.dice;
    return [first !== second && entry.path.length > 0 ? t('lesson.rest') : this.move(first, second)];
  }

  /**
   * Instruction to move the first checker.
   *
   * @param {number} first die
   * @param {number} second die
   */
  move(first, second) {
    const { t, settings } = this.context;
    if (first === second) return t('lesson.double', { die: first, times: this.game.doubles });
    return settings.get('presses') === 'two' ? t('lesson.lift') : t('lesson.move', { first, second });
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

  /** Draws the way of the checkers while the player begins the first turn. */
  draw() {
    const { table, turn } = this;
    const { seat = 'bottom' } = table.turn.decide;
    this.arrow.replaceChildren(...(turn === 1 && seat === 'bottom' && !table.warning ? this.way() : []));
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
