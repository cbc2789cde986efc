import assert from 'node:assert/strict';
import test from 'node:test';
import { parseBestMove, parseInfo, scoreText, whiteScore } from '../js/uci.js';
import { expected, judge } from '../js/chances.js';

test('an info line is read in any order of its parts', () => {
  const info = parseInfo(
    'info depth 12 seldepth 20 multipv 2 score cp -31 wdl 100 600 300 nodes 12345 nps 99 hashfull 7 tbhits 0 time 124 pv e2e4 e7e5',
  );
  assert.equal(info?.depth, 12);
  assert.deepEqual(info?.score, { cp: -31 });
  assert.deepEqual(info?.wdl, [100, 600, 300]);
  assert.deepEqual([info?.multipv, info?.nodes, info?.pv], [2, 12345, ['e2e4', 'e7e5']]);
});

test('lines without a variation say nothing', () => {
  for (const line of ['info string depth 3 pv', 'info depth 3 currmove e2e4', 'bestmove e2e4', '', 'info'])
    assert.equal(parseInfo(line), null);
});

test('bounds and mates are told apart', () => {
  assert.equal(parseInfo('info depth 9 score cp 20 lowerbound pv e2e4')?.bound, 'lower');
  assert.deepEqual(parseInfo('info depth 9 score mate -3 pv e2e4')?.score, { mate: -3 });
});

test('a best move may be none', () => {
  assert.deepEqual(parseBestMove('bestmove e2e4 ponder e7e5'), { move: 'e2e4', ponder: 'e7e5' });
  assert.equal(parseBestMove('bestmove 0000')?.move, '');
  assert.equal(parseBestMove('info depth 1'), null);
});

test('scores are shown from the side of White', () => {
  assert.equal(scoreText(whiteScore({ cp: -31 }, false)), '+0.31');
  assert.equal(scoreText({ cp: -120 }), '−1.20');
  assert.equal(scoreText({ cp: 0 }), '0.00');
  assert.equal(scoreText(whiteScore({ mate: 2 }, false)), '#−2');
});

test('the expected score is wins and half of the draws, and marks begin at their thresholds', () => {
  assert.equal(expected({ score: { cp: 0 }, wdl: [300, 400, 300] }), 500);
  assert.equal(expected({ score: { mate: 3 }, wdl: null }), 1000);
  assert.ok(expected({ score: { cp: 100 }, wdl: null }) > 600);
  assert.deepEqual(
    [99, 100, 199, 200, 300].map((loss) => judge(loss)?.mark ?? ''),
    ['', '?!', '?!', '?', '??'],
  );
});
