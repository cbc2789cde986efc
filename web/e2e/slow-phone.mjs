// Measures the page on a slow phone: node web/e2e/slow-phone.mjs [SITE]... It compares sites in
// alternation, with the processor slowed four times: the largest contentful paint on slow 4G, and
// the script and layout time of a drag, a step and an edit in a game of 225 moves.

import { SITE, launch, middle, openPage, rest, serveSite, whyNot } from './support.mjs';

if (await whyNot()) process.exit(0);
const ROUNDS = 5;
const MOVES = 450;
const sites = process.argv.length > 2 ? process.argv.slice(2) : [SITE];
const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const SHUFFLE = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
const GAME = `[White "Long"]\n\n${Array.from({ length: MOVES }, (_, i) => `${SHUFFLE[i % 4]} {note ${i}}`).join(' ')} *`;

/**
 * Returns the time of the largest contentful paint in milliseconds.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 */
async function largestPaint(browser, url) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 412, height: 823, isMobile: true, hasTouch: true, deviceScaleFactor: 1.75 });
  const client = await page.createCDPSession();
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluateOnNewDocument(() => {
    new PerformanceObserver((list) => {
      Object.assign(globalThis, { paint: list.getEntries().at(-1)?.startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(url, { timeout: 60_000 });
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  await rest(500);
  const time = Number(await page.evaluate(() => /** @type {any} */ (globalThis).paint));
  await context.close();
  return time;
}

/**
 * Returns the script and layout times in milliseconds of an event during a drag, of a step in the
 * game, and of an edit.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 */
async function interactions(browser, url) {
  const { page, close } = await openPage(browser, url);
  const client = await page.createCDPSession();
  await client.send('Performance.enable');
  await page.evaluate(
    async (pgn) =>
      (await import(new URL('js/chess-state.js', document.baseURI).href)).openPgn(
        new TextEncoder().encode(pgn),
        'x.pgn',
      ),
    GAME,
  );
  await rest(1500);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].reduce(
      (sum, name) => sum + 1000 * (metrics.find((own) => own.name === name)?.value ?? 0),
      0,
    );
  };
  const [from, to] = [await middle(page, 'e2'), await middle(page, 'e5')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y);
  let before = await spent();
  for (let i = 0; i < 40; i++) await page.mouse.move(from.x + i, from.y + ((to.y - from.y) * i) / 40);
  const drag = ((await spent()) - before) / 40;
  await page.mouse.move(from.x, from.y);
  await page.mouse.up();
  before = await spent();
  for (let i = 0; i < 10; i++) {
    await page.keyboard.press('j');
    await rest(30);
  }
  const step = ((await spent()) - before) / 10;
  const edit = await page.evaluate(async () => {
    const state = await import(new URL('js/chess-state.js', document.baseURI).href);
    const began = performance.now();
    state.edit('annotate', (/** @type {any} */ game) => game.setComment(state.store.get().node, 'an edit'));
    document.body.getBoundingClientRect();
    return performance.now() - began;
  });
  await close();
  return { drag, step, edit };
}

const browser = await launch();
for (const folder of sites) {
  const site = await serveSite(folder);
  const paints = [];
  const all = {
    drag: /** @type {number[]} */ ([]),
    step: /** @type {number[]} */ ([]),
    edit: /** @type {number[]} */ ([]),
  };
  for (let round = 0; round < ROUNDS; round++) {
    paints.push(await largestPaint(browser, site.url));
    const found = await interactions(browser, site.url);
    for (const name of /** @type {const} */ (['drag', 'step', 'edit'])) all[name].push(found[name]);
  }
  console.log(
    `${folder}: largest paint ${Math.round(median(paints))} ms, drag ${median(all.drag).toFixed(1)} ms an event, step ${Math.round(median(all.step))} ms, edit ${Math.round(median(all.edit))} ms`,
  );
  await site.close();
}
await browser.close();
