import { clientAnswer, realtimePath, type ServerEvent, serverEvents } from '@vlam/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { announce, liveStore, topicStore } from './realtime.ts';
import { isSocketHeld, setSpeaker } from './realtime-say.ts';

/** A page that nobody sees keeps its socket this long, in milliseconds. */
const hiddenForMs = 60_000;
/** After the server has ended a connection on purpose: time to find out who is signed in, in milliseconds. */
const turnedAwayForMs = 60_000;
/** Failures in a row after which it is asked whether anybody is signed in at all. */
const doubtAfter = 3;

/**
 * Opens the socket of this page and keeps it open while the page is seen. `onDoubt` is called when the server may no
 * longer know who this is. Answers the way to end it.
 */
export function openSocket(onDoubt: () => void): () => void {
  const socket: Socket = io({
    path: realtimePath,
    transports: ['websocket'],
    // After a restart of the server everybody is back within seconds, and not in the same one.
    reconnectionDelay: 2_000,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.9,
    timeout: 10_000,
  });
  const ending = new AbortController();
  const { signal } = ending;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let joined: readonly string[] = [];

  async function follow(): Promise<void> {
    if (!socket.connected) return;
    const topics = topicStore.get();
    const before = joined;
    joined = topics;
    for (const topic of before) if (!topics.includes(topic)) socket.emit('leave', { topic });
    for (const topic of topics)
      if (!before.includes(topic)) {
        const answer = await socket
          .timeout(10_000)
          .emitWithAck('join', { topic })
          .catch(() => null);
        if (!clientAnswer.safeParse(answer).success) joined = joined.filter((each) => each !== topic);
      }
  }
  setSpeaker(async (name, payload) => {
    // Nothing waits for the socket to come back: what is said late is said wrong.
    if (!socket.connected) return { ok: false, code: 'UNAVAILABLE' };
    const answer = await socket
      .timeout(10_000)
      .emitWithAck(name, payload)
      .catch(() => null);
    const read = clientAnswer.safeParse(answer);
    return read.success ? read.data : { ok: false, code: 'UNAVAILABLE' };
  });
  const leaveTopics = topicStore.subscribe(() => void follow());

  socket.on('connect', () => {
    failures = 0;
    joined = [];
    void follow();
    liveStore.set(true);
    announce('');
  });
  socket.on('disconnect', (reason) => {
    liveStore.set(false);
    if (reason !== 'io server disconnect') return;
    onDoubt();
    timer = setTimeout(() => socket.connect(), turnedAwayForMs);
  });
  socket.on('connect_error', () => {
    failures += 1;
    if (failures === doubtAfter && navigator.onLine) onDoubt();
  });
  socket.onAny((name: string, payload: unknown) => {
    // What is not in the contract was never said: an older page simply does not know newer words.
    if (!Object.hasOwn(serverEvents, name)) return;
    const found = serverEvents[name as ServerEvent].safeParse(payload);
    if (found.success) announce(name as ServerEvent, found.data);
  });

  const sleep = () => {
    clearTimeout(timer);
    socket.disconnect();
  };
  const rest = () => {
    if (!isSocketHeld()) return sleep();
    timer = setTimeout(rest, hiddenForMs);
  };
  const wake = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible' && !socket.connected) socket.connect();
  };
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') wake();
      else timer = setTimeout(rest, hiddenForMs);
    },
    { signal },
  );
  // An open socket would keep the page out of the browser's memory for going back.
  addEventListener('pagehide', sleep, { signal });
  addEventListener('pageshow', wake, { signal });
  addEventListener('online', wake, { signal });

  return () => {
    ending.abort();
    setSpeaker(null);
    leaveTopics();
    sleep();
    liveStore.set(false);
  };
}
