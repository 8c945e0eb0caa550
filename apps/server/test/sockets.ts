import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerEvent } from '@vlam/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';

interface Door {
  url: string;
}
interface Visitor {
  cookie: string;
}

export interface Listener {
  socket: Socket;
  /** Everything the server said, in order. */
  heard: { event: string; payload: unknown }[];
  /** Payloads of one event. */
  of(event: ServerEvent): unknown[];
  /** Why the connection ended, once it has. */
  ended: Promise<string>;
}

const opened: Socket[] = [];

/** A browser's socket of this account; throws when it is refused. */
export async function listen(door: Door, who: Visitor): Promise<Listener> {
  const socket = io(door.url, {
    path: '/realtime',
    transports: ['websocket'],
    extraHeaders: { cookie: who.cookie, origin: door.url },
    reconnection: false,
    forceNew: true,
  });
  opened.push(socket);
  const heard: Listener['heard'] = [];
  socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }));
  const ended = new Promise<string>((done) => socket.on('disconnect', done));
  await new Promise<void>((done, fail) => {
    socket.on('connect', done);
    socket.on('connect_error', fail);
  });
  return {
    socket,
    heard,
    ended,
    of: (event) => heard.filter((each) => each.event === event).map((each) => each.payload),
  };
}

/** Closes every socket that `listen` opened. */
export function hangUp(): void {
  for (const socket of opened.splice(0)) socket.disconnect();
}

/** Waits until everything sent before has arrived: the answer to a word of ours comes after it. */
export async function settle({ socket }: Listener): Promise<void> {
  await sleep(120);
  await socket.timeout(2_000).emitWithAck('leave', { topic: 'discovery' });
}

/** Opens a WebSocket by hand, as an attacker would. */
export function rawSocket(door: Door, headers: Record<string, string>, path = '/realtime/?EIO=4&transport=websocket') {
  return new WebSocket(`${door.url.replace('http', 'ws')}${path}`, { headers });
}

/** A raw socket that the server has let in. */
export async function rawListener(door: Door, who: Visitor): Promise<WebSocket> {
  const wire = rawSocket(door, { cookie: who.cookie, origin: door.url });
  // Two words can come at once, so one listener hears both.
  await new Promise<void>((done, fail) => {
    wire.on('error', fail);
    wire.on('open', () => wire.send('40'));
    wire.on('message', (data: Buffer) => data.toString().startsWith('40') && done());
  });
  return wire;
}

export interface Knock {
  status: number;
  code: string;
  headers: Record<string, string | string[] | undefined>;
}

/** What an upgrade is answered: 101, or the refusal. */
export function knock(door: Door, headers: Record<string, string>, path?: string): Promise<Knock> {
  const wire = rawSocket(door, headers, path);
  return new Promise((done, fail) => {
    wire.on('open', () => {
      wire.terminate();
      done({ status: 101, code: '', headers: {} });
    });
    wire.on('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const json = String(response.headers['content-type']).includes('json');
        const code = json ? (JSON.parse(text) as { code: string }).code : '';
        done({ status: response.statusCode ?? 0, code, headers: response.headers });
      });
    });
    wire.on('error', fail);
  });
}
