import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from '../../../test/app.ts';
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
import { renderJpeg } from '../../platform/imagery/render.ts';
import { veilSvg } from '../../platform/imagery/veil.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });
});
afterAll(() => t.close());

let pictures = 0;
/** A real file of this account, ready to be published. */
async function aReadyFile(owner: Pick<TestProfile, 'accountId'>): Promise<string> {
  pictures += 1;
  const picture = await renderJpeg(veilSvg(`test picture ${pictures}`, { width: 640, height: 480 }));
  return (await t.context.media.importSample(owner.accountId, picture)).id;
}
const bodyFor = (mediaId: string, more: Record<string, unknown> = {}) => ({
  title: 'Blue hour',
  description: 'The pier, ten minutes after sunset.',
  mediaType: 'image',
  mediaId,
  ...more,
});
const at = (id: string) => ({ params: { id } });
const creatorOf = async (client: TestClient, id: string) => (await client.call('getCreator', at(id))).body;

describe('publishing', () => {
  it('shows a verified creator’s picture at once: in the feed, their list, the search and the counts', async () => {
    const creator = await aCreator(t);
    const made = await t.client(creator).call('createContent', {
      body: bodyFor(await aReadyFile(creator), { title: 'Salt and late light', tipGoal: 500 }),
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      profileId: creator.profileId,
      state: 'published',
      isOwn: true,
      isLocked: false,
      price: 0,
      tipGoal: 500,
      tipGoalCents: 50_000,
      currentTips: 0,
      classification: '18',
      profile: { id: creator.profileId, displayName: creator.displayName, isVerified: true },
    });
    expect(made.body.sources.length).toBeGreaterThan(0);
    const fan = t.client(await aProfile(t));
    const [feed, list, search] = await Promise.all([
      fan.call('contentFeed'),
      fan.call('creatorContent', at(creator.profileId)),
      fan.call('searchProfiles', { query: { q: 'late light' } }),
    ]);
    expect(feed.body.items.map((item) => item.id)).toContain(made.body.id);
    expect(list.body).toMatchObject([{ id: made.body.id, isOwn: false }]);
    expect(list.body[0]).not.toHaveProperty('state');
    expect(search.body.content).toEqual([
      {
        id: made.body.id,
        title: 'Salt and late light',
        profileId: creator.profileId,
        displayName: creator.displayName,
        mediaType: 'image',
      },
    ]);
    expect((await creatorOf(fan, creator.profileId)).contentCount).toBe(1);
  });

  it('T58: lays down what an unverified creator sends, seen by its owner and moderators only', async () => {
    const creator = await aCreator(t, { trusted: false });
    const own = t.client(creator);
    const made = await own.call('createContent', { body: bodyFor(await aReadyFile(creator)) });
    expect(made.body.state).toBe('review');
    expect((await own.call('creatorContent', at(creator.profileId))).body).toMatchObject([{ state: 'review' }]);
    const fan = t.client(await aProfile(t));
    expect((await fan.call('getContent', at(made.body.id))).error?.code).toBe('NOT_FOUND');
    expect((await fan.call('creatorContent', at(creator.profileId))).body).toEqual([]);
    expect((await fan.call('previewContent', at(made.body.id))).error?.code).toBe('NOT_FOUND');
    expect((await creatorOf(fan, creator.profileId)).contentCount).toBe(0);
    const moderator = t.client(await aProfile(t, { role: 'moderator' }));
    expect((await moderator.call('getContent', at(made.body.id))).body).toMatchObject({
      state: 'review',
      isLocked: false,
    });
    await t.db.transaction().execute((tx) => t.context.content.setState(tx, made.body.id, 'published'));
    expect((await fan.call('getContent', at(made.body.id))).status).toBe(200);
    expect((await creatorOf(fan, creator.profileId)).contentCount).toBe(1);
  });

  it('needs a creator profile, and a file that is one’s own, ready and not published yet', async () => {
    const creator = await aCreator(t);
    const other = await aCreator(t);
    const client = t.client(creator);
    const file = await aReadyFile(creator);
    const code = async (body: Record<string, unknown>) => (await client.call('createContent', { body })).error?.code;
    const fan = t.client(await aProfile(t));
    expect((await fan.call('createContent', { body: bodyFor(file) })).error?.code).toBe('CREATOR_PROFILE_REQUIRED');
    expect(await code(bodyFor(await aReadyFile(other)))).toBe('NOT_FOUND');
    expect(await code(bodyFor('019f0000-0000-7000-8000-000000000000'))).toBe('NOT_FOUND');
    await t.db.updateTable('media').set({ state: 'processing' }).where('id', '=', file).execute();
    expect(await code(bodyFor(file))).toBe('MEDIA_NOT_READY');
    await t.db.updateTable('media').set({ state: 'ready' }).where('id', '=', file).execute();
    expect(await code(bodyFor(file))).toBeUndefined();
    expect(await code(bodyFor(file))).toBe('CONFLICT');
  });

  it('keeps the classes of the law: older labels are mapped, X18 waits for a registration', async () => {
    const creator = await aCreator(t);
    const client = t.client(creator);
    const publish = async (classification: string) =>
      client.call('createContent', { body: bodyFor(await aReadyFile(creator), { classification }) });
    expect((await publish('10')).body.classification).toBe('10-12PG');
    expect((await publish('7PG')).body.classification).toBe('7-9PG');
    expect((await publish('X18')).error?.code).toBe('CONFLICT');
    expect((await publish('XX')).error?.code).toBe('VALIDATION_FAILED');
  });

  it('says that video and audio are coming, and what is wrong with a form', async () => {
    const creator = await aCreator(t);
    const client = t.client(creator);
    const file = await aReadyFile(creator);
    const video = await client.call('createContent', { body: bodyFor(file, { mediaType: 'video' }) });
    expect(video.error?.code).toBe('MEDIA_KIND_COMING');
    const message = async (more: Record<string, unknown>) =>
      (await client.call('createContent', { body: bodyFor(file, more) })).error?.message;
    expect(await message({ title: '  ' })).toBe('Title is required');
    expect(await message({ title: 'x'.repeat(101) })).toBe('Title too long');
    expect(await message({ description: 'x'.repeat(501) })).toBe('Description too long');
    expect(await message({ mediaId: undefined })).toBe('Valid URL required');
    expect(await message({ mediaId: undefined, mediaUrl: 'not a url' })).toBe('Valid URL required');
    expect(await message({ price: 10_001 })).toBeDefined();
    expect(await message({ state: 'published' })).toBe('Unknown field');
  });

  it('takes the address of an own file for that file, and of nothing else of ours', async () => {
    const creator = await aCreator(t);
    const client = t.client(creator);
    const file = await aReadyFile(creator);
    const publish = (mediaUrl: string) =>
      client.call('createContent', { body: { ...bodyFor(file), mediaId: undefined, mediaUrl } });
    expect((await publish('http://vlam.test/api/auth/user')).error?.code).toBe('VALIDATION_FAILED');
    const others = await aReadyFile(await aCreator(t));
    expect((await publish(`http://vlam.test/api/media/${others}`)).error?.code).toBe('NOT_FOUND');
    expect((await publish(`http://vlam.test/m/${file}/480.webp?e=1`)).status).toBe(201);
  });

  it('keeps the first answer for a repeated key', async () => {
    const creator = await aCreator(t);
    const client = t.client(creator);
    const call = { body: bodyFor(await aReadyFile(creator)), idempotencyKey: 'publish-once-1' };
    const [first, second] = [await client.call('createContent', call), await client.call('createContent', call)];
    expect(second.text).toBe(first.text);
    expect((await client.call('creatorContent', at(creator.profileId))).body).toHaveLength(1);
  });

  it('T25: lets only the owner change or remove an item', async () => {
    const creator = await aCreator(t);
    const { contentId } = await aPaidPicture(t, { creator });
    const other = t.client(await aCreator(t));
    expect((await other.call('updateContent', { ...at(contentId), body: { title: 'Mine' } })).error?.code).toBe(
      'NOT_FOUND',
    );
    expect((await other.call('removeContent', at(contentId))).error?.code).toBe('NOT_FOUND');
    const own = t.client(creator);
    const changed = await own.call('updateContent', { ...at(contentId), body: { title: 'Renamed', price: 9 } });
    expect(changed.body).toMatchObject({ title: 'Renamed', price: 9, isPremium: true });
    const free = await own.call('updateContent', { ...at(contentId), body: { isPremium: false } });
    expect(free.body).toMatchObject({ isPremium: false, price: 0, isLocked: false });
  });

  it('T23: removes an item for everybody, with its files and counts', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const made = await own.call('createContent', { body: bodyFor(await aReadyFile(creator)) });
    const fan = t.client(await aProfile(t));
    const seen = await fan.call('getContent', at(made.body.id));
    expect((await fan.request('GET', seen.body.mediaUrl ?? '')).status).toBe(200);
    expect((await own.call('removeContent', at(made.body.id))).status).toBe(204);
    expect((await fan.request('GET', seen.body.mediaUrl ?? '')).status).toBe(404);
    for (const client of [fan, own])
      expect((await client.call('getContent', at(made.body.id))).error?.code).toBe('NOT_FOUND');
    expect((await own.call('removeContent', at(made.body.id))).error?.code).toBe('NOT_FOUND');
    expect((await creatorOf(fan, creator.profileId)).contentCount).toBe(0);
    await t.drain();
  });
});

