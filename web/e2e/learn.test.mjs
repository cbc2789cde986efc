// The Learn section: from a PGN file to stored answers, and the mistakes of a game.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readZip } from '../js/learn/zip.js';
import {
  call,
  choose,
  drag,
  exported,
  middle,
  openPage,
  pageTests,
  pgnHash,
  placement,
  press,
  PROGRAM,
  ready,
  rest,
  said,
  stateOf,
  whyNot,
} from './support.mjs';

const inPage = pageTests(Boolean(await whyNot()));
const CLUB = fileURLToPath(new URL('../../docs/samples/club.pgn', import.meta.url));

/** @typedef {import('puppeteer-core').Page} Page */

/** Creates a notebook with the sample games. @param {Page} page */
async function beginWithClub(page) {
  await page.click('#tab-learn');
  await choose(page, 'Choose games', CLUB);
  await page.waitForSelector('#learn-name', { visible: true });
  await press(page, 'rider85');
  await page.type('#learn-name', 'kr_blitz');
  await press(page, 'That is me');
  assert.equal(await said(page), '4 games added, 7 new cards.');
}

/** @param {Page} page @param {string} from @param {string} to */
async function clickMove(page, from, to) {
  for (const square of [from, to]) {
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
  }
}

/** Returns `true` if a piece is drawn on d1. @param {Page} page */
async function isQueenBack(page) {
  const { x, y } = await middle(page, 'd1');
  return page.evaluate(
    (left, top) =>
      [...document.querySelector('reynard-board').shadowRoot.querySelectorAll('.piece')].some((piece) => {
        const box = piece.getBoundingClientRect();
        return Math.abs(box.x + box.width / 2 - left) < 2 && Math.abs(box.y + box.height / 2 - top) < 2;
      }),
    x,
    y,
  );
}

/** Starts a session by clicking a button. @param {Page} page @param {string} [text] */
async function start(page, text = 'Start') {
  await press(page, text);
  await page.waitForSelector('.drill-question', { visible: true });
}

/** @param {Page} page */
const feedback = async (page) =>
  (await page.waitForSelector('.drill-feedback:not([hidden])'))?.evaluate((own) => own.textContent ?? '');
/**
 * Waits until the question has been answered or is asked again.
 * @param {Page} page @param {string} phase
 */
const until = (page, phase) =>
  page.waitForFunction(
    (wanted) =>
      import(new URL('js/chess-state.js', document.baseURI).href).then(
        ({ store }) => store.get().drill?.phase === wanted && store.get().drill.feedback !== null,
      ),
    { timeout: 20_000, polling: 50 },
    phase,
  );

inPage('a club player comes from a file of games to answers that are kept', async ({ page }) => {
  await beginWithClub(page);
  await start(page);
  const panel = () => page.$eval('#panel-learn', (own) => /** @type {HTMLElement} */ (own).innerText);
  assert.match(await panel(), /You played 17\. .*f3\. Find a better move for White\./s);
  assert.match(await panel(), /against castle_fan · 4:13 on the clock/);
  assert.doesNotMatch(
    `${await panel()} ${await page.title()} ${page.url()}`,
    /d2/,
    'the answer is named before it is given',
  );
  // The move played in the game is refuted by a line that the board shows.
  await drag(page, 'd1', 'f3');
  await until(page, 'asked');
  // The piece goes back to its square, although the position is the same as before.
  await rest(400);
  assert.ok(await isQueenBack(page), 'the board shows a position that is not there');
  assert.match((await feedback(page)) ?? '', /No\. Try again\..*g4 18\. .*, and Black wins a bishop for a pawn\./);
  const before = await placement(page);
  await page.keyboard.press('j');
  assert.notEqual(await placement(page), before);
  await page.keyboard.press('k');
  assert.equal(await placement(page), before);
  await press(page, 'Hint');
  assert.match(await panel(), /A knight moves\./);
  await clickMove(page, 'b1', 'd2');
  await until(page, 'answered');
  assert.match((await feedback(page)) ?? '', /^Right\./);
  assert.match((await feedback(page)) ?? '', /After 17\. Qf3: 17… Ng4 18\. .*, and Black wins a bishop for a pawn\./);
  await press(page, 'Next');
  // A reload in the middle of a session loses no answer.
  await page.reload();
  await ready(page);
  await page.click('#tab-learn');
  await page.waitForFunction(() => document.querySelector('.learn-due h2')?.textContent === '6 new', {
    timeout: 10_000,
  });
  assert.equal(await stateOf(page, 'learn.notebook.status.answers'), 1);
});

