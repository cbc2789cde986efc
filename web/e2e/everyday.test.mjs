// Everyday use: drawing, comments, files, lists, positions that are set up, and small windows.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  call,
  drag,
  middle,
  pageTests,
  paste,
  placement,
  play,
  press,
  ready,
  rest,
  shownMoves,
  stateOf,
  whyNot,
  written,
} from './support.mjs';

const inPage = pageTests(Boolean(await whyNot()));
/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Page} page */
async function reload(page) {
  await page.reload();
  await ready(page);
}

/** Returns the square, by file and rank from 0, on which the piece of a square is drawn. @param {Page} page */
const drawnPieces = (page) =>
  page.evaluate(() => {
    const board = document.querySelector('reynard-board');
    const box = board.getBoundingClientRect();
    return [...board.shadowRoot.querySelectorAll('.piece')].map((piece) => {
      const { x, y, width } = piece.getBoundingClientRect();
      return [(x - box.x) / width, (y - box.y) / width].map((part) => part.toFixed(1)).join(' ');
    });
  });

/** Plays a move by dragging, and asserts that every piece is drawn within a square. @param {Page} page */
async function assertPlaced(page) {
  await rest(400);
  for (const at of await drawnPieces(page)) assert.match(at, /^-?\d\.0 -?\d\.0$/);
}

inPage(
  'the color for drawing ends with the section, the tools and Esc, and never draws in a game',
  async ({ page }) => {
    await play(page, 'e4');
    const openTools = () => page.$eval('#panel-analyze .annotate', (own) => Object.assign(own, { open: true }));
    await openTools();
    await press(page, 'Draw in green');
    assert.equal(await stateOf(page, 'brush'), 'G');
    await page.keyboard.press('Escape');
    assert.equal(await stateOf(page, 'brush'), '');
    await press(page, 'Draw in green');
    await page.click('#panel-analyze .annotate summary');
    await page.waitForFunction(() => !document.querySelector('reynard-board').brush);
    assert.equal(await stateOf(page, 'brush'), '');
    await openTools();
    await press(page, 'Draw in green');
    await page.click('#tab-play');
    assert.equal(await stateOf(page, 'brush'), '');
    await press(page, 'Start the game');
    await drag(page, 'e2', 'e4');
    assert.equal(await stateOf(page, 'tree.json.nodes.1.san'), 'e4');
  },
);

inPage('a piece that is held when the time is up stays where it was, and the game is as it ended', async ({ page }) => {
  await page.click('#tab-play');
  await page.select('#play-control', '1');
  await press(page, 'Start the game');
  await drag(page, 'e2', 'e4');
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 2, { timeout: 30_000 });
  const [from, to] = [await middle(page, 'd2'), await middle(page, 'd4')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.evaluate(async () => {
    const { store } = await import(new URL('js/chess-state.js', document.baseURI).href);
    const { play: own } = store.get();
    store.set({ play: { ...own, left: { ...own.left, white: 1 } } });
  });
  await page.waitForSelector('.play-status.over');
  await page.mouse.up();
  await assertPlaced(page);
  assert.equal(await page.$$eval('#panel-play .move', (moves) => moves.length), 2);
});

