// The positions of the book: links to the page, and boards. See docs/lessons.js.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SITE, launch, placement, ready, serveSite, whyNot } from './support.mjs';

const skip = Boolean(await whyNot());
const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveSite>>} */
let site;
let folder = '';

/**
 * Returns a chapter as rendered by a documentation tool, in which the strings within code blocks
 * are separate elements.
 * @param {string} text
 */
function render(text) {
  const escape = (/** @type {string} */ code) => code.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const blocks = text.replace(
    /```\w+\n([\s\S]*?)```/g,
    (_, code) =>
      `<pre><code>${escape(code).replace(/"[^"\n]*"/g, (string) => `<span class="string">${string}</span>`)}</code></pre>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Chapter</title><main>${blocks}</main><script src="../lessons.js"></script>`;
}

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'reynard-book-'));
  cpSync(SITE, join(folder, 'demo'), { recursive: true });
  cpSync(join(DOCS, 'lessons.js'), join(folder, 'lessons.js'));
  const chapters = join(DOCS, 'src/tutorial');
  cpSync(chapters, join(folder, 'tutorial'), { recursive: true });
  for (const name of readdirSync(chapters).filter((own) => own.endsWith('.md'))) {
    writeFileSync(
      join(folder, 'tutorial', name.replace('.md', '.html')),
      render(readFileSync(join(chapters, name), 'utf8')),
    );
  }
  [browser, site] = await Promise.all([launch(), serveSite(folder)]);
});
after(async () => {
  await browser?.close();
  await site?.close();
  if (folder) rmSync(folder, { recursive: true });
});

test('the chapters open their positions in the page', { skip, timeout: 90_000 }, async () => {
  const page = await browser.newPage();
  let links = 0;
  for (const chapter of ['attacks', 'checks', 'endings', 'perft']) {
    await page.goto(`${site.url}tutorial/${chapter}.html`);
    links += await page.$$eval('pre a.on-board', (found) => found.length);
  }
  assert.ok(links > 30, `only ${links} positions are links`);
  await page.goto(`${site.url}tutorial/attacks.html`);
  await Promise.all([page.waitForNavigation(), page.click('pre a.on-board')]);
  await ready(page);
  assert.equal(await placement(page), '2k5/1p6/6p1/3n4/p3B3/8/2P2P2/4K2R');
  await page.close();
});

test('a figure becomes a board, with a link', { skip, timeout: 90_000 }, async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}tutorial/exchanges.html`);
  await page.waitForSelector('figure.position reynard-board');
  assert.equal(await placement(page), '4k3/8/4p3/3p4/4P3/8/8/3QK3');
  const label = await page.$eval('reynard-board', (board) =>
    board.shadowRoot?.querySelector('[data-square=d1]')?.getAttribute('aria-label'),
  );
  assert.match(label ?? '', /white queen/);
  const address = await page.$eval('figure.position > a', (link) => link.getAttribute('href'));
  assert.equal(address, `${site.url}demo/#fen=4k3/8/4p3/3p4/4P3/8/8/3QK3_w_-_-_0_1`);
  await page.close();
});

test('without the page beside the book, its positions stay text', { skip, timeout: 90_000 }, async () => {
  const page = await browser.newPage();
  rmSync(join(folder, 'demo/js/board.js'));
  await page.goto(`${site.url}tutorial/exchanges.html`);
  await page.waitForNetworkIdle();
  assert.match(await page.$eval('figure.position', (figure) => figure.textContent ?? ''), /^4k3\/8\/4p3/);
  await page.close();
});
