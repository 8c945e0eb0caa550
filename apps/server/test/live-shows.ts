import { encodeLiveChunk, type LiveChunk } from '@vlam/contract/rules/lives';
import type { RawData, WebSocket } from 'ws';
import type { TestApp } from './app.ts';
import { aProfile, giveCredits, type TestProfile } from './factories.ts';
import { rawSocket } from './sockets.ts';

/** Writes bits, and numbers in the exponential Golomb code. */
function bitWriter() {
  let text = '';
  const golomb = (value: number) => {
    const binary = (value + 1).toString(2);
    text += '0'.repeat(binary.length - 1) + binary;
  };
  return {
    bits: (bits: string) => {
      text += bits;
    },
    golomb,
    bytes: () => (`${text}1`.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
  };
}

/** The configuration record of a baseline encoder for this picture, as a browser announces it. */
export function avcConfiguration(width: number, height: number): Buffer {
  const rows = Math.ceil(height / 16);
  const sps = bitWriter();
  // Identity, frame numbers, order of pictures, reference frames.
  for (const value of [0, 0, 2, 1]) sps.golomb(value);
  sps.bits('0');
  sps.golomb(width / 16 - 1);
  sps.golomb(rows - 1);
  sps.bits('111');
  for (const value of [0, 0, 0, (rows * 16 - height) / 2]) sps.golomb(value);
  sps.bits('0');
  const unit = [0x67, 0x42, 0xe0, 0x1f, ...sps.bytes()];
  return Buffer.from([1, 0x42, 0xe0, 0x1f, 0xff, 0xe1, 0, unit.length, ...unit, 1, 0, 4, 0x68, 0xce, 0x3c, 0x80]);
}

/** One unit with its length before it. */
export function accessUnit(isKey: boolean, bytes = 200): Buffer {
  const unit = Buffer.alloc(4 + bytes, isKey ? 0x11 : 0x22);
  unit.writeUInt32BE(bytes);
  unit[4] = isKey ? 0x65 : 0x41;
  return unit;
}

/** Frames of picture (30 a second, a key frame every two seconds) and sound (50 a second), by time. */
export function framesOf(seconds: number, startUs = 0): LiveChunk[] {
  const pictures = Array.from({ length: Math.round(seconds * 30) }, (_, index): LiveChunk => {
    const kind = index % 60 === 0 ? 'key' : 'delta';
    return {
      kind,
      timestamp: startUs + Math.round((index * 1e6) / 30),
      duration: 33_333,
      bytes: accessUnit(kind === 'key'),
    };
  });
  const sounds = Array.from(
    { length: Math.round(seconds * 50) },
    (_, index): LiveChunk => ({
      kind: 'sound',
      timestamp: startUs + index * 20_000,
      duration: 20_000,
      bytes: Buffer.alloc(80, 7),
    }),
  );
  return [...pictures, ...sounds].sort(
    (one, other) => one.timestamp - other.timestamp || Number(one.kind === 'sound') - Number(other.kind === 'sound'),
  );
}

export interface IngestKey {
  id: string;
  ingestUrl: string;
  ingestKey: string;
}

export const helloOf = (ingestKey: string) => ({
  key: ingestKey,
  avcC: avcConfiguration(640, 360).toString('base64'),
  width: 640,
  height: 360,
  channels: 1,
});

export interface TestBroadcast {
  socket: WebSocket;
  send(chunks: readonly LiveChunk[]): void;
  /** Close code, once closed. */
  ended: Promise<number>;
}

/** Opens the socket of a show; resolves when the server accepted its first message. */
export async function openBroadcast(
  server: { url: string },
  creator: { cookie: string },
  access: IngestKey,
  hello: object = helloOf(access.ingestKey),
): Promise<TestBroadcast> {
  const socket = rawSocket(server, { cookie: creator.cookie, origin: server.url }, access.ingestUrl);
  const ended = new Promise<number>((done) => socket.on('close', done));
  await new Promise<void>((done, fail) => {
    socket.on('error', fail);
    socket.on('open', done);
  });
  const answer = new Promise<void>((done) => socket.once('message', (_data: RawData) => done()));
  socket.send(JSON.stringify(hello));
  await Promise.race([answer, ended]);
  return {
    socket,
    ended,
    send: (chunks) => {
      for (const chunk of chunks) socket.send(encodeLiveChunk(chunk));
    },
  };
}

export interface ShowOptions {
  audience?: 'tickets' | 'subscribers' | 'free';
  ticketCredits?: number;
  goal?: { title: string; credits: number };
  title?: string;
  replay?: 'holders' | 'subscribers' | 'none';
}

/** A show that its creator has begun. */
export async function aShow(
  t: Pick<TestApp, 'client'>,
  creator: TestProfile,
  { audience = 'tickets', title = 'Second set, one candle', ...rest }: ShowOptions = {},
): Promise<IngestKey> {
  const { body, status } = await t.client(creator).call('startLive', { body: { title, audience, ...rest } });
  if (status !== 201) throw new Error(`the show did not begin: ${JSON.stringify(body)}`);
  return body;
}

/** A show whose pictures arrive, for tests that need none. `minutes` of them have arrived so far. */
export async function aRunningShow(
  t: Pick<TestApp, 'client' | 'db' | 'clock'>,
  creator: TestProfile,
  { minutes = 1, ...options }: ShowOptions & { minutes?: number } = {},
): Promise<string> {
  const { id } = await aShow(t, creator, options);
  await t.db
    .updateTable('lives')
    .set({ last_part_at: t.clock.now(), streamed_ms: BigInt(minutes * 60_000) })
    .where('id', '=', id)
    .execute();
  return id;
}

export async function aViewer(
  t: Pick<TestApp, 'db' | 'clock' | 'config' | 'context'>,
  { bought = 100, promotional = 0 }: { bought?: number; promotional?: number } = {},
): Promise<TestProfile> {
  const viewer = await aProfile(t);
  if (bought > 0) await giveCredits(t, viewer.accountId, bought);
  if (promotional > 0) await giveCredits(t, viewer.accountId, promotional, 'promotional');
  return viewer;
}
