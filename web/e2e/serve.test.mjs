// The panels that need a server, in a real browser: explorer, tablebases, games and engines of
// `reynard serve`.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  SERVE,
  call,
  launch,
  openPage,
  play,
  press,
  ready,
  rest,
  shownMoves,
  startServer,
  stateOf,
  whyNot,
  written,
} from './support.mjs';

const skip = Boolean(await whyNot()) || !SERVE;
const TABLES = fileURLToPath(new URL('../../crates/reynard-syzygy/tests/tables', import.meta.url));
const ENGINE = fileURLToPath(new URL('uci-engine.mjs', import.meta.url));
const ROOK_ENDING = '#fen=8/8/8/8/8/3k4/8/K6R_w_-_-_0_1';

/** @param {string[]} games */
const pgn = (games) => games.map((game) => `${game}\n\n`).join('');
const OPEN_GAMES = pgn([
  ...Array.from(
    { length: 130 },
    (_, i) =>
      `[White "Tal ${i}"]\n[Black "Kan"]\n[Date "19${50 + (i % 40)}.??.??"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0`,
  ),
  ...Array.from({ length: 20 }, (_, i) => `[White "Bird"]\n[Black "Zukertort ${i}"]\n[Result "0-1"]\n\n1. f4 e5 0-1`),
]);
const CLOSED_GAMES = pgn([
  '[White "Réti"]\n[Black "Lasker"]\n[Date "1924.03.22"]\n[Result "1/2-1/2"]\n\n1. Nf3 d5 2. c4 1/2-1/2',
]);

