import { maxPins } from '@vlam/contract/rules/studio';
import { describe, expect, it, vi } from 'vitest';
import { aCreator, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { aRatedDraft, at } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

// Far ahead: the queue runs jobs by the real time too.
const t = useTestApp({ at: new Date('2036-11-21T10:00:00+02:00') });
const hour = 3_600_000;
const later = (hours: number) => new Date(t.clock.now().getTime() + hours * hour).toISOString();

const post = async (creator: TestProfile, more: Record<string, unknown> = {}) =>
  (await aRatedDraft(t, creator, { state: 'published', ...more })).id;
const posts = async (creator: TestProfile, count: number) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    t.clock.advance(1_000);
    ids.push(await post(creator, { title: `Post ${made}` }));
  }
  return ids;
};
type Query = { list?: 'all' | 'published' | 'archived' | 'removed'; sort?: 'newest' | 'oldest' | 'views' | 'likes' };
const list = async (creator: TestProfile, query: Query & { cursor?: string; limit?: string } = {}) =>
  (await t.client(creator).call('listStudioPosts', { query })).body;
async function readAll(creator: TestProfile, query: Query): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list(creator, { ...query, limit: '2', ...(cursor ? { cursor } : {}) });
    expect(page.counts === null).toBe(cursor !== undefined);
    ids.push(...page.items.map(({ item }) => item.id));
    cursor = page.nextCursor;
  }
  return ids;
}
const pageOf = async (who: TestProfile, creator: TestProfile) =>
  (await t.client(who).call('creatorContent', at(creator.profileId))).body;

describe('the list of own posts', () => {
  it('has only the caller’s items, and nothing for who publishes nothing', async () => {
    const [creator, rival] = [await aCreator(t), await aCreator(t)];
    const id = await post(creator);
    expect((await list(creator)).items.map(({ item }) => item.id)).toEqual([id]);
    expect(await list(rival)).toMatchObject({ items: [], nextCursor: null, counts: { all: 0 } });
    const fan = await t.client(await aProfile(t)).call('listStudioPosts');
    expect(fan.error?.code).toBe('CREATOR_PROFILE_REQUIRED');
  });

  it('names the state of each and counts them', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const made = {
      published: await post(creator),
      scheduled: await post(creator, { publishAt: later(4) }),
      draft: (await aRatedDraft(t, creator)).id,
      ended: await post(creator, { expiresAt: later(1) }),
      review: await post(creator),
      flagged: await post(creator),
      archived: await post(creator),
      removed: await post(creator),
    };
    t.clock.advance(2 * hour);
    await t.drain();
    for (const state of ['review', 'flagged'] as const)
      await t.db.updateTable('content_items').set({ state }).where('id', '=', made[state]).execute();
    await own.call('archivePost', at(made.archived));
    await own.call('removeContent', at(made.removed));

    const { items, counts } = await list(creator);
    const { archived, removed, ...shown } = made;
    expect(Object.fromEntries(items.map(({ state, item }) => [state, item.id]))).toEqual(shown);
    expect(counts).toEqual({ all: 6, published: 1, scheduled: 1, drafts: 2, review: 2, archived: 1, removed: 1 });
    expect((await list(creator, { list: 'archived' })).items).toMatchObject([
      { state: 'archived', item: { id: archived } },
    ]);
    const gone = (await list(creator, { list: 'removed' })).items;
    expect(gone).toMatchObject([{ state: 'removed', item: { id: removed, title: 'Blue hour', sources: [] } }]);
  });

  it('has each item once in every order, page by page', async () => {
    const creator = await aCreator(t);
    const ids = await posts(creator, 5);
    const [first = '', second = '', third = ''] = ids;
    await t.client(creator).call('pinPost', at(second));
    const set = (id: string, change: object) =>
      t.db.updateTable('content_items').set(change).where('id', '=', id).execute();
    await set(third, { view_count: 30, like_count: 1 });
    await set(first, { view_count: 7, like_count: 9 });
    const newest = ids.toReversed().filter((id) => id !== second);
    expect(await readAll(creator, {})).toEqual([second, ...newest]);
    expect(await readAll(creator, { sort: 'oldest' })).toEqual(ids);
    expect((await readAll(creator, { sort: 'views' })).slice(0, 2)).toEqual([third, first]);
    expect((await readAll(creator, { sort: 'likes' })).slice(0, 2)).toEqual([first, third]);
    expect((await readAll(creator, { sort: 'views' })).toSorted()).toEqual(ids.toSorted());
    const { nextCursor } = await list(creator, { limit: '2' });
    const other = await t
      .client(creator)
      .call('listStudioPosts', { query: { sort: 'views', cursor: nextCursor ?? '' } });
    expect(other.error?.code).toBe('VALIDATION_FAILED');
  });

  it('says who each opens for, what it sold and earned, in one reading of the ledger for the page', async () => {
    const creator = await aCreator(t);
    const sold = await post(creator, { isPremium: true, price: 15 });
    const subscribers = await post(creator, { isPremium: true, price: 0 });
    const free = await post(creator);
    for (let buyers = 0; buyers < 2; buyers += 1) {
      const buyer = await aProfile(t);
      await giveCredits(t, buyer.accountId, 40);
      await t.client(buyer).call('unlockContent', { ...at(sold), body: { price: 15, startNow: true } });
      await t.client(buyer).call('getContent', at(sold));
    }
    const reads = vi.spyOn(t.context.credits.income, 'incomeByItem');
    const { items } = await list(creator);
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
    const [top] = (await t.client(creator).call('creatorTopContent')).body.items;
    expect(top?.earningsCents).toBeGreaterThan(0);
    const found = new Map(items.map(({ item, ...rest }) => [item.id, rest]));
    expect(found.get(sold)).toMatchObject({ opensFor: 'both', sold: 2, earnedCents: top?.earningsCents });
    expect(found.get(subscribers)).toMatchObject({ opensFor: 'subscribers', sold: 0, earnedCents: 0 });
    expect(found.get(free)).toMatchObject({ opensFor: 'free', sold: 0 });
  });
});

