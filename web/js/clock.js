// The clocks of a game in play.

/**
 * @typedef {'white' | 'black'} Side
 * @typedef {{base: number, increment: number}} TimeControl in seconds
 * @typedef {{white: number, black: number}} Times in milliseconds
 * @typedef {{
 *   human: Side, level: number, engine: number, control: TimeControl | null,
 *   left: Times, since: number, running: Side | null, before: Times[],
 *   ending: {result: string, text: string} | null, isThinking: boolean, refused: boolean,
 *   content: boolean, isPaused: boolean, failure: string, premove: string[] | null, }} PlayState
 *   `level` is one of Reynard's levels; `engine` is the number of the engine on the server (0 is
 *   Reynard). The time since `since` must still be subtracted from `left` for the side in
 *   `running`. `before` holds the times before each move.
 */

/**
 * Returns the time left on a side's clock, in milliseconds.
 * @param {PlayState} play
 * @param {Side} side
 */
export function timeLeft(play, side, now = performance.now()) {
  return Math.max(0, play.left[side] - (play.running === side ? now - play.since : 0));
}

/**
 * Returns the times left on both clocks, in milliseconds.
 * @param {PlayState} play
 * @returns {Times}
 */
export const timesLeft = (play, now = performance.now()) => ({
  white: timeLeft(play, 'white', now),
  black: timeLeft(play, 'black', now),
});

/**
 * Returns a game in play with its clocks stopped, so that it can be set aside.
 * @param {PlayState | null} play
 * @returns {PlayState | null}
 */
export function paused(play) {
  if (!play || play.ending) return play;
  return { ...play, left: timesLeft(play), running: null, isThinking: false, isPaused: true, premove: null };
}
