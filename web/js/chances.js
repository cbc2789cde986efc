// Converts evaluations to win chances and to marks for bad moves.

/**
 * The minimum loss of expected score for each mark, in thousandths of a point. The values are those
 * of `Judgment` in `reynard-analysis`. A test in `reynard-wasm` checks that they are equal.
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
 * Returns the mean accuracy of moves in percent, computed as by `SideReport` of `reynard-analysis`:
 * a move without a loss counts 100, and the value falls linearly to 0 for a blunder. Returns `null`
 * if there are no moves.
 * @param {number[]} losses in thousandths of a point
 */
export function accuracy(losses) {
  const [{ loss: blunder }] = THRESHOLDS;
  const kept = losses.map((loss) => Math.max(0, blunder - loss) / blunder);
  return losses.length > 0 ? (100 * kept.reduce((sum, part) => sum + part, 0)) / losses.length : null;
}

/**
 * Returns the expected score of the side to move in thousandths: wins plus half the draws. If `wdl`
 * is missing, as it may be for the server's other engines, the score is converted with the logistic
 * curve that passes through 0.7 at 100 centipawns. For normalized scores, the true value there is
 * 0.68 with all pieces and 0.73 with half the material.
 * @param {{score: import('./uci.js').UciScore | null, wdl: [number, number, number] | null}} info
 */
export function expected(info) {
  if (info.wdl) return info.wdl[0] + info.wdl[1] / 2;
  if (!info.score) return 500;
  if ('mate' in info.score) return info.score.mate > 0 ? 1000 : 0;
  return 1000 / (1 + Math.exp(-info.score.cp / 118));
}

/**
 * Returns White's expected score in thousandths for the best engine line, or `null` before the first
 * line.
 * @param {import('./chess-state.js').Evaluation | null} evaluation
 */
export function expectedOfEvaluation(evaluation) {
  const line = evaluation?.lines[0];
  if (!line) return null;
  return evaluation.isWhite ? expected(line) : 1000 - expected(line);
}

/**
 * Returns White's expected score in thousandths for a score in a comment.
 * @param {{cp?: number, mate?: number}} score from White's point of view
 */
export function expectedOfComment(score) {
  if (score.mate !== undefined) return score.mate > 0 ? 1000 : 0;
  return expected({ score: { cp: score.cp ?? 0 }, wdl: null });
}
