import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aBlock,
  aCreator,
  aFreePicture,
  aPaidPicture,
  aProfile,
  giveCredits,
  type TestProfile,
} from '../../../test/factories.ts';
import { fetchFile } from '../../../test/pictures.ts';
import { aReadyFile, at, publicationOf } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

let creator: TestProfile;
const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t, { displayName: 'Bundler of the Cape' });
});
afterAll(async () => {
  expect(await t.context.credits.reconcile()).toMatchObject({ drifted: [], brokenGroups: [], unbalanced: [] });
});

const bundleOf = (contentIds: readonly string[], more: Record<string, unknown> = {}) => ({
  title: 'Weekend by the sea',
  description: 'Seven frames, two tides.',
  price: 20,
  category: 'beach',
  tags: ['film', 'tide'],
  contentIds,
  ...more,
});

async function aBundle(more: Record<string, unknown> = {}, owner = creator) {
  const items = [
    await aPaidPicture(t, { creator: owner, price: 15 }),
    await aPaidPicture(t, { creator: owner, price: 12 }),
  ];
  t.clock.advance(1_000);
  const { body, status } = await t.client(owner).call('createBundle', {
    body: bundleOf(
      items.map((item) => item.contentId),
      more,
    ),
  });
  expect(status).toBe(201);
  return { ...body, items };
}

async function aBuyer(credits = 100): Promise<TestProfile> {
  const buyer = await aProfile(t);
  await giveCredits(t, buyer.accountId, credits);
  return buyer;
}

/** A purchase at the displayed price. */
const purchaseRequest = ({ id, price }: { id: string; price: number }) => ({ ...at(id), body: { price } });

const balanceOf = async (member: TestProfile) => (await t.context.credits.balance(member.accountId)).balance;

/** Moves the access into the past, since the database's clock decides when it ends. */
const ageAccess = (bundleId: string, seconds: number) =>
  sql`update bundle_access set access_until = access_until - make_interval(secs => ${seconds})
    where bundle_id = ${bundleId}`.execute(t.db);
const thirtyDays = 30 * 86_400;

describe('making a bundle', () => {
  it('totals its items and is listed for everyone', async () => {
    const made = await aBundle();
    expect(made).toMatchObject({
      creatorId: creator.profileId,
      creatorName: 'Bundler of the Cape',
      price: 20,
      originalPrice: 27,
      mediaCount: 2,
      mediaTypes: ['image'],
      rating: null,
      reviews: 0,
      purchases: 0,
      isOwn: true,
      isPurchased: false,
      accessExpiry: null,
    });
    const fan = t.client(await aProfile(t));
    const found = await fan.call('listBundles', { query: { creatorId: creator.profileId } });
    expect(found.body.items[0]).toMatchObject({ id: made.id, isOwn: false });
    const { body } = await fan.call('getBundle', at(made.id));
    expect(body.items.map((item) => [item.id, item.isLocked, item.mediaUrl])).toEqual(
      made.items.map((item) => [item.contentId, true, null]),
    );
  });

  it('accepts only own, published, premium items, without duplicates', async () => {
    const [own, foreign, free, hidden] = [
      await aPaidPicture(t, { creator }),
      await aPaidPicture(t, { creator: await aCreator(t) }),
      await aFreePicture(t, { creator }),
      await aPaidPicture(t, { creator }),
    ];
    await t.db.updateTable('content_items').set({ state: 'review' }).where('id', '=', hidden.contentId).execute();
    for (const [other, code] of [
      [foreign.contentId, 'NOT_FOUND'],
      [hidden.contentId, 'NOT_FOUND'],
      [randomUUID(), 'NOT_FOUND'],
      [free.contentId, 'VALIDATION_FAILED'],
      [own.contentId, 'VALIDATION_FAILED'],
    ] as const) {
      const answer = await t.client(creator).call('createBundle', { body: bundleOf([own.contentId, other]) });
      expect([other, answer.error?.code]).toEqual([other, code]);
    }
  });
});

