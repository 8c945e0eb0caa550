import type { SubscriptionSales } from '@vlam/contract/subscription-sales';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Notify } from '../../platform/notices.ts';
import type { RenewalMailDependencies } from '../../platform/renewal-mail.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfileCard, type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { endingMail } from './ending-mail.ts';
import { endRequest } from './price-store.ts';
import * as store from './sales-store.ts';

/** Throws `SUBSCRIPTIONS_STOPPED`. */
export function requireSelling(creator: Pick<ProfileCard, 'sellsSubscriptions'> | null | undefined): void {
  if (!creator?.sellsSubscriptions) throw new AppError('SUBSCRIPTIONS_STOPPED');
}

/** A creator stops selling subscriptions: what is paid for stays, and no one pays for more. */
export interface SubscriptionSalesService {
  getSales(viewer: Viewer): Promise<SubscriptionSales>;
  /** Idempotent: the first stop counts. A job then ends the renewals and notifies each fan once. */
  stopSelling(viewer: Viewer): Promise<SubscriptionSales>;
  /** Idempotent. Renewals that were ended stay so until their fan resumes them. */
  sellAgain(viewer: Viewer): Promise<SubscriptionSales>;
}

const batchSize = 100;
const endKind = jobKind('subscriptions.end-renewals');

export function createSubscriptionSales(deps: {
  config: Pick<Config, 'publicUrl'>;
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mailer: Pick<Mailer, 'queue'>;
  notify: Notify;
  identity: RenewalMailDependencies['identity'];
  credits: Pick<CreditsService, 'transact'>;
  profiles: Pick<ProfilesService, 'cards' | 'findSubscriptionsStopped' | 'setSubscriptionsStopped'>;
}): SubscriptionSalesService & { endRenewals(): Promise<void>; salesTasks: JobTask[] } {
  const { config, db, clock, jobs, profiles } = deps;
  const { transact } = deps.credits;

  async function toView(on: Db, creatorId: string, stoppedAt: Date | null): Promise<SubscriptionSales> {
    const { running, renewing, paidUntil } = await store.countPaid(on, creatorId, clock.now());
    return {
      stoppedAt: stoppedAt?.toISOString() ?? null,
      running,
      renewing: stoppedAt ? 0 : renewing,
      paidUntil: paidUntil?.toISOString() ?? null,
    };
  }

  async function notifySubscribers(tx: Db, ended: readonly store.EndedRenewal[]): Promise<void> {
    const now = clock.now();
    const cards = await profiles.cards.list(ended.map((row) => row.subscriber_id));
    const accountOf = new Map(cards.map((card) => [card.id, card.accountId]));
    for (const row of ended) {
      const accountId = accountOf.get(row.subscriber_id);
      if (!accountId) continue;
      const { email, holdsEmail } = await deps.identity.getAccount(tx, accountId);
      const until = row.paid_until > now ? row.paid_until : null;
      if (holdsEmail) await deps.mailer.queue(tx, endingMail(email, `${config.publicUrl}/settings/payments`, until));
    }
    await deps.notify(
      tx,
      ...ended.map((row) => ({
        kind: 'subscription_ending' as const,
        to: { profileId: row.subscriber_id },
        key: `subscription_ending:${row.id}:${row.paid_until.toISOString()}`,
        actorId: row.creator_id,
        targetId: row.id,
        ...(row.paid_until > now ? { subject: johannesburgDay(row.paid_until) } : {}),
      })),
    );
  }

  /** A charge under way is left to the next run: only then is the end known. */
  async function endRenewals(): Promise<void> {
    for (let ended = batchSize; ended === batchSize; )
      ended = await transact(async (tx) => {
        const rows = await store.endRenewals(tx, clock.now(), batchSize);
        if (rows.length > 0) await notifySubscribers(tx, rows);
        return rows.length;
      });
  }

  const change = (viewer: Viewer, stop: boolean) => {
    const creatorId = requireProfileId(viewer);
    return transact(async (tx) => {
      const stoppedAt = await profiles.setSubscriptionsStopped(tx, creatorId, stop ? clock.now() : null);
      if (stop) {
        await endRequest(tx, creatorId, clock.now());
        await jobs.enqueue(tx, endKind, {});
      }
      return toView(tx, creatorId, stoppedAt);
    });
  };

  return {
    async getSales(viewer) {
      const creatorId = requireProfileId(viewer);
      return toView(db, creatorId, await profiles.findSubscriptionsStopped(db, creatorId));
    },
    stopSelling: (viewer) => change(viewer, true),
    sellAgain: (viewer) => change(viewer, false),
    endRenewals,
    salesTasks: [jobTask(endKind, endRenewals)],
  };
}
