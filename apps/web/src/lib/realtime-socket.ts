import { ApiError } from '@vlam/contract/client';
import { type ErrorCode, errorCatalogue } from '@vlam/contract/errors';
import type { BriefMessage } from '@vlam/contract/messaging';
import { type ClientAnswer, clientAnswer, realtimePath, type ServerEvent, serverEvents } from '@vlam/contract/realtime';
import { tolerant } from '@vlam/contract/tolerant';
import { announce, liveStore, topicStore } from './realtime.ts';
import { isSocketHeld, setSpeaker } from './realtime-say.ts';
import { createWire } from './realtime-wire.ts';

/** A page that nobody sees keeps its socket this long, in milliseconds. */
const hiddenForMs = 60_000;
/** After the server has ended a connection on purpose: time to find out who is signed in, in milliseconds. */
const turnedAwayForMs = 60_000;
/** Failures in a row after which it is asked whether anybody is signed in at all. */
const doubtAfter = 3;

/** How long what cannot be read is gathered before everything is read anew, in milliseconds. */
const unreadableForMs = 2_000;
/** How long an answer is waited for, in milliseconds. A message has another door. */
const patienceMs = 10_000;
const messagePatienceMs = 4_000;
/** Messages by this door within ten seconds: half of what closes a connection. */
const messagesAtMost = 10;
/** Refusals that say nothing of the message itself: the other door decides. */
const passing: readonly ErrorCode[] = ['UNAVAILABLE', 'INTERNAL', 'UNAUTHORIZED'];

const readAnswer = tolerant(clientAnswer);
const readers = new Map<ServerEvent, (typeof serverEvents)[ServerEvent]>();
function readEvent(name: ServerEvent): (typeof serverEvents)[ServerEvent] {
  const reader = readers.get(name) ?? tolerant(serverEvents[name]);
  readers.set(name, reader);
  return reader;
}

/** A refusal of a message, in the form in which the call refuses; null for anything else. */
function refusalIn(answer: ClientAnswer): ApiError | null {
  if (answer.ok || answer.message === undefined || passing.includes(answer.code)) return null;
  const { ok: _ok, ...body } = answer;
  return new ApiError(errorCatalogue[answer.code].status, JSON.stringify(body), '');
}

/** What the account's other pages are told of its message; the page that sent it has the answer alone. */
function announceOwn(sent: BriefMessage): void {
  const { conversationId, receiverId: profileId, id, seq } = sent;
  announce('message.created', { conversationId, profileId, id, seq, message: sent.media ? null : sent });
}

/**
 * Opens the socket of this page and keeps it open while the page is seen. `onDoubt` is called when the server may no
 * longer know who this is. Answers the way to end it.
 */
export function openSocket(onDoubt: () => void): () => void {
  const wire = createWire(`${location.origin.replace('http', 'ws')}${realtimePath}`, {
    onOpen() {
      failures = 0;
      joined = [];
      void follow();
      liveStore.set(true);
      announce('');
    },
    onClosed(why) {
      liveStore.set(false);
      if (why !== 'session-ended') return;
      onDoubt();
      timer = setTimeout(() => wire.open(), turnedAwayForMs);
    },
    onFailed() {
      failures += 1;
      if (failures === doubtAfter && navigator.onLine) onDoubt();
    },
    onEvent(name, payload) {
      // An older page does not know newer events.
      if (!Object.hasOwn(serverEvents, name)) return;
      const found = readEvent(name as ServerEvent).safeParse(payload);
      if (found.success) announce(name as ServerEvent, found.data);
      else readAnew();
    },
  });
  const ending = new AbortController();
  const { signal } = ending;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let joined: readonly string[] = [];

  async function follow(): Promise<void> {
    if (!wire.isOpen) return;
    const topics = topicStore.get();
    const before = joined;
    joined = topics;
    for (const topic of before) if (!topics.includes(topic)) wire.send('leave', { topic });
    for (const topic of topics)
      if (!before.includes(topic)) {
        const answer = await wire.call('join', { topic }, patienceMs);
        if (!readAnswer.safeParse(answer).success) joined = joined.filter((each) => each !== topic);
      }
  }
  let messages: number[] = [];
  const isTooMuch = () => {
    messages = messages.filter((at) => at > Date.now() - 10_000);
    return messages.push(Date.now()) > messagesAtMost;
  };
  setSpeaker(async (name, payload) => {
    const isMessage = name === 'message.send';
    // Nothing waits for the socket to come back: what is said late is said wrong.
    if (!wire.isOpen || (isMessage && isTooMuch())) return { ok: false, code: 'UNAVAILABLE' };
    const read = readAnswer.safeParse(await wire.call(name, payload, isMessage ? messagePatienceMs : patienceMs));
    if (!read.success) return { ok: false, code: 'UNAVAILABLE' };
    const refusal = refusalIn(read.data);
    if (refusal) throw refusal;
    if (read.data.ok && read.data.sent) announceOwn(read.data.sent);
    return read.data;
  });
  let reading: ReturnType<typeof setTimeout> | undefined;
  /** Something happened that a server of another version says in another way: as after a gap, once for many. */
  const readAnew = () => {
    reading ??= setTimeout(() => {
      reading = undefined;
      announce('');
    }, unreadableForMs);
  };
  const leaveTopics = topicStore.subscribe(() => void follow());

  wire.open();

  const sleep = () => {
    clearTimeout(timer);
    wire.close();
  };
  const rest = () => {
    if (!isSocketHeld()) return sleep();
    timer = setTimeout(rest, hiddenForMs);
  };
  const wake = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') wire.open();
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
    clearTimeout(reading);
    setSpeaker(null);
    leaveTopics();
    sleep();
    liveStore.set(false);
  };
}
