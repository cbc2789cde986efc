// What a person does in passing must not be lost: drawing, comments, drops, tags, clocks.

import assert from 'node:assert/strict';
import {
  call,
  drag,
  middle,
  pageTests,
  paste,
  play,
  press,
  ready,
  rest,
  shownMoves,
  stateOf,
  whyNot,
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
