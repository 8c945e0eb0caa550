import { creditPacks, firstPurchaseBonusCredits, vatPercent } from '@vlam/contract/payments';
import type pg from 'pg';
import { grantPosting, movePosting, type Posting, purchasePosting } from '../src/modules/credits/postings.ts';
import { accountOf, demoCash, packSales } from '../src/modules/credits/service.ts';
import { sampleReference } from '../src/modules/payments/providers/sandbox.ts';
import type { Scene } from './dealings.ts';
import { seededId } from './people.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Credits the demo fan has when the demo begins. */
export const fanBalance = 1_250;
const periodDays = 30;
const subscribedDaysAgo = 9;

type Pack = (typeof creditPacks)[number];
interface Order {
  id: string;
  at: Date;
  purpose: 'pack' | 'subscription';
  reference: string;
  description: string;
  cents: number;
  details: Record<string, string | number>;
}

/**
 * The demo fan's payments, as orders with receipts and as postings: packs that cover what they `spend`, tips that leave
 * `fanBalance`, and one subscription that ends by itself, because no card is kept. Returns these and what they spend in
 * the order of booking: the bonus of all packs but the last one is used up, on others than the demo creator, so that
 * most of the balance is bought.
 */
export async function insertFanLife(scene: Scene, spends: readonly Posting[]): Promise<Posting[]> {
  const { client, random, now, fans, creators } = scene;
  const [fan, friend] = [fans[0], creators.find(({ sampleSlug }) => sampleSlug === 'zanele')];
  const followed = creators.find(({ canSignIn, sampleSlug }) => !canSignIn && !sampleSlug);
  if (!fan || !friend || !followed) return [];
  const order = (at: Date, rest: Omit<Order, 'id' | 'at'>): Order => ({ id: seededId(random, at, now), at, ...rest });
  const { packs, left } = packsFor(spends.reduce((sum, { amount }) => sum + amount, 0));
  const bought = datesOf(packs, spends, now).map(([pack, at], index) => {
    const bonus = pack.bonusCredits > 0 ? ` + ${pack.bonusCredits} bonus` : '';
    const first = index === 0 ? { firstPurchaseCredits: firstPurchaseBonusCredits } : {};
    return order(at, {
      ...{ purpose: 'pack', reference: pack.id, cents: pack.priceCents },
      description: `${pack.credits} credits${bonus}`,
      details: { credits: pack.credits, bonusCredits: pack.bonusCredits, ...first },
    });
  });
  const priceCents = followed.creator?.priceCents ?? 4_900;
  const startedAt = new Date(now.getTime() - subscribedDaysAgo * day);
  const subscription = order(startedAt, {
    ...{ purpose: 'subscription', reference: followed.profileId, cents: priceCents },
    description: `Subscription to ${followed.displayName}, ${periodDays} days`,
    details: { subscriberId: fan.profileId },
  });
  await client.query(
    `insert into subscriptions (id, subscriber_id, creator_id, price_cents, started_at, paid_until)
      values ($1, $2, $3, $4, $5, $6)`,
    [
      ...[seededId(random, startedAt, now), fan.profileId, followed.profileId, priceCents, startedAt],
      new Date(startedAt.getTime() + periodDays * day),
    ],
  );
  await insertOrders(client, fan.accountId, [...bought, subscription]);
  const latest = Math.max(...bought.map(({ at }) => at.getTime()));
  const grants = bought.map((one) => packPostings(fan.accountId, one));
  const isBonus = ({ kind }: Posting) => kind === 'promotion' || kind === 'first_purchase_bonus';
  const bonus = grants.slice(0, -1).flat().filter(isBonus);
  const shown = creators.find(({ canSignIn }) => canSignIn)?.profileId;
  const covered = fromBonus(spends, bonus, shown);
  return [
    ...bonus,
    ...covered,
    ...grants.flat().filter((posting) => !bonus.includes(posting)),
    movePosting({
      ...{ kind: 'subscription', ownerId: fan.accountId, key: subscription.id, reference: subscription.id },
      ...{ payeeId: followed.profileId, description: subscription.description, amount: priceCents, from: demoCash },
      ...{ to: accountOf(followed.profileId, 'earnings', 'cents'), shared: true, at: startedAt },
    }),
    ...tipsOf(left).map((price, index) =>
      purchasePosting({
        ...{ kind: 'tip', payerId: fan.accountId, payeeId: friend.profileId, price, reference: friend.profileId },
        ...{ key: `sample:fan:tip:${index}`, description: `Tip for ${friend.displayName}` },
        at: new Date(Math.min(latest + (index + 1) * hour, now.getTime() - hour)),
      }),
    ),
    ...spends.filter((posting) => !covered.includes(posting)),
  ];
}

