import { readLocal } from '../lib/device.ts';

const load = () => import('./private-device.ts');

/** Two keys, and what this device was set to; the code loads only where one of them is used. */
export function watchPrivacy(): void {
  const settings = readLocal('incognitoSettings');
  if (settings || readLocal('offlineCredits')) load().then((module) => module.start(), console.error);
  window.addEventListener('keydown', (event) => {
    const { key, ctrlKey, shiftKey, repeat } = event;
    if (!ctrlKey || !shiftKey || repeat || !/^[dx]$/i.test(key)) return;
    if (readLocal('incognitoSettings')?.includes('"shortcuts":false')) return;
    event.preventDefault();
    load().then((module) => module.press(key), console.error);
  });
}