describe('finding bundles', () => {
  it('by text with a typo, tag, category and price band, in pages', async () => {
    const owner = await aCreator(t);
    const wanted = await aBundle(
      { title: 'Midnight velvet', category: 'glamour', price: 250, tags: ['analogue'] },
      owner,
    );
    const cheap = await aBundle({ title: 'Sunrise run', category: 'fitness', price: 199 }, owner);
    const dear = await aBundle({ title: 'Paper lanterns', category: 'artistic', price: 301 }, owner);
    const fan = t.client(await aProfile(t));
    const ids = async (query: Record<string, string>) =>
      (await fan.call('listBundles', { query: { creatorId: owner.profileId, ...query } })).body.items.map(
        ({ id }) => id,
      );
    expect(await ids({})).toEqual([dear.id, cheap.id, wanted.id]);
    for (const q of ['velvet', 'midnigth', 'analogue', 'mi', 'VELVET'])
      expect([q, await ids({ q })]).toEqual([q, [wanted.id]]);
    expect(await ids({ q: '%' })).toEqual([]);
    expect(await ids({ category: 'fitness' })).toEqual([cheap.id]);
    expect(await ids({ category: 'all', price: 'all' })).toHaveLength(3);
    expect(await ids({ price: 'under-200' })).toEqual([cheap.id]);
    expect(await ids({ price: '200-300' })).toEqual([wanted.id]);
    expect(await ids({ price: 'over-300' })).toEqual([dear.id]);
    const first = await fan.call('listBundles', { query: { creatorId: owner.profileId, limit: '2' } });
    expect(await ids({ limit: '2', cursor: first.body.nextCursor ?? '' })).toEqual([wanted.id]);
  });

  it('T66: hides bundles of a creator who has blocked the viewer', async () => {
    const made = await aBundle();
    const blocked = await aBuyer();
    await aBlock(t, { blocker: creator, blocked });
    const client = t.client(blocked);
    const listed = await client.call('listBundles', { query: { limit: '50' } });
    expect(listed.body.items.filter(({ creatorId }) => creatorId === creator.profileId)).toEqual([]);
    for (const name of ['getBundle', 'purchaseBundle'] as const)
      expect((await client.call(name, purchaseRequest(made))).error?.code).toBe('NOT_FOUND');
    expect((await client.call('rateBundle', { ...at(made.id), body: { stars: 5 } })).error?.code).toBe('NOT_FOUND');
    expect(await balanceOf(blocked)).toBe(100);
  });
});

