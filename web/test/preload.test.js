import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import test from 'node:test';

const web = new URL('../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, web), 'utf8');

test('the page asks at once for all modules that it imports', () => {
  /** @type {Set<string>} */
  const imported = new Set();
  const visit = (/** @type {string} */ path) => {
    for (const [, name] of read(path).matchAll(/^import (?:[^;]*? from )?'([^']+)';/gm)) {
      const module = posix.join(posix.dirname(path), name);
      if (imported.has(module)) continue;
      imported.add(module);
      if (existsSync(new URL(module, web))) visit(module);
    }
  };
  visit('main.js');
  const preloaded = [...read('index.html').matchAll(/<link rel="modulepreload" href="\.\/([^"]+)">/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(preloaded, [...imported].sort());
});
