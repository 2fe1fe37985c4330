// @ts-check
// Two people at one board: texts with their names, and a board that turns to the player on roll.

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {import('../common/types').Start} Start */
/** @typedef {import('../common/types').Translate} Translate */
/** @typedef {import('../common/types').View} View */

/** Names of the two players. @typedef {Record<Seat, string>} People */

/** @type {Record<Seat, Seat>} */
const ACROSS = { bottom: 'top', top: 'bottom' };
/** Texts about doubles, and those about raises of the stake. @type {Record<string, string>} */
const RAISED = {
  'play.do.double': 'play.do.raise', 'play.sure.double': 'play.sure.raise', 'play.double.means': 'play.raise.means',
  'play.how.passed': 'play.how.raise-passed', 'table.did.roll': 'table.did.no-raise', 'table.did.double': 'table.did.raise',
  'two.double': 'two.raise', 'two.to.double': 'two.to.raise',
  'play.do.double-some': 'play.do.raise-some', 'play.do.hold': 'play.do.no-raise',
  'chouette.doubles': 'chouette.raises', 'chouette.doubled': 'chouette.raised',
  'chouette.to.roll': 'chouette.to.roll-or-raise', 'chouette.to.others': 'chouette.to.others-raise',
  'chouette.to.doubles': 'chouette.to.raises', 'chouette.which-cubes': 'chouette.which-raises',
  'chouette.double': 'chouette.raise',
};
/** Seats that texts speak of: the reader, and the engine. @type {Record<string, Seat>} */
const SEAT_OF = { you: 'bottom', engine: 'top' };

/**
 * The context of a table for two people: texts that speak to the reader or of the engine name the
 * players instead.
 *
 * @param {Context} context
 * @param {{people: People | null, begin?: Start, turn: {decide: {seat?: Seat}} | null}} session
 * @param {() => boolean} isTurned true if the board shows the second player at the bottom
 * @returns {Context}
 */
export function contextForTwo(context, session, isTurned) {
  const people = /** @type {People} */ (session.people);
  /** @type {Translate} */
  const t = (key, values = {}) => {
    const text = peopleText(people, session.turn?.decide.seat, isTurned(), key, values);
    if (typeof text === 'string') return text;
    const raised = session.begin?.arithmetic_raises ? RAISED[text.key] : undefined;
    return context.t(raised ?? text.key, text.values);
  };
  const derived = Object.create(context, { t: { value: t } });
  // A match passed to another view is for the whole page.
  for (const name of /** @type {const} */ (['handed', 'analysed'])) {
    Object.defineProperty(derived, name, {
      get: () => context[name],
      set: (match) => {
        context[name] = match;
      },
    });
  }
  return derived;
}

/**
 * Replaces a text for the reader by one with names.
 *
 * @param {People} people
 * @param {Seat | undefined} decider
 * @param {boolean} isTurned
 * @param {string} key
 * @param {Record<string, unknown>} values
 * @returns {string | {key: string, values: Record<string, unknown>}} a name, or a key and its values
 */
function peopleText(people, decider, isTurned, key, values) {
  const [view, topic, who, ...rest] = key.split('.');
  const shown = (/** @type {string} */ seat) =>
    people[isTurned ? ACROSS[/** @type {Seat} */ (seat)] : /** @type {Seat} */ (seat)];
  const named = (/** @type {string} */ name, /** @type {Seat} */ seat) =>
    ({ key: `two.${name}`, values: { ...values, name: people[seat], other: people[ACROSS[seat]] } });
  if (view === 'board') {
    if (topic === 'side' || topic === 'bar' || topic === 'tray') {
      return who ? { key: `two.${topic}`, values: { ...values, name: shown(who) } } : { key, values };
    }
    if (topic === 'yours') return { key: 'two.checkers', values: { ...values, name: shown('bottom') } };
    if (topic === 'theirs') return { key: 'two.checkers', values: { ...values, name: shown('top') } };
  }
  if (view !== 'play') return { key, values };
  if (topic in SEAT_OF) {
    const seat = SEAT_OF[topic];
    return who ? named([who, ...rest].join('.'), seat) : people[seat];
  }
  if (who in SEAT_OF && topic === 'opening') {
    const { values: filled } = named('opening', SEAT_OF[who]);
    return { key: 'two.opening', values: { ...filled, first: people.bottom, second: people.top } };
  }
  if (who in SEAT_OF && (topic === 'match' || topic === 'result')) return named(topic, SEAT_OF[who]);
  if (topic === 'to' && decider && who !== 'opening') return named(`to.${who}`, decider);
  return { key, values };
}

/**
 * A view with the players exchanged: the one who sat at the top is shown at the bottom.
 *
 * @param {View} view
 * @returns {View}
 */
export function turnedView(view) {
  const { flipped = false, cube, names, pips, score, seat } = view;
  /** @template T @param {Record<Seat, T>} of */
  const exchange = (of) => ({ bottom: of.top, top: of.bottom });
  return {
    ...view,
    flipped: !flipped,
    cube: cube && { ...cube, owner: cube.owner && ACROSS[cube.owner] },
    ...(names && { names: exchange(names) }),
    ...(pips && { pips: exchange(pips) }),
    ...(score && { score: exchange(score) }),
    ...(seat && { seat: ACROSS[seat] }),
  };
}
