// @ts-check
// The transport of this build of the page. `scripts/site` replaces this file by one that runs the
// engine in workers of the browser.

import { HttpTransport } from './http-transport.js';

/** @type {import('./types').Transport} */
export const transport = new HttpTransport();
