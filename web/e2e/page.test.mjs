// The page in a real browser. See `support.mjs` for the requirements.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  fenHash,
  launch,
  MATE,
  MATE_SAN,
  middle,
  openPage,
  pgnHash,
  placement,
  press,
  PROGRAM,
  ready,
  savedText,
  serveSite,
  shownMoves,
  SINGLE_FILE,
  whyNot,
} from './support.mjs';

const skip = await whyNot();
/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveSite>>} */
let site;

before(async () => {
  if (skip) return;
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * @param {string} name
 * @param {(opened: Awaited<ReturnType<typeof openPage>>) => Promise<void>} body
 * @param {Parameters<typeof openPage>[2] & {hash?: string}} [options]
 */
function inPage(name, body, options = {}) {
  test(name, { skip: Boolean(skip), timeout: 90_000 }, async () => {
    const opened = await openPage(browser, site.url + (options.hash ?? ''), options);
    try {
      await body(opened);
      assert.deepEqual(opened.errors, []);
    } finally {
      await opened.close();
    }
  });
}

inPage('a whole game is played by mouse, dragging and clicking', async ({ page }) => {
  for (const [i, mv] of MATE.entries()) {
    const [from, to] = [await middle(page, mv.slice(0, 2)), await middle(page, mv.slice(2))];
    if (i % 2 === 0) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    } else {
      await page.mouse.click(from.x, from.y);
      await page.mouse.click(to.x, to.y);
    }
  }
  assert.equal(await shownMoves(page), MATE_SAN);
});

inPage('a whole game is played by the keyboard alone', async ({ page }) => {
  await page.keyboard.press('b');
  let at = 'e2';
  const go = async (/** @type {string} */ to) => {
    const [right, up] = [to.charCodeAt(0) - at.charCodeAt(0), to.charCodeAt(1) - at.charCodeAt(1)];
    for (let i = 0; i < Math.abs(right); i++) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let i = 0; i < Math.abs(up); i++) await page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown');
    await page.keyboard.press('Enter');
    at = to;
  };
  for (const mv of MATE) {
    await go(mv.slice(0, 2));
    await go(mv.slice(2));
  }
  assert.equal(await shownMoves(page), MATE_SAN);
  await page.waitForFunction(() => document.getElementById('live')?.textContent === 'queen takes f7, checkmate');
  const focused = await page.evaluate(() =>
    document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label'),
  );
  assert.equal(focused, 'f7, white queen');
});

inPage(
  'a whole game is played by touch on a narrow screen, where squares have 44 pixels',
  async ({ page }) => {
    for (const mv of MATE) {
      for (const square of [mv.slice(0, 2), mv.slice(2)]) {
        const { x, y } = await middle(page, square);
        await page.touchscreen.tap(x, y);
      }
    }
    assert.equal(await shownMoves(page), MATE_SAN);
    const [width, side] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.querySelector('reynard-board').getBoundingClientRect().width,
    ]);
    assert.ok(width <= 360, `the page is ${width} pixels wide`);
    assert.ok(side / 8 >= 44, `a square has ${side / 8} pixels`);
  },
  { width: 360, height: 740, touch: true },
);

inPage(
  'a promotion asks for the piece, by mouse and by keyboard',
  async ({ page }) => {
    const [from, to] = [await middle(page, 'a7'), await middle(page, 'a8')];
    await page.mouse.click(from.x, from.y);
    await page.mouse.click(to.x, to.y);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await shownMoves(page), 'a8=R+');
    await page.keyboard.press('k');
    await page.mouse.click(from.x, from.y);
    await page.mouse.click(to.x, to.y);
    await page.keyboard.press('Escape');
    assert.equal(await placement(page), '4k3/P7/8/8/8/8/8/4K3');
    await page.mouse.click(from.x, from.y);
    await page.mouse.click(to.x, to.y);
    await page.keyboard.press('n');
    assert.equal(await shownMoves(page), 'a8=R+ a8=N');
  },
  { hash: fenHash('4k3/P7/8/8/8/8/8/4K3 w - - 0 1') },
);

inPage(
  'castling of Chess960 takes the king or the rook as its target',
  async ({ page }) => {
    const [king, rook] = [await middle(page, 'f1'), await middle(page, 'g1')];
    await page.mouse.click(king.x, king.y);
    await page.mouse.click(rook.x, rook.y);
    assert.equal(await shownMoves(page), 'O-O');
    assert.equal(await placement(page), '4k3/8/8/8/8/8/8/5RK1');
  },
  { hash: fenHash('4k3/8/8/8/8/8/8/5KR1 w G - 0 1') },
);

