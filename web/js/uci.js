// The UCI lines read by the page.

/**
 * @typedef {{cp: number} | {mate: number}} UciScore
 * @typedef {{
 *   multipv: number, depth: number, seldepth: number, score: UciScore | null, bound: '' | 'lower' |
 * 'upper',
 *   wdl: [number, number, number] | null, nodes: number, nps: number, time: number, hashfull:
 * number, tbhits: number,
 *   pv: string[], }} UciInfo
 */

/** Numeric fields of an `info` line. */
const NUMBERS = /** @type {const} */ (['depth', 'seldepth', 'multipv', 'nodes', 'nps', 'time', 'hashfull', 'tbhits']);

/**
 * Parses an `info` line. Returns `null` for a line without a variation.
 * @param {string} line
 * @returns {UciInfo | null}
 */
export function parseInfo(line) {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'info') return null;
  /** @type {UciInfo} */
  const info = {
    multipv: 1,
    depth: 0,
    seldepth: 0,
    score: null,
    bound: '',
    wdl: null,
    nodes: 0,
    nps: 0,
    time: 0,
    hashfull: 0,
    tbhits: 0,
    pv: [],
  };
  for (let i = 1; i < words.length; i++) {
    const word = words[i];
    const number = () => Number(words[++i]) || 0;
    const name = NUMBERS.find((own) => own === word);
    if (name) info[name] = number();
    else if (word === 'score') {
      const kind = words[++i];
      info.score = kind === 'mate' ? { mate: number() } : { cp: number() };
    } else if (word === 'lowerbound') info.bound = 'lower';
    else if (word === 'upperbound') info.bound = 'upper';
    else if (word === 'wdl') info.wdl = [number(), number(), number()];
    else if (word === 'string') return null;
    else if (word === 'pv') {
      info.pv = words.slice(i + 1);
      break;
    }
  }
  info.multipv ||= 1;
  return info.score && info.pv.length > 0 ? info : null;
}

/**
 * Parses a `bestmove` line. Returns `null` for any other line. The move is empty if there is no
 * legal move.
 * @param {string} line
 * @returns {{move: string, ponder: string} | null}
 */
export function parseBestMove(line) {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'bestmove') return null;
  const move = words[1] ?? '';
  return {
    move: move === '0000' || move === '(none)' ? '' : move,
    ponder: words[2] === 'ponder' ? (words[3] ?? '') : '',
  };
}

/**
 * Returns a score from White's point of view.
 * @param {UciScore} score from the point of view of the side to move
 * @param {boolean} isWhite White is to move
 * @returns {UciScore}
 */
export function whiteScore(score, isWhite) {
  if (isWhite) return score;
  return 'mate' in score ? { mate: -score.mate } : { cp: -score.cp };
}

/**
 * Returns a score as human-readable text: `+0.31`, `−1.20`, `#4`, `#−2`.
 * @param {UciScore} score
 */
export function scoreText(score) {
  if ('mate' in score) return `#${score.mate < 0 ? '−' : ''}${Math.abs(score.mate)}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  return `${score.cp < 0 && pawns !== '0.00' ? '−' : score.cp > 0 ? '+' : ''}${pawns}`;
}
