// Code shared by the browser tests: the browser, the site on a small server, and a page.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/** The folder with all files of the page, as written by `reynard web files`. */
export const SITE = process.env.REYNARD_SITE ?? '';
/** The program `reynard`, with whose output the page is compared. */
export const PROGRAM = process.env.REYNARD_BIN ?? '';
/** The page as a single file, as written by `reynard web export`. */
export const SINGLE_FILE = process.env.REYNARD_SINGLE_FILE ?? '';

/**
 * The command that serves the page with databases, tablebases and engines: the program followed by
 * its options.
 */
export const SERVE = process.env.REYNARD_SERVE ?? '';

/** Returns the path of a browser, or an empty string if none is found. */
export function findBrowser() {
  if (process.env.CHROME) return process.env.CHROME;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return '';
}

/** Returns the reason why the tests cannot run here, or an empty string if they can. */
export async function whyNot() {
  const reason = !findBrowser()
    ? 'no Chromium (apt-get install chromium)'
    : !existsSync(join(SITE, 'index.html'))
      ? 'no site: REYNARD_SITE names the folder that `reynard web files` has written'
      : await import('puppeteer-core').then(
          () => '',
          () => 'no puppeteer-core (npm install in web/)',
        );
  if (reason && process.env.CI === 'true') throw new Error(reason);
  if (reason) console.log(`skipped: ${reason}`);
  return reason;
}

export async function launch() {
  if (process.env.REYNARD_BROWSER === 'firefox') return launchFirefox();
  const { default: puppeteer } = await import('puppeteer-core');
  return puppeteer.launch({
    executablePath: findBrowser(),
    headless: true,
    protocolTimeout: 120_000,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

/** Returns the path of Firefox, or an empty string if it is not found. */
export function findFirefox() {
  for (const name of ['firefox-esr', 'firefox']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return '';
}

/** Starts Firefox under the control of WebDriver BiDi. */
export async function launchFirefox() {
  const { default: puppeteer } = await import('puppeteer-core');
  return puppeteer.launch({ browser: 'firefox', executablePath: findFirefox(), headless: true });
}

/**
 * Serves a folder below a path, in the same way as any static file host: compressed, and without
 * the headers that isolate a page. `sent` contains the number of bytes sent for each file.
 * @param {string} folder
 */
export async function serveSite(folder = SITE) {
  const base = '/any/path/';
  /** @type {Map<string, number>} */
  const sent = new Map();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    const file = join(folder, normalize(path.slice(base.length).replace(/(^|\/)$/, '$1index.html')));
    if (!path.startsWith(base) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { 'content-type': 'text/html' });
      return response.end('<p>Not found');
    }
    const { mtimeMs, size } = statSync(file);
    const headers = {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      etag: `"${mtimeMs}-${size}"`,
    };
    if (request.headers['if-none-match'] === headers.etag) {
      response.writeHead(304, headers);
      return response.end();
    }
    const bytes = gzipSync(readFileSync(file));
    const name = relative(folder, file);
    sent.set(name, (sent.get(name) ?? 0) + bytes.length);
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip' });
    return response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    sent,
    url: `http://127.0.0.1:${port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/**
 * Starts the page's server, and returns the server's address.
 * @param {string[]} options
 */
export async function startServer(options) {
  const [program, ...own] = SERVE.split(' ');
  const child = spawn(program, [...own, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the server has ended with ${code}`)));
  });
  return {
    url: String(url),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill();
      }),
  };
}

/**
 * Opens a page in a separate browser context, so that nothing is remembered from other pages.
 * Errors in the page are collected in `errors`.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @param {{width?: number, height?: number, touch?: boolean, scheme?: string, language?: string}} [options]
 */
