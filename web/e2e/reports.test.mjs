// Faults reported for other boards and pages, tested with new inputs. The number of a report is
// given before its test.

import assert from 'node:assert/strict';
import {
  call,
  drag,
  fenHash,
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

/** Waits until all pieces have stopped moving. @param {import('puppeteer-core').Page} page */
const settled = (page) =>
  page.waitForFunction(() =>
    [...document.querySelector('reynard-board').shadowRoot.querySelectorAll('.piece')].every(
      (own) => !own.classList.contains('gone') && own.getAnimations().length === 0,
    ),
  );

/**
 * Returns the squares whose piece is not drawn in the center, and the squares whose own position
 * differs from their position on the board.
 * @param {import('puppeteer-core').Page} page
 */
async function misplaced(page) {
  await settled(page);
  return page.evaluate(() => {
    const board = document.querySelector('reynard-board');
    const root = /** @type {ShadowRoot} */ (board.shadowRoot);
    const box = root.querySelector('.grid').getBoundingClientRect();
    const side = box.width / 8;
    const isFlipped = board.getAttribute('orientation') === 'black';
    const center = (/** @type {Element} */ element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2 - box.x, y + height / 2 - box.y];
    };
    const wrong = [];
    const placed = new Set(
      [...root.querySelectorAll('.piece:not(.gone)')].map((piece) =>
        center(piece)
          .map((at) => Math.round(at / side - 0.5))
          .join(),
      ),
    );
    for (const button of root.querySelectorAll('button[data-square]')) {
      const name = /** @type {HTMLElement} */ (button).dataset.square ?? '';
      const [file, rank] = ['abcdefgh'.indexOf(name[0]), Number(name[1]) - 1];
      const expected = isFlipped ? [7 - file, rank] : [file, 7 - rank];
      const found = center(button).map((at) => Math.round((at / side - 0.5) * 100) / 100);
      if (found.some((at, i) => Math.abs(at - expected[i]) > 0.05)) wrong.push(`${name} at ${found}`);
      const hasPiece = !/empty/.test(button.getAttribute('aria-label') ?? '');
      if (hasPiece !== placed.has(expected.join())) wrong.push(`piece of ${name}`);
    }
    return wrong;
  });
}

// flutter-chessground#36, lila#11555: a page in right-to-left layout, as after a translation into
// Arabic.
inPage('a page from right to left has its board from left to right', async ({ page }) => {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  assert.deepEqual(await misplaced(page), []);
  await drag(page, 'b1', 'c3');
  assert.equal(await shownMoves(page), 'Nc3');
  await page.keyboard.press('f');
  assert.deepEqual(await misplaced(page), []);
  // The arrow keys follow the screen.
  await page.evaluate(() => document.querySelector('reynard-board').focusSquare('d4'));
  await page.keyboard.press('ArrowRight');
  const focused = await page.evaluate(
    () => /** @type {HTMLElement} */ (document.querySelector('reynard-board').shadowRoot?.activeElement).dataset.square,
  );
  assert.equal(focused, 'c4');
  const label = await page.evaluate(() => {
    const board = document.querySelector('reynard-board').getBoundingClientRect();
    const files = [...document.querySelector('reynard-board').shadowRoot.querySelectorAll('.label.file')];
    const first = files.find((own) => own.textContent === 'h');
    return first.getBoundingClientRect().x - board.x < board.width / 8;
  });
  assert.ok(label, 'h is at the left of a board that is turned');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

// lila#9153, lila#5126, lila#3289: the board changes its size while pieces move, or is hidden.
inPage('pieces stand on their squares when the window changes while they move', async ({ page }) => {
  for (const [width, height] of [
    [700, 900],
    [1033, 611],
    [361, 777],
    [1280, 860],
  ]) {
    await call(page, 'js/chess-state.js', [
      'playMove',
      width === 700 ? 'e4' : width === 1033 ? 'e5' : width === 361 ? 'Nf3' : 'Nc6',
    ]);
    await page.setViewport({ width, height });
    assert.deepEqual(await misplaced(page), [], `${width}x${height}`);
  }
});

// lila#5696, pychess-variants#455: arrow keys that stop working after a click somewhere.
inPage(
  'the arrow keys step through the game after a click on anything',
  async ({ page }) => {
    const selectors = [
      '.switch',
      '#panel-analyze .move',
      '.explorer summary',
      '#controls .icon-button',
      '.strip-name',
      '#panel',
      '.annotate summary',
      '.stepper .small-button',
    ];
    for (const selector of selectors) {
      await call(page, 'js/chess-state.js', ['goTo', 2]);
      await page.click(selector).catch(() => page.$eval(selector, (own) => /** @type {HTMLElement} */ (own).click()));
      const before = Number(await stateOf(page, 'node'));
      await page.keyboard.press(before > 0 ? 'ArrowLeft' : 'ArrowRight');
      assert.notEqual(await stateOf(page, 'node'), before, selector);
    }
  },
  { hash: `${pgnHash('1. e4 e5 2. Nf3 Nc6 3. Bb5 *')}&ply=2` },
);

// mobile#460: another first move becomes the main line, and the first move is deleted.
inPage('another first move becomes the main line, and the first move can be deleted', async ({ page }) => {
  await play(page, 'd4', 'd5');
  await call(page, 'js/chess-state.js', ['goFirst']);
  await play(page, 'e4');
  await page.evaluate(() => {
    document.querySelector('#panel-analyze .annotate').open = true;
  });
  await press(page, 'Make it the main line');
  assert.equal(await shownMoves(page), 'e4 d4 d5');
  assert.match(String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]), /1\. e4 \(1\. d4 d5\) \*/);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('x');
  assert.equal(await shownMoves(page), 'd4 d5');
});

