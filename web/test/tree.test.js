import assert from 'node:assert/strict';
import test from 'node:test';
import { Tree, numbered } from '../js/tree.js';

const W = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const B = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const W2 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
const B2 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';

/**
 * @param {number} id
 * @param {number | null} parent
 * @param {string} san
 * @param {string} fen
 * @param {object} [more]
 */
const node = (id, parent, san, fen, more = {}) => ({
  id,
  parent,
  uci: san && `uci${id}`,
  san,
  from: null,
  to: null,
  fen,
  ...more,
});

/** 1. e4 (1. d4 d5) e5 (1... c5 {Sicilian}) 2. Nf3, in the order of the file. */
const tree = new Tree({
  tags: [['White', 'A']],
  result: '*',
  nodes: [
    node(0, null, '', W),
    node(1, 0, 'e4', B),
    node(5, 0, 'd4', B),
    node(6, 5, 'd5', W2),
    node(2, 1, 'e5', W2),
    node(4, 1, 'c5', W2, { comment: 'Sicilian' }),
    node(3, 2, 'Nf3', B2),
  ],
});

test('the main line is that of the first children', () => {
  assert.deepEqual(
    tree.mainLine().map(({ san }) => san),
    ['e4', 'e5', 'Nf3'],
  );
  assert.ok(tree.isMainLine(3) && !tree.isMainLine(4));
  assert.deepEqual([tree.end(0), tree.end(5)], [3, 6]);
});

test('paths lead from the root, and variations begin where they branch off', () => {
  assert.deepEqual(
    tree.path(6).map(({ san }) => san),
    ['d4', 'd5'],
  );
  assert.deepEqual([tree.variationStart(6), tree.variationStart(3)], [5, 0]);
});

test('what is written has each variation behind the move that it replaces', () => {
  const text = tree
    .tokens()
    .map((token) =>
      token.kind === 'move'
        ? token.number + token.node.san
        : token.kind === 'open'
          ? '('
          : token.kind === 'close'
            ? ')'
            : `{${token.text}}`,
    );
  assert.deepEqual(text, ['1.e4', '(', '1.d4', 'd5', ')', '1…e5', '(', '1…c5', '{Sicilian}', ')', '2.Nf3']);
});

test('a search begins behind the last null move', () => {
  const passed = new Tree({
    tags: [],
    result: '*',
    nodes: [node(0, null, '', W), node(1, 0, 'e4', B), { ...node(2, 1, '--', W2), uci: '' }, node(3, 2, 'Nf3', B2)],
  });
  assert.deepEqual(passed.searchRoot(3), { fen: W2, moves: ['uci3'] });
  assert.deepEqual(tree.searchRoot(2), { fen: W, moves: ['uci1', 'uci2'] });
});

test('a tree of a hundred thousand moves is walked without recursion', () => {
  const nodes = Array.from({ length: 100_001 }, (_, i) => node(i, i ? i - 1 : null, i ? 'Kf1' : '', i % 2 ? B : W));
  assert.equal(new Tree({ tags: [], result: '*', nodes }).tokens().length, 100_000);
});

test('moves have the number of their position', () => {
  assert.equal(numbered(W, 'e4'), '1. e4');
  assert.equal(numbered(B2, 'Nc6'), '2… Nc6');
});
