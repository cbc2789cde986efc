import assert from 'node:assert/strict';
import test from 'node:test';
import {
  movesTo,
  pairPieces,
  piecesOf,
  place,
  placementOf,
  squareAt,
  squareName,
  squareOf,
  squareUnder,
  step,
} from '../js/geometry.js';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

test('every square has a name that leads back to it', () => {
  for (let square = 0; square < 64; square++) assert.equal(squareOf(squareName(square)), square);
  for (const text of ['', 'i1', 'a9', 'a', 'a10']) assert.equal(squareOf(text), -1);
});

test('a place on the screen leads back to its square from both sides', () => {
  for (const side of /** @type {const} */ (['white', 'black'])) {
    for (let square = 0; square < 64; square++) assert.equal(squareAt(...place(square, side), side), square);
  }
  assert.deepEqual(place(0, 'white'), [0, 7]);
  assert.deepEqual(place(0, 'black'), [7, 0]);
});

test('a point belongs to the square under it, and to none outside of the board', () => {
  const box = { left: 100, top: 50, width: 400, height: 400 };
  assert.equal(squareName(squareUnder(101, 449, box, 'white')), 'a1');
  assert.equal(squareName(squareUnder(499, 51, box, 'black')), 'a1');
  for (const [x, y] of [
    [99, 60],
    [501, 60],
    [110, 49],
    [110, 451],
  ])
    assert.equal(squareUnder(x, y, box, 'white'), -1);
});

test('a promotion is the way of a pawn, and so it is backwards', () => {
  const [before, after] = ['1n2k3/P7/8/8/8/8/8/4K3', '1Q2k3/8/8/8/8/8/8/4K3'].map(piecesOf);
  const capture = pairPieces(before, after);
  assert.deepEqual(capture.moved, [[squareOf('a7'), squareOf('b8')]]);
  assert.deepEqual([capture.removed, capture.added], [[squareOf('b8')], []]);
  assert.deepEqual(pairPieces(after, before).moved, [[squareOf('b8'), squareOf('a7')]]);
  // A queen that was already on the board is matched first.
  const jump = pairPieces(piecesOf('3Qk3/7P/8/8/8/8/8/4K3'), piecesOf('4k2Q/7P/8/8/8/8/8/4K3'));
  assert.deepEqual(jump.moved, [[squareOf('d8'), squareOf('h8')]]);
});

test('the arrow keys follow the screen and stop at the edge', () => {
  assert.equal(squareName(step(squareOf('e4'), 0, -1, 'white')), 'e5');
  assert.equal(squareName(step(squareOf('e4'), 0, -1, 'black')), 'e3');
  assert.equal(squareName(step(squareOf('h1'), 1, 1, 'white')), 'h1');
});

test('placements are written as they were read', () => {
  for (const fen of [START, '8/8/8/8/8/8/8/8', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R']) {
    assert.equal(placementOf(piecesOf(fen)), fen);
  }
  assert.equal(placementOf(piecesOf('')), '8/8/8/8/8/8/8/8');
});

test('a piece that moves keeps its element, and a captured one loses it', () => {
  const before = piecesOf('8/8/8/3p4/4P3/8/8/8');
  const after = piecesOf('8/8/8/3P4/8/8/8/8');
  assert.deepEqual(pairPieces(before, after), {
    moved: [[squareOf('e4'), squareOf('d5')]],
    removed: [squareOf('d5')],
    added: [],
  });
});

test('castling moves both pieces', () => {
  const { moved } = pairPieces(piecesOf('8/8/8/8/8/8/8/4K2R'), piecesOf('8/8/8/8/8/8/8/5RK1'));
  assert.deepEqual(moved.map(([from, to]) => squareName(from) + squareName(to)).sort(), ['e1g1', 'h1f1']);
});

test('a king castles onto its rook, steps where it can, and castles onto other squares of castling', () => {
  const step = { to: 'c1', rook: null };
  const short = { to: 'g1', rook: 'h1' };
  const long = { to: 'c1', rook: 'a1' };
  const moves = [step, short, long];
  assert.deepEqual(
    [movesTo(moves, 'c1'), movesTo(moves, 'a1'), movesTo(moves, 'h1'), movesTo(moves, 'g1'), movesTo(moves, 'e4')],
    [[step], [long], [short], [short], []],
  );
  const promotions = ['q', 'r'].map((promotion) => ({ to: 'a8', rook: null, promotion }));
  assert.deepEqual(movesTo(promotions, 'a8'), promotions);
});