/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
let folder = '';

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'reynard-serve-'));
  const files = [
    ['open.pgn', OPEN_GAMES],
    ['closed.pgn', CLOSED_GAMES],
  ].map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return ['--pgn', join(folder, name)];
  });
  [browser, server] = await Promise.all([
    launch(),
    startServer([...files.flat(), '--syzygy', TABLES, '--engine', `node "${ENGINE}"`]),
  ]);
});
after(async () => {
  await browser?.close();
  await server?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/**
 * @param {string} name
 * @param {(page: import('puppeteer-core').Page) => Promise<void>} body
 * @param {Parameters<typeof openPage>[2] & {hash?: string}} [options]
 */
function inPage(name, body, options = {}) {
  test(name, { skip, timeout: 90_000 }, async () => {
    const opened = await openPage(browser, server.url + (options.hash ?? ''), options);
    try {
      await opened.page.waitForFunction(
        async () => (await import(new URL('js/chess-state.js', document.baseURI).href)).store.get().server !== null,
      );
      await body(opened.page);
      assert.deepEqual(opened.errors, []);
    } finally {
      await opened.close();
    }
  });
}

const openExplorer = (/** @type {import('puppeteer-core').Page} */ page) =>
  page.evaluate(() => {
    document.querySelector('.explorer').open = true;
  });
/**
 * Returns the moves in the explorer and their game counts as soon as `first` is the first move.
 * @param {import('puppeteer-core').Page} page
 * @param {string} first
 */
async function explored(page, first) {
  await page.waitForFunction((san) => document.querySelector('.explored tbody th')?.textContent === san, {}, first);
  return page.$$eval('.explored tbody tr', (rows) =>
    rows.map((row) => [...row.querySelectorAll('th, .number-cell')].map((cell) => cell.textContent).join(' ')),
  );
}
/** @param {import('puppeteer-core').Page} page @param {string} panel @param {string} text */
async function typeFilter(page, panel, text) {
  await page.focus(`${panel} .filter`);
  await page.$eval(`${panel} .filter`, (field) => field.select());
  await page.keyboard.press('Backspace');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

inPage('the explorer counts the moves of a database, plays them, and opens a game', async (page) => {
  await openExplorer(page);
  assert.deepEqual(await explored(page, 'e4'), ['e4 130', 'f4 20']);
  assert.equal(
    await page.$eval('.explored .result-bar', (bar) => bar.getAttribute('aria-label')),
    'White won 130, 0 draws, Black won 0',
  );
  await page.click('.explored tbody .line-move');
  assert.deepEqual(await explored(page, 'e5'), ['e5 130']);
  assert.equal(await shownMoves(page), 'e4');
  await page.click('.games-here .link-button');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .moves .move').length === 3);
  assert.equal(await page.$eval('#bottom-player .strip-name', (name) => name.textContent?.slice(0, 3)), 'Tal');
  // The game opens at the position that was explored.
  await page.waitForFunction(() =>
    document.querySelector('#panel-analyze [aria-current]')?.textContent?.includes('e4'),
  );
});

inPage('every database can be chosen, in the explorer and among the games', async (page) => {
  await openExplorer(page);
  await explored(page, 'e4');
  assert.deepEqual(
    await page.$$eval('.explorer select option', (options) => options.map((option) => option.textContent)),
    ['open.pgn', 'closed.pgn'],
  );
  await page.select('.explorer select', '1');
  assert.deepEqual(await explored(page, 'Nf3'), ['Nf3 1']);
  await page.click('#tab-games');
  await page.waitForFunction(() => document.querySelectorAll('#panel-games .game-row').length === 1);
  await page.click('#panel-games .game-row');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .moves .move').length === 3);
  assert.equal(await shownMoves(page), 'Nf3 d5 c4');
});

inPage('a filter narrows the explorer; one that cannot be read shows its error at the field', async (page) => {
  await openExplorer(page);
  await explored(page, 'e4');
  await typeFilter(page, '.explorer', 'white~bird');
  assert.deepEqual(await explored(page, 'f4'), ['f4 20']);
  await typeFilter(page, '.explorer', 'whiet~bird');
  await page.waitForFunction(
    () => document.querySelector('.explorer .filter')?.getAttribute('aria-invalid') === 'true',
  );
  const error = await page.$eval('.explorer .filter', (field) => {
    const shown = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    return shown?.checkVisibility() ? shown.textContent : '';
  });
  assert.equal(error, 'column 1: `whiet` is not a condition; did you mean white?');
  await typeFilter(page, '.explorer', '');
  assert.deepEqual(await explored(page, 'e4'), ['e4 130', 'f4 20']);
  assert.equal(await page.$eval('.explorer .field-error', (own) => own.checkVisibility()), false);
});

inPage('the games of a database are listed in parts, and a filter of the explorer holds for them', async (page) => {
  await page.click('#tab-games');
  const rows = () => page.$$eval('#panel-games .game-row', (found) => found.length);
  await page.waitForFunction(() => document.querySelectorAll('#panel-games .game-row').length === 100);
  await press(page, 'Show more');
  await page.waitForFunction(() => document.querySelectorAll('#panel-games .game-row').length === 150);
  await typeFilter(page, '#panel-games', 'black="zukertort 7"');
  await page.waitForFunction(() => document.querySelectorAll('#panel-games .game-row').length === 1);
  await typeFilter(page, '#panel-games', 'year=2001');
  await page.waitForFunction(
    () => document.querySelector('#panel-games .game-rows .empty')?.textContent === 'No game passes the filter.',
  );
  assert.equal(await rows(), 0);
});

inPage(
  'tables tell the value of the position and of its moves, and play them',
  async (page) => {
    await openExplorer(page);
    await page.waitForSelector('.table-moves li');
    assert.equal(await page.$eval('.tables .row .table-value', (own) => own.textContent), 'win');
    const [best] = await page.$$eval('.table-moves li', (rows) => rows.map((row) => row.textContent));
    assert.match(best ?? '', /^Rh4win\d+ half-moves to the next capture or pawn move$/);
    assert.match(
      await page.$eval('.table-line', (own) => own.textContent ?? ''),
      /^Mate after 13 moves: 1\. Rh4 \S+ 2\. /,
    );
    await page.click('.table-moves .line-move');
    await page.waitForFunction(() => document.querySelector('.tables .row .table-value')?.textContent === 'loss');
    assert.equal(await shownMoves(page), 'Rh4');
  },
  { hash: ROOK_ENDING },
);

inPage(
  'the page is German behind a server, too',
  async (page) => {
    await openExplorer(page);
    await page.waitForSelector('.table-moves li');
    assert.equal(await page.$eval('.tables .row .table-value', (own) => own.textContent), 'Gewinn');
  },
  { hash: ROOK_ENDING, language: 'de' },
);

/** @param {import('puppeteer-core').Page} page */
const hasLines = (page) =>
  page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, { timeout: 40_000 });

/**
 * Waits for a number of moves in a game in play, and returns the name of the engine that is open.
 * @param {import('puppeteer-core').Page} page
 * @param {number} moves
 */
async function moverOf(page, moves) {
  await page.waitForFunction(
    (count) => document.querySelectorAll('#panel-play .move').length === count,
    { timeout: 30_000 },
    moves,
  );
  return String(await stateOf(page, 'engine.state.name'));
}

inPage('the engines of the server analyze in turn, and Reynard plays', async (page) => {
  const facts = () => page.$eval('.engine-name', (own) => own.textContent);
  assert.deepEqual(
    await page.$$eval('.engine-choice option', (options) => options.map((option) => option.textContent)),
    ['Reynard', 'Test Engine 2'],
  );
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, {
    timeout: 30_000,
  });
  assert.match((await facts()) ?? '', /^Reynard/);
  await page.select('.engine-choice', '1');
  await page.waitForFunction(() => document.querySelector('.engine-name')?.textContent === 'Test Engine 2', {
    timeout: 30_000,
  });
  await page.waitForFunction(() => document.querySelector('.engine-line .line-moves')?.textContent === '1.d4d5');
  assert.equal(await page.$eval('.score', (own) => own.textContent), '+0.34');
  await page.click('#tab-play');
  await press(page, 'Start the game');
  await page.keyboard.press('m');
  await page.keyboard.type('e4');
  await page.keyboard.press('Enter');
  assert.match(await moverOf(page, 2), /^Reynard/);
  assert.notEqual(await shownMoves(page), 'e4 h5');
});

inPage('the opponent moves, not the engine that analyzed before, in a game that was left, too', async (page) => {
  await play(page, 'c4');
  await written(page);
  await page.keyboard.press('a');
  await hasLines(page);
  assert.match(String(await stateOf(page, 'engine.state.name')), /^Reynard/);
  await page.click('#tab-play');
  await page.select('#play-opponent', '1');
  await press(page, 'Start the game');
  await call(page, 'js/play.js', ['humanMove', 'e2e4']);
  assert.equal(await moverOf(page, 2), 'Test Engine 2');
  assert.equal(await shownMoves(page), 'e4 h5');
  await written(page);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('reynard-board').fen.startsWith('rnbqkbnr/pppppppp/8/8/2P5'));
  await page.click('#tab-analyze');
  await page.keyboard.press('a');
  await hasLines(page);
  assert.match(String(await stateOf(page, 'engine.state.name')), /^Reynard/);
  await page.goForward();
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 2);
  await call(page, 'js/play.js', ['takeBack'], ['humanMove', 'e2e3']);
  assert.equal(await moverOf(page, 2), 'Test Engine 2');
  assert.equal(await shownMoves(page), 'e3 h5');
});

