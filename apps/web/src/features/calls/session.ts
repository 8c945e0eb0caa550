import type { CallSignal, CallView } from '@vlam/contract/calls';
import type { ServerPayload } from '@vlam/contract/realtime';
import { callAliveMs } from '@vlam/contract/rules/calls';
import { api } from '../../lib/api.ts';
import { saveData } from '../../lib/device.ts';
import { liveStore, onEvent, onSocketOpen } from '../../lib/realtime.ts';
import { callServer, holdSocket } from '../../lib/realtime-call.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { OwnMedia } from './media.ts';
import { createPeer } from './peer.ts';
import {
  createLineReader,
  isTooThin,
  type LineLevel,
  type LineLook,
  levelOf,
  lookMs,
  megabytesAMinute,
} from './quality.ts';

export interface SessionState {
  line: 'connecting' | 'connected' | 'interrupted';
  remote: MediaStream | null;
  /** Whether the other's picture moves. */
  remoteMoves: boolean;
  level: LineLevel;
  megabytes: number;
  /** Sound alone, by choice or because the line is thin. */
  audioOnly: 'chosen' | 'thin' | null;
  /** The server's latest word on time and price, and when it came (by this page's own clock). */
  tick: (ServerPayload<'call.tick'> & { at: number }) | null;
}

export interface CallSession extends Store<SessionState> {
  setAudioOnly(on: boolean): void;
  close(): void;
}

/** Without a word from the server for so long nobody is billed either: the page hangs up. In milliseconds. */
const unheardMs = 60_000;
/** A connection that does not come back by itself within this looks for a new path, in milliseconds. */
const patienceMs = 3_000;

/**
 * Holds one call together: the connection, the signals, the words "I am here", and what the line is like. Says
 * `onElsewhere` once another page of this person's takes part in it, and means nothing after that.
 */
export function createCallSession(
  call: Pick<CallView, 'id' | 'role'> & { page: string },
  media: OwnMedia,
  { onOver, onElsewhere }: { onOver(): void; onElsewhere(): void },
): CallSession {
  const store = createStore<SessionState>({
    line: 'connecting',
    remote: null,
    remoteMoves: false,
    level: 'good',
    megabytes: 0,
    audioOnly: saveData() ? 'chosen' : null,
    tick: null,
  });
  const change = (part: Partial<SessionState>) => store.set((state) => ({ ...state, ...part }));
  const stops: (() => void)[] = [];
  let closed = false;
  let heardAt = performance.now();
  let everConnected = false;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const over = () => {
    if (!closed) onOver();
  };

  const elsewhere = () => {
    if (!closed) onElsewhere();
  };

  const whenLive = () =>
    new Promise<void>((done) => {
      if (liveStore.get() || closed) return done();
      const stop = liveStore.subscribe(() => {
        if (!liveStore.get()) return;
        stop();
        done();
      });
      stops.push(stop, done);
    });

  /** Waits for the socket where there is none: a signal that is lost would leave the two waiting for each other. */
  async function deliver(signal: CallSignal): Promise<void> {
    while (!closed) {
      await whenLive();
      const answer = await callServer('call.signal', {
        callId: call.id,
        page: call.page,
        signal: JSON.stringify(signal),
      });
      if (!answer.ok && answer.code === 'CONFLICT') return elsewhere();
      if (answer.ok || (answer.code !== 'UNAVAILABLE' && answer.code !== 'TOO_MANY_REQUESTS')) return;
      await new Promise((again) => setTimeout(again, 1_000));
    }
  }

  const peer = createPeer({
    polite: call.role === 'partner',
    deliver,
    tracks: () => ({ audio: media.track('audio'), video: media.track('video') }),
    async configuration() {
      const { iceServers, relayOnly } = await api.callIceServers();
      return { iceServers, iceTransportPolicy: relayOnly ? 'relay' : 'all', bundlePolicy: 'max-bundle' };
    },
    onStream: (remote) => change({ remote }),
    onState(state) {
      clearTimeout(patience);
      if (state === 'connected') {
        everConnected = true;
        change({ line: 'connected' });
      } else if (everConnected && state !== 'closed') {
        change({ line: 'interrupted' });
        patience = setTimeout(peer.restart, patienceMs);
      }
      // The server counts until when a call carried something.
      if (isConnected() !== saidConnected) void alive();
    },
  });

  const isConnected = () => peer.connection()?.connectionState === 'connected';
  let saidConnected = false;
  async function alive(): Promise<void> {
    const connected = isConnected();
    saidConnected = connected;
    const answer = await callServer('call.alive', { callId: call.id, page: call.page, connected });
    if (closed) return;
    if (answer.ok) heardAt = performance.now();
    else if (answer.code === 'CONFLICT') elsewhere();
    else if (answer.code === 'NOT_FOUND' || performance.now() - heardAt > unheardMs) over();
  }

  const readLine = createLineReader();
  let looks: LineLook[] = [];
  let levels: LineLevel[] = [];
  async function look(): Promise<void> {
    const connection = peer.connection();
    if (connection?.connectionState !== 'connected') return;
    const now = await readLine(connection);
    looks = [...looks, now].slice(-15);
    levels = [...levels, levelOf(now)].slice(-10);
    change({ level: levels.at(-1) ?? 'good', megabytes: megabytesAMinute(looks), remoteMoves: now.moves });
    if (store.get().audioOnly === null && isTooThin(levels)) setAudioOnly(true, 'thin');
  }

  function setAudioOnly(on: boolean, why: 'chosen' | 'thin' = 'chosen'): void {
    levels = [];
    looks = [];
    change({ audioOnly: on ? why : null });
    peer.setVideo(!on);
  }

  const restart = () => {
    if (everConnected) peer.restart();
  };
  const timers = [setInterval(() => void alive(), callAliveMs), setInterval(() => void look(), lookMs)];
  addEventListener('online', restart);
  const { connection: network } = navigator as Navigator & { connection?: EventTarget };
  network?.addEventListener('change', restart);
  stops.push(
    holdSocket(),
    onEvent('call.signal', ({ callId, signal }) => {
      if (callId !== call.id) return;
      // The server has written it from what it understood.
      peer.receive(JSON.parse(signal) as CallSignal);
    }),
    onEvent('call.tick', (tick) => {
      if (tick.callId === call.id) change({ tick: { ...tick, at: performance.now() } });
    }),
    onEvent('call.taken-over', ({ callId, page }) => {
      if (callId === call.id && page !== call.page) elsewhere();
    }),
    onEvent('call.ended', ({ callId }) => {
      if (callId === call.id) over();
    }),
    onSocketOpen(() => {
      void alive();
      if (everConnected && peer.connection()?.connectionState !== 'connected') peer.restart();
    }),
    media.subscribe(() => void peer.refreshTracks()),
    keepAwake(),
    () => removeEventListener('online', restart),
    () => network?.removeEventListener('change', restart),
  );
  if (store.get().audioOnly) peer.setVideo(false);
  peer.start();
  void alive();

  return {
    ...store,
    setAudioOnly: (on) => setAudioOnly(on),
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(patience);
      for (const timer of timers) clearInterval(timer);
      peer.close();
      for (const stop of stops.splice(0)) stop();
    },
  };
}

/** Keeps the screen lit while the page is seen. */
function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let done = false;
  const take = () => {
    if (done || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    navigator.wakeLock.request('screen').then(
      (given) => {
        lock = given;
        if (done) void given.release();
      },
      () => undefined,
    );
  };
  take();
  document.addEventListener('visibilitychange', take);
  return () => {
    done = true;
    document.removeEventListener('visibilitychange', take);
    void lock?.release();
  };
}
