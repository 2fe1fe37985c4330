// @ts-check
// A job of the server with its progress and a cancel button.

import { button, h } from './dom.js';
import { formatPercent } from './i18n.js';
import { ApiError, errorText } from './api.js';
import { loadServerWords } from './server-text.js';

/** @typedef {import('./types').Context} Context */

export class JobProgress {
  /**
   * @param {Context} context
   * @param {{done: (job: any) => void, part?: (result: any) => void, over?: (error?: unknown) => void}} tell
   *   callbacks for the finished job, for intermediate results, and for failure or cancellation
   */
  constructor(context, tell) {
    this.context = context;
    this.tell = tell;
    /** @type {string | null} */
    this.id = null;
    /** True while a job is requested, waits or runs. */
    this.running = false;
    /** Number of the latest start; results of earlier ones are ignored. */
    this.start = 0;
    this.stopListening = () => {};
    this.bar = h('progress', { max: 1, value: 0, 'aria-label': context.t('analyse.progress') });
    this.words = h('span', { class: 'so-far' });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.line = h('div', { class: 'row progress', hidden: true }, this.bar, this.words,
      button(context.t('app.cancel'), () => {
        this.cancel();
        this.tell.over?.();
      }));
    this.element = h('div', { class: 'work' }, this.line, this.trouble);
    /** Removes the listener. */
    this.stopWaiting = context.api.onwait((waits) => {
      if (this.running && this.id === null) this.words.textContent = context.t(waits ? 'app.busy' : 'analyse.waiting');
    });
  }

  /** @param {() => Promise<{id: string}>} begin requests the job from the server */
  async begin(begin) {
    this.cancel();
    this.start += 1;
    const start = this.start;
    this.trouble.textContent = '';
    this.progress({ done: 0, of: 0 });
    this.line.hidden = false;
    this.running = true;
    try {
      const { id } = await begin();
      if (start !== this.start) {
        await this.context.api.delete(`jobs/${id}`);
        return;
      }
      this.id = id;
      this.stopListening = this.context.api.events(id, (event, data) => {
        if (start === this.start) this.onEvent(event, data);
      });
    } catch (error) {
      if (start === this.start) this.failed(error);
    }
  }

  /**
   * @param {string} event
   * @param {any} data
   */
  async onEvent(event, data) {
    if (event === 'progress') {
      this.progress(data?.progress ?? data);
      if (data?.result) this.tell.part?.(data.result);
      return;
    }
    if (event === 'silent') {
      this.words.textContent = this.context.t('job.silent');
      return;
    }
    const { id, start } = this;
    if (event === 'failed' || event === 'lost') {
      await loadServerWords();
      if (start === this.start) this.failed(new ApiError(event === 'lost' ? 0 : 422, data?.error ?? '', data));
    } else if (event === 'cancelled') {
      this.finish();
      this.tell.over?.();
    } else {
      try {
        const job = data?.result ? data : await this.context.api.get(`jobs/${id}`);
        if (start !== this.start) return;
        this.finish();
        this.tell.done(job);
      } catch (error) {
        if (start === this.start) this.failed(error);
      }
    }
  }

  /** Resets the state after the end of a job. */
  finish() {
    this.id = null;
    this.running = false;
    this.line.hidden = true;
  }

  /** @param {{done: number, of: number}} progress */
  progress({ done, of }) {
    const share = of > 0 ? done / of : 0;
    this.bar.value = share;
    this.words.textContent = of > 0 ? formatPercent(share, 0) : this.context.t('analyse.waiting');
  }

  /** @param {unknown} error */
  failed(error) {
    this.finish();
    this.trouble.replaceChildren(errorText(this.context.t, error));
    this.tell.over?.(error);
  }

  /** Cancels the job; intermediate results stay. */
  cancel() {
    this.start += 1;
    this.stopListening();
    const { id } = this;
    this.finish();
    // The job may have ended already.
    if (id !== null) this.context.api.delete(`jobs/${id}`).catch(() => {});
  }

  /** Cancels the job, and releases the listener once the progress is no longer shown. */
  leave() {
    this.cancel();
    this.stopWaiting();
  }
}