/** Drops a PGN file on the page. @param {Page} page @param {string} pgn @param {string} [name] */
const dropFile = (page, pgn, name = 'other.pgn') =>
  page.evaluate(
    (text, own) => {
      const data = new DataTransfer();
      data.items.add(new File([text], own));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    pgn,
    name,
  );

/** Begins to type a comment on the current move. @param {Page} page @param {string} text */
async function typeComment(page, text) {
  await page.$eval('#panel-analyze .annotate', (own) => Object.assign(own, { open: true }));
  await page.type('#panel-analyze .comment-box', text);
}

inPage('a comment is kept while it is typed, over a reload, and is one step to undo', async ({ page }) => {
  await play(page, 'e4');
  await typeComment(page, 'sharp and');
  await rest(500);
  await page.keyboard.type(' risky');
  await reload(page);
  assert.equal(await stateOf(page, 'tree.json.nodes.1.comment'), 'sharp and risky');
  await typeComment(page, ' indeed');
  await rest(500);
  await page.keyboard.type(', yes');
  await page.$eval('#panel-analyze .comment-box', (box) => box.blur());
  assert.equal(await stateOf(page, 'tree.json.nodes.1.comment'), 'sharp and risky indeed, yes');
  await call(page, 'js/chess-state.js', ['undo']);
  assert.equal(await stateOf(page, 'tree.json.nodes.1.comment'), 'sharp and risky');
});

inPage('a tag is kept while it is typed, over a reload, and is one step to undo', async ({ page }) => {
  await play(page, 'e4');
  await page.click('#tab-games');
  await page.type('#tag-White', 'Mikhail ');
  await rest(500);
  await page.keyboard.type('Tal');
  await reload(page);
  assert.equal(await page.$eval('#tag-White', (own) => own.value), 'Mikhail Tal');
  await page.type('#tag-White', ' of');
  await rest(500);
  await page.keyboard.type(' Riga');
  await page.$eval('#tag-White', (own) => own.blur());
  assert.match(String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]), /White "Mikhail Tal of Riga"/);
  await call(page, 'js/chess-state.js', ['undo']);
  assert.match(String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]), /White "Mikhail Tal"/);
});

inPage('a tag that is typed while a game is in play is refused with the reason', async ({ page }) => {
  await page.click('#tab-play');
  await press(page, 'Start the game');
  await page.click('#tab-games');
  await page.type('#tag-Event', 'Mine');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.toast')].some((own) => /A game is in play/.test(own.textContent ?? '')),
  );
  await page.$eval('#tag-Event', (own) => own.blur());
  assert.equal(await page.$eval('#tag-Event', (own) => own.value), 'Casual game');
});

inPage('a tag stays with its game when another one is opened meanwhile', async ({ page }) => {
  await play(page, 'e4');
  await written(page);
  await dropFile(page, '[White "Anand"]\n\n1. d4 d5 *');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
  await written(page);
  await page.click('#tab-games');
  await page.type('#tag-Black', 'Tal');
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 1);
  assert.equal(await page.$eval('#tag-Black', (own) => own.value), '');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await rest(500);
  assert.doesNotMatch(String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]), /Tal/);
  await page.goForward();
  await page.waitForFunction(() => /** @type {any} */ (document.getElementById('tag-White')).value === 'Anand');
  assert.match(String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]), /White "Anand"\]\n\[Black "Tal"/);
});

inPage('while a comment is typed, the title names its move, and after it the one on the board', async ({ page }) => {
  await play(page, 'e4', 'e5');
  const title = () => page.$eval('#panel-analyze .tools-title', (own) => own.textContent ?? '');
  await typeComment(page, 'symmetric');
  await call(page, 'js/chess-state.js', ['goBack']);
  assert.match(await title(), /1…\s?e5/);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  assert.match(await title(), /1\.\s?e4/);
  // So does the box: another word would else be added to the comment of the other move.
  assert.equal(await page.$eval('#panel-analyze .comment-box', (box) => box.value), '');
  await typeComment(page, 'best by test');
  assert.match(await title(), /1\.\s?e4/);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  const [pgn] = await call(page, 'js/chess-state.js', ['gamePgn']);
  assert.match(String(pgn).replace(/\s+/g, ' '), /1\. e4 \{ ?best by test ?\} 1\.\.\. e5 \{ ?symmetric ?\}/);
});

inPage('a comment stays with its game when another file is dropped meanwhile', async ({ page }) => {
  await play(page, 'e4');
  await typeComment(page, 'of the first game');
  await dropFile(page, '1. d4 d5 *');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
  await page.$eval('#panel-analyze .comment-box', (box) => box.blur());
  await rest(500);
  assert.doesNotMatch(String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]), /of the first game/);
  await press(page, 'Undo');
  assert.match(String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]), /1\. e4 \{\s?of the first game/);
});

