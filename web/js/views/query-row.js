// The choice of the database, and the filter for its games.

import { h } from '../dom.js';
import { store } from '../chess-state.js';
import { QuestionError } from '../server.js';
import { t } from '../i18n.js';

/** Milliseconds without a keystroke before a filter is applied. */
const PAUSE = 500;
let rows = 0;

/** Creates the row of controls for the server's databases. It is hidden if there are none. */
export function queryRow() {
  const id = `query-${++rows}`;
  const database = h('select', {
    id: `${id}-base`,
    'aria-label': t('query.database'),
    onchange: () => ask({ db: Number(database.value) }),
  });
  const filter = h('input', {
    type: 'search',
    id: `${id}-filter`,
    class: 'filter',
    autocomplete: 'off',
    spellcheck: false,
    'aria-label': t('query.filter'),
    placeholder: t('query.placeholder'),
    'aria-describedby': `${id}-error`,
  });
  const error = h('p', { class: 'field-error', id: `${id}-error`, role: 'alert' });
  const view = h('div', { class: 'query' }, h('div', { class: 'row' }, database, filter), error);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const apply = () => {
    clearTimeout(timer);
    ask({ filter: filter.value.trim() });
  };
  filter.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, PAUSE);
  });
  filter.addEventListener('change', apply);
  filter.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
  store.subscribe(
    ({ server }) => server?.databases,
    (databases = []) => {
      view.hidden = databases.length === 0;
      database.hidden = databases.length < 2;
      database.replaceChildren(...databases.map((name, value) => h('option', { value, text: name })));
    },
  );
  store.subscribe(
    ({ query }) => query,
    ({ db, filter: text, error: reason }) => {
      database.value = String(db);
      if (document.activeElement !== filter) filter.value = text;
      filter.setAttribute('aria-invalid', String(Boolean(reason)));
      error.textContent = reason;
      error.hidden = !reason;
    },
  );
  return view;
}

/** @param {Partial<import('../chess-state.js').Query>} change */
function ask(change) {
  const { query } = store.get();
  const next = { ...query, ...change, error: '' };
  if (next.db !== query.db || next.filter !== query.filter) store.set({ query: next });
}

/**
 * Shows an error returned for a query. An error in the filter is shown next to the filter field.
 * Returns `false` for any other error.
 * @param {unknown} error
 */
export function showFilterError(error) {
  if (!(error instanceof QuestionError) || error.field !== 'filter') return false;
  store.set({ query: { ...store.get().query, error: error.message } });
  return true;
}
