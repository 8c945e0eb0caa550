import type { CallView } from '@vlam/contract/calls';
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { emitEvent } from '../../../lib/realtime.ts';
import { setSocketSender } from '../../../lib/realtime-call.ts';
import { type CallPartner, joinCall, joinedStore } from '../api.ts';
import { CallDesk } from './call-desk.tsx';

const [id, otherId, tabId, secondTabId] = [1, 2, 3, 4].map((each) => `0199f3b4-0000-4000-8000-00000000000${each}`) as [
  string,
  string,
  string,
  string,
];
const other = { displayName: 'Naledi', age: 27, isVerified: true, avatarUrl: '/a.webp', portraitUrl: '/p.webp' };
const call: CallView = {
  ...{ id, partnerId: otherId, role: 'caller', other: { id: otherId, ...other }, state: 'active', ending: null },
  ...{ creditsPerMinute: 18, relayed: true, minuteMs: 60_000, ringsUntil: '2026-11-21T10:00:30Z' },
  ...{ startTime: '2026-11-21T10:00:10Z', endTime: null, duration: 20, isActive: true, startedMinutes: 1 },
  ...{ totalCost: 18, given: 0, earned: null, earnedHeld: 0, rating: null },
};
const partner: CallPartner = {
  ...{ id: otherId, displayName: 'Naledi', age: 27, isVerified: true, profileImage: '/a.webp', portraitUrl: '/p.webp' },
  ...{ isOnline: true, isBusy: false, creditsPerMinute: 18, relayed: true, category: '', location: '' },
  ...{ rating: null, ratings: 0, responseTime: null },
};

class Track {
  readyState = 'live';
  enabled = true;
  readonly kind: string;
  constructor(kind: string) {
    this.kind = kind;
  }
  getSettings = () => ({});
  stop(): void {
    this.readyState = 'ended';
  }
}
class Stream {
  readonly tracks: Track[];
  constructor(tracks: Track[] = []) {
    this.tracks = tracks;
  }
  getTracks = () => this.tracks;
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
}
let given: Track[];
const live = () => given.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind);

beforeEach(() => {
  given = [];
  vi.stubGlobal('MediaStream', Stream);
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      async getUserMedia(wanted: object) {
        const tracks = Object.keys(wanted).map((kind) => new Track(kind));
        given.push(...tracks);
        return new Stream(tracks);
      },
      enumerateDevices: async () => [],
    },
  });
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, value: null, writable: true });
  joinCall(id, tabId);
});
afterEach(() => {
  setSocketSender(null);
  vi.unstubAllGlobals();
});

let show: (now: CallView | null) => void;
/** The call screen of the caller, in the tab that started the call. */
function Screen() {
  const [chosen, choose] = useState<CallPartner | null>(partner);
  const [now, set] = useState<CallView | null>(call);
  show = set;
  return (
    <CallDesk
      partner={chosen}
      call={now}
      gifts={() => null}
      fan={() => null}
      onGift={() => undefined}
      onFan={() => undefined}
      onClosed={() => choose(null)}
    />
  );
}
const answers = {
  'GET /api/credits/balance': () => ({ status: 200, body: { balance: 60, promotional: 0 } }),
  'GET /api/calls/current': () => ({ status: 200, body: { call } }),
};

it('releases camera and microphone when the call moves to another device, and does not end it on close', async () => {
  const calls = serve(answers);
  const screen = await render(<Screen />);
  expect(live()).toEqual(['audio', 'video']);
  await act(async () => emitEvent('call.taken-over', { callId: id, tabId: secondTabId }));
  await settle();
  expect(live()).toEqual([]);
  expect(screen.container.textContent).toContain('Your call with Naledi is on another page or device');
  expect(joinedStore.get()).toBeNull();
  // After it has ended there, nothing opens here.
  await act(async () => show(null));
  await settle();
  expect([live(), given.length, screen.container.textContent]).toEqual([[], 2, '']);
  screen.unmount();
  expect(calls.filter(({ call: made }) => made.startsWith('POST'))).toEqual([]);
});

it('releases them too when it missed the event and its request is refused', async () => {
  serve(answers);
  setSocketSender(async () => ({ ok: false, code: 'CONFLICT' }));
  const screen = await render(<Screen />);
  expect(live()).toEqual([]);
  expect(screen.container.textContent).toContain('Camera and microphone are off here.');
  screen.unmount();
});

it('takes over under a new tab id, which the server learns first', async () => {
  const calls = serve({ ...answers, [`POST /api/calls/${id}/tab`]: () => ({ status: 200, body: call }) });
  const screen = await render(<Screen />);
  await act(async () => emitEvent('call.taken-over', { callId: id, tabId: secondTabId }));
  await settle();
  await screen.press('Go on here');
  const joined = joinedStore.get();
  expect(calls.filter(({ call: made }) => made.endsWith('/tab')).map(({ body }) => body)).toEqual([
    { tabId: joined?.tabId },
  ]);
  expect([tabId, secondTabId]).not.toContain(joined?.tabId);
  expect(live()).toEqual(['audio', 'video']);
  screen.unmount();
});

it('opens no camera while the call is in another tab', async () => {
  joinedStore.set(null);
  serve(answers);
  const screen = await render(<Screen />);
  expect(screen.container.textContent).toContain('Go on here');
  expect(given).toEqual([]);
  screen.unmount();
});
