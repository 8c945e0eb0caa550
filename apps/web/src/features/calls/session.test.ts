import type { ClientPayload } from '@vlam/contract/realtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnMedia } from '../../lib/own-media.ts';
import { type CallSession, createCallSession } from './session.ts';

const callId = '0199f3b4-0000-7000-8000-000000000001';
const socket = vi.hoisted(() => ({
  connectedReports: [] as boolean[],
  tabIds: new Set<string>(),
  answer: { ok: true } as { ok: boolean; code?: string },
  handlers: new Map<string, (payload: unknown) => void>(),
}));
vi.mock('../../lib/realtime-call.ts', () => ({
  holdSocket: () => () => undefined,
  callServer: async (name: string, payload: ClientPayload<'call.alive'>) => {
    if (name === 'call.alive') socket.connectedReports.push(payload.connected);
    socket.tabIds.add(payload.tabId);
    return socket.answer;
  },
}));
vi.mock('../../lib/realtime.ts', () => ({
  liveStore: { get: () => true, subscribe: () => () => undefined },
  onEvent: (name: string, handler: (payload: unknown) => void) => {
    socket.handlers.set(name, handler);
    return () => undefined;
  },
  onSocketOpen: () => () => undefined,
}));
vi.mock('../../lib/api.ts', () => ({ api: { callIceServers: async () => ({ iceServers: [], relayOnly: false }) } }));

/** Fake RTCPeerConnection. */
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
const tabId = '7d6a3f0e-5b1c-4e7a-9a53-0c2f4d1b8e60';
const elsewhere = vi.fn();
let session: CallSession;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', Connection);
  vi.stubGlobal('MediaStream', class {});
  socket.connectedReports.length = 0;
  socket.tabIds.clear();
  socket.answer = { ok: true };
  elsewhere.mockClear();
  session = createCallSession({ id: callId, role: 'caller', tabId }, media, {
    onOver: () => undefined,
    onElsewhere: elsewhere,
  });
  socket.handlers.get('call.signal')?.({ callId, signal: JSON.stringify({ from: 'other', hello: 'answer' }) });
  await vi.advanceTimersByTimeAsync(1);
});
afterEach(() => {
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Values of `connected` sent within so many milliseconds. */
async function sentWithin(within: number): Promise<boolean[]> {
  socket.connectedReports.length = 0;
  await vi.advanceTimersByTimeAsync(within);
  return [...socket.connectedReports];
}

it('sends call.alive with the connection state, on each change and every five seconds', async () => {
  expect(await sentWithin(10_000)).toEqual([false, false]);
  Connection.latest.becomes('connected');
  expect(socket.connectedReports.at(-1)).toBe(true);
  expect(await sentWithin(10_000)).toEqual([true, true]);
  Connection.latest.becomes('disconnected');
  expect(socket.connectedReports.at(-1)).toBe(false);
  expect(await sentWithin(10_000)).toEqual([false, false]);
  Connection.latest.becomes('connected');
  expect(await sentWithin(5_000)).toEqual([true]);
});

it('reports disconnected while the other side rejoins', async () => {
  Connection.latest.becomes('connected');
  const before = Connection.latest;
  socket.handlers.get('call.signal')?.({ callId, signal: JSON.stringify({ from: 'again', hello: 'answer' }) });
  expect(await sentWithin(5_000)).not.toContain(true);
  expect(Connection.latest).not.toBe(before);
});

it('sends its tab id with every call', async () => {
  Connection.latest.becomes('connected');
  await sentWithin(10_000);
  expect([...socket.tabIds]).toEqual([tabId]);
});

it('stops when the server reports another tab, or refuses with CONFLICT', async () => {
  const takenOver = (by: string, id = callId) => socket.handlers.get('call.taken-over')?.({ callId: id, tabId: by });
  takenOver(tabId);
  takenOver('0199f3b4-0000-4000-8000-000000000003', '0199f3b4-0000-7000-8000-000000000002');
  expect(elsewhere).not.toHaveBeenCalled();
  takenOver('0199f3b4-0000-4000-8000-000000000003');
  expect(elsewhere).toHaveBeenCalledOnce();
  socket.answer = { ok: false, code: 'CONFLICT' };
  await sentWithin(5_000);
  expect(elsewhere).toHaveBeenCalledTimes(2);
});
