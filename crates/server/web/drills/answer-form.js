// @ts-check
// Form for an answer in numbers.

import { h } from '../common/dom.js';

/**
 * @param {import('../common/types').Translate} t
 * @param {string} kind
 * @param {string[]} names of the numbers
 * @param {(answer: string) => void} submit
 */
export function answerForm(t, kind, names, submit) {
  const trouble = h('p', { class: 'trouble', id: 'drill-number', hidden: true }, t('drill.number'));
  const fields = names.map((name) => h('input', {
    type: 'text', inputmode: kind === 'pips' ? 'numeric' : 'decimal', autocomplete: 'off', maxlength: 7, size: 6,
    'data-name': name,
  }));
  const labels = names.map((name, place) => h('label', { class: 'field' },
    h('span', {}, t(name === 'value' ? `drill.value.${kind}` : `drill.${name}`)), fields[place]));
  const form = h('form', { class: 'drill-form', novalidate: true }, h('div', { class: 'fields' }, ...labels),
    trouble, h('button', { type: 'submit', class: 'main', 'data-do': 'check' }, t('quiz.check')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const numbers = fields.map((field) => readNumber(field.value));
    const wrong = numbers.indexOf(null);
    fields.forEach((field, place) => {
      if (numbers[place] === null) {
        field.setAttribute('aria-invalid', 'true');
        field.setAttribute('aria-describedby', trouble.id);
      } else {
        field.removeAttribute('aria-invalid');
        field.removeAttribute('aria-describedby');
      }
    });
    trouble.hidden = wrong < 0;
    if (wrong >= 0) fields[wrong].focus();
    else submit(numbers.join(' '));
  });
  return { element: form, focus: () => fields[0]?.focus({ preventScroll: true }) };
}

/**
 * A number from 0 to 9999 as it is written, with a comma or a point; `null` if it is none.
 *
 * @param {string} text
 */
function readNumber(text) {
  const plain = text.trim().replace(/\s*%$/, '').replace(',', '.');
  return /^\d{1,4}(\.\d+)?$/.test(plain) ? plain : null;
}
