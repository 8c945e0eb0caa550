import { addBusinessDays } from '../../platform/business-days.ts';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Notify } from '../../platform/notices.ts';
import type { RenewalMailDependencies } from '../../platform/renewal-mail.ts';
import type { CreditsService } from '../credits/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { termEndingMail } from './ending-mail.ts';
import * as store from './term-notice-store.ts';
import { currentCents, listPrices } from './terms-store.ts';
import { renewalCents } from './view.ts';

// Consumer Protection Act s14(2)(c): a fixed term's end is announced in writing not more than 80 and not less than 40
// business days before it, with what follows and how to cancel.

/** Ten business days before the latest moment, so that a stop of the program does not miss it. */
export const noticeBusinessDays = 50;

const batchSize = 100;
const noticeKind = jobKind('subscriptions.term-notices', { maxAttempts: 5 });

export interface TermNotices {
  /** Notifies those whose long term ends, once a term. Returns how many. */
  notifyEndingTerms(): Promise<number>;
  termNoticeTasks: JobTask[];
}

export function createTermNotices(deps: {
  config: Pick<Config, 'publicUrl'>;
  clock: Clock;
  mailer: Pick<Mailer, 'queue'>;
  notify: Notify;
  identity: RenewalMailDependencies['identity'];
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'cards'>;
}): TermNotices {
  const { config, clock, profiles } = deps;

  async function notifySome(tx: Db): Promise<number> {
    const now = clock.now();
    const by = addBusinessDays(now, noticeBusinessDays);
    const rows = await store.lockEndingTerms(tx, { now, by, limit: batchSize });
    if (rows.length === 0) return 0;
    const cards = await profiles.cards.list([...new Set(rows.flatMap((row) => [row.subscriber_id, row.creator_id]))]);
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    const prices = await listPrices(tx, [...new Set(rows.map((row) => row.creator_id))]);
    for (const row of rows) {
      const [subscriber, creator] = [cardOf.get(row.subscriber_id), cardOf.get(row.creator_id)];
      if (!subscriber) continue;
      const { creator_id: creatorId, tier, term_months: months } = row;
      const until = row.ends;
      const renews = row.next_attempt_at !== null && creator?.sellsSubscriptions === true && creator.priceCents != null;
      const wanted = { creatorId, tier, months, priceCents: creator?.priceCents ?? 0 };
      const nextCents = renews ? renewalCents(row, currentCents(prices, wanted)) : null;
      const { email, holdsEmail } = await deps.identity.getAccount(tx, subscriber.accountId);
      const link = `${config.publicUrl}/settings/payments`;
      if (holdsEmail) await deps.mailer.queue(tx, termEndingMail(email, link, { until, months, nextCents }));
      await deps.notify(tx, {
        kind: nextCents === null ? 'subscription_term_over' : 'subscription_term_renews',
        to: { profileId: row.subscriber_id },
        key: `subscription_term:${row.id}:${until.toISOString()}`,
        actorId: creatorId,
        targetId: row.id,
        subject: johannesburgDay(until),
        ...(nextCents === null ? {} : { amount: { value: nextCents, currency: 'cents' as const } }),
      });
    }
    await store.setNoticed(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  }

  async function notifyEndingTerms(): Promise<number> {
    let notified = 0;
    for (let some = batchSize; some === batchSize; notified += some) some = await deps.credits.transact(notifySome);
    return notified;
  }

  return {
    notifyEndingTerms,
    termNoticeTasks: [jobTask(noticeKind, async () => void (await notifyEndingTerms()), { cron: '25 6 * * *' })],
  };
}
