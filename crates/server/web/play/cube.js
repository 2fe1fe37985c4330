// @ts-check
// Values of the doubling cube.

/**
 * Value of the cube after one more turn; the largest is not turned.
 *
 * @param {import('../common/types').Cube} cube
 */
export function nextValue({ value, next = 2 * value }) {
  return next;
}
