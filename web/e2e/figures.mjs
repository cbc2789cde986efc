// Measures the page's figures in one run: node web/e2e/figures.mjs. It has the same requirements as
// the tests, and also needs REYNARD_BIN for the ratio to native speed.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PROGRAM, SITE, launch, openPage, ready, serveSite, whyNot } from './support.mjs';

if (await whyNot()) process.exit(0);
const NODES = 600_000;
const ROUNDS = 3;

/** @param {string} name @param {string} value @param {string} floor @param {string} goal */
const row = (name, value, floor, goal) => console.log(`| ${name} | ${value} | ${floor} | ${goal} |`);
const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * Returns the speed of the native program on one thread, in nodes per second.
 * @param {string} evaluation
 */
function nativeSpeed(evaluation) {
  const input = `uci\nsetoption name Evaluation value ${evaluation}\nsetoption name Threads value 1\nsetoption name Hash value 32\nposition startpos\ngo nodes ${NODES}\n`;
  const { stdout } = spawnSync('sh', ['-c', `(printf '%s' "$INPUT"; sleep 6) | "$PROGRAM"`], {
    encoding: 'utf8',
    env: { ...process.env, INPUT: input, PROGRAM },
  });
  return Number(/.*nps (\d+)/s.exec(stdout.split('bestmove')[0])?.[1]);
}

/**
 * Returns the speed of the engine in the page, in nodes per second.
 * @param {import('puppeteer-core').Page} page
 * @param {'openWorker' | 'openThreads'} opener
 * @param {number} threads
 * @param {string} evaluation
 */
const pageSpeed = (page, opener, threads, evaluation = 'network') =>
  page.evaluate(
    async (name, count, nodes, wanted) => {
      const transport = await import(new URL('js/transport.js', document.baseURI).href);
      const { EngineClient } = await import(new URL('js/engine.js', document.baseURI).href);
      const { START_FEN } = await import(new URL('js/rules.js', document.baseURI).href);
      const client = new EngineClient(transport[name], { hash: 32, threads: count });
      let last = { nps: 0, nodes: 0 };
      await client.search({
        fen: START_FEN,
        moves: [],
        go: `nodes ${nodes}`,
        options: { Evaluation: wanted },
        onInfo: (/** @type {any} */ info) => {
          last = info;
        },
      });
      client.close();
      return last.nps;
    },
    opener,
    threads,
    NODES,
    evaluation,
  );

/** Returns a PGN file of 100 games, about 1 MB with comments. */
function collection() {
  const moves =
    '1. e4 {a comment of some length, as annotators write them, about the plans of both sides} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 ';
  const comments = Array.from(
    { length: 96 },
    (_, i) => `{${'A longer note on the position that follows, as in a book. '.repeat(2)}${i}}`,
  ).join(' ');
  return Array.from(
    { length: 100 },
    (_, i) =>
      `[Event "Figures"]\n[White "Player ${i}"]\n[Black "Other ${i}"]\n[Result "1-0"]\n\n${moves}${comments} 1-0\n\n`,
  ).join('');
}

