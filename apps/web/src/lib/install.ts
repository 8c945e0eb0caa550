import { readLocal, writeLocal } from './device.ts';
import { createStore } from './store.ts';

/** Delay between `beforeinstallprompt` and our banner, in milliseconds. */
export const installPromptDelayMs = 30_000;
const dismissedFlag = 'pwa-prompt-dismissed';

interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallState {
  /** The browser allows installation. */
  installable: boolean;
  installed: boolean;
  /** The banner is shown. */
  isPromptDue: boolean;
}

const standalone = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

let installEvent: InstallPromptEvent | undefined;
export const installStore = createStore<InstallState>({ installable: false, installed: false, isPromptDue: false });

/** The worker updates the icon's badge only after a tab has reported that the app is installed. */
function postToWorker(message: { type: 'INSTALLED' } | { type: 'BADGE'; unread: number }): void {
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message)).catch(() => undefined);
}

/** Shows the number of unread notifications on the icon of the installed app. */
export function showBadge(unread: number): void {
  if (installStore.get().installed) postToWorker({ type: 'BADGE', unread });
}

export function watchInstall(): void {
  installStore.set((state) => ({ ...state, installed: standalone() }));
  if (standalone()) postToWorker({ type: 'INSTALLED' });
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installEvent = event as InstallPromptEvent;
    installStore.set((state) => ({ ...state, installable: true }));
    setTimeout(() => {
      if (installEvent && !installStore.get().installed && readLocal(dismissedFlag) === null)
        installStore.set((state) => ({ ...state, isPromptDue: true }));
    }, installPromptDelayMs);
  });
  addEventListener('appinstalled', () => {
    installEvent = undefined;
    installStore.set({ installable: false, installed: true, isPromptDue: false });
    postToWorker({ type: 'INSTALLED' });
  });
}

/** Opens the browser's install dialog; each `beforeinstallprompt` event allows it once. */
export async function install(): Promise<void> {
  const event = installEvent;
  installEvent = undefined;
  installStore.set((state) => ({ ...state, isPromptDue: false, installable: false }));
  try {
    await event?.prompt();
  } catch (error) {
    console.error('install prompt', error);
  }
}

/** "Later" and the close button: the banner never returns on this device. */
export function dismissInstall(): void {
  writeLocal(dismissedFlag, 'dismissed');
  installStore.set((state) => ({ ...state, isPromptDue: false }));
}
