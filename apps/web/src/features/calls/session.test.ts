import type { ClientPayload } from '@vlam/contract/realtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnMedia } from './media.ts';
import { type CallSession, createCallSession } from './session.ts';

const callId = '0199f3b4-0000-7000-8000-000000000001';
const told = vi.hoisted(() => ({
  words: [] as boolean[],
  pages: new Set<string>(),
  answer: { ok: true } as { ok: boolean; code?: string },
  hear: new Map<string, (payload: unknown) => void>(),
}));
vi.mock('../../lib/realtime-call.ts', () => ({
  holdSocket: () => () => undefined,
  callServer: async (name: string, payload: ClientPayload<'call.alive'>) => {
    if (name === 'call.alive') told.words.push(payload.connected);
    told.pages.add(payload.page);
    return told.answer;
  },
}));
vi.mock('../../lib/realtime.ts', () => ({
  liveStore: { get: () => true, subscribe: () => () => undefined },
  onEvent: (name: string, heard: (payload: unknown) => void) => {
    told.hear.set(name, heard);
    return () => undefined;
  },
  onSocketOpen: () => () => undefined,
}));
vi.mock('../../lib/api.ts', () => ({ api: { callIceServers: async () => ({ iceServers: [], relayOnly: false }) } }));

/** What a browser's connection tells of itself. */
class Connection {
  static latest: Connection;
  connectionState: RTCPeerConnectionState = 'new';
  signalingState = 'stable';
  onconnectionstatechange: () => void = () => undefined;
  constructor() {
    Connection.latest = this;
  }
  becomes(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    this.onconnectionstatechange();
  }
  addTransceiver(): void {}
  getTransceivers = () => [];
  getStats = async () => new Map();
  setConfiguration(): void {}
  restartIce(): void {}
  close(): void {}
}

const media = { track: () => null, subscribe: () => () => undefined } as unknown as OwnMedia;
const page = '7d6a3f0e-5b1c-4e7a-9a53-0c2f4d1b8e60';
const elsewhere = vi.fn();
let session: CallSession;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', Connection);
  vi.stubGlobal('MediaStream', class {});
  told.words.length = 0;
  told.pages.clear();
  told.answer = { ok: true };
  elsewhere.mockClear();
  session = createCallSession({ id: callId, role: 'caller', page }, media, {
    onOver: () => undefined,
    onElsewhere: elsewhere,
  });
  told.hear.get('call.signal')?.({ callId, signal: JSON.stringify({ from: 'other', hello: 'answer' }) });
  await vi.advanceTimersByTimeAsync(1);
});
afterEach(() => {
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the page says in the next so many milliseconds. */
async function said(within: number): Promise<boolean[]> {
  told.words.length = 0;
  await vi.advanceTimersByTimeAsync(within);
  return [...told.words];
}

it('says whether it is connected at present, at once when that changes and every five seconds', async () => {
  expect(await said(10_000)).toEqual([false, false]);
  Connection.latest.becomes('connected');
  expect(told.words.at(-1)).toBe(true);
  expect(await said(10_000)).toEqual([true, true]);
  Connection.latest.becomes('disconnected');
  expect(told.words.at(-1)).toBe(false);
  expect(await said(10_000)).toEqual([false, false]);
  Connection.latest.becomes('connected');
  expect(await said(5_000)).toEqual([true]);
});

it('says that it is not connected while the other side joins anew', async () => {
  Connection.latest.becomes('connected');
  const before = Connection.latest;
  told.hear.get('call.signal')?.({ callId, signal: JSON.stringify({ from: 'again', hello: 'answer' }) });
  expect(await said(5_000)).not.toContain(true);
  expect(Connection.latest).not.toBe(before);
});

it('says under which name it takes part, in every word', async () => {
  Connection.latest.becomes('connected');
  await said(10_000);
  expect([...told.pages]).toEqual([page]);
});

it('is elsewhere once the server says that another page takes part, or refuses its words for that', async () => {
  const takenOver = (by: string, id = callId) => told.hear.get('call.taken-over')?.({ callId: id, page: by });
  takenOver(page);
  takenOver('0199f3b4-0000-4000-8000-000000000003', '0199f3b4-0000-7000-8000-000000000002');
  expect(elsewhere).not.toHaveBeenCalled();
  takenOver('0199f3b4-0000-4000-8000-000000000003');
  expect(elsewhere).toHaveBeenCalledOnce();
  told.answer = { ok: false, code: 'CONFLICT' };
  await said(5_000);
  expect(elsewhere).toHaveBeenCalledTimes(2);
});