inPage('a game is played against an engine of the server', async (page) => {
  await page.click('#tab-play');
  await page.select('#play-opponent', '1');
  await press(page, 'Start the game');
  await call(page, 'js/play.js', ['humanMove', 'e2e4']);
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 2, { timeout: 30_000 });
  assert.equal(await shownMoves(page), 'e4 h5');
  assert.match(String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]), /\[Black "Test Engine 2"\]/);
  // The engine's next move is illegal: the clocks stop, and the page states the reason.
  await call(page, 'js/play.js', ['humanMove', 'd2d4']);
  await page.waitForFunction(
    () => /h7h5, which is not legal/.test(document.querySelector('.play-status')?.textContent ?? ''),
    { timeout: 30_000 },
  );
});

/**
 * Simulates the end of the pause before a server that has failed is tried again.
 * @param {import('puppeteer-core').Page} page
 */
const passPause = (page) =>
  page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 20_000;
  });
const isSearching = async () => {
  const { engine } = (await import(new URL('js/chess-state.js', document.baseURI).href)).store.get();
  return engine.state.status === 'searching';
};
/** @param {import('puppeteer-core').Page} page @param {string} kind */
const searchesBy = (page, kind) =>
  page.waitForFunction(
    async (wanted) => {
      const { engine } = (await import(new URL('js/chess-state.js', document.baseURI).href)).store.get();
      return engine.state.kind === wanted && engine.state.status === 'searching';
    },
    { timeout: 40_000 },
    kind,
  );

