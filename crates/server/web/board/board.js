// @ts-check
// The board: drawing, accessible text and input.
//
// The visible parts lie in layers that are redrawn. Input goes to permanent buttons on top of them,
// one for each point, bar and tray, so that the focus is preserved.

import { h, s } from '../common/dom.js';
import { explained } from '../common/glossary.js';
import { LOW } from '../common/screens.js';
import { Geometry, OFF } from './geometry.js';
import { countBeneath, liesUnder } from './pins.js';
import * as paint from './paint.js';
import { SEATS } from './paint.js';
import { addPaints } from './paints.js';
import { drawArrows } from './arrows.js';
import { joinMoves, movePhases, slide } from './motion.js';
import * as words from './aria-text.js';
import { enableDragging } from './drag.js';
import { BoardButtons } from './board-buttons.js';
import { Effects } from './effects.js';
import { Overlay } from './overlay.js';
import { whiteSide } from './white.js';

/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').View} View */
/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {import('../common/types').Side} Side */
/** @typedef {import('../common/types').Move} Move */
/** @typedef {import('../common/types').Translate} Translate */

/** Windows with a tall board: narrow ones, except low ones in landscape. Must match style.css. */
const NARROW = `(max-width: 599px) and (not (${LOW}))`;
const LAYERS = /** @type {const} */ (['ground', 'numbers', 'checkers', 'last', 'marks', 'arrows', 'dice', 'moving']);

export class Board {
  /**
   * @param {Game} game
   * @param {{t: Translate, settings: import('../common/settings.js').Settings}} context
   * @param {boolean} [isWide] true to keep the wide layout on narrow screens
   */
  constructor(game, { t, settings }, isWide = false) {
    this.game = game;
    this.isWide = isWide;
    this.t = t;
    this.settings = settings;
    /** @type {View} */
    this.view = { board: game.start.board };
    /** @type {import('../common/types').Arrow[]} */
    this.drawn = [];

    /** Handler for a press on a place: `index` is in the numbering of `side`; `how` is `mouse`,
     * `touch` or `key`.
     * @type {(side: Side, index: number, how: string, event?: Event) => void} */
    this.onpick = () => {};
    /** Handler for a dragged checker of `own`; `null` disables dragging.
     * @type {((from: number, to: number) => void) | null} */
    this.ondrop = null;
    /** Handler for a checker of either side that was dragged to another place, in a position editor;
     * if `null`, `ondrop` gets the drags. `to` is in the numbering of `side`.
     * @type {((side: Side, from: number, to: number) => void) | null} */
    this.onplace = null;
    /** Places where a checker of `own` may be put down. @type {(from: number) => Set<number>} */
    this.targetsOf = () => new Set();
    /** Handler for a press on the dice; if `null`, they are not a button.
     * @type {(() => void) | null} */
    this.ondice = null;
    /** Handler for a press on the cube, beside a button for the same action; `null` if the cube
     * cannot be pressed.
     * @type {(() => void) | null} */
    this.oncube = null;
    /** Handler for the space bar on a place. Returns true if it handled the key.
     * @type {() => boolean} */
    this.onspace = () => false;
    /** Called after a change of the layout. */
    this.onlay = () => {};

    addPaints();
    this.svg = s('svg', { class: 'table', role: 'group', 'aria-label': t('board.name') });
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ (
      Object.fromEntries(LAYERS.map((name) => [name, s('g', { class: name })])));
    this.svg.append(...Object.values(this.layers));
    this.seats = { top: h('div', { class: 'seat top' }), bottom: h('div', { class: 'seat bottom' }) };
    this.holder = h('div', { class: 'cube-holder' });
    this.text = h('div', { class: 'in-words' });
    /** Text version of the board; the owner of the board may move it elsewhere. */
    this.words = h('details', { class: 'words' }, h('summary', {}, t('board.words')), this.text);
    this.element = h('div', { class: 'board' },
      this.seats.top, this.holder, this.svg, this.seats.bottom, this.words);
    this.overlay = new Overlay(this.svg, this.element);
    this.svg.after(this.overlay.element);
    this.call = h('span', { class: 'call', 'aria-hidden': 'true', hidden: true });
    this.overlay.element.append(this.call);
    /** Last play that has been marked, and when. */
    this.marked = { last: '', since: 0 };

    this.effects = new Effects(this);
    this.buttons = new BoardButtons(this);
    /** Name of the place under the pointer, or with the focus. @type {string | null} */
    this.near = null;
    this.followPointer();
    this.dice = s('g', { class: 'dice-button' });
    this.svg.append(this.buttons.element, this.dice);
    enableDragging(this);
    this.narrow = matchMedia(NARROW);
    const turned = () => this.lay();
    this.narrow.addEventListener('change', turned);
    const stopHearing = settings.onchange((name) => {
      if (name === 'home') this.lay();
      if (name === 'pips' || name === 'numbers') this.again();
    });
    /** Removes the listeners once the board is no longer shown. */
    this.leave = () => {
      this.narrow.removeEventListener('change', turned);
      stopHearing();
      this.overlay.leave();
    };
    this.geometry = this.arranged();
    this.lay();
  }

