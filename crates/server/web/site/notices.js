// @ts-check
// Notices and settings of the site: the network that answers, use without a connection, and new
// versions.

import { button, checkbox, h } from '../common/dom.js';
import { formatPercent } from '../common/i18n.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('./networks.js').Networks} Networks */

/** Time after which the notice about a network is shown, in milliseconds: stored files are faster. */
const DELAY = 500;

/**
 * @param {Context} context
 * @param {Networks} networks
 */
export function attachNotices(context, networks) {
  const line = h('p', { class: 'waits', id: 'network', hidden: true });
  const update = h('p', { class: 'waits', id: 'update', role: 'status', hidden: true });
  document.getElementById('main')?.before(line, update);
  addSettings(context, networks);
  let since = 0;
  const show = () => {
    if (networks.loading === null) since = 0;
    else since ||= Date.now();
    line.hidden = since === 0 || Date.now() - since < DELAY;
    line.textContent = line.hidden ? '' : networkText(context, networks);
    // Tests and style sheets can tell the networks apart.
    document.documentElement.dataset.network = networks.main;
  };
  networks.listeners.add(show);
  show();
  register(context, update);
}

/**
 * @param {Context} context
 * @param {Networks} networks
 */
function networkText({ t }, { main, loading }) {
  if (loading === null) return t(`site.by-${main}`);
  const share = formatPercent(loading.share, 0);
  return t(`site.${main}-until-${loading.name}`, { share });
}

/**
 * Adds a group to the settings dialog.
 *
 * @param {Context} context
 * @param {Networks} networks
 */
function addSettings(context, networks) {
  const { t, settings } = context;
  const network = h('p', { id: 'site-network' });
  const offline = h('p', { id: 'site-offline' });
  const mb = Math.round(networks.find('strong').bytes / 1e6);
  const strong = checkbox(t('site.use-strong', { mb }), settings.get('strong'), (ticked) => {
    settings.set('strong', ticked);
    // The notice stays as it is if the file cannot be loaded.
    if (ticked) networks.improve('strong').catch(() => { network.textContent = t('site.needs-file', { file: networks.find('strong').path }); });
    else networks.weaken();
  }, { id: 'setting-strong' });
  const group = h('fieldset', { class: 'site' }, h('legend', {}, t('site.title')), network, strong, offline);
  document.querySelector('#settings .about')?.before(group);
  const show = () => { network.textContent = networkText(context, networks); };
  networks.listeners.add(show);
  show();
  const ready = () => { offline.textContent = t(navigator.serviceWorker?.controller ? 'site.offline' : 'site.online'); };
  ready();
  navigator.serviceWorker?.addEventListener('controllerchange', ready);
}

/**
 * Registers the service worker, which stores the site in the browser, and tells when a new version
 * waits. Browsers allow that over HTTPS and on this computer only.
 *
 * @param {Context} context
 * @param {HTMLElement} notice
 */
async function register({ t, say }, notice) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  try {
    const registration = await workers.register('sw.js');
    const tell = () => {
      const { waiting } = registration;
      if (!waiting || !workers.controller) return;
      notice.hidden = false;
      notice.replaceChildren(t('site.update'), ' ', button(t('site.reload'), () => {
        workers.addEventListener('controllerchange', () => location.reload(), { once: true });
        waiting.postMessage('activate');
      }));
      say(t('site.update'));
    };
    tell();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', tell);
    });
  } catch {
    // Storage is refused: the site works, but only with a connection. The settings say so.
  }
}
