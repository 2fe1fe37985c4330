// @ts-check
// A view whose module is loaded when it is first opened.

import { failure } from './dom.js';

/** @typedef {import('./types').Context} Context */
/** @typedef {import('./types').PageView} PageView */
/** @typedef {(root: HTMLElement, context: Context) => PageView} Maker */

/**
 * @param {() => Promise<{view: Maker}>} load
 * @returns {Maker}
 */
export function later(load) {
  return (root, context) => {
    const { t } = context;
    /** @type {PageView | null} */
    let view = null;
    /** Address to be shown once the module has been loaded; `null` while hidden.
     * @type {string | null} */
    let wanted = null;

    async function open() {
      try {
        const { view: make } = await load();
        // Removes the notice of an earlier failure.
        if (!view) root.replaceChildren();
        view ??= make(root, context);
      } catch {
        root.replaceChildren(...failure(t('app.unreachable'), t('play.again'), () => location.reload()));
        return;
      }
      if (wanted !== null) view.show(wanted);
    }
    return {
      show(route) {
        wanted = route;
        open();
      },
      hide() {
        wanted = null;
        view?.hide();
      },
    };
  };
}