inPage('the engine shows lines, plays them, and stops within 500 ms', async ({ page }) => {
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, {
    timeout: 30_000,
  });
  assert.match(await page.$eval('.engine-name', (own) => own.textContent ?? ''), /^Reynard/);
  await press(page, 'More lines');
  await page.waitForFunction(() => document.querySelectorAll('.engine-line:not(.waiting)').length === 2, {
    timeout: 30_000,
  });
  const took = await page.evaluate(async () => {
    const { store } = await import(new URL('js/chess-state.js', document.baseURI).href);
    const began = performance.now();
    document.querySelector('.switch')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    while (store.get().engine.state.status === 'searching') await new Promise((resolve) => setTimeout(resolve, 1));
    return performance.now() - began;
  });
  assert.ok(took < 500, `stopping took ${took} ms`);
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, {
    timeout: 30_000,
  });
  // Found and measured in one step, because the lines change all the time.
  const { x, y } = await page.evaluate(() => {
    const box = document.querySelector('.engine-line .line-move').getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await page.mouse.click(x, y, { delay: 400 });
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length > 0);
});

inPage('a game against the engine: answer, take back, resign, result in the PGN', async ({ page }) => {
  await page.click('#tab-play');
  await page.select('#play-opponent', 'level');
  await page.$eval('#play-level', (level) => {
    level.value = '1';
    level.dispatchEvent(new Event('input'));
  });
  await page.select('#play-control', '3');
  await press(page, 'Start the game');
  await page.keyboard.press('m');
  await page.keyboard.type('e4');
  await page.keyboard.press('Enter');
  const answered = () =>
    page.waitForFunction(
      () =>
        document.querySelector('.play-status')?.textContent === 'Your move.' &&
        document.querySelectorAll('#panel-play .move').length === 2,
      { timeout: 30_000 },
    );
  await answered();
  assert.equal(await page.$$eval('.clock:not([hidden])', (clocks) => clocks.length), 2);
  await press(page, 'Take back');
  await page.waitForFunction(() => document.querySelectorAll('#panel-play .move').length === 0);
  await page.focus('.type-move');
  await page.keyboard.type('d4');
  await page.keyboard.press('Enter');
  await answered();
  await press(page, 'Draw');
  await page.waitForFunction(
    () => document.querySelector('.play-status')?.textContent === 'Reynard declines the draw.',
  );
  await press(page, 'Resign');
  await page.waitForFunction(() => document.querySelector('.play-status')?.textContent === 'White resigns · 0–1');
  const pgn = await savedText(page);
  assert.match(pgn, /\[Result "0-1"\]/);
  assert.match(pgn, /1\. d4 \{\[%clk 0:0[45]:\d\d\]\}/);
});

inPage(
  'a flag falls, and a mate ends the game',
  async ({ page }) => {
    await page.click('#tab-play');
    await page.select('#play-control', '1');
    await press(page, 'This position').catch(() => page.click('label[for=play-start-here]'));
    await press(page, 'Start the game');
    const text = await page.evaluate(async () => {
      const { store } = await import(new URL('js/chess-state.js', document.baseURI).href);
      const play = store.get().play;
      store.set({ play: { ...play, running: 'white', since: performance.now() - 59_500 } });
      await new Promise((resolve) => setTimeout(resolve, 1200));
      return store.get().play.ending?.text;
    });
    assert.equal(text, 'Black wins on time');
  },
  { hash: fenHash('r3k3/8/8/8/8/8/8/4K2R w K - 0 1') },
);

const MESSY = `[Event "Test"]
[White "Ånderssen"]
[Black "B"]

1.e4 e5 2.f4 {the gambit [%cal Ge2e4,Rf4e5][%csl Ye5]} ({before} 2. Nf3 Nc6 (2... Nf6 $5 {Petrov}) 3.Bb5) 2...exf4 $6 {[%clk 0:01:02.5] taken} 3. Nf3 ; to the end
g5 1-0

[White "C"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 {long} 1/2-1/2
`;

