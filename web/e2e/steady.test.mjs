// What the user holds or reads stays as it is: pieces under the finger, the focus, the engine's
// values.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  SITE,
  call,
  launch,
  middle,
  openPage,
  pageTests,
  paste,
  play,
  press,
  ready,
  rest,
  serveSite,
  shownMoves,
  stateOf,
  whyNot,
} from './support.mjs';

const skip = Boolean(await whyNot());
const inPage = pageTests(skip);

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * Sends pointer events to the board, as several fingers do.
 * @param {Page} page
 * @param {['down' | 'move' | 'up' | 'cancel', string, number][]} events type, square and finger
 */
async function fingers(page, events) {
  for (const [type, square, finger] of events) {
    const { x, y } = await middle(page, square);
    await page.evaluate(
      (name, clientX, clientY, pointerId) => {
        const board = document.querySelector('reynard-board');
        // These events do not come from a real pointer.
        board.setPointerCapture = () => {};
        board.dispatchEvent(
          new PointerEvent(`pointer${name}`, {
            pointerId,
            clientX,
            clientY,
            isPrimary: pointerId === 1,
            pointerType: 'touch',
            button: name === 'move' ? -1 : 0,
            buttons: name === 'up' ? 0 : 1,
            bubbles: true,
            composed: true,
          }),
        );
      },
      type,
      x,
      y,
      finger,
    );
  }
}

inPage('a second finger neither moves nor drops the piece under the first one', async ({ page }) => {
  await fingers(page, [
    ['down', 'e2', 1],
    ['move', 'e3', 1],
    ['down', 'a8', 2],
    ['move', 'e4', 2],
    ['up', 'e4', 2],
  ]);
  assert.equal(await shownMoves(page), '');
  await fingers(page, [['cancel', 'e4', 2]]);
  await fingers(page, [
    ['move', 'e4', 1],
    ['up', 'e4', 1],
  ]);
  assert.equal(await shownMoves(page), 'e4');
  // A finger that rests on an empty square does not make the second one play a move.
  await fingers(page, [
    ['down', 'e7', 1],
    ['up', 'e7', 1],
    ['down', 'a4', 1],
    ['up', 'e5', 2],
  ]);
  assert.equal(await shownMoves(page), 'e4');
});

inPage('a piece whose pointer is lost without a word is let go', async ({ page }) => {
  await fingers(page, [
    ['down', 'e2', 1],
    ['move', 'e4', 1],
  ]);
  const isDragging = () =>
    page.evaluate(() => document.querySelector('reynard-board').shadowRoot.querySelector('.dragging') !== null);
  assert.equal(await isDragging(), true);
  await page.evaluate(() =>
    document.querySelector('reynard-board').dispatchEvent(new PointerEvent('lostpointercapture', { pointerId: 1 })),
  );
  assert.equal(await isDragging(), false);
  await fingers(page, [['up', 'e4', 1]]);
  assert.equal(await shownMoves(page), '');
});

inPage('a piece that is captured while it is held is let go', async ({ page }) => {
  await page.evaluate(() => {
    const board = document.querySelector('reynard-board');
    board.change({ fen: '4k3/8/8/2p5/3P4/8/8/4K3 b - - 0 1', mode: 'play', moves: [], premover: 'white' });
    board.addEventListener('board-premove', () => {
      document.body.dataset.premove = 'sent';
    });
  });
  await fingers(page, [
    ['down', 'd4', 1],
    ['move', 'c5', 1],
  ]);
  await page.evaluate(() => {
    const board = document.querySelector('reynard-board');
    board.change({ fen: '4k3/8/8/8/3p4/8/8/4K3 w - - 0 2' });
  });
  await fingers(page, [['move', 'e5', 1]]);
  const [look, shown] = await page.evaluate(() => {
    const root = document.querySelector('reynard-board').shadowRoot;
    const pieces = [...root.querySelectorAll('.piece:not(.gone)')].map((piece) => piece.style.transform);
    return [root.querySelector('.grid').className, pieces];
  });
  assert.equal(look, 'grid');
  assert.ok(shown.includes('translate(300%, 400%)'), shown.join());
  await fingers(page, [['up', 'e5', 1]]);
  assert.equal(await page.evaluate(() => document.body.dataset.premove), undefined);
});

