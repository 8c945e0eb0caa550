import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, queryOf } from '../../lib/api.ts';
import { createStore } from '../../lib/store.ts';
import { pushText, sendPushText } from './push-text.ts';

/** Push support of this browser; `install` where it pushes only to installed apps. */
export type PushSupport = 'yes' | 'install' | 'no';

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return requiresInstall() ? 'install' : 'no';
  return 'PushManager' in window ? 'yes' : requiresInstall() ? 'install' : 'no';
}

/** Safari on iPhones and iPads supports push only for apps on the home screen. */
const requiresInstall = () =>
  /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches;

export const permissionStore = createStore<NotificationPermission>(
  'Notification' in window ? Notification.permission : 'default',
);

const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** The member denied the browser's permission prompt. */
export class PushDenied extends Error {}

/** Asks for permission and registers a subscription. Throws `PushDenied`, and errors of the browser or the request. */
async function subscribe(publicKey: string): Promise<void> {
  const permission = await Notification.requestPermission();
  permissionStore.set(permission);
  if (permission !== 'granted') throw new PushDenied();
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = decodeBase64Url(publicKey);
  const options = { userVisibleOnly: true, applicationServerKey };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // A subscription with another key blocks this one.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
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

export function usePush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ on, publicKey }: { on: boolean; publicKey: string }) => (on ? subscribe(publicKey) : unsubscribe()),
    onSettled: () => client.invalidateQueries({ queryKey: queryOf('notificationPreferences').queryKey }),
  });
}

/** Stores the texts of pushes with the worker when pushes are turned on. */
export const useSendPushText = (): void => useEffect(sendPushText, []);

/** Shows a sample notification on this device. */
export async function showTestNotification(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const { title, body } = pushText();
  await registration.showNotification(title, {
    body,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-72.png',
    tag: 'vlam',
  });
}
