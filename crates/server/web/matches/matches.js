// @ts-check
// The Matches view: earlier analyses, uploads, and the opened match.

import { ApiError } from '../common/api.js';
import { button, h, select } from '../common/dom.js';
import { formatDate } from '../common/i18n.js';
import { OpenedMatch } from './opened-match.js';
import { formatFixed } from '../common/numbers.js';
import { decodePart } from '../analyse/question.js';
import { Store } from './store.js';
import { JobProgress } from '../common/job-progress.js';

/** @typedef {import('../common/answers').AnalysisDocument} AnalysisDocument */
/** @typedef {import('../common/answers').StoredMatch} Kept */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').PageView} PageView */

const PRESETS = ['quick', 'standard', 'deep', 'rollout'];
/** Maximum file size of the server, in bytes. */
const LARGEST = 4 * 1024 * 1024;
const FORMAT = 'sheshbesh-analysis';
/** Common encodings of match files; without one, the server detects it. */
const ENCODINGS = [
  'utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'koi8-r', 'windows-1253', 'iso-8859-7', 'windows-1254',
  'iso-8859-9', 'shift_jis', 'euc-jp', 'gb18030', 'euc-kr',
];

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {PageView}
 */
export function view(root, context) {
  const matches = new Matches(context);
  root.append(matches.element);
  return matches;
}

/**
 * Returns true if a document is a report with everything needed to open it. Other files go to the
 * server.
 *
 * @param {any} document
 * @returns {document is AnalysisDocument}
 */
function isReport(document) {
  const isMatch = (/** @type {any} */ match) => match?.players?.length === 2 && Array.isArray(match.games)
    && Array.isArray(match.warnings) && match.games.every((/** @type {any} */ game) =>
      game?.players?.length === 2 && game.score?.length === 2 && Array.isArray(game.decisions));
  return document?.format === FORMAT && Array.isArray(document.engine?.ply) && document.engine.thresholds
    && Array.isArray(document.matches) && document.matches.length > 0 && document.matches.every(isMatch);
}

/** @implements {PageView} */
class Matches {
  /** @param {Context} context */
  constructor(context) {
    const { t } = context;
    this.context = context;
    this.store = new Store();
    /** @type {OpenedMatch | null} */
    this.opened = null;
    this.preset = 'standard';
    /** Empty for automatic detection. */
    this.encoding = '';
    this.shown = false;
    /** Files waiting for the current analysis to finish. @type {File[]} */
    this.waiting = [];
    this.file = '';
    this.job = new JobProgress(context, {
      done: ({ result, record }) => this.done(result, record),
      over: (error) => this.over(error),
    });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.list = h('div', {});
    this.what = h('p', { hidden: true });
    this.input = h('input', { type: 'file', multiple: true, name: 'file' });
    this.input.addEventListener('change', () => {
      this.take([...(this.input.files ?? [])]);
      this.input.value = '';
    });
    const presets = PRESETS.map((name) => /** @type {[string, string]} */ ([name, t(`matches.preset.${name}`)]));
    /** @type {[string, string][]} */
    const encodings = [['', t('matches.encoding.auto')], ...ENCODINGS.map((name) =>
      /** @type {[string, string]} */ ([name, name]))];
    this.drop = h('div', { class: 'drop panel' },
      h('h2', {}, t('matches.title')),
      h('p', {}, t('matches.drop')),
      h('div', { class: 'fields' },
        h('label', { class: 'field' }, h('span', {}, t('matches.choose')), this.input),
        select(t('matches.preset'), presets, this.preset, (preset) => { this.preset = preset; }, { 'data-name': 'preset' }),
        select(t('matches.encoding'), encodings, this.encoding, (name) => { this.encoding = name; }, { 'data-name': 'encoding' })),
      h('p', { class: 'note' }, t('matches.kept')),
      this.what, this.job.element, this.trouble);
    this.home = h('div', { class: 'home' }, this.drop, this.list);
    this.page = h('div', { class: 'opened', hidden: true });
    this.element = h('div', { class: 'matches' }, this.home, this.page);
    this.listen();
  }