  /** Seat of `own`. @returns {Seat} */
  get own() {
    return this.view.flipped ? 'top' : 'bottom';
  }

  /** True if the bottom player plays Black in a game with White. */
  get playsBlack() {
    const white = whiteSide(this.view.board);
    return white !== null && this.seated(white) === 'top';
  }

  /** Seat in whose numbering the points are shown, and to whom names speak. @returns {Seat} */
  get reader() {
    return this.view.reader ?? 'bottom';
  }

  /** @param {Side} side @returns {Seat} */
  seated(side) {
    return (side === 'own') === (this.own === 'bottom') ? 'bottom' : 'top';
  }

  /**
   * Checkers of a seat.
   *
   * @param {Seat} seat
   */
  counts(seat) {
    return seat === this.own ? this.view.board.own : this.view.board.other;
  }

  /**
   * Side of a seat.
   *
   * @param {Seat} seat
   * @returns {Side}
   */
  side(seat) {
    return seat === this.own ? 'own' : 'other';
  }

  /**
   * Returns true if a seat's checker is pinned under an opposing one.
   *
   * @param {Seat} seat
   * @param {number} index in the seat's numbering
   */
  isPinned(seat, index) {
    return liesUnder(this.game, this.view.board, this.side(seat), index);
  }

  /**
   * Number of opposing checkers under those of a seat, or under the first one to arrive.
   *
   * @param {Seat} seat
   * @param {number} index in the seat's numbering
   */
  beneath(seat, index) {
    return countBeneath(this.game, this.view.board, this.side(seat), index);
  }

  /**
   * Centre of a seat's checker above `below` others of the same side.
   *
   * @param {Seat} seat
   * @param {number} index in the seat's numbering
   * @param {number} below
   */
  spot(seat, index, below) {
    return this.geometry.spot(seat, index, below + this.beneath(seat, index));
  }

  arranged() {
    const isLeft = this.settings.get('home') === 'left';
    return new Geometry(this.game, this.narrow.matches && !this.isWide, isLeft, this.playsBlack);
  }

  /** Recomputes the layout, for a new width or home side. */
  lay() {
    this.effects.reset();
    this.geometry = this.arranged();
    const [width, height] = this.geometry.size;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.element.classList.toggle('tall', this.geometry.tall);
    this.layers.ground.replaceChildren(paint.drawGround(this.geometry));
    this.buttons.lay();
    this.overlay.fit();
    this.again();
    this.onlay();
  }

  /** Redraws the current view with its arrows. */
  again() {
    const { drawn } = this;
    this.show(this.view);
    this.arrows(drawn);
  }

  /** @param {View} view */
  show(view) {
    const before = this.view;
    this.view = view;
    // White has the light checkers, whatever colours the reader has chosen.
    if (whiteSide(view.board) === null) delete this.element.dataset.bottom;
    else this.element.dataset.bottom = this.playsBlack ? 'dark' : 'light';
    if (this.playsBlack !== this.geometry.black) {
      this.lay();
      return;
    }
    const { geometry, layers } = this;
    // Scrolling by touch depends on the touch-action of the whole drawing; browsers ignore that of
    // its parts.
    const drags = this.ondrop !== null && (view.selectable?.size ?? 0) > 0;
    this.svg.classList.toggle('draggable', drags || this.onplace !== null);
    const shown = this.settings.get('numbers') ? [paint.drawNumbers(geometry, this.reader)] : [];
    layers.numbers.replaceChildren(...shown);
    // Pinned checkers are drawn first.
    layers.checkers.replaceChildren(...[true, false].flatMap((under) => SEATS.flatMap((seat) => {
      const counts = this.counts(seat).map((count, index) => (this.isPinned(seat, index) === under ? count : 0));
      return paint.drawCheckers(geometry, seat, counts, (index) => this.beneath(seat, index));
    })));
    this.showLast();
    layers.marks.replaceChildren(...this.marks());
    layers.moving.replaceChildren();
    this.showDice();
    this.showCube();
    this.showSeats();
    this.buttons.name();
    this.text.replaceChildren(...this.describe().split('\n').map((line) => h('p', {}, line)));
    this.arrows([]);
    this.effects.shown(before);
  }

