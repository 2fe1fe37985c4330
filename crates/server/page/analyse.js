// @ts-check
/**
 * @param {HTMLElement} root
 * @param {import('./types').Context} context
 * @returns {import('./types').PageView}
 */
export function view(root, context) {
  root.append(context.t('app.analyse'));
  return { show() {}, hide() {} };
}
