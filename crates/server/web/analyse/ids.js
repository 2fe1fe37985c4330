// @ts-check
// The position as text: one field that shows its ID and takes another one, and the IDs to copy.

import { button, h } from '../common/dom.js';
import { explained } from '../common/glossary.js';
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
    this.look = look;
    this.address = '';
    this.field = h('input', {
      id: 'position-field', type: 'text', name: 'position', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
      placeholder: 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10', enterkeyhint: 'go',
    });
    this.field.addEventListener('focus', () => this.field.select());
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.list = h('ul', { class: 'ids' });
    this.copyLink = this.copier(t('analyse.link.copy'), () => this.address, () => this.field, { 'data-do': 'copy-link' });
    /** Link that starts a game from the position. */
    this.playOn = h('a', { class: 'play-on' }, t('start.from-here'));
    const form = h('form', { class: 'look-up', role: 'search' },
      h('label', { for: 'position-field' }, t('analyse.position')),
      this.field,
      // Browsers without this ask for the menu or the keys of the system.
      'clipboard' in navigator && 'readText' in navigator.clipboard && button(t('analyse.paste'), () => this.paste(), { 'data-do': 'paste' }),
      this.copyLink);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.read(this.field.value);
    });
    // The field itself would remove line breaks and join words.
    this.field.addEventListener('paste', (event) => this.pasted(event));
    this.element = h('div', { class: 'panel ids-panel' }, form, this.trouble,
      h('div', { class: 'row' }, this.playOn,
        h('details', { class: 'options' }, h('summary', {}, t('analyse.ids')), this.list)));
  }

  /**
   * Looks up a pasted position.
   *
   * @param {ClipboardEvent} event
   */
  pasted(event) {
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    this.read(text);
  }

  /** Looks up the text in the clipboard, if the reader allows reading it. */
  async paste() {
    try {
      this.read(await navigator.clipboard.readText());
    } catch {
      this.field.focus();
    }
  }

  /** @param {string} text that contains a position */
  read(text) {
    const words = text.trim().replace(/\s+/g, ' ');
    if (words === '') return;
    this.field.value = words;
    this.look(words);
  }

  /**
   * @param {{position_id: string, xgid?: string}} ids
   * @param {string} link relative to the page's address
   */
  show({ position_id, xgid }, link) {
    const { t } = this.context;
    this.address = new URL(link, location.href).href;
    this.field.value = xgid ?? position_id;
    this.playOn.href = linkToPlay(xgid ?? position_id, /&game=([\w-]+)/.exec(link)?.[1]);
    this.list.replaceChildren(
      this.line(t('analyse.position_id'), position_id, explained('position-id', t('analyse.position_id'))),
      ...(xgid ? [this.line('XGID', xgid)] : []),
      this.line(t('analyse.link'), this.address));
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {Node | string} [shown] the name as a term that explains itself
   */
  line(name, text, shown = name) {
    const { t } = this.context;
    const code = h('code', { tabindex: 0 }, text);
    const copy = this.copier(t('analyse.copy'), () => text, () => code,
      { class: 'quiet', 'aria-label': `${t('analyse.copy')}: ${name}` });
    return h('li', {}, h('span', { class: 'name' }, shown), code, copy);
  }

  /**
   * Button that copies a text, and says so until it loses the focus.
   *
   * @param {string} words
   * @param {() => string} text
   * @param {() => HTMLElement} shown element to select if the browser does not allow copying
   * @param {Record<string, string>} attributes
   */
  copier(words, text, shown, attributes) {
    const { t } = this.context;
    const copy = button(words, async () => {
      copy.textContent = await copied(text(), shown()) ? t('analyse.copied') : t('analyse.marked');
      this.context.say(copy.textContent);
    }, attributes);
    copy.addEventListener('blur', () => { copy.textContent = words; });
    return copy;
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
    if (shown instanceof HTMLInputElement) {
      shown.value = text;
      shown.select();
    } else {
      getSelection()?.selectAllChildren(shown);
    }
    return false;
  }
}
