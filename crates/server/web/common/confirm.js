// @ts-check
// Modal questions.

import { button, h } from './dom.js';

/**
 * Asks the reader to choose an answer. Resolves to `null` if the dialog is closed without one.
 *
 * @param {string} question
 * @param {[string, string][]} answers value and label, the default first
 * @param {string} cancel
 * @returns {Promise<string | null>}
 */
export function confirmChoice(question, answers, cancel) {
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
