import { ApiError } from '@vlam/contract/client';
import { type ErrorCode, errorCatalogue } from '@vlam/contract/errors';
import type { BriefMessage } from '@vlam/contract/messaging';
import { type ClientAnswer, clientAnswer, realtimePath, type ServerEvent, serverEvents } from '@vlam/contract/realtime';
import { tolerant } from '@vlam/contract/tolerant';
import { emitEvent, liveStore, topicStore } from './realtime.ts';
import { isSocketHeld, setSocketSender } from './realtime-call.ts';
import { createWire } from './realtime-wire.ts';

/** A hidden tab keeps its socket for this long, in milliseconds. */
const closeHiddenAfterMs = 60_000;
/** Delay before reopening after the server has ended the session's connection, in milliseconds. */
const reopenAfterMs = 60_000;
/** Consecutive failures after which the session is checked. */
const maxFailures = 3;

/** Unparseable events within this time cause one resync, in milliseconds. */
const resyncDelayMs = 2_000;
/** Answer timeout in milliseconds. Messages have a shorter one, because they can be sent over HTTP instead. */
const answerTimeoutMs = 10_000;
const messageTimeoutMs = 4_000;
/** Messages sent over the socket in ten seconds; twice as many would close the connection. */
const maxMessages = 10;
/** Codes that do not concern the message itself: it is sent over HTTP instead. */
const transientCodes: readonly ErrorCode[] = ['UNAVAILABLE', 'INTERNAL', 'UNAUTHORIZED'];

const readAnswer = tolerant(clientAnswer);
const schemas = new Map<ServerEvent, (typeof serverEvents)[ServerEvent]>();
function schemaOf(name: ServerEvent): (typeof serverEvents)[ServerEvent] {
  const reader = schemas.get(name) ?? tolerant(serverEvents[name]);
  schemas.set(name, reader);
  return reader;
}

/** The answer as the `ApiError` that the HTTP call would throw; null unless the message was refused. */
function toApiError(answer: ClientAnswer): ApiError | null {
  if (answer.ok || answer.message === undefined || transientCodes.includes(answer.code)) return null;
  const { ok: _ok, ...body } = answer;
  return new ApiError(errorCatalogue[answer.code].status, JSON.stringify(body), '');
}

/** The server sends message.created only to the member's other tabs, so the sending tab emits its own. */
function emitOwnMessage(sent: BriefMessage): void {
  const { conversationId, receiverId: profileId, id, seq } = sent;
  emitEvent('message.created', { conversationId, profileId, id, seq, message: sent.media ? null : sent });
}

/**
 * Opens this tab's socket and keeps it open while the tab is visible. Calls `onSessionDoubtful` when the session may
 * have ended. Returns a close function.
 */
export function openSocket(onSessionDoubtful: () => void): () => void {
  const wire = createWire(`${location.origin.replace('http', 'ws')}${realtimePath}`, {
    onOpen() {
      failures = 0;
      joined = [];
      void syncTopics();
      liveStore.set(true);
      emitEvent('');
    },
    onClosed(why) {
      liveStore.set(false);
      if (why !== 'session-ended') return;
      onSessionDoubtful();
      timer = setTimeout(() => wire.open(), reopenAfterMs);
    },
    onFailed() {
      failures += 1;
      if (failures === maxFailures && navigator.onLine) onSessionDoubtful();
    },
    onEvent(name, payload) {
      // Ignore events that a newer server knows and this release does not.
      if (!Object.hasOwn(serverEvents, name)) return;
      const found = schemaOf(name as ServerEvent).safeParse(payload);
      if (found.success) emitEvent(name as ServerEvent, found.data);
      else scheduleResync();
    },
  });
  const listeners = new AbortController();
  const { signal } = listeners;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let joined: readonly string[] = [];

  async function syncTopics(): Promise<void> {
    if (!wire.isOpen) return;
    const topics = topicStore.get();
    const before = joined;
    joined = topics;
    for (const topic of before) if (!topics.includes(topic)) wire.send('leave', { topic });
    for (const topic of topics)
      if (!before.includes(topic)) {
        const answer = await wire.call('join', { topic }, answerTimeoutMs);
        if (!readAnswer.safeParse(answer).success) joined = joined.filter((each) => each !== topic);
      }
  }
  let messages: number[] = [];
  const isOverLimit = () => {
    messages = messages.filter((at) => at > Date.now() - 10_000);
    return messages.push(Date.now()) > maxMessages;
  };
  setSocketSender(async (name, payload) => {
    const isMessage = name === 'message.send';
    // Calls are not queued for a reconnect: a late event would be wrong.
    if (!wire.isOpen || (isMessage && isOverLimit())) return { ok: false, code: 'UNAVAILABLE' };
    const read = readAnswer.safeParse(await wire.call(name, payload, isMessage ? messageTimeoutMs : answerTimeoutMs));
    if (!read.success) return { ok: false, code: 'UNAVAILABLE' };
    const refusal = toApiError(read.data);
    if (refusal) throw refusal;
    if (read.data.ok && read.data.sent) emitOwnMessage(read.data.sent);
    return read.data;
  });
  let resyncTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * After an event that does not match our schema (another release of the server): one resync, as after a reconnect.
   */
  const scheduleResync = () => {
    resyncTimer ??= setTimeout(() => {
      resyncTimer = undefined;
      emitEvent('');
    }, resyncDelayMs);
  };
  const leaveTopics = topicStore.subscribe(() => void syncTopics());

  wire.open();

  const suspend = () => {
    clearTimeout(timer);
    wire.close();
  };
  const suspendUnlessHeld = () => {
    if (!isSocketHeld()) return suspend();
    timer = setTimeout(suspendUnlessHeld, closeHiddenAfterMs);
  };
  const resume = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') wire.open();
  };
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') resume();
      else timer = setTimeout(suspendUnlessHeld, closeHiddenAfterMs);
    },
    { signal },
  );
  // An open socket would keep the page out of the back/forward cache.
  addEventListener('pagehide', suspend, { signal });
  addEventListener('pageshow', resume, { signal });
  addEventListener('online', resume, { signal });

  return () => {
    listeners.abort();
    clearTimeout(resyncTimer);
    setSocketSender(null);
    leaveTopics();
    suspend();
    liveStore.set(false);
  };
}
