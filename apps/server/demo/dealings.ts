import { gifts } from '@vlam/contract/gifts';
import { vipTiers } from '@vlam/contract/vip';
import type pg from 'pg';
import { createLedger } from '../src/modules/credits/ledger.ts';
import { movePosting, type Posting, purchasePosting } from '../src/modules/credits/postings.ts';
import { accountOf, demoCash, platformIncome } from '../src/modules/credits/service.ts';
import { newId } from '../src/platform/ids.ts';
import { boughtItems } from './belongings.ts';
import { insertRows } from './bulk.ts';
import type { SampleBundle } from './bundles.ts';
import type { SampleItem } from './content.ts';
import { giftNotes, tipNotes } from './dealing-texts.ts';
import { insertFanLife } from './fan-life.ts';
import { insertGivenSubscription } from './given-subscriptions.ts';
import { packPostings } from './money.ts';
import { type SamplePerson, seededId } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { insertRequests } from './requests.ts';
import { demoAccounts, demoScale } from './scale.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** How long VIP and access to a bundle last. */
const periodDays = 30;
const counts = { vipMembers: 60, gifts: 90, bundleSales: 260, tips: 70 } as const;

/** What the makers of sample dealings share. */
export interface Scene {
  client: pg.ClientBase;
  random: Random;
  now: Date;
  /** Members who pay; the demo fan comes first. */
  fans: readonly SamplePerson[];
  /** Creators who are paid; the demo creator and the two named ones come first. */
  creators: readonly SamplePerson[];
  /** Members with the highest tier, who may send requests. */
  diamonds: readonly SamplePerson[];
}

interface DealingsOptions {
  client: pg.ClientBase;
  people: readonly SamplePerson[];
  items: readonly SampleItem[];
  bundles: readonly SampleBundle[];
  now: Date;
}

/** VIP members, gifts, bundle sales with ratings, tips in rand, requests, what the demo accounts bought and what the demo fan paid in rand, through the ledger. */
export async function insertDealings({ client, people, items, bundles, now }: DealingsOptions): Promise<void> {
  const random = createRandom(demoScale.seed + 80);
  const demoFan = people.filter(({ email }) => email === demoAccounts[0].email);
  const others = people.filter(({ creator, canSignIn }) => !creator && !canSignIn);
  const named = people.filter(({ creator, sampleSlug, canSignIn }) => creator && (canSignIn || sampleSlug));
  const rest = people.filter(({ creator, sampleSlug, canSignIn }) => creator && !canSignIn && !sampleSlug);
  const members = others.slice(0, counts.vipMembers);
  const scene: Scene = {
    client,
    random,
    now,
    fans: [...demoFan, ...others.slice(0, 400)],
    creators: [...named, ...rest.slice(0, 40)],
    diamonds: members.filter((_, index) => vipTiers[index % vipTiers.length]?.contentRequests),
  };
  const postings = [
    ...(await insertVip(scene, members)),
    ...(await insertGifts(scene)),
    ...(await insertBundleSales(scene, bundles)),
    ...(await insertTips(scene)),
    ...(await insertGivenSubscription(scene)),
    ...(await insertRequests(scene)),
    ...boughtItems(scene, people, items),
  ];
  const ledger = createLedger({ query: (statement) => client.query(statement) });
  const [fanId] = demoFan.map(({ accountId }) => accountId);
  const isFans = ({ source }: Posting) => source.kind === 'wallet' && source.ownerId === fanId;
  const life = await insertFanLife(scene, postings.filter(isFans));
  const theirs = postings.filter((posting) => !isFans(posting));
  const packs = packsFor(theirs, now);
  await ledger.postAll([...packs, ...life, ...theirs]);
}

/** A pack for each member, of exactly the credits that these postings spend, so that balances stay as they were. */
function packsFor(postings: readonly Posting[], now: Date): Posting[] {
  const spent = new Map<string, number>();
  for (const { source, amount } of postings)
    if (source.kind === 'wallet' && source.ownerId)
      spent.set(source.ownerId, (spent.get(source.ownerId) ?? 0) + amount);
  return [...spent].flatMap(([ownerId, amount]) =>
    packPostings(ownerId, amount, `sample:dealings:${ownerId}`, new Date(now.getTime() - 60 * day)),
  );
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - Math.floor(ms));

