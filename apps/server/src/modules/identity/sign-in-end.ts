import type { Db } from '../../platform/database.ts';
import { deletePendingSignInsOf } from './factor-store.ts';
import { deleteSessionsOf } from './session-store.ts';
import { closeResets } from './store.ts';

/**
 * Ends what could still open an account by its earlier address or password: its sessions but one, sign-ins that wait for
 * their second step, and mailed links to choose a password.
 */
export async function endOtherSignIns(
  tx: Db,
  { accountId, exceptSessionId, now }: { accountId: string; exceptSessionId?: string; now: Date },
): Promise<void> {
  await deleteSessionsOf(tx, accountId, exceptSessionId);
  await deletePendingSignInsOf(tx, accountId);
  await closeResets(tx, accountId, now);
}
