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
import { addSubscribersTo, type ProfilesService } from '../profiles/service.ts';
import { subscriptionQuote } from './purchase.ts';
import { rows } from './renewal-store.ts';
import * as store from './store.ts';

export interface RenewalDependencies {
  config: Pick<Config, 'publicUrl'>;
  database: Database;
  clock: Clock;
  logger: Logger;
  mailer: Pick<Mailer, 'queue'>;
  till: Pick<Till, 'chargeRenewal'>;
  credits: Pick<CreditsService, 'transact'>;
  identity: Pick<IdentityService, 'getAccount'>;
  profiles: Pick<ProfilesService, 'cards'>;
}

const endedAtOnce = 5_000;

export interface SubscriptionRenewals {
  /** Charges what is due until nothing is, or `milliseconds` have passed. */
  renewDue(limits?: { milliseconds?: number }): Promise<RenewalRun>;
  /** Lowers the counts of creators whose subscribers' time is over; answers how many ended. */
  noteEnded(): Promise<number>;
}

export function createSubscriptionRenewals(deps: RenewalDependencies): SubscriptionRenewals {
  const { clock, logger, profiles, identity, mailer, credits, till, config } = deps;
  const { db } = deps.database;

  const book: RenewalBook<DueRenewal> = {
    async take(now, limit) {
      const taken = await rows.takeDue(db, now, limit);
      if (taken.length === 0) return null;
      const cards = await profiles.cards.list([
        ...new Set(taken.flatMap((row) => [row.subscriber_id, row.creator_id])),
      ]);
      const cardOf = new Map(cards.map((card) => [card.id, card]));
      const over: string[] = [];
      const due = taken.flatMap((row): DueRenewal | [] => {
        const [subscriber, creator] = [cardOf.get(row.subscriber_id), cardOf.get(row.creator_id)];
        if (!row.stands || !subscriber || creator?.priceCents == null) {
          over.push(row.id);
          return [];
        }
        // A dearer price is for new subscribers; a cheaper one is for everybody.
        const price = Math.min(row.price_cents, creator.priceCents);
        return {
          id: row.id,
          accountId: subscriber.accountId,
          reference: creator.id,
          quote: subscriptionQuote(subscriber.id, creator, price, true),
          periodStart: row.paid_until,
          failed: row.failed_attempts,
        };
      });
      if (over.length > 0) await rows.stopAll(db, over);
      return due;
    },

    async record(results, now) {
      const refusals = results.flatMap(({ due, outcome }) =>
        outcome.status === 'unknown'
          ? []
          : {
              id: due.id,
              accountId: due.accountId,
              paidUntil: due.periodStart,
              failed: due.failed,
              nextAttemptAt: nextAttempt(due.periodStart, due.failed + 1),
            },
      );
      const open = results.filter(({ outcome }) => outcome.status === 'unknown').map(({ due }) => due);
      await credits.transact(async (tx) => {
        const counted = await rows.recordRefusals(tx, refusals);
        await rows.postpone(
          tx,
          open.map(({ id, periodStart }) => ({ id, paidUntil: periodStart })),
          new Date(now.getTime() + unknownAgainMs),
        );
        for (const { id, accountId, nextAttemptAt } of refusals) {
          if (!counted.has(id)) continue;
          const { email, holdsEmail } = await identity.getAccount(tx, accountId);
          if (holdsEmail) await mailer.queue(tx, renewalFailedMail(email, config.publicUrl, nextAttemptAt));
        }
      });
    },
  };
  const renewals = createRenewals({ purpose: 'subscription', till, book, clock, logger });

  return {
    renewDue: renewals.run,
    async noteEnded() {
      let ended = 0;
      for (;;) {
        const some = await credits.transact((tx) => store.noteEnded(tx, clock.now(), endedAtOnce, addSubscribersTo));
        ended += some;
        if (some < endedAtOnce) return ended;
      }
    },
  };
}