  /** Marks the checker under the pointer or with the focus, and where it can go. */
  followPointer() {
    const { element } = this.buttons;
    const near = (/** @type {Event} */ event) => {
      const name = /** @type {Element} */ (event.target).closest('[data-place]')?.getAttribute('data-place') ?? null;
      if (name === this.near) return;
      this.near = name;
      this.layers.marks.replaceChildren(...this.marks());
    };
    const away = () => {
      this.near = null;
      this.layers.marks.replaceChildren(...this.marks());
    };
    for (const kind of ['pointerover', 'focusin']) element.addEventListener(kind, near);
    for (const kind of ['pointerleave', 'focusout']) element.addEventListener(kind, away);
  }

  /** Shows the last play. On a board where a game is played, its marks fade; a redraw continues
   * the fading. */
  showLast() {
    const { last } = this.layers;
    const now = performance.now();
    const key = JSON.stringify([this.view.last ?? [], this.view.lastSide]);
    if (key !== this.marked.last) this.marked = { last: key, since: now };
    last.classList.toggle('fades', this.effects.enabled && this.settings.moves());
    last.style.setProperty('--since', `${Math.round(this.marked.since - now)}ms`);
    last.replaceChildren(...this.lastMarks());
  }

  /** Marks for the last play: where checkers came from and where they are now. */
  lastMarks() {
    const { last = [], lastSide = 'other' } = this.view;
    const seat = this.seated(lastSide);
    const { radius } = this.geometry.sizes;
    const counts = this.counts(seat);
    const rings = [];
    // A checker that moved on is marked at its last place only.
    for (const { from, to } of joinMoves(last)) {
      const [cx, cy] = this.spot(seat, from, counts[from]);
      rings.push(s('circle', { class: `was ${paint.seatClass(seat)}`, cx, cy, r: radius - 2 }));
      if (to !== OFF) {
        const [x, y] = this.spot(seat, to, Math.max(0, counts[to] - 1));
        rings.push(s('circle', { class: 'came', cx: x, cy: y, r: radius + 0.5 }));
      }
    }
    return rings;
  }

  /** Marks for checkers that can be picked up, and for places where they can be put down. */
  marks() {
    const { selectable = new Set(), lifted = null } = this.view;
    const near = this.near === null ? null : this.buttons.ownIndex(this.near);
    const isNear = near !== null && lifted === null && selectable.has(near);
    const targets = this.view.targets ?? (isNear ? this.targetsOf(near) : new Set());
    const seat = this.own;
    const counts = this.counts(seat);
    const { radius } = this.geometry.sizes;
    const ring = (/** @type {number} */ index, /** @type {number} */ below, /** @type {string} */ look) => {
      const [cx, cy] = this.spot(seat, index, below);
      const classes = look === 'may' ? `may ${paint.seatClass(seat)}` : look;
      return s('circle', { class: classes, 'data-of': index, cx, cy, r: look === 'may' ? radius - 4 : radius });
    };
    const shapes = [...selectable].map((index) => ring(index, counts[index] - 1, isNear && index === near ? 'can near' : 'can'));
    for (const index of targets) {
      if (index === OFF) {
        shapes.push(/** @type {any} */ (
          s('rect', { class: `may ${paint.seatClass(seat)}`, rx: 4, ...this.geometry.target(seat, OFF) })));
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
      return paint.drawDie(x, y, edge, number, used[which] ?? false, seat);
    });
    const pressed = this.ondice !== null && numbers.length > 1;
    if (pressed) {
      // The pressable area covers the dice and the space between them.
      const ends = [0, numbers.length - 1].map((which) => this.geometry.die(seat, which, numbers.length));
      const [x, y] = [0, 1].map((axis) => Math.min(...ends.map((spot) => spot[axis])) - edge / 2 - 3);
      const [width, height] = [0, 1].map((axis) => Math.abs(ends[0][axis] - ends[1][axis]) + edge + 6);
      shapes.unshift(/** @type {any} */ (s('rect', { class: 'hit', rx: 6, x, y, width, height })));
    }
    (pressed ? this.dice : this.layers.dice).replaceChildren(...shapes);
    (pressed ? this.layers.dice : this.dice).replaceChildren();
    this.showCall(seat);
    for (const [name, value] of [['role', 'button'], ['tabindex', '0']]) {
      if (pressed) this.dice.setAttribute(name, value);
      else this.dice.removeAttribute(name);
    }
    if (pressed) {
      const others = numbers.length === 3 ? numbers.slice(1).join('-') : numbers[1];
      const words = this.view.diceLabel ?? this.t('board.dice', { a: numbers[0], b: others });
      this.dice.setAttribute('aria-label', words);
      this.dice.onclick = () => this.ondice?.();
      this.dice.onkeydown = (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        // Space is the key of the main action everywhere on the board.
        if (event.key === 'Enter' || !this.onspace()) this.ondice?.();
        event.preventDefault();
        event.stopPropagation();
      };
    } else {
      this.dice.removeAttribute('aria-label');
    }
  }

