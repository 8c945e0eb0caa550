import { creditPacks, firstPurchaseBonusCredits } from '@vlam/contract/payments';
import { minCreatorPrice } from '@vlam/contract/rules/split';
import { vipTiers } from '@vlam/contract/vip';
import {
  accountOf,
  type CreditsService,
  cash,
  grantPosting,
  movePosting,
  type Posting,
  packSales,
  platformIncome,
} from '../src/modules/credits/service.ts';
import { newId } from '../src/platform/ids.ts';
import type { Random } from './simulation/random.ts';

type RandPayment = { payer: string; reference: string; description: string; amount: number };
const randPosting = (
  kind: 'pack_sale' | 'vip' | 'subscription' | 'rand_tip',
  { payer, reference, description, amount }: RandPayment,
  to: Parameters<typeof movePosting>[0]['to'],
  payeeId: string | null = null,
): Posting =>
  movePosting({
    kind,
    ownerId: payer,
    key: `${kind}:${reference}`,
    payeeId,
    reference,
    description,
    amount,
    from: cash,
    to,
    shared: payeeId !== null,
  });

/** A random purchase of a farmer in rand: a pack, a membership, or a subscription to the colluding creator. */
export function aPurchase(random: Random, payer: string, creatorId: string): { postings: Posting[]; cents: number } {
  const reference = newId();
  const given = (kind: 'promotion' | 'vip_bonus' | 'first_purchase_bonus', amount: number, once = reference) =>
    amount > 0
      ? [grantPosting({ kind, ownerId: payer, amount, reference: once, key: `${kind}:${once}`, description: 'Bonus' })]
      : [];
  const fate = random.next();
  if (fate < 0.6) {
    const pack = random.pick(creditPacks);
    const { credits, bonusCredits, priceCents: amount } = pack;
    const description = `${credits} credits`;
    return {
      cents: amount,
      postings: [
        randPosting('pack_sale', { payer, reference, description, amount }, packSales),
        grantPosting({
          kind: 'pack',
          ownerId: payer,
          amount: credits,
          reference,
          key: `pack:${reference}`,
          description,
        }),
        ...given('promotion', bonusCredits),
        ...given('first_purchase_bonus', firstPurchaseBonusCredits, 'first purchase'),
      ],
    };
  }
  if (fate < 0.8) {
    const { priceCents: amount, monthlyBonusCredits } = random.pick(vipTiers);
    return {
      cents: amount,
      postings: [
        randPosting('vip', { payer, reference, description: 'VIP', amount }, platformIncome('cents')),
        ...given('vip_bonus', monthlyBonusCredits),
      ],
    };
  }
  const amount = random.between(2_999, 99_999);
  const earned = accountOf(creatorId, 'earnings', 'cents');
  return {
    cents: amount,
    postings: [
      randPosting('subscription', { payer, reference, description: 'Subscription', amount }, earned, creatorId),
    ],
  };
}

/** Spends all credits of a farmer on one creator, in random allowed amounts. */
export async function spendAll(
  credits: CreditsService,
  random: Random,
  payer: string,
  creatorId: string,
): Promise<void> {
  let { balance } = await credits.balance(payer);
  while (balance >= minCreatorPrice) {
    const price = Math.min(balance, random.chance(0.3) ? random.between(minCreatorPrice, 12) : random.between(5, 800));
    const tip = { kind: 'tip', payer, payee: creatorId, price, reference: newId(), key: newId() } as const;
    ({ balance } = await credits.purchase({ ...tip, description: 'Tip' }));
  }
}

/** Earnings that creators could withdraw, in cents. */
export const withdrawableCents = async (credits: CreditsService, creators: readonly string[]): Promise<number> =>
  [...(await credits.earnedCents(creators)).values()].reduce((sum, cents) => sum + Number(cents), 0);
