import { creditPacks, firstPurchaseBonusCredits } from '@vlam/contract/payments';
import type { Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PaidOrder, Purpose } from '../../../platform/purpose.ts';
import { requireShownRand } from '../../../platform/shown-price.ts';
import {
  accountOf,
  cash,
  grantPosting,
  issuance,
  losses,
  type Move,
  movePosting,
  type Posting,
  packSales,
  promotions,
} from '../../credits/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import { addDetails } from '../orders/order-store.ts';
import { creditsIn } from '../orders/view.ts';

/** Credits for rand: the money becomes a sale, the credits a wallet's, the bonus a promotional one's. */
export interface PackPurpose extends Purpose {
  /** Records that credits and bonus are reclaimed; returns the postings, which fail with `INSUFFICIENT_CREDITS` when either was spent. */
  reclaim(tx: Db, order: PaidOrder): Promise<readonly Posting[]>;
}

export function createPackPurpose({ identity }: { identity: Pick<IdentityService, 'originOf'> }): PackPurpose {
  return {
    async quote(_viewer, { reference, amount }) {
      const pack = creditPacks.find(({ id }) => id === reference);
      if (!pack) throw new AppError('NOT_FOUND');
      requireShownRand(amount, pack.priceCents);
      const bonus = pack.bonusCredits > 0 ? ` + ${pack.bonusCredits} bonus` : '';
      return {
        amountCents: pack.priceCents,
        description: `${pack.credits} credits${bonus}`,
        details: { credits: pack.credits, bonusCredits: pack.bonusCredits },
      };
    },
    async paid(tx, order) {
      const { emailConfirmed } = await identity.originOf(tx, order.accountId);
      return [...paidPostings(order), ...(emailConfirmed ? [firstPurchaseBonus(order.accountId)] : [])];
    },
    async posted(tx, order, results) {
      // The bonus that was given now may have to be reclaimed; an earlier one stays.
      if (results[paidPostings(order).length]?.status === 'posted')
        await addDetails(tx, order.id, { firstPurchaseCredits: firstPurchaseBonusCredits });
    },
    async reclaim(tx, order) {
      await addDetails(tx, order.id, { creditsReclaimed: true });
      return creditReturns(order, null);
    },
    async reversed(_tx, order, why) {
      // The credits were reclaimed when the refund was requested.
      const returns = order.details.creditsReclaimed === true ? [] : creditReturns(order, losses.credits);
      return [...returns, movePosting(rand(order, why, packSales, cash))];
    },
  };
}

const rand = (
  order: PaidOrder,
  kind: 'pack_sale' | 'refund' | 'chargeback',
  from: Move['from'],
  to: Move['to'],
): Move => ({
  kind,
  ownerId: order.accountId,
  key: `${kind}:${order.id}`,
  reference: order.id,
  description: order.description,
  amount: order.amountCents,
  from,
  to,
});

const firstPurchaseBonus = (ownerId: string): Posting =>
  grantPosting({
    kind: 'first_purchase_bonus',
    ownerId,
    amount: firstPurchaseBonusCredits,
    reference: 'first purchase',
    key: `first_purchase_bonus:${ownerId}`,
    description: 'First purchase bonus',
  });

function paidPostings(order: PaidOrder): Posting[] {
  const { accountId: ownerId, id: reference } = order;
  const credits = creditsIn(order, 'credits');
  const grant = (kind: 'pack' | 'promotion', amount: number, words: string) =>
    amount > 0
      ? [grantPosting({ kind, ownerId, amount, reference, key: `${kind}:${reference}`, description: words })]
      : [];
  return [
    movePosting(rand(order, 'pack_sale', cash, packSales)),
    ...grant('pack', credits, `Bought ${credits} credits`),
    ...grant('promotion', creditsIn(order, 'bonusCredits'), `Bonus with ${credits} credits`),
  ];
}

/** Key of the posting that reclaims bought credits. */
export const packReturnKey = (orderId: string): string => `pack_return:${orderId}`;

/** Returns granted credits to their source; `reserve` covers spent ones. */
function creditReturns(order: PaidOrder, reserve: Move['reserve'] | null): Posting[] {
  const { accountId: ownerId, id: reference } = order;
  const bonus = creditsIn(order, 'bonusCredits') + creditsIn(order, 'firstPurchaseCredits');
  const bought = creditsIn(order, 'credits');
  const back = (kind: 'pack_return' | 'bonus_return', amount: number, from: Move['from'], to: Move['to']): Move => ({
    kind,
    ownerId,
    key: `${kind}:${reference}`,
    reference,
    description: `Given back: ${order.description}`,
    amount,
    from,
    reserve: reserve ?? null,
    to,
  });
  return [
    back('pack_return', bought, accountOf(ownerId, 'wallet'), issuance),
    back('bonus_return', bonus, accountOf(ownerId, 'wallet_promotional'), promotions),
  ]
    .filter(({ amount }) => amount > 0)
    .map(movePosting);
}
