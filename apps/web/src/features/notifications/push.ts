import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, queryOf } from '../../lib/api.ts';
import { createStore } from '../../lib/store.ts';
import { leavePushWords, pushWords } from './push-words.ts';

/** What this browser can do: `install` where it pushes only to installed apps. */
export type PushSupport = 'yes' | 'install' | 'no';

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return onlyInstalled() ? 'install' : 'no';
  return 'PushManager' in window ? 'yes' : onlyInstalled() ? 'install' : 'no';
}

/** Safari on iPhones and iPads offers push to apps on the home screen alone. */
const onlyInstalled = () =>
  /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches;

export const permissionStore = createStore<NotificationPermission>(
  'Notification' in window ? Notification.permission : 'default',
);

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** The person said no to the browser's own question. */
export class PushDenied extends Error {}

/** Asks the browser, subscribes it and tells the server. Throws `PushDenied`, and what the browser or the call throws. */
async function subscribe(publicKey: string): Promise<void> {
  const permission = await Notification.requestPermission();
  permissionStore.set(permission);
  if (permission !== 'granted') throw new PushDenied();
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(publicKey);
  const wanted = { userVisibleOnly: true, applicationServerKey };
  const made = await pushManager.subscribe(wanted).catch(async () => {
    // One of another key stands in the way.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const { endpoint, keys } = made.toJSON();
  await api.subscribePush({
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  });
}

/** Unsubscribes on the server first; a browser that stays subscribed then receives nothing. */
async function unsubscribe(): Promise<void> {
  await api.unsubscribePush();
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Turns pushes to this browser on or off. */
export function usePush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ on, publicKey }: { on: boolean; publicKey: string }) => (on ? subscribe(publicKey) : unsubscribe()),
    onSettled: () => client.invalidateQueries({ queryKey: queryOf('notificationPreferences').queryKey }),
  });
}

/** Stores the texts of pushes with the worker when pushes are turned on. */
export const usePushWords = (): void => useEffect(leavePushWords, []);

/** Shows what a push looks like, on this device alone. */
export async function showTest(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const { title, body } = pushWords();
  await registration.showNotification(title, {
    body,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-72.png',
    tag: 'vlam',
  });
}
