// @ts-check
// Helpers for creating elements.

/** @typedef {string | number | boolean | null | undefined | EventListener | ((event: any) => void)} Value */

/**
 * Creates an HTML element. Function values become event listeners (`onclick`), `true` becomes an
 * attribute without a value, and `false`, `null` and `undefined` are skipped. Text is never parsed
 * as markup.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Creates an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, Value>} attributes
 * @param {(Node | string | null | undefined | false)[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/**
 * Creates a button with a label.
 *
 * @param {string} words
 * @param {() => void} press
 * @param {Record<string, Value>} [attributes]
 * @param {...(Node | false)} children after the words
 */
export function button(words, press, attributes = {}, ...children) {
  return h('button', { type: 'button', ...attributes, onclick: press }, words, ...children);
}

/**
 * Creates a notice that something failed, and a button to try again.
 *
 * @param {string} words
 * @param {string} again label of the button
 * @param {() => void} retry
 */
export function failure(words, again, retry) {
  return [h('p', { class: 'trouble', role: 'alert' }, words), button(again, retry)];
}

/**
 * Creates a drop-down list with a label.
 *
 * @param {string} label
 * @param {[string, string][]} choices value and label
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {Record<string, Value>} [attributes]
 */
export function select(label, choices, chosen, choose, attributes = {}) {
  const options = choices.map(([value, words]) =>
    h('option', { value, selected: value === chosen }, words));
  const list = h('select', { ...attributes }, ...options);
  list.addEventListener('change', () => choose(list.value));
  return h('label', { class: 'field' }, h('span', {}, label), list);
}

/**
 * Creates a checkbox with a label.
 *
 * @param {string} label
 * @param {boolean} ticked
 * @param {(ticked: boolean) => void} tick
 * @param {Record<string, Value>} [attributes]
 */
export function checkbox(label, ticked, tick, attributes = {}) {
  const box = h('input', { type: 'checkbox', checked: ticked, ...attributes });
  box.addEventListener('change', () => tick(box.checked));
  return h('label', { class: 'tick' }, box, h('span', {}, label));
}

/** Number of the next group of radio buttons. */
let groups = 0;

/**
 * Creates a list of radio buttons with a label. The buttons have the IDs `ID-VALUE`.
 *
 * @param {string} label
 * @param {[string, string | Node][]} choices value and label
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {{id: string, class?: string}} attributes of the list
 * @param {Node} [beside] an explanation beside the label
 */
export function radios(label, choices, chosen, choose, attributes, beside) {
  groups += 1;
  const name = `radios-${groups}`;
  const rows = choices.map(([value, words]) => h('label', { class: 'tick' },
    h('input', {
      type: 'radio', name, value, id: `${attributes.id}-${value}`, checked: value === chosen,
      onchange: () => choose(value),
    }), h('span', {}, words)));
  const title = `${name}-label`;
  return h('div', { ...attributes, class: `radios ${attributes.class ?? ''}`, role: 'radiogroup', 'aria-labelledby': title },
    h('div', { class: 'with-term' }, h('span', { id: title, class: 'radios-label' }, label), beside), h('div', { class: 'choices' }, ...rows));
}
