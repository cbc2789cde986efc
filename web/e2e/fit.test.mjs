// The layout of the page: small and low windows, pasted text, unobtrusive notes, live regions,
// print.

import assert from 'node:assert/strict';
import {
  call,
  middle,
  pageTests,
  paste,
  pgnHash,
  placement,
  play,
  press,
  rest,
  shownMoves,
  stateOf,
  whyNot,
} from './support.mjs';

const inPage = pageTests(Boolean(await whyNot()));
/** @param {import('puppeteer-core').Page} page */
const toasts = (page) => page.$$eval('.toast > span', (found) => found.map((own) => own.textContent).join(' | '));

for (const [width, height] of [
  [844, 390],
  [667, 375],
  [720, 450],
  [568, 320],
]) {
  inPage(
    `the whole board is seen in a window of ${width} by ${height}, beside the panel`,
    async ({ page }) => {
      const seen = await page.evaluate(() => {
        const board = document.querySelector('reynard-board').getBoundingClientRect();
        const panel = document.getElementById('panel').getBoundingClientRect();
        return {
          bottom: board.bottom,
          top: board.top,
          right: board.right,
          side: board.width,
          panel: panel.left,
          panelWidth: panel.width,
          wide: document.documentElement.scrollWidth,
          controls: document.getElementById('controls').getBoundingClientRect().bottom,
        };
      });
      assert.ok(seen.top >= 0 && seen.controls <= height && seen.bottom <= height, JSON.stringify(seen));
      assert.ok(seen.panel >= seen.right && seen.panelWidth > 180, JSON.stringify(seen));
      assert.ok(seen.side > height * 0.6 && seen.wide <= width, JSON.stringify(seen));
    },
    { width, height, touch: true, hash: pgnHash('1. e4 e5 *') },
  );
}

for (const [width, height] of [
  [360, 800],
  [390, 844],
  [768, 1024],
  [800, 600],
  [700, 560],
  [1024, 700],
  [1440, 900],
  [2560, 1440],
]) {
  inPage(
    `nothing is wider than a window of ${width} by ${height}, with the engine on`,
    async ({ page }) => {
      await page.keyboard.press('a');
      await page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, {
        timeout: 30_000,
      });
      for (const tab of ['analyze', 'play', 'learn', 'games', 'setup']) {
        await page.click(`#tab-${tab}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${tab}: ${wide}`);
      }
      const side = await page.evaluate(() => document.querySelector('reynard-board').getBoundingClientRect().width);
      if (width === 2560) assert.ok(side > 1150, `the board has ${side} pixels`);
    },
    { width, height, hash: pgnHash('1. e4 e5 2. Nf3 Nc6 3. Bb5 *') },
  );
}

inPage(
  'a finger scrolls the page from squares without a piece to move, and drags pieces',
  async ({ page }) => {
    const touch = (/** @type {string} */ square) =>
      page.evaluate(
        (name) =>
          getComputedStyle(document.querySelector('reynard-board').shadowRoot.querySelector(`[data-square=${name}]`))
            .touchAction,
        square,
      );
    assert.equal(await touch('e2'), 'none');
    assert.match(await touch('e4'), /pan-y/);
    assert.match(await touch('e7'), /pan-y/);
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector('reynard-board')).touchAction),
      'auto',
    );
    const client = await page.createCDPSession();
    /** @param {string} square @param {number} by */
    const swipe = async (square, by) => {
      const { x, y } = await middle(page, square);
      const at = (/** @type {number} */ part) => [{ x, y: y + by * part }];
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (let i = 1; i <= 10; i++) {
        await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i / 10) });
        await rest(20);
      }
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await rest(200);
      return page.evaluate(() => scrollY);
    };
    assert.ok((await swipe('e4', -150)) > 50, 'the page does not scroll');
    await page.evaluate(() => scrollTo(0, 0));
    assert.equal(await swipe('e2', -90), 0);
    assert.equal(await shownMoves(page), 'e4');
  },
  { width: 360, height: 640, touch: true, needsChromium: true },
);