/**
 * Replaces the page's engine with one that only remembers its searches.
 * @param {Page} page
 */
const muteEngine = (page) =>
  page.evaluate(async () => {
    const { engine } = await import(new URL('js/analysis.js', document.baseURI).href);
    const searches = [];
    Object.assign(globalThis, { searches, stops: 0 });
    engine.search = (search) => {
      searches.push(search);
      return new Promise(() => {});
    };
    engine.stop = () => globalThis.stops++;
  });

/**
 * Lets a search of the muted engine find lines, and waits until they are shown.
 * @param {Page} page
 * @param {string[][]} lines
 * @param {{at?: number, cp?: number}} [found] the number of the search, counted from the last one
 */
async function find(page, lines, { at = -1, cp = 20 } = {}) {
  await page.waitForFunction((i) => globalThis.searches.at(i) !== undefined, {}, at);
  await page.evaluate(
    (pvs, i, value) => {
      const usual = { depth: 9, seldepth: 9, bound: '', wdl: null, nodes: 1, nps: 1, time: 1, hashfull: 0, tbhits: 0 };
      const search = globalThis.searches.at(i);
      pvs.forEach((pv, n) => search.onInfo({ ...usual, multipv: n + 1, score: { cp: value }, pv }));
    },
    lines,
    at,
    cp,
  );
  await rest(200);
}

/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent ?? '');

/** @param {Page} page */
const lineTexts = (page) => page.$$eval('.engine-line', (rows) => rows.map((row) => row.textContent));

inPage('the focus stays on the move of an engine line while the engine goes deeper', async ({ page }) => {
  await muteEngine(page);
  await call(page, 'js/analysis.js', ['setLines', 2], ['toggleEngine', true]);
  await find(page, [
    ['e2e4', 'e7e5', 'g1f3'],
    ['d2d4', 'd7d5', 'c2c4'],
  ]);
  await page.$$eval('.line-move', (moves) => moves.at(-1)?.focus());
  assert.equal(await focused(page), 'c4');
  await find(page, [
    ['d2d4', 'g8f6', 'c2c4'],
    ['e2e4', 'e7e5', 'f1c4', 'g8f6'],
  ]);
  assert.equal(await focused(page), 'Bc4');
  assert.deepEqual(await lineTexts(page), ['+0.201.d4Nf62.c4', '+0.201.e4e52.Bc4Nf6']);
  // A shorter line has no third move.
  await find(page, [['d2d4', 'g8f6'], ['e2e4']]);
  assert.equal(await focused(page), 'e4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .moves .move').length === 1);
  assert.equal(await shownMoves(page), 'e4');
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'engine-lines');
});

inPage('a threat that a check rules out is said, and the search ends', async ({ page }) => {
  await muteEngine(page);
  await play(page, 'e4', 'f5', 'Qh5');
  await page.keyboard.press('k');
  await call(page, 'js/analysis.js', ['toggleThreat']);
  await find(page, [['f5e4']]);
  assert.equal((await lineTexts(page)).length, 1);
  const stops = await page.evaluate(() => globalThis.stops);
  await page.keyboard.press('j');
  await rest(200);
  assert.deepEqual(await lineTexts(page), ['A side in check cannot pass.']);
  assert.equal(await page.$eval('.engine-head .score', (own) => own.checkVisibility()), false);
  assert.ok((await page.evaluate(() => globalThis.stops)) > stops, 'the search goes on');
  await page.keyboard.press('k');
  await page.waitForFunction(() => globalThis.searches.length === 2);
  await find(page, [['f5e4']]);
  assert.equal(await stateOf(page, 'evaluation.lines.length'), 1);
});