/** Spendings, the oldest first, that these bonus credits pay for; none of the profile `except`. */
function fromBonus(spends: readonly Posting[], bonus: readonly Posting[], except: string | undefined): Posting[] {
  let left = bonus.reduce((sum, { amount }) => sum + amount, 0);
  return spends
    .toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
    .filter(({ amount, payeeId }) => {
      if (amount > left || payeeId === except || payeeId === null) return false;
      left -= amount;
      return true;
    });
}

const creditsOf = ({ credits, bonusCredits }: Pack): number => credits + bonusCredits;

/** The smallest pack first, then large ones until spending and balance are covered; `left` is for tips. */
function packsFor(spent: number): { packs: Pack[]; left: number } {
  const [smallest, ...larger] = creditPacks;
  const needed = spent + fanBalance - firstPurchaseBonusCredits;
  const packs: Pack[] = [smallest];
  let left = creditsOf(smallest) - needed;
  while (left < 20) {
    const pack = larger.findLast((each) => creditsOf(each) <= -left) ?? smallest;
    packs.push(pack);
    left += creditsOf(pack);
  }
  return { packs: packs.sort((one, other) => one.credits - other.credits), left };
}

/** One round tip and the rest. */
const tipsOf = (credits: number): number[] => (credits > 60 ? [50, credits - 50] : [credits]);

/** Each pack is bought an hour before the spending it is needed for, and a last one some days ago. */
function datesOf(packs: readonly Pack[], spends: readonly Posting[], now: Date): [Pack, Date][] {
  const moments = spends
    .flatMap(({ at, amount }) => (at ? [{ at: at.getTime(), amount }] : []))
    .sort((one, other) => one.at - other.at);
  let [balance, next] = [firstPurchaseBonusCredits, 0];
  const dates = packs.map((): number | null => null);
  for (const { at, amount } of moments) {
    for (; balance < amount && next < packs.length; next += 1) {
      dates[next] = at - hour;
      balance += creditsOf(packs[next] as Pack);
    }
    balance -= amount;
  }
  return packs.map((pack, index) => [pack, new Date(dates[index] ?? now.getTime() - 6 * day)]);
}

function packPostings(ownerId: string, { id, at, description, cents, details }: Order): Posting[] {
  const first = Number(details.firstPurchaseCredits ?? 0);
  const grant = (kind: 'pack' | 'promotion', amount: number, words: string): Posting[] =>
    amount > 0
      ? [{ ...grantPosting({ kind, ownerId, amount, reference: id, key: `${kind}:${id}`, description: words }), at }]
      : [];
  return [
    movePosting({
      ...{ kind: 'pack_sale', ownerId, key: `pack_sale:${id}`, reference: id, description, amount: cents },
      ...{ from: demoCash, to: packSales, at },
    }),
    ...grant('pack', Number(details.credits), `Bought ${details.credits} credits`),
    ...grant('promotion', Number(details.bonusCredits), `Bonus with ${details.credits} credits`),
    ...(first > 0
      ? [
          {
            ...grantPosting({
              ...{ kind: 'first_purchase_bonus', ownerId, amount: first, reference: 'first purchase' },
              ...{ key: `first_purchase_bonus:${ownerId}`, description: 'First purchase bonus' },
            }),
            at,
          },
        ]
      : []),
  ];
}

async function insertOrders(client: pg.ClientBase, accountId: string, orders: readonly Order[]): Promise<void> {
  for (const { id, purpose, reference, description, cents, details, at } of orders.toSorted((one, other) =>
    one.at < other.at ? -1 : 1,
  )) {
    await client.query(
      `insert into payment_orders (id, account_id, key, purpose, reference, description, amount_cents, charge_amount,
          charge_currency, details, state, via, provider, provider_reference, created_at, paid_at)
        values ($1::uuid, $2, $1::text, $3, $4, $5, $6, $6, 'ZAR', $7, 'paid', 'hosted', 'sandbox', $8, $9, $9)`,
      [id, accountId, purpose, reference, description, cents, JSON.stringify(details), sampleReference(id), at],
    );
    await client.query(
      `with taken as (insert into receipt_counters as counter (year, last_number)
            values (extract(year from $2::timestamptz at time zone 'Africa/Johannesburg')::int, 1)
          on conflict (year) do update set last_number = counter.last_number + 1 returning year, last_number)
        insert into receipts (order_id, year, number, total_cents, vat_cents, vat_percent, issued_at)
          select $1, year, last_number, $3, $4, $5, $2 from taken`,
      [id, at, cents, Math.round((cents * vatPercent) / (100 + vatPercent)), vatPercent],
    );
  }
}
