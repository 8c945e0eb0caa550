import type pg from 'pg';
import type { LedgerAccount } from '../src/modules/credits/accounts.ts';
import { createLedger } from '../src/modules/credits/ledger.ts';
import { grantPosting, movePosting, type Posting, purchasePosting } from '../src/modules/credits/postings.ts';
import { accountOf, demoCash, packSales } from '../src/modules/credits/service.ts';
import { insertRows } from './bulk.ts';
import { minutesOf, type SampleCall } from './calls.ts';
import type { SampleItem } from './content.ts';
import type { SamplePerson } from './people.ts';
import type { Random } from './random.ts';
import { demoScale } from './scale.ts';

const day = 86_400_000;
const payingFans = 9_000;
const unlocks = 28_000;
const tips = 24_000;

interface HistoryOptions {
  client: pg.ClientBase;
  random: Random;
  people: readonly SamplePerson[];
  items: readonly SampleItem[];
  calls: readonly SampleCall[];
  now: Date;
}

interface Spending {
  payer: SamplePerson;
  payeeId: string;
  kind: 'unlock' | 'tip' | 'call';
  reference: string;
  price: number;
  description: string;
  at: Date;
}

/** Price of a credit of the largest pack, in tenths of a cent: R599 for 1,000. */
const creditCostTenths = 599;

/** The sample world's purchases, posted through the ledger: packs, subscriptions, unlocks, tips. */
export async function insertHistory({ client, random, people, items, calls, now }: HistoryOptions): Promise<void> {
  const ledger = createLedger({ query: (statement) => client.query(statement) });
  const spendings = [...callMinutes(calls), ...sampleSpendings(random, people, items, now)];
  const totals = new Map<string, number>();
  for (const { payer, price } of spendings) totals.set(payer.accountId, (totals.get(payer.accountId) ?? 0) + price);
  const packs = [...totals].flatMap(([ownerId, spent]) => {
    const amount = Math.ceil((spent + random.integer(10, 400)) / 100) * 100;
    return packPostings(ownerId, amount, `sample:pack:${ownerId}`, new Date(now.getTime() - 500 * day));
  });
  const purchases = [...spendings]
    .sort((left, right) => left.at.getTime() - right.at.getTime())
    .map(({ payer, ...spending }, index) =>
      purchasePosting({ ...spending, payerId: payer.accountId, key: `sample:${index}:${payer.accountId}` }),
    );
  const postings = [...packs, ...(await paidSubscriptions(client)), ...purchases];
  await openAccounts(client, postings);
  // The maximum queue length of the lane.
  for (let start = 0; start < postings.length; start += 10_000)
    await ledger.postAll(postings.slice(start, start + 10_000));
}

/** A batch that meets an account for the first time is posted a second time, more slowly; here nearly all would. */
async function openAccounts(client: pg.ClientBase, postings: readonly Posting[]): Promise<void> {
  const accounts = new Map<string, LedgerAccount>();
  for (const { wallet, promotional, source, reserve, target, reserveTarget } of postings)
    for (const account of [wallet, promotional, source, reserve, target, reserveTarget])
      if (account?.ownerId) accounts.set(account.id, account);
  await insertRows(
    client,
    'ledger_accounts',
    { id: 'uuid', owner_id: 'uuid', kind: 'text', currency: 'text' },
    [...accounts.values()]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, ownerId, kind, currency }) => [id, ownerId, kind, currency]),
  );
}

/** Each started minute of the past calls. */
const callMinutes = (calls: readonly SampleCall[]): Spending[] =>
  calls.flatMap((call) =>
    minutesOf(call).map((at, index) => ({
      payer: call.caller,
      payeeId: call.partner.profileId,
      kind: 'call' as const,
      reference: call.id,
      price: call.rate,
      description: `Video call with ${call.partner.displayName}, minute ${index + 1}`,
      at,
    })),
  );

/** The credits of a pack and the rand paid for them, so that creators' earnings are covered. */
export function packPostings(ownerId: string, amount: number, key: string, at: Date): Posting[] {
  const pack = { ownerId, reference: key, description: `${amount} credits`, at };
  return [
    movePosting({
      ...pack,
      kind: 'pack_sale',
      key: `${key}:sale`,
      amount: Math.ceil((amount * creditCostTenths) / 10),
      from: demoCash,
      to: packSales,
    }),
    { ...grantPosting({ ...pack, kind: 'pack', amount, key }), at },
  ];
}

/** The first month of each subscription, paid when it began. */
async function paidSubscriptions(client: pg.ClientBase): Promise<Posting[]> {
  const { rows } = await client.query<{
    id: string;
    account_id: string;
    creator_id: string;
    price_cents: number;
    started_at: Date;
  }>(`select s.id, p.account_id, s.creator_id, s.price_cents, s.started_at
        from subscriptions s join profiles p on p.id = s.subscriber_id order by s.started_at, s.id`);
  return rows.map((row) =>
    movePosting({
      kind: 'subscription',
      ownerId: row.account_id,
      key: `sample:subscription:${row.id}`,
      payeeId: row.creator_id,
      reference: row.creator_id,
      description: 'Subscription',
      amount: row.price_cents,
      from: demoCash,
      to: accountOf(row.creator_id, 'earnings', 'cents'),
      shared: true,
      at: row.started_at,
    }),
  );
}

function sampleSpendings(
  random: Random,
  people: readonly SamplePerson[],
  items: readonly SampleItem[],
  now: Date,
): Spending[] {
  const fans = people.filter((person) => !person.creator && !person.canSignIn).slice(0, payingFans);
  const creators = people.filter((person) => person.creator);
  const paid = items.filter((item) => item.price > 0);
  // Popularity falls off, but every creator has sales.
  const favoured = (count: number) => Math.floor(random.next() ** 1.6 * count);
  const moment = (from: Date) =>
    new Date(from.getTime() + Math.floor(random.next() * Math.max(1, now.getTime() - 60_000 - from.getTime())));
  const seen = new Set<string>();
  const made: Spending[] = [];
  for (let index = 0; index < unlocks; index += 1) {
    const payer = random.pick(fans);
    const item = paid[favoured(paid.length)];
    if (!item || seen.has(payer.accountId + item.id)) continue;
    seen.add(payer.accountId + item.id);
    const { id: reference, profileId: payeeId, price, title } = item;
    made.push({
      payer,
      payeeId,
      kind: 'unlock',
      reference,
      price,
      description: `Unlocked “${title}”`,
      at: moment(item.publishedAt),
    });
  }
  const left = demoScale.creditsSpent - made.reduce((sum, spending) => sum + spending.price, 0);
  const average = left / tips;
  for (let index = 0; index < tips; index += 1) {
    const creator = creators[favoured(creators.length)];
    if (!creator) continue;
    const price = Math.max(5, Math.round((average * (0.4 + 1.2 * random.next())) / 5) * 5);
    made.push({
      payer: random.pick(fans),
      payeeId: creator.profileId,
      kind: 'tip',
      reference: creator.profileId,
      price,
      description: `Tip for ${creator.displayName}`,
      at: moment(creator.createdAt),
    });
  }
  return made;
}
