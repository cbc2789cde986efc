// Nothing is lost: what the page keeps across reloads, tabs and documents.

import assert from 'node:assert/strict';
import {
  call,
  longGame,
  paste,
  play,
  press,
  pageTests,
  ready,
  rest,
  shownMoves,
  stateOf,
  whyNot,
  written,
} from './support.mjs';

const inPage = pageTests(Boolean(await whyNot()));
/** @param {import('puppeteer-core').Page} page */
async function reload(page) {
  await page.reload();
  await ready(page);
}
const games = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, i) => `[White "W${i}"]\n[Black "B${i}"]\n\n1. ${i % 2 ? 'e4' : 'd4'} *\n\n`).join(
    '',
  );
/** @param {import('puppeteer-core').Page} page */
const toasts = (page) => page.$$eval('.toast > span', (found) => found.map((own) => own.textContent).join(' | '));

inPage('a game that no address can hold is there after a reload, at its place', async ({ page }) => {
  await paste(page, longGame());
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 200);
  await call(page, 'js/chess-state.js', ['goTo', 150]);
  await page.keyboard.press('f');
  await written(page);
  await reload(page);
  assert.equal((await shownMoves(page)).split(' ').length, 200);
  assert.equal(await stateOf(page, 'node'), 150);
  assert.equal(await stateOf(page, 'orientation'), 'black');
});

inPage('a link says what it holds, and one that cannot hold the game offers the file', async ({ page, url }) => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.body.dataset.copied = text;
    };
  });
  await paste(page, '1. e4 e5 2. Nf3 *');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 3);
  await press(page, 'Copy link');
  await page.waitForSelector('.toast');
  assert.match(await toasts(page), /it has the game in it/);
  await paste(page, longGame(600));
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 600);
  await page.evaluate(() => document.querySelectorAll('.toast').forEach((toast) => toast.remove()));
  await press(page, 'Copy link');
  await page.waitForSelector('.toast');
  assert.match(await toasts(page), /too long for a link/);
  assert.match(await page.$eval('.toast button', (button) => button.textContent ?? ''), /Save as a file/);
  const link = await page.evaluate(() => document.body.dataset.copied ?? '');
  await page.goto('about:blank');
  await page.goto(link.replace(/^.*#/, `${url}#`));
  await ready(page);
  assert.match(await toasts(page), /too long for it/);
});

