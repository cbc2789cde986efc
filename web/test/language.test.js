import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const read = (/** @type {string} */ path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const languages = readdirSync(new URL('../lang/', import.meta.url)).map((name) => ({
  name,
  words: JSON.parse(read(`lang/${name}`)),
}));
const english = languages.find(({ name }) => name === 'en.json')?.words;

test('every language has every text, with the same values in it', () => {
  const values = (/** @type {string} */ text) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort();
  for (const { name, words } of languages) {
    assert.deepEqual(Object.keys(words), Object.keys(english), name);
    for (const [key, text] of Object.entries(words))
      assert.deepEqual(values(String(text)), values(english[key]), `${name}: ${key}`);
  }
});

test('every text that the page asks for is there', () => {
  const files = [
    'main.js',
    ...readdirSync(new URL('../js/', import.meta.url), { recursive: true })
      .map((name) => `js/${name}`)
      .filter((name) => name.endsWith('.js')),
  ];
  let asked = 0;
  for (const file of files) {
    for (const [, key] of read(file).matchAll(/\bt\('([\w.-]+)'/g)) {
      asked++;
      assert.ok(key in english, `${file}: ${key}`);
    }
  }
  assert.ok(asked > 100, `only ${asked} texts were found`);
});

test('every diagnostic of a PGN text has a sentence', () => {
  const source = readFileSync(new URL('../../crates/reynard-pgn/src/diagnostic.rs', import.meta.url), 'utf8');
  const codes = [...source.matchAll(/Self::\w+(?:\([^)]*\)|\s*\{[^}]*\})? => "([a-z0-9-]+)",/g)]
    .map(([, code]) => code)
    .filter((code) => code !== 'lint' && code !== 'error');
  assert.ok(codes.length > 40, `only ${codes.length} codes were found`);
  for (const code of codes) assert.ok(`pgn.${code}` in english, code);
});
