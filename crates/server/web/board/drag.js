// @ts-check
// Dragging checkers. Each drag can also be done by presses.

import * as paint from './paint.js';

/** Minimum pointer movement, in pixels, before a press becomes a drag. */
const SLIP = 7;

/**
 * Makes the checkers of a board draggable.
 *
 * @param {import('./board.js').Board} board
 */
export function enableDragging(board) {
  const { svg } = board;
  /** @type {{from: number, x: number, y: number, pointer: number, shape: SVGElement | null} | null} */
  let held = null;
  let dragged = false;

  /** Name of the place under the pointer, also below a button. @param {PointerEvent} event */
  const nameAt = (event) => document.elementsFromPoint(event.clientX, event.clientY)
    .map((element) => element.closest('[data-place]')?.getAttribute('data-place'))
    .find((name) => name !== null && name !== undefined) ?? null;
  const drop = () => {
    held?.shape?.remove();
    held = null;
    svg.classList.remove('dragging');
  };

  svg.addEventListener('pointerdown', (event) => {
    dragged = false;
    const name = nameAt(event);
    const from = name === null ? null : board.buttons.ownIndex(name);
    if (!board.ondrop || from === null || event.button !== 0) return;
    if (!board.view.selectable?.has(from)) return;
    held = { from, x: event.clientX, y: event.clientY, pointer: event.pointerId, shape: null };
  });
  svg.addEventListener('pointermove', (event) => {
    if (!held || held.pointer !== event.pointerId) return;
    if (!held.shape) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLIP) return;
      dragged = true;
      svg.setPointerCapture(event.pointerId);
      svg.classList.add('dragging');
      board.show({ ...board.view, lifted: held.from, targets: board.targetsOf(held.from) });
      held.shape = paint.drawChecker(0, 0, board.geometry.sizes.radius, board.own);
      held.shape.classList.add('held');
      board.layers.moving.append(held.shape);
    }
    const matrix = svg.getScreenCTM()?.inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    held.shape.setAttribute('transform', `translate(${at.x} ${at.y}) scale(1.06)`);
  });
  svg.addEventListener('pointerup', (event) => {
    if (!held || held.pointer !== event.pointerId) return;
    const { from, shape } = held;
    drop();
    if (!shape) return;
    const name = nameAt(event);
    const to = name === null ? null : board.buttons.ownIndex(name);
    board.effects.dropped = true;
    board.ondrop?.(from, to ?? -1);
    board.effects.dropped = false;
  });
  svg.addEventListener('pointercancel', () => {
    const was = held?.from;
    drop();
    if (was !== undefined) board.ondrop?.(was, -1);
  });
  // Suppress the click at the end of a drag.
  svg.addEventListener('click', (event) => {
    if (dragged) event.stopPropagation();
    dragged = false;
  }, { capture: true });
}