inPage('a game without moves is kept: its tags, and the arrows on the start position', async ({ page }) => {
  await page.click('#tab-games');
  await page.type('#tag-White', 'Anand');
  await page.$eval('#tag-White', (field) => field.blur());
  await reload(page);
  await page.click('#tab-games');
  assert.equal(await page.$eval('#tag-White', (field) => field.value), 'Anand');
  await press(page, 'New game');
  await page.click('#tab-analyze');
  const [from, to] = [await middle(page, 'e2'), await middle(page, 'e4')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up({ button: 'right' });
  await reload(page);
  assert.equal(await stateOf(page, 'tree.json.nodes.0.arrows.0'), 'Ge2e4');
});

inPage('a change is kept although the page is left at once', async ({ page }) => {
  await play(page, 'e4');
  await reload(page);
  assert.equal(await shownMoves(page), 'e4');
  // The address has the game with the first move by now.
  await rest(500);
  await play(page, 'e5');
  await reload(page);
  await play(page, 'Nf3');
  await reload(page);
  assert.equal(await shownMoves(page), 'e4 e5 Nf3');
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => /pending/.test(key))), []);
  const count = await page.evaluate(
    async () => (await (await import(new URL('js/library.js', document.baseURI).href)).listDocuments()).length,
  );
  assert.equal(count, 1);
});

inPage('moves that cannot be read are said at the moves', async ({ page }) => {
  await paste(page, '1. e4 e5 2. Ke3 Nc6 3. Nf3');
  await page.waitForSelector('#panel-analyze .fault-line:not([hidden])');
  assert.match(await page.$eval('#panel-analyze .fault-line', (line) => line.textContent ?? ''), /Ke3/);
  await paste(page, '1. e4 e5 2. Ke2 Nc6 *');
  await page.waitForSelector('#panel-analyze .fault-line[hidden]');
});

inPage('Undo beside “kept” brings the game before back, after more moves, too', async ({ page }) => {
  await play(page, 'e4', 'e5');
  await paste(page, '1. d4 *');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 1);
  await call(page, 'js/chess-state.js', ['goLast']);
  await play(page, 'Nf6', 'c4');
  await page.evaluate(() =>
    [...document.querySelectorAll('.toast button')].find((own) => own.textContent === 'Undo').click(),
  );
  assert.equal(await shownMoves(page), 'e4 e5');
  await call(page, 'js/chess-state.js', ['undo'], ['goLast']);
  assert.equal(await shownMoves(page), 'd4 Nf6 c4');
});

inPage('a position that is being set up is kept over other sections and a reload', async ({ page }) => {
  await play(page, 'e4');
  await page.click('#tab-setup');
  await page.click('.palette-piece[data-piece=Q]');
  const { x, y } = await middle(page, 'e5');
  await page.mouse.click(x, y);
  const set = await placement(page);
  assert.match(set, /\/1111Q111\//);
  await page.click('#tab-analyze');
  assert.doesNotMatch(await placement(page), /\/1111Q111\//);
  await page.click('#tab-setup');
  assert.equal(await placement(page), set);
  await reload(page);
  await page.click('#tab-setup');
  assert.equal(await placement(page), set);
  await press(page, 'This position');
  assert.doesNotMatch(await placement(page), /\/1111Q111\//);
  // A position that began elsewhere is offered.
  await page.click('.palette-piece[data-piece=Q]');
  await page.mouse.click(x, y);
  await page.click('#tab-analyze');
  await play(page, 'c5');
  await page.click('#tab-setup');
  assert.doesNotMatch(await placement(page), /\/1111Q111\//);
  await press(page, 'Bring it back');
  assert.equal(await placement(page), set);
  await press(page, 'Use this position');
  await page.click('#tab-setup');
  assert.equal(await placement(page), set);
});

inPage('the list of games keeps its place, and shows a changed tag', async ({ page }) => {
  await paste(page, Array.from({ length: 700 }, (_, i) => `[White "W${i}"]\n[Black "B${i}"]\n\n1. e4 *\n\n`).join(''));
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 200);
  await page.click('#tab-games');
  await press(page, 'Show more');
  await press(page, 'Show more');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelectorAll('.game-row')[500]).click());
  assert.equal(await stateOf(page, 'tab'), 'analyze');
  await page.click('#tab-games');
  assert.equal(await page.$$eval('.game-row', (rows) => rows.length), 600);
  assert.equal(await page.$eval('.game-row[aria-selected=true] .game-number', (own) => own.textContent), '501');
  const isSeen = await page.$eval('.game-row[aria-selected=true]', (row) => {
    const [own, list] = [row.getBoundingClientRect(), row.parentElement.getBoundingClientRect()];
    return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
  });
  assert.ok(isSeen);
  await page.$eval('#tag-White', (field) => {
    field.value = 'Changed';
    field.dispatchEvent(new Event('change'));
  });
  assert.match(await page.$eval('.game-row[aria-selected=true]', (row) => row.textContent ?? ''), /Changed/);
});

inPage('the Tab key stops once at the list of games, and the arrows lead through it', async ({ page }) => {
  await paste(page, Array.from({ length: 30 }, (_, i) => `[White "W${i}"]\n[Black "B${i}"]\n\n1. e4 *\n\n`).join(''));
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 30);
  await page.click('#tab-games');
  const stops = () =>
    page.$$eval('.game-row', (rows) => rows.map((row, i) => (row.tabIndex === 0 ? i : -1)).filter((i) => i >= 0));
  assert.deepEqual(await stops(), [0]);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.game-row')).focus());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await stops(), [2]);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.closest('.game-row')), null);
  await page.keyboard.down('Shift');
  await page.keyboard.press('Tab');
  await page.keyboard.up('Shift');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-index')), '2');
  await page.keyboard.press('Enter');
  assert.equal(await stateOf(page, 'list.index'), 2);
  // A list with other rows has a stop, too.
  await page.click('#tab-games');
  await page.type('input.search', 'W1');
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 11);
  assert.deepEqual(await stops(), [0]);
});

