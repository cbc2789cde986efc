// The page in Firefox: playing, the engine, what is kept, and the layout of a phone on its side.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, drag, findFirefox, launchFirefox, placement, ready, rest, serveSite, shownMoves, whyNot, written } from './support.mjs';

const isMissing = !findFirefox();
const skip = Boolean(await whyNot()) || isMissing;
if (isMissing && process.env.CI === 'true') throw new Error('no Firefox');
if (isMissing) console.log('skipped: no Firefox (apt-get install firefox-esr)');
/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveSite>>} */
let site;
before(async () => { if (!skip) [browser, site] = await Promise.all([launchFirefox(), serveSite()]); });
after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * @param {string} name
 * @param {(page: import('puppeteer-core').Page) => Promise<void>} body
 */
const inFirefox = (name, body) => test(name, { skip, timeout: 120_000 }, async () => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.setViewport({ width: 1280, height: 860 });
  await page.goto(`${site.url}#side=white`);
  await ready(page);
  await body(page);
  assert.deepEqual(errors, []);
  await context.close();
});

inFirefox('Firefox: moves are dragged, and the engine shows lines', async (page) => {
  await drag(page, 'e2', 'e4');
  await drag(page, 'e7', 'e5');
  assert.equal(await shownMoves(page), 'e4 e5');
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, { timeout: 60_000 });
});

inFirefox('Firefox: a game is kept over a reload, and undo comes back over documents', async (page) => {
  await drag(page, 'e2', 'e4');
  await written();
  await page.reload();
  await ready(page);
  assert.equal(await shownMoves(page), 'e4');
  await call(page, 'js/paste.js', ['openBrought', '4k3/8/8/8/8/8/4P3/4K3']);
  assert.equal(await placement(page), '4k3/8/8/8/8/8/4P3/4K3');
  await call(page, 'js/chess-state.js', ['undo']);
  assert.equal(await shownMoves(page), 'e4');
});

inFirefox('Firefox: the board is whole in a low window, in the colors of the page', async (page) => {
  await page.setViewport({ width: 844, height: 390 });
  await rest(300);
  const seen = await page.evaluate(() => {
    const box = document.querySelector('reynard-board').getBoundingClientRect();
    return { bottom: box.bottom, side: box.width, wide: document.documentElement.scrollWidth, color: getComputedStyle(document.body).color };
  });
  assert.ok(seen.bottom <= 390 && seen.side > 240 && seen.wide <= 844, JSON.stringify(seen));
  assert.notEqual(seen.color, 'rgb(0, 0, 0)');
});
