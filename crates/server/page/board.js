// @ts-check
// A board that is looked at, heard and pressed.
//
// What is seen lies in layers that are drawn anew; what is pressed are buttons on top of them that
// stay, one for each point, bar and tray, so that the focus stays too.

import { h, s } from './dom.js';
import { BAR, Geometry, OFF, POINTS } from './geometry.js';
import * as paint from './paint.js';
import { SEATS } from './paint.js';
import { draw } from './arrows.js';
import { moved, slide } from './motion.js';
import * as words from './describe.js';
import { drag } from './drag.js';

/** @typedef {import('./types').Game} Game */
/** @typedef {import('./types').View} View */
/** @typedef {import('./types').Seat} Seat */
/** @typedef {import('./types').Side} Side */
/** @typedef {import('./types').Move} Move */
/** @typedef {import('./types').Translate} Translate */
/** @typedef {{element: SVGGElement, rect: SVGRectElement, seat: Seat, index: number}} Control */

/** Up to this width a board stands upright. */
const NARROW = '(max-width: 599px)';
/** Where each arrow key leads, right and down. @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LAYERS = /** @type {const} */ (['ground', 'numbers', 'last', 'checkers', 'marks', 'arrows', 'dice', 'moving']);

export class Board {
  /**
   * @param {Game} game
   * @param {{t: Translate, settings: import('./settings.js').Settings}} context
   */
  constructor(game, { t, settings }) {
    this.game = game;
    this.t = t;
    this.settings = settings;
    /** @type {View} */
    this.view = { board: game.start.board };
    /** @type {import('./types').Arrow[]} */
    this.drawn = [];

    /** A press on a place: `index` as `side` counts; `how` is `mouse`, `touch` or `key`.
     * @type {(side: Side, index: number, how: string, event?: Event) => void} */
    this.onpick = () => {};
    /** A checker of `own` was dragged. Without it nothing can be. @type {((from: number, to: number) => void) | null} */
    this.ondrop = null;
    /** Where a checker of `own` may be put down. @type {(from: number) => Set<number>} */
    this.targetsOf = () => new Set();
    /** The dice were pressed. Without it they are no button. @type {(() => void) | null} */
    this.ondice = null;
    /** The space bar on a place: whether it meant something else than pressing it. @type {() => boolean} */
    this.onspace = () => false;

    this.svg = s('svg', { class: 'table', role: 'group', 'aria-label': t('board.name') });
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ (
      Object.fromEntries(LAYERS.map((name) => [name, s('g', { class: name })])));
    this.svg.append(...Object.values(this.layers));
    this.seats = { top: h('div', { class: 'seat top' }), bottom: h('div', { class: 'seat bottom' }) };
    this.holder = h('div', { class: 'cube-holder' });
    this.text = h('div', { class: 'in-words' });
    /** The text board beside the drawn one; whoever shows the board may put it elsewhere. */
    this.words = h('details', { class: 'words' }, h('summary', {}, t('board.words')), this.text);
    this.element = h('div', { class: 'board' },
      this.seats.top, this.holder, this.svg, this.seats.bottom, this.words);

    /** @type {Map<string, Control>} */
    this.controls = new Map();
    this.buttons = s('g', { class: 'buttons' });
    this.makeControls();
    this.dice = s('g', { class: 'dice-button' });
    this.svg.append(this.buttons, this.dice);
    drag(this);
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener('change', () => this.lay());
    settings.onchange((name) => {
      if (name === 'home') this.lay();
      if (name === 'pips' || name === 'numbers') this.show(this.view);
    });
    this.geometry = this.arranged();
    this.lay();
  }

  /** The seat of `own`. @returns {Seat} */
  get own() {
    return this.view.flipped ? 'top' : 'bottom';
  }

  /** @param {Side} side @returns {Seat} */
  seated(side) {
    return (side === 'own') === (this.own === 'bottom') ? 'bottom' : 'top';
  }

  /**
   * A seat's checkers.
   *
   * @param {Seat} seat
   */
  counts(seat) {
    return seat === this.own ? this.view.board.own : this.view.board.other;
  }

  arranged() {
    return new Geometry(this.game, this.narrow.matches, this.settings.get('home') === 'left');
  }

  /** Lays everything out anew: for another width, or the home on the other side. */
  lay() {
    this.geometry = this.arranged();
    const [width, height] = this.geometry.size;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.element.classList.toggle('tall', this.geometry.tall);
    this.layers.ground.replaceChildren(paint.ground(this.geometry));
    for (const { rect, seat, index } of this.controls.values()) {
      for (const [name, value] of Object.entries(this.geometry.target(seat, index))) {
        rect.setAttribute(name, String(value));
      }
    }
    this.show(this.view);
  }