  /** Accepts files dropped anywhere on the view. */
  listen() {
    const hasFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files');
    for (const name of /** @type {const} */ (['dragenter', 'dragover'])) {
      document.addEventListener(name, (event) => {
        if (!this.shown || !hasFile(event)) return;
        event.preventDefault();
        this.drop.classList.add('over');
      });
    }
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) this.drop.classList.remove('over');
    });
    document.addEventListener('drop', (event) => {
      this.drop.classList.remove('over');
      if (!this.shown || !hasFile(event)) return;
      event.preventDefault();
      location.hash = '#matches';
      this.take([...(event.dataTransfer?.files ?? [])]);
    });
    document.addEventListener('keydown', (event) => {
      if (this.shown && !this.page.hidden) this.opened?.key(event);
    });
  }

  /** @param {string} route `ID` or `ID/GAME.DECISION`, counted from 0 */
  async show(route) {
    this.shown = true;
    const [id, place] = route.split('/').map(decodePart);
    this.home.hidden = id !== '';
    this.page.hidden = id === '';
    if (id === '') {
      await this.showList();
      const { handed, analysed } = this.context;
      this.context.analysed = undefined;
      if (analysed) await this.done(analysed.document, analysed.record, analysed.place);
      if (handed) {
        this.context.handed = undefined;
        await this.take([handed]);
      }
      return;
    }
    if (this.opened?.stored.id !== id) {
      const stored = await this.store.get(id);
      if (!stored) {
        this.page.hidden = true;
        this.home.hidden = false;
        this.trouble.textContent = this.context.t('matches.not_kept');
        await this.showList();
        return;
      }
      this.opened?.leave();
      this.opened = new OpenedMatch(this.context, stored, () => this.keep(stored));
      this.page.replaceChildren(this.opened.element);
    }
    this.opened.show(place ?? '');
  }

  hide() {
    this.shown = false;
  }

  /** @param {File[]} files */
  async take(files) {
    this.trouble.textContent = '';
    for (const file of files) {
      // Reports are opened locally.
      if (await this.openReport(file)) continue;
      if (file.size > LARGEST) {
        this.trouble.textContent = this.context.t('matches.too_large', { name: file.name, mb: LARGEST / 1024 / 1024 });
      } else {
        this.waiting.push(file);
      }
    }
    this.next();
  }

  /**
   * Opens a file if it is a report.
   *
   * @param {File} file
   */
  async openReport(file) {
    if (!file.name.toLowerCase().endsWith('.json')) return false;
    try {
      const document = JSON.parse(await file.text());
      if (!isReport(document)) return false;
      await this.done(document);
      return true;
    } catch {
      return false;
    }
  }

  /** Analyses the next waiting file. */
  next() {
    if (this.job.running) return;
    const file = this.waiting.shift();
    if (!file) return;
    this.what.textContent = this.context.t('matches.analysing', { name: file.name });
    this.what.hidden = false;
    const query = new URLSearchParams({ name: file.name, preset: this.preset });
    if (this.encoding !== '') query.set('encoding', this.encoding);
    this.job.begin(() => this.context.api.upload(`jobs/analyze?${query}`, file));
  }

  /**
   * Handles a failed or cancelled analysis. The error stays visible while the next file is
   * analysed; without a server, the queue is cleared.
   *
   * @param {unknown} [error]
   */
  over(error) {
    this.what.hidden = true;
    if (error instanceof ApiError && error.status === 0) this.waiting = [];
    if (this.waiting.length === 0) return;
    this.trouble.append(...this.job.trouble.childNodes, ' ');
    this.next();
  }

  /**
   * @param {AnalysisDocument} document
   * @param {unknown} [record] match record in Sheshbesh's JSON format; a list for several matches
   * @param {string} [decision] to show, `GAME.DECISION`
   */
  async done(document, record, decision) {
    this.what.hidden = true;
    let last = '';
    const { notes, ...analysis } = document;
    const records = analysis.matches.length > 1 && Array.isArray(record) ? record : [record];
    for (const [place, match] of analysis.matches.entries()) {
      const id = `${match.file_hash}-${analysis.engine.settings_hash}`;
      const before = await this.store.get(id);
      /** @type {Kept} */
      const stored = {
        id, added: Date.now(), file: match.file, notes: before?.notes ?? notes ?? {},
        record: records[place] ?? before?.record,
        document: { ...analysis, matches: [match] },
      };
      await this.keep(stored);
      last = id;
    }
    this.close();
    this.context.say(this.context.t('matches.done'));
    if (this.waiting.length > 0) {
      await this.showList();
      this.next();
    } else if (last !== '' && this.shown) {
      // Does not interrupt a reader who is in another view. Of several matches, the reader chooses
      // one from the list.
      if (analysis.matches.length > 1) await this.showList();
      else location.hash = `#matches/${encodeURIComponent(last)}${decision ? `/${decision}` : ''}`;
    }
  }

  /** @param {Kept} stored */
  async keep(stored) {
    if (!await this.store.put(stored)) this.trouble.textContent = this.context.t('matches.not_stored');
  }

  async showList() {
    const { t } = this.context;
    const all = await this.store.all();
    const rows = all.map((stored) => {
      const [match] = stored.document.matches;
      const [one, two] = match.players;
      const address = `#matches/${encodeURIComponent(stored.id)}`;
      return h('li', { class: 'panel kept' },
        h('a', { href: address }, `${one.name} – ${two.name}`),
        h('span', {}, `PR ${formatFixed(one.pr, 2)} – ${formatFixed(two.pr, 2)}`),
        h('span', { class: 'note' }, [stored.file, t(`matches.preset.${stored.document.engine.preset}`), formatDate(stored.added)].join(' · ')),
        button(t('matches.delete'), () => this.remove(stored), {
          class: 'quiet', 'aria-label': `${t('matches.delete')}: ${one.name} – ${two.name}`,
        }));
    });
    this.list.replaceChildren(h('h2', {}, t('matches.earlier')),
      rows.length > 0 ? h('ul', { class: 'all-kept' }, ...rows) : h('p', {}, t('matches.none')));
  }

  /** @param {Kept} stored */
  async remove(stored) {
    if (!confirm(this.context.t('matches.sure', { name: stored.file }))) return;
    await this.store.delete(stored.id);
    if (this.opened?.stored.id === stored.id) this.close();
    await this.showList();
  }

  /** Closes the opened match. */
  close() {
    this.opened?.leave();
    this.opened = null;
  }
}
