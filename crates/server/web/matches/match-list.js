// @ts-check
// The list of kept matches. A deleted match can be brought back until the list is left.

import { button, h } from '../common/dom.js';
import { formatDate } from '../common/i18n.js';
import { formatFixed } from '../common/numbers.js';
import { readersMatch } from './own-match.js';
import { arePositions, matchTitle } from './positions.js';
import { matchResult } from './result.js';

/** @typedef {import('../common/answers').StoredMatch} Kept */
/** @typedef {import('../common/types').Context} Context */

/** File name of the sample match. */
export const SAMPLE = 'sample.mat';

export class MatchList {
  /**
   * @param {Context} context
   * @param {import('./store.js').Store} store
   * @param {{removed: (id: string) => void, sample: () => void}} tell
   */
  constructor(context, store, tell) {
    this.context = context;
    this.store = store;
    this.tell = tell;
    const { t } = context;
    this.undone = h('div', { class: 'row undone', role: 'status' });
    this.rows = h('div', {});
    this.links = h('nav', { class: 'row match-links', 'aria-label': t('matches.of_all') },
      h('a', { class: 'button', href: '#matches/quiz' }, t('quiz.title')),
      h('a', { class: 'button', href: '#matches/players' }, t('players.title')));
    this.element = h('section', { class: 'match-list' },
      h('div', { class: 'row match-list-head' }, h('h2', {}, t('matches.earlier')), this.links), this.undone, this.rows);
  }

  /** Reads the matches from the store and shows them. */
  async draw() {
    const all = await this.store.all();
    this.links.hidden = all.length === 0;
    if (all.length === 0) {
      this.rows.replaceChildren(this.nothing());
      return;
    }
    this.rows.replaceChildren(h('ul', { class: 'all-kept' }, ...all.map((stored) => this.row(stored))));
    if (!all.some(({ file }) => file === SAMPLE)) this.rows.append(h('p', {}, this.sample('quiet')));
  }

  /** @param {string} look of the button that analyses the sample match */
  sample(look) {
    return button(this.context.t('matches.sample'), () => this.tell.sample(), { class: look, 'data-do': 'sample' });
  }

  /**
   * Puts the focus on the link to a page.
   *
   * @param {string} address part of the link after `#matches/`
   */
  focus(address) {
    const link = [...this.element.querySelectorAll('a')].find((one) => one.getAttribute('href') === `#matches/${encodeURIComponent(address)}`);
    link?.focus();
  }

  /** Shown while there are no matches. */
  nothing() {
    const { t } = this.context;
    return h('div', { class: 'panel nothing' }, h('p', {}, t('matches.none')), h('p', {}, t('matches.sample.why')),
      this.sample('main'));
  }

  /** @param {Kept} stored */
  row(stored) {
    const { t } = this.context;
    const match = readersMatch(t, stored.document.matches[0]);
    const [one, two] = match.players;
    const title = matchTitle(t, match);
    const { score } = matchResult(match);
    return h('li', { class: 'panel kept' },
      h('a', { href: `#matches/${encodeURIComponent(stored.id)}` }, title),
      !arePositions(match) && h('span', { class: 'kept-figures' }, h('strong', {}, score.join(' – ')),
        ` · PR ${formatFixed(one.pr, 2)} – ${formatFixed(two.pr, 2)}`),
      h('span', { class: 'note' },
        [stored.file, t(`matches.preset.${stored.document.engine.preset}`), formatDate(stored.added)].join(' · ')),
      button(t('matches.delete'), () => this.remove(stored), {
        class: 'quiet', 'aria-label': `${t('matches.delete')}: ${title}`,
      }));
  }

  /** @param {Kept} stored */
  async remove(stored) {
    const { t } = this.context;
    await this.store.delete(stored.id);
    this.tell.removed(stored.id);
    await this.draw();
    const undo = button(t('matches.deleted.undo'), async () => {
      await this.store.put(stored);
      this.undone.replaceChildren();
      await this.draw();
    }, { 'data-do': 'undo-delete' });
    this.undone.replaceChildren(h('span', {}, t('matches.deleted', { name: stored.file })), undo);
    undo.focus();
  }
}
