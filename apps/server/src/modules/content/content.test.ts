import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startTestApp, type TestResponse } from '../../../test/app.ts';
import {
  aBlock,
  aCreator,
  aFreePicture,
  aPaidPicture,
  aProfile,
  aSubscription,
  giveCredits,
  type TestProfile,
} from '../../../test/factories.ts';
import { aReadyFile, at, publicationOf } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

describe('premium items', () => {
  it("T48: neither the file's key nor its address reaches anyone who has not paid", async () => {
    const creator = await aCreator(t);
    const fan = await aProfile(t);
    const client = t.client(fan);
    const file = await aReadyFile(t, creator);
    const made = await t.client(creator).call('createContent', {
      body: publicationOf(file, { isPremium: true, price: 8, title: 'Canary of the harbour' }),
    });
    const id = made.body.id;
    const { storage_key: key } = await t.db
      .selectFrom('media')
      .select('storage_key')
      .where('id', '=', file)
      .executeTakeFirstOrThrow();
    await giveCredits(t, fan.accountId, 20);
    const readEverywhere = async () =>
      (
        await Promise.all([
          client.call('getContent', at(id)),
          client.call('contentFeed'),
          client.call('creatorContent', at(creator.profileId)),
          client.call('getProfile', at(creator.profileId)),
          client.call('searchProfiles', { query: { q: 'Canary of the harbour' } }),
          client.call('listComments', at(id)),
        ])
      )
        .map((response) => response.text)
        .join('\n');
    const before = await readEverywhere();
    expect(before).toContain('Canary of the harbour');
    for (const secret of [key, file]) expect(before).not.toContain(secret);
    const locked = (await client.call('getContent', at(id))).body;
    expect(locked).toMatchObject({ isLocked: true, isPurchased: false, mediaUrl: null, sources: [], price: 8 });

    const paid = await client.call('unlockContent', { ...at(id), body: { price: 8 } });
    expect(paid.body).toMatchObject({ balance: 12, item: { isLocked: false, isPurchased: true } });
    const after = await readEverywhere();
    expect(after).toContain(`/m/${file}/`);
    expect(after).not.toContain(key);
    const address = paid.body.item.mediaUrl ?? '';
    expect((await client.request('GET', address)).status).toBe(200);
    expect((await t.client(await aProfile(t)).request('GET', address)).status).toBe(403);
  });

  it('T32: 40 concurrent unlocks of one item charge once, and a later one gets the same response', async () => {
    const creator = await aCreator(t);
    const { contentId } = await aPaidPicture(t, { creator, price: 15 });
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 100);
    const client = t.client(fan);
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => client.call('unlockContent', { ...at(contentId), body: { price: 15 } })),
    );
    expect(new Set(responses.map((response) => `${response.status} ${response.body.balance}`))).toEqual(
      new Set(['200 85']),
    );
    expect((await client.call('creditBalance')).body.balance).toBe(85);
    expect(await t.context.credits.earnings(creator.profileId)).toBe(12n);
    // The seller raises the price and then makes it free: bought items stay bought, and nothing is charged again.
    const own = t.client(creator);
    await own.call('updateContent', { ...at(contentId), body: { price: 50 } });
    expect((await client.call('unlockContent', { ...at(contentId), body: { price: 15 } })).body.balance).toBe(85);
    await own.call('updateContent', { ...at(contentId), body: { isPremium: false } });
    expect((await client.call('unlockContent', { ...at(contentId), body: { price: 15 } })).body.balance).toBe(85);
  });

  it('T32: repeats one key with the first response, and refuses it for another item', async () => {
    const creator = await aCreator(t);
    const [one, two] = [await aPaidPicture(t, { creator }), await aPaidPicture(t, { creator })];
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 40);
    const unlock = (id: string) =>
      t.client(fan).call('unlockContent', { ...at(id), body: { price: 15 }, idempotencyKey: 'unlock-key-1' });
    const first = await unlock(one.contentId);
    expect((await unlock(one.contentId)).body.balance).toBe(first.body.balance);
    expect((await unlock(two.contentId)).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await t.client(fan).call('creditBalance')).body.balance).toBe(25);
  });

  it("refuses unsold items, one's own, and buyers who cannot pay", async () => {
    const creator = await aCreator(t);
    const paid = await aPaidPicture(t, { creator, price: 15 });
    const free = await aFreePicture(t, { creator });
    const subscribersOnly = await aPaidPicture(t, { creator, price: 0 });
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 14);
    const code = async (as: TestProfile, id: string) =>
      (await t.client(as).call('unlockContent', { ...at(id), body: { price: 15 } })).error?.code;
    expect(await code(fan, paid.contentId)).toBe('INSUFFICIENT_CREDITS');
    expect(await code(fan, free.contentId)).toBe('CONFLICT');
    expect(await code(fan, subscribersOnly.contentId)).toBe('CONFLICT');
    expect(await code(creator, paid.contentId)).toBe('CONFLICT');
    expect((await t.client(fan).call('creditBalance')).body.balance).toBe(14);
    expect((await t.client(fan).call('getContent', at(paid.contentId))).body.isLocked).toBe(true);
  });

  it('are open to subscribers until the end of the paid time, and to moderators', async () => {
    const creator = await aCreator(t);
    const { contentId, mediaId } = await aPaidPicture(t, { creator });
    const subscriber = await aProfile(t);
    await aSubscription(t, { subscriber, creator });
    const isLocked = async (as: TestProfile) => (await t.client(as).call('getContent', at(contentId))).body.isLocked;
    expect((await t.client(subscriber).call('checkSubscription', at(creator.profileId))).body.subscribed).toBe(true);
    expect(await isLocked(subscriber)).toBe(false);
    expect(await t.context.fileRights.mayView(subscriber.accountId, mediaId)).toBe(true);
    expect(await isLocked(await aProfile(t, { role: 'moderator' }))).toBe(false);
    t.clock.advance(30 * 86_400_000 + 1_000);
    const late = await aProfile(t);
    expect(await isLocked(late)).toBe(true);
    const row = await t.context.subscriptions.listOpenTiers(subscriber.profileId, [creator.profileId]);
    expect(row.size).toBe(0);
    expect(await t.context.fileRights.mayView(subscriber.accountId, mediaId)).toBe(false);
  });

  it('T16 T66: a block closes files that were open a moment ago', async () => {
    const creator = await aCreator(t);
    const { contentId, mediaId } = await aPaidPicture(t, { creator });
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 50);
    await t.client(fan).call('unlockContent', { ...at(contentId), body: { price: 15 } });
    expect(await t.context.fileRights.mayView(fan.accountId, mediaId)).toBe(true);
    await aBlock(t, { blocker: creator, blocked: fan });
    expect(await t.context.fileRights.mayView(fan.accountId, mediaId)).toBe(false);
    expect((await t.client(fan).call('getContent', at(contentId))).error?.code).toBe('NOT_FOUND');
    expect((await t.client(fan).call('unlockContent', { ...at(contentId), body: { price: 15 } })).error?.code).toBe(
      'NOT_FOUND',
    );
  });
});

