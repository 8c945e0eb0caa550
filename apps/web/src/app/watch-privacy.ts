import { readLocal } from '../lib/device.ts';

const load = () => import('./private-device.ts');
// A disguised page shows nothing of the app; it returns with a page of its own.
const isDisguised = () => 'cover' in document.documentElement.dataset;

/** Two shortcuts, and what this device was set to; the rest loads where one of them is used. */
export function watchPrivacy(): void {
  if (isDisguised()) return;
  if (readLocal('incognitoSettings') ?? readLocal('offlineCredits')) void load();
  // Switched off, the loaded part keeps the keys from here.
  window.addEventListener('keydown', (event) => {
    if (!event.ctrlKey || !event.shiftKey || !/^[dx]$/i.test(event.key) || isDisguised()) return;
    event.preventDefault();
    void load().then((module) => module.press(event));
  });
}
