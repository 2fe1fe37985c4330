// @ts-check
// Motion and sound of changes on a board: checkers that glide, hit checkers that fly to the bar,
// dice that tumble, and the cube that slides. Input never waits for them, and each redraw resumes
// those that have not ended.

import { playSound } from '../common/sound.js';
import { BAR, OFF } from './geometry.js';
import { drawChecker, drawPips, SEATS } from './paint.js';

/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {import('../common/types').View} View */
/** @typedef {[number, number]} Spot */
/** @typedef {{seat: Seat, to: number, from: Spot, began: number, lasts: number}} Flight */

/** Durations in milliseconds. */
const STEP = 160;
const HIT = 260;
const TUMBLE = 350;
const CUBE = 300;
const SHAKE = 220;
/** Factor of the durations of checkers at each speed. @type {Record<string, number>} */
const SCALE = { slow: 1.75, normal: 1, fast: 0.7 };
/** Number of checkers of a side that one change can move; more of them are another position. */
const MOST = 4;
/** Height of the arc of a gliding checker, in view box units. */
const ARC = 8;
const EASING = 'cubic-bezier(.2,.8,.2,1)';

export class Effects {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** True on a board where a game is played. */
    this.enabled = false;
    /** True while a drag ends: the checker is already where it goes. */
    this.dropped = false;
    /** @type {Flight[]} */
    this.flights = [];
    /** Time of the last roll. */
    this.rolled = -Infinity;
    /** @type {{from: Spot, began: number} | null} */
    this.cube = null;
  }

  /** Ends all motion, for a new layout. */
  reset() {
    this.flights = [];
    this.rolled = -Infinity;
    this.cube = null;
  }

  /**
   * Starts the effects of a new view, after it has been drawn.
   *
   * @param {View} before
   */
  shown(before) {
    if (!this.enabled) return;
    const { view } = this.board;
    const now = performance.now();
    const sounds = new Set();
    for (const seat of SEATS) this.compare(seat, before, now, sounds);
    if (rollOf(view) !== '' && rollOf(view) !== rollOf(before)) {
      this.rolled = now;
      sounds.add('dice');
    }
    if (before.cube && view.cube && cubeKey(before) !== cubeKey(view)) {
      this.cube = { from: this.cubeSpot(before), began: now };
      sounds.add('cube');
    }
    if (sounds.has('hit')) sounds.delete('checker');
    sounds.forEach(playSound);
    if (this.board.settings.moves()) this.resume(now);
  }

  /**
   * Finds the checkers of a seat that have moved.
   *
   * @param {Seat} seat
   * @param {View} before
   * @param {number} now
   * @param {Set<string>} sounds receives the sounds of the moves
   */
  compare(seat, before, now, sounds) {
    const { board } = this;
    const isOwn = (seat === 'top') === (before.flipped ?? false);
    const was = isOwn ? before.board.own : before.board.other;
    const is = board.counts(seat);
    /** @type {number[][]} */
    const [left, come] = [[], []];
    was.forEach((count, index) => {
      for (let gone = 0; gone < count - is[index]; gone += 1) left.push(index);
      for (let more = 0; more < is[index] - count; more += 1) come.push(index);
    });
    if (come.length === 0 || come.length > MOST) return;
    sounds.add(come.includes(BAR) && !left.includes(OFF) ? 'hit' : 'checker');
    if (left.length !== come.length) return;
    const scale = SCALE[board.settings.get('speed')] ?? 1;
    left.sort((a, b) => b - a);
    come.sort((a, b) => b - a).forEach((to, which) => {
      if (this.dropped && to !== BAR) return;
      const from = left[which];
      const same = left.slice(0, which).filter((index) => index === from).length;
      const spot = board.spot(seat, from, Math.max(0, was[from] - 1 - same));
      this.flights.push({ seat, to, from: spot, began: now, lasts: scale * (to === BAR ? HIT : STEP) });
    });
  }

  /**
   * Shakes the top checker of a place that was pressed in vain.
   *
   * @param {Seat} seat
   * @param {number} index
   */
  refuse(seat, index) {
    if (!this.board.settings.moves()) return;
    const shape = [...this.board.layers.checkers.querySelectorAll(`[data-at="${seat} ${index}"]`)].at(-1);
    shape?.animate({ translate: ['0 0', '-3px 0', '3px 0', '-2px 0', '0 0'] }, SHAKE);
  }

  /**
   * @param {View} view
   * @returns {Spot}
   */
  cubeSpot({ cube, offered }) {
    return this.board.geometry.cube(cube?.owner ?? null, offered !== undefined);
  }

  /**
   * Continues the motion on newly drawn shapes.
   *
   * @param {number} now
   */
  resume(now) {
    this.flights = this.flights.filter(({ began, lasts }) => now - began < lasts);
    /** @type {Map<string, number>} */
    const taken = new Map();
    for (const flight of this.flights) this.fly(flight, now, taken);
    const { rolled } = this;
    if (now - rolled < TUMBLE) {
      for (const die of this.board.svg.querySelectorAll('.die:not(.used)')) {
        tumble(/** @type {SVGGElement} */ (die), now - rolled);
      }
    }
    const { cube } = this;
    const shape = this.board.layers.dice.querySelector('.cube');
    if (cube && shape && now - cube.began < CUBE) {
      const frames = [cube.from, this.cubeSpot(this.board.view)].map((spot) => ({ transform: moved(spot) }));
      run(shape, frames, CUBE, now - cube.began);
    }
  }

  /**
   * @param {Flight} flight
   * @param {number} now
   * @param {Map<string, number>} taken number of checkers in flight to each place
   */
  fly({ seat, to, from, began, lasts }, now, taken) {
    const { board } = this;
    const key = `${seat} ${to}`;
    const above = taken.get(key) ?? 0;
    taken.set(key, above + 1);
    const isOff = to === OFF;
    /** @type {Spot} */
    const end = board.spot(seat, to, Math.max(0, board.counts(seat)[to] - 1 - above));
    const shape = isOff ? drawChecker(end[0], end[1], board.geometry.sizes.radius, seat)
      : [...board.layers.checkers.querySelectorAll(`[data-at="${key}"]`)].at(-1 - above);
    if (!shape) return;
    // Above the checkers on its way.
    (isOff ? board.layers.moving : board.layers.checkers).append(shape);
    const over = /** @type {Spot} */ ([(from[0] + end[0]) / 2, (from[1] + end[1]) / 2 - ARC]);
    const tips = board.geometry.tall ? ' scale(.3, 1)' : ' scale(1, .3)';
    const frames = [from, over, end].map((spot) => ({ transform: moved(spot) }));
    if (isOff) frames[2].transform += tips;
    const motion = run(shape, frames, lasts, now - began);
    if (isOff) motion.addEventListener('finish', () => shape.remove());
  }
}

