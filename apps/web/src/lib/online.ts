import { createStore } from './store.ts';

/** How long "Back online" is shown, in milliseconds. */
export const backOnlineMs = 3000;

export type Connection = 'online' | 'offline' | 'back';
export const connectionStore = createStore<Connection>('online');

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
