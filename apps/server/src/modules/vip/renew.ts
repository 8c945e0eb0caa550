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
import { bonusAfter, tierOf } from './policy.ts';
import { bonusPosting, monthOf, vipQuote } from './purchase.ts';
import * as store from './store.ts';

export interface VipRenewalDependencies extends RunDependencies {
  database: Database;
  credits: Pick<CreditsService, 'transact' | 'postAll'>;
  identity: Pick<IdentityService, 'getAccount' | 'listBarred' | 'listUnconfirmed'>;
}

const owedAtOnce = 500;

export interface VipRenewals {
  /** Charges what is due until nothing is, or `milliseconds` have passed. */
  renewDue(limits?: { milliseconds?: number }): Promise<RenewalRun>;
  /** Gives the bonuses that waited for this month; answers how many. */
  grantOwed(): Promise<number>;
}

export function createVipRenewals(deps: VipRenewalDependencies): VipRenewals {
  const { clock, identity, credits } = deps;
  const { transact } = credits;
  const { db } = deps.database;

  async function price(taken: readonly store.TakenRow[]) {
    const over = await identity.listBarred(
      db,
      taken.map((row) => row.account_id),
    );
    const due = taken
      .filter((row) => !over.has(row.account_id))
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
    return { due, over: [...over] };
  }
  const renewals = createRenewals({ ...deps, purpose: 'vip', rows: store.rows, db, transact, price });

  /** Grants what some are owed, after this account; answers how many got theirs, and where to go on, null at the end. */
  const grantSome = (after: string | null): Promise<{ granted: number; last: string | null }> =>
    transact(async (tx) => {
      const now = clock.now();
      const month = monthOf(now);
      const rows = await store.lockOwed(tx, { month, now, after, limit: owedAtOnce });
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
          const { grant, record: bonus } = bonusAfter(had, payment);
          return { accountId, bonus, posting: bonusPosting(accountId, tier, month, grant, bonus.credits) };
        });
      const last = rows.length < owedAtOnce ? null : (rows.at(-1)?.account_id ?? null);
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
    async grantOwed() {
      let granted = 0;
      for (let after: string | null = null; ; ) {
        const some = await grantSome(after);
        granted += some.granted;
        if (some.last === null) return granted;
        after = some.last;
      }
    },
  };
}
