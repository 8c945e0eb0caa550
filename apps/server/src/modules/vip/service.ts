import type { VipTierId } from '@vlam/contract/vip';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { createLoader } from '../../platform/loader.ts';
import { createOneCharge, hasKnownOutcome } from '../../platform/one-charge.ts';
import type { PaymentsPort, Purpose } from '../../platform/purpose.ts';
import { firstAttempt } from '../../platform/renewals.ts';
import { requireShownRand } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { sentence } from '../../platform/words.ts';
import { isHigher, tierOf } from './policy.ts';
import { claimName, createVipPurpose, currentTierOf, johannesburgMonth } from './purchase.ts';
import { createVipRenewals, type VipRenewalDependencies, type VipRenewals } from './renew.ts';
import * as store from './store.ts';
import { type MembershipView, noTier, type TierView, tierViews, toMembershipView } from './view.ts';

export { messagesPerDaySql } from './messages-per-day.ts';
export { currentTierOf } from './store.ts';

export interface VipService extends VipRenewals {
  listTiers(): TierView[];
  getOwnMembership(viewer: Viewer): Promise<MembershipView>;
  /**
   * Joins, or upgrades immediately for the price less the remaining value of the lower tier; a lower tier starts with the
   * next renewal and costs nothing now. Throws `PRICE_CHANGED` unless `shownPrice` (rand) is the price now or of that
   * renewal, `CONFLICT` when renewals are stopped, and what the charge throws.
   */
  subscribe(viewer: Viewer, tier: VipTierId, shownPrice: number): Promise<MembershipView>;
  /** Stops renewals; the tier stays until the end of the paid time. Throws `CONFLICT` without a membership. */
  stop(viewer: Viewer): Promise<MembershipView>;
  /** Throws `CONFLICT` after the paid time has ended. */
  resume(viewer: Viewer): Promise<MembershipView>;
  /** Ranking factor of these accounts and when their paid time ends; accounts without a tier are absent. */
  listBoosts(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, { boost: number; until: Date }>>;
  /** Ranking factor within the same distance; 1 without a tier. */
  getBoost(accountId: string): Promise<number>;
  /** Messages per Johannesburg day; null for no limit. */
  getMessagesPerDay(accountId: string): Promise<number | null>;
  canRequestContent(accountId: string): Promise<boolean>;
  purpose: Purpose;
  tasks: JobTask[];
}

const runMs = 20_000;
const renewalInProgress = sentence('Your renewal is being paid at this moment');
const renewKind = jobKind('vip.renew', { maxAttempts: 5 });

export function createVipService(deps: VipRenewalDependencies & { jobs: Jobs; payments: PaymentsPort }): VipService {
  const { clock, payments, jobs, credits } = deps;
  const { db } = deps.database;

  const renewals = createVipRenewals(deps);
  const charges = createOneCharge(db);

  const listRunning = store.createListCurrentTiers(deps.database);
  const running = createLoader<string, store.CurrentTier>({
    name: 'vip.running',
    keyOf: (accountId) => accountId,
    read: async (ids) => new Map((await listRunning(ids, clock.now())).map((row) => [row.account_id, row])),
  });

  const toView = (row: store.MembershipRow | undefined): MembershipView => {
    const now = clock.now();
    return toMembershipView(row, now, johannesburgMonth(now));
  };
  async function getEntitlements(accountId: string) {
    const found = await running.find(accountId);
    return found ? tierOf(found.tier) : noTier;
  }

  /** Updates a membership under its lock; null from `decide` leaves it unchanged. */
  async function updateLocked(
    accountId: string,
    decide: (row: store.MembershipRow) => store.Change | null,
  ): Promise<MembershipView> {
    const row = await credits.transact(async (tx) => {
      const own = await store.lock(tx, accountId);
      if (!own) throw new AppError('CONFLICT', { message: 'You have no VIP membership' });
      const changed = decide(own);
      return changed ? store.update(tx, accountId, changed) : own;
    });
    return toView(row);
  }

  async function charge(viewer: Viewer, tier: VipTierId, amount: number): Promise<MembershipView> {
    const { accountId } = viewer;
    const row = await charges.once(claimName(accountId, tier), {
      async findOwned() {
        const own = await store.find(db, accountId);
        return own && currentTierOf(own, clock.now())?.tier === tier ? own : null;
      },
      async charge(key) {
        // After a refused renewal the member may pay now, but not while the job charges for the same period.
        const renewing = (await store.find(db, accountId))?.next_attempt_at != null;
        if (renewing && !(await store.renewalRowStore.claim(db, accountId, clock.now())))
          throw new AppError('CONFLICT', { message: renewalInProgress });
        try {
          await payments.chargeSaved(viewer, { purpose: 'vip', reference: tier, amount, key });
        } catch (error) {
          if (renewing && hasKnownOutcome(error)) await store.renewalRowStore.release(db, accountId);
          throw error;
        }
      },
    });
    return toView(row);
  }

  return {
    ...renewals,
    purpose: createVipPurpose({ ...deps, db }),
    listTiers: () => [...tierViews],
    getOwnMembership: async ({ accountId }) => toView(await store.find(db, accountId)),

    async subscribe(viewer, tier, shownPrice) {
      const now = clock.now();
      const known = await store.find(db, viewer.accountId);
      const current = currentTierOf(known, now);
      if (!current || isHigher(tier, current.tier)) return charge(viewer, tier, shownPrice);
      // The current or a lower tier: nothing to pay now.
      if (tier !== current.tier) requireShownRand(shownPrice, tierOf(tier).priceCents);
      return updateLocked(viewer.accountId, (row) => {
        const nextTier = tier === row.tier ? null : tier;
        if (nextTier === row.next_tier) return null;
        // A renewal charge is in progress for the current tier.
        if (row.claimed_until && row.claimed_until > clock.now())
          throw new AppError('CONFLICT', { message: renewalInProgress });
        if (nextTier && !row.next_attempt_at)
          throw new AppError('CONFLICT', {
            message: 'Resume your membership first: the change comes with its renewal',
          });
        return { nextTier };
      });
    },
    stop: ({ accountId }) =>
      updateLocked(accountId, (row) => {
        if (row.next_attempt_at) return { nextAttemptAt: null, nextTier: null };
        if (row.paid_until <= clock.now()) throw new AppError('CONFLICT', { message: 'You have no VIP membership' });
        return null;
      }),
    resume: ({ accountId }) =>
      updateLocked(accountId, (row) => {
        if (row.next_attempt_at) return null;
        if (row.paid_until <= clock.now())
          throw new AppError('CONFLICT', { message: 'Your membership is over. Join again to go on' });
        return { nextAttemptAt: firstAttempt(row.paid_until) };
      }),

    listBoosts: async (on, accountIds) =>
      new Map(
        (await store.listPaid(on, accountIds, clock.now())).map(({ account_id, tier, paid_until }) => [
          account_id,
          { boost: tierOf(tier).boost, until: paid_until },
        ]),
      ),
    getBoost: async (accountId) => (await getEntitlements(accountId)).boost,
    getMessagesPerDay: async (accountId) => (await getEntitlements(accountId)).messagesPerDay,
    canRequestContent: async (accountId) => (await getEntitlements(accountId)).contentRequests,

    tasks: [
      jobTask(
        renewKind,
        async () => {
          await renewals.grantOwedBonuses();
          const { more } = await renewals.renewDue({ milliseconds: runMs });
          if (more) await jobs.enqueue(db, renewKind, {}, { key: 'vip.renew' });
        },
        { cron: '5,15,25,35,45,55 * * * *' },
      ),
    ],
  };
}
