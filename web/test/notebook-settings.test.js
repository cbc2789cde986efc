import assert from 'node:assert/strict';
import test from 'node:test';
import { USUAL, newSettings, readSettings, withSetting } from '../js/learn/notebook-settings.js';

test('a new file is read as it was meant, and as it is changed', () => {
  const names = ['rider85', 'O"Neil, \\ K. # no comment'];
  const text = newSettings(names);
  assert.deepEqual(readSettings(text), { ...USUAL, me: names });
  const changed = withSetting(withSetting(text, 'new-cards-a-day', 3), 'me', ['$&']);
  assert.deepEqual(readSettings(changed), { ...USUAL, me: ['$&'], newCardsADay: 3 });
  assert.equal(changed.split('\n').length, text.split('\n').length, 'comments stay');
});

test('apostrophes and underscores in names are no part of the notation', () => {
  const names = ["O'Neil", "D'Arcy", 'kr_1_2'];
  assert.deepEqual(readSettings(newSettings(names)).me, names);
});

test('files of other hands are read', () => {
  const text =
    '\uFEFFme = [ # names\r\n  \'a\\b\', "c",\r\n]\r\nnodes = 50_000 # more\r\nretention=0.85\r\nengine = "stockfish"\r\n';
  assert.deepEqual(readSettings(text), { ...USUAL, me: ['a\\b', 'c'], nodes: 50_000, retention: 0.85 });
  assert.deepEqual(readSettings('retention = 2\nme = "x"\nnodes = what\n'), USUAL);
  assert.match(withSetting('nodes = 5', 'me', ['a']), /^nodes = 5\nme = \["a"\]\n$/);
});

test('a list is changed as a whole, whatever stands in its strings and comments', () => {
  const rest = '# mine ]\nnodes = 5\n';
  for (const list of [
    '["Bob [BOT]"]',
    '["a \\" ]", \'b ] "\']',
    '[\n  "Bob [BOT]", # that ] is me, isn\'t it\n  "X",\n]',
    '[ # "names\r\n  "Y",\r\n]',
    '[]',
  ]) {
    const text = `me = ${list} # I\n${rest}`;
    assert.equal(withSetting(text, 'me', ['X', ']']), `me = ["X","]"] # I\n${rest}`, list);
  }
});

test('names with brackets are read, in lists of several lines as well', () => {
  const names = ['Bob [BOT]', 'X'];
  assert.deepEqual(readSettings('me = ["Bob [BOT]", "X"]').me, names);
  assert.deepEqual(readSettings('me = [\n  "Bob [BOT]", # one ]\n  "X",\n]\nnodes = 5\n'), {
    ...USUAL,
    me: names,
    nodes: 5,
  });
});

test('a comment behind a value stays', () => {
  assert.equal(withSetting('retention = 0.9  # much\r\n', 'retention', 0.8), 'retention = 0.8  # much\r\n');
  assert.equal(withSetting('me = "a # b" # me\n', 'me', ['c']), 'me = ["c"] # me\n');
});