/** Dice of a view, the larger one first; empty if there are none. @param {View} view */
function rollOf({ dice, seat }) {
  const numbers = typeof dice === 'string' ? [...dice].map(Number) : (dice ?? []);
  if (numbers.length === 0 || numbers[0] === 0) return '';
  return `${seat} ${[...new Set(numbers)].sort().join()}`;
}

/** @param {View} view */
const cubeKey = ({ cube, offered }) => `${cube?.owner} ${cube?.value} ${offered}`;

/** @param {Spot} spot */
const moved = ([x, y]) => `translate(${x}px, ${y}px)`;

/**
 * @param {Element} shape
 * @param {Keyframe[]} frames
 * @param {number} lasts
 * @param {number} elapsed
 */
function run(shape, frames, lasts, elapsed) {
  const motion = shape.animate(frames, { duration: lasts, easing: EASING });
  motion.currentTime = elapsed;
  return motion;
}

/**
 * Rolls a die: it turns, and shows other faces before its own.
 *
 * @param {SVGGElement} die
 * @param {number} elapsed
 */
function tumble(die, elapsed) {
  const at = /^translate\((\S+) (\S+)\)/.exec(die.getAttribute('transform') ?? '');
  const pips = die.querySelector('.pips');
  if (!at || !pips) return;
  const [x, y] = [Number(at[1]), Number(at[2])];
  const frames = [[-26, -10, -75, 0.86], [-12, 6, 12, 1.1], [-4, -3, -12, 1.04], [0, 0, 0, 1]].map(
    ([right, below, angle, size]) => ({ transform: `${moved([x + right, y + below])} rotate(${angle}deg) scale(${size})` }));
  const motion = run(die, frames, TUMBLE, elapsed);
  const edge = Number(die.querySelector('.body')?.getAttribute('width'));
  const own = [...pips.childNodes];
  const other = () => pips.replaceChildren(...drawPips(edge, 1 + Math.floor(Math.random() * 6)));
  const changes = [[0, other], [TUMBLE / 3, other], [TUMBLE * 0.6, () => pips.replaceChildren(...own)]];
  for (const [when, change] of /** @type {[number, () => void][]} */ (changes)) {
    if (when <= elapsed && when < TUMBLE * 0.6) change();
    else if (when > elapsed) setTimeout(change, when - elapsed);
  }
  if (elapsed >= TUMBLE * 0.6) pips.replaceChildren(...own);
  motion.addEventListener('cancel', () => pips.replaceChildren(...own));
}
