import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from './device.ts';

type Connection = Partial<EventTarget> & { type?: string };
const connection = (): Connection | undefined => (navigator as Navigator & { connection?: Connection }).connection;

/** False where the browser keeps the kind of its connection to itself: Safari, Firefox, and Chrome on most computers. */
export const reportsConnection = (): boolean => connection()?.type !== undefined;

/** The member's choice stays on the device, as the data saver does. */
export const isWifiOnly = (): boolean => readCookie('wifi') === '1';
export const setWifiOnly = (on: boolean): void => writeCookie('wifi', on ? '1' : '0');

/** Without a network nothing is loaded either. */
const costsNothing = /^(wifi|ethernet|none)$/;

/** True when the member wants to be asked before a video or a show is loaded over this connection. */
export function asksBeforePlaying(): boolean {
  const type = connection()?.type;
  return type !== undefined && !costsNothing.test(type) && isWifiOnly();
}

function subscribe(listener: () => void): () => void {
  const now = connection();
  now?.addEventListener?.('change', listener);
  return () => now?.removeEventListener?.('change', listener);
}

/** The same, and again whenever the device leaves Wi-Fi or finds it. */
export const useAsksBeforePlaying = (): boolean => useSyncExternalStore(subscribe, asksBeforePlaying);
