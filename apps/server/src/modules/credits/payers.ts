import type { Database } from '../../platform/database.ts';
import { firstIdAt } from '../../platform/ids.ts';
import * as store from './payers-store.ts';

/** What each payer earned a creator: the creator's share, less what was given back; credits at their value in cents. */
export interface Payers {
  /** Brings the sums up to date. Cost: the income since the last call, and of the two hours before it. */
  refresh(profileId: string): Promise<void>;
  /** As of the last `refresh`. */
  find(profileId: string, payerId: string): Promise<store.PayerSum | null>;
}

export function createPayers({ db }: Pick<Database, 'db'>): Payers {
  return {
    refresh: (profileId) =>
      db.transaction().execute(async (tx) => {
        const { until, settledAt } = await store.lockPayerSums(tx, profileId);
        const from = until ?? firstIdAt(new Date(0));
        const settled = firstIdAt(settledAt);
        await store.addPayerSums(tx, profileId, { from, settled: settled > from ? settled : from });
      }),
    find: async (profileId, payerId) => (await store.findPayerSum(db, profileId, payerId)) ?? null,
  };
}
