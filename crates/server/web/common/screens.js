// @ts-check
// Media queries of layouts that modules share.

/** A phone held sideways, or another low window: its board is too small for buttons. Must match the
 * style sheets. */
export const LOW = '(max-height: 500px) and (orientation: landscape)';
