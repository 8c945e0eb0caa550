import { t } from '@lingui/core/macro';
import { codeOf, keyOf } from '../lib/api.ts';
import { createQueryClient, isUnauthorized } from '../lib/query.ts';
import { signInAddress } from '../lib/session.ts';
import { toastError } from '../lib/toast.ts';

/** Wait between the message and the way to sign in, in milliseconds. */
const redirectDelayMs = 500;
let leaving = false;

/** Says that the session is gone and goes to sign in; once, however many calls were refused. */
export function leaveForSignIn(): void {
  if (leaving) return;
  leaving = true;
  toastError(t`Unauthorized`, t`You are logged out. Logging in again...`);
  setTimeout(() => location.assign(signInAddress()), redirectDelayMs);
}

export const queryClient = createQueryClient((error) => {
  if (isUnauthorized(error)) leaveForSignIn();
  if (codeOf(error) === 'AGE_VERIFICATION_REQUIRED') queryClient.invalidateQueries({ queryKey: keyOf('currentUser') });
});
