import { setTimeout as sleep } from 'node:timers/promises';
import { realtimePath, type ServerEvent } from '@vlam/contract/realtime';
import { WebSocket } from 'ws';
import { connectSocket, type SocketClient } from './socket-client.ts';

interface Target {
  url: string;
}
interface Visitor {
  cookie: string;
}

export interface Listener {
  socket: SocketClient;
  /** All server events, in order. */
  events: { event: string; payload: unknown }[];
  /** Payloads of one event. */
  of(event: ServerEvent): unknown[];
  /** The close code, once the connection has ended; `connectionLost` without a close frame. */
  ended: Promise<number>;
}

export const connectionLost = 1006;

const opened: SocketClient[] = [];

/** Opens a socket of this account and collects its events; throws when it is refused. */
export async function openListener(server: Target, who: Visitor): Promise<Listener> {
  const socket = connectSocket(server.url, who.cookie);
  opened.push(socket);
  const events: Listener['events'] = [];
  socket.on('event', (event: string, payload: unknown) => events.push({ event, payload }));
  const ended = new Promise<number>((done) => socket.on('close', done));
  await new Promise<void>((done, fail) => {
    socket.on('open', done);
    socket.on('failed', fail);
  });
  return {
    socket,
    events,
    ended,
    of: (event) => events.filter((each) => each.event === event).map((each) => each.payload),
  };
}

/** Closes every socket that `openListener` opened. */
export function closeSockets(): void {
  for (const socket of opened.splice(0)) socket.close();
}

/** Waits until all earlier events have arrived: the reply to a call comes after them. */
export async function flushSocket({ socket }: Listener): Promise<void> {
  await sleep(120);
  await socket.call('leave', { topic: 'discovery' }, 2_000);
}

/** Opens a WebSocket with arbitrary headers, as an attacker would. */
export function rawSocket(server: Target, headers: Record<string, string>, path: string = realtimePath) {
  return new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers });
}

/** A raw socket that the server has accepted. */
export async function openRawSocket(server: Target, who: Visitor): Promise<WebSocket> {
  const wire = rawSocket(server, { cookie: who.cookie, origin: server.url });
  await new Promise<void>((done, fail) => {
    wire.on('error', fail);
    wire.on('open', done);
  });
  return wire;
}

export interface UpgradeResult {
  status: number;
  code: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Status of an upgrade request: 101, or the error. */
export function tryUpgrade(server: Target, headers: Record<string, string>, path?: string): Promise<UpgradeResult> {
  const wire = rawSocket(server, headers, path);
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
