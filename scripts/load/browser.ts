import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { operations } from '@vlam/contract';
import { ApiError, type Client, createClient } from '@vlam/contract/client';
import type { Operation } from '@vlam/contract/operation';
import { connectSocket, type SocketClient } from '../../apps/server/test/socket-client.ts';
import { requireLoopback } from './options.ts';
import type { Tally } from './tally.ts';

export interface Reply {
  status: number;
  headers: Headers;
  body: Buffer;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** What the web app is to the server: typed calls, files and a socket, under one session and from one address. */
export interface Browser {
  /** Calls of the contract, each counted under its name. */
  api: Client<typeof operations>;
  /** Any other request to the server or to the provider's page; counted where it has a name. */
  send(url: string, sent?: Sent): Promise<Reply>;
  /** A page or a file of the server, counted. Throws unless it is answered with 200. */
  get(name: string, path: string): Promise<Reply>;
  openSocket(): SocketClient;
  close(): void;
}

/** Longer than a person would wait. */
const timeoutMs = 15_000;

/** Answers any operation may give when the server is asked too often. */
const always: readonly string[] = ['TOO_MANY_REQUESTS'];

/** The code of an error that the contract declares for this operation; null for every other one. */
export function declaredCode(operation: Operation, error: unknown): string | null {
  const code = error instanceof ApiError ? error.body?.code : undefined;
  if (code === undefined) return null;
  return always.includes(code) || operation.errors?.some((declared) => declared === code) ? code : null;
}

/**
 * The address of one person: a machine has sixteen million of its own, and the server counts sign-ins by the first three
 * numbers. Elsewhere than on Linux only one of them works without being set up.
 */
export function addressOf(index: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return `127.${1 + (Math.floor(index / 250) % 250)}.${1 + (index % 250)}.1`;
}

/** `index` tells people apart, `url` is the origin of the server. */
export function openBrowser({ url, index, tally }: { url: string; index: number; tally: Tally }): Browser {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const localAddress = addressOf(index);
  let cookie = '';

  function send(address: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Reply> {
    const target = new URL(address, url);
    // What a server answers with may not lead the load to another machine.
    const own = requireLoopback(target.origin) === url;
    const length =
      body === undefined
        ? method === 'GET'
          ? {}
          : { 'content-length': 0 }
        : { 'content-length': Buffer.byteLength(body) };
    return new Promise((done, fail) => {
      const sent = request(
        target,
        {
          method,
          agent,
          timeout: timeoutMs,
          ...(localAddress ? { localAddress } : {}),
          headers: {
            ...(own ? { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) } : {}),
            ...length,
            ...headers,
          },
        },
        (answer) => {
          const session = own && answer.headers['set-cookie']?.find((line) => /session=./.test(line));
          if (session) cookie = session.split(';', 1)[0] ?? '';
          const answered = new Headers(
            Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
          );
          buffer(answer).then(
            (bytes) => done({ status: answer.statusCode ?? 0, headers: answered, body: bytes }),
            fail,
          );
        },
      );
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`)));
      sent.once('error', fail);
      sent.end(body);
    });
  }

  const client = createClient(operations, (async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', headers, body } = init;
    const reply = await send(path, {
      method,
      headers: { ...(headers as Record<string, string>) },
      ...(typeof body === 'string' ? { body } : {}),
    });
    // 204 may have no body, not even an empty one.
    return new Response(reply.body.length > 0 ? new Uint8Array(reply.body) : null, { status: reply.status });
  }) as unknown as typeof fetch);
  const table: Record<string, Operation> = operations;
  const api = new Proxy(client, {
    get(calls, name: string) {
      const call = (calls as unknown as Record<string, (input?: unknown) => Promise<unknown>>)[name];
      const operation = table[name];
      if (!call || !operation) throw new Error(`no operation ${name}`);
      return (input?: unknown) =>
        tally.time(
          name,
          () => call(input),
          (error) => declaredCode(operation, error),
        );
    },
  });

  return {
    api,
    send,
    get: (name, path) =>
      tally.time(name, async () => {
        const reply = await send(path);
        if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
        return reply;
      }),
    openSocket: () => connectSocket(url, cookie, localAddress),
    close: () => agent.destroy(),
  };
}