for (const [what, text, expected] of /** @type {[string, string, string][]} */ ([
  [
    'a link of a lichess analysis',
    'https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1',
    '4k3/8/8/8/8/8/4P3/4K3',
  ],
  [
    'a link of the lichess editor',
    'https://lichess.org/editor/4k3/8/8/8/8/8/4P3/4K3_b_-_-_0_1?color=white',
    '4k3/8/8/8/8/8/4P3/4K3',
  ],
  [
    'a link of chess.com',
    'https://www.chess.com/analysis?fen=4k3%2F8%2F8%2F8%2F8%2F8%2F4P3%2F4K3+w+-+-+0+1&flip=false',
    '4k3/8/8/8/8/8/4P3/4K3',
  ],
  ['pieces alone', '4k3/8/8/8/8/8/4P3/4K3', '4k3/8/8/8/8/8/4P3/4K3'],
  ['a position without numbers', '4k3/8/8/8/8/8/4P3/4K3 w', '4k3/8/8/8/8/8/4P3/4K3'],
  ['the own form of a position', '4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1', '4k3/8/8/8/8/8/4P3/4K3'],
  ['an own link', 'http://localhost:8765/#fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1&side=black', '4k3/8/8/8/8/8/4P3/4K3'],
  ['words of UCI', 'position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d7', '4k3/8/8/8/8/8/4P3/4K3'],
])) {
  inPage(`${what} can be pasted`, async ({ page }) => {
    await paste(page, text);
    await page.waitForFunction(
      (placed) => document.querySelector('reynard-board').fen.startsWith(placed),
      { timeout: 5000 },
      expected,
    );
    if (what === 'words of UCI') assert.equal(await shownMoves(page), 'e4 Kd7');
  });
}

inPage('a link with moves, words of UCI from the start, and German moves can be pasted', async ({ page }) => {
  for (const [text, moves] of [
    ['https://lichess.org/analysis/pgn/e4_e5_Nf3', 'e4 e5 Nf3'],
    ['position startpos moves e2e4 c7c5', 'e4 c5'],
    ['1.e4 e5 2.Sf3 Sc6 3.Lb5 a6 4.Lxc6 dxc6 5.O-O Dd6', 'e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6'],
  ]) {
    await paste(page, text);
    await page.waitForFunction(
      (count) => document.querySelectorAll('#panel-analyze .move').length === count,
      { timeout: 5000 },
      moves.split(' ').length,
    );
    assert.equal(await shownMoves(page), moves);
  }
  await paste(page, 'https://lichess.org/abcdefgh');
  await page.waitForSelector('.toast');
  assert.match(await toasts(page), /fetches nothing from lichess.org/);
});

inPage(
  'German moves can be typed in the German page',
  async ({ page }) => {
    for (const move of ['e4', 'e5', 'Sf3', 'Sc6', 'Lb5']) {
      await page.focus('.type-move');
      await page.keyboard.type(move);
      await page.keyboard.press('Enter');
    }
    assert.equal(await shownMoves(page), 'e4 e5 Nf3 Nc6 Bb5');
  },
  { language: 'de' },
);

inPage('several files that are dropped become one list', async ({ page }) => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    for (const name of ['a', 'b', 'c']) data.items.add(new File([`[White "${name}"]\n\n1. e4 *`], `${name}.pgn`));
    dispatchEvent(new DragEvent('drop', { dataTransfer: data }));
  });
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 3);
});