describe('buying a bundle', () => {
  it('T40: charges the stored price once, opens every item, and pays the creator four fifths', async () => {
    const made = await aBundle();
    const buyer = await aBuyer();
    const client = t.client(buyer);
    const earned = await t.context.credits.earnings(creator.profileId);
    const bought = await client.call('purchaseBundle', purchaseRequest(made));
    expect(bought.status).toBe(201);
    expect(bought.body).toMatchObject({
      balance: 80,
      purchase: { bundleId: made.id, bundleTitle: made.title, price: 20 },
    });
    const days =
      (Date.parse(bought.body.purchase.accessExpiry) - Date.parse(bought.body.purchase.purchaseDate)) / 86_400_000;
    expect(days).toBe(30);
    expect((await t.context.credits.earnings(creator.profileId)) - earned).toBe(16n);
    const { body } = await client.call('getBundle', at(made.id));
    expect(body.items.map((item) => item.isLocked)).toEqual([false, false]);
    expect(body.bundle).toMatchObject({
      isPurchased: true,
      accessExpiry: bought.body.purchase.accessExpiry,
      purchases: 1,
    });
    expect((await client.call('listBundlePurchases')).body.items).toEqual([bought.body.purchase]);
    const [line] = (await client.call('creditTransactions')).body;
    expect(line).toMatchObject({ type: 'spend', amount: -20, description: `Bundle “${made.title}”` });
  });

  it('T40: refuses a price or end of access from the client', async () => {
    const made = await aBundle();
    const buyer = await aBuyer();
    for (const body of [{ credits: 20 }, { accessExpiry: '2099-01-01T00:00:00Z' }, { days: 300 }])
      expect(
        (await t.client(buyer).call('purchaseBundle', { ...at(made.id), body: { price: 20, ...body } })).status,
      ).toBe(400);
    expect(await balanceOf(buyer)).toBe(100);
  });

  it('is idempotent by key, and refuses another key while it is owned', async () => {
    const made = await aBundle();
    const buyer = await aBuyer();
    const client = t.client(buyer);
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.call('purchaseBundle', { ...purchaseRequest(made), idempotencyKey })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const others = await Promise.all(
      Array.from({ length: 12 }, () => client.call('purchaseBundle', purchaseRequest(made))),
    );
    for (const { error } of others) expect(error).toMatchObject({ code: 'CONFLICT', details: { reason: 'owned' } });
    expect(await balanceOf(buyer)).toBe(80);
    const another = await aBundle();
    const reused = await client.call('purchaseBundle', { ...purchaseRequest(another), idempotencyKey });
    expect(reused.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('T32: forty concurrent purchases with different keys charge once', async () => {
    const made = await aBundle();
    const buyer = await aBuyer(1_000);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => t.client(buyer).call('purchaseBundle', purchaseRequest(made))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await balanceOf(buyer)).toBe(980);
    expect((await t.client(buyer).call('getBundle', at(made.id))).body.bundle.purchases).toBe(1);
  });

  it('opens nothing without enough credits', async () => {
    const made = await aBundle();
    const buyer = await aBuyer(19);
    expect((await t.client(buyer).call('purchaseBundle', purchaseRequest(made))).error?.code).toBe(
      'INSUFFICIENT_CREDITS',
    );
    const { body } = await t.client(buyer).call('getBundle', at(made.id));
    expect([body.bundle.isPurchased, body.bundle.purchases, body.items[0]?.isLocked]).toEqual([false, 0, true]);
    expect((await t.client(creator).call('purchaseBundle', purchaseRequest(made))).error?.code).toBe('CONFLICT');
  });

  it('sells nothing to a member who has paused buying', async () => {
    const made = await aBundle();
    const buyer = await aBuyer();
    await t.client(buyer).call('setSpendingLimits', { body: { dailyCents: null, monthlyCents: null, coolOffDays: 7 } });
    expect((await t.client(buyer).call('purchaseBundle', purchaseRequest(made))).error?.code).toBe(
      'SPENDING_LIMIT_REACHED',
    );
    expect(await balanceOf(buyer)).toBe(100);
  });

  it('T40 T47: opens the files for exactly 30 days, after which it can be bought again', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const file = publicationOf(await aReadyFile(t, creator), { isPremium: true, price: 10 });
      ids.push((await t.client(creator).call('createContent', { body: file })).body.id);
    }
    const { body: made } = await t.client(creator).call('createBundle', { body: bundleOf(ids) });
    const buyer = await aBuyer();
    const client = t.client(buyer);
    await client.call('purchaseBundle', purchaseRequest(made));
    const url = (await client.call('getContent', at(ids[0] ?? ''))).body.mediaUrl ?? '';
    expect((await fetchFile(t, buyer, url)).status).toBe(200);
    await ageAccess(made.id, thirtyDays - 30);
    expect((await fetchFile(t, buyer, url)).status).toBe(200);
    await ageAccess(made.id, 31);
    // The URL has not expired but no longer gives access; later it is refused as expired.
    expect((await fetchFile(t, buyer, url)).status).toBe(404);
    t.clock.advance(301_000);
    expect((await fetchFile(t, buyer, url)).status).toBe(403);
    expect((await client.call('getContent', at(ids[0] ?? ''))).body).toMatchObject({ isLocked: true, mediaUrl: null });
    expect((await client.call('getBundle', at(made.id))).body.bundle).toMatchObject({
      isPurchased: false,
      accessExpiry: null,
    });
    expect((await client.call('purchaseBundle', purchaseRequest(made))).body.balance).toBe(60);
    expect((await client.call('getContent', at(ids[0] ?? ''))).body.isLocked).toBe(false);
    expect((await client.call('listBundlePurchases')).body.items).toHaveLength(2);
  });
});

