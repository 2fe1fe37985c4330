// @ts-check
// The Matches view: uploads, the list of matches, and the pages opened from there, which are loaded
// when they are needed.

import { ApiError } from '../common/api.js';
import { button, failure, h, select } from '../common/dom.js';
import { decodePart } from '../analyse/question.js';
import { MatchList, SAMPLE } from './match-list.js';
import { takeLeftNote } from './notes.js';
import { Store } from './store.js';
import { JobProgress } from '../common/job-progress.js';

/** @typedef {import('../common/answers').AnalysisDocument} AnalysisDocument */
/** @typedef {import('../common/answers').StoredMatch} Kept */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').PageView} PageView */

/**
 * A page of the view.
 *
 * @typedef {object} Page
 * @property {HTMLElement} element
 * @property {(rest: string) => void} show shows the part that the rest of the address names
 * @property {() => void} leave releases everything that outlives the page
 * @property {(event: KeyboardEvent) => void} [key]
 */

/** Pages beside those of the matches, by their part of the address.
 * @type {Record<string, () => Promise<{page: (context: Context, store: Store) => Page}>>} */
const PAGES = {
  players: () => import('./players.js'),
  quiz: () => import('../quiz/quiz.js'),
};

/** Pause between questions whether the server is back, in milliseconds. */
const RETRY = 2000;
const PRESETS = ['quick', 'standard', 'deep', 'world-class'];
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
    /** The opened page, and its address. @type {Page | null} */
    this.opened = null;
    this.address = '';
    /** Number of the latest address shown. */
    this.turn = 0;
    this.preset = 'standard';
    /** Empty for automatic detection. */
    this.encoding = '';
    this.shown = false;
    /** Files waiting for the current analysis to finish. @type {File[]} */
    this.waiting = [];
    /** File that is being analysed. @type {File | null} */
    this.file = null;
    /** Number of files since there were none left. */
    this.batch = 0;
    /** Number of the latest wait for a lost server; 0 after it was given up. */
    this.lost = 0;
    this.job = new JobProgress(context, {
      done: ({ result, record }) => this.done(result, record),
      over: (error) => this.over(error),
    });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.list = new MatchList(context, this.store, {
      removed: (id) => { if (this.address === id) this.close(); },
      sample: () => this.openSample(),
    });
    this.what = h('p', { hidden: true });
    this.absent = h('p', { class: 'absent', role: 'alert', hidden: true }, t('matches.lost'), ' ',
      button(t('app.cancel'), () => this.giveUp()));
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
      this.what, this.job.element, this.absent, this.trouble);
    this.home = h('div', { class: 'home' }, this.drop, this.list.element);
    this.page = h('div', { class: 'opened', hidden: true });
    this.element = h('div', { class: 'matches' }, this.home, this.page);
    this.listen();
    /** Resolves once a note that was left half-typed is stored. */
    this.ready = this.keepLeftNote();
  }

  async keepLeftNote() {
    const left = takeLeftNote();
    const stored = left && await this.store.get(left.id);
    if (!left || !stored) return;
    if (left.text === '') delete stored.notes[left.place];
    else stored.notes[left.place] = left.text;
    await this.keep(stored);
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
      this.showHome();
      this.take([...(event.dataTransfer?.files ?? [])]);
    });
    document.addEventListener('keydown', (event) => {
      if (this.shown && !this.page.hidden) this.opened?.key?.(event);
    });
  }

  /**
   * @param {string} route `ID` or `ID/GAME.DECISION`, counted from 0; `players/NAME` or `quiz`
   */
  async show(route) {
    this.shown = true;
    this.turn += 1;
    const { turn } = this;
    const [name, rest = ''] = route.split('/').map(decodePart);
    await this.ready;
    if (turn !== this.turn) return;
    if (name === '') {
      const { address } = this;
      this.close();
      this.showHome();
      await this.list.draw();
      // The reader goes on from the link that led away.
      if (address !== '' && document.activeElement === document.body) this.list.focus(address);
      const { handed, analysed } = this.context;
      if (analysed) {
        this.context.analysed = undefined;
        this.batch = 1;
        await this.done(analysed.document, analysed.record, analysed.place);
      }
      if (handed) {
        this.context.handed = undefined;
        await this.take([handed]);
      }
      return;
    }
    if (this.address !== name) {
      const page = await this.load(name);
      if (turn !== this.turn) {
        page?.leave();
        return;
      }
      this.close();
      if (!page) return;
      this.opened = page;
      this.address = name;
      this.page.replaceChildren(page.element);
      // A page that was opened from here begins at its top; a reloaded one stays where it was.
      if (turn > 1) scrollTo(0, 0);
    }
    this.home.hidden = true;
    this.page.hidden = false;
    const focused = document.activeElement;
    if (turn > 1 && (focused === document.body || this.home.contains(focused))) {
      /** @type {HTMLElement | null} */ (this.page.querySelector('h2'))?.focus({ preventScroll: true });
    }
    this.opened?.show(rest);
  }

  showHome() {
    this.home.hidden = false;
    this.page.hidden = true;
  }

  /**
   * Loads the page of an address. Without one, the list says why.
   *
   * @param {string} name
   * @returns {Promise<Page | null>}
   */
  async load(name) {
    const { context, store } = this;
    try {
      if (Object.hasOwn(PAGES, name)) return (await PAGES[name]()).page(context, store);
      const stored = await store.get(name);
      if (stored) {
        const { OpenedMatch } = await import('./opened-match.js');
        return new OpenedMatch(context, stored, () => this.keep(stored));
      }
      this.trouble.textContent = context.t('matches.not_kept');
    } catch {
      const { t } = context;
      this.trouble.replaceChildren(...failure(t('app.unreachable'), t('play.again'), () => location.reload()));
    }
    this.showHome();
    await this.list.draw();
    return null;
  }

  hide() {
    this.shown = false;
  }

  /** @param {File[]} files */
  async take(files) {
    this.trouble.textContent = '';
    if (!this.job.running && this.waiting.length === 0) this.batch = 0;
    this.batch += files.length;
    for (const file of files) {
      // Reports are opened locally.
      if (await this.openReport(file)) continue;
      const largest = this.context.limits.file_bytes;
      if (file.size > largest) {
        this.trouble.textContent = this.context.t('matches.too_large', { name: file.name, mb: largest / 1024 / 1024 });
      } else {
        this.waiting.push(file);
      }
    }
    this.next();
  }

  /** Analyses the sample match. */
  async openSample() {
    const { TEXT } = await import('./sample.js');
    await this.take([new File([TEXT], SAMPLE, { type: 'text/plain' })]);
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
    const file = this.waiting.shift() ?? null;
    this.file = file;
    if (!file) return;
    this.what.textContent = this.context.t('matches.analysing', { name: file.name });
    this.what.hidden = false;
    const query = new URLSearchParams({ name: file.name, preset: this.preset });
    if (this.encoding !== '') query.set('encoding', this.encoding);
    this.job.begin(() => this.context.api.upload(`jobs/analyze?${query}`, file));
  }

  /**
   * Handles a failed or cancelled analysis. The error stays visible while the next file is
   * analysed; without a server, the file waits until it is back.
   *
   * @param {unknown} [error]
   */
  over(error) {
    this.what.hidden = true;
    if (error instanceof ApiError && error.status === 0 && this.file) {
      this.job.trouble.replaceChildren();
      this.waiting.unshift(this.file);
      this.awaitServer();
      return;
    }
    if (this.waiting.length === 0) return;
    this.trouble.append(...this.job.trouble.childNodes, ' ');
    this.next();
  }

  /** Asks until the server answers, then goes on with the waiting files. */
  async awaitServer() {
    this.lost += 1;
    const { lost } = this;
    this.absent.hidden = false;
    for (;;) {
      await new Promise((done) => setTimeout(done, RETRY));
      if (lost !== this.lost) return;
      try {
        await this.context.api.get('games');
        break;
      } catch {
        // The server is still away.
      }
    }
    if (lost !== this.lost) return;
    this.absent.hidden = true;
    this.next();
  }

  /** Forgets the files that wait for a lost server. */
  giveUp() {
    this.lost += 1;
    this.waiting = [];
    this.absent.hidden = true;
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
    if (this.address === last) this.close();
    this.context.say(this.context.t('matches.done'));
    await this.list.draw();
    if (this.waiting.length > 0) this.next();
    // Does not interrupt a reader who is in another view or on another page. Of several matches,
    // and after several files, the reader chooses one from the list.
    else if (last !== '' && this.shown && this.page.hidden && this.batch < 2 && analysis.matches.length === 1) {
      location.hash = `#matches/${encodeURIComponent(last)}${decision ? `/${decision}` : ''}`;
    }
  }

  /** @param {Kept} stored */
  async keep(stored) {
    if (!await this.store.put(stored)) this.trouble.textContent = this.context.t('matches.not_stored');
  }

  /** Closes the opened page. */
  close() {
    this.opened?.leave();
    this.opened = null;
    this.address = '';
    this.page.replaceChildren();
  }
}
