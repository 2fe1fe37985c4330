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
  const [width, height] = geometry.size;
  const whole = { x: 1, y: 1, width: width - 2, height: height - 2, rx: 9 };
  /** @type {SVGElement[]} */
  const shapes = [
    s('rect', { class: 'frame', ...whole }), s('rect', { class: 'frame-edge', ...whole }),
  ];
  const halves = [false, true].map((home) =>
    geometry.box(geometry.half(home), geometry.middle, 6 * point, across));
  shapes.push(...halves.map((box) => s('rect', { class: 'felt', ...box })));
  for (let place = 1; place <= POINTS; place += 1) {
    const u = geometry.column(place);
    const above = geometry.above(place);
    const [base, tip] = above
      ? [geometry.top, geometry.top + row - 6]
      : [geometry.bottom, geometry.bottom - row + 6];
    const corners = [
      geometry.at(u - point / 2 + 1.5, base), geometry.at(u + point / 2 - 1.5, base),
      geometry.at(u + 0.6, tip), geometry.at(u - 0.6, tip),
    ];
    const points = corners.map((corner) => corner.join()).join(' ');
    shapes.push(s('polygon', { class: place % 2 ? 'point odd' : 'point', points }));
  }
  shapes.push(...halves.flatMap(sink), ...drawHinges(geometry));
  for (const seat of SEATS) {
    const u = geometry.outer(seat) ? geometry.start - strip / 2 : geometry.end + strip / 2;
    const v = geometry.high(seat) ? geometry.top + row / 2 : geometry.bottom - row / 2;
    const box = geometry.box(u, v, strip - 8, row - 6);
    shapes.push(s('rect', { class: 'felt tray', rx: 3, ...box }), ...sink(box));
  }
  return s('g', { class: 'ground', 'aria-hidden': 'true' }, ...shapes);
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Shading of a part that lies lower than the frame.
 *
 * @param {Box} box
 */
function sink({ x, y, width, height }) {
  return [
    s('rect', { class: 'sunk', x, y, width, height, rx: 2 }),
    s('rect', { class: 'lip', x: x - 1.2, y: y - 1.2, width: width + 2.4, height: height + 2.4, rx: 3 }),
  ];
}

/**
 * The seam between the two halves of the board, with two brass hinges.
 *
 * @param {Geometry} geometry
 */
function drawHinges(geometry) {
  const { hinge, top, bottom, middle } = geometry;
  const along = Math.min(geometry.bar - 4, 16);
  const line = (/** @type {number} */ shift, /** @type {string} */ look) => {
    const [[x1, y1], [x2, y2]] = [geometry.at(hinge + shift, top - 4), geometry.at(hinge + shift, bottom + 4)];
    return s('line', { class: look, x1, y1, x2, y2 });
  };
  const hinges = [-1, 1].flatMap((way) => {
    const v = middle + way * ((bottom - top) / 2 - 26);
    const [x, y] = geometry.at(hinge, v);
    const screws = [-9, 9].map((shift) => {
      const [cx, cy] = geometry.at(hinge, v + shift);
      return s('circle', { class: 'screw', cx, cy, r: 1.5 });
    });
    const box = geometry.box(hinge, v, along, 28);
    return [s('rect', { class: 'hinge', rx: 2.5, ...box }),
      s('circle', { class: 'screw', cx: x, cy: y, r: 1.1 }), ...screws];
  });
  return [line(0, 'seam'), line(1.2, 'seam lit'), ...hinges];
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
    // The frame of a tall board is hardly wider than a number.
    const inwards = margin / 2 + (geometry.tall ? 0.6 : -0.5);
    const v = geometry.above(place) ? inwards : geometry.breadth - inwards;
    const [x, y] = geometry.at(geometry.column(place), v);
    words.push(drawText(x, y, geometry.tall ? 9.6 : 14, String(geometry.called(seat, place))));
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
function drawText(x, y, size, words, look = 'ink') {
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
  const inner = radius * (seat === 'top' && !isCounted ? 0.55 : 0.72);
  return s('g', { class: `checker ${look}`, transform: `translate(${x} ${y})` },
    s('circle', { class: 'shadow', cx: 0.6, cy: 2.2, r: radius * 1.1 }),
    s('circle', { class: 'body', r: radius - 0.5 }),
    s('circle', { class: 'bevel', r: radius - 1.8 }),
    s('circle', { class: 'groove', cy: 0.9, r: inner }),
    s('circle', { class: 'ring', r: inner }));
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
      const checker = drawChecker(x, y, radius, seat, isCounted);
      checker.dataset.at = `${seat} ${index}`;
      if (isCounted) checker.append(drawText(0, 0, 18, String(count), `on-${seatClass(seat)}`));
      shapes.push(checker);
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
 * Pips of a die's face, each with a light edge below it.
 *
 * @param {number} edge
 * @param {number} number 0 for a blank face
 */
export function drawPips(edge, number) {
  return PIPS[number].flatMap(([across, down]) => {
    const [cx, cy, r] = [across * edge * 0.27, down * edge * 0.27, edge * 0.095];
    return [s('circle', { class: 'sink', cx, cy: cy + 0.7, r }), s('circle', { class: 'pip', cx, cy, r })];
  });
}

/**
 * A die, dimmed if it has been played.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} edge
 * @param {number} number
 * @param {boolean} used
 * @param {Seat} seat
 */
export function drawDie(x, y, edge, number, used, seat) {
  const half = edge / 2;
  return s('g', {
    class: `die ${seatClass(seat)}${used ? ' used' : ''}`, transform: `translate(${x} ${y})`,
  },
  s('rect', { class: 'body', x: -half, y: -half, width: edge, height: edge, rx: edge * 0.22 }),
  s('g', { class: 'pips' }, ...drawPips(edge, number)));
}

/**
 * The cube. Before the first double it shows 64, grey and turned by a quarter, like a real one.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} edge
 * @param {number} value
 */
export function drawCube(x, y, edge, value) {
  const half = edge / 2;
  const idle = value === 1;
  const words = String(idle ? 64 : value);
  const size = edge * (words.length > 2 ? 0.38 : idle ? 0.46 : 0.58);
  const text = drawText(0, 0, size, words, 'pip');
  if (idle) text.setAttribute('transform', 'rotate(-90)');
  return s('g', { class: idle ? 'cube idle' : 'cube', transform: `translate(${x} ${y})`, 'aria-hidden': 'true' },
    s('rect', { class: 'body', x: -half, y: -half, width: edge, height: edge, rx: edge / 7 }),
    s('rect', { class: 'face', x: -half + 1.4, y: -half + 1.4, width: edge - 2.8, height: edge - 2.8, rx: edge / 9 }),
    text);
}
