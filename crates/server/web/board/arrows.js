// @ts-check
// Plays drawn as arrows. The four kinds differ in colour, line style and arrowhead.

import { s } from '../common/dom.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../common/types').Arrow} Arrow */
/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {[number, number]} Spot */

/** Length of an arrowhead. */
const HEAD = 14;
/** Sideways offset of each kind, so that arrows between the same places do not overlap. */
const ASIDE = { best: -6, good: -2, error: 6, blunder: 6 };

/**
 * @param {Geometry} geometry
 * @param {Arrow[]} arrows
 * @param {(side: 'own' | 'other') => Seat} seated
 * @param {(seat: Seat, index: number) => number} standing number of checkers at a place
 */
export function drawArrows(geometry, arrows, seated, standing) {
  /** Number of checkers that have left or reached each place. @type {Map<string, number>} */
  const moved = new Map();
  const count = (/** @type {string} */ key) => {
    const before = moved.get(key) ?? 0;
    moved.set(key, before + 1);
    return before;
  };
  return arrows.flatMap((arrow) => {
    const { kind, side = 'own' } = arrow;
    const seat = seated(side);
    const gone = count(`${kind} ${side} from ${arrow.from}`);
    const come = count(`${kind} ${side} to ${arrow.to}`);
    const all = arrows.filter((other) => other.kind === kind && other.to === arrow.to).length;
    // The top checker also ends on top, so that the arrows of a play do not cross.
    const from = geometry.spot(seat, arrow.from, Math.max(0, standing(seat, arrow.from) - 1 - gone));
    const to = geometry.spot(seat, arrow.to, standing(seat, arrow.to) + all - 1 - come);
    return one(from, to, arrow);
  });
}

/**
 * @param {Spot} from
 * @param {Spot} to
 * @param {Arrow} arrow
 */
function one(from, to, { kind, label }) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const aside = ASIDE[kind];
  const at = (/** @type {Spot} */ [x, y], /** @type {number} */ back, /** @type {number} */ side) =>
    /** @type {Spot} */ ([x - ux * back - uy * (side + aside), y - uy * back + ux * (side + aside)]);
  const line = [at(from, 0, 0), at(to, HEAD * 0.8, 0)].map((spot) => spot.join()).join(' ');
  const head = [at(to, 0, 0), at(to, HEAD, HEAD / 2), at(to, HEAD, -HEAD / 2)]
    .map((spot) => spot.join()).join(' ');
  const [x, y] = at(from, -length / 2, 0);
  return [
    s('polyline', { class: 'edge', points: line }),
    s('polyline', { class: `arrow ${kind}`, points: line }),
    s('polygon', { class: `arrow head ${kind}`, points: head }),
    label ? s('text', { class: 'label', x, y: y - 6, 'text-anchor': 'middle' }, label) : null,
  ].filter((shape) => shape !== null);
}
