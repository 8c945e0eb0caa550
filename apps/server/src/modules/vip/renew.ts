import type { VipTierId } from '@vlam/contract/vip';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Till } from '../../platform/purpose.ts';
import { renewalFailedMail } from '../../platform/renewal-mail.ts';
import {
  createRenewals,
  type DueRenewal,
  nextAttempt,
  type RenewalBook,
  type RenewalRun,
  unknownAgainMs,
} from '../../platform/renewals.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import { bonusAfter, tierOf } from './policy.ts';
import { bonusPosting, monthOf, runningOf, vipQuote } from './purchase.ts';
import * as store from './store.ts';

export interface VipRenewalDependencies {
  config: Pick<Config, 'publicUrl'>;
  database: Database;
  clock: Clock;
  logger: Logger;
  mailer: Pick<Mailer, 'queue'>;
  till: Pick<Till, 'chargeRenewal'>;
  credits: Pick<CreditsService, 'transact' | 'postAll'>;
  identity: Pick<IdentityService, 'getAccount'>;
}

const owedAtOnce = 500;

export interface VipRenewals {
  /** Charges what is due until nothing is, or `milliseconds` have passed. */
  renewDue(limits?: { milliseconds?: number }): Promise<RenewalRun>;
  /** Gives the bonuses that waited for this month; answers how many. */
  grantOwed(): Promise<number>;
}

export function createVipRenewals(deps: VipRenewalDependencies): VipRenewals {
  const { clock, logger, identity, mailer, credits, till, config } = deps;
  const { db } = deps.database;

  const book: RenewalBook<DueRenewal> = {
    async take(now, limit) {
      const taken = await store.rows.takeDue(db, now, limit);
      if (taken.length === 0) return null;
      const accounts = await Promise.all(taken.map((row) => identity.getAccount(db, row.account_id)));
      const suspended = accounts.filter((account) => account.suspendedAt).map(({ id }) => id);
      if (suspended.length > 0) await store.rows.stopAll(db, suspended);
      return taken
        .filter((row) => !suspended.includes(row.account_id))
        .map((row): DueRenewal => {
          const tier = (row.next_tier ?? row.tier) as VipTierId;
          return {
            id: row.account_id,
            accountId: row.account_id,
            reference: tier,
            quote: vipQuote(tier, tierOf(tier).priceCents, true),
            periodStart: row.paid_until,
            failed: row.failed_attempts,
          };
        });
    },

    async record(results, now) {
      const refusals = results.flatMap(({ due, outcome }) =>
        outcome.status === 'unknown'
          ? []
          : {
              id: due.id,
              paidUntil: due.periodStart,
              failed: due.failed,
              nextAttemptAt: nextAttempt(due.periodStart, due.failed + 1),
            },
      );
      const open = results.filter(({ outcome }) => outcome.status === 'unknown').map(({ due }) => due);
      await credits.transact(async (tx) => {
        const counted = await store.rows.recordRefusals(tx, refusals);
        await store.rows.postpone(
          tx,
          open.map(({ id, periodStart }) => ({ id, paidUntil: periodStart })),
          new Date(now.getTime() + unknownAgainMs),
        );
        for (const { id, nextAttemptAt } of refusals) {
          if (!counted.has(id)) continue;
          const { email, holdsEmail } = await identity.getAccount(tx, id);
          if (holdsEmail) await mailer.queue(tx, renewalFailedMail(email, config.publicUrl, nextAttemptAt));
        }
      });
    },
  };
  const renewals = createRenewals({ purpose: 'vip', till, book, clock, logger });

  async function grantOwedTo(accountId: string): Promise<void> {
    await credits.transact(async (tx) => {
      const row = await store.lock(tx, accountId);
      const now = clock.now();
      const running = runningOf(row, now);
      const month = monthOf(now);
      if (!row?.bonus_owed || !running || row.bonus_month >= month) return;
      const had = { month: row.bonus_month, credits: row.bonus_credits, owed: false };
      const { grant, record } = bonusAfter(had, { tier: running.tier, month, renewal: false });
      await store.update(tx, accountId, { bonus: record });
      await credits.postAll(tx, [bonusPosting(accountId, running.tier, month, grant, record.credits)]);
    });
  }

  return {
    renewDue: renewals.run,
    async grantOwed() {
      let granted = 0;
      for (;;) {
        const now = clock.now();
        const owed = await store.listOwed(db, monthOf(now), now, owedAtOnce);
        for (const accountId of owed) await grantOwedTo(accountId);
        granted += owed.length;
        if (owed.length < owedAtOnce) return granted;
      }
    },
  };
}
