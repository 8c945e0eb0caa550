import type { MessageView } from '@vlam/contract/messaging';
import type { ClientAnswer, ServerPayload } from '@vlam/contract/realtime';
import { connectSocket, type SocketClient } from '../socket-client.ts';

export interface ChatMember {
  profileId: string;
  cookie: string;
}

export interface ThreadClient {
  /** Ids of received messages by sequence number. */
  messages: ReadonlyMap<number, string>;
  /** Violations: a message delivered twice over one connection, or two with one sequence number. */
  violations: string[];
  /** Number of connections so far. */
  opened(): number;
  /** Server its socket is connected to; empty while disconnected. */
  url(): string;
  /** Moves to another server, as when a load balancer reroutes. */
  moveTo(url: string): void;
  /** Sends `message.send` over its socket; null without a response. */
  send(message: { clientId: string; content: string }): Promise<ClientAnswer | null>;
  close(): void;
}

const timeoutMs = 4_000;
const reconnectDelayMs = 100;

/**
 * A client with one open thread: when its socket opens it reads on from its last revision, then it adds live events.
 * While its server is down it tries the others in turn.
 */
export function openThreadClient(options: { urls: readonly string[]; own: ChatMember; otherId: string }): ThreadClient {
  const { urls, own, otherId } = options;
  const messages = new Map<number, string>();
  const violations: string[] = [];
  let serverIndex = 0;
  let since = 0;
  let opened = 0;
  let closed = false;
  let socket: SocketClient | null = null;

  function add(seq: number, id: string): void {
    if ((messages.get(seq) ?? id) !== id) violations.push(`two messages at ${seq}`);
    messages.set(seq, id);
  }

  async function readOn(from: SocketClient, url: string): Promise<void> {
    while (from.isOpen) {
      const response = await fetch(`${url}/api/conversations/${otherId}/messages?since=${since}`, {
        headers: { cookie: own.cookie, 'sec-fetch-site': 'same-origin' },
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => null);
      if (response?.ok) {
        const page = (await response.json()) as { items: MessageView[]; revision: number; hasMore: boolean };
        for (const { seq, id } of page.items) add(seq, id);
        since = page.revision;
        if (!page.hasMore) return;
      } else await new Promise((passed) => setTimeout(passed, reconnectDelayMs));
    }
  }

  function open(): void {
    if (closed) return;
    const url = urls[serverIndex % urls.length] ?? '';
    const connection = connectSocket(url, own.cookie);
    socket = connection;
    const receivedIds = new Set<string>();
    connection.on('open', () => {
      opened += 1;
      void readOn(connection, url);
    });
    connection.on('message.created', ({ id, seq, profileId }: ServerPayload<'message.created'>) => {
      if (receivedIds.has(id)) violations.push(`received ${seq} twice`);
      if (profileId !== otherId) violations.push(`received a message of the thread with ${profileId}`);
      receivedIds.add(id);
      add(seq, id);
    });
    connection.on('failed', () => {
      serverIndex += 1;
    });
    connection.on('close', () => void setTimeout(open, reconnectDelayMs));
  }
  open();

  return {
    messages,
    violations,
    opened: () => opened,
    url: () => (socket?.isOpen ? (urls[serverIndex % urls.length] ?? '') : ''),
    moveTo(url) {
      serverIndex = urls.indexOf(url);
      socket?.close();
    },
    async send(message) {
      if (!socket?.isOpen) return null;
      const response: ClientAnswer | null = await socket
        .call('message.send', { to: otherId, message }, timeoutMs)
        .catch(() => null);
      // The sending connection learns of it from the reply; all others get the event.
      if (response?.ok && response.sent) add(response.sent.seq, response.sent.id);
      return response;
    },
    close() {
      closed = true;
      socket?.close();
    },
  };
}
