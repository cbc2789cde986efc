import assert from 'node:assert/strict';
import test from 'node:test';

import { bytesOf, joinedBytesOf, textOf } from '../js/opened-files.js';

const PGN = '[White "Kārlis ♞"]\n\n1. e4 *\n';

/** Returns the text in UTF-16, with its byte order mark. */
function utf16(text, littleEndian) {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  [...`\ufeff${text}`].forEach((unit, index) => view.setUint16(2 * index, unit.charCodeAt(0), littleEndian));
  return view.buffer;
}

test('a file is UTF-8, UTF-16 of either byte order, or compressed', async () => {
  const gzip = new Blob([PGN]).stream().pipeThrough(new CompressionStream('gzip'));
  const files = [
    new File([PGN], 'games.pgn'),
    new File([utf16(PGN, true)], 'games.pgn'),
    new File([utf16(PGN, false)], 'games.pgn'),
    new File([await new Response(gzip).arrayBuffer()], 'games.pgn.GZ'),
  ];
  for (const file of files) assert.equal(textOf(await bytesOf(file)), PGN);
  assert.equal(textOf(await joinedBytesOf(files.slice(0, 1))), PGN);
  assert.equal(textOf(await joinedBytesOf(files)), `${PGN}\n\n`.repeat(4));
  assert.equal(textOf(await bytesOf(new File([], 'empty.pgn'))), '');
});

test('a text that is not UTF-8 is Latin-1', () => {
  assert.equal(textOf(new Uint8Array([0x4d, 0xfc, 0x6c])), 'Mül');
});

test('a plain text may have the name of a compressed one; a damaged file and a ZIP are named', async () => {
  assert.equal(textOf(await bytesOf(new File([PGN], 'games.pgn.gz'))), PGN);
  const gzip = new Blob([PGN]).stream().pipeThrough(new CompressionStream('gzip'));
  const whole = await new Response(gzip).arrayBuffer();
  await assert.rejects(bytesOf(new File([whole.slice(0, 20)], 'games.pgn.gz')), /files\.damaged|damaged/);
  const zip = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])], 'games.zip');
  await assert.rejects(joinedBytesOf([zip]), /files\.zip|ZIP/);
});