describe('pinned posts', () => {
  it('stand first on the creator’s page, for all, in their order', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const [a = '', b = '', c = '', d = ''] = await posts(creator, 4);
    expect((await own.call('pinPost', at(a))).body).toEqual({ ids: [a] });
    expect((await own.call('pinPost', at(b))).body).toEqual({ ids: [b, a] });
    expect((await own.call('pinPost', at(b))).body).toEqual({ ids: [b, a] });
    for (const who of [await aProfile(t), creator]) {
      const page = await pageOf(who, creator);
      expect(page.map(({ id }) => id)).toEqual([b, a, d, c]);
      expect(page.map(({ isPinned }) => isPinned ?? false)).toEqual([true, true, false, false]);
    }
    expect((await own.call('orderPins', { body: { ids: [a, b] } })).body).toEqual({ ids: [a, b] });
    expect((await pageOf(creator, creator)).map(({ id }) => id)).toEqual([a, b, d, c]);
    expect((await own.call('unpinPost', at(a))).body).toEqual({ ids: [b] });
    expect((await list(creator)).items.map(({ item, pin }) => [item.id, pin])).toEqual([
      [b, 1],
      [d, null],
      [c, null],
      [a, null],
    ]);
    for (const ids of [[], [a], [b, a], [b, b]])
      expect((await own.call('orderPins', { body: { ids } })).error?.code).toBe('CONFLICT');
  });

  it('are at most three, also when all are pinned at the same moment', async () => {
    const creator = await aCreator(t);
    const ids = await posts(creator, 6);
    const answers = await Promise.all(ids.map((id) => t.client(creator).call('pinPost', at(id))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxPins);
    expect(answers.filter(({ error }) => error?.code === 'CONFLICT')).toHaveLength(ids.length - maxPins);
    const pins = (await list(creator)).items.map(({ pin }) => pin);
    expect(pins).toEqual([1, 2, 3, null, null, null]);
  });

  it('are the creator’s own and published, and leave the top with what hides them', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const rival = t.client(await aCreator(t));
    const [a = '', b = ''] = await posts(creator, 2);
    const draft = (await aRatedDraft(t, creator)).id;
    expect((await rival.call('pinPost', at(a))).error?.code).toBe('NOT_FOUND');
    expect((await own.call('pinPost', at(draft))).error?.code).toBe('CONFLICT');
    await own.call('pinPost', at(a));
    await own.call('pinPost', at(b));
    expect((await rival.call('unpinPost', at(a))).error?.code).toBe('NOT_FOUND');
    expect((await rival.call('orderPins', { body: { ids: [a, b] } })).error?.code).toBe('CONFLICT');
    await own.call('archivePost', at(b));
    await own.call('restorePost', at(b));
    expect((await list(creator)).items.map(({ item, pin }) => [item.id, pin])).toContainEqual([b, null]);
    await own.call('removeContent', at(a));
    expect((await own.call('pinPost', at(b))).body).toEqual({ ids: [b] });
  });

  it('stay on the page of a creator with more posts than it lists', async () => {
    const creator = await aCreator(t);
    const [oldest = ''] = await posts(creator, 1);
    await t.client(creator).call('pinPost', at(oldest));
    const row = await t.db.selectFrom('content_items').selectAll().where('id', '=', oldest).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 101 }, (_, index) => ({
      ...row,
      ...{ id: crypto.randomUUID(), media_id: null, pin_position: null, title: `Copy ${index}` },
      ...{
        published_at: new Date(t.clock.now().getTime() + index),
        created_at: new Date(t.clock.now().getTime() + index),
      },
    }));
    await t.db.insertInto('content_items').values(copies).execute();
    const page = await pageOf(await aProfile(t), creator);
    expect([page.length, page[0]?.id]).toEqual([100, oldest]);
  });
});