describe('changing a bundle', () => {
  it('T95: changes texts and price, refuses buyers who saw the old price, and keeps existing purchases', async () => {
    const made = await aBundle();
    const [first, second] = [await aBuyer(), await aBuyer()];
    await t.client(first).call('purchaseBundle', purchaseRequest(made));
    const change = (member: TestProfile, body: Record<string, unknown>) =>
      t.client(member).call('updateBundle', { ...at(made.id), body });
    const changed = await change(creator, { title: 'Winter by the sea', price: 35, tags: ['cold', 'cold'] });
    expect(changed.body).toMatchObject({
      title: 'Winter by the sea',
      price: 35,
      tags: ['cold'],
      description: made.description,
    });
    const stale = await t.client(second).call('purchaseBundle', purchaseRequest(made));
    expect(stale.error).toMatchObject({ code: 'PRICE_CHANGED', details: { price: 35 } });
    expect(await balanceOf(second)).toBe(100);
    expect((await t.client(second).call('purchaseBundle', purchaseRequest({ ...made, price: 35 }))).body.balance).toBe(
      65,
    );
    expect((await t.client(first).call('getBundle', at(made.id))).body.bundle.isPurchased).toBe(true);
    const found = await t.client(second).call('listBundles', { query: { q: 'Winter by the sea' } });
    expect(found.body.items.map(({ id }) => id)).toContain(made.id);
    expect((await change(await aCreator(t), { price: 9 })).error?.code).toBe('NOT_FOUND');
    expect((await change(creator, { contentIds: [] })).error?.code).toBe('VALIDATION_FAILED');
    await t.client(creator).call('withdrawBundle', at(made.id));
    expect((await change(creator, { price: 40 })).error?.code).toBe('NOT_FOUND');
  });
});

describe('after a purchase', () => {
  it('a withdrawn bundle is hidden from others and stays open to its buyers', async () => {
    const made = await aBundle();
    const buyer = await aBuyer();
    await t.client(buyer).call('purchaseBundle', purchaseRequest(made));
    const rival = t.client(await aCreator(t));
    expect((await rival.call('withdrawBundle', at(made.id))).error?.code).toBe('NOT_FOUND');
    expect((await t.client(creator).call('withdrawBundle', at(made.id))).status).toBe(204);
    const stranger = t.client(await aBuyer());
    for (const name of ['getBundle', 'purchaseBundle'] as const)
      expect((await stranger.call(name, purchaseRequest(made))).error?.code).toBe('NOT_FOUND');
    const listed = await stranger.call('listBundles', { query: { creatorId: creator.profileId, limit: '50' } });
    expect(listed.body.items.map(({ id }) => id)).not.toContain(made.id);
    expect((await t.client(buyer).call('getBundle', at(made.id))).body.items[0]?.isLocked).toBe(false);
  });

  it('only buyers can rate it, once each', async () => {
    const made = await aBundle();
    const rate = async (member: TestProfile, stars: number) =>
      t.client(member).call('rateBundle', { ...at(made.id), body: { stars } });
    const [first, second] = [await aBuyer(), await aBuyer()];
    expect((await rate(first, 5)).error?.code).toBe('FORBIDDEN');
    expect((await rate(creator, 5)).error?.code).toBe('FORBIDDEN');
    for (const buyer of [first, second]) await t.client(buyer).call('purchaseBundle', purchaseRequest(made));
    await Promise.all([1, 2, 3].map((stars) => rate(first, stars)));
    await rate(first, 4);
    expect((await rate(second, 5)).body).toMatchObject({ rating: 4.5, reviews: 2, ownRating: 5 });
    const ownRating = async (member: TestProfile) =>
      (await t.client(member).call('getBundle', at(made.id))).body.bundle.ownRating;
    expect([await ownRating(first), await ownRating(second), await ownRating(await aBuyer())]).toEqual([4, 5, null]);
  });
});