  /** A button for each place, the one that can be tabbed to first. */
  makeControls() {
    const place = (/** @type {string} */ name, /** @type {Seat} */ seat, /** @type {number} */ index) => {
      const rect = s('rect', { class: 'hit' });
      const element = s('g', { role: 'button', tabindex: -1, 'data-place': name }, rect);
      element.addEventListener('click', (event) => {
        const { pointerType = 'mouse', detail } = /** @type {PointerEvent} */ (event);
        this.press(name, detail === 0 ? 'key' : pointerType || 'mouse', event);
      });
      element.addEventListener('focus', () => this.rove(name));
      element.addEventListener('keydown', (event) => this.key(name, event));
      this.controls.set(name, { element, rect, seat, index });
      this.buttons.append(element);
    };
    if (this.game.has_bar) place('bar-bottom', 'bottom', BAR);
    for (let point = POINTS; point > 0; point -= 1) place(String(point), 'bottom', point);
    place('tray-bottom', 'bottom', OFF);
    if (this.game.has_bar) place('bar-top', 'top', BAR);
    place('tray-top', 'top', OFF);
    this.rove('24');
  }

  /**
   * Makes one place the one that the tab key comes to.
   *
   * @param {string} name
   */
  rove(name) {
    for (const [other, { element }] of this.controls) {
      element.setAttribute('tabindex', other === name ? '0' : '-1');
    }
  }

  /**
   * Brings the focus to a place of `own`.
   *
   * @param {number} index
   */
  focus(index) {
    this.controls.get(this.nameOf(this.own, index))?.element.focus();
  }

  /**
   * The name of a seat's place among the controls.
   *
   * @param {Seat} seat
   * @param {number} index
   */
  nameOf(seat, index) {
    if (index === OFF) return `tray-${seat}`;
    if (index === BAR) return `bar-${seat}`;
    return String(this.geometry.place(seat, index));
  }

  /**
   * Whose place it is, and what that side calls it: a point is whoever stands there's.
   *
   * @param {string} name
   * @returns {{side: Side, index: number} | null}
   */
  whose(name) {
    const control = this.controls.get(name);
    if (!control) return null;
    const { seat, index } = control;
    if (index === OFF || index === BAR) return { side: seat === this.own ? 'own' : 'other', index };
    const own = this.geometry.called(this.own, index);
    const theirs = this.geometry.called(this.own === 'bottom' ? 'top' : 'bottom', index);
    const { board } = this.view;
    if (board.own[own] === 0 && board.other[theirs] > 0) return { side: 'other', index: theirs };
    return { side: 'own', index: own };
  }

  /**
   * What `own` calls a place; nothing for what is the other side's alone.
   *
   * @param {string} name
   * @returns {number | null}
   */
  ownIndex(name) {
    const control = this.controls.get(name);
    if (!control) return null;
    if (control.index === OFF || control.index === BAR) {
      return control.seat === this.own ? control.index : null;
    }
    return this.geometry.called(this.own, control.index);
  }

  /**
   * @param {string} name
   * @param {string} how
   * @param {Event} [event]
   */
  press(name, how, event) {
    const place = this.whose(name);
    if (!place) return;
    // A target that the other side holds is a blot to be hit.
    const own = this.ownIndex(name);
    if (own !== null && this.view.targets?.has(own)) this.onpick('own', own, how, event);
    else this.onpick(place.side, place.index, how, event);
  }

