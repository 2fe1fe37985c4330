// @ts-check
// Gradients of the board, shared by all drawings of the page. The style sheet assigns the colours
// of the stops by class, so that themes can change them.

import { s } from '../common/dom.js';

/**
 * @param {string} look class of the stop, without its prefix
 * @param {number} offset 0 to 1
 * @param {number} [opacity]
 */
const stop = (look, offset, opacity = 1) =>
  s('stop', { class: `paint-${look}`, offset, 'stop-opacity': opacity });

/** Round body, lit from the upper left. @param {string} side */
const round = (side) => s('radialGradient', { id: `paint-${side}`, cx: 0.38, cy: 0.32, r: 0.75 },
  stop(`${side}-1`, 0), stop(`${side}-2`, 0.55), stop(`${side}-3`, 1));

/**
 * Gradient from the top to the bottom.
 *
 * @param {string} name
 * @param {...SVGStopElement} stops
 */
const down = (name, ...stops) =>
  s('linearGradient', { id: `paint-${name}`, x1: 0, y1: 0, x2: 0, y2: 1 }, ...stops);

/** @param {string} side */
const face = (side) => down(`${side}-die`, stop(`${side}-1`, 0), stop(`${side}-2`, 0.6), stop(`${side}-3`, 1));

/** Side view of a checker that was borne off. @param {string} side */
const edge = (side) => down(`${side}-side`, stop(`${side}-1`, 0), stop(`${side}-2`, 0.4), stop(`${side}-3`, 1));

/** Adds the gradients to the page, once. They need a rendered element of their own: browsers ignore
 * gradients in hidden parts of the page. */
export function addPaints() {
  if (document.querySelector('svg.paints')) return;
  document.body.append(s('svg', { class: 'paints', width: 0, height: 0, 'aria-hidden': 'true' },
    s('defs', {},
      round('mine'), round('theirs'), face('mine'), face('theirs'), edge('mine'), edge('theirs'),
      down('frame', stop('frame-1', 0), stop('frame-2', 1)),
      down('brass', stop('brass-2', 0), stop('brass-1', 0.3), stop('brass-2', 1)),
      down('ivory', stop('ivory-1', 0), stop('ivory-2', 1)),
      down('bevel', stop('white', 0, 0.55), stop('white', 0.4, 0), stop('black', 0.6, 0), stop('black', 1, 0.4)),
      down('sunk', stop('black', 0, 0.36), stop('black', 0.022, 0.12), stop('black', 0.06, 0),
        stop('black', 0.97, 0), stop('black', 1, 0.14)),
      s('radialGradient', { id: 'paint-shadow' },
        stop('black', 0, 0.55), stop('black', 0.84, 0.5), stop('black', 1, 0)))));
}
