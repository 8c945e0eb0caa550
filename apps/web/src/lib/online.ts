import { createStore } from './store.ts';

/** How long "Back online" is shown, in milliseconds. */
export const backOnlineMs = 3000;

export type Connection = 'online' | 'offline' | 'back';
export const connectionStore = createStore<Connection>('online');

/** True while the screen that was opened has nothing in this tab and this device kept its lists (`app/keep-lists.ts`). */
export const cutOffStore = createStore(false);

export function watchConnection(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (!navigator.onLine) connectionStore.set('offline');
  addEventListener('offline', () => {
    clearTimeout(timer);
    connectionStore.set('offline');
  });
  addEventListener('online', () => {
    connectionStore.set('back');
    timer = setTimeout(() => connectionStore.set('online'), backOnlineMs);
  });
}