async function insertVip({ client, random, now }: Scene, members: readonly SamplePerson[]): Promise<Posting[]> {
  const made = members.map((member, index) => {
    const tier = vipTiers[index % vipTiers.length] as (typeof vipTiers)[number];
    const startedAt = before(now, random.next() * 0.9 * periodDays * day);
    const endsAt = new Date(startedAt.getTime() + periodDays * day);
    return { member, tier, startedAt, endsAt, orderId: seededId(random, startedAt, now) };
  });
  await insertRows(
    client,
    'vip_memberships',
    { account_id: 'uuid', tier: 'text', started_at: 'timestamptz', paid_until: 'timestamptz' },
    made.map(({ member, tier, startedAt, endsAt }) => [member.accountId, tier.id, startedAt, endsAt]),
  );
  await insertRows(
    client,
    'vip_periods',
    {
      order_id: 'uuid',
      account_id: 'uuid',
      tier: 'text',
      amount_cents: 'integer',
      starts_at: 'timestamptz',
      ends_at: 'timestamptz',
    },
    made.map((one) => [one.orderId, one.member.accountId, one.tier.id, one.tier.priceCents, one.startedAt, one.endsAt]),
  );
  return made.map(({ member, tier, startedAt, orderId }) =>
    movePosting({
      kind: 'vip',
      ownerId: member.accountId,
      key: orderId,
      reference: orderId,
      description: `VIP ${tier.name}, ${periodDays} days`,
      amount: tier.priceCents,
      from: demoCash,
      to: platformIncome('cents'),
      at: startedAt,
    }),
  );
}

/** A creator who is paid: every third time one of the first three, who can be looked at in the demo. */
const payee = ({ random, creators }: Scene, index: number): SamplePerson =>
  (index % 3 === 0 ? creators[(index / 3) % 3] : random.pick(creators)) as SamplePerson;
/** The demo fan pays every thirtieth time. */
const payer = ({ random, fans }: Scene, index: number): SamplePerson =>
  (index % 30 === 0 ? fans[0] : random.pick(fans.slice(1))) as SamplePerson;

async function insertGifts(scene: Scene): Promise<Posting[]> {
  const { client, random, now } = scene;
  const made = Array.from({ length: counts.gifts }, (_, index) => {
    const at = before(now, 2 * hour + index * 7 * hour * (0.6 + 0.4 * random.next()));
    // Cheap gifts are frequent.
    const gift = gifts[Math.floor(random.next() ** 2 * gifts.length)] ?? gifts[0];
    const [sender, recipient] = [payer(scene, index), payee(scene, index)];
    const id = seededId(random, at, now);
    // Earnings are summed by the time in their group's id, so this one has the true time.
    const saleId = newId(at.getTime());
    return { id, saleId, at, gift, sender, recipient, note: giftNotes[index % giftNotes.length] ?? null };
  });
  await insertRows(
    client,
    'gifts_sent',
    {
      id: 'uuid',
      sender_account_id: 'uuid',
      sender_id: 'uuid',
      recipient_id: 'uuid',
      gift_id: 'text',
      credits: 'integer',
      message: 'text',
      key: 'text',
      created_at: 'timestamptz',
      sale_id: 'uuid',
    },
    made.map(({ id, saleId, at, gift, sender, recipient, note }) => [
      id,
      sender.accountId,
      sender.profileId,
      recipient.profileId,
      gift.id,
      gift.credits,
      note,
      id,
      at,
      saleId,
    ]),
  );
  return made.map(({ id, saleId, at, gift, sender, recipient }) =>
    purchasePosting({
      kind: 'gift',
      payerId: sender.accountId,
      payeeId: recipient.profileId,
      price: gift.credits,
      reference: id,
      key: id,
      groupId: saleId,
      description: `${gift.name} for ${recipient.displayName}`,
      at,
    }),
  );
}