// lila#12617: arrows that disappear after a step back, and duplicate arrows.
inPage('an arrow is there again after a step and back, and a second one alike takes it away', async ({ page }) => {
  await play(page, 'e4');
  const draw = async () => {
    const [from, to] = [await middle(page, 'g8'), await middle(page, 'f6')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up({ button: 'right' });
  };
  const arrows = () => page.evaluate(() => document.querySelector('reynard-board').shapes.length);
  await draw();
  await play(page, 'e5');
  assert.equal(await arrows(), 0);
  await call(page, 'js/chess-state.js', ['goBack']);
  assert.equal(await arrows(), 1);
  await draw();
  assert.equal(await arrows(), 0);
});

// react-chessboard#22, react-chessboard#118: a premove after a canceled one, and a premove back to
// the original square.
inPage('a premove follows one that was taken back, and a later one takes its place', async ({ page }) => {
  await page.click('#tab-play');
  await press(page, 'Start the game');
  await page.evaluate(async () => {
    const { engine } = await import(new URL('js/analysis.js', document.baseURI).href);
    engine.search = () =>
      new Promise((resolve) => {
        Object.assign(globalThis, { answer: resolve });
      });
  });
  await drag(page, 'e2', 'e4');
  await drag(page, 'g1', 'f3');
  const { x, y } = await middle(page, 'a5');
  await page.mouse.click(x, y, { button: 'right' });
  assert.equal(await stateOf(page, 'play.premove'), null);
  await drag(page, 'b1', 'c3');
  assert.deepEqual(await stateOf(page, 'play.premove'), ['b1', 'c3']);
  await drag(page, 'b1', 'a3');
  assert.deepEqual(await stateOf(page, 'play.premove'), ['b1', 'a3']);
  assert.deepEqual(await misplaced(page), []);
  await page.evaluate(() => /** @type {any} */ (globalThis).answer('e7e5'));
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 3);
  assert.equal(await shownMoves(page), 'e4 e5 Na3');
});

// react-chessboard#220: a promotion that jumps. ChessForge#628: a choice for an illegal promotion.
inPage(
  'a promotion moves as the pawn that it was, and no choice is shown where it is not legal',
  async ({ page }) => {
    await settled(page);
    const { x, y } = await middle(page, 'b7');
    const to = await middle(page, 'b8');
    await page.mouse.click(x, y);
    await page.mouse.click(to.x, to.y);
    assert.equal(
      await page.evaluate(
        () => document.querySelector('reynard-board').shadowRoot.querySelectorAll('.promotion').length,
      ),
      0,
    );
    assert.equal(await shownMoves(page), '');
    await page.evaluate(() =>
      Object.assign(globalThis, {
        pawn: document.querySelector('reynard-board').shadowRoot.querySelectorAll('.piece').length,
      }),
    );
    await call(page, 'js/chess-state.js', ['playMove', 'g7g8q']);
    const moved = await page.evaluate(() => {
      const pieces = [...document.querySelector('reynard-board').shadowRoot.querySelectorAll('.piece:not(.gone)')];
      return {
        count: pieces.length,
        before: /** @type {any} */ (globalThis).pawn,
        still: pieces.filter((own) => own.classList.contains('still')).length,
      };
    });
    assert.equal(moved.count, moved.before);
    assert.equal(moved.still, 0);
  },
  { hash: fenHash('8/KP1r2P1/8/8/8/8/8/k7 w - - 0 1') },
);

