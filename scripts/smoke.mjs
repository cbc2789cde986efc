// Uses the installed npm package, in the folder that it is installed in: node smoke.mjs VERSION

import assert from 'node:assert/strict';
import load, { Engine, Game, positionInfo, version } from 'reynard';

await load();
assert.equal(version(), process.argv[2]);
const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
assert.equal(JSON.parse(positionInfo(start)).moves.length, 20);
const game = Game.fromPgn('1. f3 e5 2. g4 Qh4# 0-1');
assert.match(game.pgn(), /2\. g4 Qh4# 0-1/);
const lines = [];
const engine = new Engine((line) => lines.push(line), undefined);
engine.line('position startpos moves e2e4');
engine.line('go nodes 20000');
engine.free();
assert.match(lines.at(-1), /^bestmove [a-h][1-8][a-h][1-8]/);
console.log(`   import reynard ${version()}: 20 moves, a game, ${lines.at(-1)}`);
