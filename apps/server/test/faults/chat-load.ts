import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromBriefMessage, type MessageView } from '@vlam/contract/messaging';
import type { ClientAnswer } from '@vlam/contract/realtime';
import { type ReconnectingSocket, startReconnectingSocket } from '../reconnecting-socket.ts';

export interface ChatMember {
  profileId: string;
  cookie: string;
}
export type Pair = readonly [ChatMember, ChatMember];

export interface ChatReceipt {
  pair: number;
  clientId: string;
  id: string;
  seq: number;
  /** Transport of the acknowledgement. */
  via: 'socket' | 'call';
  /** Time of the acknowledgement, by `performance.now()`. */
  at: number;
}

export interface ChatLoad {
  /** Every message that was acknowledged. */
  receipts: ChatReceipt[];
  /** Messages that one reader per pair received by reading on from its last revision, in order. */
  read: { id: string; seq: number; revision: number }[][];
  /** Acknowledgements of one client id that disagree. */
  disagreements: string[];
  /** Errors that no client should get. */
  unexpected: string[];
  /** Resolves when that many more messages are acknowledged; throws after 30 s. */
  waitForMore(more: number): Promise<void>;
  /** Finishes pending messages, and lets the readers read to the end. */
  stop(): Promise<void>;
}

const timeoutMs = 10_000;
/** Well below the rate limit of a connection. */
const socketEveryMs = 1_000;
/** Errors that clients retry: the database is unavailable, or the process is stopping. */
const retryableCodes = new Set(['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'REQUEST_IN_PROGRESS', 'INTERNAL']);

/**
 * Pairs write to each other through several servers, over sockets and HTTP. Each message keeps its client id and is
 * retried on the next server until one acknowledges it; every fourth is sent to two servers concurrently.
 */
export function startChatLoad({ urls, pairs }: { urls: readonly string[]; pairs: readonly Pair[] }): ChatLoad {
  const receipts: ChatReceipt[] = [];
  const read: ChatLoad['read'] = pairs.map(() => []);
  const disagreements: string[] = [];
  const unexpected: string[] = [];
  let stopping = false;
  let finished = false;

  async function request<Body>(url: string, who: ChatMember, path: string, body?: unknown): Promise<Body | null> {
    try {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          cookie: who.cookie,
          'sec-fetch-site': 'same-origin',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as Body;
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
      if (!retryableCodes.has(code)) unexpected.push(`${response.status} ${text.slice(0, 200)}`);
      await sleep(code === 'TOO_MANY_REQUESTS' ? 500 : 25);
    } catch {
      // Server down: try the next one.
      await sleep(25);
    }
    return null;
  }

  /** A reconnecting socket to each server, with the time of its last message. */
  const openSockets = ({ cookie }: ChatMember) =>
    urls.map((url) => ({ socket: startReconnectingSocket(url, cookie), lastSentAt: 0 }));

  async function sendOverSocket(
    socket: ReconnectingSocket,
    to: ChatMember,
    message: object,
  ): Promise<MessageView | null> {
    const reply: ClientAnswer | null = await socket
      .call('message.send', { to: to.profileId, message }, 4_000)
      .catch(() => null);
    if (reply?.ok) return reply.sent ? fromBriefMessage(reply.sent) : null;
    if (reply && !retryableCodes.has(reply.code)) unexpected.push(`socket ${reply.code}`);
    return null;
  }

  async function sendUntilAcknowledged(
    { from, to, sockets }: { from: ChatMember; to: ChatMember; sockets: ReturnType<typeof openSockets> },
    clientId: string,
    first: number,
  ): Promise<{ sent: MessageView; via: ChatReceipt['via'] }> {
    const path = `/api/conversations/${to.profileId}/messages`;
    const body = { clientId, content: `Word ${clientId}` };
    for (let attempt = first; ; attempt += 1) {
      const index = attempt % urls.length;
      const via = sockets[index];
      if (via?.socket.isOpen && performance.now() - via.lastSentAt > socketEveryMs) {
        via.lastSentAt = performance.now();
        const sent = await sendOverSocket(via.socket, to, body);
        if (sent) return { sent, via: 'socket' };
      }
      const sent = await request<MessageView>(urls[index] ?? '', from, path, body);
      if (sent) return { sent, via: 'call' };
    }
  }

  const writers = pairs.flatMap((pair, index) =>
    [0, 1].map(async (side) => {
      const [from, to] = side === 0 ? [pair[0], pair[1]] : [pair[1], pair[0]];
      const sockets = openSockets(from);
      for (let n = 0; !stopping; n += 1) {
        const clientId = randomUUID();
        const results = await Promise.all(
          (n % 4 === 0 ? [n, n + 1] : [n]).map((first) =>
            sendUntilAcknowledged({ from, to, sockets }, clientId, first),
          ),
        );
        const [one] = results;
        if (!one) continue;
        const { id, seq } = one.sent;
        if (results.some(({ sent }) => sent.id !== id || sent.seq !== seq)) disagreements.push(clientId);
        receipts.push({ pair: index, clientId, id, seq, via: one.via, at: performance.now() });
        await sleep(20);
      }
      for (const { socket } of sockets) socket.close();
    }),
  );

  const readers = pairs.map(async ([reader, other], index) => {
    let since = 0;
    for (let n = 0; ; n += 1) {
      const last = finished;
      const path = `/api/conversations/${other.profileId}/messages?since=${since}`;
      const page = await request<{ items: MessageView[]; revision: number; hasMore: boolean }>(
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
    unexpected,
    async waitForMore(more) {
      const wanted = receipts.length + more;
      const until = performance.now() + 30_000;
      while (receipts.length < wanted) {
        if (performance.now() > until) throw new Error(`messages have stopped: ${unexpected.slice(0, 3).join('; ')}`);
        await sleep(20);
      }
    },
    async stop() {
      stopping = true;
      await Promise.all(writers);
      finished = true;
      await Promise.all(readers);
    },
  };
}
