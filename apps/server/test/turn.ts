import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { turnserver } from './machine.ts';

export const turnSecret = 'a-secret-of-these-tests';

export const hasTurnserver = turnserver !== null;
export const whyNoTurnserver = 'turnserver (coturn) is not on PATH';

export interface TurnServer {
  port: number;
  url: string;
  stop(): Promise<void>;
}

/** coturn on 127.0.0.1 with the configuration that is deployed; `loopback` lets it relay to this machine too, from `relayIp`. */
export async function startTurnserver(options: { loopback?: boolean; relayIp?: string } = {}): Promise<TurnServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'vlam-turn-'));
  const deployed = join(import.meta.dirname, '../../../deploy/coturn/turnserver.conf');
  const own = [
    '-n',
    '--use-auth-secret',
    '--realm=vlam',
    '--fingerprint',
    '--no-tcp-relay',
    '--no-cli',
    '--allow-loopback-peers',
  ];
  const child: ChildProcess = spawn(
    'turnserver',
    [
      ...(options.loopback ? own : ['-c', deployed]),
      `--static-auth-secret=${turnSecret}`,
      '--listening-ip=127.0.0.1',
      `--relay-ip=${options.relayIp ?? '127.0.0.1'}`,
      `--listening-port=${port}`,
      '--min-port=49160',
      '--max-port=49359',
      '--no-tls',
      '--no-dtls',
      `--pidfile=${join(folder, 'pid')}`,
      '--log-file=/dev/null',
    ],
    { stdio: 'ignore', cwd: folder },
  );
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    await rm(folder, { recursive: true, force: true });
  };
  // It replies once it listens.
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await ask(port, message(0x0001, [])).catch(() => null);
    if (answer) return { port, url: `turn:127.0.0.1:${port}`, stop };
  }
  await stop();
  throw new Error('turnserver did not start');
}

const cookie = 0x2112a442;
type Attribute = readonly [type: number, value: Buffer];

function message(type: number, attributes: readonly Attribute[], id = randomBytes(12)): Buffer {
  const body = Buffer.concat(
    attributes.map(([kind, value]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16BE(kind, 0);
      head.writeUInt16BE(value.length, 2);
      return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
    }),
  );
  const head = Buffer.alloc(20);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(body.length, 2);
  head.writeUInt32BE(cookie, 4);
  id.copy(head, 8);
  return Buffer.concat([head, body]);
}

/** Adds MESSAGE-INTEGRITY, whose length is already included in the header while it is computed. */
function signed(type: number, attributes: readonly Attribute[], key: Buffer): Buffer {
  const plain = message(type, attributes);
  const counted = Buffer.from(plain);
  counted.writeUInt16BE(plain.length - 20 + 24, 2);
  const mac = createHmac('sha1', key).update(counted).digest();
  return Buffer.concat([counted, Buffer.from([0, 8, 0, 20]), mac]);
}

interface Answer {
  type: number;
  attributes: Map<number, Buffer>;
  /** 0 for success. */
  error: number;
}

function read(packet: Buffer): Answer {
  const attributes = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= packet.length; ) {
    const length = packet.readUInt16BE(at + 2);
    attributes.set(packet.readUInt16BE(at), packet.subarray(at + 4, at + 4 + length));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  const code = attributes.get(0x0009);
  return { type: packet.readUInt16BE(0), attributes, error: code ? (code[2] ?? 0) * 100 + (code[3] ?? 0) : 0 };
}

async function ask(port: number, packet: Buffer, socket = createSocket('udp4')): Promise<Answer> {
  const answer = new Promise<Answer>((done, fail) => {
    const timer = setTimeout(() => fail(new Error('no answer')), 200);
    socket.once('message', (reply) => {
      clearTimeout(timer);
      done(read(reply));
    });
  });
  socket.send(packet, port, '127.0.0.1');
  return answer.finally(() => {
    if (!kept.has(socket)) socket.close();
  });
}
const kept = new Set<ReturnType<typeof createSocket>>();

export interface Allocation {
  /** STUN error of the allocation; 0 on success. */
  error: number;
  /** Requests permission for a peer; returns the STUN error, 0 on success. */
  permit(address: string): Promise<number>;
  /** Refreshes the allocation, as a browser does every few minutes; returns the STUN error. */
  refresh(): Promise<number>;
  close(): void;
}

/** Requests an allocation over UDP with these credentials, as a browser does. */
export async function allocate(port: number, username: string, credential: string): Promise<Allocation> {
  const socket = createSocket('udp4');
  kept.add(socket);
  const transport: Attribute = [0x0019, Buffer.from([17, 0, 0, 0])];
  const challenge = await ask(port, message(0x0003, [transport]), socket);
  const realm = challenge.attributes.get(0x0014) ?? Buffer.alloc(0);
  const nonce = challenge.attributes.get(0x0015) ?? Buffer.alloc(0);
  const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest();
  const who: Attribute[] = [
    [0x0006, Buffer.from(username)],
    [0x0014, realm],
    [0x0015, nonce],
  ];
  const made = await ask(port, signed(0x0003, [transport, ...who], key), socket);
  return {
    error: made.error,
    async permit(address) {
      const peer = Buffer.alloc(8);
      peer[1] = 1;
      peer.writeUInt16BE(9_999 ^ (cookie >>> 16), 2);
      peer.writeUInt32BE((address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) ^ cookie) >>> 0, 4);
      return (await ask(port, signed(0x0008, [[0x0012, peer], ...who], key), socket)).error;
    },
    refresh: async () => (await ask(port, signed(0x0004, who, key), socket)).error,
    close() {
      kept.delete(socket);
      socket.close();
    },
  };
}
