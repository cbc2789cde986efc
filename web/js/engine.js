// A client for all engines: runs searches one after another, each with its own answers.

import { parseBestMove, parseInfo } from './uci.js';

/**
 * @typedef {{
 *   fen: string, moves: string[], go: string, lines?: number, chess960?: boolean, options?:
 * Record<string, string>,
 *   onInfo?: (info: import('./uci.js').UciInfo) => void, }} Search
 * @typedef {import('./transport.js').Transport} Transport
 * @typedef {(listener: import('./transport.js').Listener) => Promise<Transport>} Opener
 */

/** Maximum time for the answer to `uci`, in milliseconds. */
const START_TIMEOUT = 20_000;
/** Maximum time between `stop` and `bestmove` in milliseconds, after which the engine is closed. */
const STOP_TIMEOUT = 1_500;

/** A client of one engine. The engine is opened for the first search. */
export class EngineClient {
  /** @type {Transport | null} */
  #transport = null;
  /** @type {Transport | null} the connection of an engine that has not introduced itself yet */
  #connecting = null;
  /** @type {Promise<Transport> | null} */
  #opening = null;
  /**
   * @type {{search: Search, finish: (best: string | null) => void, fail: (error: Error) => void} |
   * null}
   */
  #running = null;
  /** @type {{take: (line: string) => void, fail: (error: Error) => void}[]} */
  #waiting = [];
  /** @type {Record<string, string>} the engine's current option values */
  #options = {};
  /** @type {Record<string, string>} options that a search has set and that have no usual value */
  #special = {};
  /** The last search in the queue, which serializes searches. */
  #queue = Promise.resolve();
  #request = 0;
  #generation = 0;

  /**
   * @param {Opener} open
   * @param {{hash?: number, threads?: number, onState?: (state: EngineState) => void}} [settings]
   * @typedef {{status: 'closed' | 'opening' | 'ready' | 'searching' | 'failed', name: string, kind:
   * string, threads: number, message: string}} EngineState
   */
  constructor(open, settings = {}) {
    this.open = open;
    this.hash = settings.hash ?? 32;
    this.threads = settings.threads ?? Infinity;
    this.onState = settings.onState ?? (() => {});
    /** @type {EngineState} */
    this.state = { status: 'closed', name: '', kind: '', threads: 1, message: '' };
  }

  get isSearching() {
    return this.#running !== null;
  }

