import { giftAnswerDays, giftReference } from '@vlam/contract/rules/subscription-gifts';
import { movePosting, type Posting } from '../src/modules/credits/postings.ts';
import { accountOf, demoCash } from '../src/modules/credits/service.ts';
import { sampleReference } from '../src/modules/payments/providers/sandbox.ts';
import type { Scene } from './dealings.ts';
import { seededId } from './people.ts';

const day = 86_400_000;

/** A month of the demo creator's second tier that a member gave the demo fan; it waits for an answer. */
export async function insertGivenSubscription({ client, random, now, fans, creators }: Scene): Promise<Posting[]> {
  const [recipient, giver] = [fans[0], fans[7]];
  const creator = creators.find(({ canSignIn }) => canSignIn);
  if (!recipient || !giver || !creator) return [];
  const { rows } = await client.query<{ price: number }>(
    'select price_cents as price from subscription_tiers where creator_id = $1 and number = 2',
    [creator.profileId],
  );
  const amount = rows[0]?.price;
  if (amount === undefined) return [];
  const at = new Date(now.getTime() - 2 * day);
  const [id, orderId] = [seededId(random, at, now), seededId(random, at, now)];
  const description = `Gift: subscription to ${creator.displayName}, tier 2, 30 days`;
  const people = { creatorId: creator.profileId, recipientId: recipient.profileId };
  await client.query(
    `insert into payment_orders (id, account_id, key, purpose, reference, description, amount_cents, charge_amount,
        charge_currency, state, via, provider, provider_reference, created_at, paid_at)
      values ($1::uuid, $2, $1::text, 'subscription_gift', $3, $4, $5, $5, 'ZAR', 'paid', 'hosted', 'sandbox', $6, $7, $7)`,
    [orderId, giver.accountId, giftReference(people), description, amount, sampleReference(orderId), at],
  );
  await client.query(
    `insert into subscription_gifts (id, order_id, giver_account_id, giver_id, recipient_id, creator_id, tier, months,
        amount_cents, is_unnamed, state, offered_at, answer_by)
      values ($1, $2, $3, $4, $5, $6, 2, 1, $7, false, 'offered', $8, $9)`,
    [
      ...[id, orderId, giver.accountId, giver.profileId, recipient.profileId, creator.profileId, amount, at],
      new Date(at.getTime() + giftAnswerDays * day),
    ],
  );
  return [
    movePosting({
      ...{ kind: 'subscription_hold', ownerId: giver.accountId, key: `${orderId}:hold`, reference: orderId },
      ...{ description, amount, from: demoCash, to: accountOf(orderId, 'escrow', 'cents'), at },
    }),
  ];
}
