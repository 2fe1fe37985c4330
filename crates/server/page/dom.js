// @ts-check
// Elements in few words.

/** @typedef {string | number | boolean | null | undefined | EventListener | ((event: any) => void)} Value */

/**
 * An element of the page. Values that are functions listen (`onclick`), `true` is an attribute without
 * a value, `false`, `null` and `undefined` are none. Text is text, never markup.
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
 * An element of a drawing.
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
 * A button with words on it.
 *
 * @param {string} words
 * @param {() => void} press
 * @param {Record<string, Value>} [attributes]
 */
export function button(words, press, attributes = {}) {
  return h('button', { type: 'button', ...attributes, onclick: press }, words);
}

/**
 * A list of choices with its label.
 *
 * @param {string} label
 * @param {[string, string][]} choices value and words
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
 * A box to tick with its label.
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