  /** Shows the call of the roll under the dice. A tall board has no room for it.
   * @param {Seat} seat */
  showCall(seat) {
    const { call } = this.view;
    this.call.hidden = !call || this.geometry.tall;
    if (!call) return;
    this.call.textContent = call.call;
    this.call.setAttribute('lang', call.lang);
    this.call.setAttribute('title', call.about);
    const { geometry } = this;
    const [x] = geometry.die(seat, 0, 1);
    Overlay.place(this.call, [x, geometry.middle + geometry.sizes.die / 2 + 3]);
  }

  showCube() {
    const { cube, offered } = this.view;
    this.holder.replaceChildren(this.geometry.tall ? this.view.note ?? '' : '');
    delete this.holder.dataset.owner;
    if (!cube || !this.game.has_cube) return;
    const { geometry } = this;
    const { die } = geometry.sizes;
    const on = offered !== undefined;
    if (geometry.tall && !on) {
      this.holder.dataset.owner = cube.owner ?? 'nobody';
      this.holder.append(s('svg', { viewBox: '-20 -20 40 40', width: 32, height: 32 },
        this.pressable(paint.drawCube(0, 0, die - 2, cube.value))));
    } else {
      const [x, y] = geometry.cube(cube.owner, on);
      this.layers.dice.append(this.pressable(paint.drawCube(x, y, die, on ? offered : cube.value)));
    }
  }

  /** Connects a drawn cube with its handler. @param {SVGGElement} shape */
  pressable(shape) {
    if (this.oncube) {
      shape.classList.add('pressable');
      shape.addEventListener('click', () => this.oncube?.());
    }
    return shape;
  }

  showSeats() {
    const { names, pips, score, note, place } = this.view;
    for (const seat of SEATS) {
      const line = this.seats[seat];
      line.hidden = !names && !pips;
      const count = pips && this.settings.get('pips')
        ? h('span', { class: 'pips' }, explained('pip-count', this.t('board.pips', { n: pips[seat] }))) : null;
      // What stays keeps its focus, and its explanation open.
      const texts = JSON.stringify([paint.seatClass(seat), names?.[seat], count?.textContent, score?.[seat], place, note, this.geometry.tall]);
      if (line.dataset.texts === texts) continue;
      line.dataset.texts = texts;
      line.replaceChildren(
        h('span', { class: `stone ${paint.seatClass(seat)}`, 'aria-hidden': 'true' }),
        h('span', { class: 'who' }, names?.[seat] ?? ''),
        ...Object.entries(seat === 'bottom' && !this.geometry.tall ? { place, note } : {})
          .flatMap(([name, text]) => (text ? [h('span', { class: `of-${name}` }, text)] : [])),
        h('span', { class: 'counts' }, score && h('span', { class: 'score' }, explained('score', score[seat])), count));
    }
  }

  /** @param {import('../common/types').Arrow[]} arrows */
  arrows(arrows) {
    this.drawn = arrows;
    const standing = (/** @type {Seat} */ seat, /** @type {number} */ index) =>
      this.counts(seat)[index] + this.beneath(seat, index);
    this.layers.arrows.replaceChildren(
      ...drawArrows(this.geometry, arrows, (side) => this.seated(side), standing));
  }

  /**
   * Animates checker moves in order, and leaves the board in the final position.
   *
   * @param {Move[]} steps in the numbering of the player who moves
   * @param {Side} [side] that moves
   */
  async animate(steps, side = 'own') {
    const seat = this.seated(side);
    for (const step of steps) {
      const before = this.counts(seat);
      const from = this.spot(seat, step.from, before[step.from] - 1);
      const to = this.spot(seat, step.to, before[step.to]);
      const { lifted, landed } = movePhases(this.game, this.view.board, side, step);
      this.show({ ...this.view, board: lifted, selectable: undefined, targets: undefined, lifted: null });
      const checker = paint.drawChecker(from[0], from[1], this.geometry.sizes.radius, seat);
      this.layers.moving.append(checker);
      await slide(checker, from, to, this.settings.pace());
      this.show({ ...this.view, board: landed });
    }
  }

  /** The position in words, one line per side. */
  describe() {
    const { t } = this;
    const lines = SEATS.map((seat) => {
      const counts = this.counts(seat);
      const points = words.describeSide(t, counts, (index) => this.isPinned(seat, index));
      const values = { points, n: words.countPips(counts) };
      return t(`board.side.${seat === this.reader ? 'bottom' : 'top'}`, values);
    });
    return lines.join('\n');
  }
}
