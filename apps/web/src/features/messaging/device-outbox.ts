import type { QueryClient } from '@tanstack/react-query';
import { fromBriefMessage } from '@vlam/contract/rules/brief-messages';
import { ApiError, api, codeOf, keyOf, messageOf } from '../../lib/api.ts';
import { onSocketOpen } from '../../lib/realtime.ts';
import { callServer } from '../../lib/realtime-call.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { sessionChannel } from '../../lib/updates.ts';
import { type Attempt, createOutbox, type Outbox, type SessionState } from './outbox.ts';
import { deviceStorage, memoryStorage, orMemory, type Waiting } from './outbox-storage.ts';
import { emitSent } from './threads/sent.ts';

const channelName = 'vlam-outbox';
/** Request timeout in milliseconds: a request can outlive its network by minutes. */
const requestTimeoutMs = 15_000;
let opened: { accountId: string; outbox: Promise<Outbox> } | undefined;

function withTimeout<Value>(ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), requestTimeoutMs);
  return ask(limit.signal).finally(() => clearTimeout(timer));
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401;

/**
 * True for a network failure, a server error, a rate limit, or a lost session: the message may or may not be stored, so
 * it is retried once its author is signed in.
 */
function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || isUnauthorized(error) || codeOf(error) === 'TOO_MANY_REQUESTS';
}

async function send(client: QueryClient, item: Waiting, isRetry: boolean, session: SessionCheck): Promise<Attempt> {
  const { to, clientId, accountId, message } = item;
  if (!navigator.onLine) return { result: 'later' };
  try {
    const body = { ...message, clientId, accountId, ...(isRetry ? { again: isRetry } : {}) };
    const answer = await callServer('message.send', { to, message: body });
    // The socket belongs to one account until it closes, but HTTP uses the current cookie.
    if (!answer.ok && !session.isSure()) return { result: 'later' };
    // The clientId makes the HTTP request idempotent with the socket call.
    const stored = answer.ok && answer.sent && fromBriefMessage(answer.sent);
    const sent =
      stored || (await withTimeout((signal) => api.sendMessage({ params: { profileId: to }, body, signal })));
    emitSent(to, sent);
    return { result: 'sent' };
  } catch (error) {
    if (isOutcomeUnknown(error)) {
      session.invalidate();
      return { result: 'later' };
    }
    if (codeOf(error) === 'MESSAGE_QUOTA_USED') {
      // The displayed quota was outdated.
      void client.invalidateQueries({ queryKey: keyOf('getConversation', { params: { profileId: to } }) });
      return { result: 'costs' };
    }
    const reason = messageOf(error);
    return { result: 'failed', ...(reason === undefined ? {} : { reason }) };
  }
}

/** Only one tab of the browser sends at a time; the others wait. */
function exclusiveInBrowser(accountId: string) {
  let running: Promise<void> | undefined;
  return (work: () => Promise<void>): Promise<void> => {
    const name = `${channelName}:${accountId}`;
    const start = () => ('locks' in navigator ? navigator.locks.request(name, work) : work());
    // Messages added while a run was ending are sent by the next run.
    running = (running ?? Promise.resolve()).then(start).catch((error: unknown) => console.error('outbox', error));
    return running;
  };
}

type SessionCheck = ReturnType<typeof createSessionCheck>;

/**
 * Tracks whether this tab's account is still signed in; checks with the server after anything that may have changed it.
 */
function createSessionCheck(client: QueryClient, accountId: string) {
  let isSure = client.getQueryData(currentUserQuery.queryKey)?.id === accountId;
  return {
    isSure: () => isSure,
    invalidate: () => {
      isSure = false;
    },
    async check(afresh: boolean): Promise<SessionState> {
      if (isSure && !afresh) return 'ours';
      if (!navigator.onLine) return 'unknown';
      // A change during the request may be newer than its response.
      isSure = true;
      try {
        const user = await withTimeout((signal) => api.currentUser({ signal })).catch((error: unknown) => {
          if (isUnauthorized(error)) return null;
          throw error;
        });
        client.setQueryData(currentUserQuery.queryKey, user);
        if (user?.id !== accountId) return 'other';
        return isSure ? 'ours' : 'unknown';
      } catch {
        isSure = false;
        return 'unknown';
      }
    },
  };
}

async function open(client: QueryClient, accountId: string): Promise<Outbox> {
  const hasChannels = 'BroadcastChannel' in globalThis;
  // One channel per account: a tab that outlived its session must not follow the next account.
  const channel = hasChannels ? new BroadcastChannel(`${channelName}:${accountId}`) : null;
  const sessions = hasChannels ? new BroadcastChannel(sessionChannel) : null;
  const closing = new AbortController();
  const { signal } = closing;
  const session = createSessionCheck(client, accountId);
  const outbox = createOutbox({
    accountId,
    storage: await deviceStorage().then(orMemory, memoryStorage),
    send: (item, isRetry) => send(client, item, isRetry, session),
    checkSession: session.check,
    exclusively: exclusiveInBrowser(accountId),
    onChanged: () => {
      if (!signal.aborted) channel?.postMessage('');
    },
    onClosed: () => {
      closing.abort();
      channel?.close();
      sessions?.close();
      if (opened?.accountId === accountId) opened = undefined;
    },
  });
  const recheck = () => {
    session.invalidate();
    void outbox.drain();
  };
  channel?.addEventListener('message', () => void outbox.refresh());
  sessions?.addEventListener('message', ({ data }) => {
    if (data !== accountId) recheck();
  });
  addEventListener('online', recheck, { signal });
  // Another tab may have signed in while this one was hidden.
  document.addEventListener('visibilitychange', session.invalidate, { signal });
  addEventListener('pageshow', session.invalidate, { signal });
  signal.addEventListener('abort', onSocketOpen(recheck));
  await outbox.refresh();
  void outbox.drain();
  return outbox;
}

/** The outbox of an account on this device; it sends while that account is signed in. */
export function outboxOf(client: QueryClient, accountId: string): Promise<Outbox> {
  if (opened?.accountId !== accountId) {
    void opened?.outbox.then((before) => before.close());
    opened = { accountId, outbox: open(client, accountId) };
  }
  return opened.outbox;
}
