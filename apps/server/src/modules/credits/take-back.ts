import { splitPrice } from '@vlam/contract/rules/split';
import { accountOf, type Currency, cash, type LedgerAccount, losses, revenueShard } from './accounts.ts';
import type { Move } from './postings.ts';

/** The platform's income of this process: what it sells itself is paid in here. */
export const platformIncome = (currency: Currency): LedgerAccount => revenueShard(process.pid, currency);

/** A payment in rand that is taken back. */
export interface TakenBack {
  /** The order; its moves are made once for each reason. */
  id: string;
  accountId: string;
  amountCents: number;
  description: string;
}

const moveOf = (order: TakenBack, why: 'refund' | 'chargeback', part: string) =>
  ({
    kind: why,
    ownerId: order.accountId,
    key: `${order.id}:${why}:${part}`,
    reference: order.id,
    description: order.description,
    to: cash,
  }) as const;

/** What was shared goes back from the creator's earnings and the platform's income; what these lack is a loss. */
export function takeBackShared(order: TakenBack, creatorId: string, why: 'refund' | 'chargeback'): Move[] {
  const { creator, platform } = splitPrice(order.amountCents);
  return [
    {
      ...moveOf(order, why, 'creator'),
      payeeId: creatorId,
      amount: creator,
      from: accountOf(creatorId, 'earnings', 'cents'),
      reserve: losses.cents,
    },
    ...(platform > 0 ? takeBackIncome({ ...order, amountCents: platform }, why) : []),
  ];
}

/** What the platform sold itself goes back from its income. */
export const takeBackIncome = (order: TakenBack, why: 'refund' | 'chargeback'): Move[] => [
  {
    ...moveOf(order, why, 'platform'),
    amount: order.amountCents,
    from: platformIncome('cents'),
    reserve: losses.cents,
  },
];