inPage(
  'the address holds a game of fifty moves with clocks, compressed, and a link opens it',
  async ({ page, url }) => {
    const moves = Array.from(
      { length: 100 },
      (_, i) =>
        `${['Nf3', 'Nf6', 'Ng1', 'Ng8'][i % 4]} {[%clk 0:0${9 - Math.floor(i / 20)}:${10 + ((i * 7) % 50)}][%eval 0.${10 + (i % 80)}]}`,
    );
    await paste(page, `[White "A"]\n\n${moves.join(' ')} *`);
    await page.waitForFunction(() => location.hash.startsWith('#z='));
    const link = page.url();
    assert.ok(link.length < 3000, `${link.length} characters`);
    await page.goto('about:blank');
    await page.goto(link.replace(/^.*#/, `${url}?new#`));
    await ready(page);
    assert.equal((await shownMoves(page)).split(' ').length, 100);
  },
);

inPage('a list of games is there after a reload, with its edits and the game that was open', async ({ page }) => {
  await paste(page, games(30));
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 30);
  await call(page, 'js/chess-state.js', ['openFromList', 3], ['goLast']);
  await play(page, 'c5');
  await call(page, 'js/chess-state.js', ['openFromList', 5]);
  await written(page);
  await reload(page);
  assert.equal(await stateOf(page, 'list.games.length'), 30);
  assert.equal(await stateOf(page, 'list.index'), 5);
  await call(page, 'js/chess-state.js', ['openFromList', 3]);
  assert.equal(await shownMoves(page), 'e4 c5');
});

inPage('a game in play goes on after a reload, with clocks, level and side', async ({ page }) => {
  await page.click('#tab-play');
  await page.select('#play-control', '3');
  await page.select('#play-opponent', 'level');
  await page.$eval('#play-level', (level) => {
    level.value = '1';
    level.dispatchEvent(new Event('input'));
  });
  await press(page, 'Start the game');
  await call(page, 'js/play.js', ['humanMove', 'e2e4']);
  const answered = () =>
    page.waitForFunction(
      () =>
        document.querySelector('.play-status')?.textContent === 'Your move.' &&
        document.querySelectorAll('#panel-play .move').length === 2,
      { timeout: 30_000 },
    );
  await answered();
  await rest(1500);
  await written(page);
  await reload(page);
  await answered();
  assert.equal(await stateOf(page, 'play.level'), 1);
  assert.equal(await stateOf(page, 'play.human'), 'white');
  assert.equal(await stateOf(page, 'play.running'), 'white');
  const left = Number(await stateOf(page, 'play.left.white'));
  assert.ok(left < 301_700 && left > 290_000, `${left} ms`);
});

inPage('New, Start and paste lose nothing: undo comes back, over documents, and redo goes forth', async ({ page }) => {
  await play(page, 'e4', 'e5');
  await page.click('#tab-games');
  await press(page, 'New game');
  assert.equal(await shownMoves(page), '');
  await play(page, 'd4');
  await paste(page, '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
  await page.waitForFunction(() => document.querySelector('reynard-board').fen.startsWith('4k3'));
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.keyboard.up('Control');
  assert.equal(await shownMoves(page), 'd4');
  for (let i = 0; i < 2; i++) await call(page, 'js/chess-state.js', ['undo']);
  assert.equal(await shownMoves(page), 'e4 e5');
  await page.keyboard.down('Control');
  await page.keyboard.down('Shift');
  for (let i = 0; i < 2; i++) await page.keyboard.press('Z');
  await page.keyboard.up('Shift');
  await page.keyboard.up('Control');
  assert.equal(await shownMoves(page), 'd4');
});

inPage('documents that were left stand in a list, are opened again, and are forgotten', async ({ page }) => {
  await paste(page, '[White "Anand"]\n[Black "Topalov"]\n\n1. e4 e5 *');
  await written(page);
  await paste(page, '[White "Tal"]\n[Black "Larsen"]\n\n1. c4 *');
  await written(page);
  await page.click('#tab-games');
  await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 1);
  assert.match(await page.$eval('.recent li b', (own) => own.textContent ?? ''), /Anand – Topalov/);
  await page.click('.recent-open');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
  await page.click('#tab-games');
  await page.waitForFunction(() => document.querySelector('.recent li b')?.textContent === 'Tal – Larsen');
  await page.click('.recent .icon-button');
  await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 0);
});

inPage('Back and Forward step through documents', async ({ page }) => {
  await play(page, 'e4');
  await written(page);
  await paste(page, '1. d4 d5 *');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
  await written(page);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 1);
  assert.equal(await shownMoves(page), 'e4');
  await page.goForward();
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
});

inPage('Back and at once Forward shows the document of the address', async ({ page }) => {
  await play(page, 'e4');
  await written(page);
  const first = await stateOf(page, 'document');
  await paste(page, '1. d4 d5 *');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
  await written(page);
  const second = await stateOf(page, 'document');
  await call(page, 'js/documents.js', ['openDocument', first], ['openDocument', second]);
  assert.equal(await stateOf(page, 'document'), second);
  assert.equal(await shownMoves(page), 'd4 d5');
});

inPage('an address whose game takes long to compress does not replace a later one', async ({ page }) => {
  await page.evaluate(() => {
    const { arrayBuffer } = Response.prototype;
    let isFirst = true;
    // The first game is compressed last.
    Response.prototype.arrayBuffer = async function late() {
      const time = isFirst ? 600 : 0;
      isFirst = false;
      const bytes = await arrayBuffer.call(this);
      await new Promise((resolve) => setTimeout(resolve, time));
      return bytes;
    };
  });
  const write = () =>
    page.evaluate(async () => (await import(new URL('js/address.js', document.baseURI).href)).writeAddress());
  await paste(page, longGame(30));
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 30);
  const slow = write();
  await play(page, 'e3');
  await write();
  const link = page.url();
  await slow;
  assert.equal(page.url(), link);
});

