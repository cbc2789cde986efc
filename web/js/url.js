// The state in the address: `#fen=..` is a position, `#pgn=..` a game, with `&ply=..` a place in
// its main line. Nothing of it is sent to any server.

/** Longest address that is written: browsers and chat programs cut longer ones. */
const LONGEST = 8000;

/**
 * @typedef {{fen?: string, pgn?: string, ply?: number, side?: 'white' | 'black', tab?: string}}
 * Place
 */

/**
 * Reads the part after `#`.
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
    else if (name === 'ply' && /^\d+$/.test(value)) found.ply = Number(value);
    else if (name === 'side' && (value === 'white' || value === 'black')) found.side = value;
    else if (name === 'tab') found.tab = value;
  }
  return found;
}

/**
 * Writes the part after `#`; empty for the start position without moves.
 * @param {Place} place
 */
export function writeHash({ fen, pgn, ply, side }) {
  const coded = encodeURIComponent;
  let hash = '';
  if (pgn !== undefined) hash = `#pgn=${coded(pgn)}${ply === undefined ? '' : `&ply=${ply}`}`;
  if (!hash || hash.length > LONGEST) hash = fen === undefined ? '' : `#fen=${fen.replaceAll(' ', '_')}`;
  if (side === 'black') hash += `${hash ? '&' : '#'}side=black`;
  return hash;
}