// nibbler#65, pychess#871: positions as other programs write them.
for (const [what, text, turn] of [
  ['a slash after the last rank and a move number of 0', '4k3/8/8/8/8/8/4P3/4K3/ b - - 0 0', 'b'],
  ['dashes for the numbers', '4k3/8/8/8/8/8/4P3/4K3 b - - - -', 'b'],
  ['five fields', '4k3/8/8/8/8/8/4P3/4K3 b - - 3', 'b'],
  ['operations of EPD', '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "test 1";', 'w'],
  ['quotes around it', '"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"', 'w'],
  ['the word FEN before it', 'FEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'w'],
  ['several blanks', '  4k3/8/8/8/8/8/4P3/4K3   b  -  -   0   1 ', 'b'],
]) {
  inPage(`a position with ${what} can be pasted`, async ({ page }) => {
    await paste(page, text);
    await page.waitForFunction(() => document.querySelector('reynard-board').fen.startsWith('4k3/8/8/8/8/8/4P3/4K3'), {
      timeout: 5000,
    });
    const [{ fen }] = /** @type {{fen: string}[]} */ (await call(page, 'js/chess-state.js', ['current']));
    assert.equal(fen.split(' ')[1], turn);
  });
}

// lichobile#348, chess-dojo#963, mobile#604, lila#17918: games in the forms used by people.
for (const [what, text, moves] of [
  ['an impossible first move, which is named', '0. Ke5 c6 1. d4 d5 *', null],
  ['a glyph in letters', '1. e4 += e5 2. Nf3 +/= Nc6 -+ *', 'e4 e5 Nf3 Nc6'],
  ['a position and no moves', '[Variant "From Position"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n', ''],
  [
    'a clock before the first move',
    '{[%clk 0:10:00][%eval 0.25]} 1. d4 {[%clk 0:10:00]} Nf6 {[%clk 0:10:00]} 2. Nf3 {[%clk 0:10:02]} *',
    'd4 Nf6 Nf3',
  ],
  ['no numbers and a result alone', 'e4 e5 Nf3 1-0', 'e4 e5 Nf3'],
  ['figurines', '1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 *', 'e4 e5 Nf3 Nc6 Bb5'],
]) {
  inPage(`a game with ${what} can be pasted`, async ({ page }) => {
    await paste(page, text);
    await rest(300);
    if (moves === null) {
      const said = await page.$$eval('.toast, .notes li', (found) => found.map((own) => own.textContent).join(' '));
      assert.match(said, /Ke5/);
      return;
    }
    await page.waitForFunction(
      (count) => document.querySelectorAll('#panel-analyze .move').length === count,
      { timeout: 5000 },
      moves ? moves.split(' ').length : 0,
    );
    assert.equal(await shownMoves(page), moves);
    if (what.startsWith('a position')) assert.equal(await placement(page), '4k3/8/8/8/8/8/4P3/4K3');
    if (what.startsWith('a clock')) {
      await page.keyboard.press('G');
      assert.equal(await page.$eval('#bottom-player .clock', (own) => own.textContent), '10:02');
    }
  });
}

// cm-chessboard#73: square names that do not follow when the board is flipped.
inPage('the squares keep their names for screen readers when the board is turned', async ({ page }) => {
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await misplaced(page), []);
    const names = await page.evaluate(() =>
      [...document.querySelector('reynard-board').shadowRoot.querySelectorAll('button[data-square]')].map(
        (own) => `${own.dataset.square} ${own.getAttribute('aria-label')}`,
      ),
    );
    for (const name of names) assert.match(name, /^(\w\d) \1, /);
    await page.keyboard.press('f');
  }
});

// A browser translation wraps every text in separate elements.
inPage('a page that the browser translates goes on', async ({ page }) => {
  const translate = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts = [];
      while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('script, style, textarea')) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(text.data.toUpperCase());
        outer.append(inner);
        text.replaceWith(outer);
      }
    });
  await play(page, 'e4', 'e5');
  await translate();
  await drag(page, 'g1', 'f3');
  await translate();
  await page.keyboard.press('k');
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, {
    timeout: 30_000,
  });
  await translate();
  for (const tab of ['play', 'learn', 'games', 'setup', 'analyze']) {
    await page.click(`#tab-${tab}`);
    await translate();
  }
  await page.keyboard.press('u');
  assert.equal(
    String((await call(page, 'js/chess-state.js', ['gamePgn']))[0])
      .trim()
      .split('\n')
      .pop(),
    '1. e4 e5 *',
  );
});

// En Croissant#377: a report without marks and without a message.
inPage(
  'a game without mistakes says so, and its accuracy is whole',
  async ({ page }) => {
    await press(page, 'Analyze the game');
    await page.waitForFunction(
      () =>
        document.querySelector('.graph-card progress').hidden && document.querySelectorAll('.accuracy').length === 1,
      { timeout: 60_000 },
    );
    assert.equal(await page.$eval('.accuracy', (own) => own.textContent), 'accuracy 100 %');
  },
  { hash: `#pgn=${encodeURIComponent('[FEN "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra8# *')}` },
);
