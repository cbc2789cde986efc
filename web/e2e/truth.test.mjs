// The board is always truthful: previews end with their cause and change nothing, a game in play
// allows only what its rules allow, and a drag plays the displayed move.

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
const LINE = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 *';

/**
 * Sets engine lines, as if the engine were searching. The engine itself stays idle, because its own
 * lines would replace these as soon as it started.
 * @param {import('puppeteer-core').Page} page
 * @param {string[]} pv
 */
const evaluate = (page, pv) =>
  page.evaluate(async (moves) => {
    const { engine } = await import(new URL('js/analysis.js', document.baseURI).href);
    engine.search = () => new Promise(() => {});
    const { store, current } = await import(new URL('js/chess-state.js', document.baseURI).href);
    const line = {
      multipv: 1,
      depth: 9,
      seldepth: 9,
      score: { cp: 20 },
      bound: '',
      wdl: null,
      nodes: 1,
      nps: 1,
      time: 1,
      hashfull: 0,
      tbhits: 0,
      pv: moves,
    };
    const { fen } = current();
    store.set({ engine: { ...store.get().engine, isOn: true } });
    store.set({ evaluation: { lines: [line], fen, isWhite: fen.split(' ')[1] === 'w' } });
  }, pv);
/** @param {import('puppeteer-core').Page} page */
const ownPlacement = async (page) =>
  String(
    await page.evaluate(
      async () => (await import(new URL('js/chess-state.js', document.baseURI).href)).current().fen.split(' ')[0],
    ),
  );
/**
 * Waits for a preview: the board must show a position other than the current one of the game.
 * @param {import('puppeteer-core').Page} page
 */
const previewed = async (page) => {
  const own = await ownPlacement(page);
  await page.waitForFunction(
    (fen) => document.querySelector('reynard-board').fen.split(' ')[0] !== fen,
    { timeout: 10_000 },
    own,
  );
};
/** @param {import('puppeteer-core').Page} page @param {string} selector @param {number} at */
async function pointAt(page, selector, at) {
  const box = await page.evaluate(
    (name, index) => {
      const { x, y, width, height } = document.querySelectorAll(name)[index].getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
    selector,
    at,
  );
  await page.mouse.move(box.x, box.y);
  await page.mouse.move(box.x + 1, box.y);
}
/** Starts a game against level 1. @param {import('puppeteer-core').Page} page @param {string} control */
async function startGame(page, control = '2') {
  await page.click('#tab-play');
  await page.select('#play-control', control);
  await page.select('#play-opponent', 'level');
  await page.$eval('#play-level', (level) => {
    level.value = '1';
    level.dispatchEvent(new Event('input'));
  });
  await press(page, 'Start the game');
}
/** @param {import('puppeteer-core').Page} page @param {number} moves */
const answered = (page, moves) =>
  page.waitForFunction(
    (count) =>
      document.querySelector('.play-status')?.textContent === 'Your move.' &&
      document.querySelectorAll('#panel-play .move').length === count,
    { timeout: 30_000 },
    moves,
  );

inPage(
  'a resting mouse previews nothing while one steps, and the board shows the move of the list',
  async ({ page }) => {
    await call(page, 'js/chess-state.js', ['goFirst']);
    await evaluate(page, ['d2d4', 'd7d5', 'c2c4']);
    await pointAt(page, '.engine-line .line-move', 2);
    await previewed(page);
    assert.equal(await placement(page), 'rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR');
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('j');
      await evaluate(page, ['a2a3', 'a7a6', 'b2b3']);
      assert.equal(await placement(page), await ownPlacement(page));
    }
  },
  { hash: `${pgnHash(LINE)}&ply=0` },
);

inPage('a preview ends when the engine is switched off, and the board can be played on', async ({ page }) => {
  await evaluate(page, ['d2d4', 'd7d5']);
  await pointAt(page, '.engine-line .line-move', 1);
  await previewed(page);
  await page.keyboard.press('a');
  assert.equal(await placement(page), await ownPlacement(page));
  await drag(page, 'e2', 'e4');
  assert.equal(await shownMoves(page), 'e4');
});

inPage('a preview ends when its line is no longer shown', async ({ page }) => {
  await evaluate(page, ['d2d4', 'd7d5']);
  await pointAt(page, '.engine-line .line-move', 1);
  await previewed(page);
  await evaluate(page, ['g1f3', 'd7d5']);
  assert.equal(await placement(page), await ownPlacement(page));
});

