import type { CallSignal, CallView } from '@vlam/contract/calls';
import type { ServerPayload } from '@vlam/contract/realtime';
import { callHeartbeatIntervalMs } from '@vlam/contract/rules/calls';
import { api } from '../../lib/api.ts';
import { countData } from '../../lib/data-use.ts';
import { saveData } from '../../lib/device.ts';
import type { OwnMedia } from '../../lib/own-media.ts';
import { liveStore, onEvent, onSocketOpen } from '../../lib/realtime.ts';
import { callServer, holdSocket } from '../../lib/realtime-call.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { createPeer } from './peer.ts';
import {
  createLineReader,
  isTooSlow,
  type LineLevel,
  type LineSample,
  levelOf,
  megabytesPerMinute,
  sampleIntervalMs,
} from './quality.ts';

export interface SessionState {
  line: 'connecting' | 'connected' | 'interrupted';
  remote: MediaStream | null;
  /** True while frames of the other member's video arrive. */
  remoteMoves: boolean;
  level: LineLevel;
  megabytes: number;
  /** Audio only, by choice or because of a slow network. */
  audioOnly: 'chosen' | 'slow' | null;
  /** Latest call.tick of the server, and when it arrived (by `performance.now()`). */
  tick: (ServerPayload<'call.tick'> & { at: number }) | null;
}

export interface CallSession extends Store<SessionState> {
  setAudioOnly(on: boolean): void;
  close(): void;
}

/** Without an answer for this long the server bills nothing either, so the call is hung up. In milliseconds. */
const serverTimeoutMs = 60_000;
/** A lost connection that does not recover within this time restarts ICE, in milliseconds. */
const restartDelayMs = 3_000;

/**
 * Runs one call: connection, signalling, heartbeats and quality. Calls `onElsewhere` when another tab of this member
 * takes part; the session must be closed then.
 */
