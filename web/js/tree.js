// The tree of a game, as traversed by the page. The nodes come from `Game.json()` of the WASM file,
// in written order: the root first, and children in their order.

/**
 * @typedef {{
 *   id: number, parent: number | null, uci: string, san: string, from: string | null, to: string |
 * null, fen: string,
 *   nags?: number[], comment?: string, before?: string, arrows?: string[], squares?: string[],
 * clock?: number, spent?: number,
 *   eval?: {cp?: number, mate?: number}, }} TreeNode
 * @typedef {{tags: [string, string][], result: string, nodes: TreeNode[]}} GameJson
 * @typedef {{kind: 'move', node: TreeNode, number: string} | {kind: 'open'} | {kind: 'close'} |
 *   {kind: 'comment', text: string, node: TreeNode, isBefore: boolean}} MoveToken
 */

/** A game with indexed nodes. It is created anew after each change. */
export class Tree {
  /** @param {GameJson} json */
  constructor(json) {
    this.json = json;
    /** @type {Map<number, TreeNode>} */
    this.nodes = new Map();
    /** @type {Map<number, number[]>} */
    this.childIds = new Map();
    for (const node of json.nodes) {
      this.nodes.set(node.id, node);
      this.childIds.set(node.id, []);
      if (node.parent !== null) this.childIds.get(node.parent)?.push(node.id);
    }
  }

  get root() {
    return this.json.nodes[0];
  }

  /**
   * Returns the node numbered `id`, or the root if the node no longer exists.
   * @param {number} id
   */
  node(id) {
    return this.nodes.get(id) ?? this.root;
  }

  /** @param {number} id */
  has(id) {
    return this.nodes.has(id);
  }

  /**
   * Returns the children of a node, the main line first.
   * @param {number} id
   */
  children(id) {
    return (this.childIds.get(id) ?? []).map((child) => this.node(child));
  }

  /**
   * Returns the nodes on the path from the root to a node, excluding the root.
   * @param {number} id
   */
  path(id) {
    const path = [];
    for (let node = this.node(id); node.parent !== null; node = this.node(node.parent)) path.unshift(node);
    return path;
  }

  /**
   * Returns the nodes of the main line that continues after a node.
   * @param {number} id
   */
  lineFrom(id) {
    const line = [];
    for (let next = this.children(id)[0]; next; next = this.children(next.id)[0]) line.push(next);
    return line;
  }

  mainLine() {
    return this.lineFrom(this.root.id);
  }

  /** @param {number} id */
  isMainLine(id) {
    for (let node = this.node(id); node.parent !== null; node = this.node(node.parent)) {
      if (this.children(node.parent)[0] !== node) return false;
    }
    return true;
  }

  /**
   * Returns the last node of the line that contains a node.
   * @param {number} id
   */
  end(id) {
    return this.lineFrom(id).at(-1)?.id ?? id;
  }

  /**
   * Returns the first node of the variation that contains a node, or the root if the node is on the
   * main line.
   * @param {number} id
   */
  variationStart(id) {
    let node = this.node(id);
    while (node.parent !== null && this.children(node.parent)[0] === node) node = this.node(node.parent);
    return node.id;
  }

  /**
   * Returns the path to a node as the index of the child at each step.
   * @param {number} id
   */
  indicesOf(id) {
    return this.path(id).map((node) => (this.childIds.get(node.parent ?? 0) ?? []).indexOf(node.id));
  }

  /**
   * Returns the last node that exists on a path of child indices.
   * @param {number[]} indices
   */
  atIndices(indices) {
    let id = this.root.id;
    for (const index of indices) {
      const child = this.childIds.get(id)?.[index];
      if (child === undefined) break;
      id = child;
    }
    return id;
  }

  /** @param {string} name */
  tag(name) {
    return this.json.tags.find(([own]) => own === name)?.[1] ?? '';
  }

  /**
   * Returns the position from which the search for a node starts, and the moves from there to the
   * node. The position is the start position of the game or, if there is a null move on the way,
   * the position after the last null move.
   * @param {number} id
   * @returns {{fen: string, moves: string[]}}
   */
  searchRoot(id) {
    const path = this.path(id);
    const passed = path.findLastIndex((node) => node.uci === '');
    const start = passed < 0 ? this.root : path[passed];
    return { fen: start.fen, moves: path.slice(passed + 1).map((node) => node.uci) };
  }

  /**
   * Returns the tokens of the complete movetext, in order.
   * @returns {MoveToken[]}
   */
  tokens() {
    /** @type {MoveToken[]} */
    const tokens = [];
    if (this.root.comment) tokens.push({ kind: 'comment', text: this.root.comment, node: this.root, isBefore: false });
    this.#line(this.root.id, tokens);
    return tokens;
  }

  /**
   * @param {number} start
   * @param {MoveToken[]} tokens
   */
  #line(start, tokens) {
    // No recursion: a game may be deeper than the stack.
    /** @type {({at: number, needsNumber: boolean} | {first: TreeNode} | 'close')[]} */
    const open = [{ at: start, needsNumber: true }];
    while (open.length > 0) {
      const job = open.pop();
      if (job === undefined) break;
      if (job === 'close') {
        tokens.push({ kind: 'close' });
        continue;
      }
      if ('first' in job) {
        tokens.push({ kind: 'open' });
        const said = this.#move(job.first, true, tokens);
        open.push('close', { at: job.first.id, needsNumber: said });
        continue;
      }
      const [main, ...others] = this.children(job.at);
      if (!main) continue;
      const said = this.#move(main, job.needsNumber, tokens);
      open.push({ at: main.id, needsNumber: said || others.length > 0 });
      for (const other of others.reverse()) open.push({ first: other });
    }
  }

  /**
   * @param {TreeNode} node
   * @param {boolean} needsNumber
   * @param {MoveToken[]} tokens
   */
  #move(node, needsNumber, tokens) {
    if (node.before) tokens.push({ kind: 'comment', text: node.before, node, isBefore: true });
    const isWhite = isWhiteToMove(this.node(node.parent ?? 0).fen);
    const number = moveNumber(this.node(node.parent ?? 0).fen);
    const text = isWhite ? `${number}.` : needsNumber || node.before ? `${number}…` : '';
    tokens.push({ kind: 'move', node, number: text });
    if (node.comment) tokens.push({ kind: 'comment', text: node.comment, node, isBefore: false });
    return Boolean(node.comment);
  }
}

/** @param {string} fen */
export const isWhiteToMove = (fen) => fen.split(' ')[1] !== 'b';

/** @param {string} fen */
export const moveNumber = (fen) => Number(fen.split(' ')[5] ?? 1) || 1;

/**
 * Returns the number and SAN of a move: `12. Nf3`, `12… Nc6`.
 * @param {string} fenBefore
 * @param {string} san
 */
export const numbered = (fenBefore, san) => `${moveNumber(fenBefore)}${isWhiteToMove(fenBefore) ? '.' : '…'} ${san}`;
