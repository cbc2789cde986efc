// Conversion of evaluations to win chances and to marks of bad moves.

/**
 * The minimum loss of expected score for each mark, in thousandths of a point: those of `Judgment`
 * in `reynard-analysis`. A test of `reynard-wasm` checks that they are equal.
 */
export const THRESHOLDS = Object.freeze([
  { mark: '??', nag: 4, name: 'blunder', loss: 300 },
  { mark: '?', nag: 2, name: 'mistake', loss: 200 },
  { mark: '?!', nag: 6, name: 'inaccuracy', loss: 100 },
]);

/**
 * Returns the mark for a loss, or `null` if it is below all thresholds.
 * @param {number} loss in thousandths of a point
 */
export const judge = (loss) => THRESHOLDS.find((threshold) => loss >= threshold.loss) ?? null;

/**
 * Returns the mean accuracy of moves in percent, as `SideReport` of `reynard-analysis` does: 100
 * for a move without a loss, decreasing linearly to 0 for a blunder; `null` without moves.
 * @param {number[]} losses in thousandths of a point
 */
export function accuracy(losses) {
  const [{ loss: blunder }] = THRESHOLDS;
  const kept = losses.map((loss) => Math.max(0, blunder - loss) / blunder);
  return losses.length > 0 ? (100 * kept.reduce((sum, part) => sum + part, 0)) / losses.length : null;
}

/**
 * Returns the expected score of the side to move in thousandths: wins plus half of the draws.
 * Without `wdl`, which other engines of a server may omit, it uses the logistic curve through 100
 * centipawns = 0.7: of normalized scores, 0.68 with all pieces and 0.73 with half of the material.
 * @param {{score: import('./uci.js').UciScore | null, wdl: [number, number, number] | null}} info
 */
export function expected(info) {
  if (info.wdl) return info.wdl[0] + info.wdl[1] / 2;
  if (!info.score) return 500;
  if ('mate' in info.score) return info.score.mate > 0 ? 1000 : 0;
  return 1000 / (1 + Math.exp(-info.score.cp / 118));
}

/**
 * Returns the expected score of White in thousandths for a score in a comment.
 * @param {{cp?: number, mate?: number}} score from White's side
 */
export function expectedOfComment(score) {
  if (score.mate !== undefined) return score.mate > 0 ? 1000 : 0;
  return expected({ score: { cp: score.cp ?? 0 }, wdl: null });
}
