// @ts-check
// Question before a double in a chouette: which cubes.

import { button, h } from '../../common/dom.js';
import { nextValue } from '../cube.js';
import { findCube, listNames } from './event-text.js';

/** @typedef {import('../../common/types').ChouetteTurn} ChouetteTurn */

/**
 * Asks for the cubes to double. The box is offered all of them, a member of the team their own.
 *
 * @param {import('../../common/types').Translate} t
 * @param {ChouetteTurn} turn
 * @returns {Promise<number[] | null>} members to whom the cubes belong; `null` not to double
 */
export function askCubes(t, turn) {
  const { cubes = [], player } = turn.decide;
  const isBox = player === turn.line[0];
  return new Promise((answered) => {
    const chosen = new Set(cubes.filter((member) =>
      cubes.length === 1 || isBox || findCube(turn, member).holder === player));
    const rows = cubes.map((member) => {
      const { holder, cube } = findCube(turn, member);
      return h('label', { class: 'tick' },
        h('input', {
          type: 'checkbox', value: member, checked: chosen.has(member),
          onchange: (/** @type {Event} */ event) => {
            if (/** @type {HTMLInputElement} */ (event.target).checked) chosen.add(member);
            else chosen.delete(member);
            double.disabled = chosen.size === 0;
          },
        }), t('chouette.cube-to', { name: listNames(turn, holder), from: cube.value, to: nextValue(cube) }));
    });
    const double = button(t('chouette.double'), () => box.close('yes'),
      { class: 'main', 'data-answer': 'yes', disabled: chosen.size === 0 });
    const box = h('dialog', { class: 'ask', 'aria-labelledby': 'question' },
      h('h2', { id: 'question' }, t('chouette.which-cubes')),
      h('div', { class: 'ask-cubes', role: 'group', 'aria-labelledby': 'question' }, ...rows),
      h('div', { class: 'actions' }, double, button(t('app.cancel'), () => box.close(''), { 'data-answer': '' })));
    box.addEventListener('close', () => {
      box.remove();
      answered(box.returnValue === 'yes' ? cubes.filter((member) => chosen.has(member)) : null);
    });
    document.body.append(box);
    box.showModal();
  });
}
