// @ts-check
// Question before a double that a press on the cube offers: the cube does not tell what it does.

import { confirmChoice } from '../common/confirm.js';
import { nextValue } from './cube.js';

/**
 * @param {import('../common/types').Translate} t
 * @param {import('../common/types').Cube} cube
 * @returns {Promise<boolean>} true to double
 */
export async function askDouble(t, cube) {
  const values = { value: nextValue(cube) };
  const question = `${t('play.sure.double', values)} ${t('play.double.means', { ...values, now: cube.value })}`;
  return await confirmChoice(question, [['yes', t('play.do.double', values)]], t('app.cancel')) !== null;
}