inPage('the answer may be typed, and nothing proposes a move that could be it', async ({ page }) => {
  await beginWithClub(page);
  await start(page);
  await page.keyboard.press('m');
  await page.keyboard.type('Nd3');
  await page.keyboard.press('Enter');
  assert.match(await page.$eval('.toast.error span', (own) => own.textContent ?? ''), /^Nd3: not a legal move here\.$/);
  await page.keyboard.type('Nd2');
  await page.keyboard.press('Enter');
  await until(page, 'answered');
  assert.match((await feedback(page)) ?? '', /^Right\. Again in 2 days\./);
  assert.equal(await stateOf(page, 'drill.grade'), 3);
  await press(page, 'easy');
  await page.waitForFunction(() =>
    document.querySelector('.drill-feedback')?.textContent?.startsWith('Counted as easy: again in 8 days.'),
  );
  await page.keyboard.press('Escape');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('u');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.toast > span')].some((own) => own.textContent === 'Taken back: answer again.'),
  );
  assert.equal(await stateOf(page, 'drill.phase'), 'asked');
});

inPage('an answer that could not be stored is stored with the next one', async ({ page }) => {
  await beginWithClub(page);
  await start(page);
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    Object.assign(globalThis, { isGone: true });
    IDBObjectStore.prototype.put = function gone(...values) {
      if (/** @type {any} */ (globalThis).isGone && this.name === 'reviews') throw new Error('the server is gone');
      return put.apply(this, /** @type {any} */ (values));
    };
  });
  await press(page, 'Show');
  await page.waitForSelector('.toast.error');
  assert.equal(await stateOf(page, 'drill.phase'), 'asked');
  await page.evaluate(() => Object.assign(globalThis, { isGone: false }));
  await press(page, 'Show');
  await until(page, 'answered');
  assert.equal(await stateOf(page, 'drill.grade'), 1);
  await page.reload();
  await ready(page);
  await page.click('#tab-learn');
  await page.waitForSelector('.learn-due', { visible: true });
  await page.waitForFunction(() => document.querySelector('.learn-due h2')?.textContent !== '');
  assert.equal(await stateOf(page, 'learn.notebook.status.answers'), 1);
});

inPage('Skip, Leave and a second move while an answer is being stored', async ({ page }) => {
  await beginWithClub(page);
  await start(page);
  /** Calls functions of the session without a pause between them. @param {...any[]} calls */
  const atOnce = (...calls) => call(page, 'js/learn/drill.js', .../** @type {[string]} */ (/** @type {any} */ (calls)));
  await atOnce(['showAnswer'], ['skipQuestion']);
  const { phase, line, feedback: shown } = await stateOf(page, 'drill');
  assert.deepEqual([phase, line, shown], ['asked', [], null], 'the next card is not answered');
  const before = await stateOf(page, 'drill.question.card');
  await atOnce(['showAnswer'], ['answerMove', 'a2a3'], ['showAnswer']);
  assert.deepEqual(
    [await stateOf(page, 'drill.phase'), await stateOf(page, 'drill.question.card')],
    ['answered', before],
  );
  await press(page, 'Next');
  await atOnce(['showAnswer'], ['leaveDrill']);
  assert.equal(await stateOf(page, 'drill'), null);
  await page.waitForSelector('.learn-due', { visible: true });
  assert.equal(await stateOf(page, 'learn.notebook.status.answers'), 3);
});

inPage('a move that no game stores is searched, and a wrong one is refuted', async ({ page }) => {
  await beginWithClub(page);
  await start(page);
  await clickMove(page, 'd1', 'd7');
  await until(page, 'asked');
  assert.match((await feedback(page)) ?? '', /^No\. Try again\..* takes the queen on d7/);
  const { line } = await stateOf(page, 'drill');
  assert.equal(line[0], 'd1d7');
  assert.ok(line.length > 1);
});

