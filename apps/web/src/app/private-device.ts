import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { sendPushText } from '../features/notifications/push-text.ts';
import { startClearOnExit } from '../features/privacy/clear-on-exit.ts';
import { clearButWaiting } from '../features/privacy/device-data.ts';
import { startScreenGuard } from '../features/privacy/screen-guard.ts';
import { switchIncognito } from '../features/privacy/switch-incognito.ts';
import { messageOf } from '../lib/api.ts';
import { incognitoStore, inEffect } from '../lib/incognito.ts';
import { dropKeptLists } from '../lib/kept-lists.ts';
import { startOfflineCredits, syncOfflineCredits } from '../lib/offline-credits.ts';
import { hasOutbox } from '../lib/outbox-name.ts';
import { go } from '../lib/router.tsx';
import { currentUserQuery } from '../lib/session.ts';
import { toast, toastError } from '../lib/toast.ts';
import { queryClient } from './query-client.ts';

let waitingMessages = 0;

async function messages() {
  const accountId = queryClient.getQueryData(currentUserQuery.queryKey)?.id;
  if (!accountId || !(await hasOutbox())) return undefined;
  const { outboxOf } = await import('../features/messaging/device-outbox.ts');
  const outbox = await outboxOf(queryClient, accountId);
  waitingMessages = outbox.items.get().length;
  return outbox;
}

async function sendWaiting(): Promise<void> {
  const outbox = await messages();
  await Promise.all([syncOfflineCredits(queryClient), outbox?.drain()]);
  await messages();
}

async function forget(): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' });
  // Also what waits to be kept.
  void dropKeptLists();
  if (!(await hasOutbox())) return;
  const { deleteOtherAccounts } = await import('../features/messaging/offline-threads.ts');
  await deleteOtherAccounts(null);
}

/** A disguise or the lock is shown, and nothing of the app may appear. */
const isCovered = () => {
  const { cover, locked } = document.documentElement.dataset;
  return cover !== undefined || locked !== undefined;
};

/** Begins what the device was set to; later changes of the settings take effect by themselves. */
function start(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey && event.shiftKey && /^[dx]$/i.test(event.key) && !incognitoStore.get().shortcuts)
        event.stopImmediatePropagation();
    },
    true,
  );
  startScreenGuard();
  startClearOnExit({
    sendWaiting,
    forget,
    hasMessages: () => waitingMessages > 0,
    goHome: () => go({ to: '/', replace: true }),
  });
  startOfflineCredits(queryClient);
  let isStealthy = inEffect(incognitoStore.get()).stealth;
  if (isStealthy && !isCovered()) sendPushText();
  incognitoStore.subscribe(() => {
    if (isStealthy === inEffect(incognitoStore.get()).stealth) return;
    isStealthy = !isStealthy;
    sendPushText();
  });
}

async function toggleIncognito(): Promise<void> {
  if (!queryClient.getQueryData(currentUserQuery.queryKey)) return;
  const on = !incognitoStore.get().isEnabled;
  try {
    await switchIncognito(queryClient, on);
    toast({ tone: 'info', title: on ? i18n._(msg`Incognito is on`) : i18n._(msg`Incognito is off`) });
  } catch (error) {
    toastError(i18n._(msg`This was not changed`), messageOf(error) ?? i18n._(msg`The connection dropped. Try again.`));
  }
}

/** Ctrl+Shift+D or X, at every screen. */
export function press({ key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>): void {
  if (repeat) return;
  if (key.toLowerCase() === 'd') return void (isCovered() || toggleIncognito());
  clearButWaiting();
  void forget().catch(() => undefined);
  if (!isCovered()) toast({ tone: 'info', title: i18n._(msg`Session data cleared`) });
}

// Loaded where it is needed, and only there.
start();
