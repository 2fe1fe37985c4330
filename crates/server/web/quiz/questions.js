// @ts-check
// Mistakes of a player in the kept matches, as questions.

/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/answers').StoredMatch} Kept */

/**
 * @typedef {object} Question
 * @property {string} key the same for the same situation in another match
 * @property {Decision} decision as played, with its analysis
 * @property {Kept} stored
 * @property {JudgedMatch} match
 * @property {number} game index in the match
 * @property {number} place of the decision in the game
 */

/** Kinds of decisions asked. */
const KINDS = ['play', 'double', 'answer'];

/**
 * Mistakes that lose at least `least`, biggest first and without repetitions.
 *
 * @param {Kept[]} all
 * @param {string} player
 * @param {number} least in points (EMG)
 * @returns {Question[]}
 */
export function collectQuestions(all, player, least) {
  /** @type {Map<string, Question>} */
  const found = new Map();
  for (const stored of all) {
    const [match] = stored.document.matches;
    for (const [game, { decisions }] of match.games.entries()) {
      for (const [place, decision] of decisions.entries()) {
        const isOwn = match.players[decision.seat - 1].name === player;
        if (!isOwn || !canAsk(decision, least)) continue;
        const key = questionKey(match, game, decision);
        if ((found.get(key)?.decision.loss ?? -1) >= (decision.loss ?? 0)) continue;
        found.set(key, { key, decision, stored, match, game, place });
      }
    }
  }
  return [...found.values()].sort((a, b) => (b.decision.loss ?? 0) - (a.decision.loss ?? 0));
}

/**
 * True if a decision is a mistake with a known solution.
 *
 * @param {Decision} decision
 * @param {number} least
 */
function canAsk({ kind, loss = 0, best, candidates = [], cube }, least) {
  const solved = kind === 'play' ? candidates.length > 1 : cube !== undefined;
  return KINDS.includes(kind) && loss > 0 && loss >= least && best !== undefined && solved;
}

/**
 * An XGID contains the stakes; without one, the score belongs to the question too.
 *
 * @param {JudgedMatch} match
 * @param {number} game
 * @param {Decision} decision
 */
function questionKey({ games, length }, game, { kind, xgid, position_id, dice = '' }) {
  const { score, crawford } = games[game];
  const where = xgid ?? `${position_id} ${dice} ${length}:${score.join('-')}${crawford ? 'C' : ''}`;
  return `${kind} ${where}`;
}
