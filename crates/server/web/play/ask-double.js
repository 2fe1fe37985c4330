// @ts-check
// Question before a double that a press on the cube offers: the cube does not tell what it does.

import { confirmChoice } from '../common/confirm.js';

/**
 * @param {import('../common/types').Translate} t
 * @param {number} now value of the cube
 * @returns {Promise<boolean>} true to double
 */
export async function askDouble(t, now) {
  const values = { value: 2 * now };
  const question = `${t('play.sure.double', values)} ${t('play.double.means', { ...values, now })}`;
  return await confirmChoice(question, [['yes', t('play.do.double', values)]], t('app.cancel')) !== null;
}
