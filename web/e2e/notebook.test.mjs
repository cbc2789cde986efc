// The files of a notebook: nothing of them is lost or changed unasked, in any tab.

import assert from 'node:assert/strict';
import { call, choose, exported, pageTests, pgnHash, press, ready, said, stateOf, whyNot } from './support.mjs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readZip } from '../js/learn/zip.js';

/** @typedef {import('puppeteer-core').Page} Page */

const inPage = pageTests(Boolean(await whyNot()));
const NOTEBOOK = 'js/learn/notebook.js';
const GAME = '[White "Me"]\n[Black "You"]\n[Result "1-0"]\n\n1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 1-0\n\n';
const LINE =
  '{"time":1,"offset":0,"run":"a","count":1,"card":"463b96181691fc9c","event":"answer","move":"e2e4","grade":3,"millis":1}\n';

/**
 * Performs an import with files of given names and texts. Waits until it has ended.
 * @param {Page} page
 * @param {Record<string, string>} files
 */
const bring = (page, files) =>
  page.evaluate(async (all) => {
    const { importFiles } = await import(new URL('js/learn/notebook.js', document.baseURI).href);
    const brought = Object.entries(all).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }));
    await importFiles(brought);
  }, files);

/** Returns the files that an export would write, with their texts. @param {Page} page */
const stored = (page) =>
  page.evaluate(async () => {
    const { exportFiles } = await import(new URL('js/learn/notebook.js', document.baseURI).href);
    const files = await exportFiles();
    return Object.fromEntries(
      files.map((/** @type {{name: string, bytes: Uint8Array}} */ { name, bytes }) => [
        name,
        new TextDecoder().decode(bytes),
      ]),
    );
  });

/** Opens the Learn section of another tab. @param {Page} page */
async function learnInOtherTab(page) {
  const other = await page.browserContext().newPage();
  await other.goto(page.url());
  await ready(other);
  await other.click('#tab-learn');
  await call(other, NOTEBOOK, ['openNotebook']);
  return other;
}

/** Opens the notebook in a page that begins anew. @param {Page} page */
async function reopened(page) {
  await page.reload();
  await ready(page);
  await call(page, NOTEBOOK, ['openNotebook']);
}

inPage('a tab that has seen no notebook does not replace the one that another tab has begun', async ({ page }) => {
  const other = await learnInOtherTab(page);
  assert.equal(await stateOf(other, 'learn.notebook'), null);
  await bring(page, { 'games.pgn': GAME });
  await call(page, NOTEBOOK, ['takeNames', ['Me']]);
  assert.equal(await stateOf(page, 'learn.notebook.status.games'), 1);
  const added = await call(other, NOTEBOOK, ['addAnalyzed', GAME.replace('e5 {', 'c5 {'), 'black']);
  assert.deepEqual(added, ['added']);
  await reopened(page);
  assert.deepEqual(await stateOf(page, 'learn.notebook.settings.me'), ['Me']);
  assert.equal(await stateOf(page, 'learn.notebook.status.games'), 2);
});

inPage('settings that two tabs change are both kept, and names that one of them does not show', async ({ page }) => {
  await bring(page, { 'notebook.toml': 'me = ["One"]\n# mine\n' });
  const other = await learnInOtherTab(page);
  await call(page, NOTEBOOK, ['changeNames', ['One', 'Two']]);
  await call(other, NOTEBOOK, ['changeSetting', 'new-cards-a-day', 3]);
  const third = await learnInOtherTab(page);
  await call(page, NOTEBOOK, ['changeNames', ['One', 'Two', 'Three']]);
  await call(third, NOTEBOOK, ['changeNames', ['Two', 'Four']]);
  const { 'notebook.toml': settings } = await stored(page);
  assert.equal(settings, 'me = ["Two","Three","Four"]\n# mine\nnew-cards-a-day = 3\n');
});