  /**
   * @param {string} name
   * @param {KeyboardEvent} event
   */
  key(name, event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const way = ARROWS[event.key];
    if (way) {
      this.neighbour(name, way)?.focus();
    } else if (event.key === 'Enter' || (event.key === ' ' && !this.onspace())) {
      this.press(name, 'key', event);
    } else if (event.key === 'Home') {
      this.controls.get('24')?.element.focus();
    } else if (event.key === 'End') {
      this.controls.get('tray-bottom')?.element.focus();
    } else if (event.key !== ' ') {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The next place to the left, to the right, above or below.
   *
   * @param {string} name
   * @param {number[]} way
   */
  neighbour(name, [dx, dy]) {
    const middle = (/** @type {Control} */ { seat, index }) => {
      const { x, y, width, height } = this.geometry.target(seat, index);
      return [x + width / 2, y + height / 2];
    };
    const from = this.controls.get(name);
    if (!from) return undefined;
    const [x, y] = middle(from);
    let best;
    let nearest = Infinity;
    for (const control of this.controls.values()) {
      const [toX, toY] = middle(control);
      const along = (toX - x) * dx + (toY - y) * dy;
      const aside = Math.abs((toX - x) * dy + (toY - y) * dx);
      const far = along + 3 * aside;
      if (along > 1 && far < nearest) [best, nearest] = [control.element, far];
    }
    return best;
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    const { geometry, layers } = this;
    const shown = this.settings.get('numbers') ? [paint.numbers(geometry, 'bottom')] : [];
    layers.numbers.replaceChildren(...shown);
    layers.checkers.replaceChildren(...SEATS.flatMap((seat) =>
      paint.checkers(geometry, seat, this.counts(seat))));
    layers.last.replaceChildren(...this.lastMarks());
    layers.marks.replaceChildren(...this.marks());
    layers.moving.replaceChildren();
    this.showDice();
    this.showCube();
    this.showSeats();
    this.name();
    this.arrows([]);
  }

  /** Rings where checkers came from and where they are now. */
  lastMarks() {
    const { last = [], lastSide = 'other' } = this.view;
    const seat = this.seated(lastSide);
    const { radius } = this.geometry.sizes;
    const counts = [...this.counts(seat)];
    const rings = [];
    for (const { from, to } of last) {
      const [cx, cy] = this.geometry.spot(seat, from, counts[from]);
      rings.push(s('circle', { class: 'was', cx, cy, r: radius * 0.35 }));
      if (to !== OFF) {
        const [x, y] = this.geometry.spot(seat, to, Math.max(0, counts[to] - 1));
        rings.push(s('circle', { class: 'came', cx: x, cy: y, r: radius + 3 }));
      }
    }
    return rings;
  }

  /** What can be lifted, and where it may be put down. */
  marks() {
    const { selectable = new Set(), targets = new Set(), lifted = null } = this.view;
    const seat = this.own;
    const counts = this.counts(seat);
    const { radius } = this.geometry.sizes;
    const ring = (/** @type {number} */ index, /** @type {number} */ below, /** @type {string} */ look) => {
      const [cx, cy] = this.geometry.spot(seat, index, below);
      return s('circle', { class: look, cx, cy, r: look === 'may' ? radius - 4 : radius });
    };
    const shapes = [...selectable].map((index) => ring(index, counts[index] - 1, 'can'));
    for (const index of targets) {
      if (index === OFF) {
        shapes.push(/** @type {any} */ (
          s('rect', { class: 'may', rx: 4, ...this.geometry.target(seat, OFF) })));
      } else {
        shapes.push(ring(index, Math.min(counts[index], 4), 'may'));
      }
    }
    if (lifted !== null) shapes.push(ring(lifted, counts[lifted] - 1, 'lifted'));
    return shapes;
  }

  showDice() {
    const { dice, used = [], seat = this.own } = this.view;
    const numbers = typeof dice === 'string' ? [...dice].map(Number) : (dice ?? []);
    const edge = this.geometry.sizes.die * (numbers.length > 2 ? 0.8 : 1);
    const shapes = numbers.map((number, which) => {
      const [x, y] = this.geometry.die(seat, which, numbers.length);
      return paint.die(x, y, edge, number, used[which] ?? false, seat);
    });
    const pressed = this.ondice !== null && numbers.length === 2;
    if (pressed) {
      // What is pressed is as large as both and what is between them.
      const corners = [0, 1].map((which) => this.geometry.die(seat, which, 2));
      const [x, y] = [0, 1].map((axis) => Math.min(...corners.map((spot) => spot[axis])) - edge / 2 - 3);
      const [width, height] = [0, 1].map((axis) =>
        Math.abs(corners[0][axis] - corners[1][axis]) + edge + 6);
      shapes.unshift(/** @type {any} */ (s('rect', { class: 'hit', rx: 6, x, y, width, height })));
    }
    (pressed ? this.dice : this.layers.dice).replaceChildren(...shapes);
    (pressed ? this.layers.dice : this.dice).replaceChildren();
    for (const [name, value] of [['role', 'button'], ['tabindex', '0']]) {
      if (pressed) this.dice.setAttribute(name, value);
      else this.dice.removeAttribute(name);
    }
    if (pressed) {
      const words = this.view.diceLabel ?? this.t('board.dice', { a: numbers[0], b: numbers[1] });
      this.dice.setAttribute('aria-label', words);
      this.dice.onclick = () => this.ondice?.();
      this.dice.onkeydown = (event) => {
        if (event.key === 'Enter') this.ondice?.();
      };
    } else {
      this.dice.removeAttribute('aria-label');
    }
  }

  showCube() {
    const { cube, offered } = this.view;
    this.holder.replaceChildren();
    if (!cube || !this.game.has_cube) return;
    const { geometry } = this;
    const { die } = geometry.sizes;
    const on = offered !== undefined;
    if (geometry.tall && !on) {
      this.holder.dataset.owner = cube.owner ?? 'nobody';
      this.holder.append(s('svg', { viewBox: '-20 -20 40 40', width: 32, height: 32 },
        paint.cube(0, 0, die - 2, cube.value)));
    } else {
      const [x, y] = geometry.cube(cube.owner, on);
      this.layers.dice.append(paint.cube(x, y, die, on ? offered : cube.value));
    }
  }

  showSeats() {
    const { names, pips, score } = this.view;
    for (const seat of SEATS) {
      const line = this.seats[seat];
      line.hidden = !names && !pips;
      const count = pips && this.settings.get('pips')
        ? h('span', { class: 'pips' }, this.pips(pips[seat])) : null;
      line.replaceChildren(
        h('span', { class: `stone ${paint.whose(seat)}`, 'aria-hidden': 'true' }),
        h('span', { class: 'who' }, names?.[seat] ?? ''),
        ...[score ? h('span', { class: 'score' }, score[seat]) : null, count]
          .filter((part) => part !== null));
    }
  }

  /**
   * A pip count; where there is little room, its number alone is seen.
   *
   * @param {number} n
   */
  pips(n) {
    const words = this.t('board.pips', { n });
    if (!this.geometry.tall) return words;
    return h('span', {}, h('span', { 'aria-hidden': 'true' }, String(n)), h('span', { class: 'heard' }, words));
  }

  /** Gives each place its name, and the text beside the board its words. */
  name() {
    const { selectable, targets, lifted = null } = this.view;
    for (const [name, { element, seat, index }] of this.controls) {
      const own = this.ownIndex(name);
      const theirs = this.geometry.called('top', index);
      const on = (/** @type {Seat} */ of) => {
        if (index === OFF || index === BAR) return of === seat ? this.counts(of)[index] : 0;
        return this.counts(of)[of === 'bottom' ? index : theirs];
      };
      const can = own !== null && (selectable?.has(own) ?? false);
      const goes = can ? [...this.targetsOf(own)].sort((a, b) => b - a) : [];
      const state = own === null ? ''
        : lifted === own ? this.t('board.lifted')
        : targets?.has(own) ? this.t('board.target') : '';
      element.setAttribute('aria-label', words.control(this.t, {
        place: words.called(this.t, seat, index),
        mine: on('bottom'),
        theirs: on('top'),
        goes: goes.length === 0 ? '' : this.t('board.goes', {
          to: goes.map((to) => this.told(to)).join(', '),
        }),
        state,
      }));
      element.classList.toggle('pickable', can || (own !== null && (targets?.has(own) ?? false)));
    }
    this.text.replaceChildren(...this.describe().split('\n').map((line) => h('p', {}, line)));
  }

  /**
   * An index of `own` as the points are numbered on the board.
   *
   * @param {number} index
   */
  told(index) {
    const shown = index === OFF || index === BAR ? index : this.geometry.place(this.own, index);
    return words.short(this.t, shown);
  }

  /** @param {import('./types').Arrow[]} arrows */
  arrows(arrows) {
    this.drawn = arrows;
    const standing = (/** @type {Seat} */ seat, /** @type {number} */ index) => this.counts(seat)[index];
    this.layers.arrows.replaceChildren(
      ...draw(this.geometry, arrows, (side) => this.seated(side), standing));
  }

  /**
   * Moves checkers one after the other, and leaves the board as it is then.
   *
   * @param {Move[]} steps as who moves counts
   * @param {Side} [side] who moves
   */
  async animate(steps, side = 'own') {
    const seat = this.seated(side);
    for (const step of steps) {
      const before = this.counts(seat);
      const from = this.geometry.spot(seat, step.from, before[step.from] - 1);
      const to = this.geometry.spot(seat, step.to, before[step.to]);
      const { lifted, landed } = moved(this.game, this.view.board, side, step);
      this.show({ ...this.view, board: lifted, selectable: undefined, targets: undefined, lifted: null });
      const checker = paint.checker(from[0], from[1], this.geometry.sizes.radius, seat);
      this.layers.moving.append(checker);
      await slide(checker, from, to, this.settings.pace());
      this.show({ ...this.view, board: landed });
    }
  }

  /** The position in words, a line each: who stands where. */
  describe() {
    const { t } = this;
    const lines = SEATS.map((seat) => {
      const counts = this.counts(seat);
      const values = { points: words.line(t, counts), n: words.pips(counts) };
      return t(`board.side.${seat}`, values);
    });
    return lines.join('\n');
  }
}
