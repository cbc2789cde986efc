import assert from 'node:assert/strict';
import test from 'node:test';
import { EngineClient } from '../js/engine.js';

const FEN = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';

/**
 * Creates an engine that gives the answers set by the test, and records the lines it receives.
 * @param {{canStop: boolean}} kind
 */
function fakeEngine({ canStop }) {
  /** @type {{sent: string[], isOpen: boolean, listener: any}[]} */
  const opened = [];
  const open = async (/** @type {any} */ listener) => {
    const own = { sent: /** @type {string[]} */ ([]), isOpen: true, listener };
    opened.push(own);
    return {
      canStop,
      threads: 4,
      kind: /** @type {const} */ ('threads'),
      close: () => {
        own.isOpen = false;
      },
      send: (/** @type {string} */ line) => {
        own.sent.push(line);
        if (line === 'uci')
          queueMicrotask(() => {
            listener.line('id name Fake 1');
            listener.line('uciok');
          });
        if (line === 'go depth 1')
          queueMicrotask(() => {
            listener.line('info depth 1 score cp 5 pv e1e2');
            listener.line('bestmove e1e2');
          });
        if (line === 'stop' && canStop) queueMicrotask(() => listener.line('bestmove e1d1'));
      },
    };
  };
  return { open, opened };
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a search sends options, position and limits, and gives lines and the move', async () => {
  const { open, opened } = fakeEngine({ canStop: true });
  const client = new EngineClient(open);
  /** @type {number[]} */
  const depths = [];
  const best = await client.search({
    fen: FEN,
    moves: ['e1e2'],
    go: 'depth 1',
    lines: 3,
    onInfo: ({ depth }) => depths.push(depth),
  });
  assert.equal(best, 'e1e2');
  assert.deepEqual(depths, [1]);
  assert.ok(
    opened[0].sent.includes('setoption name MultiPV value 3') &&
      opened[0].sent.includes('setoption name Threads value 4'),
  );
  assert.ok(opened[0].sent.includes(`position fen ${FEN} moves e1e2`));
  assert.equal(client.state.name, 'Fake 1');
});

test('a new search stops the old one, which answers nothing', async () => {
  const { open, opened } = fakeEngine({ canStop: true });
  const client = new EngineClient(open);
  const first = client.search({ fen: FEN, moves: [], go: 'infinite' });
  await rest();
  const second = client.search({ fen: FEN, moves: [], go: 'depth 1' });
  assert.deepEqual([await first, await second], [null, 'e1e2']);
  assert.equal(opened.length, 1);
});

test('an engine that cannot be stopped is closed and opened anew', async () => {
  const { open, opened } = fakeEngine({ canStop: false });
  const client = new EngineClient(open);
  const first = client.search({ fen: FEN, moves: [], go: 'infinite' });
  await rest();
  const second = client.search({ fen: FEN, moves: [], go: 'depth 1' });
  assert.deepEqual([await first, await second], [null, 'e1e2']);
  assert.deepEqual(
    opened.map(({ isOpen }) => isOpen),
    [false, true],
  );
});

test('of many searches in a row only the last one is made', async () => {
  const { open, opened } = fakeEngine({ canStop: true });
  const client = new EngineClient(open);
  const searches = Array.from({ length: 5 }, () => client.search({ fen: FEN, moves: [], go: 'depth 1' }));
  assert.deepEqual(await Promise.all(searches), [null, null, null, null, 'e1e2']);
  assert.equal(opened[0].sent.filter((line) => line.startsWith('go')).length, 1);
});

test('an engine that fails tells why, and the next search opens another', async () => {
  const { open, opened } = fakeEngine({ canStop: true });
  const client = new EngineClient(open);
  const search = client.search({ fen: FEN, moves: [], go: 'infinite' });
  await rest();
  opened[0].listener.failed('out of memory');
  await assert.rejects(search, /out of memory/);
  assert.equal(client.state.status, 'failed');
  assert.equal(await client.search({ fen: FEN, moves: [], go: 'depth 1' }), 'e1e2');
  assert.equal(opened.length, 2);
});

test('limited strength is taken back for the next search', async () => {
  const { open, opened } = fakeEngine({ canStop: true });
  const client = new EngineClient(open);
  await client.search({ fen: FEN, moves: [], go: 'depth 1', options: { UCI_LimitStrength: 'true', UCI_Elo: '1200' } });
  await client.search({ fen: FEN, moves: [], go: 'depth 1' });
  assert.ok(
    opened[0].sent.lastIndexOf('setoption name UCI_LimitStrength value false') >
      opened[0].sent.indexOf('setoption name UCI_LimitStrength value true'),
  );
});

test('a search whose engine is closed while it opens ends without a move, and is no failure', async () => {
  const { open, opened } = fakeEngine({ canStop: true });
  const client = new EngineClient(async (listener) => {
    await rest();
    return open(listener);
  });
  const search = client.search({ fen: FEN, moves: [], go: 'depth 1' });
  await Promise.resolve();
  client.close();
  assert.equal(await search, null);
  assert.equal(client.state.status, 'closed');
  assert.equal(await client.search({ fen: FEN, moves: [], go: 'depth 1' }), 'e1e2');
  assert.deepEqual(
    opened.map(({ isOpen }) => isOpen),
    [false, true],
  );
});

test('an engine that is closed while it introduces itself lets the next search begin at once', async () => {
  const { open, opened } = fakeEngine({ canStop: true });
  let isSilent = true;
  const client = new EngineClient(async (listener) => {
    const transport = await open(listener);
    return { ...transport, send: (line) => (isSilent ? undefined : transport.send(line)) };
  });
  const first = client.search({ fen: FEN, moves: [], go: 'depth 1' });
  await rest();
  client.close();
  assert.equal(opened[0].isOpen, false);
  isSilent = false;
  const begin = performance.now();
  assert.equal(await client.search({ fen: FEN, moves: [], go: 'depth 1' }), 'e1e2');
  assert.equal(await first, null);
  assert.ok(performance.now() - begin < 1000);
  assert.deepEqual(
    opened.map(({ isOpen }) => isOpen),
    [false, true],
  );
});

test('an engine that fails while it introduces itself tells why at once', async () => {
  const { open, opened } = fakeEngine({ canStop: true });
  const client = new EngineClient(async (listener) => ({ ...(await open(listener)), send: () => {} }));
  const search = client.search({ fen: FEN, moves: [], go: 'depth 1' });
  await rest();
  opened[0].listener.failed('no memory');
  await assert.rejects(search, /no memory/);
  assert.equal(opened[0].isOpen, false);
  assert.deepEqual([client.state.status, client.state.message], ['failed', 'no memory']);
});