inPage('lines of an earlier search are not shown after a change in the same position', async ({ page }) => {
  await muteEngine(page);
  await call(page, 'js/analysis.js', ['toggleEngine', true]);
  await find(page, [['e2e4', 'e7e5']]);
  await call(page, 'js/analysis.js', ['toggleThreat']);
  await page.waitForFunction(() => globalThis.searches.length === 2);
  await find(page, [['e2e4', 'e7e5']], { at: 0 });
  assert.equal(await stateOf(page, 'evaluation'), null);
  await find(page, [['e7e5']], { at: 1 });
  assert.equal(await stateOf(page, 'evaluation.isWhite'), false);
});

inPage('the evaluation bar keeps its value from a step to the first line', async ({ page }) => {
  await muteEngine(page);
  await call(page, 'js/analysis.js', ['toggleEngine', true]);
  await find(page, [['e2e4', 'e7e5']], { cp: 300 });
  const bar = () =>
    page.$eval('#bar', (own) => [own.querySelector('.bar-fill')?.style.cssText, own.textContent, own.ariaLabel]);
  const before = await bar();
  assert.equal(before[1], '3.0');
  await play(page, 'e4');
  await rest(100);
  assert.deepEqual(await bar(), before);
  await find(page, [['e7e5']], { cp: 0 });
  assert.equal((await bar())[1], '0.0');
});

inPage('the evaluation bar shows nothing of the game beside a board that is set up', async ({ page }) => {
  await muteEngine(page);
  await call(page, 'js/analysis.js', ['toggleEngine', true]);
  await find(page, [['e2e4', 'e7e5']], { cp: 300 });
  assert.equal(await page.$eval('#bar', (own) => own.textContent), '3.0');
  await page.click('#tab-setup');
  assert.deepEqual(await page.$eval('#bar', (own) => [own.textContent, own.classList.contains('unused')]), ['', true]);
});

inPage('the key for the evaluation says that of an engine without WDL, and none of a threat', async ({ page }) => {
  await muteEngine(page);
  const said = async () => {
    await page.keyboard.press('e');
    await rest(100);
    return page.$eval('#live', (region) => region.textContent);
  };
  await call(page, 'js/analysis.js', ['toggleEngine', true]);
  await find(page, [['e2e4', 'e7e5']], { cp: 0 });
  assert.match(String(await said()), /50/);
  await call(page, 'js/analysis.js', ['toggleThreat']);
  await page.waitForFunction(() => globalThis.searches.length === 2);
  await find(page, [['e7e5']], { cp: 500 });
  assert.equal(await said(), 'There is no evaluation: switch the engine on.');
});

/**
 * Starts a session about a mistake, 2. Qh5 in the Italian game.
 * @param {Page} page
 */
const startSession = (page) =>
  call(page, 'js/learn/drill.js', [
    'startGameDrill',
    '1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Ba6 {[%eval -3.2]} (2. Nf3 {[%eval 0.3]} Nc6 3. Bb5) bxa6 {[%eval -3.2]} *',
    'white',
  ]);

/**
 * Replaces what the cards answer to an action.
 * @param {Page} page
 * @param {'right' | 'wrong' | 'show' | 'judge'} action
 * @param {object} answer
 */
const answerWith = (page, action, answer) =>
  page.evaluate(
    async (name, own) => {
      const { Notebook } = await import(new URL('wasm/reynard.js', document.baseURI).href);
      Notebook.prototype[name] = () => JSON.stringify({ others: [], facts: [], ...own });
    },
    action,
    answer,
  );

inPage('the focus stays on the moves of the line of an answered question', async ({ page }) => {
  await startSession(page);
  await press(page, 'Show');
  await page.waitForSelector('.drill-line .line-move');
  assert.equal(await focused(page), 'Next');
  await page.focus('.drill-line .line-move');
  await page.keyboard.press('Enter');
  assert.equal(await page.$eval('.drill-line [aria-current]', (own) => own.textContent), 'Nf3');
  assert.equal(await focused(page), 'Nf3');
  await page.keyboard.press('Enter');
  assert.equal(await page.$('.drill-line [aria-current]'), null);
  assert.equal(await focused(page), 'Nf3');
});

