// The contents of files that the user opened or dropped.

import { t } from './i18n.js';

/** Returns `true` if bytes begin with others. @param {Uint8Array} bytes @param {number[]} first */
const beginsWith = (bytes, first) => first.every((byte, i) => bytes[i] === byte);

/**
 * Returns the contents of a file: decompressed if it is in gzip, and in UTF-8 if it is in UTF-16, as
 * the shell of Windows writes it. The name of the file does not matter.
 * @param {File} file
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function bytesOf(file) {
  let bytes = new Uint8Array(await file.arrayBuffer());
  if (beginsWith(bytes, [0x1f, 0x8b])) {
    try {
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
      bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    } catch {
      throw new Error(t('files.damaged', { name: file.name }));
    }
  }
  const isLittle = beginsWith(bytes, [0xff, 0xfe]);
  if (!isLittle && !beginsWith(bytes, [0xfe, 0xff])) return bytes;
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes));
}

/**
 * Returns the games of several files as one text. Empty lines separate the files. Throws an error if
 * a file is a ZIP archive.
 * @param {File[]} opened
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function joinedBytesOf(opened) {
  const texts = await Promise.all(opened.map(bytesOf));
  const zip = texts.findIndex((text) => beginsWith(text, [0x50, 0x4b, 3, 4]));
  if (zip >= 0) throw new Error(t('files.zip', { name: opened[zip].name }));
  if (texts.length === 1) return texts[0];
  return new Uint8Array(await new Blob(texts.flatMap((text) => [text, '\n\n'])).arrayBuffer());
}

/**
 * Decodes a text in UTF-8, or in Latin-1 if it is not UTF-8.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}
