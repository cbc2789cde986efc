// The room for documents: which ones make way for others, and a storage that is full.

import assert from 'node:assert/strict';
import { call, pageTests, paste, play, ready, rest, shownMoves, stateOf, whyNot, written } from './support.mjs';

const inPage = pageTests(Boolean(await whyNot()));
/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Page} page */
async function reload(page) {
  await page.reload();
  await ready(page);
}

/** @param {Page} page */
const toasts = (page) => page.$$eval('.toast > span', (found) => found.map((own) => own.textContent).join(' | '));

/** Returns a value of each document, the latest first. @param {Page} page @param {string} name */
const kept = (page, name) =>
  page.evaluate(async (own) => {
    const { listDocuments } = await import(new URL('js/library.js', document.baseURI).href);
    return (await listDocuments()).map((/** @type {Record<string, string>} */ stored) => stored[own]);
  }, name);

/** Opens the text of a file, and stores it. @param {Page} page @param {string} text */
const openFile = (page, text) =>
  page.evaluate(async (pgn) => {
    const [{ openPgn }, { writeNow }] = await Promise.all(
      ['js/chess-state.js', 'js/documents.js'].map((path) => import(new URL(path, document.baseURI).href)),
    );
    openPgn(new TextEncoder().encode(pgn), 'game.pgn');
    await writeNow();
  }, text);

const gameOf = (/** @type {string} */ name) => `[White "${name}"]\n[Black "Black"]\n\n1. e4 e5 *\n\n`;

/**
 * Makes the storage of a page full for texts with a word, until `isFull` is unset there. As in a
 * browser, the request fails
 * first, while the transaction has no error yet, and then the transaction ends with it.
 * @param {Page} page
 * @param {string} [word] if it is empty, no text has room
 */
const fill = (page, word = '') =>
  page.evaluate((own) => {
    const put = IDBObjectStore.prototype.put;
    Object.assign(globalThis, { isFull: true });
    IDBObjectStore.prototype.put = function full(...values) {
      const request = put.apply(this, /** @type {any} */ (values));
      if (/** @type {any} */ (globalThis).isFull && this.name === 'texts' && String(values[0]).includes(own)) {
        const { transaction } = this;
        const error = new DOMException('full', 'QuotaExceededError');
        const get = () => (globalThis.event?.type === 'abort' ? error : null);
        Object.defineProperty(transaction, 'error', { configurable: true, get });
        queueMicrotask(() => transaction.abort());
      }
      return request;
    };
  }, word);

inPage('a full storage is said, the page goes on, and all is kept when there is room', async ({ page }) => {
  await page.evaluate(async () => {
    const { OWNER, writeDocument } = await import(new URL('js/library.js', document.baseURI).href);
    const place = { index: 0, path: [], orientation: 'white', tab: 'analyze' };
    for (let i = 0; i < 8; i++) {
      const stored = { id: `own-${i}`, title: `${i}`, changed: i, owner: OWNER, games: 1, name: null, letters: null };
      await writeDocument({ ...stored, place, play: null }, { games: new Map([[0, '1. d4 *']]) });
    }
  });
  await fill(page);
  await play(page, 'e4');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.toast')].some((own) =>
      /storage of the browser is full/.test(own.textContent ?? ''),
    ),
  );
  await play(page, 'e5');
  assert.equal(await shownMoves(page), 'e4 e5');
  // Nothing is deleted to make room.
  assert.deepEqual(
    (await kept(page, 'id')).filter((id) => id.startsWith('own-')),
    ['own-7', 'own-6', 'own-5', 'own-4', 'own-3', 'own-2', 'own-1', 'own-0'],
  );
  // As soon as there is room, everything is kept.
  await page.keyboard.press('k');
  await page.evaluate(() => Object.assign(globalThis, { isFull: false }));
  await call(page, 'js/documents.js', ['forgetDocument', 'own-0']);
  await rest(100);
  await reload(page);
  assert.equal(await shownMoves(page), 'e4 e5');
  assert.equal(await stateOf(page, 'node'), 1);
});

