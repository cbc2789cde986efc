// A session: a question on the board, its answer, and the feedback. The rules are implemented in
// the WASM file.

import { store } from '../chess-state.js';
import { announce, toast } from '../dom.js';
import { sentence } from '../sentence.js';
import { lineToSan, parseMove, positionInfo, readGames } from '../rules.js';
import { numbered } from '../tree.js';
import { enclosed, spokenText } from './facts.js';
import {
  cards,
  keepReviews,
  newNotebook,
  nodesOfSearch,
  offset,
  openNotebook,
  showStatus,
  takeReviews,
} from './notebook.js';
import { USUAL } from './notebook-settings.js';
import { endSearch, searchPosition } from './search.js';
import { formatNumber, t } from '../i18n.js';

/**
 * @typedef {{
 *   card: string, kind: 'repertoire' | 'endgame' | 'mistake' | 'punishment' | 'puzzle', fen: string,
 *   side: 'white' | 'black', lastMove: string[], leadIn: string, left: number, isLeech: boolean,
 *   played?: {uci: string, san: string, times: number, date: string, opponent: string, link?:
 * string, clock?: number}, }} Question
 * @typedef {import('./facts.js').LearnFact} LearnFact
 * @typedef {{tone: 'right' | 'wrong' | 'quiet', text: string, facts: LearnFact[]}} Feedback
 * @typedef {{end: 'done' | 'wrong', asked: number, right: number, dueTomorrow: number}} DrillEnd
 * @typedef {{
 *   isKept: boolean, question: Question, fen: string, lastMove: string[], phase: 'asked' |
 *     'searching' | 'answered', isStoring: boolean, feedback: Feedback | null, hint: string,
 *   line: string[], at: number, arrow: string, grade: number | null, days: number | null,
 *   mayUndo: boolean, isFlipped: boolean, end: DrillEnd | null, }} Drill `isStoring` while the
 * journal line of an action is being stored; `line` follows `fen`; `at` is the number of its moves
 * that are shown, `arrow` the best move in UCI notation
 */

/**
 * The cards of the current session: those of the notebook, or those of the game on the board.
 * @type {import('../../wasm/reynard.js').Notebook | null}
 */
let own = null;

const state = () => /** @type {Drill} */ (store.get().drill);
/** @param {Partial<Drill>} patch */
const set = (patch) => store.set({ drill: { ...state(), ...patch } });

/**
 * Starts today's session, with the cards of one kind or with all cards.
 * @param {string} [kind] the kind of the cards; all kinds if empty
 */
export async function startDrill(kind = '') {
  await openNotebook();
  await takeReviews();
  const notebook = cards();
  own = notebook;
  const { due, new: fresh } = JSON.parse(notebook.begin(Date.now(), offset(), kind));
  if (due + fresh === 0) {
    toast(t('learn.nothingDue'));
    showStatus();
    return;
  }
  next(true);
}

/**
 * Starts a session about the mistakes in an analyzed game. Answers in this session are not stored.
 * Returns `false` if there are no mistakes.
 * @param {string} pgn
 * @param {'white' | 'black'} side
 */
export function startGameDrill(pgn, side) {
  const list = readGames(new TextEncoder().encode(pgn));
  const notebook = newNotebook({ ...USUAL, newCardsADay: 1000 });
  notebook.addGames(list, Uint8Array.of(side === 'white' ? 1 : 2), 0, 1);
  const { new: fresh } = JSON.parse(notebook.begin(Date.now(), offset(), ''));
  if (fresh === 0) return false;
  own = notebook;
  store.set({ tab: 'learn' });
  next(false);
  return true;
}

/** Shows the next card. */
export const askNext = () => next(state().isKept);