export async function openPage(
  browser,
  url,
  { width = 1280, height = 860, touch = false, scheme = 'light', language = 'en' } = {},
) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const isFirefox = process.env.REYNARD_BROWSER === 'firefox';
  await page.setViewport(isFirefox ? { width, height } : { width, height, hasTouch: touch, isMobile: touch });
  if (!isFirefox)
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
  await page
    .evaluateOnNewDocument((wanted) => {
      try {
        localStorage.setItem('reynard.language', wanted);
      } catch {
        /* An empty page has no storage. */
      }
    }, language)
    .catch(() => {});
  await page.goto(url);
  await ready(page);
  return { page, errors, close: () => context.close() };
}

/**
 * Runs each test in a separate page, with one browser and one site per test file.
 * @param {boolean} skip
 */
export function pageTests(skip) {
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serveSite>>} */
  let site;
  before(async () => {
    if (!skip) [browser, site] = await Promise.all([launch(), serveSite()]);
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  /**
   * @param {string} name
   * @param {(opened: Awaited<ReturnType<typeof openPage>> & {url: string}) => Promise<void>} body
   * @param {Parameters<typeof openPage>[2] & {hash?: string, needsChromium?: boolean}} [options]
   * `needsChromium` if the test needs features that WebDriver lacks: touch, paper
   */
  return (name, body, options = {}) =>
    test(
      name,
      { skip: skip || Boolean(options.needsChromium && process.env.REYNARD_BROWSER === 'firefox'), timeout: 90_000 },
      async () => {
        const opened = await openPage(browser, site.url + (options.hash ?? ''), options);
        try {
          await body({ ...opened, url: site.url });
          assert.deepEqual(opened.errors, []);
        } finally {
          await opened.close();
        }
      },
    );
}

/**
 * Calls functions in one of the page's modules.
 * @param {import('puppeteer-core').Page} page
 * @param {string} module
 * @param {[string, ...unknown[]][]} calls
 */
export const call = (page, module, ...calls) =>
  page.evaluate(
    async (path, list) => {
      const own = await import(new URL(path, document.baseURI).href);
      return Promise.all(list.map(([name, ...values]) => own[name](...values)));
    },
    module,
    calls,
  );

/**
 * Plays moves after the current move.
 * @param {import('puppeteer-core').Page} page
 * @param {string[]} moves
 */
export const play = (page, ...moves) =>
  call(page, 'js/chess-state.js', ...moves.map((mv) => /** @type {[string, string]} */ (['playMove', mv])));

/** Pastes text, as Ctrl+V does. @param {import('puppeteer-core').Page} page @param {string} text */
export const paste = (page, text) =>
  page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(
      new ClipboardEvent(
        'paste',
        /** @type {any} */ ({ clipboardData: data, dataType: 'text/plain', data: pasted, bubbles: true }),
      ),
    );
  }, text);

/**
 * Returns part of the state.
 * @param {import('puppeteer-core').Page} page @param {string} path such as `play.left.white`
 */
export const stateOf = (page, path) =>
  page.evaluate(async (names) => {
    const { store } = await import(new URL('js/chess-state.js', document.baseURI).href);
    return names.split('.').reduce((/** @type {any} */ part, name) => part?.[name], store.get());
  }, path);

export const rest = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Waits until the page has stored its documents. If its usual pause takes too long, the page is
 * made to store them at once.
 * @param {import('puppeteer-core').Page} page
 */
export async function written(page) {
  await rest(600);
  await call(page, 'js/documents.js', ['writeNow']);
}

/**
 * Drags with the mouse.
 * @param {import('puppeteer-core').Page} page @param {string} from @param {string} to
 */
