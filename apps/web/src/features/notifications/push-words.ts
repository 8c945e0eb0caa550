import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export interface PushWords {
  title: string;
  body: string;
}

/** The words of a push, which say nothing, in the language of the page. */
export const pushWords = (): PushWords => ({
  title: i18n._(msg({ message: 'Vlam', comment: 'The name of the product' })),
  body: i18n._(msg`You have something new`),
});

/** Leaves them with the worker, which knows no language and shows them while no page is open. */
export function leavePushWords(): void {
  navigator.serviceWorker?.ready
    .then(({ active }) => active?.postMessage({ type: 'WORDS', words: pushWords() }))
    .catch(() => undefined);
}
