import type { Db } from '../../platform/database.ts';
import { deletePendingSignInsOf, requirePasswordFirst } from './factor-store.ts';
import { deleteSessionsOf } from './session-store.ts';
import { closeResets } from './store.ts';

/** A passkey younger than this may be a thief's: after a new password it no longer opens the account alone. */
const youngPasskeyMs = 7 * 86_400_000;

/**
 * Ends what could still open an account by its earlier address or password: its sessions but one, sign-ins that wait for
 * their second step, and mailed links to choose a password. Its young passkeys no longer open it alone.
 */
export async function endOtherSignIns(
  tx: Db,
  { accountId, exceptSessionId, now }: { accountId: string; exceptSessionId?: string; now: Date },
): Promise<void> {
  await deleteSessionsOf(tx, accountId, exceptSessionId);
  await deletePendingSignInsOf(tx, accountId);
  await closeResets(tx, accountId, now);
  await requirePasswordFirst(tx, accountId, new Date(now.getTime() - youngPasskeyMs));
}
