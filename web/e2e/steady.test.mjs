// What the user holds or reads stays as it is: pieces under the finger, the focus, the engine's
// values.

import assert from 'node:assert/strict';
import { call, middle, pageTests, placement, play, press, rest, shownMoves, stateOf, whyNot } from './support.mjs';

const inPage = pageTests(Boolean(await whyNot()));

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * Sends pointer events to the board, as several fingers do.
 * @param {Page} page
 * @param {['down' | 'move' | 'up' | 'cancel', string, number][]} events type, square and finger
 */
async function fingers(page, events) {
  for (const [type, square, finger] of events) {
    const { x, y } = await middle(page, square);
    await page.evaluate(
      (name, clientX, clientY, pointerId) => {
        const board = document.querySelector('reynard-board');
        // These events do not come from a real pointer.
        board.setPointerCapture = () => {};
        board.dispatchEvent(
          new PointerEvent(`pointer${name}`, {
            pointerId,
            clientX,
            clientY,
            isPrimary: pointerId === 1,
            pointerType: 'touch',
            button: name === 'move' ? -1 : 0,
            buttons: name === 'up' ? 0 : 1,
            bubbles: true,
            composed: true,
          }),
        );
      },
      type,
      x,
      y,
      finger,
    );
  }
}

inPage('a second finger neither moves nor drops the piece under the first one', async ({ page }) => {
  await fingers(page, [
    ['down', 'e2', 1],
    ['move', 'e3', 1],
    ['down', 'a8', 2],
    ['move', 'e4', 2],
    ['up', 'e4', 2],
  ]);
  assert.equal(await shownMoves(page), '');
  await fingers(page, [['cancel', 'e4', 2]]);
  await fingers(page, [
    ['move', 'e4', 1],
    ['up', 'e4', 1],
  ]);
  assert.equal(await shownMoves(page), 'e4');
  // A finger that rests on an empty square does not make the second one play a move.
  await fingers(page, [
    ['down', 'e7', 1],
    ['up', 'e7', 1],
    ['down', 'a4', 1],
    ['up', 'e5', 2],
  ]);
  assert.equal(await shownMoves(page), 'e4');
});

inPage('a piece that is captured while it is held is let go', async ({ page }) => {
  await page.evaluate(() => {
    const board = document.querySelector('reynard-board');
    board.change({ fen: '4k3/8/8/2p5/3P4/8/8/4K3 b - - 0 1', mode: 'play', moves: [], premover: 'white' });
    board.addEventListener('board-premove', () => {
      document.body.dataset.premove = 'sent';
    });
  });
  await fingers(page, [
    ['down', 'd4', 1],
    ['move', 'c5', 1],
  ]);
  await page.evaluate(() => {
    const board = document.querySelector('reynard-board');
    board.change({ fen: '4k3/8/8/8/3p4/8/8/4K3 w - - 0 2' });
  });
  await fingers(page, [['move', 'e5', 1]]);
  const [look, shown] = await page.evaluate(() => {
    const root = document.querySelector('reynard-board').shadowRoot;
    const pieces = [...root.querySelectorAll('.piece:not(.gone)')].map((piece) => piece.style.transform);
    return [root.querySelector('.grid').className, pieces];
  });
  assert.equal(look, 'grid');
  assert.ok(shown.includes('translate(300%, 400%)'), shown.join());
  await fingers(page, [['up', 'e5', 1]]);
  assert.equal(await page.evaluate(() => document.body.dataset.premove), undefined);
});
