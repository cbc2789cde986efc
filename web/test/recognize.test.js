import assert from 'node:assert/strict';
import test from 'node:test';
import { recognize } from '../js/recognize.js';

const PLACED = '4k3/8/8/8/8/8/4P3/4K3';

test('positions are known in all forms in which people have them', () => {
  for (const text of [
    PLACED,
    `${PLACED} w`,
    `${PLACED} w - - 0 1`,
    `${PLACED}_w_-_-_0_1`,
    `fen ${PLACED} w - -`,
    `position fen ${PLACED} w - - 0 1`,
    `"${PLACED} w - - 0 1"`,
    `FEN: ${PLACED} w - - 0 1`,
  ]) {
    const found = recognize(text);
    assert.equal(found.kind, 'fen', text);
    assert.ok(found.kind === 'fen' && found.fen.startsWith(PLACED), text);
  }
});

test('positions are read as other programs write them', () => {
  for (const [text, fen] of [
    [`${PLACED}/ b - - 0 0`, `${PLACED} b - - 0 1`],
    [`${PLACED} w - - bm e4; id "a test";`, `${PLACED} w - -`],
    [`${PLACED} b - - 7 30 extra`, `${PLACED} b - - 7 30`],
    [`${PLACED} b - - - -`, `${PLACED} b - - - -`],
  ])
    assert.deepEqual(recognize(text), { kind: 'fen', fen }, text);
  const several = recognize(`${PLACED} w - - bm e4;\n\n${PLACED} b - - 0 1\n`);
  assert.equal(several.kind, 'pgn');
  assert.match(several.kind === 'pgn' ? several.pgn : '', /FEN "4k3.* w - -"][^]*\*\n\n\[SetUp[^]* b - - 0 1"]/);
});

test('links have their position or their moves in the path, the query or behind the hash', () => {
  for (const [text, expected] of [
    [`https://lichess.org/analysis/standard/${PLACED}_w_-_-_0_1`, `${PLACED} w - - 0 1`],
    [`https://lichess.org/analysis/${PLACED}_w_-_-_0_1?color=black`, `${PLACED} w - - 0 1`],
    [`https://lichess.org/editor/${PLACED}_w_-_-_0_1`, `${PLACED} w - - 0 1`],
    [`https://www.chess.com/analysis?fen=${encodeURIComponent(PLACED)}+b+-+-+0+1`, `${PLACED} b - - 0 1`],
    [`http://localhost:8765/any/#fen=${PLACED}_w_-_-_0_1&side=black`, `${PLACED} w - - 0 1`],
  ])
    assert.deepEqual(recognize(text), { kind: 'fen', fen: expected }, text);
  assert.deepEqual(recognize('https://lichess.org/analysis/pgn/e4_e5'), { kind: 'pgn', pgn: 'e4 e5' });
  assert.deepEqual(recognize('http://x.example/#z=abc'), { kind: 'packed', text: 'abc' });
  assert.deepEqual(recognize('https://lichess.org/abcdefgh'), { kind: 'remote', address: 'lichess.org' });
});

test('moves of UCI become a game, and all else is left to the reader of PGN', () => {
  assert.deepEqual(recognize('position startpos moves e2e4 e7e5'), { kind: 'pgn', pgn: 'e2e4 e7e5 *' });
  assert.match(
    /** @type {{pgn: string}} */ (recognize(`position fen ${PLACED} w - - 0 1 moves e2e4`)).pgn,
    /FEN "4k3.* w - - 0 1"]\n\ne2e4 \*/,
  );
  for (const text of ['1. e4 e5', '[Event "?"]\n\n1. e4 *', 'e4 e5 Nf3', 'nonsense'])
    assert.deepEqual(recognize(text), { kind: 'pgn', pgn: text });
});
