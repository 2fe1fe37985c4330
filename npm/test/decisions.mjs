// Positions of games with rolls, drawn from a fixed generator.

/** Returns rolls of two dice: the generator of "Numerical Recipes", whose high bits are good enough here. */
export function dice(seed) {
  let state = seed;
  const die = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 1 + Math.floor((state / 2 ** 32) * 6);
  };
  return () => `${die()}${die()}`;
}

/**
 * Plays games of backgammon with the best plays at 1-ply, and returns some of the decisions.
 * @param {{ask: Function}} engine
 * @param {number} count
 */
export async function decisions(engine, count) {
  const found = [];
  const roll = dice(20261128);
  while (found.length < count) {
    let position = "4HPwATDgc/ABMA";
    for (let ply = 0; found.length < count; ply += 1) {
      const decision = { position, dice: roll() };
      let plays;
      try {
        ({ plays } = await engine.ask("best", { ...decision, ply: 1 }));
      } catch {
        // The game is over.
        break;
      }
      if (plays.length === 0) break;
      if (plays.length > 1 && ply % 3 === 0) found.push(decision);
      position = plays[0].position_id;
    }
  }
  return found;
}