describe('the veil', () => {
  it('T49: is one picture for all, drawn from the id, and reads no path', async () => {
    const creator = await aCreator(t);
    const { contentId } = await aPaidPicture(t, { creator });
    const [one, two] = [await aProfile(t), await aProfile(t)];
    const draw = async (as: TestProfile) =>
      t.app.inject({
        method: 'GET',
        url: `/api/content/preview/${contentId}`,
        headers: { cookie: as.cookie, 'sec-fetch-site': 'same-origin' },
      });
    const [first, second] = [await draw(one), await draw(two)];
    expect(first.headers).toMatchObject({ 'content-type': 'image/webp' });
    expect(first.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/);
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(first.rawPayload)).toBe(digest(second.rawPayload));
    const client = t.client(one);
    for (const path of [
      '../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      '%00',
      `${contentId}.webp`,
      `${contentId}%2f..`,
      '....//',
    ])
      expect((await client.request('GET', `/api/content/preview/${path}`)).status).toBe(404);
    expect((await t.client().request('GET', `/api/content/preview/${contentId}`)).status).toBe(401);
  });
});

describe('the feed', () => {
  it('lists followed and paid creators first, then everyone else, newest first, each item once', async () => {
    const app = await startTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });
    try {
      const [followed, paid, other, blocked] = await Promise.all([1, 2, 3, 4].map(() => aCreator(app)));
      if (!followed || !paid || !other || !blocked) throw new Error('creators are missing');
      const fan = await aProfile(app);
      const client = app.client(fan);
      const titles: string[] = [];
      for (const round of [1, 2, 3])
        for (const [name, creator] of Object.entries({ followed, paid, other, blocked })) {
          app.clock.advance(1_000);
          await aFreePicture(app, { creator, title: `${name} ${round}` });
          titles.unshift(`${name} ${round}`);
        }
      await client.call('toggleFollow', at(followed.profileId));
      await aSubscription(app, { subscriber: fan, creator: paid });
      await client.call('blockProfile', at(blocked.profileId));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: TestResponse<{ items: { title: string }[]; nextCursor: string | null }> = await client.call(
          'contentFeed',
          { query: { limit: '2', ...(cursor ? { cursor } : {}) } },
        );
        seen.push(...page.body.items.map((item) => item.title));
        cursor = page.body.nextCursor;
      } while (cursor);
      const chosen = titles.filter((title) => /followed|paid/.test(title));
      expect(seen).toEqual([...chosen, ...titles.filter((title) => title.startsWith('other'))]);
      const bad = await client.call('contentFeed', { query: { cursor: 'bm9uc2Vuc2U' } });
      expect(bad.error?.code).toBe('VALIDATION_FAILED');
    } finally {
      await app.close();
    }
  });

  it("filters a creator's items by kind", async () => {
    const creator = await aCreator(t);
    const [picture, clip] = [await aFreePicture(t, { creator }), await aFreePicture(t, { creator })];
    await t.db.updateTable('content_items').set({ media_type: 'video' }).where('id', '=', clip.contentId).execute();
    const client = t.client(await aProfile(t));
    const ids = async (mediaType: 'image' | 'video' | 'audio') =>
      (await client.call('creatorContent', { ...at(creator.profileId), query: { mediaType } })).body.map(
        (one) => one.id,
      );
    expect(await ids('image')).toEqual([picture.contentId]);
    expect(await ids('video')).toEqual([clip.contentId]);
    expect(await ids('audio')).toEqual([]);
  });

  it('counts each person who opens an item once, without its creator and without viewers of a locked item', async () => {
    const creator = await aCreator(t);
    const { contentId } = await aFreePicture(t, { creator });
    const { contentId: lockedId } = await aPaidPicture(t, { creator });
    const own = t.client(creator);
    const open = (client: typeof own, id = contentId) => client.call('getContent', at(id));
    const viewCount = async (id = contentId) => (await open(own, id)).body.viewCount;
    const fans = [t.client(await aProfile(t)), t.client(await aProfile(t))];
    await Promise.all(fans.flatMap((fan) => Array.from({ length: 5 }, () => open(fan))));
    await expect.poll(() => viewCount()).toBe(2);
    for (const fan of fans) await open(fan, lockedId);
    // Views are written in order: once the third person is counted, all earlier views are.
    const third = t.client(await aProfile(t));
    for (const fan of [...fans, third]) await open(fan);
    await expect.poll(() => viewCount()).toBe(3);
    expect(await viewCount(lockedId)).toBe(0);
  });
});
