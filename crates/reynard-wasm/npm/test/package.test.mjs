// The npm package, packed, and installed in a small project.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'reynard-npm-'));
const npm = (/** @type {string[]} */ ...args) => execFileSync('npm', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const PROGRAM = `
import load, { Engine, Game, Games, Explorer, chess960Fen, inspectFen, lineToSan, parseMove, positionInfo, version } from 'reynard';
import { readFileSync } from 'node:fs';
await load();
const start = chess960Fen(518);
const answers = { moves: JSON.parse(positionInfo(start)).moves.length, version: version() };
answers.typed = JSON.parse(parseMove(start, 'nf3')).uci;
try { parseMove(start, 'Nf4'); } catch (error) { answers.failure = [error instanceof Error, error.message]; }
answers.faults = JSON.parse(inspectFen('8/8/8/8/8/8/8/8 w - - 0 1')).diagnostics.length;
answers.line = JSON.parse(lineToSan(start, 'e2e4 e7e5')).map(({ san }) => san).join(' ');
const game = Game.fromPgn('1. e4 e5 (1... c5) 2. Nf3 *');
game.setNags(1, new Uint8Array([1]));
answers.pgn = game.pgn().split('\\n\\n')[1];
const games = new Games(new TextEncoder().encode('1. e4 e5 1-0\\n\\n1. e4 c5 0-1\\n'));
const explorer = new Explorer();
while (explorer.add(games, 1)) { /* in steps */ }
answers.explored = JSON.parse(explorer.explore(start)).moves[0];
const search = (network, lines) => {
  const heard = [];
  const engine = new Engine((line) => heard.push(line), network);
  for (const line of lines) engine.line(line);
  engine.free();
  return heard;
};
const go = ['position startpos', 'go nodes 20000'];
answers.best = search(undefined, go).at(-1);
answers.network = search(readFileSync(new URL(import.meta.resolve('reynard/default.rnn'))), go).at(-1);
answers.classic = search(undefined, ['setoption name Evaluation value classic', 'bench']).find((line) => /^Nodes searched/.test(line));
answers.bench = search(readFileSync(new URL(import.meta.resolve('reynard/default.rnn'))), ['bench']).find((line) => /^Nodes searched/.test(line));
console.log(JSON.stringify(answers));
`;

test('the packed package works in a project of its own, with types', { timeout: 240_000 }, () => {
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', project], { cwd: join(here, 'pkg'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  const names = packed.files.map((/** @type {any} */ file) => file.path);
  for (const name of ['reynard.js', 'reynard.d.ts', 'reynard_bg.wasm', 'node.js', 'README.md', 'LICENSE-MIT']) assert.ok(names.includes(name), name);
  writeFileSync(join(project, 'package.json'), '{"name": "small", "private": true, "type": "module"}');
  npm('install', '--no-audit', '--no-fund', '--offline', join(project, packed.filename));
  writeFileSync(join(project, 'main.mjs'), PROGRAM);
  const run = spawnSync('node', ['main.mjs'], { cwd: project, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const answers = JSON.parse(run.stdout);
  assert.deepEqual([answers.moves, answers.typed, answers.faults, answers.line], [20, 'g1f3', 2, 'e4 e5']);
  assert.deepEqual(answers.failure[0], true);
  assert.match(answers.failure[1], /did you mean/);
  assert.equal(answers.pgn, '1. e4 $1 e5 (1... c5) 2. Nf3 *');
  assert.deepEqual(answers.explored, { uci: 'e2e4', san: 'e4', games: 2, white: 1, draws: 0, black: 1 });
  assert.match(answers.best, /^bestmove [a-h][1-8]/);
  assert.match(answers.network, /^bestmove [a-h][1-8]/);
  const signature = (/** @type {string} */ line) => Number(/\d{3,}/.exec(line)?.[0]);
  assert.ok(signature(answers.classic) > 0 && signature(answers.bench) > 0);
  const program = process.env.REYNARD_BIN ?? '';
  if (existsSync(program)) {
    const native = (/** @type {string} */ lines) => spawnSync(program, [], { input: lines, encoding: 'utf8' }).stdout.split('\n').find((line) => /^Nodes searched/.test(line)) ?? '';
    assert.equal(signature(answers.bench), signature(native('bench\nquit\n')));
  }
  const tsc = fileURLToPath(new URL('../../../../web/node_modules/.bin/tsc', import.meta.url));
  if (!existsSync(tsc)) return console.log('skipped: the types, which need npm install in web/');
  writeFileSync(join(project, 'types.ts'), "import init, { Game, positionInfo } from 'reynard';\nawait init();\nconst game: Game = new Game();\nconst text: string = positionInfo('') + game.pgn();\n// @ts-expect-error a number is no FEN\npositionInfo(1);\nexport { text };\n");
  const types = spawnSync(tsc, ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false', '--types', '', 'types.ts'], { cwd: project, encoding: 'utf8' });
  assert.equal(types.status, 0, types.stdout);
});
