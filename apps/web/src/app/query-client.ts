import { t } from '@lingui/core/macro';
import { codeOf, keyOf, queryOf } from '../lib/api.ts';
import { createQueryClient, isUnauthorized } from '../lib/query.ts';
import { signInUrl } from '../lib/session.ts';
import { toastError } from '../lib/toast.ts';

/** Delay before the redirect to sign-in, in milliseconds. */
const redirectDelayMs = 500;
let isRedirecting = false;

/** Shows that the session ended and redirects to sign-in; once, however many calls were refused. */
export function redirectToSignIn(): void {
  if (isRedirecting) return;
  isRedirecting = true;
  toastError(t`Unauthorized`, t`You are logged out. Logging in again...`);
  setTimeout(() => {
    // Who went there since may be typing.
    if (location.pathname !== '/login') return location.assign(signInUrl());
    isRedirecting = false;
  }, redirectDelayMs);
}

export const queryClient = createQueryClient((error) => {
  if (isUnauthorized(error)) redirectToSignIn();
  if (codeOf(error) === 'AGE_VERIFICATION_REQUIRED') queryClient.invalidateQueries({ queryKey: keyOf('currentUser') });
});

// The server writes its settings into the page, which saves a request on the first visit.
const settings = document.querySelector<HTMLMetaElement>('meta[name=settings]')?.content;
if (settings) queryClient.setQueryData(queryOf('publicSettings').queryKey, JSON.parse(settings));
// A page from the worker's cache may be older than these settings.
if (navigator.serviceWorker?.controller) queryClient.invalidateQueries({ queryKey: keyOf('publicSettings') });

// The same for the first screen's responses; a page from the worker's cache carries no personal data.
const block = document.getElementById('answers');
if (block) {
  for (const [key, data] of JSON.parse(block.textContent)) queryClient.setQueryData(key, data);
  block.remove();
  // On slow networks the page has deferred this (build/early.js).
  document.querySelector('link[data-picture]:not([rel])')?.setAttribute('rel', 'preload');
}

// Requests that failed offline are retried once online; others are not.
addEventListener('online', () => {
  void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' });
});