inPage('the page keeps the board of a question to itself', async ({ page }) => {
  await beginWithClub(page);
  await start(page);
  const asked = await placement(page);
  for (const key of ['k', 'G', 'x', 'n', 'a', 'Home']) await page.keyboard.press(key);
  assert.equal(await placement(page), asked);
  assert.equal(await stateOf(page, 'engine.isOn'), false);
  await page.keyboard.press('f');
  assert.equal(await page.$eval('reynard-board', (own) => own.getAttribute('orientation')), 'black');
  await page.click('#tab-analyze');
  assert.match(await placement(page), /^rnbqkbnr/);
  await page.click('#tab-learn');
  assert.equal(await placement(page), asked);
  await press(page, 'Study it');
  assert.equal(await placement(page), asked);
  assert.equal(await stateOf(page, 'tab'), 'analyze');
  // The card has the position and its line: it pushes no edited game out of the list.
  assert.equal(await stateOf(page, 'opened'), await stateOf(page, 'version'));
});

inPage('games without evaluations are analyzed, and what is done is kept', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'reynard-learn-'));
  try {
    const path = join(folder, 'games.pgn');
    writeFileSync(
      path,
      '[White "Me"]\n[Black "You"]\n[Result "0-1"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 0-1\n\n[White "You"]\n[Black "Else"]\n\n1. e4 *\n',
    );
    await page.click('#tab-learn');
    await choose(page, 'Choose games', path);
    await page.waitForSelector('#learn-name', { visible: true });
    await page.type('#learn-name', 'me');
    await press(page, 'That is me');
    assert.equal(await said(page), 'One game added, 1 new cards. One without your name was left out.');
    await choose(page, 'Add games', path);
    await page.waitForFunction(() =>
      document.querySelector('.learn-said')?.textContent?.includes('One was there already.'),
    );
    assert.equal(await stateOf(page, 'learn.notebook.status.games'), 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inPage('the notebook goes to the terminal and into another browser, and comes twice as once', async ({ page, url }) => {
  await beginWithClub(page);
  await start(page);
  await press(page, 'Show');
  await until(page, 'answered');
  await press(page, 'Leave');
  const zip = await exported(page);
  const files = await readZip(zip);
  assert.deepEqual(
    files.map(({ name }) => name),
    ['notebook.toml', 'games.pgn', 'reviews.jsonl'],
  );
  const folder = mkdtempSync(join(tmpdir(), 'reynard-learn-'));
  try {
    for (const { name, bytes } of files) {
      mkdirSync(dirname(join(folder, 'nb', name)), { recursive: true });
      writeFileSync(join(folder, 'nb', name), bytes);
    }
    const status = await stateOf(page, 'learn.notebook.status');
    if (existsSync(PROGRAM)) {
      const run = spawnSync(PROGRAM, ['learn', 'status', '--json', '--notebook', join(folder, 'nb')], {
        encoding: 'utf8',
      });
      const terminal = JSON.parse(run.stdout);
      for (const name of ['games', 'cards', 'due', 'new', 'answers', 'suspended'])
        assert.equal(terminal[name], status[name], `${name}: ${run.stderr}`);
      assert.deepEqual(
        Object.entries(terminal.kinds),
        Object.entries(status.kinds).filter(([, count]) => count > 0),
      );
    }
    writeFileSync(join(folder, 'own.zip'), zip);
    const other = await openPage(page.browser(), url);
    await other.page.click('#tab-learn');
    for (const turn of [1, 2]) {
      await choose(
        other.page,
        'Import a notebook',
        ...(turn === 1 ? [join(folder, 'own.zip')] : files.map(({ name }) => join(folder, 'nb', name))),
      );
      await other.page.waitForFunction(
        (wanted) =>
          document.querySelectorAll('.toast').length === 1 &&
          document.querySelector('.toast span')?.textContent === wanted,
        {},
        'The notebook is here.',
      );
      await other.page.evaluate(() => document.querySelectorAll('.toast').forEach((own) => own.remove()));
      assert.deepEqual(await stateOf(other.page, 'learn.notebook.status'), status, `import ${turn}`);
    }
    assert.deepEqual(other.errors, []);
    await other.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inPage('answers of two pages are both kept', async ({ page }) => {
  await beginWithClub(page);
  const second = await page.browserContext().newPage();
  await second.goto(page.url());
  await ready(second);
  await second.click('#tab-learn');
  await second.waitForFunction(() => document.querySelector('.learn-due h2')?.textContent === '7 new', {
    timeout: 10_000,
  });
  for (const own of [page, second]) {
    await own.bringToFront();
    await start(own);
    await press(own, 'Show');
    await until(own, 'answered');
    await press(own, 'Leave');
  }
  await page.bringToFront();
  await page.reload();
  await ready(page);
  await page.click('#tab-learn');
  await page.waitForFunction(() =>
    import(new URL('js/chess-state.js', document.baseURI).href).then(
      ({ store }) => store.get().learn.notebook?.status.answers === 2,
    ),
  );
  assert.equal(await stateOf(page, 'learn.notebook.status.new'), 5);
});

inPage('a repertoire is asked move by move, and another move is no mistake of the engine', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'reynard-learn-'));
  try {
    await beginWithClub(page);
    writeFileSync(join(folder, 'open-white.pgn'), '1. e4 (1. d4) e5 2. Nf3 *\n');
    await choose(page, 'Add a repertoire', join(folder, 'open-white.pgn'));
    await page.waitForFunction(() => document.querySelector('.learn-due')?.textContent?.includes('9 cards'));
    await page.select('#learn-kind', 'repertoire');
    await start(page);
    await clickMove(page, 'a2', 'a3');
    await until(page, 'asked');
    assert.match((await feedback(page)) ?? '', /^Your repertoire has another move\./);
    await clickMove(page, 'd2', 'd4');
    await until(page, 'answered');
    assert.match((await feedback(page)) ?? '', /^Right, but not your main move\. Also in your repertoire: e4\./);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inPage(
  'after the analysis of a game its mistakes are explained, tried again, and kept',
  async ({ page }) => {
    await press(page, 'Analyze the game');
    await page.waitForFunction(
      () =>
        document.querySelectorAll('.graph-dot').length > 0 &&
        !document.querySelector('.graph-card progress:not([hidden])'),
      { timeout: 60_000 },
    );
    await page.keyboard.press('g');
    const words = () => page.$eval('.better', (own) => own.textContent ?? '');
    for (let i = 0; i < 3 && !(await words()).includes('queen'); i++) await page.keyboard.press('n');
    const better = await words();
    assert.match(better, /% lost\. Better was/);
    assert.match(better, /takes the queen on f7, and nothing can take back\./);
    // In the previous position, an arrow shows the better move.
    await page.keyboard.press('k');
    const arrows = () =>
      page.evaluate(async () => {
        const [{ shownBoard }, { store }] = await Promise.all(
          ['js/shown.js', 'js/chess-state.js'].map((path) => import(new URL(path, document.baseURI).href)),
        );
        return shownBoard(store.get()).hints.length;
      });
    assert.ok((await arrows()) > 0);
    await press(page, 'Try again');
    assert.equal(await stateOf(page, 'tab'), 'learn');
    assert.equal(await stateOf(page, 'drill.isKept'), false);
    const { arrow, question } = await stateOf(page, 'drill');
    assert.equal(arrow, '', 'no arrow before the answer');
    assert.equal(question.played.san, 'Qxf7+', 'the one that cost most comes first');
    for (let left = question.left; left >= 0; left--) {
      await press(page, 'Show');
      await until(page, 'answered');
      assert.ok((await arrows()) > 0);
      await press(page, 'Next');
    }
    await page.waitForSelector('.drill-end', { visible: true });
    await press(page, 'Done');
    assert.equal(await stateOf(page, 'tab'), 'analyze', 'the session leads back to its game');
    await press(page, 'Try again');
    await press(page, 'Leave');
    assert.equal(await stateOf(page, 'tab'), 'analyze');
    // The learner's name is asked for before it is stored.
    await press(page, 'Add to my notebook');
    await page.waitForSelector('#learn-name', { visible: true });
    assert.equal(await stateOf(page, 'tab'), 'learn');
    assert.deepEqual(await stateOf(page, 'learn.waiting.names'), ['Me', 'You']);
    assert.deepEqual(await stateOf(page, 'learn.notebook.settings.me'), []);
    await press(page, 'Me');
    await press(page, 'That is me');
    assert.match(await said(page), /^One game added/);
    await page.click('#tab-analyze');
    await press(page, 'Add to my notebook');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.toast > span')].some(
        (own) => own.textContent === 'The game is in your notebook already.',
      ),
    );
    await page.click('#tab-learn');
    await page.waitForFunction(() => /new$/.test(document.querySelector('.learn-due h2')?.textContent ?? ''));
  },
  { hash: pgnHash('[White "Me"]\n[Black "You"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *') },
);

inPage(
  'a small screen holds a session, in German',
  async ({ page }) => {
    await page.click('#tab-learn');
    await choose(page, 'Partien wählen', CLUB);
    await page.waitForSelector('#learn-name', { visible: true });
    await page.type('#learn-name', 'rider85');
    await press(page, 'Das bin ich');
    await said(page);
    await start(page, 'Los');
    await press(page, 'Lösung');
    await until(page, 'answered');
    const text = await page.$eval('#panel-learn', (own) => /** @type {HTMLElement} */ (own).innerText);
    assert.match(text, /Die Lösung; das zählt als falsch\./);
    assert.match(text, /Weiter/);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(wide, 360);
    const unknown = [...text.matchAll(/\b(learn|fact|grade|taken|motif)\.[\w.]+/g)].map(([key]) => key);
    assert.deepEqual(unknown, []);
  },
  { width: 360, height: 800, touch: true, language: 'de' },
);

inPage('a browser that keeps nothing says so, and the session works', async ({ page }) => {
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      get: () => {
        throw new Error('denied');
      },
    });
  });
  await page.reload();
  await ready(page);
  await beginWithClub(page);
  const text = await page.$eval('#panel-learn', (own) => /** @type {HTMLElement} */ (own).innerText);
  assert.match(text, /This browser keeps nothing: export the notebook/);
  await start(page);
  await press(page, 'Show');
  await until(page, 'answered');
  await rest(100);
});

