import assert from 'node:assert/strict';
import test from 'node:test';
import { commonestNames, isNamed, namesIn, namesText, sideIn } from '../js/learn/names.js';

// The examples of `TextPattern` in `reynard-games`.
test('names match as in the filter language', () => {
  assert.ok(isNamed('Magnus carlsen', 'Carlsen, Magnus'));
  assert.ok(isNamed('Gruenfeld', 'Grünfeld Defense') && isNamed('Gruenfeld', 'Grunfeld'));
  assert.ok(!isNamed('?!', '?!'));
  assert.ok(isNamed('muller', 'Müller, K') && isNamed('mueller', 'Müller'));
  assert.ok(isNamed('KnightRider85', 'knight_rider85') && isNamed('knight-rider85', 'KnightRider85'));
  assert.ok(isNamed("O'Neil", 'Oneil, K.') && isNamed('straße', 'Strasse'));
  assert.ok(!isNamed('carlsen jr', 'Carlsen, Magnus'));
});

test('the side of the learner is that of the first name that is there', () => {
  assert.equal(sideIn(['rider85'], { white: 'a', black: 'Rider85' }), 2);
  assert.equal(sideIn(['x', 'a'], { white: 'a', black: 'b' }), 1);
  assert.equal(sideIn([], { white: 'a', black: 'b' }), 0);
  assert.equal(sideIn([''], { white: 'a', black: '' }), 0);
});

test('the commonest names come first', () => {
  const games = [
    ['a', 'b'],
    ['c', 'b'],
    ['b', 'd'],
    ['d', 'a'],
  ].map(([white, black]) => ({ white, black }));
  assert.deepEqual(commonestNames(games, 2), ['b', 'a']);
});

test('names that contain commas are separated by semicolons', () => {
  assert.deepEqual(namesIn(' Tal, Mikhail;misha ;; \nM. Tal'), ['Tal, Mikhail', 'misha', 'M. Tal']);
  const names = ['Tal, Mikhail', 'misha'];
  assert.deepEqual(namesIn(namesText(names)), names);
});
