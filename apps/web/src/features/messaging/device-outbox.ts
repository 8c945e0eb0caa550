import { ApiError, api, codeOf, messageOf } from '../../lib/api.ts';
import { onResume } from '../../lib/realtime.ts';
import { say } from '../../lib/realtime-say.ts';
import { keepOnly } from './kept-threads.ts';
import { type Attempt, createOutbox, type Outbox } from './outbox.ts';
import { deviceStorage, memoryStorage, type Waiting } from './outbox-storage.ts';
import { announceSent } from './sent.ts';

const channelName = 'vlam-outbox';
let opened: { accountId: string; outbox: Promise<Outbox> } | undefined;

/** Silence, a failure of the server, or a moment's crowd: the message may or may not be there, so it is sent again. */
function isUndecided(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || error.status === 401 || codeOf(error) === 'TOO_MANY_REQUESTS';
}

async function send({ to, clientId, message }: Waiting): Promise<Attempt> {
  if (!navigator.onLine) return { result: 'later' };
  try {
    const body = { ...message, clientId };
    const answer = await say('message.send', { to, message: body });
    // Whatever became of it there, its name makes it one message.
    const sent = (answer.ok && answer.sent) || (await api.sendMessage({ params: { profileId: to }, body }));
    announceSent(to, sent);
    return { result: 'sent' };
  } catch (error) {
    if (isUndecided(error)) return { result: 'later' };
    if (codeOf(error) === 'MESSAGE_QUOTA_USED') return { result: 'costs' };
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

async function open(accountId: string): Promise<Outbox> {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null;
  const outbox = createOutbox({
    accountId,
    storage: await deviceStorage().catch(memoryStorage),
    send,
    alone: aloneInBrowser(accountId),
    changed: () => channel?.postMessage(''),
  });
  const again = () => void outbox.drain();
  channel?.addEventListener('message', () => void outbox.refresh());
  addEventListener('online', again);
  onResume(again);
  await outbox.refresh();
  again();
  void keepOnly(accountId).catch(() => undefined);
  return outbox;
}

/** What waits on this device for an account; it goes on sending for as long as the page lives. */
export function outboxOf(accountId: string): Promise<Outbox> {
  if (opened?.accountId !== accountId) opened = { accountId, outbox: open(accountId) };
  return opened.outbox;
}