test(
  'a fifth page analyzes and plays with the engine in it, and comes back to the server',
  { skip, timeout: 120_000 },
  async () => {
    const context = await browser.createBrowserContext();
    const kinds = [];
    /** @type {import('puppeteer-core').Page[]} */
    const pages = [];
    for (let i = 0; i < 5; i++) {
      const page = await context.newPage();
      pages.push(page);
      await page.goto(`${server.url}?${i}`);
      await ready(page);
      await page.waitForFunction(
        async () => (await import(new URL('js/chess-state.js', document.baseURI).href)).store.get().server !== null,
      );
      // Simulates a visible page, because pages in the background release their engine.
      await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false }));
      await page.evaluate(() => document.querySelector('.switch')?.click());
      await hasLines(page);
      kinds.push(await stateOf(page, 'engine.state.kind'));
    }
    assert.deepEqual(kinds.slice(0, 4), ['server', 'server', 'server', 'server']);
    assert.notEqual(kinds[4], 'server');
    const [last] = pages.slice(-1);
    await last.evaluate(() => document.querySelector('.switch')?.click());
    await last.click('#tab-play');
    await press(last, 'Start the game');
    await call(last, 'js/play.js', ['humanMove', 'e2e4']);
    await last.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 2, { timeout: 40_000 });
    await press(last, 'Resign');
    await last.click('#tab-analyze');
    // The slot is free once the server has noticed that the page is gone.
    await pages[0].close();
    for (let i = 0; i < 20; i++) {
      await passPause(last);
      await last.keyboard.press('a');
      await last.waitForFunction(isSearching, { timeout: 40_000 });
      if ((await stateOf(last, 'engine.state.kind')) === 'server') break;
      await last.keyboard.press('a');
    }
    assert.equal(await stateOf(last, 'engine.state.kind'), 'server');
    await context.close();
  },
);

test(
  'a server that has ended leaves the analysis to the page, which comes back to it',
  { skip, timeout: 120_000 },
  async () => {
    const own = await startServer([]);
    const { page, close } = await openPage(browser, own.url);
    await page.waitForFunction(
      async () => (await import(new URL('js/chess-state.js', document.baseURI).href)).store.get().server !== null,
    );
    await page.keyboard.press('a');
    await hasLines(page);
    assert.equal(await stateOf(page, 'engine.state.kind'), 'server');
    // The files that the page's engine needs are in the browser's memory.
    await page.evaluate(async () => {
      await (await import(new URL('js/transport.js', document.baseURI).href)).prefetchEngine();
    });
    await own.close();
    await page.waitForFunction(
      async () => {
        const { engine } = (await import(new URL('js/chess-state.js', document.baseURI).href)).store.get();
        return engine.state.kind !== 'server' && engine.state.status === 'searching';
      },
      { timeout: 40_000 },
    );
    await play(page, 'e4');
    await hasLines(page);
    const again = await startServer(['--listen', new URL(own.url).host]);
    await passPause(page);
    await play(page, 'e5');
    await searchesBy(page, 'server');
    await hasLines(page);
    await again.close();
    await close();
  },
);

