// @ts-check
// Layout of a board, for wide and for tall screens.
//
// Coordinates run along (`u`) and across (`v`) the board: along from the trays' end by the outer
// half, the bar and the home half; across from the top player to the bottom player. A wide board
// shows `u` from left to right. A tall one, for phones, shows it from top to bottom, which
// makes points as high as a finger is wide. Points are in the numbering of the bottom player; the
// game maps those of the top player.

import { numbersAcross } from './white.js';

/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {[number, number]} Spot */

export const POINTS = 24;
export const OFF = 0;
export const BAR = 25;
/** Points of a row, and of half a row. */
const ROW = 12;
const HALF = 6;
/** Maximum number of checkers drawn in a column; higher columns show a number. */
export const STACK = 5;

/** Distance from the outer edge of the dice to the middle of a button beside them. */
const BESIDE = 27;

/** Dimensions of a layout, in view box units. */
const WIDE = {
  point: 40, radius: 18.5, step: 40, row: 200, middle: 60, margin: 22, strip: 50, bar: 44, hinge: 14,
  die: 36, apart: 25, rim: 11,
};
const TALL = {
  point: 44, radius: 19, step: 25.5, row: 139, middle: 46, margin: 14, strip: 44, bar: 44, hinge: 14,
  die: 38, apart: 24, rim: 8,
};

export class Geometry {
  /**
   * @param {Game} game
   * @param {boolean} tall
   * @param {boolean} left true if the bottom player's home is on the left
   * @param {boolean} black true if the bottom player plays Black in a game with White
   */
  constructor(game, tall, left, black = false) {
    this.game = game;
    this.tall = tall;
    this.left = left;
    this.black = black;
    this.sizes = tall ? TALL : WIDE;
    /** Top player's number of each of the bottom player's points, and the reverse. */
    this.others = numbersAcross(game, black);
    this.shared = numbersAcross(game, !black);
    const { point, middle, row, margin, strip } = this.sizes;
    this.bar = game.has_bar ? this.sizes.bar : this.sizes.hinge;
    // A tall board has no room for an empty strip.
    const lies = !tall || this.outer('top');
    /** Start and end of the playing area along the board. */
    this.start = lies ? strip : margin / 2;
    this.end = this.start + ROW * point + this.bar;
    this.length = this.end + strip;
    /** Edges across the board: top of the upper row and bottom of the lower row. */
    this.top = margin;
    this.bottom = margin + 2 * row + middle;
    this.breadth = this.bottom + margin;
  }

  /** Width and height of the drawing. */
  get size() {
    return this.tall ? [this.breadth, this.length] : [this.length, this.breadth];
  }

  /**
   * Converts board coordinates to drawing coordinates.
   *
   * @param {number} u
   * @param {number} v
   * @returns {Spot}
   */
  at(u, v) {
    if (this.tall) return [this.left ? this.breadth - v : v, u];
    return [this.left ? this.length - u : u, v];
  }

  /**
   * Rectangle with the given centre and dimensions, in board coordinates.
   *
   * @param {number} u
   * @param {number} v
   * @param {number} along
   * @param {number} across
   */
  box(u, v, along, across) {
    const [x, y] = this.at(u, v);
    const [width, height] = this.tall ? [across, along] : [along, across];
    return { x: x - width / 2, y: y - height / 2, width, height };
  }

  /**
   * Converts a seat's point to the bottom player's numbering.
   *
   * @param {Seat} seat
   * @param {number} point
   */
  place(seat, point) {
    return seat === 'bottom' ? point : this.shared[point];
  }

  /**
   * Converts a point of the bottom player to a seat's numbering.
   *
   * @param {Seat} seat
   * @param {number} place
   */
  called(seat, place) {
    return seat === 'bottom' ? place : this.others[place];
  }

  /** @param {number} place */
  above(place) {
    return place > ROW;
  }

  /**
   * Centre of a point along the board.
   *
   * @param {number} place
   */
  column(place) {
    const along = this.above(place) ? place - ROW - 1 : ROW - place;
    return this.start + (along + 0.5) * this.sizes.point + (along >= HALF ? this.bar : 0);
  }

  /** Centre of a half along the board: the bottom player's home half, or the outer half.
   * @param {boolean} home */
  half(home) {
    const outer = this.start + (HALF / 2) * this.sizes.point;
    return home ? outer + HALF * this.sizes.point + this.bar : outer;
  }

