import type { VipTierId } from '@vlam/contract/vip';
import type { Database } from '../../platform/database.ts';
import {
  createRenewals,
  type DueRenewal,
  type RenewalRun,
  type RenewalDependencies as RunDependencies,
  timeDetails,
} from '../../platform/renewals.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import { applyBonus, tierOf } from './policy.ts';
import { bonusPosting, johannesburgMonth, vipQuote } from './purchase.ts';
import * as store from './store.ts';

export interface VipRenewalDependencies extends RunDependencies {
  database: Database;
  credits: Pick<CreditsService, 'transact' | 'postAll'>;
  identity: Pick<IdentityService, 'getAccount' | 'listBarred' | 'listUnconfirmed'>;
}

const batchSize = 500;

export interface VipRenewals {
  /** Charges due renewals until none is left or `milliseconds` have passed. */
  renewDue(limits?: { milliseconds?: number }): Promise<RenewalRun>;
  /** Grants the bonuses owed since an earlier month; returns how many. */
  grantOwedBonuses(): Promise<number>;
}

export function createVipRenewals(deps: VipRenewalDependencies): VipRenewals {
  const { clock, identity, credits } = deps;
  const { transact } = credits;
  const { db } = deps.database;

  async function quoteRenewals(claimed: readonly store.ClaimedRow[]) {
    const barred = await identity.listBarred(
      db,
      claimed.map((row) => row.account_id),
    );
    const due = claimed
      .filter((row) => !barred.has(row.account_id))
      .map((row): DueRenewal => {
        const tier = (row.next_tier ?? row.tier) as VipTierId;
        return {
          id: row.account_id,
          accountId: row.account_id,
          reference: tier,
          quote: vipQuote(tier, tierOf(tier).priceCents, timeDetails(row.paid_until, true)),
          periodStart: row.paid_until,
          failed: row.failed_attempts,
        };
      });
    return { due, over: [...barred] };
  }
  const renewals = createRenewals({
    ...deps,
    purpose: 'vip',
    rows: store.renewalRowStore,
    db,
    transact,
    price: quoteRenewals,
  });

  /** Grants one batch of owed bonuses after account `after`; returns the count and the last account, null at the end. */
  const grantBatch = (after: string | null): Promise<{ granted: number; last: string | null }> =>
    transact(async (tx) => {
      const now = clock.now();
      const month = johannesburgMonth(now);
      const rows = await store.lockOwed(tx, { month, now, after, limit: batchSize });
      const unconfirmed = await identity.listUnconfirmed(
        tx,
        rows.map((row) => row.account_id),
      );
      const owed = rows
        .filter((row) => !unconfirmed.has(row.account_id))
        .map((row) => {
          const had = { month: row.bonus_month, credits: row.bonus_credits, owed: false };
          const [accountId, tier] = [row.account_id, row.tier as VipTierId];
          const payment = { tier, month, renewal: false, emailConfirmed: true };
          const { grant, record: bonus } = applyBonus(had, payment);
          return { accountId, bonus, posting: bonusPosting(accountId, tier, month, grant, bonus.credits) };
        });
      const last = rows.length < batchSize ? null : (rows.at(-1)?.account_id ?? null);
      if (owed.length === 0) return { granted: 0, last };
      await store.setBonuses(tx, owed);
      await credits.postAll(
        tx,
        owed.map(({ posting }) => posting),
      );
      return { granted: owed.length, last };
    });

  return {
    renewDue: renewals.run,
    async grantOwedBonuses() {
      let granted = 0;
      for (let after: string | null = null; ; ) {
        const some = await grantBatch(after);
        granted += some.granted;
        if (some.last === null) return granted;
        after = some.last;
      }
    },
  };
}