test('a server leaves no service worker behind', { skip, timeout: 60_000 }, async () => {
  const { page, close } = await openPage(browser, server.url);
  await page.evaluate(() => navigator.serviceWorker.register('sw.js?build=old'));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await ready(page);
  await page.waitForFunction(
    async () =>
      (await navigator.serviceWorker.getRegistrations()).length === 0 &&
      !(await caches.keys()).some((name) => name.startsWith('reynard')),
    { timeout: 20_000, polling: 200 },
  );
  await close();
});

test('a service worker goes away where another program answers at its address', { skip, timeout: 90_000 }, async () => {
  let isOurs = true;
  const { createServer } = await import('node:http');
  const { readFileSync, existsSync } = await import('node:fs');
  const { SITE } = await import('./support.mjs');
  const host = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.replace(/\/$/, '/index.html');
    const file = join(SITE, path);
    const type = /\.js$/.test(path)
      ? 'text/javascript'
      : /\.css$/.test(path)
        ? 'text/css'
        : /\.wasm$/.test(path)
          ? 'application/wasm'
          : /\.json$/.test(path)
            ? 'application/json'
            : 'text/html';
    if (isOurs && existsSync(file)) response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
    else if (isOurs) response.writeHead(404).end();
    else if (path === '/build.json') response.writeHead(404, { 'content-type': 'text/plain' }).end('none');
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p id="other">another program');
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (host.address());
  const { page, close } = await openPage(browser, `http://127.0.0.1:${port}/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  isOurs = false;
  const answer = await page.goto(`http://127.0.0.1:${port}/dashboard`);
  assert.equal(answer?.headers()['cross-origin-embedder-policy'], undefined);
  await page.goto(`http://127.0.0.1:${port}/`).catch(() => {});
  await page.waitForSelector('#other', { timeout: 20_000 });
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0, {
    timeout: 20_000,
    polling: 200,
  });
  await close();
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
});

for (const opponent of ['rating', '1'])
  inPage(`a game goes on after a reload, also while the engine opens: opponent ${opponent}`, async (page) => {
    await page.click('#tab-play');
    await page.select('#play-opponent', opponent);
    await press(page, 'Start the game');
    await call(page, 'js/play.js', ['humanMove', 'e2e4']);
    await call(page, 'js/documents.js', ['writeNow']);
    await page.reload();
    await ready(page);
    await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 2, { timeout: 30_000 });
    assert.equal(await stateOf(page, 'play.failure'), '');
    assert.equal(await stateOf(page, 'engine.state.kind'), 'server');
  });

test('an engine that dies is reported, and another one can be chosen at once', { skip, timeout: 90_000 }, async () => {
  const dying = fileURLToPath(new URL('dying-engine.mjs', import.meta.url));
  const own = await startServer(['--engine', `node "${dying}"`, '--engine', `node "${ENGINE}"`]);
  const { page, close } = await openPage(browser, own.url);
  await page.waitForSelector('.engine-choice', { visible: true });
  await page.select('.engine-choice', '1');
  await page.keyboard.press('a');
  await page.waitForFunction(
    () => /Dying Engine on the server has stopped/.test(document.querySelector('.toast')?.textContent ?? ''),
    { timeout: 30_000 },
  );
  await page.waitForFunction(() => document.querySelector('.engine-choice').value === 'own', { timeout: 30_000 });
  await page.select('.engine-choice', '2');
  await page.waitForFunction(() => document.querySelector('.engine-name')?.textContent === 'Test Engine 2', {
    timeout: 14_000,
  });
  assert.equal(await page.$eval('.engine-choice', (own) => own.value), '2');
  await close();
  await own.close();
});
