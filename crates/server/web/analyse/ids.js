// @ts-check
// Position look-up by ID, and the IDs and link of a position.

import { button, h } from '../common/dom.js';
import { linkToPlay } from '../play/from-link.js';

/** @typedef {import('../common/types').Context} Context */

export class Ids {
  /**
   * @param {Context} context
   * @param {(text: string) => void} look
   */
  constructor(context, look) {
    const { t } = context;
    this.context = context;
    this.field = h('input', {
      type: 'text', name: 'position', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
      placeholder: 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10',
    });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.list = h('ul', { class: 'ids' });
    const form = h('form', { class: 'look-up', role: 'search' },
      h('label', { class: 'field' }, h('span', {}, t('analyse.id')), this.field),
      h('button', { type: 'submit', class: 'main' }, t('analyse.look_up')));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text !== '') look(text);
    });
    // A pasted position is looked up at once. The field itself would remove line breaks and join
    // words.
    this.field.addEventListener('paste', (event) => {
      const pasted = event.clipboardData?.getData('text').trim() ?? '';
      if (pasted === '') return;
      event.preventDefault();
      const text = pasted.replace(/\s+/g, ' ');
      this.field.value = text;
      look(text);
    });
    this.element = h('div', { class: 'panel ids-panel' }, form, this.trouble, this.list);
  }

  /**
   * @param {{position_id: string, xgid?: string}} ids
   * @param {string} link relative to the page's address
   */
  show({ position_id, xgid }, link) {
    const { t } = this.context;
    const address = new URL(link, location.href).href;
    this.list.replaceChildren(
      this.line(t('analyse.position_id'), position_id),
      ...(xgid ? [this.line('XGID', xgid)] : []),
      this.line(t('analyse.link'), address),
      h('li', {}, h('a', { href: linkToPlay(xgid ?? position_id, /&game=([\w-]+)/.exec(link)?.[1]), class: 'play-on' }, t('start.from-here'))));
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  line(name, text) {
    const { t } = this.context;
    const code = h('code', { tabindex: 0 }, text);
    const copy = button(t('analyse.copy'), async () => {
      copy.textContent = await copied(text, code) ? t('analyse.copied') : t('analyse.marked');
      this.context.say(copy.textContent);
    }, { class: 'quiet', 'aria-label': `${t('analyse.copy')}: ${name}` });
    copy.addEventListener('blur', () => { copy.textContent = t('analyse.copy'); });
    return h('li', {}, h('span', { class: 'name' }, name), code, copy);
  }
}

/**
 * Copies a text. Selects it instead if the browser does not allow copying (a remote address without
 * TLS).
 *
 * @param {string} text
 * @param {HTMLElement} shown
 */
async function copied(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}