inPage('PGN is saved with the bytes of `reynard pgn fmt`, and is read as the same', async ({ page }) => {
  await page.click('#tab-games');
  await page.evaluate((pgn) => {
    const box = document.querySelector('.paste');
    box.closest('details').open = true;
    box.value = pgn;
  }, MESSY);
  await press(page, 'Read');
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 2);
  const saved = await savedText(page);
  assert.match(saved, /2\. f4 \{the gambit \[%cal Ge2e4,Rf4e5\]\[%csl Ye5\]\} \(\{before\} 2\. Nf3/);
  if (PROGRAM) {
    const formatted = spawnSync(PROGRAM, ['pgn', 'fmt', '-'], { input: MESSY, encoding: 'utf8' });
    assert.equal(saved, formatted.stdout);
  } else console.log('skipped: REYNARD_BIN names no program to compare PGN with');
  await page.type('.search', 'anderss');
  assert.equal(await page.$$eval('.game-row', (rows) => rows.length), 0);
  await page.$eval('.search', (box) => {
    box.value = '';
  });
  await page.type('.search', 'ånder');
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 1);
});

inPage('variations, comments, marks and arrows are edited and saved', async ({ page }) => {
  await page.evaluate(async () => {
    const { edit, playMove, goTo, store } = await import(new URL('js/chess-state.js', document.baseURI).href);
    playMove('e4');
    playMove('e5');
    goTo(1);
    playMove('c5');
    edit('annotate', (game) => game.makeMainLine(store.get().node));
  });
  await page.evaluate(() => {
    document.querySelector('.annotate').open = true;
  });
  await press(page, 'Interesting move');
  await page.type('.comment-box', 'sharp');
  await page.keyboard.press('Escape');
  const [from, to] = [await middle(page, 'd2'), await middle(page, 'd4')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up({ button: 'right' });
  await page.evaluate(() => document.getElementById('tab-games')?.click());
  assert.match(
    await savedText(page),
    /1\. e4 c5 \$5 \{\[%cal Gd2d4\] sharp\} \(1\.\.\. e5\) \*|1\. e4 c5 \$5 \{sharp \[%cal Gd2d4\]\} \(1\.\.\. e5\) \*/,
  );
  await page.evaluate(() => document.getElementById('tab-analyze')?.click());
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('x');
  assert.equal(await shownMoves(page), 'e4 e5');
  await page.keyboard.press('u');
  assert.equal(await shownMoves(page), 'e4 c5 e5');
});

inPage(
  'a pass over the game marks the blunder, with its threshold shown',
  async ({ page }) => {
    await press(page, 'Analyze the game');
    await page.waitForFunction(() => document.querySelectorAll('.graph-dot.blunder').length > 0, { timeout: 80_000 });
    assert.match(await page.$eval('.legend', (own) => own.textContent ?? ''), /\?\?blunder ≥ 30 %/);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.move.blunder')].some((move) => move.textContent?.includes('??')),
    );
  },
  { hash: pgnHash('1. f4 e6 2. g4 Qh4# 0-1') },
);

inPage(
  'a pass that is stopped and started while its engine loads runs once, and has a score for every move',
  async ({ page }) => {
    const { searches, scores, running } = await page.evaluate(async () => {
      const { passOverGame } = await import(new URL('js/analysis.js', document.baseURI).href);
      const { store } = await import(new URL('js/chess-state.js', document.baseURI).href);
      const send = Worker.prototype.postMessage;
      let searches = 0;
      Worker.prototype.postMessage = function (/** @type {any[]} */ ...message) {
        searches += message[0].line?.startsWith('go ') ? 1 : 0;
        Reflect.apply(send, this, message);
      };
      const passes = [passOverGame(), passOverGame(), passOverGame()];
      await Promise.all(passes);
      const { points, running } = store.get().pass;
      return { searches, scores: [...points.values()].map(({ score }) => score !== null), running };
    });
    assert.deepEqual(scores, [true, true, true, true, true]);
    assert.equal(searches, 5);
    assert.equal(running, false);
  },
  { hash: pgnHash('1. e4 e5 2. Nf3 Nc6 *') },
);

