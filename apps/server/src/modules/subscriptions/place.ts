import type { MoveUp } from '@vlam/contract/subscription-terms';
import type { Db } from '../../platform/database.ts';
import { firstAttempt, periodMs } from '../../platform/renewals.ts';
import type { Renewal, SubscriptionRow } from './store.ts';
import { listLowerMs, moveLowerBack, placeOf, renewalStart } from './time-store.ts';

const dayMs = 86_400_000;

/** Paid time to be written: months of 30 days of a tier, and the tier that renews after it. */
export interface PaidTime {
  row: SubscriptionRow;
  tier: number;
  months: number;
  nextTier: number;
}

/** Where paid time lies, and what its subscription is then. */
export interface PlacedTime {
  startsAt: Date;
  endsAt: Date;
  paidUntil: Date;
  /** The next renewal, if there is to be one. */
  renewal: Renewal;
}

/** `from` is null where it is `paidUntil` itself. */
const toRenewal = (paidUntil: Date, from: Date): Renewal => ({
  nextAttemptAt: firstAttempt(from),
  from: from.getTime() === paidUntil.getTime() ? null : from,
});

/** The renewal of a subscription with `tier`, after what is paid of that tier and above. */
export async function renewalOf(
  db: Db,
  { id, paid_until: paidUntil }: Pick<SubscriptionRow, 'id' | 'paid_until'>,
  { tier, now }: { tier: number; now: Date },
): Promise<Renewal> {
  const lowerMs = (await listLowerMs(db, [{ id, tier }], now)).get(id) ?? 0;
  return toRenewal(paidUntil, renewalStart(paidUntil, { lowerMs, now }));
}

/** What a month of each of these tiers would do to running time that is lower, paid at `now`. */
export const listMoves = (
  db: Db,
  row: Pick<SubscriptionRow, 'id' | 'paid_until' | 'trial_until' | 'trial_tier'>,
  tiers: readonly MoveUp['tier'][],
  now: Date,
): Promise<MoveUp[]> =>
  Promise.all(
    tiers.map(async (tier) => {
      const lowerMs = (await listLowerMs(db, [{ id: row.id, tier }], now)).get(row.id) ?? 0;
      const { startsAt, waitingMs, endsTrial } = placeOf(row, { tier, lowerMs, now });
      const endsAt = new Date(startsAt.getTime() + periodMs).toISOString();
      return { tier, endsAt, waitingDays: Math.floor(waitingMs / dayMs), endsTrial };
    }),
  );

/**
 * Places the time of payments, in their order, and moves time of lower tiers behind it. The subscriptions are locked and
 * different ones.
 */
export async function placeAll(tx: Db, paid: readonly PaidTime[], now: Date): Promise<PlacedTime[]> {
  const lower = await listLowerMs(
    tx,
    paid.map(({ row, tier }) => ({ id: row.id, tier })),
    now,
  );
  // Of the tier that renews: another one only where the payment leaves the renewal as it was.
  const kept = paid.filter(({ tier, nextTier }) => tier !== nextTier);
  const lowerThanNext = await listLowerMs(
    tx,
    kept.map(({ row, nextTier }) => ({ id: row.id, tier: nextTier })),
    now,
  );
  const placed: PlacedTime[] = [];
  for (const { row, tier, months, nextTier } of paid) {
    const { startsAt, waitingMs, endsTrial } = placeOf(row, { tier, lowerMs: lower.get(row.id) ?? 0, now });
    const lengthMs = months * periodMs;
    const endsAt = new Date(startsAt.getTime() + lengthMs);
    const paidUntil = new Date(endsAt.getTime() + waitingMs);
    if (waitingMs > 0 || endsTrial)
      await moveLowerBack(tx, {
        ...{ subscriptionId: row.id, tier, from: startsAt, endTrialAt: endsTrial ? now : null },
        byMs: paidUntil.getTime() - row.paid_until.getTime(),
      });
    const lowerMs = tier === nextTier ? waitingMs : (lowerThanNext.get(row.id) ?? 0) + (tier < nextTier ? lengthMs : 0);
    placed.push({
      ...{ startsAt, endsAt, paidUntil },
      renewal: toRenewal(paidUntil, renewalStart(paidUntil, { lowerMs, now })),
    });
  }
  return placed;
}