inPage(
  'harmless notes interrupt no one, and are in the language of the page',
  async ({ page }) => {
    await paste(page, '1. e4 e5 2. 0-0');
    await page.waitForFunction(() => document.querySelectorAll('#panel-analyze .move').length === 2);
    assert.equal(
      await page.$$eval('.toast, [role=alert]', (found) => found.filter((own) => own.textContent).length),
      0,
    );
    await page.click('#tab-games');
    const notes = await page.$$eval('.notes li', (found) => found.map((own) => own.textContent));
    assert.ok(
      notes.some((text) => /Am Ende der Partie fehlt das Ergebnis/.test(text ?? '')),
      notes.join('\n'),
    );
    assert.ok(
      notes.some((text) => /„0-0“ ist hier kein regelgerechter Zug/.test(text ?? '')),
      notes.join('\n'),
    );
  },
  { language: 'de' },
);

inPage(
  'live regions speak once: of steps with their comments, and not of the evaluation',
  async ({ page }) => {
    await page.evaluate(() => {
      const own = /** @type {any} */ (globalThis);
      own.spoken = [];
      for (const region of document.querySelectorAll('[aria-live], [role=status], output, [role=alert]')) {
        new MutationObserver(() => {
          if (region.checkVisibility() && region.textContent) own.spoken.push(region.textContent);
        }).observe(region, { childList: true, characterData: true, subtree: true });
      }
    });
    await page.keyboard.press('j');
    await page.waitForFunction(() => /** @type {any} */ (globalThis).spoken.length > 0);
    await page.evaluate(() => {
      const own = /** @type {any} */ (globalThis);
      own.changes = 0;
      new MutationObserver(() => {
        own.changes++;
      }).observe(document.querySelector('.engine-head'), { childList: true, characterData: true, subtree: true });
    });
    await page.keyboard.press('a');
    // The evaluation has changed several times without an announcement.
    await page.waitForFunction(
      () =>
        document.querySelectorAll('.engine-line .line-move').length > 2 && /** @type {any} */ (globalThis).changes > 8,
      { timeout: 30_000 },
    );
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).spoken), [
      'pawn to e4. Good move. a fine move. one other move',
    ]);
  },
  { hash: `${pgnHash('1. e4 $1 {a fine move} (1. d4) e5 *')}&ply=0` },
);

inPage(
  'the move list is a tree with levels that the keyboard reaches',
  async ({ page }) => {
    await page.focus('#panel-analyze .move[tabindex="0"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), '1…c5');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-level')), '2');
    assert.equal(await page.$$eval('#panel-analyze .move[tabindex="0"]', (found) => found.length), 1);
    assert.equal(await placement(page), 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR');
  },
  { hash: `${pgnHash('1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *')}&ply=1` },
);

inPage(
  'on paper stand the board with its squares, and all moves',
  async ({ page }) => {
    await page.emulateMediaType('print');
    const printed = await page.evaluate(() => ({
      controls: document.getElementById('controls').checkVisibility(),
      tabs: document.getElementById('tabs').checkVisibility(),
      engine: document.querySelector('.engine').checkVisibility(),
      overflow: getComputedStyle(document.querySelector('#panel-analyze .moves')).overflow,
      color: getComputedStyle(document.querySelector('reynard-board').shadowRoot.querySelector('[data-square=a1]'))
        .printColorAdjust,
    }));
    assert.deepEqual(printed, { controls: false, tabs: false, engine: false, overflow: 'visible', color: 'exact' });
  },
  { needsChromium: true, hash: pgnHash('1. e4 e5 *') },
);

