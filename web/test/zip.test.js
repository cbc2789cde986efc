import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { crc32, readZip, writeZip } from '../js/learn/zip.js';

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

test('an archive is read as it was written', async () => {
  assert.equal(crc32(bytes('123456789')), 0xcbf43926);
  const files = [
    { name: 'a.txt', bytes: bytes('one') },
    { name: 'repertoire/grün.pgn', bytes: bytes('1. e4 *\n'.repeat(500)) },
    { name: 'empty', bytes: bytes('') },
  ];
  const packed = new Uint8Array(await writeZip(files).arrayBuffer());
  assert.deepEqual(await readZip(packed), files);
  const damaged = Uint8Array.from(packed);
  damaged[36] ^= 1;
  await assert.rejects(() => readZip(damaged), /damaged/);
  await assert.rejects(() => readZip(bytes('no archive')), /not a ZIP/);
});

test(
  'an archive of another program is read',
  { skip: spawnSync('python3', ['-c', 'import zipfile']).status !== 0 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reynard-zip-'));
    try {
      const path = join(folder, 'a.zip');
      const code =
        'import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:\n z.writestr("nb/", "")\n z.writestr("nb/games.pgn", "1. e4 e5 *\\n" * 1000)\n';
      assert.equal(spawnSync('python3', ['-c', code, path]).status, 0);
      const [file, ...rest] = await readZip(readFileSync(path));
      assert.deepEqual([file.name, rest.length], ['nb/games.pgn', 0]);
      assert.equal(new TextDecoder().decode(file.bytes), '1. e4 e5 *\n'.repeat(1000));
      // And the other way around.
      writeFileSync(path, new Uint8Array(await writeZip([{ name: 'a', bytes: bytes('x') }]).arrayBuffer()));
      assert.equal(
        spawnSync('python3', ['-c', 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())', path], {
          encoding: 'utf8',
        }).stdout.trim(),
        'None',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