const site = await serveSite();
const browser = await launch();
try {
  const { page, close } = await openPage(browser, site.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await ready(page);
  console.log('| figure | measured | floor | goal |\n|---|---|---|---|');
  const speeds = {
    native: /** @type {number[]} */ ([]),
    one: /** @type {number[]} */ ([]),
    nativeClassic: /** @type {number[]} */ ([]),
    oneClassic: /** @type {number[]} */ ([]),
    threads1: /** @type {number[]} */ ([]),
    threads2: /** @type {number[]} */ ([]),
  };
  for (let round = 0; round < ROUNDS; round++) {
    if (PROGRAM) {
      speeds.native.push(nativeSpeed('network'));
      speeds.nativeClassic.push(nativeSpeed('classic'));
    }
    speeds.one.push(await pageSpeed(page, 'openWorker', 1));
    speeds.oneClassic.push(await pageSpeed(page, 'openWorker', 1, 'classic'));
    speeds.threads1.push(await pageSpeed(page, 'openThreads', 1));
    speeds.threads2.push(await pageSpeed(page, 'openThreads', 2));
  }
  const of = (/** @type {keyof typeof speeds} */ name) => median(speeds[name]);
  if (PROGRAM) {
    row(
      'nodes/s, WASM one thread : native one thread, classic evaluation',
      `${(of('oneClassic') / of('nativeClassic')).toFixed(2)} (${of('oneClassic')} : ${of('nativeClassic')})`,
      '0.75',
      '0.85',
    );
    row('the same, network', `${(of('one') / of('native')).toFixed(2)} (${of('one')} : ${of('native')})`, '', '');
  }
  row(
    'nodes/s, 2 threads : 1 thread',
    `${(of('threads2') / of('threads1')).toFixed(2)} (${of('threads2')} : ${of('threads1')})`,
    '1.6',
    '1.8',
  );

  const visited = await serveSite();
  const visit = await openPage(browser, visited.url);
  await visit.page.evaluate(() => navigator.serviceWorker.ready);
  await visit.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const bytes = (/** @type {(name: string) => boolean} */ isCounted) =>
    [...visited.sent].reduce((sum, [name, length]) => sum + (isCounted(name) ? length : 0), 0);
  const isPage = (/** @type {string} */ name) => !name.endsWith('.rnn');
  const first = bytes(isPage);
  row('first visit, gzip, all but the network', `${Math.round(first / 1000)} KB`, '700 KB', '450 KB');
  await visit.page.reload();
  await ready(visit.page);
  await visit.page.keyboard.press('a');
  await visit.page.waitForFunction(() => document.querySelectorAll('.engine-line .line-move').length > 2, {
    timeout: 40_000,
  });
  row('later, when the engine with threads is first used', `${Math.round((bytes(isPage) - first) / 1000)} KB`, '', '');
  await visit.close();
  await visited.close();

  const starts = [];
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = await browser.createBrowserContext();
    const tab = await fresh.newPage();
    const began = performance.now();
    await tab.goto(site.url);
    await ready(tab);
    starts.push(performance.now() - began);
    await fresh.close();
  }
  row('page to first move possible', `${(median(starts) / 1000).toFixed(2)} s`, '1.5 s', '0.7 s');

  /** @param {'openWorker' | 'openThreads'} opener */
  const stopTime = (opener) =>
    page.evaluate(async (name) => {
      const transport = await import(new URL('js/transport.js', document.baseURI).href);
      const { EngineClient } = await import(new URL('js/engine.js', document.baseURI).href);
      const { START_FEN } = await import(new URL('js/rules.js', document.baseURI).href);
      const client = new EngineClient(transport[name]);
      const search = client.search({ fen: START_FEN, moves: [], go: 'infinite' });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const began = performance.now();
      client.stop();
      await search;
      const took = performance.now() - began;
      client.close();
      return took;
    }, opener);
  row('stop to `bestmove`, threads', `${Math.round(await stopTime('openThreads'))} ms`, '200 ms', '50 ms');
  row('stop of the worker, one thread', `${Math.round(await stopTime('openWorker'))} ms`, '200 ms', '50 ms');

  const text = collection();
  const opened = await page.evaluate(async (pgn) => {
    const { openPgn } = await import(new URL('js/chess-state.js', document.baseURI).href);
    const bytes = new TextEncoder().encode(pgn);
    const began = performance.now();
    openPgn(bytes, 'figures.pgn');
    document.getElementById('tab-games')?.click();
    document.querySelectorAll('.game-row')[99].getBoundingClientRect();
    return performance.now() - began;
  }, text);
  row(
    `a PGN of 100 games, ${(text.length / 1e6).toFixed(1)} MB: open to list`,
    `${Math.round(opened)} ms`,
    '300 ms',
    '100 ms',
  );
  await close();
} finally {
  await browser.close();
  await site.close();
}