inPage('two tabs with one game do not overwrite each other', async ({ page, url }) => {
  await play(page, 'e4');
  await written(page);
  const { document: id } = /** @type {{document: string}} */ (await page.evaluate(() => history.state));
  const other = await page.browserContext().newPage();
  await other.goto(`${url}?other`);
  await ready(other);
  await call(other, 'js/documents.js', ['openDocument', id]);
  await play(other, 'c5');
  await written(other);
  await play(page, 'e5');
  await written(page);
  await written(page);
  await Promise.all([reload(page), reload(other)]);
  assert.equal(await shownMoves(page), 'e4 e5');
  assert.equal(await shownMoves(other), 'e4 c5');
});

inPage('a list that another tab removes while it is open is kept as a whole', async ({ page, url }) => {
  await paste(page, games(30));
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 30);
  await call(page, 'js/chess-state.js', ['openFromList', 3], ['goLast']);
  await play(page, 'c5');
  await written(page);
  const other = await page.browserContext().newPage();
  await other.goto(`${url}?other`);
  await ready(other);
  await call(other, 'js/library.js', ['deleteDocument', await stateOf(page, 'document')]);
  await page.bringToFront();
  await call(page, 'js/chess-state.js', ['openFromList', 5], ['goLast']);
  await play(page, 'e6');
  await written(page);
  await reload(page);
  assert.equal(await stateOf(page, 'list.games.length'), 30);
  assert.equal(await shownMoves(page), 'e4 e6');
  await call(page, 'js/chess-state.js', ['openFromList', 3]);
  assert.equal(await shownMoves(page), 'e4 c5');
});

inPage('a document that is open is not removed to make room for others', async ({ page, url }) => {
  await play(page, 'e4');
  await written(page);
  const id = await stateOf(page, 'document');
  const other = await page.browserContext().newPage();
  await other.goto(`${url}?other`);
  await ready(other);
  const left = await other.evaluate(async () => {
    const library = await import(new URL('js/library.js', document.baseURI).href);
    const [known] = await library.listDocuments();
    for (let i = 0; i < 30; i++) {
      const stored = { ...known, id: `other-${i}`, changed: Date.now() + i, owner: library.OWNER };
      await library.writeDocument(stored, { games: new Map([[0, '1. d4 *']]) });
    }
    return (await library.listDocuments()).map((/** @type {{id: string}} */ own) => own.id);
  });
  assert.equal(left.length, 21);
  assert.ok(left.includes(id));
});

inPage(
  'changes to a game that another tab continues are kept as a copy, even if it is left at once',
  async (opened) => {
    const { page, url } = opened;
    await play(page, 'e4');
    await written(page);
    const other = await page.browserContext().newPage();
    await other.goto(`${url}?other`);
    await ready(other);
    await call(other, 'js/documents.js', ['openDocument', await stateOf(page, 'document')]);
    await play(other, 'c5');
    await written(other);
    await page.bringToFront();
    await call(page, 'js/chess-state.js', ['playMove', 'e5'], ['startGame']);
    await written(page);
    const titles = await page.evaluate(async () => {
      const { listDocuments } = await import(new URL('js/library.js', document.baseURI).href);
      return (await listDocuments()).map((/** @type {{title: string}} */ { title }) => title).sort();
    });
    assert.deepEqual(titles, ['e4 c5', 'e4 e5']);
  },
);

inPage('a new tab opens what was open last, unless another tab has it', async ({ page, url }) => {
  await play(page, 'e4', 'e6');
  await written(page);
  const context = page.browserContext();
  const second = await context.newPage();
  await second.goto(`${url}?second`);
  await ready(second);
  assert.equal(await shownMoves(second), '');
  await second.close();
  await page.goto('about:blank');
  const third = await context.newPage();
  await third.goto(`${url}?third`);
  await ready(third);
  assert.equal(await shownMoves(third), 'e4 e6');
});

inPage('storage that is denied is said once, and the file is offered', async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await reload(page);
  await play(page, 'e4');
  await written(page);
  await play(page, 'e5');
  await written(page);
  assert.equal(
    await page.$$eval('.toast', (found) => found.filter((own) => /keeps nothing/.test(own.textContent ?? '')).length),
    1,
  );
  assert.match(await page.$eval('.toast button', (button) => button.textContent ?? ''), /Save as a file/);
  // Back still works in this page.
  await paste(page, '1. d4 *');
  await page.waitForFunction(() => document.querySelector('#panel-analyze .moves')?.textContent?.includes('d4'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
});

inPage('storage that never answers does not keep the page from its start', async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    try {
      IDBFactory.prototype.open = () => /** @type {any} */ ({});
    } catch {
      /* An empty page has no storage. */
    }
  });
  await reload(page);
  await play(page, 'e4');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.toast')].some((own) => /keeps nothing/.test(own.textContent ?? '')),
  );
  assert.equal(await shownMoves(page), 'e4');
});