describe('premium items', () => {
  it('T48: neither the file’s key nor its address reaches anybody who has not paid', async () => {
    const creator = await aCreator(t);
    const fan = await aProfile(t);
    const client = t.client(fan);
    const file = await aReadyFile(creator);
    const made = await t.client(creator).call('createContent', {
      body: bodyFor(file, { isPremium: true, price: 8, title: 'Canary of the harbour' }),
    });
    const id = made.body.id;
    const { storage_key: key } = await t.db
      .selectFrom('media')
      .select('storage_key')
      .where('id', '=', file)
      .executeTakeFirstOrThrow();
    await giveCredits(t, fan.accountId, 20);
    const ask = async () =>
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
        .map((answer) => answer.text)
        .join('\n');
    const before = await ask();
    expect(before).toContain('Canary of the harbour');
    for (const secret of [key, file]) expect(before).not.toContain(secret);
    const locked = (await client.call('getContent', at(id))).body;
    expect(locked).toMatchObject({ isLocked: true, isPurchased: false, mediaUrl: null, sources: [], price: 8 });

    const paid = await client.call('unlockContent', at(id));
    expect(paid.body).toMatchObject({ balance: 12, item: { isLocked: false, isPurchased: true } });
    const after = await ask();
    expect(after).toContain(`/m/${file}/`);
    expect(after).not.toContain(key);
    const address = paid.body.item.mediaUrl ?? '';
    expect((await client.request('GET', address)).status).toBe(200);
    expect((await t.client(await aProfile(t)).request('GET', address)).status).toBe(403);
  });

  it('T32: 40 unlocks of one item at once charge once, and a later one answers the same', async () => {
    const creator = await aCreator(t);
    const { contentId } = await aPaidPicture(t, { creator, price: 15 });
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 100);
    const client = t.client(fan);
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.call('unlockContent', at(contentId))));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.balance}`))).toEqual(new Set(['200 85']));
    expect((await client.call('creditBalance')).body.balance).toBe(85);
    expect(await t.context.credits.earnings(creator.profileId)).toBe(12n);
    // The seller raises the price and then gives it away: what was bought stays bought, and nothing is charged again.
    const own = t.client(creator);
    await own.call('updateContent', { ...at(contentId), body: { price: 50 } });
    expect((await client.call('unlockContent', at(contentId))).body.balance).toBe(85);
    await own.call('updateContent', { ...at(contentId), body: { isPremium: false } });
    expect((await client.call('unlockContent', at(contentId))).body.balance).toBe(85);
  });

  it('T32: repeats one key with the first answer, and refuses it for another item', async () => {
    const creator = await aCreator(t);
    const [one, two] = [await aPaidPicture(t, { creator }), await aPaidPicture(t, { creator })];
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 40);
    const unlock = (id: string) => t.client(fan).call('unlockContent', { ...at(id), idempotencyKey: 'unlock-key-1' });
    const first = await unlock(one.contentId);
    expect((await unlock(one.contentId)).body.balance).toBe(first.body.balance);
    expect((await unlock(two.contentId)).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await t.client(fan).call('creditBalance')).body.balance).toBe(25);
  });

  it('refuses what is not sold, one’s own, and who cannot pay', async () => {
    const creator = await aCreator(t);
    const paid = await aPaidPicture(t, { creator, price: 15 });
    const free = await aFreePicture(t, { creator });
    const subscribersOnly = await aPaidPicture(t, { creator, price: 0 });
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 14);
    const code = async (as: TestProfile, id: string) => (await t.client(as).call('unlockContent', at(id))).error?.code;
    expect(await code(fan, paid.contentId)).toBe('INSUFFICIENT_CREDITS');
    expect(await code(fan, free.contentId)).toBe('CONFLICT');
    expect(await code(fan, subscribersOnly.contentId)).toBe('CONFLICT');
    expect(await code(creator, paid.contentId)).toBe('CONFLICT');
    expect((await t.client(fan).call('creditBalance')).body.balance).toBe(14);
    expect((await t.client(fan).call('getContent', at(paid.contentId))).body.isLocked).toBe(true);
  });

  it('are open to subscribers until the last paid moment, and to moderators', async () => {
    const creator = await aCreator(t);
    const { contentId, mediaId } = await aPaidPicture(t, { creator });
    const subscriber = await aProfile(t);
    await aSubscription(t, { subscriber, creator });
    const isLocked = async (as: TestProfile) => (await t.client(as).call('getContent', at(contentId))).body.isLocked;
    expect((await t.client(subscriber).call('checkSubscription', at(creator.profileId))).body.subscribed).toBe(true);
    expect(await isLocked(subscriber)).toBe(false);
    expect(await t.context.content.mayView(subscriber.accountId, mediaId)).toBe(true);
    expect(await isLocked(await aProfile(t, { role: 'moderator' }))).toBe(false);
    t.clock.advance(30 * 86_400_000 + 1_000);
    const late = await aProfile(t);
    expect(await isLocked(late)).toBe(true);
    const row = await t.context.subscriptions.listSubscribed(subscriber.profileId, [creator.profileId]);
    expect(row.size).toBe(0);
    expect(await t.context.content.mayView(subscriber.accountId, mediaId)).toBe(false);
  });

  it('T16 T66: a block closes files that were open a moment ago', async () => {
    const creator = await aCreator(t);
    const { contentId, mediaId } = await aPaidPicture(t, { creator });
    const fan = await aProfile(t);
    await giveCredits(t, fan.accountId, 50);
    await t.client(fan).call('unlockContent', at(contentId));
    expect(await t.context.content.mayView(fan.accountId, mediaId)).toBe(true);
    await aBlock(t, { blocker: creator, blocked: fan });
    expect(await t.context.content.mayView(fan.accountId, mediaId)).toBe(false);
    expect((await t.client(fan).call('getContent', at(contentId))).error?.code).toBe('NOT_FOUND');
    expect((await t.client(fan).call('unlockContent', at(contentId))).error?.code).toBe('NOT_FOUND');
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
  it('brings whom one follows or pays first, then everybody, newest first, each once', async () => {
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
        const page: TestAnswer<{ items: { title: string }[]; nextCursor: string | null }> = await client.call(
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

  it('filters a creator’s items by kind for real', async () => {
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

  it('counts views of open items, of others', async () => {
    const creator = await aCreator(t);
    const { contentId } = await aFreePicture(t, { creator });
    const fan = t.client(await aProfile(t));
    await Promise.all(Array.from({ length: 5 }, () => fan.call('getContent', at(contentId))));
    await t.client(creator).call('getContent', at(contentId));
    await expect.poll(async () => (await t.client(creator).call('getContent', at(contentId))).body.viewCount).toBe(5);
  });
});
