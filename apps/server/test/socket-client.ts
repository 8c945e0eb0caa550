import { EventEmitter } from 'node:events';
import { type ClientAnswer, realtimePath } from '@vlam/contract/realtime';
import { eventFrame, heartbeatFrame, readFrame } from '@vlam/contract/realtime-protocol';
import { WebSocket } from 'ws';

/** A client of the socket. Emits `open`, `close` with the code, `failed`, and each server event under its name. */
export interface SocketClient extends EventEmitter {
  readonly isOpen: boolean;
  send(name: string, payload: unknown): void;
  /** Rejects without a reply in time. */
  call(name: string, payload: unknown, withinMs?: number): Promise<ClientAnswer>;
  close(): void;
}

/** Opens a socket to the server at `url` under this cookie, from `localAddress` where it is given. */
export function connectSocket(url: string, cookie: string, localAddress?: string): SocketClient {
  const ws = new WebSocket(`${url.replace('http', 'ws')}${realtimePath}`, {
    headers: { cookie, origin: url },
    ...(localAddress ? { localAddress } : {}),
  });
  const waiting = new Map<number, (answer: ClientAnswer) => void>();
  let lastId = 0;
  const send = (frame: string) => {
    if (ws.readyState === ws.OPEN) ws.send(frame);
  };
  const client = Object.assign(new EventEmitter(), {
    send: (name: string, payload: unknown) => send(eventFrame(name, payload)),
    call(name: string, payload: unknown, withinMs = 10_000) {
      lastId += 1;
      const id = lastId;
      return new Promise<ClientAnswer>((done, fail) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          fail(new Error(`no reply to ${name} within ${withinMs} ms`));
        }, withinMs);
        waiting.set(id, (answer) => {
          clearTimeout(timer);
          done(answer);
        });
        send(eventFrame(name, payload, id));
      });
    },
    close: () => ws.close(),
  });
  ws.on('message', (data) => {
    const frame = readFrame(data.toString());
    if (frame?.kind === 'heartbeat') send(heartbeatFrame);
    else if (frame?.kind === 'event') {
      client.emit('event', frame.name, frame.payload);
      client.emit(frame.name, frame.payload);
    } else if (frame?.kind === 'answer') {
      waiting.get(frame.id)?.(frame.value as ClientAnswer);
      waiting.delete(frame.id);
    }
  });
  ws.on('open', () => client.emit('open'));
  ws.on('error', (error) => client.emit('failed', error));
  ws.on('close', (code) => client.emit('close', code));
  return Object.defineProperty(client, 'isOpen', { get: () => ws.readyState === ws.OPEN }) as unknown as SocketClient;
}