inPage('a game that the browser has deleted is said to be gone, and the address is read', async ({ page }) => {
  await play(page, 'e4', 'c5');
  await page.waitForFunction(() => location.hash.endsWith('ply=2'));
  await written(page);
  const { document: id } = /** @type {{document: string}} */ (await page.evaluate(() => history.state));
  await call(page, 'js/library.js', ['deleteDocument', id]);
  await reload(page);
  assert.match(await toasts(page), /no longer in the storage of the browser/);
  assert.equal(await shownMoves(page), 'e4 c5');
});

inPage('a language that is none does not keep the page from its start', async ({ page }) => {
  for (const name of ['constructor', '__proto__', 'toString', 'xx']) {
    await page.evaluateOnNewDocument((own) => {
      try {
        localStorage.setItem('reynard.language', own);
      } catch {
        /* An empty page has no storage. */
      }
    }, name);
    await reload(page);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  }
});

inPage('links that are only looked at push no game out of the list, and Back comes back to them', async ({ page }) => {
  await play(page, 'e4');
  await written(page);
  for (const square of ['a1', 'b1', 'c1']) {
    await page.evaluate((name) => {
      location.hash = `#fen=4k3/8/8/8/8/8/8/${name === 'a1' ? 'K7' : name === 'b1' ? '1K6' : '2K5'}_w_-_-_0_1`;
    }, square);
    await page.waitForFunction(() => document.querySelector('reynard-board').fen.startsWith('4k3'));
    await written(page);
  }
  const kept = () =>
    page.evaluate(
      async () => (await (await import(new URL('js/library.js', document.baseURI).href)).listDocuments()).length,
    );
  assert.equal(await kept(), 1);
  await paste(page, '1. d4 *');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 1);
  await written(page);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('reynard-board').fen.startsWith('4k3/8/8/8/8/8/8/2K5'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('reynard-board').fen.startsWith('4k3/8/8/8/8/8/8/1K6'));
  assert.equal(await kept(), 2);
});

inPage('a lock that comes late belongs to its document, and not to the one that is open', async ({ page, url }) => {
  await play(page, 'e4');
  await written(page);
  const first = await stateOf(page, 'document');
  const other = await page.browserContext().newPage();
  await other.goto(`${url}?other`);
  await ready(other);
  await call(other, 'js/documents.js', ['openDocument', first]);
  await call(other, 'js/paste.js', ['openBrought', '1. d4 *']);
  const second = await stateOf(other, 'document');
  await page.close();
  const open = (/** @type {string[]} */ ...ids) =>
    other.evaluate(async (asked) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const { openDocuments } = await import(new URL('js/library.js', document.baseURI).href);
      return asked.filter(await openDocuments());
    }, ids);
  assert.deepEqual(await open(first, second), [second]);
  await call(other, 'js/paste.js', ['openBrought', '1. c4 *']);
  const third = await stateOf(other, 'document');
  assert.deepEqual(await open(first, second, third), [third]);
});

inPage('a game in play that is left by Back stands still, and goes on when one comes back', async ({ page }) => {
  await play(page, 'c4');
  await written(page);
  await page.click('#tab-play');
  await page.select('#play-control', '3');
  await press(page, 'Start the game');
  await call(page, 'js/play.js', ['humanMove', 'e2e4']);
  await page.waitForFunction(() => document.querySelector('.play-status')?.textContent === 'Your move.', {
    timeout: 30_000,
  });
  await written(page);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('reynard-board').fen.startsWith('rnbqkbnr/pppppppp/8/8/2P5'));
  assert.equal(await stateOf(page, 'play'), null);
  await rest(1500);
  await page.goForward();
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 2);
  assert.equal(await stateOf(page, 'play.running'), 'white');
  const left = Number(await stateOf(page, 'play.left.white'));
  assert.ok(left > 298_000, `${left} ms`);
  await page.keyboard.press('x');
  assert.equal(await page.$$eval('#panel-play .move', (moves) => moves.length), 2);
});