inPage(
  'what is drawn over a preview deletes no arrow of the game',
  async ({ page }) => {
    await page.keyboard.press('k');
    await call(page, 'js/chess-state.js', ['goTo', 1]);
    await evaluate(page, ['e7e5', 'g1f3']);
    await pointAt(page, '.engine-line .line-move', 1);
    const { x, y } = await middle(page, 'h5');
    await page
      .evaluate(
        (point) => {
          const board = document.querySelector('reynard-board');
          // These events do not come from a real pointer.
          board.setPointerCapture = () => {};
          for (const type of ['pointerdown', 'pointerup'])
            board.dispatchEvent(
              new PointerEvent(type, {
                button: 2,
                isPrimary: true,
                clientX: point.x,
                clientY: point.y,
                bubbles: true,
                composed: true,
                pointerId: 1,
              }),
            );
        },
        { x, y },
      )
      .catch(() => {});
    assert.match(
      String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]),
      /\[%cal Ge4e5\].*\[%csl Rd4\]|\[%csl Rd4\].*\[%cal Ge4e5\]/,
    );
  },
  { hash: `${pgnHash('1. e4 {[%cal Ge4e5][%csl Rd4]} *')}&ply=1` },
);

inPage('in a game in play no key, button or paste changes the game', async ({ page }) => {
  await startGame(page);
  await drag(page, 'e2', 'e4');
  await answered(page, 2);
  const before = await call(page, 'js/chess-state.js', ['gamePgn']);
  await page.keyboard.press('x');
  await page.keyboard.press('a');
  await paste(page, '1. d4 d5 *');
  await page.click('#tab-setup');
  await call(
    page,
    'js/chess-state.js',
    ['undo'],
    ['redo'],
    ['addGame'],
    ['playMove', 'd2d4'],
    ['playLine', ['d2d4']],
    ['startGame'],
  );
  await call(page, 'js/analysis.js', ['toggleThreat'], ['passOverGame'], ['keepMarks']);
  assert.equal(
    await page.$$eval('#panel-play .annotate', (tools) => tools.some((own) => own.checkVisibility())),
    false,
  );
  assert.deepEqual(await call(page, 'js/chess-state.js', ['gamePgn']), before);
  assert.equal(await stateOf(page, 'engine.isOn'), false);
  assert.equal(await stateOf(page, 'play.ending'), null);
  assert.equal(await stateOf(page, 'setup'), null);
  assert.match(await page.$$eval('.toast', (found) => found.map((own) => own.textContent).join()), /A game is in play/);
  // Drawings are not part of a game in play.
  const { x, y } = await middle(page, 'h5');
  await page.mouse.click(x, y, { button: 'right' });
  assert.deepEqual(await call(page, 'js/chess-state.js', ['gamePgn']), before);
  await page.click('#tab-play');
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 0);
});

inPage('take back gives the time back, and the flag is that of the clock that runs', async ({ page }) => {
  await startGame(page, '1');
  await drag(page, 'e2', 'e4');
  await answered(page, 2);
  await rest(1200);
  await press(page, 'Take back');
  assert.equal(await stateOf(page, 'play.left.white'), 60_000);
  await drag(page, 'd2', 'd4');
  await answered(page, 2);
  await page.evaluate(async () => {
    const { store } = await import(new URL('js/chess-state.js', document.baseURI).href);
    store.set({ node: 1, play: { ...store.get().play, since: performance.now() - 61_000 } });
  });
  await page.waitForFunction(() => document.querySelector('.play-status')?.textContent === 'Black wins on time · 0–1');
});

inPage('an engine that fails in a game stops the clocks, and is asked again', async ({ page }) => {
  await startGame(page);
  await page.evaluate(async () => {
    const { engine } = await import(new URL('js/analysis.js', document.baseURI).href);
    const search = engine.search.bind(engine);
    engine.search = () => Promise.reject(new Error('out of memory'));
    Object.assign(globalThis, {
      mend: () => {
        engine.search = search;
      },
    });
  });
  await drag(page, 'e2', 'e4');
  await page.waitForFunction(() =>
    /have the clocks: out of memory/.test(document.querySelector('.play-status')?.textContent ?? ''),
  );
  assert.equal(await stateOf(page, 'play.running'), null);
  await page.evaluate(() => /** @type {any} */ (globalThis).mend());
  await press(page, 'Try again');
  await answered(page, 2);
});

