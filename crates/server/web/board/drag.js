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
  /** @typedef {import('../common/types').Side} Side */
  /** @type {{side: Side, from: number, x: number, y: number, pointer: number, shape: SVGElement | null} | null} */
  let held = null;
  /** View before a checker was lifted. */
  let before = board.view;
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

  /**
   * Side and place of a checker that can be dragged.
   *
   * @param {string} name of a place
   * @returns {{side: Side, index: number} | null}
   */
  const grip = (name) => {
    if (board.onplace) {
      const place = board.buttons.whose(name);
      return place && board.view.board[place.side][place.index] > 0 ? place : null;
    }
    const index = board.buttons.ownIndex(name);
    return board.ondrop && index !== null && board.view.selectable?.has(index) ? { side: 'own', index } : null;
  };
  /** Shows a checker as lifted: picked up for a play, or taken away by an editor. */
  const lift = () => {
    if (!held) return;
    const { side, from } = held;
    before = board.view;
    if (board.onplace) {
      const counts = before.board[side].map((count, index) => (index === from ? count - 1 : count));
      board.show({ ...before, board: { ...before.board, [side]: counts } });
    } else {
      board.show({ ...before, lifted: from, targets: board.targetsOf(from) });
    }
  };

  svg.addEventListener('pointerdown', (event) => {
    dragged = false;
    const name = nameAt(event);
    const place = name === null ? null : grip(name);
    if (!place || event.button !== 0) return;
    const { side, index: from } = place;
    held = { side, from, x: event.clientX, y: event.clientY, pointer: event.pointerId, shape: null };
  });
  svg.addEventListener('pointermove', (event) => {
    if (!held || held.pointer !== event.pointerId) return;
    if (!held.shape) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLIP) return;
      dragged = true;
      svg.setPointerCapture(event.pointerId);
      svg.classList.add('dragging');
      lift();
      held.shape = paint.drawChecker(0, 0, board.geometry.sizes.radius, board.seated(held.side));
      held.shape.classList.add('held');
      board.layers.moving.append(held.shape);
    }
    const matrix = svg.getScreenCTM()?.inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    held.shape.setAttribute('transform', `translate(${at.x} ${at.y}) scale(1.06)`);
  });
  // A finger on a checker drags it, also where the page can be scrolled by its board.
  svg.addEventListener('touchmove', (event) => {
    if (held && event.cancelable && event.touches.length === 1) event.preventDefault();
  }, { passive: false });
  svg.addEventListener('pointerup', (event) => {
    if (!held || held.pointer !== event.pointerId) return;
    const { side, from, shape } = held;
    drop();
    if (!shape) return;
    const name = nameAt(event);
    if (board.onplace) {
      board.show(before);
      if (name !== null) board.onplace(side, from, board.buttons.indexFor(board.seated(side), name));
      return;
    }
    const to = name === null ? null : board.buttons.ownIndex(name);
    board.effects.dropped = true;
    board.ondrop?.(from, to ?? -1);
    board.effects.dropped = false;
  });
  svg.addEventListener('pointercancel', () => {
    const was = held;
    drop();
    if (!was) return;
    if (!board.onplace) board.ondrop?.(was.from, -1);
    else if (was.shape) board.show(before);
  });
  // Suppress the click at the end of a drag.
  svg.addEventListener('click', (event) => {
    if (dragged) event.stopPropagation();
    dragged = false;
  }, { capture: true });
}
