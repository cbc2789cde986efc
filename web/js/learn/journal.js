// The lines of the review journal on their way to the notebook.

/**
 * Returns a function that stores lines in order. Lines that could not be stored are stored before
 * those of the next call, since the cards have already counted them and never return them again.
 * @param {(lines: string[]) => Promise<void> | undefined} keep
 * @returns {(lines: string[]) => Promise<void>}
 */
export function newJournal(keep) {
  /** @type {string[]} */
  const unsent = [];
  let last = Promise.resolve();
  return (lines) => {
    unsent.push(...lines);
    const own = last.then(async () => {
      const sent = [...unsent];
      if (sent.length === 0) return;
      await keep(sent);
      unsent.splice(0, sent.length);
    });
    last = own.catch(() => {});
    return own;
  };
}
