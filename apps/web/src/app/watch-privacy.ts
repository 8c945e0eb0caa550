import { readLocal } from '../lib/device.ts';

const load = () => import('./private-device.ts');

/** Two keys, and what this device was set to; the code loads only where one of them is used. */
export function watchPrivacy(): void {
  // A disguised page shows nothing of the app; it returns with a page of its own.
  const isDisguised = () => 'cover' in document.documentElement.dataset;
  const settings = readLocal('incognitoSettings');
  if (isDisguised()) return;
  if (settings || readLocal('offlineCredits')) load().then((module) => module.start(), console.error);
  window.addEventListener('keydown', (event) => {
    const { key, ctrlKey, shiftKey, repeat } = event;
    if (!ctrlKey || !shiftKey || repeat || !/^[dx]$/i.test(key) || isDisguised()) return;
    if (readLocal('incognitoSettings')?.includes('"shortcuts":false')) return;
    event.preventDefault();
    load().then((module) => module.press(key), console.error);
  });
}
