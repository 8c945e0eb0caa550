import { agreementWording } from '@vlam/contract/profiles-identity';
import { describe, expect, it } from 'vitest';
import { aCreator, aPaidPicture, aProfile } from '../../../test/factories.ts';
import { aReadyFile, at, creatorOf, publicationOf } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { transact } from '../../platform/after-commit.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

describe('publishing', () => {
  it("shows a verified creator's picture at once: in the feed, their list, the search and the counts", async () => {
    const creator = await aCreator(t);
    const made = await t.client(creator).call('createContent', {
      body: publicationOf(await aReadyFile(t, creator), { title: 'Salt and late light', tipGoal: 500 }),
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
      profile: { id: creator.profileId, displayName: creator.displayName, isVerified: false },
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

  it('T127: queues uploads of creators below the identity level that is asked for, and starts no show of theirs', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const admin = await aProfile(t, { role: 'admin' });
    const ask = async (value: number) => {
      const [{ version = 0 } = {}] = await t.db
        .selectFrom('operator_settings')
        .select('version')
        .where('name', '=', 'levelToPublishAtOnce')
        .execute();
      const changes = [{ name: 'levelToPublishAtOnce' as const, value, version }];
      expect((await t.client(admin).call('setOperatorSettings', { body: { changes } })).status).toBe(200);
    };
    const publish = async () =>
      (await own.call('createContent', { body: publicationOf(await aReadyFile(t, creator)) })).body.state;
    const show = { title: 'Slow dance lesson', audience: 'free' as const, startsAt: '2026-11-23T20:00:00+02:00' };
    await ask(2);
    expect(await publish()).toBe('review');
    expect((await own.call('planLive', { body: show })).error?.code).toBe('FORBIDDEN');
    await t.db
      .updateTable('profiles')
      .set({ identity_checked_at: t.clock.now() })
      .where('id', '=', creator.profileId)
      .execute();
    expect(await publish()).toBe('published');
    expect((await own.call('planLive', { body: show })).status).toBe(201);
    await ask(3);
    expect(await publish()).toBe('review');
    await ask(1);
    expect(await publish()).toBe('published');
  });

  it('T127: asks for level 3 until staff change it: document, selfie and signed agreement', async () => {
    const creator = await aCreator(t, { identityChecked: true });
    const own = t.client(creator);
    const publish = async () =>
      (await own.call('createContent', { body: publicationOf(await aReadyFile(t, creator)) })).body.state;
    const row = await t.db
      .deleteFrom('operator_settings')
      .where('name', '=', 'levelToPublishAtOnce')
      .returningAll()
      .executeTakeFirstOrThrow();
    try {
      expect((await own.call('ownIdentity')).body).toMatchObject({ level: 2, atOnceLevel: 3 });
      expect(await publish()).toBe('review');
      await t.db
        .updateTable('profiles')
        .set({ photo_key: 'a'.repeat(32), photo_checked_at: t.clock.now() })
        .where('id', '=', creator.profileId)
        .execute();
      expect(await publish()).toBe('review');
      const agreement = { name: 'Thandi Nkosi', agreed: true, wording: agreementWording.number };
      expect((await own.call('signCreatorAgreement', { body: agreement })).body.level).toBe(3);
      expect(await publish()).toBe('published');
    } finally {
      await t.db
        .insertInto('operator_settings')
        .values({ ...row, value: JSON.stringify(row.value), previous: JSON.stringify(row.previous) })
        .execute();
    }
  });

  it('T58: queues uploads of unverified creators, visible to owner and moderators only', async () => {
    const creator = await aCreator(t, { trusted: false });
    const own = t.client(creator);
    const made = await own.call('createContent', { body: publicationOf(await aReadyFile(t, creator)) });
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
    await transact(t.db, (tx) => t.context.content.setState(tx, made.body.id, 'published'));
    expect((await fan.call('getContent', at(made.body.id))).status).toBe(200);
    expect((await creatorOf(fan, creator.profileId)).contentCount).toBe(1);
  });

  it("needs a creator profile and one's own file, ready and not published yet", async () => {
    const creator = await aCreator(t);
    const other = await aCreator(t);
    const client = t.client(creator);
    const file = await aReadyFile(t, creator);
    const code = async (body: Record<string, unknown>) => (await client.call('createContent', { body })).error?.code;
    const fan = t.client(await aProfile(t));
    expect((await fan.call('createContent', { body: publicationOf(file) })).error?.code).toBe(
      'CREATOR_PROFILE_REQUIRED',
    );
    expect(await code(publicationOf(await aReadyFile(t, other)))).toBe('NOT_FOUND');
    expect(await code(publicationOf('019f0000-0000-7000-8000-000000000000'))).toBe('NOT_FOUND');
    await t.db.updateTable('media').set({ state: 'processing' }).where('id', '=', file).execute();
    expect(await code(publicationOf(file))).toBe('MEDIA_NOT_READY');
    await t.db.updateTable('media').set({ state: 'ready' }).where('id', '=', file).execute();
    expect(await code(publicationOf(file))).toBeUndefined();
    expect(await code(publicationOf(file))).toBe('CONFLICT');
  });

  it('keeps the legal classes: maps older labels, refuses X18 without a registration', async () => {
    const creator = await aCreator(t);
    const client = t.client(creator);
    const publish = async (classification: string) =>
      client.call('createContent', { body: publicationOf(await aReadyFile(t, creator), { classification }) });
    expect((await publish('10')).body.classification).toBe('10-12PG');
    expect((await publish('7PG')).body.classification).toBe('7-9PG');
    expect((await publish('X18')).error?.code).toBe('CONFLICT');
    expect((await publish('XX')).error?.code).toBe('VALIDATION_FAILED');
  });

  it('refuses a file of another kind, and names the invalid fields of a form', async () => {
    const creator = await aCreator(t);
    const client = t.client(creator);
    const file = await aReadyFile(t, creator);
    const video = await client.call('createContent', { body: publicationOf(file, { mediaType: 'video' }) });
    expect(video.error?.code).toBe('NOT_FOUND');
    const message = async (more: Record<string, unknown>) =>
      (await client.call('createContent', { body: publicationOf(file, more) })).error?.message;
    expect(await message({ title: '  ' })).toBe('Title is required');
    expect(await message({ title: 'x'.repeat(101) })).toBe('Title too long');
    expect(await message({ description: 'x'.repeat(501) })).toBe('Description too long');
    expect(await message({ mediaId: undefined })).toBe('Valid URL required');
    expect(await message({ mediaId: undefined, mediaUrl: 'not a url' })).toBe('Valid URL required');
    expect(await message({ price: 10_001 })).toBeDefined();
    expect(await message({ publishedBy: 'me' })).toBe('Unknown field');
  });

  it("accepts the address of one's own file as that file, and no other of our addresses", async () => {
    const creator = await aCreator(t);
    const client = t.client(creator);
    const file = await aReadyFile(t, creator);
    const publish = (mediaUrl: string) =>
      client.call('createContent', { body: { ...publicationOf(file), mediaId: undefined, mediaUrl } });
    expect((await publish('http://vlam.test/api/auth/user')).error?.code).toBe('VALIDATION_FAILED');
    const others = await aReadyFile(t, await aCreator(t));
    expect((await publish(`http://vlam.test/api/media/${others}`)).error?.code).toBe('NOT_FOUND');
    expect((await publish(`http://vlam.test/m/${file}/480.webp?e=1`)).status).toBe(201);
  });

  it('returns the first response for a repeated key', async () => {
    const creator = await aCreator(t);
    const client = t.client(creator);
    const call = { body: publicationOf(await aReadyFile(t, creator)), idempotencyKey: 'publish-once-1' };
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

  it('T23: removes an item for everyone, with its files and counts', async () => {
    const creator = await aCreator(t);
    const own = t.client(creator);
    const made = await own.call('createContent', { body: publicationOf(await aReadyFile(t, creator)) });
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
