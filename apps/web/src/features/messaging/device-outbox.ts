import type { QueryClient } from '@tanstack/react-query';
import { fromBriefMessage } from '@vlam/contract/rules/brief-messages';
import { ApiError, api, codeOf, keyOf, messageOf } from '../../lib/api.ts';
import { onSocketOpen } from '../../lib/realtime.ts';
import { callServer } from '../../lib/realtime-call.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { sessionChannel } from '../../lib/updates.ts';
import { type Attempt, createOutbox, type Outbox, type Turn } from './outbox.ts';
import { deviceStorage, memoryStorage, orMemory, type Waiting } from './outbox-storage.ts';
import { announceSent } from './sent.ts';

const channelName = 'vlam-outbox';
/** How long an answer is waited for, in milliseconds: a request may outlive the network it was made in by minutes. */
const patienceMs = 15_000;
let opened: { accountId: string; outbox: Promise<Outbox> } | undefined;

function inTime<Value>(ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), patienceMs);
  return ask(limit.signal).finally(() => clearTimeout(timer));
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 401;

/**
 * Silence, a failure of the server, a moment's crowd, or nobody or somebody else signed in: the message may or may not be
 * there, so it is sent again once its writer is.
 */
function isUndecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || isRefused(error) || codeOf(error) === 'TOO_MANY_REQUESTS';
}

async function send(client: QueryClient, item: Waiting, again: boolean, keeper: Doorkeeper): Promise<Attempt> {
  const { to, clientId, accountId, message } = item;
  if (!navigator.onLine) return { result: 'later' };
  try {
    const body = { ...message, clientId, accountId, ...(again ? { again } : {}) };
    const answer = await callServer('message.send', { to, message: body });
    // The socket belongs to one account until it closes; the other door goes by the cookie of the moment.
    if (!answer.ok && !keeper.isSure()) return { result: 'later' };
    // Whatever became of it there, its name makes it one message.
    const said = answer.ok && answer.sent && fromBriefMessage(answer.sent);
    const sent = said || (await inTime((signal) => api.sendMessage({ params: { profileId: to }, body, signal })));
    announceSent(to, sent);
    return { result: 'sent' };
  } catch (error) {
    if (isUndecided(error)) {
      keeper.doubt();
      return { result: 'later' };
    }
    if (codeOf(error) === 'MESSAGE_QUOTA_USED') {
      // The page thought there was one left.
      void client.invalidateQueries({ queryKey: keyOf('getConversation', { params: { profileId: to } }) });
      return { result: 'costs' };
    }
    const reason = messageOf(error);
    return { result: 'failed', ...(reason === undefined ? {} : { reason }) };
  }
}

/** One tab of the browser sends at a time; the others wait, and find less to do. */
function aloneInBrowser(accountId: string) {
  let running: Promise<void> | undefined;
  return (work: () => Promise<void>): Promise<void> => {
    const name = `${channelName}:${accountId}`;
    const begin = () => ('locks' in navigator ? navigator.locks.request(name, work) : work());
    // What was added while the last round was ending is seen to by the next.
    running = (running ?? Promise.resolve()).then(begin).catch((error: unknown) => console.error('outbox', error));
    return running;
  };
}

type Doorkeeper = ReturnType<typeof aDoorkeeper>;

/** Knows whether this page's account is still the one that is signed in; asks the server after anything that may have changed it. */
function aDoorkeeper(client: QueryClient, accountId: string) {
  let isSure = client.getQueryData(currentUserQuery.queryKey)?.id === accountId;
  return {
    isSure: () => isSure,
    doubt: () => {
      isSure = false;
    },
    async whoseTurn(afresh: boolean): Promise<Turn> {
      if (isSure && !afresh) return 'ours';
      if (!navigator.onLine) return 'unknown';
      // What comes in while the answer is on its way may be newer than the answer.
      isSure = true;
      try {
        const user = await inTime((signal) => api.currentUser({ signal })).catch((error: unknown) => {
          if (isRefused(error)) return null;
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
  const hears = 'BroadcastChannel' in globalThis;
  // By account: a page that outlived its session has no part in what its successor writes.
  const channel = hears ? new BroadcastChannel(`${channelName}:${accountId}`) : null;
  const sessions = hears ? new BroadcastChannel(sessionChannel) : null;
  const ending = new AbortController();
  const { signal } = ending;
  const keeper = aDoorkeeper(client, accountId);
  const outbox = createOutbox({
    accountId,
    storage: await deviceStorage().then(orMemory, memoryStorage),
    send: (item, again) => send(client, item, again, keeper),
    whoseTurn: keeper.whoseTurn,
    alone: aloneInBrowser(accountId),
    changed: () => {
      if (!signal.aborted) channel?.postMessage('');
    },
    closed: () => {
      ending.abort();
      channel?.close();
      sessions?.close();
      if (opened?.accountId === accountId) opened = undefined;
    },
  });
  const again = () => {
    keeper.doubt();
    void outbox.drain();
  };
  channel?.addEventListener('message', () => void outbox.refresh());
  sessions?.addEventListener('message', ({ data }) => {
    if (data !== accountId) again();
  });
  addEventListener('online', again, { signal });
  // A sign-in in another tab of this browser happens while this one is hidden, or beside it.
  document.addEventListener('visibilitychange', keeper.doubt, { signal });
  addEventListener('pageshow', keeper.doubt, { signal });
  signal.addEventListener('abort', onSocketOpen(again));
  await outbox.refresh();
  void outbox.drain();
  return outbox;
}

/** What waits on this device for an account; it goes on sending for as long as that account is signed in here. */
export function outboxOf(client: QueryClient, accountId: string): Promise<Outbox> {
  if (opened?.accountId !== accountId) {
    void opened?.outbox.then((before) => before.close());
    opened = { accountId, outbox: open(client, accountId) };
  }
  return opened.outbox;
}
