import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageView } from '@vlam/contract/messaging';
import type { ClientAnswer, ServerPayload } from '@vlam/contract/realtime';
import { movingCode, movingDelayMs, reconnectDelayMs } from '@vlam/contract/realtime-protocol';
import type { TestProfile } from '../../apps/server/test/factories.ts';
import { connectSocket, type SocketClient } from '../../apps/server/test/socket-client.ts';
import type { Calls } from './drill-calls.ts';

export interface Cut {
  /** Close code of the socket. */
  code: number;
  /** Until it was open again. */
  backMs: number;
}

export interface Acknowledged {
  clientId: string;
  id: string;
  via: 'socket' | 'call';
}

/** A member's page with a socket that behaves as the web app's: it reconnects by itself and then reads on. */
export interface Tab {
  readonly isOpen: boolean;
  readonly cuts: readonly Cut[];
  /** Ids of the thread's messages by their number, however they came. */
  readonly messages: ReadonlyMap<number, string>;
  /** A message twice over one connection, or two with one number. */
  readonly doubled: readonly string[];
  call(name: string, payload: unknown): Promise<ClientAnswer | null>;
  /** Sends a message, over the socket or else by a call, under one id until it is acknowledged. */
  write(): Promise<Acknowledged>;
  /** Reads the thread from its last revision. */
  readOn(): Promise<void>;
  close(): void;
}

const answerMs = 4_000;
const maxAttempts = 20;
const random = () => randomInt(1_000) / 1_000;

/** `otherId` is the profile whose thread is open; null for a page that only listens. */
export function openTab(options: { url: string; own: TestProfile; otherId: string | null; calls: Calls }): Tab {
  const { url, own, otherId, calls } = options;
  const cuts: Cut[] = [];
  const messages = new Map<number, string>();
  const doubled: string[] = [];
  let socket: SocketClient;
  let failures = 0;
  let since = 0;
  let isClosed = false;
  let lost: { code: number; at: number } | null = null;

  function add(seq: number, id: string): void {
    if ((messages.get(seq) ?? id) !== id) doubled.push(`two messages at ${seq}`);
    messages.set(seq, id);
  }
  async function readOn(): Promise<void> {
    let more = otherId !== null;
    while (more && !isClosed) {
      const path = `/api/conversations/${otherId}/messages?since=${since}`;
      const page = await calls.get<{ items: MessageView[]; revision: number; hasMore: boolean }>(own, path);
      if (!page) return;
      for (const { seq, id } of page.items) add(seq, id);
      since = page.revision;
      more = page.hasMore;
    }
  }
  function open(): void {
    if (isClosed) return;
    const heard = new Set<string>();
    let wasOpen = false;
    socket = connectSocket(url, own.cookie);
    socket.on('open', () => {
      wasOpen = true;
      failures = 0;
      if (lost) cuts.push({ code: lost.code, backMs: performance.now() - lost.at });
      lost = null;
      void readOn();
    });
    socket.on('message.created', ({ id, seq }: ServerPayload<'message.created'>) => {
      if (heard.has(id)) doubled.push(`heard ${seq} twice`);
      heard.add(id);
      add(seq, id);
    });
    // Refused connections are closed too.
    socket.on('failed', () => {});
    socket.on('close', (code: number) => {
      if (wasOpen) lost = { code, at: performance.now() };
      const delayMs = code === movingCode ? movingDelayMs(random()) : reconnectDelayMs(failures, random());
      failures += 1;
      setTimeout(open, delayMs);
    });
  }
  open();

  const call = (name: string, payload: unknown) =>
    socket.isOpen ? socket.call(name, payload, answerMs).catch(() => null) : Promise.resolve(null);
  return {
    get isOpen() {
      return socket.isOpen;
    },
    cuts,
    messages,
    doubled,
    call,
    async write() {
      const clientId = randomUUID();
      const message = { clientId, content: `Word ${clientId}` };
      const answer = await call('message.send', { to: otherId, message });
      if (answer?.ok && answer.sent) {
        add(answer.sent.seq, answer.sent.id);
        return { clientId, id: answer.sent.id, via: 'socket' };
      }
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const sent = await calls.post<MessageView>(own, `/api/conversations/${otherId}/messages`, message);
        if (sent) {
          add(sent.seq, sent.id);
          return { clientId, id: sent.id, via: 'call' };
        }
        await sleep(1_000);
      }
      throw new Error(`a message was not taken: ${calls.failed.at(-1)}`);
    },
    readOn,
    close() {
      isClosed = true;
      socket.close();
    },
  };
}