export async function drag(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Returns a game with many moves and comments, too long for any URL. */
export function longGame(moves = 200) {
  const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
  const words = Array.from(
    { length: moves },
    (_, i) =>
      `${shuffle[i % 4]} {note ${((i * 2654435761) % 4294967296).toString(36)} ${((i * 40503) % 65537).toString(36)} ${Math.sin(i).toString(36)}}`,
  );
  return `[White "Long"]\n\n${words.join(' ')} *`;
}

/** @param {import('puppeteer-core').Page} page */
export const ready = (page) => page.waitForSelector('html[data-ready]', { timeout: 30_000 });

/**
 * Returns the coordinates of the center of a square.
 * @param {import('puppeteer-core').Page} page @param {string} square
 */
export async function middle(page, square) {
  return page.evaluate((name) => {
    const board = document.querySelector('reynard-board');
    board.scrollIntoView({ block: 'nearest' });
    const box = board.shadowRoot.querySelector(`[data-square=${name}]`).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, square);
}

/** Returns the piece placement on the board. @param {import('puppeteer-core').Page} page */
export const placement = (page) => page.evaluate(() => document.querySelector('reynard-board').fen.split(' ')[0]);

/** Returns the displayed moves. @param {import('puppeteer-core').Page} page */
export const shownMoves = (page) =>
  page.evaluate(() => {
    const panel = document.querySelector('[role=tabpanel]:not([hidden])');
    return [...panel.querySelectorAll('.moves .move')]
      .map((move) => {
        const copy = move.cloneNode(true);
        for (const part of copy.querySelectorAll('.number, .nag')) part.remove();
        return copy.textContent;
      })
      .join(' ');
  });

/**
 * Clicks the button with the given text.
 * @param {import('puppeteer-core').Page} page @param {string} text
 */
export const press = (page, text) =>
  page.evaluate((wanted) => {
    const buttons = [...document.querySelectorAll('button')].filter((button) => button.checkVisibility());
    const button = buttons.find((own) => own.textContent === wanted || own.getAttribute('aria-label') === wanted);
    if (!button) throw new Error(`there is no button "${wanted}"`);
    button.click();
  }, text);

/**
 * Returns the text that the page would save as a file.
 * @param {import('puppeteer-core').Page} page
 */
export const savedText = (page) =>
  page.evaluate(async () => {
    /** @type {Blob[]} */
    const blobs = [];
    const own = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blobs.push(/** @type {Blob} */ (blob));
      return own.call(URL, blob);
    };
    HTMLAnchorElement.prototype.click = () => {};
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Save')?.click();
    URL.createObjectURL = own;
    return blobs[0].text();
  });

export const MATE = ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7'];
export const MATE_SAN = 'e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#';

/** Returns the part of a URL that contains a position. */
export const fenHash = (/** @type {string} */ fen) => `#fen=${fen.replaceAll(' ', '_')}`;

/** Returns the part of a URL that contains a game. */
export const pgnHash = (/** @type {string} */ pgn) => `#pgn=${encodeURIComponent(pgn)}`;

/**
 * Clicks a button that selects files, and selects the given ones.
 * @param {import('puppeteer-core').Page} page
 * @param {string} text
 * @param {string[]} paths
 */
export async function choose(page, text, ...paths) {
  const input = await page.waitForSelector(`input[type=file][aria-label="${text}"]`);
  await input?.uploadFile(...paths);
}

/** Waits for a message about games. @param {import('puppeteer-core').Page} page */
export const said = async (page) =>
  (
    await page.waitForFunction(() => document.querySelector('.learn-said:not([hidden])')?.textContent, {
      timeout: 60_000,
    })
  ).jsonValue();

/** Writes the archive that the page would save, and unpacks it to a folder. @param {import('puppeteer-core').Page} page */
export async function exported(page) {
  await page.evaluate(() => {
    const own = /** @type {any} */ (globalThis);
    own.saved = null;
    URL.createObjectURL = (blob) => {
      own.saved = blob;
      return 'blob:';
    };
    HTMLAnchorElement.prototype.click = () => {};
  });
  await press(page, 'Export');
  await page.waitForFunction(() => /** @type {any} */ (globalThis).saved !== null);
  const numbers = await page.evaluate(async () => [
    ...new Uint8Array(await /** @type {any} */ (globalThis).saved.arrayBuffer()),
  ]);
  return Uint8Array.from(numbers);
}
