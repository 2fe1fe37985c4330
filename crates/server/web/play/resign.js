// @ts-check
// The question before a resignation. Its worth is folded away, since it is nearly always a single
// game.

import { button, h } from '../common/dom.js';

/** @typedef {import('../common/types').Win} Win */

/**
 * Asks whether to resign. Resolves to what is given up, or `null`.
 *
 * @param {import('../common/types').Translate} t
 * @param {Win[]} wins what can be given up, the smallest first
 * @returns {Promise<Win | null>}
 */
export function askResignation(t, wins) {
  return new Promise((answered) => {
    const worth = (/** @type {Win} */ win) => t('table.resign.worth', { win: t(`play.win.${win}`) });
    const summary = h('summary', {}, worth(wins[0]));
    const choices = wins.map((win, place) => h('label', { class: 'tick' },
      h('input', {
        type: 'radio', name: 'worth', value: win, checked: place === 0,
        onchange: () => { summary.textContent = worth(win); },
      }), t(`play.win.${win}`)));
    const resign = () => {
      const chosen = box.querySelector('input:checked');
      box.close(chosen instanceof HTMLInputElement ? chosen.value : wins[0]);
    };
    const box = h('dialog', { class: 'ask', 'aria-labelledby': 'question' },
      h('h2', { id: 'question' }, t('table.resign')),
      wins.length > 1 && h('details', { class: 'worth' }, summary,
        h('div', { role: 'radiogroup', 'aria-label': t('table.resign') }, ...choices)),
      h('div', { class: 'actions' },
        button(t('app.cancel'), () => box.close(''), { 'data-answer': '', autofocus: true }),
        button(t('play.do.resign'), resign, { 'data-answer': 'yes' })));
    box.addEventListener('close', () => {
      box.remove();
      answered(/** @type {Win | ''} */ (box.returnValue) || null);
    });
    document.body.append(box);
    box.showModal();
  });
}