  /**
   * Stops the running search and starts another. Returns the best move, an empty string if there is
   * no legal move, or `null` if the search was replaced by another one or the engine was closed.
   * @param {Search} search
   * @returns {Promise<string | null>}
   */
  search(search) {
    const request = ++this.#request;
    this.#halt();
    const result = this.#queue.then(async () => {
      if (request !== this.#request) return null;
      // Only a new engine resets the options that have no usual value.
      if (Object.keys(this.#special).some((name) => search.options?.[name] !== this.#special[name])) this.#disconnect();
      const transport = await this.#ready().catch((error) => {
        // The page has closed the engine while it was opening, which is not a failure of the engine.
        if (request === this.#request) throw error;
        return null;
      });
      if (!transport || request !== this.#request) return null;
      return this.#start(transport, search, request);
    });
    this.#queue = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  /**
   * Ends the search. The search's promise resolves to `null` if the engine does not read `stop`
   * during a search.
   */
  stop() {
    this.#request++;
    this.#halt();
  }

  /** Ends the search early. The search's promise resolves to the best move found so far. */
  moveNow() {
    if (this.#transport?.canStop) this.#transport.send('stop');
  }

  /** Makes the engine clear all data from the previous game. */
  async newGame() {
    const transport = await this.#ready();
    if (!this.#running) transport.send('ucinewgame');
  }

  close() {
    this.#request++;
    this.#disconnect()?.finish(null);
    this.#tell({ status: 'closed', message: '' });
  }

  #halt() {
    const running = this.#running;
    if (!running) return;
    if (!this.#transport?.canStop) return this.#restart();
    this.#transport.send('stop');
    setTimeout(() => {
      if (this.#running === running) this.#restart();
    }, STOP_TIMEOUT);
  }

  /**
   * Closes the connection. Returns the search that was running, if any.
   * @param {Error} [reason] the reason that those who wait for the engine hear
   */
  #disconnect(reason = new Error('the engine was closed')) {
    this.#generation++;
    this.#transport?.close();
    this.#connecting?.close();
    this.#transport = null;
    this.#connecting = null;
    for (const { fail } of [...this.#waiting]) fail(reason);
    this.#opening = null;
    this.#special = {};
    const running = this.#running;
    this.#running = null;
    return running;
  }

  #restart() {
    const running = this.#disconnect();
    running?.finish(null);
    // The next search should not wait for the worker.
    this.#ready().catch(() => {});
  }

  #ready() {
    this.#opening ??= this.#connect();
    return this.#opening;
  }

  async #connect() {
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation;
    this.#tell({ status: 'opening', message: '' });
    try {
      const transport = await this.open({
        line: (line) => {
          if (isCurrent()) this.#line(line);
        },
        failed: (message) => {
          if (isCurrent()) this.#fail(new Error(message));
        },
      });
      if (!isCurrent()) {
        transport.close();
        throw new Error('the engine was closed');
      }
      this.#options = {};
      this.#connecting = transport;
      const lines = await this.#collect('uciok', () => transport.send('uci'));
      if (!isCurrent()) throw new Error('the engine was closed');
      this.#connecting = null;
      this.#transport = transport;
      const name = lines.find((line) => line.startsWith('id name '))?.slice(8) ?? 'UCI';
      const threads = Math.min(this.threads, transport.threads);
      this.#setOptions(transport, { Hash: String(this.hash), Threads: String(threads), UCI_ShowWDL: 'true' });
      this.#tell({ status: 'ready', name, kind: transport.kind, threads });
      return transport;
    } catch (error) {
      if (isCurrent()) {
        this.#disconnect();
        this.#tell({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
      throw error;
    }
  }

  /**
   * Asks the engine, and collects its lines up to one that begins with a given word.
   * @param {string} last
   * @param {() => void} ask
   * @returns {Promise<string[]>}
   */
  #collect(last, ask) {
    return new Promise((resolve, reject) => {
      /** @type {string[]} */
      const lines = [];
      const end = () => {
        this.#waiting = this.#waiting.filter((other) => other !== own);
        clearTimeout(timer);
      };
      const own = {
        take: (/** @type {string} */ line) => {
          lines.push(line);
          if (line.startsWith(last)) {
            end();
            resolve(lines);
          }
        },
        fail: (/** @type {Error} */ error) => {
          end();
          reject(error);
        },
      };
      const timer = setTimeout(() => own.fail(new Error('the engine does not answer')), START_TIMEOUT);
      this.#waiting.push(own);
      ask();
    });
  }

  /**
   * @param {Transport} transport
   * @param {Record<string, string>} options
   */
  #setOptions(transport, options) {
    for (const [name, value] of Object.entries(options)) {
      if (this.#options[name] === value) continue;
      this.#options[name] = value;
      transport.send(`setoption name ${name} value ${value}`);
    }
  }

  /**
   * @param {Transport} transport
   * @param {Search} search
   * @param {number} request
   * @returns {Promise<string | null>}
   */
  #start(transport, search, request) {
    const { fen, moves, go, lines = 1, chess960 = false, options = {} } = search;
    const usual = { UCI_LimitStrength: 'false', Search: 'alpha-beta' };
    const changed = Object.keys(usual).some((name) => this.#options[name] !== undefined) ? usual : {};
    this.#special = Object.fromEntries(
      Object.entries(options).filter(([name]) => !(name in usual) && name !== 'UCI_Elo'),
    );
    this.#setOptions(transport, { MultiPV: String(lines), UCI_Chess960: String(chess960), ...changed, ...options });
    this.#tell({ status: 'searching' });
    return new Promise((resolve, reject) => {
      this.#running = {
        search,
        finish: (best) => {
          if (this.#transport) this.#tell({ status: 'ready' });
          resolve(request === this.#request ? best : null);
        },
        fail: reject,
      };
      transport.send(`position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
      transport.send(`go ${go}`);
    });
  }

  /** @param {string} line */
  #line(line) {
    for (const { take } of [...this.#waiting]) take(line);
    const running = this.#running;
    if (!running) return;
    const best = parseBestMove(line);
    if (best) {
      this.#running = null;
      return running.finish(best.move);
    }
    const info = parseInfo(line);
    if (info) running.search.onInfo?.(info);
  }

  /** @param {Error} error */
  #fail(error) {
    const { kind } = this.state;
    const running = this.#disconnect(error);
    // If the server has shut down, the search continues on the engine that is opened in place of
    // the server's engine.
    if (running && kind === 'server') {
      const request = this.#request;
      this.#ready()
        .then((transport) => (request === this.#request ? this.#start(transport, running.search, request) : null))
        .then(running.finish, running.fail);
      return;
    }
    this.#tell({ status: 'failed', message: error.message });
    running?.fail(error);
  }

  /** @param {Partial<EngineState>} patch */
  #tell(patch) {
    this.state = { ...this.state, ...patch };
    this.onState(this.state);
  }
}
