import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromBriefMessage, type MessageView } from '@vlam/contract/messaging';
import type { ClientAnswer } from '@vlam/contract/realtime';
import { type ReconnectingSocket, startReconnectingSocket } from '../reconnecting-socket.ts';

export interface Talker {
  profileId: string;
  cookie: string;
}
export type Pair = readonly [Talker, Talker];

export interface ChatReceipt {
  pair: number;
  clientId: string;
  id: string;
  seq: number;
  /** Through which door the answer came. */
  door: 'socket' | 'call';
  /** When the answer was read, by `performance.now()`. */
  at: number;
}

export interface ChatLoad {
  /** Every message that was acknowledged. */
  receipts: ChatReceipt[];
  /** What readers, one a pair, have heard by going on from the last revision they knew, in that order. */
  read: { id: string; seq: number; revision: number }[][];
  /** Acknowledgements of one client id that disagree. */
  disagreements: string[];
  /** Refusals that a client has no business to see. */
  strangers: string[];
  /** Resolves when that many more messages were acknowledged; throws after half a minute. */
  beyond(more: number): Promise<void>;
  /** Finishes what is under way, and lets the readers read to the end. */
  stop(): Promise<void>;
}

const patienceMs = 10_000;
/** Well below what a connection may say before it is cut. */
const socketEveryMs = 1_000;
/** Answers that mean "again": the database was away, or the process is going. */
const passing = new Set(['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'REQUEST_IN_PROGRESS', 'INTERNAL']);

/**
 * Pairs write to each other through several servers, over sockets and by calls. Each message keeps its client id and is
 * sent again, to the next server, until one acknowledges it; every fourth is sent to two servers at once.
 */
export function startChatLoad({ urls, pairs }: { urls: readonly string[]; pairs: readonly Pair[] }): ChatLoad {
  const receipts: ChatReceipt[] = [];
  const read: ChatLoad['read'] = pairs.map(() => []);
  const disagreements: string[] = [];
  const strangers: string[] = [];
  let stopping = false;
  let finished = false;

  async function ask<Body>(url: string, who: Talker, path: string, body?: unknown): Promise<Body | null> {
    try {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          cookie: who.cookie,
          'sec-fetch-site': 'same-origin',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as Body;
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
      if (!passing.has(code)) strangers.push(`${response.status} ${text.slice(0, 200)}`);
      await sleep(code === 'TOO_MANY_REQUESTS' ? 500 : 25);
    } catch {
      // Nobody there: the next server.
      await sleep(25);
    }
    return null;
  }

  /** One's socket to each server, which comes back by itself, and when something was last said over it. */
  const openDoors = ({ cookie }: Talker) =>
    urls.map((url) => ({ socket: startReconnectingSocket(url, cookie), saidAt: 0 }));

  async function say(socket: ReconnectingSocket, to: Talker, message: object): Promise<MessageView | null> {
    const answer: ClientAnswer | null = await socket
      .call('message.send', { to: to.profileId, message }, 4_000)
      .catch(() => null);
    if (answer?.ok) return answer.sent ? fromBriefMessage(answer.sent) : null;
    if (answer && !passing.has(answer.code)) strangers.push(`socket ${answer.code}`);
    return null;
  }

  async function settle(
    { from, to, doors }: { from: Talker; to: Talker; doors: ReturnType<typeof openDoors> },
    clientId: string,
    first: number,
  ): Promise<{ sent: MessageView; door: ChatReceipt['door'] }> {
    const path = `/api/conversations/${to.profileId}/messages`;
    const body = { clientId, content: `Word ${clientId}` };
    for (let attempt = first; ; attempt += 1) {
      const index = attempt % urls.length;
      const door = doors[index];
      if (door?.socket.isOpen && performance.now() - door.saidAt > socketEveryMs) {
        door.saidAt = performance.now();
        const sent = await say(door.socket, to, body);
        if (sent) return { sent, door: 'socket' };
      }
      const sent = await ask<MessageView>(urls[index] ?? '', from, path, body);
      if (sent) return { sent, door: 'call' };
    }
  }

  const writing = pairs.flatMap((pair, index) =>
    [0, 1].map(async (side) => {
      const [from, to] = side === 0 ? [pair[0], pair[1]] : [pair[1], pair[0]];
      const doors = openDoors(from);
      for (let n = 0; !stopping; n += 1) {
        const clientId = randomUUID();
        const answers = await Promise.all(
          (n % 4 === 0 ? [n, n + 1] : [n]).map((first) => settle({ from, to, doors }, clientId, first)),
        );
        const [one] = answers;
        if (!one) continue;
        const { id, seq } = one.sent;
        if (answers.some(({ sent }) => sent.id !== id || sent.seq !== seq)) disagreements.push(clientId);
        receipts.push({ pair: index, clientId, id, seq, door: one.door, at: performance.now() });
        await sleep(20);
      }
      for (const { socket } of doors) socket.close();
    }),
  );

  const reading = pairs.map(async ([reader, other], index) => {
    let since = 0;
    for (let n = 0; ; n += 1) {
      const last = finished;
      const path = `/api/conversations/${other.profileId}/messages?since=${since}`;
      const page = await ask<{ items: MessageView[]; revision: number; hasMore: boolean }>(
        urls[n % urls.length] ?? '',
        reader,
        path,
      );
      if (!page) continue;
      read[index]?.push(...page.items.map(({ id, seq, revision }) => ({ id, seq, revision })));
      since = page.revision;
      if (last && !page.hasMore) return;
      if (!page.hasMore) await sleep(200);
    }
  });

  return {
    receipts,
    read,
    disagreements,
    strangers,
    async beyond(more) {
      const wanted = receipts.length + more;
      const until = performance.now() + 30_000;
      while (receipts.length < wanted) {
        if (performance.now() > until) throw new Error(`messages have stopped: ${strangers.slice(0, 3).join('; ')}`);
        await sleep(20);
      }
    },
    async stop() {
      stopping = true;
      await Promise.all(writing);
      finished = true;
      await Promise.all(reading);
    },
  };
}