inPage('a premove is played as soon as it is legal, and is taken back by the other button', async ({ page }) => {
  await startGame(page);
  await page.evaluate(async () => {
    const { engine } = await import(new URL('js/analysis.js', document.baseURI).href);
    engine.search = () =>
      new Promise((resolve) => {
        Object.assign(globalThis, { answer: resolve });
      });
  });
  await drag(page, 'e2', 'e4');
  await drag(page, 'g1', 'f3');
  assert.deepEqual(await stateOf(page, 'play.premove'), ['g1', 'f3']);
  const { x, y } = await middle(page, 'h5');
  await page.mouse.click(x, y, { button: 'right' });
  assert.equal(await stateOf(page, 'play.premove'), null);
  await drag(page, 'f1', 'c4');
  await page.evaluate(() => /** @type {any} */ (globalThis).answer('e7e5'));
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 3);
  assert.equal(await shownMoves(page), 'e4 e5 Bc4');
});

for (const [name, fen, from, to, expected] of /** @type {string[][]} */ ([
  ['one square is the king’s move', '4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1', 'b1', 'c1', 'Kc1'],
  ['one square is the king’s move, to the right', '4k3/8/8/8/8/8/8/4RK1R w HE - 0 1', 'f1', 'g1', 'Kg1'],
  ['its own rook castles', '4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1', 'b1', 'g1', 'O-O'],
  ['its own rook beside it castles', '4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1', 'b1', 'a1', 'O-O-O'],
  ['the square of castling castles where no step leads', '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1', 'c1', 'O-O-O'],
])) {
  inPage(
    `the king on ${name}`,
    async ({ page }) => {
      await drag(page, from, to);
      assert.equal(await shownMoves(page), expected);
      await page.keyboard.press('x');
      for (const square of [from, to]) {
        const { x, y } = await middle(page, square);
        await page.mouse.click(x, y);
      }
      assert.equal(await shownMoves(page), expected);
    },
    { hash: fenHash(fen) },
  );
}

inPage('the other mouse button and Escape let a piece go that is dragged', async ({ page }) => {
  for (const how of ['right', 'Escape']) {
    const [start, end] = [await middle(page, 'e2'), await middle(page, 'e4')];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 4 });
    if (how === 'right') {
      await page.mouse.down({ button: 'right' });
      await page.mouse.up({ button: 'right' });
    } else await page.keyboard.press('Escape');
    await page.mouse.up();
    assert.equal(await shownMoves(page), '', how);
  }
  await drag(page, 'e2', 'e4');
  assert.equal(await shownMoves(page), 'e4');
});

inPage(
  'the wheel over the board steps through the game',
  async ({ page }) => {
    const { x, y } = await middle(page, 'e4');
    await page.mouse.move(x, y);
    await page.mouse.wheel({ deltaY: 100 });
    await page.waitForFunction(() => document.querySelector('.move[aria-current]')?.textContent?.includes('e4'));
    await page.mouse.wheel({ deltaY: -100 });
    await page.waitForFunction(() => !document.querySelector('.move[aria-current]'));
    // A swipe on a trackpad is a step for each half of a notch, and a line of text has many pixels.
    const turn = (/** @type {number} */ deltaY, deltaMode = 0) =>
      page.evaluate(
        (own) => {
          const event = new WheelEvent('wheel', { ...own, bubbles: true, composed: true, cancelable: true });
          document.querySelector('reynard-board').dispatchEvent(event);
        },
        { deltaY, deltaMode },
      );
    for (let i = 0; i < 10; i++) await turn(10);
    assert.equal(await stateOf(page, 'node'), 2);
    await turn(40);
    await turn(-40);
    await turn(-40);
    assert.equal(await stateOf(page, 'node'), 1);
    await turn(3, 1);
    assert.equal(await stateOf(page, 'node'), 2);
  },
  { hash: `${pgnHash(LINE)}&ply=0` },
);

inPage('a comment belongs to the move at which it was written, after a step as well', async ({ page }) => {
  await play(page, 'e4', 'e5');
  await page.evaluate(() => {
    document.querySelector('#panel-analyze .annotate').open = true;
  });
  await page.type('#panel-analyze .comment-box', 'a note');
  await call(page, 'js/chess-state.js', ['goBack']);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  assert.match(String((await call(page, 'js/chess-state.js', ['gamePgn']))[0]), /e5 \{a note\}/);
});
