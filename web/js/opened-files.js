// The contents of files that the user opened or dropped.

/**
 * Returns the contents of a file: decompressed if its name ends in `.gz`, and in UTF-8 if it is in
 * UTF-16, as the shell of Windows writes it.
 * @param {File} file
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function bytesOf(file) {
  let stream = file.stream();
  if (/\.gz$/i.test(file.name)) stream = stream.pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const isUtf16 = bytes.length >= 2 && [0xfffe, 0xfeff].includes((bytes[0] << 8) | bytes[1]);
  if (!isUtf16) return bytes;
  return new TextEncoder().encode(new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes));
}

/**
 * Returns the games of several files as one text. Empty lines separate the files.
 * @param {File[]} opened
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function joinedBytesOf(opened) {
  const texts = await Promise.all(opened.map(bytesOf));
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