inPage('setting up names every fault, by mouse and by keyboard', async ({ page }) => {
  await page.click('#tab-setup');
  await press(page, 'Empty board');
  const kinds = () => page.$$eval('.diagnostics [data-kind]', (items) => items.map((item) => item.dataset.kind));
  assert.deepEqual(await kinds(), ['missing-white-king', 'missing-black-king']);
  await page.evaluate(() => document.querySelector('reynard-board').focusSquare('e1'));
  await page.keyboard.type('K');
  await page.evaluate(() => document.querySelector('reynard-board').focusSquare('e8'));
  await page.keyboard.type('k');
  const { x, y } = await middle(page, 'a8');
  await page.mouse.click(x, y);
  assert.deepEqual(await kinds(), ['pawn-on-back-rank']);
  await page.mouse.click(x, y);
  await page.waitForSelector('.diagnostics .fine');
  await press(page, 'Use this position');
  assert.equal(await placement(page), '4k3/8/8/8/8/8/8/4K3');
});

inPage('a file that is dropped becomes a list, and the explorer counts its moves', async ({ page }) => {
  await page.evaluate(() => {
    const games = Array.from(
      { length: 30 },
      (_, i) => `[White "P${i}"]\n\n1. ${i % 3 ? 'e4' : 'd4'} ${i % 2 ? '1-0' : '0-1'}\n\n`,
    ).join('');
    const data = new DataTransfer();
    data.items.add(new File([games], 'club.pgn'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: data }));
  });
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 30);
  await page.click('#tab-analyze');
  await page.evaluate(() => {
    document.querySelector('.explorer').open = true;
  });
  await page.waitForSelector('.explored tbody tr', { timeout: 30_000 });
  const rows = () =>
    page.$$eval('.explored tbody tr', (found) =>
      found.map((own) => [...own.querySelectorAll('th, .number-cell')].map((cell) => cell.textContent)),
    );
  assert.deepEqual(await rows(), [
    ['e4', '20'],
    ['d4', '10'],
  ]);
  // The index follows the edits to the open game.
  await page.evaluate(async () => {
    const { edit, goFirst, playMove, store } = await import(new URL('js/chess-state.js', document.baseURI).href);
    edit(
      'annotate',
      (/** @type {any} */ game) => game.delete(store.get().tree.mainLine()[0].id),
      () => ({ node: 0 }),
    );
    playMove('c4');
    goFirst();
  });
  await page.waitForFunction(() => document.querySelectorAll('.explored tbody tr').length === 3);
  assert.deepEqual(await rows(), [
    ['e4', '20'],
    ['d4', '9'],
    ['c4', '1'],
  ]);
});

inPage('the address has the game, and a link opens it', async ({ page }) => {
  await page.evaluate(async () => {
    const { playMove } = await import(new URL('js/chess-state.js', document.baseURI).href);
    playMove('e4');
    playMove('c5');
  });
  await page.waitForFunction(() => location.hash.startsWith('#pgn=') && location.hash.endsWith('ply=2'));
  await page.reload();
  await ready(page);
  assert.equal(await shownMoves(page), 'e4 c5');
  assert.equal(await page.$eval('.opening', (own) => own.textContent), 'B20 Sicilian Defense');
});

inPage(
  'failures are sentences on the page',
  async ({ page }) => {
    const said = () =>
      page.waitForSelector('.toast.error span').then((toast) => toast?.evaluate((own) => own.textContent));
    assert.match((await said()) ?? '', /king/);
    await page.evaluate(() => document.querySelectorAll('.toast').forEach((toast) => toast.remove()));
    await page.keyboard.press('m');
    await page.keyboard.type('Nf4');
    await page.keyboard.press('Enter');
    assert.match((await said()) ?? '', /did you mean/);
  },
  { hash: fenHash('8/8/8/8/8/8/8/8 w - - 0 1') },
);

inPage(
  'nothing is wider than a screen of 320 pixels, in German either',
  async ({ page }) => {
    for (const tab of ['analyze', 'play', 'learn', 'games', 'setup']) {
      await page.evaluate((id) => document.getElementById(`tab-${id}`)?.click(), tab);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, tab);
    }
  },
  { width: 320, height: 640, touch: true, language: 'de' },
);

inPage(
  'the page is German where that is wanted',
  async ({ page }) => {
    assert.equal(await page.$eval('#tab-setup', (own) => own.textContent), 'Aufstellen');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  },
  { language: 'de' },
);