/** @param {boolean} isKept */
function next(isKept) {
  if (!own) return;
  const asked = JSON.parse(own.ask(Date.now()));
  const before = store.get().drill;
  if (asked.end) {
    if (before) set({ end: asked, phase: 'answered' });
    else store.set({ drill: null });
    if (isKept) showStatus();
    return;
  }
  /** @type {Question} */
  const question = asked;
  store.set({
    drill: {
      isKept,
      question,
      fen: question.fen,
      lastMove: question.lastMove,
      phase: 'asked',
      isStoring: false,
      feedback: null,
      hint: '',
      line: [],
      at: 0,
      arrow: '',
      grade: null,
      days: null,
      mayUndo: before?.mayUndo ?? false,
      isFlipped: false,
      end: null,
    },
  });
  announce(questionText(question));
}

/** Ends the session. A session about the game on the board ends in the section Analyze. */
export function leaveDrill() {
  endSearch();
  // Lines that are still unsent after this are stored with the next answer.
  keepReviews([]).catch(() => {});
  // The mistakes of a game lead back to that game.
  const isOfGame = store.get().drill?.isKept === false;
  store.set({ drill: null, ...(isOfGame ? { tab: 'analyze' } : {}) });
  own = null;
  showStatus();
}

/** Returns the question in words. @param {Question} question */
export function questionText({ kind, side, played }) {
  const values = { side: t(side === 'white' ? 'White' : 'Black') };
  return t(
    (kind === 'mistake' || kind === 'endgame') && played
      ? 'learn.ask.mistake'
      : kind === 'repertoire'
        ? 'learn.ask.repertoire'
        : kind === 'puzzle'
          ? 'learn.ask.puzzle'
          : 'learn.ask.best',
    values,
  );
}

/** Shows the position after a number of moves of the line. @param {number} at */
export function showLine(at) {
  const drill = store.get().drill;
  if (drill) set({ at: Math.max(0, Math.min(drill.line.length, at)) });
}

/**
 * The grading of an answer whose journal line is not stored yet. The cards grade a question once, so
 * the next answer to the question shows it if storing fails.
 * @type {{question: Question, grading: {line?: string, grade?: number, days?: number}} | null}
 */
let unstored = null;

/**
 * Performs an action in the session. The journal line of the answer is stored before the answer is
 * shown. Returns `null` if another question is asked by then, or the session was left.
 * @param {(notebook: import('../../wasm/reynard.js').Notebook) => string} act
 * @returns {Promise<any>}
 */
async function acted(act) {
  const { isKept, question } = state();
  const isCurrent = () => store.get().drill?.question === question;
  set({ isStoring: true });
  try {
    const given = JSON.parse(act(/** @type {import('../../wasm/reynard.js').Notebook} */ (own)));
    const answer = given.line || unstored?.question !== question ? given : { ...given, ...unstored.grading };
    const { line, grade, days } = answer;
    unstored = { question, grading: { line, grade, days } };
    if (isKept) await keepReviews(given.line ? [given.line] : []);
    unstored = null;
    return isCurrent() ? answer : null;
  } finally {
    if (isCurrent()) set({ isStoring: false });
  }
}

/** Returns `true` if the session can take an action, and no other one is being stored. */
const isFree = () => store.get().drill?.isStoring === false;

/** Answers the question. @param {string} uci */
export async function answerMove(uci) {
  const drill = store.get().drill;
  if (!drill || drill.phase !== 'asked' || drill.isStoring || drill.at > 0 || !own) return;
  const asked = drill.question;
  const isCurrent = () => store.get().drill?.question === asked;
  try {
    let verdict = JSON.parse(own.judge(uci));
    let reply = '';
    if (verdict.verdict === 'unknown') {
      set({ phase: 'searching', feedback: null });
      const searched = await judgeBySearch(uci, verdict, isCurrent);
      if (!isCurrent()) return;
      if (!searched) {
        set({ phase: 'asked' });
        return;
      }
      ({ verdict, reply } = searched);
    } else if (verdict.verdict === 'wrong' && !own.knowsReply(uci)) {
      set({ phase: 'searching', feedback: null });
      const found = await searchPosition({
        fen: drill.fen,
        moves: [uci],
        nodes: nodesOfSearch(),
        chess960: positionInfo(drill.fen).chess960,
      });
      if (!isCurrent()) return;
      reply = found?.line.join(' ') ?? '';
    }
    if (verdict.verdict === 'notYet')
      set({
        phase: 'asked',
        feedback: { tone: 'quiet', text: t('learn.notYet', { count: verdict.moves }), facts: [] },
      });
    else if (verdict.verdict === 'wrong') {
      reply = await searchOn(uci, reply, isCurrent);
      if (isCurrent()) await takeWrong(uci, reply, verdict.loss ?? null);
    } else await takeRight(uci, verdict.verdict === 'best');
  } catch (error) {
    if (isCurrent()) set({ phase: 'asked' });
    toast(sentence(error), { isError: true });
  }
}