  /** Centre across the board. */
  get middle() {
    return (this.top + this.bottom) / 2;
  }

  /** Centre of the bar along the board. */
  get hinge() {
    return this.start + HALF * this.sizes.point + this.bar / 2;
  }

  /**
   * Returns true if a seat bears off at the outer end, next to the bottom player's 12 point.
   *
   * @param {Seat} seat
   */
  outer(seat) {
    const first = this.place(seat, 1);
    return first > HALF && first <= ROW + HALF;
  }

  /**
   * Returns true if a seat's tray and first point are in the upper row.
   *
   * @param {Seat} seat
   */
  high(seat) {
    return this.above(this.place(seat, 1));
  }

  /**
   * Centre of the checker with `below` others below it.
   *
   * @param {Seat} seat
   * @param {number} index in the seat's numbering
   * @param {number} below
   * @returns {Spot}
   */
  spot(seat, index, below) {
    const { radius, step, middle, strip, rim } = this.sizes;
    const rise = Math.min(below, STACK - 1) * step + radius + 1.5;
    if (index === OFF) {
      const inwards = below * rim + 10;
      const v = this.high(seat) ? this.top + inwards : this.bottom - inwards;
      return this.at(this.outer(seat) ? this.start - strip / 2 : this.end + strip / 2, v);
    }
    if (index === BAR) {
      // In the half where they do not enter, as on a real board.
      const away = middle / 6 + rise;
      const down = this.above(this.place(seat, POINTS));
      return this.at(this.hinge, this.middle + (down ? away : -away));
    }
    const place = this.place(seat, index);
    return this.at(
      this.column(place),
      this.above(place) ? this.top + rise : this.bottom - rise,
    );
  }

  /**
   * Pressable area of a point, bar or tray.
   *
   * @param {Seat} seat
   * @param {number} index
   */
  target(seat, index) {
    const { point, row, middle, strip } = this.sizes;
    const half = row + middle / 2;
    const across = (/** @type {boolean} */ high) =>
      high ? this.top + half / 2 : this.bottom - half / 2;
    if (index === OFF) {
      const u = this.outer(seat) ? this.start - strip / 2 : this.end + strip / 2;
      return this.box(u, across(this.high(seat)), strip, half - 4);
    }
    if (index === BAR) {
      const down = this.above(this.place(seat, POINTS));
      return this.box(this.hinge, across(!down), this.bar, half);
    }
    const place = this.place(seat, index);
    return this.box(this.column(place), across(this.above(place)), point, half);
  }

  /**
   * Position of a seat's dice, on its right.
   *
   * @param {Seat} seat
   * @param {number} which
   * @param {number} of
   */
  die(seat, which, of) {
    const { apart } = this.sizes;
    const shift = (which - (of - 1) / 2) * 2 * apart;
    return this.at(this.half(seat === 'bottom') + shift, this.middle);
  }

  /**
   * Position of a button beside a seat's dice. On a tall board, four dice leave no room in the half:
   * the buttons lie on the bar and between the trays.
   *
   * @param {Seat} seat
   * @param {number} of number of dice
   * @param {1 | -1} way 1 for the right of the dice, or below them on a tall board
   * @returns {Spot}
   */
  beside(seat, of, way) {
    const { apart, die, strip } = this.sizes;
    if (this.tall && of > 2) {
      const [before, after] = seat === 'bottom' ? [this.hinge, this.end + strip / 2] : [this.start / 2, this.hinge];
      return this.at(way > 0 ? after : before, this.middle);
    }
    const reach = (of - 1) * apart + (die * (of > 2 ? 0.8 : 1)) / 2;
    const shift = (reach + BESIDE) * way * (this.left && !this.tall ? -1 : 1);
    return this.at(this.half(seat === 'bottom') + shift, this.middle);
  }

  /**
   * Position of the cube on a wide board; a tall one shows it among the names.
   *
   * @param {Seat | null} owner
   * @param {boolean} offered
   * @returns {Spot}
   */
  cube(owner, offered) {
    const { die, strip } = this.sizes;
    if (offered) return this.at(this.half(false), this.middle);
    const u = this.start - strip / 2;
    if (owner === null) return this.at(u, this.middle);
    const away = die / 2 + 4;
    return this.at(u, owner === 'bottom' ? this.bottom - away : this.top + away);
  }
}