export function createCallSession(
  call: Pick<CallView, 'id' | 'role'> & { tabId: string },
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
  let lastAnswerAt = performance.now();
  let everConnected = false;
  let restartTimer: ReturnType<typeof setTimeout> | undefined;

  const endCall = () => {
    if (!closed) onOver();
  };

  const reportElsewhere = () => {
    if (!closed) onElsewhere();
  };

  const socketOpen = () =>
    new Promise<void>((done) => {
      if (liveStore.get() || closed) return done();
      const stop = liveStore.subscribe(() => {
        if (!liveStore.get()) return;
        stop();
        done();
      });
      stops.push(stop, done);
    });

  /** Waits for the socket and retries, because a lost signal would leave both sides waiting. */
  async function sendSignal(signal: CallSignal): Promise<void> {
    while (!closed) {
      await socketOpen();
      const answer = await callServer('call.signal', {
        callId: call.id,
        tabId: call.tabId,
        signal: JSON.stringify(signal),
      });
      if (!answer.ok && answer.code === 'CONFLICT') return reportElsewhere();
      if (answer.ok || (answer.code !== 'UNAVAILABLE' && answer.code !== 'TOO_MANY_REQUESTS')) return;
      await new Promise((again) => setTimeout(again, 1_000));
    }
  }

  const peer = createPeer({
    polite: call.role === 'partner',
    sendSignal: sendSignal,
    tracks: () => ({ audio: media.track('audio'), video: media.track('video') }),
    async configuration() {
      const { iceServers, relayOnly } = await api.callIceServers();
      return { iceServers, iceTransportPolicy: relayOnly ? 'relay' : 'all', bundlePolicy: 'max-bundle' };
    },
    onStream: (remote) => change({ remote }),
    onState(state) {
      clearTimeout(restartTimer);
      if (state === 'connected') {
        everConnected = true;
        change({ line: 'connected' });
      } else if (everConnected && state !== 'closed') {
        change({ line: 'interrupted' });
        restartTimer = setTimeout(peer.restart, restartDelayMs);
      }
      // The server stores when a call was last connected.
      if (isConnected() !== sentConnected) void sendAlive();
    },
  });

  const isConnected = () => peer.connection()?.connectionState === 'connected';
  let sentConnected = false;
  async function sendAlive(): Promise<void> {
    const connected = isConnected();
    sentConnected = connected;
    const answer = await callServer('call.alive', { callId: call.id, tabId: call.tabId, connected });
    if (closed) return;
    if (answer.ok) lastAnswerAt = performance.now();
    else if (answer.code === 'CONFLICT') reportElsewhere();
    else if (answer.code === 'NOT_FOUND' || performance.now() - lastAnswerAt > serverTimeoutMs) endCall();
  }

  const readLine = createLineReader();
  let samples: LineSample[] = [];
  let levels: LineLevel[] = [];
  async function sampleLine(): Promise<void> {
    const connection = peer.connection();
    if (connection?.connectionState !== 'connected') return;
    const now = await readLine(connection);
    countData('calls', now.bytes);
    samples = [...samples, now].slice(-15);
    levels = [...levels, levelOf(now)].slice(-10);
    change({ level: levels.at(-1) ?? 'good', megabytes: megabytesPerMinute(samples), remoteMoves: now.moves });
    if (store.get().audioOnly === null && isTooSlow(levels)) setAudioOnly(true, 'slow');
  }

  function setAudioOnly(on: boolean, why: 'chosen' | 'slow' = 'chosen'): void {
    levels = [];
    samples = [];
    change({ audioOnly: on ? why : null });
    peer.setVideo(!on);
  }

  const restart = () => {
    if (everConnected) peer.restart();
  };
  const timers = [
    setInterval(() => void sendAlive(), callHeartbeatIntervalMs),
    setInterval(() => void sampleLine(), sampleIntervalMs),
  ];
  addEventListener('online', restart);
  const { connection: network } = navigator as Navigator & { connection?: EventTarget };
  network?.addEventListener('change', restart);
  stops.push(
    holdSocket(),
    onEvent('call.signal', ({ callId, signal }) => {
      if (callId !== call.id) return;
      // The server has validated and re-serialized it.
      peer.receive(JSON.parse(signal) as CallSignal);
    }),
    onEvent('call.tick', (tick) => {
      if (tick.callId === call.id) change({ tick: { ...tick, at: performance.now() } });
    }),
    onEvent('call.taken-over', ({ callId, tabId }) => {
      if (callId === call.id && tabId !== call.tabId) reportElsewhere();
    }),
    onEvent('call.ended', ({ callId }) => {
      if (callId === call.id) endCall();
    }),
    onSocketOpen(() => {
      void sendAlive();
      if (everConnected && peer.connection()?.connectionState !== 'connected') peer.restart();
    }),
    media.subscribe(() => void peer.refreshTracks()),
    holdWakeLock(),
    () => removeEventListener('online', restart),
    () => network?.removeEventListener('change', restart),
  );
  if (store.get().audioOnly) peer.setVideo(false);
  peer.start();
  void sendAlive();

  return {
    ...store,
    setAudioOnly: (on) => setAudioOnly(on),
    close() {
      if (closed) return;
      closed = true;
      clearTimeout(restartTimer);
      for (const timer of timers) clearInterval(timer);
      peer.close();
      for (const stop of stops.splice(0)) stop();
    },
  };
}

/** Keeps the screen on while the tab is visible. */
function holdWakeLock(): () => void {
  let lock: WakeLockSentinel | null = null;
  let done = false;
  const requestLock = () => {
    if (done || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    navigator.wakeLock.request('screen').then(
      (given) => {
        lock = given;
        if (done) void given.release();
      },
      () => undefined,
    );
  };
  requestLock();
  document.addEventListener('visibilitychange', requestLock);
  return () => {
    done = true;
    document.removeEventListener('visibilitychange', requestLock);
    void lock?.release();
  };
}
