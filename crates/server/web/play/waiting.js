// @ts-check
// Notice that the server takes long to answer.

/** Delay before the notice, in milliseconds. */
const SLOW = 1000;

/**
 * Waits for a response, and meanwhile shows a notice if it takes long.
 *
 * @template R
 * @param {import('../common/types').Context} context
 * @param {HTMLElement} status element for the notice
 * @param {() => Promise<R>} what
 * @returns {Promise<R>}
 */
export async function noticeWhile({ api, t }, status, what) {
  const before = status.textContent;
  let isShown = false;
  const says = (/** @type {string} */ words) => {
    isShown = true;
    status.textContent = words;
  };
  const slow = setTimeout(() => says(t('analyse.thinking')), SLOW);
  const stopWaiting = api.onwait((waits) => says(t(waits ? 'app.busy' : 'analyse.thinking')));
  try {
    return await what();
  } finally {
    clearTimeout(slow);
    stopWaiting();
    if (isShown) status.textContent = before;
  }
}
