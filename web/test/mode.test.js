import assert from 'node:assert/strict';
import test from 'node:test';
import { isAllowed, modeOf } from '../js/mode.js';
import { UndoHistory } from '../js/undo.js';
import { paused, timesLeft } from '../js/clock.js';

const STUDY = { play: null, setup: null };
const PLAY = { play: { ending: null }, setup: null };

test('a game in play allows its moves and looking back, and nothing else', () => {
  assert.equal(modeOf(PLAY), 'play');
  for (const action of /** @type {const} */ (['step', 'move', 'takeBack', 'resign', 'offerDraw']))
    assert.ok(isAllowed(action, PLAY), action);
  for (const action of /** @type {const} */ ([
    'explore',
    'annotate',
    'undo',
    'document',
    'evaluate',
    'preview',
    'arrange',
  ])) {
    assert.ok(!isAllowed(action, PLAY) && isAllowed(action, STUDY), action);
  }
});

test('a game that has ended is studied, and moves of play are over', () => {
  const ended = { play: { ending: {} }, setup: null };
  assert.equal(modeOf(ended), 'study');
  assert.ok(isAllowed('annotate', ended) && !isAllowed('move', ended) && !isAllowed('takeBack', ended));
});

test('undo and redo go back and forth, and a change ends redo', () => {
  /** @type {UndoHistory<string>} */
  const history = new UndoHistory();
  history.push('a');
  history.push('b');
  assert.equal(history.undo('c'), 'b');
  assert.equal(history.undo('b'), 'a');
  assert.equal(history.undo('a'), undefined);
  assert.equal(history.redo('a'), 'b');
  history.push('b');
  assert.ok(history.canUndo && !history.canRedo);
  for (let i = 0; i < 500; i++) history.push(String(i));
  let steps = 0;
  while (history.undo('') !== undefined) steps++;
  assert.equal(steps, 100);
});

test('a game that is put aside has the time that is left, and no clock that runs', () => {
  const play = /** @type {import('../js/clock.js').PlayState} */ (
    /** @type {unknown} */ ({
      left: { white: 5000, black: 7000 },
      running: 'white',
      since: performance.now() - 2000,
      ending: null,
      isThinking: true,
      premove: ['e2', 'e4'],
    })
  );
  assert.ok(Math.abs(timesLeft(play).white - 3000) < 200);
  const aside = paused(play);
  assert.ok(aside && aside.running === null && aside.isPaused && !aside.isThinking && aside.premove === null);
  assert.ok(Math.abs((aside?.left.white ?? 0) - 3000) < 200);
});
