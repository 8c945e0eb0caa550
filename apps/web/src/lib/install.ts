import { readLocal, writeLocal } from './device.ts';
import { createStore } from './store.ts';

/** Wait between "can be installed" and asking, in milliseconds. */
export const installPromptDelayMs = 30_000;
const dismissedFlag = 'pwa-prompt-dismissed';

interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallState {
  /** The browser offers installation. */
  installable: boolean;
  installed: boolean;
  /** The banner is due. */
  asking: boolean;
}

const standalone = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

let offered: InstallPromptEvent | undefined;
export const installStore = createStore<InstallState>({ installable: false, installed: false, asking: false });

/** The worker touches the number on the icon only once a page has told it that there is an icon. */
function tellWorker(message: { type: 'INSTALLED' } | { type: 'BADGE'; unread: number }): void {
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message)).catch(() => undefined);
}

/** Shows the number of unread notifications on the icon of the installed app. */
export function showBadge(unread: number): void {
  if (installStore.get().installed) tellWorker({ type: 'BADGE', unread });
}

export function watchInstall(): void {
  installStore.set((state) => ({ ...state, installed: standalone() }));
  if (standalone()) tellWorker({ type: 'INSTALLED' });
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallPromptEvent;
    installStore.set((state) => ({ ...state, installable: true }));
    setTimeout(() => {
      if (offered && !installStore.get().installed && readLocal(dismissedFlag) === null)
        installStore.set((state) => ({ ...state, asking: true }));
    }, installPromptDelayMs);
  });
  addEventListener('appinstalled', () => {
    offered = undefined;
    installStore.set({ installable: false, installed: true, asking: false });
    tellWorker({ type: 'INSTALLED' });
  });
}

/** Opens the browser's own install dialog; it can be opened once for each offer. */
export async function install(): Promise<void> {
  const event = offered;
  offered = undefined;
  installStore.set((state) => ({ ...state, asking: false, installable: false }));
  try {
    await event?.prompt();
  } catch (error) {
    console.error('install prompt', error);
  }
}

/** "Later" and the close button: never ask again on this device. */
export function dismissInstall(): void {
  writeLocal(dismissedFlag, 'dismissed');
  installStore.set((state) => ({ ...state, asking: false }));
}
