import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ServerPayload } from '@vlam/contract/realtime';
import { useEffect, useState } from 'react';
import { dropItem } from '../features/content/drop-item.ts';
import { reportDelivered } from '../features/messaging/delivered.ts';
import { changeOfflineThreads, conversationQuery, threadQuery } from '../features/messaging/threads/api.ts';
import { refreshUnread } from '../features/messaging/threads/unread.ts';
import { keyOf } from '../lib/api.ts';
import { putBalance } from '../lib/balance.ts';
import { showBadge } from '../lib/install.ts';
import { hasOutbox } from '../lib/outbox-name.ts';
import { onSocketOpen, useLiveEvent } from '../lib/realtime.ts';
import { openSocket } from '../lib/realtime-socket.ts';
import { currentUserQuery } from '../lib/session.ts';
import { lazyPart } from '../lib/styles.ts';
import { IncomingCalls } from './incoming-calls.tsx';
import { LazyBoundary } from './shell/lazy-boundary.tsx';

const ReceivedGifts = lazyPart(() =>
  import('../features/gifts/components/received-gifts.tsx').then((module) => module.ReceivedGifts),
);

/** Delay after a thread was cleared elsewhere, in milliseconds. */
const resetDelayMs = 500;
/** After this time no server process answers with former settings, in milliseconds. */
const cachedSettingsMs = 800;
/** After this time no server process answers with a person's former picture, in milliseconds. */
const cachedCardsMs = 1_500;

type GiftReceived = ServerPayload<'gift.received'>;

/** Sends messages written offline, on every screen and also after a reload. */
async function sendOutbox(client: QueryClient): Promise<void> {
  const accountId = client.getQueryData(currentUserQuery.queryKey)?.id;
  if (!accountId || !(await hasOutbox())) return;
  const { outboxOf } = await import('../features/messaging/device-outbox.ts');
  await outboxOf(client, accountId);
}

/** Refetches the queries whose data holds a removed photo's key or a removed item's id. */
function refetchWith(client: QueryClient, text: string): void {
  const refetch = () =>
    void client.invalidateQueries({ predicate: ({ state }) => JSON.stringify(state.data ?? null).includes(text) });
  refetch();
  // The server may have answered from a cache that still held it.
  setTimeout(refetch, cachedCardsMs);
}

/** A server process may answer with the settings of half a second ago. */
function refetchSettings(client: QueryClient): void {
  const refetch = () => {
    for (const name of ['publicSettings', 'operatorSettings'] as const)
      void client.invalidateQueries({ queryKey: keyOf(name) });
  };
  refetch();
  setTimeout(refetch, cachedSettingsMs);
}

const syncOfflineThreads = () => changeOfflineThreads((module) => module.syncOfflineThreads());

/** The open socket of a signed-in adult, and the events that concern every screen: the balance, and incoming gifts. */
export function Live() {
  const client = useQueryClient();
  const [gifts, setGifts] = useState<readonly GiftReceived[]>([]);

  useEffect(() => openSocket(() => void client.invalidateQueries({ queryKey: keyOf('currentUser') })), [client]);
  useLiveEvent('balance.changed', (balance) => putBalance(client, balance));
  useLiveEvent('notification.created', ({ unread }) => {
    client.setQueryData(currentUserQuery.queryKey, (user) =>
      user ? { ...user, unread: { ...user.unread, notifications: unread } } : user,
    );
    void client.invalidateQueries({ queryKey: keyOf('listNotifications') });
    showBadge(unread);
  });
  useLiveEvent('message.created', ({ profileId, id, message }) => {
    refreshUnread(client);
    // Without the message its sender is unknown here; for an own message this does nothing.
    if (message === null || message.senderId === profileId) reportDelivered(profileId, id);
  });
  useLiveEvent('conversation.read', () => refreshUnread(client));
  useLiveEvent('unread.changed', () => refreshUnread(client));
  useLiveEvent('settings.changed', () => refetchSettings(client), 'platform');
  useLiveEvent('photo.removed', ({ key }) => refetchWith(client, key));
  useLiveEvent('content.removed', ({ id, mediaIds }) => {
    refetchWith(client, id);
    if (!mediaIds) dropItem(client, id);
  });
  useLiveEvent('conversation.cleared', ({ profileId }) => {
    refreshUnread(client);
    changeOfflineThreads((module) => module.deleteOfflineThread(profileId));
    // The tab that cleared it navigates away; others that show the thread empty it.
    setTimeout(() => {
      for (const { queryKey } of [threadQuery(profileId), conversationQuery(profileId)])
        void client.resetQueries({ queryKey });
    }, resetDelayMs);
  });
  // Unsent or changed while its thread is closed here; an open thread updates its own copy.
  useLiveEvent('message.updated', ({ profileId, id }) =>
    changeOfflineThreads((module) => module.deleteOfflineMessage(profileId, id)),
  );
  useEffect(() => {
    // Changes missed while offline. Also called at once, for members without a socket.
    syncOfflineThreads();
    void sendOutbox(client);
    return onSocketOpen(() => {
      void client.invalidateQueries({ queryKey: keyOf('creditBalance') });
      refreshUnread(client);
      syncOfflineThreads();
    });
  }, [client]);
  useLiveEvent('gift.received', (gift) => setGifts((waiting) => [...waiting, gift]));

  return (
    <>
      <IncomingCalls />
      {gifts.length > 0 ? (
        <LazyBoundary>
          <ReceivedGifts gifts={gifts} onShown={() => setGifts((waiting) => waiting.slice(1))} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
