// Positions of the book on a board: every FEN in a code block becomes a link that opens it in the page of Reynard, and
// every <figure class="position"> becomes a board. Without the page the FENs stay as they are.
'use strict';

(() => {
  // The address of the page: absolute, or below the book, where `scripts/build-docs` puts it.
  const PAGE = 'demo/';
  const FEN = /\b(?:[1-8pnbrqkPNBRQK]{1,8}\/){7}[1-8pnbrqkPNBRQK]{1,8} [wb] (?:-|[A-Ha-hKQkq]{1,4}) (?:-|[a-h][36])(?: \d+ \d+)?/;
  const book = new URL(document.currentScript.src).href.replace(/[^/]*$/, '');
  const page = new URL(PAGE, book).href;

  const address = (fen) => `${page}#fen=${fen.replaceAll(' ', '_')}`;

  function link(fen, text) {
    const element = document.createElement('a');
    element.href = address(fen);
    element.className = 'on-board';
    element.title = 'Open this position on the board';
    element.textContent = text;
    return element;
  }

  // What a link is put around may have several FENs: the text behind the first is looked at again.
  function linkText(node) {
    const found = FEN.exec(node.data);
    if (!found) return;
    const own = node.splitText(found.index);
    const rest = own.splitText(found[0].length);
    own.replaceWith(link(found[0], found[0]));
    linkText(rest);
  }

  function linkAll() {
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const node of texts) if (node.parentElement.closest('code') && !node.parentElement.closest('a, textarea, .ace_editor')) linkText(node);
  }

  function showBoards() {
    for (const figure of document.querySelectorAll('figure.position')) {
      const fen = FEN.exec(figure.textContent)?.[0];
      if (!fen) continue;
      const board = document.createElement('reynard-board');
      board.mode = 'view';
      board.orientation = figure.dataset.side === 'black' ? 'black' : 'white';
      board.fen = fen;
      const open = link(fen, 'Open on the board');
      figure.querySelector('code').replaceWith(board);
      figure.append(open);
    }
  }

  linkAll();
  const hasBoards = document.querySelector('figure.position');
  if (hasBoards) import(new URL('js/board.js', page).href).then(showBoards, () => {});
})();
