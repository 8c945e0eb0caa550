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
import { subscriptionQuote } from './purchase.ts';
import { rows, type TakenRow } from './renewal-store.ts';
import * as store from './store.ts';
import { renewalCents } from './view.ts';

export interface RenewalDependencies extends RunDependencies {
  database: Database;
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'cards'>;
}

const endedAtOnce = 5_000;

export interface SubscriptionRenewals {
  /** Charges until nothing is due, or `milliseconds` have passed. */
  renewDue(limits?: { milliseconds?: number }): Promise<RenewalRun>;
  /** Lowers the counts of creators whose subscriptions ended; returns how many ended. */
  noteEnded(): Promise<number>;
}

export function createSubscriptionRenewals(deps: RenewalDependencies): SubscriptionRenewals {
  const { clock, profiles, credits } = deps;
  const { transact } = credits;
  const { db } = deps.database;

  async function price(taken: readonly TakenRow[]) {
    const cards = await profiles.cards.list([...new Set(taken.flatMap((row) => [row.subscriber_id, row.creator_id]))]);
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    const over: string[] = [];
    const due = taken.flatMap((row): DueRenewal | [] => {
      const [subscriber, creator] = [cardOf.get(row.subscriber_id), cardOf.get(row.creator_id)];
      if (!row.stands || !subscriber || creator?.priceCents == null) {
        over.push(row.id);
        return [];
      }
      const price = renewalCents(row, creator.priceCents);
      const time = { ...timeDetails(row.paid_until, true), agreedCents: row.agreed_price_cents };
      return {
        id: row.id,
        accountId: subscriber.accountId,
        reference: creator.id,
        quote: subscriptionQuote(subscriber.id, creator, price, time),
        periodStart: row.paid_until,
        failed: row.failed_attempts,
      };
    });
    return { due, over };
  }
  const renewals = createRenewals({ ...deps, purpose: 'subscription', rows, db, transact, price });

  return {
    renewDue: renewals.run,
    async noteEnded() {
      let ended = 0;
      for (;;) {
        const some = await transact((tx) => store.noteEnded(tx, clock.now(), endedAtOnce, addSubscribersTo));
        ended += some;
        if (some < endedAtOnce) return ended;
      }
    },
  };
}