for (const language of ['en', 'de'])
  for (const [width, height] of [
    [683, 384],
    [667, 375],
    [568, 320],
  ])
    inPage(
      `the names of the sections do not overlap in a window of ${width} by ${height}, in ${language}`,
      async ({ page }) => {
        const boxes = await page.$$eval('#tabs button, #tools button', (buttons) =>
          buttons.map((button) => {
            const text = document.createRange();
            text.selectNodeContents(button);
            const box = (button.parentElement?.id === 'tabs' ? text : button).getBoundingClientRect();
            return { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
          }),
        );
        for (const [i, one] of boxes.entries()) {
          assert.ok(one.left >= 0 && one.right <= width, JSON.stringify(one));
          for (const other of boxes.slice(i + 1))
            assert.ok(
              one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
              JSON.stringify([one, other]),
            );
        }
      },
      { width, height, language },
    );

inPage('a player without games begins with a repertoire, removes it, and brings it back', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'reynard-mend-'));
  try {
    writeFileSync(join(folder, 'garbage.pgn'), 'hello');
    writeFileSync(join(folder, 'open-white.pgn'), '1. e4 e5 2. Nf3 *\n');
    await page.click('#tab-learn');
    const input = await page.waitForSelector('.learn-begin input[aria-label="Add a repertoire"]');
    await page.waitForSelector('.learn-begin button', { visible: true });
    await input?.uploadFile(join(folder, 'garbage.pgn'));
    await page.waitForFunction(() =>
      /no game with moves/.test(document.querySelector('.toast.error')?.textContent ?? ''),
    );
    await input?.uploadFile(join(folder, 'open-white.pgn'));
    await page.waitForFunction(() =>
      document.querySelector('.learn-due:not([hidden])')?.textContent?.includes('2 cards'),
    );
    assert.deepEqual(await page.$$eval('.learn-files li', (rows) => rows.map((row) => row.textContent)), [
      'repertoire/open-white.pgn',
    ]);
    await press(page, 'Remove repertoire/open-white.pgn');
    await page.waitForFunction(() => document.querySelectorAll('.learn-files li').length === 0);
    await page.evaluate(() =>
      [...document.querySelectorAll('.toast button')].find((own) => own.textContent === 'Undo').click(),
    );
    await page.waitForFunction(() => document.querySelectorAll('.learn-files li').length === 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inPage('a game that is pasted in a session is shown', async ({ page }) => {
  await page.click('#tab-learn');
  await paste(page, '1. d4 d5 *');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
  assert.equal(await stateOf(page, 'tab'), 'analyze');
});

/** @param {Page} page */
const toasts = (page) => page.$$eval('.toast > span', (found) => found.map((own) => own.textContent).join(' | '));

inPage('files with positions open as positions, and an archive is named', async ({ page }) => {
  await dropFile(page, '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'ending.fen');
  await page.waitForFunction(() => document.querySelector('reynard-board').fen.startsWith('4k3'));
  await dropFile(page, '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n8/8/8/8/8/3k4/8/K6R w - - id "b";\n', 'two.epd');
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 2);
  await dropFile(page, 'PK\u0003\u0004', 'games.zip');
  await page.waitForSelector('.toast.error');
  assert.match(await toasts(page), /games\.zip is a ZIP archive/);
  await paste(page, '4k3/8/8/8/8/8/8/4K3 w KQ - 0 1');
  await page.waitForFunction(() => /rook to castle with/.test(document.getElementById('toasts').textContent ?? ''));
});

inPage('a long address in a comment, and a deep variation, stay within the list', async ({ page }) => {
  await paste(page, `1. e4 {https://example.org/${'a'.repeat(300)}} e5 *`);
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
  const list = '#panel-analyze .moves';
  assert.ok(await page.$eval(list, (own) => own.scrollWidth <= own.clientWidth + 1));
  await paste(page, '*');
  // Forty variations, each within the one before.
  const pairs = [
    ['Nf3', 'Nc3'],
    ['Nf6', 'Nc6'],
    ['Nf3', 'Nb1'],
    ['Nf6', 'Nb8'],
  ];
  for (let i = 0; i < 40; i++) {
    const [main, side] = pairs[i % 4];
    await call(page, 'js/chess-state.js', ['playMove', main], ['goBack'], ['playMove', side]);
  }
  const isSeen = await page.$eval(`${list} [aria-current]`, (move) => {
    const [own, all] = [move.getBoundingClientRect(), move.closest('.moves').getBoundingClientRect()];
    return own.left >= all.left && own.right <= all.right + 1;
  });
  assert.ok(isSeen);
});

inPage('in a game in play: Black has nothing to take back at first, Esc cancels a premove', async ({ page }) => {
  await page.click('#tab-play');
  await page.click('label[for=play-side-black]');
  await press(page, 'Start the game');
  assert.equal(await page.$eval('#panel-play .starts', (own) => own.checkVisibility()), false);
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 1, { timeout: 30_000 });
  const isDisabled = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#panel-play button')].some(
        (own) => own.textContent === 'Take back' && /** @type {HTMLButtonElement} */ (own).disabled,
      ),
    );
  assert.ok(await isDisabled());
  const premoves = await page.evaluate(async () => {
    const [{ humanMove, setPremove }, { store }] = await Promise.all(
      ['js/play.js', 'js/chess-state.js'].map((path) => import(new URL(path, document.baseURI).href)),
    );
    humanMove('e7e5');
    setPremove(['a7', 'a6']);
    const before = store.get().play.premove;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return [before, store.get().play.premove];
  });
  assert.deepEqual(premoves, [['a7', 'a6'], null]);
  assert.equal(await isDisabled(), false);
});