inPage('a repertoire of the same name is kept beside the other one, and the same one comes once', async ({ page }) => {
  const [first, second] = ['1. e4 e5 2. Nf3 *', '1. d4 d5 2. c4 *'];
  await call(page, NOTEBOOK, ['addFile', 'repertoire', 'white.pgn', first]);
  for (let i = 0; i < 2; i++) await bring(page, { 'nb/repertoire/white.pgn': second });
  await call(page, NOTEBOOK, ['addFile', 'repertoire', 'white.pgn', first]);
  const { 'repertoire/white.pgn': own, 'repertoire/white-2.pgn': other, ...rest } = await stored(page);
  assert.deepEqual([own, other], [first, second]);
  assert.deepEqual(Object.keys(rest), ['notebook.toml', 'games.pgn', 'reviews.jsonl']);
});

inPage('what is exported is imported: text files, folders, and folders in capitals', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'reynard-notebook-'));
  try {
    writeFileSync(join(folder, 'open-white.txt'), '1. e4 e5 2. Nf3 *');
    await page.click('#tab-learn');
    await choose(page, 'Add a repertoire', join(folder, 'open-white.txt'));
    await page.waitForFunction(() => document.querySelector('.learn-due h2')?.textContent === '2 new');
    const zip = await exported(page);
    assert.ok((await readZip(zip)).some(({ name }) => name === 'repertoire/open-white.pgn'));
    await bring(page, {
      'Repertoire/Black/caro.PGN': '1. e4 c6 *',
      'repertoire/notes.md': 'No game.',
      '__MACOSX/repertoire/._caro.pgn': 'no text',
    });
    assert.deepEqual(await stateOf(page, 'learn.notebook.files'), [
      'repertoire/Black/caro.pgn',
      'repertoire/open-white.pgn',
    ]);
    assert.equal(await stateOf(page, 'learn.notebook.status.kinds.repertoire'), 3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inPage('files without settings begin a notebook that is there after a reload', async ({ page }) => {
  await bring(page, { 'reviews.jsonl': LINE, 'repertoire/a-white.pgn': '1. e4 e5 2. Nf3 *' });
  await reopened(page);
  assert.equal(await stateOf(page, 'learn.notebook.status.answers'), 1);
  assert.deepEqual(await stateOf(page, 'learn.notebook.files'), ['repertoire/a-white.pgn']);
});

inPage('games alone ask for the name of the learner, and are stored as they are', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'reynard-notebook-'));
  try {
    writeFileSync(join(folder, 'games.pgn'), `${GAME}[White "Me"]\n\n*\n`);
    await page.click('#tab-learn');
    await choose(page, 'Import a notebook', join(folder, 'games.pgn'));
    await page.waitForSelector('#learn-name', { visible: true });
    assert.deepEqual(await page.$$eval('.toast', (all) => all.map((own) => own.textContent)), []);
    await press(page, 'Me');
    await press(page, 'That is me');
    assert.equal(await said(page), 'One game added, 0 new cards. One without moves was left out.');
    await reopened(page);
    assert.equal(await stateOf(page, 'learn.notebook.status.games'), 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inPage("a stranger's game adds no name unasked, and one of the learner is added at once", async ({ page }) => {
  await bring(page, { 'notebook.toml': 'me = ["Me"]\n' });
  const stranger = GAME.replace('Me', 'Tal');
  const [asked] = await call(page, NOTEBOOK, ['addAnalyzed', stranger, 'black']);
  assert.equal(asked, 'asked');
  assert.deepEqual(await stateOf(page, 'learn.waiting.names'), ['You', 'Tal']);
  await call(page, NOTEBOOK, ['leaveGames']);
  assert.deepEqual(await call(page, NOTEBOOK, ['addAnalyzed', GAME, 'black']), ['added']);
  assert.deepEqual(await call(page, NOTEBOOK, ['addAnalyzed', GAME, 'black']), ['known']);
  // Moves without names are those of the learner.
  assert.deepEqual(await call(page, NOTEBOOK, ['addAnalyzed', '1. d4 d5 *', 'white']), ['added']);
  assert.deepEqual(await stateOf(page, 'learn.notebook.settings.me'), ['Me']);
  assert.equal(await stateOf(page, 'learn.notebook.status.games'), 2);
});

inPage('all games that wait for a name are added with it, and the question is shown in a session', async ({ page }) => {
  await bring(page, { 'notebook.toml': 'me = ["Me"]\n', 'repertoire/white.pgn': '1. e4 *' });
  await call(page, 'js/learn/drill.js', ['startDrill']);
  await page.click('#tab-learn');
  await page.waitForSelector('.drill-question', { visible: true });
  const stranger = (/** @type {string} */ name, /** @type {string} */ mv) =>
    GAME.replace('Me', name).replace('You', `${name} 2`).replace('e5 {', `${mv} {`);
  for (const [name, mv] of [
    ['Tal', 'c5'],
    ['Anand', 'e6'],
  ])
    assert.deepEqual(await call(page, NOTEBOOK, ['addAnalyzed', stranger(name, mv), 'black']), ['asked']);
  await bring(page, { 'games.pgn': stranger('Carlsen', 'd5') });
  await page.waitForSelector('#learn-name', { visible: true });
  for (const name of ['Tal', 'Anand', 'Carlsen']) await press(page, name);
  await press(page, 'That is me');
  await page.waitForFunction(() => document.querySelector('#learn-name')?.checkVisibility() === false);
  await page.waitForFunction(() =>
    /added.*added.*added/.test(document.querySelector('.learn-said')?.textContent ?? ''),
  );
  assert.equal(await stateOf(page, 'learn.notebook.status.games'), 3);
});

inPage('files that are no part of a notebook are named, and a repertoire is no list of games', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'reynard-notebook-'));
  try {
    for (const name of ['white.pgn', '.hidden']) writeFileSync(join(folder, name), '1. e4 *');
    writeFileSync(join(folder, 'notebook.toml'), 'me = ["Me"]\n');
    await page.click('#tab-learn');
    const paths = ['notebook.toml', 'white.pgn', '.hidden'].map((name) => join(folder, name));
    await choose(page, 'Import a notebook', ...paths);
    const toast = await page.waitForSelector('.toast > span');
    const text = await toast?.evaluate((own) => own.textContent);
    assert.equal(text, 'The notebook is here. Left out, since they are no files of a notebook: white.pgn.');
    await bring(page, { 'nb/repertoire/games.pgn': GAME });
    assert.equal(await stateOf(page, 'learn.notebook.status.games'), 0);
    assert.deepEqual(await stateOf(page, 'learn.notebook.files'), ['repertoire/games.pgn']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inPage('a game of Chess960 is searched as one', async ({ page }) => {
  await bring(page, { 'notebook.toml': 'me = ["Me"]\nnodes = 50\n' });
  const sent = await page.evaluate(async () => {
    const { takeGames } = await import(new URL('js/learn/notebook.js', document.baseURI).href);
    const { postMessage } = Worker.prototype;
    /** @type {string[]} */
    const lines = [];
    Worker.prototype.postMessage = function noted(...values) {
      if (values[0].type === 'line') lines.push(values[0].line);
      return postMessage.apply(this, /** @type {any} */ (values));
    };
    const [first, second] = [
      '[White "Me"]\n[FEN "2rkr3/2p1p3/8/8/8/8/8/RK6 w A - 0 1"]\n\n1. Ra2 c6 1-0\n\n',
      '[White "Me"]\n\n1. e4 1-0\n\n',
    ];
    await takeGames(new TextEncoder().encode(first));
    const count = lines.length;
    await takeGames(new TextEncoder().encode(second));
    return [lines.slice(0, count), lines.slice(count)].map((own) => own.join('\n'));
  });
  assert.match(sent[0], /UCI_Chess960 value true/);
  assert.doesNotMatch(sent[1], /UCI_Chess960 value true/);
});

inPage('an import that is refused while games are added changes nothing', async ({ page }) => {
  await bring(page, { 'notebook.toml': 'me = ["Me"]\n' });
  await page.evaluate(async () => {
    const { store } = await import(new URL('js/chess-state.js', document.baseURI).href);
    store.set({ learn: { ...store.get().learn, work: { game: 0, games: 1, part: 0 } } });
  });
  const files = { 'notebook.toml': 'me = ["Other"]\n', 'repertoire/a-white.pgn': '1. e4 *', 'games.pgn': GAME };
  await assert.rejects(bring(page, files), /Other games are being added/);
  const after = await stored(page);
  assert.equal(after['notebook.toml'], 'me = ["Me"]\n');
  assert.ok(!('repertoire/a-white.pgn' in after));
});

inPage(
  'the game on the board is kept at once where the name is known',
  async ({ page }) => {
    await bring(page, { 'notebook.toml': 'me = ["Me"]\n' });
    await press(page, 'Analyze the game');
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('button')].some(
          (own) => own.textContent === 'Add to my notebook' && own.checkVisibility(),
        ),
      { timeout: 60_000 },
    );
    await press(page, 'Add to my notebook');
    await page.waitForFunction(
      () => document.querySelector('.toast > span')?.textContent === 'The game is in your notebook.',
    );
  },
  { hash: pgnHash('[White "Me"]\n[Black "You"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *') },
);

inPage('a notebook that cannot be read once is read the next time', async ({ page }) => {
  await bring(page, { 'notebook.toml': 'me = ["Me"]\n' });
  await page.reload();
  await ready(page);
  await page.evaluate(() => {
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function once() {
      IDBObjectStore.prototype.getAll = getAll;
      throw new Error('away');
    };
  });
  await assert.rejects(call(page, NOTEBOOK, ['openNotebook']), /away/);
  assert.equal(await stateOf(page, 'learn.isOpening'), false);
  await call(page, NOTEBOOK, ['openNotebook']);
  assert.deepEqual(await stateOf(page, 'learn.notebook.settings.me'), ['Me']);
});

inPage('while a notebook is read anew, its cards are whole', async ({ page }) => {
  const moves = ['a3', 'b3', 'c3', 'd3', 'e3', 'f3', 'g3', 'h3', 'a4', 'b4', 'c4', 'd4', 'e4', 'f4'];
  const answers = ['a6', 'b6', 'c6', 'd6', 'e6', 'f6', 'g6', 'h6', 'a5', 'b5', 'c5', 'd5'];
  const games = moves.flatMap((one) => answers.map((two) => `[White "Me"]\n\n1. ${one} ${two} *\n\n`));
  await bring(page, { 'notebook.toml': 'me = ["Me"]\n', 'games.pgn': games.join('') });
  assert.equal(await stateOf(page, 'learn.notebook.status.games'), 168);
  const seen = await page.evaluate(async () => {
    const own = await import(new URL('js/learn/notebook.js', document.baseURI).href);
    const counts = new Set();
    let isOver = false;
    const change = own.changeSetting('new-cards-a-day', 5).then(() => {
      isOver = true;
    });
    while (!isOver) {
      counts.add(JSON.parse(own.cards().status(Date.now(), 0)).games);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await change;
    return [...counts];
  });
  assert.deepEqual(seen, [168]);
});

inPage('games that were not written to their end are counted', async ({ page }) => {
  await bring(page, { 'notebook.toml': 'me = ["Me"]\n', 'games.pgn': GAME });
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('reynard-notebook');
        request.onsuccess = () => {
          const transaction = request.result.transaction('games', 'readwrite');
          transaction.objectStore('games').add('[White "Me"]\n\n1. d4 d5 2. c4');
          transaction.oncomplete = resolve;
        };
      }),
  );
  await reopened(page);
  assert.equal(await stateOf(page, 'learn.notebook.status.games'), 1);
  assert.equal(await stateOf(page, 'learn.said'), 'One game without a result at its end gives no cards.');
});