/**
 * Judges an answer by searching the positions after it and after the best move. If the answer is
 * only slightly worse, the search is repeated with more nodes.
 * @param {string} uci
 * @param {{best: string, factor: number}} asked
 * @param {() => boolean} isCurrent
 */
async function judgeBySearch(uci, { best, factor }, isCurrent) {
  const { fen } = state();
  const { chess960 } = positionInfo(fen);
  const notebook = /** @type {import('../../wasm/reynard.js').Notebook} */ (own);
  let next = factor;
  for (;;) {
    const values = [];
    for (const mv of [best, uci]) {
      const [after] = lineToSan(fen, [mv]);
      const found = positionInfo(after.fen).outcome
        ? { score: '', line: [] }
        : await searchPosition({ fen, moves: [mv], nodes: nodesOfSearch() * next, chess960 });
      if (!found || found.score === null || !isCurrent()) return null;
      values.push({ ...found, score: found.score });
    }
    const [ofBest, ofAnswer] = values.map(({ score }) => score);
    const verdict = JSON.parse(notebook.judgeBy(uci, ofBest, ofAnswer, next));
    if (!verdict.factor) return { verdict, reply: values[1].line.join(' ') };
    next = verdict.factor;
  }
}

/** Number of moves from which a line is not searched on. */
const LONG = 8;

/**
 * Searches on from the end of the line after an incorrect answer, until the line shows what refutes
 * the answer, or is long enough. Returns the line.
 * @param {string} uci
 * @param {string} reply
 * @param {() => boolean} isCurrent
 */
async function searchOn(uci, reply, isCurrent) {
  const { fen } = state();
  const notebook = /** @type {import('../../wasm/reynard.js').Notebook} */ (own);
  const line = reply.split(' ').filter(Boolean);
  while (line.length > 0 && line.length < LONG && !notebook.refutes(uci, line.join(' '))) {
    const moves = [uci, ...line];
    const end = lineToSan(fen, moves).at(-1);
    if (!end || positionInfo(end.fen).outcome) break;
    const { chess960 } = positionInfo(fen);
    const found = await searchPosition({ fen, moves, nodes: nodesOfSearch(), chess960 });
    if (!found || found.line.length === 0 || !isCurrent()) break;
    line.push(...found.line);
  }
  return line.join(' ');
}

/** @param {string} uci @param {boolean} isBest */
async function takeRight(uci, isBest) {
  const { fen, question } = state();
  const answer = await acted((notebook) => notebook.right(uci, Date.now()));
  if (!answer) return;
  if (answer.fen) {
    const [{ fen: after }] = lineToSan(fen, [uci]);
    const reply = parseMove(after, answer.reply);
    const text = t('learn.goOn', { reply: numbered(after, enclosed(reply.san)) });
    set({
      phase: 'asked',
      fen: answer.fen,
      lastMove: [reply.from, reply.to],
      line: [],
      at: 0,
      hint: '',
      feedback: { tone: 'right', text, facts: [] },
    });
    announce(spokenText(text));
    return;
  }
  const text = [
    t(isBest ? 'learn.right' : question.kind === 'repertoire' ? 'learn.alsoMain' : 'learn.alsoRight'),
    answer.days ? t('learn.again', { count: answer.days }) : '',
    question.kind === 'repertoire' ? othersText(answer) : '',
  ]
    .filter(Boolean)
    .join(' ');
  const line = answer.best?.line ?? [];
  answered(answer, { tone: 'right', text, facts: answer.facts }, line, isBest && line[0] === uci ? 1 : 0);
}