/**
 * Starts a server with a notebook. Returns `null` if the page is not built into the program.
 * @param {string} folder
 */
async function serveNotebook(folder) {
  if (!existsSync(PROGRAM)) return null;
  const child = spawn(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--notebook', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise((resolve) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('exit', () => resolve(null));
  });
  return url === null
    ? null
    : {
        url: String(url),
        close: () =>
          new Promise((resolve) => {
            child.once('exit', resolve);
            child.kill('SIGINT');
          }),
      };
}

inPage('a notebook of the server is the folder itself', async ({ page: own }) => {
  const folder = mkdtempSync(join(tmpdir(), 'reynard-learn-'));
  const nb = join(folder, 'nb');
  mkdirSync(nb);
  writeFileSync(join(nb, 'notebook.toml'), 'me = ["rider85", "kr_blitz"]\n');
  copyFileSync(CLUB, join(nb, 'games.pgn'));
  const server = await serveNotebook(nb);
  try {
    if (server === null) {
      console.log('skipped: a program with the page and `serve --notebook`');
      return;
    }
    const { page, errors, close } = await openPage(own.browser(), server.url);
    await page.click('#tab-learn');
    await page.waitForFunction(() => document.querySelector('.learn-due h2')?.textContent === '7 new', {
      timeout: 10_000,
    });
    assert.match(
      await page.$eval('#panel-learn', (own) => /** @type {HTMLElement} */ (own).innerText),
      /The notebook is the folder of the server\./,
    );
    await start(page);
    await press(page, 'Show');
    await until(page, 'answered');
    assert.match(
      readFileSync(join(nb, 'reviews.jsonl'), 'utf8'),
      /^\{"time":\d+.*"event":"answer","move":"","grade":1,"millis":0\}\n$/,
    );
    // An answer given in the terminal counts in the page's next session.
    const run = spawnSync(PROGRAM, ['learn', 'drill', '--notebook', nb], { input: 'show\nquit\n', encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    await press(page, 'Leave');
    await start(page);
    assert.equal((await stateOf(page, 'learn.notebook.status.answers')) >= 1, true);
    await press(page, 'Leave');
    assert.equal(await stateOf(page, 'learn.notebook.status.answers'), 2);
    assert.deepEqual(errors, []);
    await close();
  } finally {
    await server?.close();
    rmSync(folder, { recursive: true });
  }
});
