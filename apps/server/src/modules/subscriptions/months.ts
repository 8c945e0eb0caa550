import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { PaidOrder } from '../../platform/purpose.ts';
import { periodMs } from '../../platform/renewals.ts';
import { accountOf, type CreditsService, cash, movePosting, type Posting, reverseOrder } from '../credits/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import * as store from './months-store.ts';

// Only a month that has begun is paid to the creator: the others lie in an escrow of their order, where a refund
// reaches all of them.

const batchSize = 200;
export const escrowOf = (orderId: string) => accountOf(orderId, 'escrow', 'cents');
const partOf = (number: number): string => `month:${number}`;

export const monthsOf = ({ details }: Pick<PaidOrder, 'details'>): number => Number(details.months ?? 1);

/** Equal parts; the first month has the cents that cannot be divided. */
export function splitMonths(cents: number, months: number): number[] {
  const part = Math.floor(cents / months);
  return [cents - part * (months - 1), ...Array.from({ length: months - 1 }, () => part)];
}

const monthPosting = (
  month: {
    orderId: string;
    accountId: string;
    creatorId: string;
    cents: number;
    description: string;
    isGift?: boolean;
  },
  from: { account: ReturnType<typeof accountOf>; key: string },
): Posting =>
  movePosting({
    kind: month.isGift ? 'subscription_gift' : 'subscription',
    ownerId: month.accountId,
    key: from.key,
    payeeId: month.creatorId,
    reference: month.orderId,
    description: month.description,
    amount: month.cents,
    from: from.account,
    to: accountOf(month.creatorId, 'earnings', 'cents'),
    shared: true,
  });

/** Pays the creator the first month, and puts the others aside. */
export async function bookMonths(tx: Db, order: PaidOrder, startsAt: Date): Promise<Posting[]> {
  const { id: orderId, accountId, reference: creatorId, description } = order;
  const [first = 0, ...later] = splitMonths(order.amountCents, monthsOf(order));
  const month = { orderId, accountId, creatorId, description };
  const paid = monthPosting({ ...month, cents: first }, { account: cash, key: orderId });
  if (later.length === 0) return [paid];
  await store.insertMonths(
    tx,
    later.map((cents, index) => ({
      ...{ order_id: orderId, number: index + 2, account_id: accountId, creator_id: creatorId, amount_cents: cents },
      ...{ is_gift: false, begins_at: new Date(startsAt.getTime() + (index + 1) * periodMs) },
    })),
  );
  const held = movePosting({
    kind: 'subscription_hold',
    ownerId: accountId,
    key: `${orderId}:hold`,
    reference: orderId,
    description,
    amount: later.reduce((sum, cents) => sum + cents, 0),
    from: cash,
    to: escrowOf(orderId),
  });
  return [paid, held];
}

/** Takes back every month that was passed on, and what is still put aside. */
export async function reverseMonths(
  tx: Db,
  order: PaidOrder,
  why: 'refund' | 'chargeback',
  now: Date,
): Promise<Posting[]> {
  const moves = await reverseOrder(tx, order, why);
  const { passedOn, heldCents } = await store.giveBackMonths(tx, order.id, now);
  for (const number of passedOn) moves.push(...(await reverseOrder(tx, { ...order, part: partOf(number) }, why)));
  if (heldCents > 0)
    moves.push({
      kind: why,
      ownerId: order.accountId,
      key: `${order.id}:hold:${why}`,
      reference: order.id,
      description: order.description,
      amount: heldCents,
      from: escrowOf(order.id),
      to: cash,
    });
  return moves.map(movePosting);
}

export interface SubscriptionMonths {
  /** Pays creators the months that have begun. Returns how many. */
  passOnMonths(): Promise<number>;
}

export function createSubscriptionMonths(deps: {
  clock: Clock;
  credits: Pick<CreditsService, 'transact' | 'postAll'>;
  profiles: Pick<ProfilesService, 'cards'>;
}): SubscriptionMonths {
  const passOnSome = () =>
    deps.credits.transact(async (tx) => {
      await store.withholdBlocked(tx, deps.clock.now());
      const months = await store.settleBegun(tx, deps.clock.now(), batchSize);
      if (months.length === 0) return 0;
      const cards = await deps.profiles.cards.list([...new Set(months.map((month) => month.creator_id))]);
      const nameOf = new Map(cards.map(({ id, displayName }) => [id, displayName]));
      const postings = months.map((month) =>
        monthPosting(
          {
            ...{ orderId: month.order_id, accountId: month.account_id, creatorId: month.creator_id },
            cents: month.amount_cents,
            isGift: month.is_gift,
            description: `Subscription to ${nameOf.get(month.creator_id) ?? 'a creator'}, month ${month.number}`,
          },
          { account: escrowOf(month.order_id), key: `${month.order_id}:${partOf(month.number)}` },
        ),
      );
      await deps.credits.postAll(tx, postings);
      return months.length;
    });
  return {
    async passOnMonths() {
      let passed = 0;
      for (let some = batchSize; some === batchSize; passed += some) some = await passOnSome();
      return passed;
    },
  };
}