async function insertBundleSales(scene: Scene, bundles: readonly SampleBundle[]): Promise<Posting[]> {
  const { client, random, now } = scene;
  // The demo fan buys none of the named creators' bundles, so that their pages still have something to unlock.
  const named = scene.creators.slice(0, 3).map(({ profileId }) => profileId);
  const isKept = (bundle: SampleBundle, buyer: SamplePerson) =>
    buyer === scene.fans[0] && named.includes(bundle.creatorId);
  const seen = new Set<string>();
  const made = Array.from({ length: counts.bundleSales }, (_, index) => {
    const bundle = bundles[Math.floor(random.next() ** 1.5 * bundles.length)];
    const buyer = payer(scene, index);
    if (!bundle || seen.has(bundle.id + buyer.accountId) || isKept(bundle, buyer)) return [];
    seen.add(bundle.id + buyer.accountId);
    const at = before(now, hour + random.next() * (now.getTime() - bundle.createdAt.getTime() - hour));
    const stars = random.chance(0.7) ? 3 + random.weighted([1, 3, 6]) : null;
    return [{ id: seededId(random, at, now), bundle, buyer, at, stars }];
  }).flat();
  const until = (at: Date) => new Date(at.getTime() + periodDays * day);
  await insertRows(
    client,
    'bundle_purchases',
    {
      id: 'uuid',
      account_id: 'uuid',
      bundle_id: 'uuid',
      price_credits: 'integer',
      key: 'text',
      purchased_at: 'timestamptz',
      access_until: 'timestamptz',
    },
    made.map(({ id, bundle, buyer, at }) => [id, buyer.accountId, bundle.id, bundle.price, id, at, until(at)]),
  );
  await insertRows(
    client,
    'bundle_access',
    { account_id: 'uuid', bundle_id: 'uuid', access_until: 'timestamptz', stars: 'smallint' },
    made.map(({ bundle, buyer, at, stars }) => [buyer.accountId, bundle.id, until(at), stars]),
  );
  await client.query(
    `update bundles set purchase_count = sold.buyers, rating_sum = sold.stars, rating_count = sold.ratings
       from (select bundle_id, count(*)::int as buyers, coalesce(sum(stars), 0)::int as stars,
           count(stars)::int as ratings from bundle_access group by bundle_id) sold
       where sold.bundle_id = bundles.id`,
  );
  return made.map(({ id, bundle, buyer, at }) =>
    purchasePosting({
      kind: 'bundle',
      payerId: buyer.accountId,
      payeeId: bundle.creatorId,
      price: bundle.price,
      reference: bundle.id,
      key: id,
      description: `Bundle “${bundle.title}”`,
      at,
    }),
  );
}

/** Tips in rand by members who cannot sign in: those have no page of payments on which an order would be missing. */
async function insertTips(scene: Scene): Promise<Posting[]> {
  const { client, random, now, fans } = scene;
  const made = Array.from({ length: counts.tips }, (_, index) => {
    const at = before(now, 3 * hour + index * 9 * hour * (0.6 + 0.4 * random.next()));
    const cents = random.pick([2_000, 5_000, 5_000, 10_000, 10_000, 20_000, 50_000]);
    const [fan, creator] = [random.pick(fans.slice(1)), payee(scene, index)];
    const [id, orderId] = [seededId(random, at, now), seededId(random, at, now)];
    return { id, orderId, at, cents, fan, creator, note: tipNotes[index % tipNotes.length] ?? '' };
  });
  await insertRows(
    client,
    'tips',
    {
      id: 'uuid',
      order_id: 'uuid',
      account_id: 'uuid',
      profile_id: 'uuid',
      amount_cents: 'integer',
      message: 'text',
      created_at: 'timestamptz',
    },
    made.map((tip) => [tip.id, tip.orderId, tip.fan.accountId, tip.creator.profileId, tip.cents, tip.note, tip.at]),
  );
  return made.map(({ orderId, at, cents, fan, creator }) =>
    movePosting({
      kind: 'rand_tip',
      ownerId: fan.accountId,
      key: orderId,
      payeeId: creator.profileId,
      reference: orderId,
      description: `Tip for ${creator.displayName}`,
      amount: cents,
      from: demoCash,
      to: accountOf(creator.profileId, 'earnings', 'cents'),
      shared: true,
      at,
    }),
  );
}
