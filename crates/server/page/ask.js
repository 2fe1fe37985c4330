// @ts-check
// Questions that must be answered before anything happens.

import { button, h } from './dom.js';

/**
 * Asks for one of some answers; `null` where the question is closed without one.
 *
 * @param {string} question
 * @param {[string, string][]} answers value and words, the usual one first
 * @param {string} cancel
 * @returns {Promise<string | null>}
 */
export function ask(question, answers, cancel) {
  return new Promise((answered) => {
    const box = h('dialog', { class: 'ask', 'aria-labelledby': 'question' },
      h('h2', { id: 'question' }, question),
      h('div', { class: 'actions' },
        ...answers.map(([value, words], place) =>
          button(words, () => box.close(value), { class: place === 0 ? 'main' : '', 'data-answer': value })),
        button(cancel, () => box.close(''), { 'data-answer': '' })));
    box.addEventListener('close', () => {
      box.remove();
      answered(box.returnValue === '' ? null : box.returnValue);
    });
    document.body.append(box);
    box.showModal();
  });
}
