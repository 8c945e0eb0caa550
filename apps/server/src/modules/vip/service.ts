import type { VipTierId } from '@vlam/contract/vip';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { createLoader } from '../../platform/loader.ts';
import { createOneCharge, hasKnownOutcome } from '../../platform/one-charge.ts';
import type { Till } from '../../platform/purpose.ts';
import { firstAttempt } from '../../platform/renewals.ts';
import { requireShownRand } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { isHigher, tierOf } from './policy.ts';
import { claimName, createVipPurpose, monthOf, runningOf } from './purchase.ts';
import { createVipRenewals, type VipRenewalDependencies, type VipRenewals } from './renew.ts';
import * as store from './store.ts';
import { type MembershipView, type TierView, tierViews, toMembershipView, withoutTier } from './view.ts';

export { runningTierOf } from './store.ts';

export interface VipService extends VipRenewals {
  listTiers(): TierView[];
  ownMembership(viewer: Viewer): Promise<MembershipView>;
  /**
   * Joins, or changes to a higher tier at once for its price less what is left of the lower one; a lower tier comes
   * with the next renewal and costs nothing now. Throws `PRICE_CHANGED` unless `shownPrice` (rand) is what it costs now
   * or with that renewal, `CONFLICT` where that renewal is stopped, and what the till throws.
   */
  subscribe(viewer: Viewer, tier: VipTierId, shownPrice: number): Promise<MembershipView>;
  /** The tier stays to the end of what is paid. Throws `CONFLICT` without a membership. */
  stop(viewer: Viewer): Promise<MembershipView>;
  /** Throws `CONFLICT` when it is over. */
  resume(viewer: Viewer): Promise<MembershipView>;
  /** Null without one. */
  /** What multiplies the places of these accounts within their distance, and until when it is paid; without a tier absent. */
  listBoosts(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, { boost: number; until: Date }>>;
  /** Multiplies a member's place within their distance; 1 without a tier. */
  boostOf(accountId: string): Promise<number>;
  /** A Johannesburg day's messages; null for no limit. */
  messagesPerDay(accountId: string): Promise<number | null>;
  mayRequestContent(accountId: string): Promise<boolean>;
  tasks: JobTask[];
}

const runMs = 20_000;
const beingPaid = 'Your renewal is being paid at this moment';
const renewKind = jobKind('vip.renew', { maxAttempts: 5 });

export function createVipService(deps: VipRenewalDependencies & { jobs: Jobs; till: Till }): VipService {
  const { clock, till, jobs, credits } = deps;
  const { db } = deps.database;

  till.setPurpose('vip', createVipPurpose({ ...deps, db }));
  const renewals = createVipRenewals(deps);
  const charges = createOneCharge(db);

  const listRunning = store.createListRunning(deps.database);
  const running = createLoader<string, store.RunningTier>({
    keyOf: (accountId) => accountId,
    read: async (ids) => new Map((await listRunning(ids, clock.now())).map((row) => [row.account_id, row])),
  });

  const present = (row: store.MembershipRow | undefined): MembershipView => {
    const now = clock.now();
    return toMembershipView(row, now, monthOf(now));
  };
  async function rightsOf(accountId: string) {
    const found = await running.find(accountId);
    return found ? tierOf(found.tier) : withoutTier;
  }

  /** Changes one's own membership under its lock; null from `decide` leaves it as it is. */
  async function change(
    accountId: string,
    decide: (row: store.MembershipRow) => store.Change | null,
  ): Promise<MembershipView> {
    const row = await credits.transact(async (tx) => {
      const own = await store.lock(tx, accountId);
      if (!own) throw new AppError('CONFLICT', { message: 'You have no VIP membership' });
      const changed = decide(own);
      return changed ? store.update(tx, accountId, changed) : own;
    });
    return present(row);
  }

  async function pay(viewer: Viewer, tier: VipTierId, amount: number): Promise<MembershipView> {
    const { accountId } = viewer;
    const row = await charges.once(claimName(accountId, tier), {
      async findOwned() {
        const own = await store.find(db, accountId);
        return own && runningOf(own, clock.now())?.tier === tier ? own : null;
      },
      async charge(key) {
        // Somebody whose renewal was refused may pay at once; not while the job is charging for the same period.
        const renewing = (await store.find(db, accountId))?.next_attempt_at != null;
        if (renewing && !(await store.rows.claim(db, accountId, clock.now())))
          throw new AppError('CONFLICT', { message: beingPaid });
        try {
          await till.chargeSaved(viewer, { purpose: 'vip', reference: tier, amount, key });
        } catch (error) {
          if (renewing && hasKnownOutcome(error)) await store.rows.release(db, accountId);
          throw error;
        }
      },
    });
    return present(row);
  }

  return {
    ...renewals,
    listTiers: () => [...tierViews],
    ownMembership: async ({ accountId }) => present(await store.find(db, accountId)),

    async subscribe(viewer, tier, shownPrice) {
      const now = clock.now();
      const known = await store.find(db, viewer.accountId);
      const current = runningOf(known, now);
      if (!current || isHigher(tier, current.tier)) return pay(viewer, tier, shownPrice);
      // The tier one has, or a lower one: nothing to pay now.
      if (tier !== current.tier) requireShownRand(shownPrice, tierOf(tier).priceCents);
      return change(viewer.accountId, (row) => {
        const nextTier = tier === row.tier ? null : tier;
        if (nextTier === row.next_tier) return null;
        // The charge under way is for the tier as it was: another one would be another charge.
        if (row.claimed_until && row.claimed_until > clock.now())
          throw new AppError('CONFLICT', { message: beingPaid });
        if (nextTier && !row.next_attempt_at)
          throw new AppError('CONFLICT', {
            message: 'Resume your membership first: the change comes with its renewal',
          });
        return { nextTier };
      });
    },
    stop: ({ accountId }) =>
      change(accountId, (row) => {
        if (row.next_attempt_at) return { nextAttemptAt: null, nextTier: null };
        if (row.paid_until <= clock.now()) throw new AppError('CONFLICT', { message: 'You have no VIP membership' });
        return null;
      }),
    resume: ({ accountId }) =>
      change(accountId, (row) => {
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
    boostOf: async (accountId) => (await rightsOf(accountId)).boost,
    messagesPerDay: async (accountId) => (await rightsOf(accountId)).messagesPerDay,
    mayRequestContent: async (accountId) => (await rightsOf(accountId)).contentRequests,

    tasks: [
      jobTask(
        renewKind,
        async () => {
          await renewals.grantOwed();
          const { more } = await renewals.renewDue({ milliseconds: runMs });
          if (more) await jobs.enqueue(db, renewKind, {}, { key: 'vip.renew' });
        },
        { cron: '5,15,25,35,45,55 * * * *' },
      ),
    ],
  };
}
