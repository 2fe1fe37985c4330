// @ts-check
// Shapes of a board: ground, checkers, dice and cube. The style sheet assigns the colours by class.

import { s } from '../common/dom.js';
import { BAR, OFF, POINTS, STACK } from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../common/types').Seat} Seat */

/** Seats; checkers of the bottom player have the class `mine`. */
export const SEATS = /** @type {Seat[]} */ (['bottom', 'top']);

/** @param {Seat} seat */
export const seatClass = (seat) => (seat === 'bottom' ? 'mine' : 'theirs');

/**
 * Board, points and trays.
 *
 * @param {Geometry} geometry
 */
export function drawGround(geometry) {
  const { point, row, strip } = geometry.sizes;
  const across = geometry.bottom - geometry.top;
  const shapes = [];
  const along = geometry.length / 2;
  shapes.push(s('rect', {
    class: 'frame', rx: 6, ...geometry.box(along, geometry.middle, geometry.length, across + 8),
  }));
  for (const home of [false, true]) {
    const box = geometry.box(geometry.half(home), geometry.middle, 6 * point, across);
    shapes.push(s('rect', { class: 'felt', ...box }));
  }
  for (let place = 1; place <= POINTS; place += 1) {
    const u = geometry.column(place);
    const above = geometry.above(place);
    const [base, tip] = above
      ? [geometry.top, geometry.top + row - 6]
      : [geometry.bottom, geometry.bottom - row + 6];
    const corners = [
      geometry.at(u - point / 2 + 1, base), geometry.at(u + point / 2 - 1, base), geometry.at(u, tip),
    ];
    const points = corners.map((corner) => corner.join()).join(' ');
    shapes.push(s('polygon', { class: place % 2 ? 'point odd' : 'point', points }));
  }
  for (const seat of SEATS) {
    const u = geometry.outer(seat) ? geometry.start - strip / 2 : geometry.end + strip / 2;
    const v = geometry.high(seat) ? geometry.top + row / 2 : geometry.bottom - row / 2;
    const box = geometry.box(u, v, strip - 8, row - 6);
    shapes.push(s('rect', { class: 'felt tray', rx: 3, ...box }));
  }
  return s('g', { class: 'ground', 'aria-hidden': 'true' }, ...shapes);
}

/**
 * Point numbers of a seat.
 *
 * @param {Geometry} geometry
 * @param {Seat} seat
 */
export function drawNumbers(geometry, seat) {
  const words = [];
  for (let place = 1; place <= POINTS; place += 1) {
    const { margin } = geometry.sizes;
    const v = geometry.above(place) ? margin / 2 - 1 : geometry.breadth - margin / 2 + 1;
    const [x, y] = geometry.at(geometry.column(place), v);
    words.push(drawText(x, y, geometry.tall ? 10 : 14, String(geometry.called(seat, place))));
  }
  return s('g', { class: 'numbers', 'aria-hidden': 'true' }, ...words);
}

/**
 * Text centred on a place.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} words
 * @param {string} [look]
 */
export function drawText(x, y, size, words, look = 'ink') {
  return s('text', {
    class: look, x, y: y + size * 0.36, 'font-size': size, 'text-anchor': 'middle',
  }, words);
}

/**
 * A checker. The top player's has an inner ring, so that the sides differ in more than colour.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {Seat} seat
 * @param {boolean} [isCounted] true if a number is drawn on it, which a small ring would cross
 */
export function drawChecker(x, y, radius, seat, isCounted = false) {
  const look = seatClass(seat);
  return s('g', { class: `checker ${look}`, transform: `translate(${x} ${y})` },
    s('circle', { class: 'body', r: radius }),
    s('circle', { class: 'ring', r: radius * (seat === 'top' && !isCounted ? 0.55 : 0.78) }));
}

/**
 * All checkers of a seat.
 *
 * @param {Geometry} geometry
 * @param {Seat} seat
 * @param {number[]} counts
 * @param {(index: number) => number} beneath number of opposing checkers under them
 */
export function drawCheckers(geometry, seat, counts, beneath) {
  const { radius, strip, rim } = geometry.sizes;
  const shapes = [];
  for (let index = 1; index <= BAR; index += 1) {
    const count = counts[index];
    const under = count > 0 ? beneath(index) : 0;
    const shown = Math.min(count, STACK - under);
    for (let below = 0; below < shown; below += 1) {
      const [x, y] = geometry.spot(seat, index, below + under);
      const isCounted = count > shown && below === shown - 1;
      shapes.push(drawChecker(x, y, radius, seat, isCounted));
      if (isCounted) shapes.push(drawText(x, y, 18, String(count), `on-${seatClass(seat)}`));
    }
  }
  for (let below = 0; below < counts[OFF]; below += 1) {
    const [x, y] = geometry.spot(seat, OFF, below);
    const [width, height] = geometry.tall ? [rim - 1.5, strip - 14] : [strip - 15, rim - 2];
    shapes.push(s('rect', {
      class: `off ${seatClass(seat)}`, x: x - width / 2, y: y - height / 2, width, height, rx: 2,
    }));
  }
  return shapes;
}

/** Pip positions of each number, relative to the centre. */
const PIPS = [
  [],
  [[0, 0]],
  [[-1, -1], [1, 1]],
  [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
];

/**
 * A die, dimmed and struck through if it has been played.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} edge
 * @param {number} number
 * @param {boolean} used
 * @param {Seat} seat
 */
export function drawDie(x, y, edge, number, used, seat) {
  const pips = PIPS[number].map(([across, down]) =>
    s('circle', { class: 'pip', cx: across * edge * 0.27, cy: down * edge * 0.27, r: edge * 0.095 }));
  const half = edge / 2;
  return s('g', {
    class: `die ${seatClass(seat)}${used ? ' used' : ''}`, transform: `translate(${x} ${y})`,
  },
  s('rect', { class: 'body', x: -half, y: -half, width: edge, height: edge, rx: edge / 6 }),
  ...pips,
  used && s('path', { class: 'stroke', d: `M${-half + 5} ${half - 5}L${half - 5} ${-half + 5}` }));
}

/**
 * The cube. It shows 64 before the first double, like a real one.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} edge
 * @param {number} value
 */
export function drawCube(x, y, edge, value) {
  const half = edge / 2;
  const words = String(value === 1 ? 64 : value);
  const size = words.length < 3 ? edge * 0.58 : edge * 0.36;
  return s('g', { class: 'cube', transform: `translate(${x} ${y})`, 'aria-hidden': 'true' },
    s('rect', { class: 'body', x: -half, y: -half, width: edge, height: edge, rx: edge / 7 }),
    drawText(0, 0, size, words, 'pip'));
}