inPage('games that are only opened push out no edited game, and one that is pushed out is named', async ({ page }) => {
  const open = (/** @type {string} */ name) => openFile(page, gameOf(name));
  const titles = () => kept(page, 'title');
  for (let i = 0; i < 3; i++) {
    await open(`Edited ${i}`);
    await call(page, 'js/chess-state.js', ['goLast']);
    await play(page, 'Nf3');
    await call(page, 'js/documents.js', ['writeNow']);
  }
  for (let i = 0; i < 30; i++) await open(`Opened ${i}`);
  const all = await titles();
  assert.equal(all.length, 20);
  assert.equal(all[0], 'Opened 29 – Black');
  assert.deepEqual(all.slice(17), ['Edited 2 – Black', 'Edited 1 – Black', 'Edited 0 – Black']);
  assert.doesNotMatch(await toasts(page), /is removed/);
  // A document that was only opened and is opened again is still one that was only opened.
  await page.goBack();
  await page.waitForFunction(() => document.title !== '' && history.state?.document);
  await call(page, 'js/chess-state.js', ['goLast']);
  await written(page);
  for (let i = 3; i < 21; i++) {
    await open(`Edited ${i}`);
    await play(page, 'd4');
    await call(page, 'js/documents.js', ['writeNow']);
  }
  assert.match(await toasts(page), /Edited 0 – Black was the oldest of the 20 games and lists/);
  const edited = Array.from({ length: 20 }, (_, i) => `Edited ${20 - i} – Black`);
  const isEdited = (/** @type {string} */ title) => title.startsWith('Edited');
  assert.deepEqual((await titles()).filter(isEdited), edited);
  // The last ones that were only opened stay.
  await open('First');
  await open('Second');
  assert.deepEqual((await titles()).slice(0, 2), ['Second – Black', 'First – Black']);
  assert.deepEqual((await titles()).filter(isEdited), edited);
  assert.equal((await titles()).length, 25);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#tag-White')?.value === 'First');
});

inPage('a game that was pasted is kept like one that was made, and so is a list', async ({ page }) => {
  for (const text of [gameOf('Pasted'), gameOf('A') + gameOf('B')]) {
    await paste(page, text);
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length > 0);
    await written(page);
    assert.equal((await kept(page, 'content'))[0], 'edited');
    await reload(page);
    await call(page, 'js/chess-state.js', ['goLast']);
    await written(page);
    assert.equal((await kept(page, 'content'))[0], 'edited', 'after a reload');
  }
  for (const text of [gameOf('Opened'), gameOf('C') + gameOf('D')]) {
    await openFile(page, text);
    assert.equal((await kept(page, 'content'))[0], 'opened');
  }
});

inPage('a game that the page has removed is not said to be deleted by the browser', async ({ page }) => {
  await openFile(page, gameOf('First'));
  const first = await stateOf(page, 'document');
  for (let i = 0; i < 20; i++) await openFile(page, gameOf(`Other ${i}`));
  assert.ok(!(await kept(page, 'id')).includes(first));
  await page.evaluate((id) => {
    history.pushState({ document: id }, '', location.pathname);
    history.pushState({ document: 'other' }, '', location.pathname);
  }, first);
  await page.goBack();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.toast')].some((own) => /removed to make room/.test(own.textContent ?? '')),
  );
});

inPage('a document whose page is being reloaded is not removed by another one', async ({ page, url }) => {
  await openFile(page, gameOf('Reloaded'));
  const id = await stateOf(page, 'document');
  const other = await page.browserContext().newPage();
  await other.goto(`${url}?other`);
  await ready(other);
  await page.goto('about:blank');
  for (let i = 0; i < 22; i++) await openFile(other, gameOf(`Other ${i}`));
  const ids = await kept(other, 'id');
  assert.ok(ids.includes(id));
  assert.equal(ids.length, 21);
});

for (const how of ['a write', 'a deletion'])
  inPage(`what had no room is stored after ${how} that makes room, and leaving warns before`, async ({ page, url }) => {
    await play(page, 'e4');
    await written(page);
    const small = await stateOf(page, 'document');
    await fill(page, 'large');
    await paste(page, '[White "Large"]\n\n1. c4 {large} *');
    await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 1);
    await written(page);
    // A smaller game has room, but the large one is only in the memory of the page.
    await paste(page, '[White "Small"]\n\n1. d4 *');
    await written(page);
    const warns = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    assert.equal(await warns(), true);
    await page.evaluate(() => Object.assign(globalThis, { isFull: false }));
    if (how === 'a deletion') await call(page, 'js/documents.js', ['forgetDocument', small]);
    else {
      await play(page, 'd5');
      await written(page);
    }
    assert.equal(await warns(), false);
    const other = await page.browserContext().newPage();
    await other.goto(`${url}?other`);
    await ready(other);
    assert.ok((await kept(other, 'title')).includes('Large'));
  });
