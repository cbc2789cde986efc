import assert from 'node:assert/strict';
import test from 'node:test';
import { isHidden, partOf } from '../js/learn/notebook-files.js';

test('a file of a notebook is known by its name and its folder', () => {
  for (const [path, part] of /** @type {const} */ ([
    ['notebook.toml', 'settings'],
    ['nb/reviews-2.jsonl', 'reviews'],
    ['nb/games.pgn.gz', 'games'],
    ['nb/repertoire/games.pgn', 'folder'],
    ['puzzles/mates.txt', 'folder'],
    ['white.pgn', null],
    ['old-games.pgn', null],
  ]))
    assert.equal(partOf(path), part, path);
});

test('what a system hides is no file that is missed', () => {
  for (const path of ['.drill.cache', 'nb/.fetch.json', '__MACOSX/nb/games.pgn']) assert.ok(isHidden(path), path);
  for (const path of ['white.pgn', 'nb/a.b.pgn']) assert.ok(!isHidden(path), path);
});