inPage('the engine has as many lines as there are moves', async ({ page }) => {
  await paste(page, '7k/8/8/8/8/8/5q2/7K w - - 0 1');
  await paste(page, 'k7/8/8/8/8/8/r7/7K w - - 0 1');
  for (let i = 0; i < 4; i++) await page.click('.stepper button:last-child');
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.engine-line:not(.waiting)').length > 0, {
    timeout: 40_000,
  });
  assert.equal(await page.$$eval('.engine-line', (rows) => rows.length), 1);
});

inPage('a document that is deleted by mistake comes back', async ({ page }) => {
  const click = (/** @type {string} */ selector) =>
    page.evaluate((name) => /** @type {HTMLElement} */ (document.querySelector(name)).click(), selector);
  await paste(page, '[White "Anand"]\n[Black "Topalov"]\n\n1. e4 e5 *');
  await written(page);
  await paste(page, '1. c4 *');
  await written(page);
  await page.click('#tab-games');
  await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 1);
  await page.evaluate(() => document.querySelectorAll('.toast').forEach((own) => own.remove()));
  await click('.recent:not(.learn-files) .icon-button');
  await page.waitForFunction(() =>
    /is deleted from this browser/.test(document.querySelector('.toast')?.textContent ?? ''),
  );
  await click('.toast button');
  await page.waitForFunction(() => document.querySelectorAll('.recent li').length === 1);
  await click('.recent-open');
  await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
});
