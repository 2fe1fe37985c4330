// @ts-check
// A button that opens a menu of actions.

import { button, h } from '../common/dom.js';

/**
 * Creates the button with its actions, which close the menu. Escape and a press elsewhere close it
 * too.
 *
 * @param {string} label
 * @param {{words: string, press: () => void, name: string}[]} actions `name` identifies the control
 * @param {string} name of the menu's control
 */
export function createMenu(label, actions, name) {
  const list = h('div', { class: 'menu-list', hidden: true },
    ...actions.map((action) => button(action.words, () => {
      close();
      opener.focus();
      action.press();
    }, { class: 'quiet', 'data-do': action.name })));
  const opener = button(label, () => (list.hidden ? open() : close()), {
    'aria-expanded': 'false', 'data-do': name, class: 'menu-button',
  });
  const element = h('div', { class: 'menu' }, opener, list);
  const outside = (/** @type {Event} */ event) => {
    if (!(event.target instanceof Node) || !element.contains(event.target)) close();
  };

  function open() {
    list.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
  }

  function close() {
    list.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside);
    document.removeEventListener('focusin', outside);
  }

  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || list.hidden) return;
    event.stopPropagation();
    close();
    opener.focus();
  });
  return element;
}
