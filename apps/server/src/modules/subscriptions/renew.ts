import type { Database } from '../../platform/database.ts';
import {
  createRenewals,
  type DueRenewal,
  type RenewalRun,
  type RenewalDependencies as RunDependencies,
  timeDetails,
} from '../../platform/renewals.ts';
import type { CreditsService } from '../credits/service.ts';
import { addSubscribersTo, type ProfilesService } from '../profiles/service.ts';
import { subscriptionQuote, termDetails } from './purchase.ts';
import { type ClaimedRow, renewalRowStore } from './renewal-store.ts';
import * as store from './store.ts';
import { currentCents, listPrices } from './terms-store.ts';
import { renewalCents } from './view.ts';

export interface RenewalDependencies extends RunDependencies {
  database: Database;
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'cards'>;
}

const batchSize = 5_000;

export interface SubscriptionRenewals {
  /** Charges due renewals until none is left or `milliseconds` have passed. */
  renewDue(limits?: { milliseconds?: number }): Promise<RenewalRun>;
  /** Lowers the counts of creators whose subscriptions have ended; returns how many ended. */
  processEnded(): Promise<number>;
}

export function createSubscriptionRenewals(deps: RenewalDependencies): SubscriptionRenewals {
  const { clock, profiles, credits } = deps;
  const { transact } = credits;
  const { db } = deps.database;

  async function quoteRenewals(claimed: readonly ClaimedRow[]) {
    const cards = await profiles.cards.list([
      ...new Set(claimed.flatMap((row) => [row.subscriber_id, row.creator_id])),
    ]);
    const prices = await listPrices(db, [...new Set(claimed.map((row) => row.creator_id))]);
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    const ended: string[] = [];
    const due = claimed.flatMap((row): DueRenewal | [] => {
      const [subscriber, creator] = [cardOf.get(row.subscriber_id), cardOf.get(row.creator_id)];
      // Those of a creator who stopped selling are ended by `sales.ts`, which notifies their fans.
      if (creator && !creator.sellsSubscriptions) return [];
      if (!row.isVisible || !subscriber || creator?.priceCents == null) {
        ended.push(row.id);
        return [];
      }
      const { tier, term_months: months } = row;
      const wanted = { creatorId: creator.id, tier, months, priceCents: creator.priceCents };
      const price = renewalCents(row, currentCents(prices, wanted));
      const time = { ...timeDetails(row.paid_until, true), agreedCents: row.agreed_price_cents };
      return {
        id: row.id,
        accountId: subscriber.accountId,
        reference: creator.id,
        quote: subscriptionQuote(subscriber.id, creator, price, { ...time, ...termDetails(tier, months) }),
        periodStart: row.renews_from ?? row.paid_until,
        paidUntil: row.paid_until,
        failed: row.failed_attempts,
      };
    });
    return { due, over: ended };
  }
  const renewals = createRenewals({
    ...deps,
    purpose: 'subscription',
    rows: renewalRowStore,
    db,
    transact,
    price: quoteRenewals,
  });

  return {
    renewDue: renewals.run,
    async processEnded() {
      let ended = 0;
      for (;;) {
        const some = await transact((tx) => store.processEnded(tx, clock.now(), batchSize, addSubscribersTo));
        ended += some;
        if (some < batchSize) return ended;
      }
    },
  };
}
