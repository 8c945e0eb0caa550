import type { MessageView } from '@vlam/contract/messaging';
import type { ClientAnswer, ServerPayload } from '@vlam/contract/realtime';
import { connectSocket, type SocketClient } from '../socket-client.ts';

export interface Talker {
  profileId: string;
  cookie: string;
}

export interface ThreadPage {
  /** Ids of the messages it holds, by their place in the thread. */
  known: ReadonlyMap<number, string>;
  /** What must never be: a message told twice over one connection, or two in one place. */
  oddities: string[];
  /** Times it opened its socket. */
  opened(): number;
  /** Where its socket is open now; empty while it is open nowhere. */
  at(): string;
  /** Goes to another server, as when a load balancer has changed its mind. */
  moveTo(url: string): void;
  /** Says `message.send` over its socket; null when nobody answers. */
  say(message: { clientId: string; content: string }): Promise<ClientAnswer | null>;
  close(): void;
}

const patienceMs = 4_000;
const againMs = 100;

/**
 * What a page does that has one thread open: when its socket opens it reads on from the last revision it knows, then it
 * adds what it hears. While its server is not there it tries the others in turn.
 */
export function openThreadPage(options: { urls: readonly string[]; own: Talker; otherId: string }): ThreadPage {
  const { urls, own, otherId } = options;
  const known = new Map<number, string>();
  const oddities: string[] = [];
  let place = 0;
  let since = 0;
  let opened = 0;
  let closed = false;
  let socket: SocketClient | null = null;

  function add(seq: number, id: string): void {
    if ((known.get(seq) ?? id) !== id) oddities.push(`two messages at ${seq}`);
    known.set(seq, id);
  }

  async function readOn(from: SocketClient, url: string): Promise<void> {
    while (from.isOpen) {
      const answer = await fetch(`${url}/api/conversations/${otherId}/messages?since=${since}`, {
        headers: { cookie: own.cookie, 'sec-fetch-site': 'same-origin' },
        signal: AbortSignal.timeout(patienceMs),
      }).catch(() => null);
      if (answer?.ok) {
        const page = (await answer.json()) as { items: MessageView[]; revision: number; hasMore: boolean };
        for (const { seq, id } of page.items) add(seq, id);
        since = page.revision;
        if (!page.hasMore) return;
      } else await new Promise((passed) => setTimeout(passed, againMs));
    }
  }

  function open(): void {
    if (closed) return;
    const url = urls[place % urls.length] ?? '';
    const line = connectSocket(url, own.cookie);
    socket = line;
    const told = new Set<string>();
    line.on('open', () => {
      opened += 1;
      void readOn(line, url);
    });
    line.on('message.created', ({ id, seq, profileId }: ServerPayload<'message.created'>) => {
      if (told.has(id)) oddities.push(`told ${seq} twice`);
      if (profileId !== otherId) oddities.push(`told of a thread with ${profileId}`);
      told.add(id);
      add(seq, id);
    });
    line.on('failed', () => {
      place += 1;
    });
    line.on('close', () => void setTimeout(open, againMs));
  }
  open();

  return {
    known,
    oddities,
    opened: () => opened,
    at: () => (socket?.isOpen ? (urls[place % urls.length] ?? '') : ''),
    moveTo(url) {
      place = urls.indexOf(url);
      socket?.close();
    },
    async say(message) {
      if (!socket?.isOpen) return null;
      const answer: ClientAnswer | null = await socket
        .call('message.send', { to: otherId, message }, patienceMs)
        .catch(() => null);
      // The answer is how this one connection learns of it; all others are told.
      if (answer?.ok && answer.sent) add(answer.sent.seq, answer.sent.id);
      return answer;
    },
    close() {
      closed = true;
      socket?.close();
    },
  };
}