inPage(
  'a pass names the better line, leads from mistake to mistake, and keeps the line',
  async ({ page }) => {
    await press(page, 'Analyze the game');
    await page.waitForFunction(
      () =>
        document.querySelectorAll('.graph-dot.blunder').length > 0 &&
        document.querySelector('.graph-card progress').hidden,
      { timeout: 80_000 },
    );
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    const better = await page.$eval('.better', (own) => own.textContent ?? '');
    assert.match(better, /% lost\. Better was \d+\. ?\S+/);
    const node = await stateOf(page, 'node');
    await press(page, 'Next marked move');
    assert.notEqual(await stateOf(page, 'node'), undefined);
    await press(page, 'Keep marks');
    const [pgn] = await call(page, 'js/chess-state.js', ['gamePgn']);
    assert.match(String(pgn), /\?\?|\$4/);
    assert.match(String(pgn), /\(\d+\.+ /);
  },
  { hash: pgnHash('1. f4 e6 2. g4 Qh4# 0-1') },
);

inPage(
  'an engine that is switched on at mate says so',
  async ({ page }) => {
    await page.keyboard.press('G');
    await page.keyboard.press('a');
    assert.equal(await page.$eval('.engine-about', (own) => own.textContent), 'The game is over here.');
  },
  { hash: pgnHash('1. f4 e6 2. g4 Qh4# 0-1') },
);

inPage('every target of the pointer has at least 24 pixels', async ({ page }) => {
  await play(page, 'e4');
  for (const tab of ['analyze', 'play', 'learn', 'games', 'setup']) {
    await page.click(`#tab-${tab}`);
    const small = await page.$$eval('button, select, input:not([type=radio]):not([type=file])', (found) =>
      found
        .filter((own) => own.checkVisibility())
        .map((own) => ({
          box: own.getBoundingClientRect(),
          name: own.getAttribute('aria-label') ?? own.textContent ?? own.id,
        }))
        .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
        .map(({ box, name }) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`),
    );
    assert.deepEqual(small, [], tab);
  }
});

/**
 * Makes the page collect, in the global variable `saved`, all files that it saves.
 * @param {import('puppeteer-core').Page} page
 */
const keepSaved = (page) =>
  page.evaluate(() => {
    const own = /** @type {any} */ (globalThis);
    own.saved = [];
    const create = URL.createObjectURL;
    /** @type {Map<string, Blob>} */
    const blobs = new Map();
    URL.createObjectURL = (blob) => {
      const url = create.call(URL, blob);
      blobs.set(url, /** @type {Blob} */ (blob));
      return url;
    };
    HTMLAnchorElement.prototype.click = function click() {
      own.saved.push({ name: this.download, blob: blobs.get(this.href) });
    };
  });

inPage(
  'a game is saved as an animated GIF with a frame for each position, by the side below',
  async ({ page }) => {
    await keepSaved(page);
    await page.keyboard.press('f');
    await page.click('#tab-games');
    await press(page, 'GIF');
    await page.waitForFunction(() => /** @type {any} */ (globalThis).saved.length === 1, { timeout: 60_000 });
    const { name, bytes, colors } = await page.evaluate(async () => {
      const [{ name: own, blob }] = /** @type {any} */ (globalThis).saved;
      // The browser shows the first frame.
      const bitmap = await createImageBitmap(blob);
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
      const context = canvas.getContext('2d');
      context.drawImage(bitmap, 0, 0);
      // h1 is at the top left: a white pawn on e2, a black one on e7.
      const at = (/** @type {number} */ x, /** @type {number} */ y) => [
        ...context.getImageData(x, y, 1, 1).data.slice(0, 3),
      ];
      return {
        name: own,
        bytes: [...new Uint8Array(await blob.arrayBuffer())],
        colors: [at(3 * 60 + 30, 60 + 45), at(3 * 60 + 30, 6 * 60 + 45)],
      };
    });
    assert.equal(name, 'A-B.gif');
    assert.deepEqual(gifFrames(bytes), { width: 480, height: 480, delays: [100, 100, 100, 500] });
    assert.ok(
      colors[0].every((part) => part > 240),
      `a white pawn: ${colors[0]}`,
    );
    assert.ok(
      colors[1].every((part) => part < 120),
      `a black pawn: ${colors[1]}`,
    );
  },
  { hash: pgnHash('[White "A"]\n[Black "B"]\n\n1. e4 {[%cal Ge4e5]} e5 2. Nf3 *') },
);

/** Returns the size and the frame delays of a GIF. @param {number[]} bytes */
function gifFrames(bytes) {
  const word = (/** @type {number} */ at) => bytes[at] + 256 * bytes[at + 1];
  const delays = [];
  let at = 13 + 3 * 256;
  while (bytes[at] !== 0x3b) {
    // An extension, or an image with its position and its code length.
    if (bytes[at] === 0x21 && bytes[at + 1] === 0xf9) delays.push(word(at + 4));
    at += bytes[at] === 0x21 ? 2 : 11;
    while (bytes[at] > 0) at += bytes[at] + 1;
    at++;
  }
  return { width: word(6), height: word(8), delays };
}

inPage(
  'the graph tells the accuracy of each side and the times of the moves',
  async ({ page }) => {
    // Times are shown even without an engine.
    assert.deepEqual(await page.$$eval('.time-bar', (bars) => bars.map((bar) => bar.getAttribute('class'))), [
      'time-bar w',
      'time-bar b',
      'time-bar w',
      'time-bar b now',
    ]);
    await press(page, 'Analyze the game');
    await page.waitForFunction(
      () =>
        document.querySelectorAll('.graph-dot.blunder').length > 0 &&
        document.querySelector('.graph-card progress').hidden,
      { timeout: 80_000 },
    );
    const [white, black] = await page.$$eval('.accuracy', (found) =>
      found.map((own) => Number(/accuracy (\d+) %/.exec(own.textContent ?? '')?.[1])),
    );
    assert.ok(white < 70 && black > 85, `${white} ${black}`);
    assert.match(
      await page.$eval('.graph-box', (own) => own.getAttribute('aria-valuetext') ?? ''),
      /^2… Qh4#: White expects 0 %, 0:12 spent$/,
    );
  },
  {
    hash: `${pgnHash('[TimeControl "180+2"]\n\n1. f4 {[%clk 0:02:58]} e6 {[%clk 0:03:00]} 2. g4 {[%clk 0:01:00]} Qh4# {[%clk 0:02:50]} 0-1')}&ply=4`,
  },
);

inPage(
  'the facts on both sides fit onto a phone, in German',
  async ({ page }) => {
    await press(page, 'Partie analysieren');
    await page.waitForFunction(
      () =>
        document.querySelectorAll('.accuracy').length === 2 && document.querySelector('.graph-card progress').hidden,
      { timeout: 80_000 },
    );
    const cut = await page.$$eval('.graph-card *', (found) => {
      const right = document.querySelector('.graph-card').getBoundingClientRect().right;
      return found
        .filter((own) => own.checkVisibility() && own.getBoundingClientRect().right > right)
        .map((own) => own.className);
    });
    assert.deepEqual(cut, []);
  },
  {
    width: 360,
    height: 800,
    language: 'de',
    hash: pgnHash('[White "Nepomniachtchi, Ian"]\n[Black "Praggnanandhaa, R"]\n\n1. f3 e5 2. g4 Qh4# 0-1'),
  },
);

inPage(
  'a chapter of a study shows its title beside the opening',
  async ({ page }) => {
    assert.equal(await page.$eval('.opening', (own) => own.textContent), "My study: The center · B00 King's Pawn Game");
  },
  { hash: `${pgnHash('[Event "My study: The center"]\n[White "?"]\n[Black "?"]\n\n1. e4 *')}&ply=1` },
);

inPage('the board can be saved as an image', async ({ page }) => {
  await keepSaved(page);
  await play(page, 'e4');
  await page.click('#tab-games');
  await press(page, 'Image');
  await page.waitForFunction(() => /** @type {any} */ (globalThis).saved.length === 2);
  assert.deepEqual(
    await page.evaluate(() =>
      /** @type {any} */ (globalThis).saved.map((/** @type {{name: string}} */ { name }) => name.split('.').pop()),
    ),
    ['png', 'svg'],
  );
});
