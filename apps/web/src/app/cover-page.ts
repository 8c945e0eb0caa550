import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { sendPushText } from '../features/notifications/push-text.ts';
import type { ActiveDisguise } from '../lib/disguise.ts';
import { showBadge } from '../lib/install.ts';
import { toastQueue } from '../lib/toast.ts';

const named = 'meta[name=description], meta[name=rating], link[rel=manifest], link[rel=apple-touch-icon], #answers';

/** Text and icon of pushes that arrive while the app is disguised. */
function sendNeutralPushText({ title, icon }: ActiveDisguise): void {
  const text = { title, body: i18n._(msg`You have something new`), icon };
  navigator.serviceWorker?.ready
    .then(async (registration) => {
      registration.active?.postMessage({ type: 'PUSH_TEXT', text });
      for (const shown of await registration.getNotifications()) shown.close();
    })
    .catch(() => undefined);
}

/** Gives the page the title, icon, colour and address of the disguise, and removes what names the product. */
export function disguisePage(active: ActiveDisguise): void {
  const { documentElement: root, body } = document;
  root.dataset.cover = '';
  // The lock, if there was one, hid what was below it.
  delete root.dataset.locked;
  document.querySelector('[data-slot=lock]')?.remove();
  document.getElementById('root')?.removeAttribute('style');
  root.style.background = active.colour;
  body.style.background = active.colour;
  document.title = active.title;
  for (const element of document.querySelectorAll(named)) element.remove();
  document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', active.icon || 'data:,');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', active.colour);
  // The entry of an open sheet would otherwise be skipped by going back.
  history.replaceState(null, '', '/');
  toastQueue.set([]);
  showBadge(0);
  sendNeutralPushText(active);
}

/** After a disguise: the ordinary text of pushes. The rest comes back with the page itself. */
export const restorePushText = sendPushText;
