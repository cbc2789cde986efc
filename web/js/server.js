// Queries to the databases and tablebases of `reynard serve`.

import { t } from './i18n.js';

/**
 * Thrown when the server rejects a query. Holds a message and the invalid field of the query, if
 * any.
 */
export class QuestionError extends Error {
  /** @param {string} message @param {string} [field] */
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** @type {() => void} */
let tell = () => {};
/** A promise that resolves once it is known whether the page has a server. @type {Promise<void>} */
export const surroundings = new Promise((resolve) => {
  tell = resolve;
});
/** Resolves `surroundings`. */
export const tellSurroundings = () => tell();

/**
 * Sends a query to the server and returns the answer.
 * @param {string} path
 * @param {object} [question] the body of a POST request; without it the request is a GET
 * @returns {Promise<any>}
 */
export async function ask(path, question) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question) };
  let response;
  try {
    response = await fetch(new URL(path, document.baseURI), question && post);
  } catch {
    throw new QuestionError(t('server.gone'));
  }
  const text = await response.text();
  const answer = read(text);
  if (response.ok && answer !== null) return answer;
  if (answer?.field) throw new QuestionError(answer.error, answer.field);
  throw new QuestionError(t('server.failed', { reason: answer?.error ?? (text || String(response.status)) }));
}

/** @param {string} text */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
