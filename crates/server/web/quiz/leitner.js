// @ts-check
// Spaced repetition with boxes: the Leitner system.

/**
 * History of a question.
 *
 * @typedef {object} Card
 * @property {string} key of the question
 * @property {number} box index, from 0
 * @property {number} due day on which the question is due again
 * @property {number} asked number of answers
 * @property {number} solved number of right answers
 */

/** Days until a question in each box is due again. The first box holds unsolved questions, which are
 * due on the same day. */
const DAYS = [0, 1, 3, 7, 16, 40, 100];

/**
 * The card of a question after an answer: a solved question moves to the next box, a missed one to
 * the first.
 *
 * @param {string} key
 * @param {Card | undefined} card history, unless it is the first answer
 * @param {boolean} solved
 * @param {number} today
 * @returns {Card}
 */
export function answerCard(key, card, solved, today) {
  const box = solved ? Math.min((card?.box ?? 0) + 1, DAYS.length - 1) : 0;
  return {
    key, box, due: today + DAYS[box], asked: (card?.asked ?? 0) + 1, solved: (card?.solved ?? 0) + Number(solved),
  };
}

/**
 * The questions of a day: due ones, longest overdue and lowest box first, then new ones in their
 * order.
 *
 * @template {{key: string}} Q
 * @param {Q[]} questions
 * @param {Map<string, Card>} cards
 * @param {number} today
 */
export function planDay(questions, cards, today) {
  const of = (/** @type {Q} */ { key }) => cards.get(key);
  const fresh = questions.filter((question) => !of(question));
  const due = questions.filter((question) => (of(question)?.due ?? Infinity) <= today)
    .sort((a, b) => (of(a)?.due ?? 0) - (of(b)?.due ?? 0) || (of(a)?.box ?? 0) - (of(b)?.box ?? 0));
  const later = questions.map((question) => of(question)?.due ?? 0).filter((day) => day > today);
  return { due, fresh, next: later.length > 0 ? Math.min(...later) : null };
}

/**
 * Number of questions in each box; those never answered come first.
 *
 * @param {{key: string}[]} questions
 * @param {Map<string, Card>} cards
 */
export function countBoxes(questions, cards) {
  const counts = Array(DAYS.length + 1).fill(0);
  for (const { key } of questions) counts[(cards.get(key)?.box ?? -1) + 1] += 1;
  return counts;
}