inPage(
  'moves in the sentences of a session have the piece letters of the page',
  async ({ page }) => {
    await page.evaluate(() => localStorage.setItem('reynard.notation', 'letters'));
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await startSession(page);
    await answerWith(page, 'right', {
      reply: '2... Nc6',
      fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
    });
    await call(page, 'js/learn/drill.js', ['answerMove', 'g1f3']);
    assert.equal(await page.$eval('.drill-feedback', (own) => own.textContent), 'Richtig. 2… Sc6: weiter.');
    assert.deepEqual(await stateOf(page, 'drill.lastMove'), ['b8', 'c6']);
    await rest(50);
    assert.equal(await page.$eval('#live', (own) => own.textContent), 'Richtig. 2… Springer nach c6: weiter.');
    await answerWith(page, 'judge', { verdict: 'wrong', loss: 150 });
    await answerWith(page, 'wrong', {});
    await call(page, 'js/learn/drill.js', ['answerMove', 'h2h3']);
    await page.waitForFunction(() =>
      document.querySelector('.drill-feedback')?.textContent?.startsWith('Nein, das ist 1,5 Bauern weniger wert.'),
    );
    await answerWith(page, 'show', { others: ['Nf3', 'Bb5'], best: { line: [] } });
    await call(page, 'js/learn/drill.js', ['showAnswer']);
    assert.match(
      await page.$eval('.drill-feedback', (own) => own.textContent ?? ''),
      /Auch in Ihrem Repertoire: Sf3, Lb5\./,
    );
  },
  { language: 'de' },
);

inPage(
  'a typed move that is not legal is answered with moves in the letters of the page',
  async ({ page }) => {
    await page.keyboard.press('m');
    await page.keyboard.type('Sf4');
    await page.keyboard.press('Enter');
    assert.match(await page.$eval('.toast', (own) => own.textContent ?? ''), /^Sf4: .* Sf3 /);
    // A move that is deleted is spoken like others.
    await play(page, 'Nf3');
    await call(page, 'js/views/annotate.js', ['deleteMove']);
    await page.waitForFunction(() => /gelöscht/.test(document.getElementById('live')?.textContent ?? ''));
    assert.match(await page.$eval('#live', (own) => own.textContent ?? ''), /^Springer /);
  },
  { language: 'de' },
);

inPage('the theme is the same on its button and in the settings', async ({ page }) => {
  const theme = '#tools button:nth-child(2)';
  const look = () => page.$eval(`${theme} path`, (own) => own.getAttribute('d')?.slice(0, 6));
  const setting = () => page.$eval('#setting-theme', (own) => own.value);
  const light = await look();
  await press(page, 'Settings');
  assert.equal(await setting(), 'auto');
  await page.keyboard.press('Escape');
  await page.click(theme);
  const dark = await look();
  assert.notEqual(dark, light);
  await press(page, 'Settings');
  assert.equal(await setting(), 'dark');
  await page.select('#setting-theme', 'light');
  assert.equal(await look(), light);
  await page.select('#setting-theme', 'auto');
  assert.equal(await look(), light);
  assert.equal(await page.$eval('#setting-language', (own) => own.value), 'en');
});

inPage(
  'the button of the theme follows the system',
  async ({ page }) => {
    const look = () => page.$eval('#tools button:nth-child(2) path', (own) => own.getAttribute('d'));
    const light = await look();
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await rest(100);
    assert.notEqual(await look(), light);
  },
  { needsChromium: true },
);

