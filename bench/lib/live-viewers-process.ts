import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ListedPart, type LiveFeed, nextOf, partsIn, sentAt, waitingQuery } from './live-show.ts';
import { Latencies, type Round } from './stats.ts';

/** Viewers of one show who load it for some seconds. */
export interface ViewersPlan {
  port: number;
  feed: LiveFeed;
  /** One viewer each. */
  cookies: readonly string[];
  warmUpSeconds: number;
  seconds: number;
}

export interface ViewersRound extends Round {
  bytes: number;
  /** Parts that a viewer never loaded, because the list had moved on. */
  missed: number;
}

// Started by `runViewers`. Sockets and prepared text instead of an HTTP client: the generator must cost little.
process.once('message', (plan: ViewersPlan) => {
  void watch(plan).then((round) => process.send?.(round));
});

const blankLine = Buffer.from('\r\n\r\n');

/** GETs over one connection, one after the other. */
function openConnection(port: number, cookie: string) {
  const fixed = `host: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\nsec-fetch-site: same-origin\r\n\r\n`;
  let chunks: Buffer[] = [];
  let received = 0;
  let needed = Number.POSITIVE_INFINITY;
  let start = 0;
  let status = 0;
  let settle: (answer: { status: number; body: Buffer }) => void = () => {};
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (needed === Number.POSITIVE_INFINITY) {
      const all = chunks.length === 1 ? chunk : Buffer.concat(chunks);
      chunks = [all];
      const end = all.indexOf(blankLine);
      if (end < 0) return;
      const head = all.toString('latin1', 0, end);
      status = Number(head.slice(9, 12));
      start = end + 4;
      needed = start + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    }
    if (received < needed) return;
    const body = Buffer.concat(chunks).subarray(start);
    chunks = [];
    received = 0;
    needed = Number.POSITIVE_INFINITY;
    settle({ status, body });
  });
  return {
    get: (path: string) =>
      new Promise<{ status: number; body: Buffer }>((done, fail) => {
        settle = done;
        socket.once('error', fail);
        socket.write(`GET ${path} HTTP/1.1\r\n${fixed}`, () => socket.off('error', fail));
      }),
    close: () => socket.destroy(),
  };
}

async function watch({ port, feed, cookies, warmUpSeconds, seconds }: ViewersPlan): Promise<ViewersRound> {
  const delays = new Latencies();
  const from = performance.now() + warmUpSeconds * 1_000;
  const until = from + seconds * 1_000;
  let [failed, bytes, missed] = [0, 0, 0];

  async function view(cookie: string, index: number): Promise<void> {
    // Not all at once.
    await sleep((index / cookies.length) * Math.min(1_000, warmUpSeconds * 500));
    const { get, close } = openConnection(port, cookie);
    let last: { number: number; part: number } | null = null;
    let wait = '';
    while (performance.now() < until) {
      const asked = performance.now();
      const { status, body } = await get(`${feed.folder}index.m3u8${feed.blocks ? wait : ''}`);
      const isMeasured = asked >= from;
      if (status !== 200) {
        failed += 1;
        await sleep(100);
        continue;
      }
      if (isMeasured) bytes += body.length;
      const list = body.toString('latin1');
      wait = waitingQuery(list);
      const parts = partsIn(list);
      const fresh: ListedPart[] = last ? nextOf(parts, last) : parts.slice(-1);
      for (const part of fresh) {
        const loaded = await get(feed.folder + part.address);
        if (loaded.status !== 200) failed += 1;
        else if (isMeasured && performance.now() < until) {
          bytes += loaded.body.length;
          delays.add(Date.now() - sentAt(loaded.body));
        }
        if (last && part.number === last.number && part.part > last.part + 1) missed += 1;
        last = part;
      }
      // Where a list cannot be waited for, a player asks again after the length of a part.
      if (!feed.blocks) await sleep(Math.max(0, feed.pollMs - (performance.now() - asked)));
      else if (fresh.length === 0) await sleep(20);
    }
    close();
  }

  await Promise.all(cookies.map(view));
  return { ...delays.summary(seconds), failed, bytes, missed };
}
