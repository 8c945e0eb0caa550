import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { incognitoStore, inEffect } from '../../lib/incognito.ts';

export interface PushText {
  title: string;
  body: string;
  icon?: string;
}

/** One clear pixel: without an icon of its own a push would show the product's. */
const noIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Text of every push, in the tab's language. It names no sender and no content; a stealthy one not the app either. */
export const pushText = (): PushText =>
  inEffect(incognitoStore.get()).stealth
    ? { title: i18n._(msg`1 update`), body: '', icon: noIcon }
    : {
        title: i18n._(msg({ message: 'Vlam', comment: 'The name of the product' })),
        body: i18n._(msg`You have something new`),
      };

/** Sends the text to the service worker, which has no translations and shows it while no tab is open. */
export function sendPushText(): void {
  // A disguise has given it a text of its own (app/cover-page.ts).
  if ('cover' in document.documentElement.dataset) return;
  navigator.serviceWorker?.ready
    .then(({ active }) => active?.postMessage({ type: 'PUSH_TEXT', text: pushText() }))
    .catch(() => undefined);
}