/** Returns a sentence with the other moves of the repertoire. @param {{others: string[]}} answer */
const othersText = ({ others }) =>
  others.length > 0 ? t('learn.others', { moves: others.map(enclosed).join(', ') }) : '';

/**
 * @param {any} answer
 * @param {Feedback} feedback
 * @param {string[]} line
 * @param {number} at
 */
function answered(answer, feedback, line, at) {
  set({
    phase: 'answered',
    feedback,
    line,
    at,
    arrow: line[0] ?? '',
    hint: '',
    ...(answer.line ? { grade: answer.grade, days: answer.days, mayUndo: true } : {}),
  });
  announce(spokenText(feedback.text));
}

/** The format of a difference in pawns: with one decimal place. */
const PAWNS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** @param {string} uci @param {string} reply @param {number | null} loss */
async function takeWrong(uci, reply, loss) {
  const { question } = state();
  const answer = await acted((notebook) => notebook.wrong(uci, reply, Date.now()));
  if (!answer) return;
  const [fact] = answer.facts;
  const text =
    question.kind === 'repertoire'
      ? t('learn.otherMove')
      : fact
        ? t('learn.wrong')
        : loss !== null && loss > 0
          ? t('learn.wrongBy', { pawns: formatNumber(loss / 100, PAWNS) })
          : t('learn.wrong');
  const shown = fact?.line ?? reply.split(' ').filter(Boolean).slice(0, 6);
  set({
    phase: 'asked',
    feedback: { tone: 'wrong', text, facts: answer.facts },
    line: question.kind === 'repertoire' ? [] : [uci, ...shown],
    at: 0,
    ...(answer.line ? { grade: answer.grade, days: answer.days, mayUndo: true } : {}),
  });
  announce(text);
}

/** Shows the answer. The card counts as answered incorrectly. */
export async function showAnswer() {
  if (!isFree() || state().phase !== 'asked') return;
  const answer = await acted((notebook) => notebook.show(Date.now()));
  if (!answer) return;
  const text = [t('learn.shown'), othersText(answer)].filter(Boolean).join(' ');
  answered(answer, { tone: 'quiet', text, facts: answer.facts }, answer.best?.line ?? [], 0);
}

/** Gives a hint: first the piece that moves, then its square. */
export function giveHint() {
  const { piece, square } = JSON.parse(/** @type {import('../../wasm/reynard.js').Notebook} */ (own).hint());
  const text = square ? t('learn.hintSquare', { square }) : t(`learn.hintPiece.${piece}`);
  set({ hint: text });
  announce(text);
}

/** Postpones the card to another day, unless its answer is being stored: that answer counts. */
export function skipQuestion() {
  if (isFree()) own?.skip();
  askNext();
}

/** Changes the grade of the last answer. @param {number} grade */
export async function changeGrade(grade) {
  if (!isFree()) return;
  const answer = await acted((notebook) => notebook.regrade(grade, Date.now()));
  if (!answer) return;
  const text = t('learn.regraded', { grade: t(`grade.${answer.grade}`), count: answer.days });
  set({
    grade: answer.grade,
    days: answer.days,
    feedback: { ...(state().feedback ?? { tone: 'quiet', facts: [] }), text },
  });
  announce(text);
}

/** Undoes the last answer, in case it was a slip. */
export async function undoAnswer() {
  if (!isFree() || !state().mayUndo) return;
  const isAsked = state().grade !== null;
  // Shown before its line is stored, since the cards have no second undo if storing fails.
  set({
    mayUndo: false,
    grade: null,
    days: null,
    ...(isAsked ? { phase: 'asked', feedback: null, line: [], at: 0, arrow: '' } : {}),
  });
  if (!(await acted((notebook) => notebook.undo(Date.now())))) return;
  toast(t(isAsked ? 'learn.undone' : 'learn.undoneLater'));
}

/** Suspends the current card. */
export async function suspendCard() {
  if (!isFree() || !(await acted((notebook) => notebook.suspend(Date.now())))) return;
  toast(t('learn.suspended'));
  askNext();
}