inPage(
  'diagnostics of the rules are German, too',
  async ({ page }) => {
    const said = () =>
      page.waitForSelector('.toast.error span').then((toast) => toast?.evaluate((own) => own.textContent));
    assert.equal(await said(), 'Weiß hat 2 Könige: a1, e1 Auf der ersten und letzten Reihe kann kein Bauer stehen: h1');
    await page.evaluate(() => document.querySelectorAll('.toast').forEach((toast) => toast.remove()));
    await page.keyboard.press('m');
    await page.keyboard.type('Nf4');
    await page.keyboard.press('Enter');
    assert.equal(await said(), 'Nf4: hier kein regelgerechter Zug; war Sf3 oder f4 gemeint?');
    await page.click('#tab-setup');
    await page.$eval('#setup-fen', (field) => {
      field.value = '8/8/9/8/8/8/8/8 w - - 0 1';
      field.dispatchEvent(new Event('input'));
    });
    assert.equal(
      await page.$eval('.diagnostics .fault', (own) => own.textContent),
      'Figuren: „9“ ist keine Zahl von Feldern, 1 bis 8.',
    );
  },
  { language: 'de', hash: fenHash('4k3/8/8/8/8/8/8/K3K2P w - - 0 1') },
);

test('the page works offline, isolated, after the first visit', { skip: Boolean(skip), timeout: 90_000 }, async () => {
  const own = await serveSite();
  const { page, errors, close } = await openPage(browser, own.url);
  assert.equal(await page.evaluate(() => crossOriginIsolated), false, 'the host sends no headers');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await own.close();
  await page.reload();
  await ready(page);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, {
    timeout: 40_000,
  });
  console.log(`   engine offline: ${await page.$eval('.engine-facts', (facts) => facts.getAttribute('title'))}`);
  assert.deepEqual(errors, []);
  await close();
});

test(
  'both WASM files search the nodes of the program',
  { skip: Boolean(skip) || !PROGRAM, timeout: 180_000 },
  async () => {
    const { page, close } = await openPage(browser, site.url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload();
    await ready(page);
    const bench = (/** @type {string} */ opener, /** @type {string} */ evaluation) =>
      page.evaluate(
        async (name, wanted) => {
          const transport = await import(new URL('js/transport.js', document.baseURI).href);
          const line = await new Promise((resolve, reject) => {
            transport[name]({
              line: (/** @type {string} */ own) => {
                if (own.startsWith('Nodes searched')) resolve(own);
              },
              failed: reject,
            }).then((/** @type {any} */ own) => {
              for (const command of [
                `setoption name Evaluation value ${wanted}`,
                'setoption name Threads value 1',
                'bench',
              ])
                own.send(command);
            });
          });
          return line;
        },
        opener,
        evaluation,
      );
    for (const evaluation of ['classic', 'network']) {
      const native = spawnSync(PROGRAM, {
        input: `setoption name Evaluation value ${evaluation}\nbench\nquit\n`,
        encoding: 'utf8',
      })
        .stdout.split('\n')
        .find((line) => line.startsWith('Nodes searched'));
      assert.equal(await bench('openWorker', evaluation), native, `${evaluation}, one thread`);
      assert.equal(await bench('openThreads', evaluation), native, `${evaluation}, threads`);
    }
    await close();
  },
);

test('the page works from a single file', { skip: Boolean(skip) || !SINGLE_FILE, timeout: 90_000 }, async () => {
  const { page, errors, close } = await openPage(browser, pathToFileURL(SINGLE_FILE).href);
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, {
    timeout: 40_000,
  });
  assert.deepEqual(errors, []);
  await close();
});

for (const scheme of ['light', 'dark']) {
  inPage(
    `axe-core finds nothing serious, ${scheme}`,
    async ({ page }) => {
      const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      await page.evaluate(axe);
      for (const tab of ['analyze', 'play', 'learn', 'games', 'setup']) {
        await page.evaluate((id) => document.getElementById(`tab-${id}`)?.click(), tab);
        const found = await page.evaluate(async () => {
          const { violations } = await /** @type {any} */ (globalThis).axe.run(document);
          return violations
            .filter((/** @type {any} */ own) => ['serious', 'critical'].includes(own.impact))
            .map(
              (/** @type {any} */ own) =>
                `${own.id}: ${own.nodes
                  .slice(0, 3)
                  .map((/** @type {any} */ node) => `${node.target} ${node.any[0]?.message ?? ''}`)
                  .join('; ')}`,
            );
        });
        assert.deepEqual(found, [], tab);
      }
    },
    { scheme, hash: pgnHash('1. e4 $1 {a comment} e5 (1... c5 $6) 2. Nf3 *') },
  );
}
