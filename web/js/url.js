// The state in the URL: `#fen=..` is a position, `#pgn=..` a game, `#z=..` a compressed game, with
// `&ply=..` for a place in its main line. None of it is sent to a server.

/**
 * Maximum length of a URL that is written, because browsers and chat programs truncate longer ones.
 */
export const LONGEST = 8000;
/** Maximum length of a game that is written to the URL in readable form. */
const READABLE = 400;

/**
 * The contents of a URL. `packed` is a compressed game; `isCut` marks a position that replaces a
 * game that was too long.
 * @typedef {{fen?: string, pgn?: string, packed?: string, ply?: number, side?: 'white' | 'black',
 *   tab?: string, isCut?: boolean}} Place
 */

/**
 * Parses the part of a URL after `#`.
 * @param {string} hash
 * @returns {Place}
 */
export function readHash(hash) {
  /** @type {Place} */
  const found = {};
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [name, ...rest] = part.split('=');
    let value;
    try {
      value = decodeURIComponent(rest.join('='));
    } catch {
      continue;
    }
    if (name === 'fen') found.fen = value.replaceAll('_', ' ');
    else if (name === 'pgn') found.pgn = value;
    else if (name === 'z') found.packed = value;
    else if (name === 'cut') found.isCut = true;
    else if (name === 'ply' && /^\d+$/.test(value)) found.ply = Number(value);
    else if (name === 'side' && (value === 'white' || value === 'black')) found.side = value;
    else if (name === 'tab') found.tab = value;
  }
  return found;
}

/**
 * Returns the part of a URL after `#`. It is empty for the start position without moves. A game
 * that does not fit is replaced with its current position and a mark.
 * @param {Place} place `packed` is the compressed `pgn`
 */
export function writeHash({ fen, pgn, packed, ply, side }) {
  let hash = '';
  if (pgn !== undefined) {
    const plain = `#pgn=${encodeURIComponent(pgn)}`;
    const game = plain.length > READABLE && packed !== undefined ? `#z=${packed}` : plain;
    if (game.length <= LONGEST) hash = `${game}${ply === undefined ? '' : `&ply=${ply}`}`;
  }
  if (!hash && fen !== undefined) hash = `#fen=${fen.replaceAll(' ', '_')}${pgn === undefined ? '' : '&cut'}`;
  if (side === 'black') hash += `${hash ? '&' : '#'}side=black`;
  return hash;
}

/**
 * Passes bytes through a stream.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {GenericTransformStream} stream
 */
async function passed(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/**
 * Compresses text for a URL (deflate, base64url). Returns `undefined` if the browser does not
 * support this.
 * @param {string} text
 */
export async function packText(text) {
  if (typeof CompressionStream !== 'function') return undefined;
  const bytes = await passed(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The maximum number of characters to which compressed text in a URL may expand. */
const MOST_UNPACKED = 4_000_000;

/**
 * Decompresses the result of `packText`. Throws an error for any other text.
 * @param {string} packed
 */
export async function unpackText(packed) {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    // A few bytes can expand to gigabytes.
    if (text.length > MOST_UNPACKED) throw new Error('the game of the link is too long');
  }
}