inPage('a position can be used where storage is denied', async ({ page }) => {
  await page.click('#tab-setup');
  await page.evaluate(() =>
    Object.defineProperty(globalThis, 'sessionStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    }),
  );
  await press(page, 'Empty board');
  await press(page, 'Start position');
  await press(page, 'Use this position');
  assert.equal(await stateOf(page, 'tab'), 'analyze');
});

test(
  'a page goes on with its engine when another one takes a new build, and offers to reload',
  { skip, timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reynard-build-'));
    cpSync(SITE, folder, { recursive: true });
    const [browser, site] = await Promise.all([launch(), serveSite(folder)]);
    try {
      const { page, errors } = await openPage(browser, site.url);
      const other = await page.browserContext().newPage();
      await other.goto(site.url);
      for (const own of [page, other]) {
        await ready(own);
        await own.waitForFunction(() => navigator.serviceWorker.controller !== null, {
          timeout: 30_000,
          polling: 100,
        });
      }
      const described = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'));
      writeFileSync(join(folder, 'build.json'), JSON.stringify({ ...described, build: 'new' }));
      writeFileSync(join(folder, 'worker.js'), 'throw new Error("of another build");');
      await other.reload();
      await ready(other);
      const offered = (/** @type {Page} */ own) =>
        own.waitForFunction(
          () => document.querySelector('.toast')?.textContent?.startsWith('A new version is ready.'),
          { timeout: 30_000, polling: 100 },
        );
      await Promise.all([offered(page), offered(other)]);
      // The new worker may have become active before the button is pressed.
      await other.evaluate(() => {
        Object.defineProperty(ServiceWorkerRegistration.prototype, 'waiting', { get: () => null });
      });
      await Promise.all([other.waitForNavigation(), press(other, 'Reload')]);
      await ready(other);
      await offered(other);
      await page.evaluate(() => document.querySelectorAll('.toast').forEach((own) => own.remove()));
      await Promise.all([other.waitForNavigation(), press(other, 'Reload')]);
      await offered(page);
      // The engine with several threads comes with its own scripts.
      await page.evaluate(async () => {
        const { engine, toggleEngine } = await import(new URL('js/analysis.js', document.baseURI).href);
        engine.threads = 1;
        toggleEngine(true);
      });
      await page.waitForSelector('.engine-line .line-move', { timeout: 20_000 });
      const explored = await page.evaluate(async () => {
        const [{ exploreList }, { readGames, START_FEN }] = await Promise.all(
          ['js/game-index.js', 'js/rules.js'].map((path) => import(new URL(path, document.baseURI).href)),
        );
        const games = readGames(new TextEncoder().encode('1. e4 *'));
        return (await exploreList(games, START_FEN, () => {})).moves.map(({ san }) => san);
      });
      assert.deepEqual(explored, ['e4']);
      await Promise.all([page.waitForNavigation(), press(page, 'Reload')]);
      await ready(page);
      assert.deepEqual(errors, []);
    } finally {
      await browser.close();
      await site.close();
      rmSync(folder, { recursive: true });
    }
  },
);

inPage('text that is dropped in a field, or pasted behind a dialog, opens nothing', async ({ page }) => {
  await play(page, 'e4');
  const before = await stateOf(page, 'document');
  const isTaken = (/** @type {string} */ selector, /** @type {string} */ type) =>
    page.evaluate(
      (name, kind) => {
        const dataTransfer = new DataTransfer();
        if (kind === 'text') dataTransfer.setData('text/plain', '1. d4 d5 *');
        else dataTransfer.items.add(new File(['1. d4 d5 *'], 'game.pgn'));
        const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector(name)?.dispatchEvent(event);
        return event.defaultPrevented;
      },
      selector,
      type,
    );
  const field = '#panel-analyze .comment-box';
  assert.equal(await isTaken(field, 'text'), false);
  assert.equal(await isTaken('#tag-White', 'text'), false);
  await press(page, 'Settings');
  await paste(page, '1. d4 d5 *');
  await page.keyboard.press('Escape');
  await rest(300);
  assert.equal(await stateOf(page, 'document'), before);
  assert.equal(await shownMoves(page), 'e4');
  assert.equal(await isTaken(field, 'file'), true);
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .moves .move').length === 2);
  // A slider takes no text.
  assert.equal(await isTaken('#play-level', 'text'), true);
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .moves .move').length === 2);
});
