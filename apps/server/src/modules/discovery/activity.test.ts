import { interestPostsPerDay, moodsPerDay } from '@vlam/contract/discovery-activity';
import { describe, expect, it, vi } from 'vitest';
import { aBlock, anAccount, aProfile, type TestProfile } from '../../../test/factories.ts';
import { countWaiting } from '../../../test/lock-waits.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

const hour = 3_600_000;
const as = (who: TestProfile) => t.client(who);
const post = async (who: TestProfile, text: string, category = 'Flirty Chat') =>
  (await as(who).call('postInterest', { body: { category, text } })).body;

describe('interest posts', () => {
  it('are listed newest first, by chip and category, a page at a time', async () => {
    const who = await aProfile(t, { displayName: 'Lerato', city: 'Johannesburg' });
    const texts = ['Up late with good wine', 'Drinks first, honesty always', 'Discreet and in town until Sunday'];
    for (const [index, category] of ['Flirty Chat', 'Hookups', 'Secret Meetings'].entries()) {
      const made = await as(who).call('postInterest', { body: { category, text: ` ${texts[index]} ` } });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ text: texts[index], category, isOwn: true, liked: false, likeCount: 0 });
      t.clock.advance(60_000);
    }
    const reader = as(await aProfile(t));
    const first = (await reader.call('interestPosts', { query: { limit: '2' } })).body;
    expect(first.items.map((item) => item.text)).toEqual([texts[2], texts[1]]);
    expect(first.counts).toEqual({ all: 3, hookups: 1, photos: 0, chat: 1, secret: 1 });
    expect(first.items[0]).toMatchObject({
      kind: 'secret',
      isOwn: false,
      person: { id: who.profileId, displayName: 'Lerato', location: 'Johannesburg' },
    });
    const rest = (await reader.call('interestPosts', { query: { limit: '2', cursor: first.nextCursor } })).body;
    expect(rest).toMatchObject({ items: [{ text: texts[0] }], nextCursor: null });
    const hookups = (await reader.call('interestPosts', { query: { kind: 'hookups' } })).body;
    expect(hookups.items.map((item) => item.category)).toEqual(['Hookups']);
    const secret = (await reader.call('interestPosts', { query: { category: 'Secret Meetings' } })).body;
    expect(secret.items.map((item) => item.text)).toEqual([texts[2]]);
  });

  it('last for a day and then lapse with their likes', async () => {
    const [who, other] = [await aProfile(t), await aProfile(t)];
    const { id } = await post(who, 'Cooking for one tonight. It could be two.');
    t.clock.advance(24 * hour - 1);
    expect((await as(other).call('likeInterestPost', { params: { id } })).body).toEqual({ liked: true, likeCount: 1 });
    t.clock.advance(1);
    expect((await as(other).call('likeInterestPost', { params: { id } })).error?.code).toBe('NOT_FOUND');
    expect((await as(other).call('interestPosts')).body).toMatchObject({ items: [], counts: { all: 0 } });
    t.clock.advance(2 * hour);
    await t.context.jobs.enqueue(t.db, { name: 'discovery.sweep-activity', maxAttempts: 1 }, {});
    await t.drain();
    expect(await t.db.selectFrom('interest_posts').selectAll().execute()).toEqual([]);
    expect(await t.db.selectFrom('interest_post_likes').selectAll().execute()).toEqual([]);
  });

  it('are limited to ten a day, however many are sent at once and deleted in between', async () => {
    const who = await aProfile(t);
    const sent = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        as(who).call('postInterest', { body: { category: 'Sexting', text: `Words number ${n}` } }),
      ),
    );
    const good = sent.filter((response) => response.status === 201);
    expect(good).toHaveLength(interestPostsPerDay);
    expect(sent.find((response) => response.status !== 201)?.error?.code).toBe('QUOTA_REACHED');
    expect((await as(who).call('deleteInterestPost', { params: { id: good[0]?.body.id ?? '' } })).status).toBe(204);
    const again = { body: { category: 'Sexting', text: 'One more' } };
    expect((await as(who).call('postInterest', again)).error?.code).toBe('QUOTA_REACHED');
    t.clock.set(new Date('2026-11-25T00:00:01+02:00'));
    const next = await as(await aProfile(t, {})).call('interestPosts');
    expect(next.status).toBe(200);
    expect((await as(who).call('postInterest', again)).status).toBe(201);
  });

  it('can be deleted by their author only', async () => {
    const [who, other] = [await aProfile(t), await aProfile(t)];
    const { id } = await post(who, 'Mine to keep');
    expect((await as(other).call('deleteInterestPost', { params: { id } })).error?.code).toBe('NOT_FOUND');
    expect((await as(who).call('deleteInterestPost', { params: { id } })).status).toBe(204);
    expect((await as(who).call('deleteInterestPost', { params: { id } })).error?.code).toBe('NOT_FOUND');
  });

  it('require text, a known category and a profile', async () => {
    const who = await aProfile(t);
    const refused = async (body: Record<string, unknown>) => (await as(who).call('postInterest', { body })).error?.code;
    expect(await refused({ category: 'Hookups', text: '    ' })).toBe('VALIDATION_FAILED');
    expect(await refused({ category: 'Knitting', text: 'Anyone?' })).toBe('VALIDATION_FAILED');
    expect(await refused({ category: 'Hookups', text: 'x'.repeat(281) })).toBe('VALIDATION_FAILED');
    expect(await refused({ category: 'Hookups', text: 'Hello', likeCount: 99 })).toBe('VALIDATION_FAILED');
    expect((await as(who).call('postInterest', { body: { category: 'Hookups', text: '🔥🔥🔥' } })).status).toBe(201);
    const bare = t.client(await anAccount(t));
    const response = await bare.call('postInterest', { body: { category: 'Hookups', text: 'Hello there' } });
    expect(response.error?.code).toBe('CONFLICT');
  });

  it('keep markup and links as typed text', async () => {
    const text = '<img src=x onerror=alert(1)> https://example.com {"a":1}';
    const who = await aProfile(t);
    expect((await post(who, text)).text).toBe(text);
  });
});

describe('likes', () => {
  it('are counted once each when fifty members like at once, and once for repeated taps', async () => {
    const who = await aProfile(t);
    const { id } = await post(who, 'Who is awake in Joburg?');
    const fans = await Promise.all(Array.from({ length: 50 }, () => aProfile(t)));
    const like = (fan: TestProfile) => as(fan).call('likeInterestPost', { params: { id } });
    const responses = await Promise.all(fans.map(like));
    expect(responses.every((response) => response.body.liked)).toBe(true);
    const [first] = fans as [TestProfile, ...TestProfile[]];
    // An odd number of taps ends in the other state.
    await Promise.all(Array.from({ length: 7 }, () => like(first)));
    const row = await t.db.selectFrom('interest_posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const rows = await t.db.selectFrom('interest_post_likes').selectAll().where('target_id', '=', id).execute();
    expect(row.like_count).toBe(49);
    expect(rows).toHaveLength(49);
    const mine = (await as(fans[1] as TestProfile).call('interestPosts')).body.items.find((item) => item.id === id);
    expect(mine).toMatchObject({ liked: true, likeCount: 49 });
  });

  it('are refused when the post goes while they wait for it', async () => {
    const [who, fan] = [await aProfile(t), await aProfile(t)];
    const { id } = await post(who, 'Gone before you know');
    const connection = await t.database.pool.connect();
    try {
      await connection.query('begin');
      await connection.query('delete from interest_posts where id = $1', [id]);
      const liking = as(fan).call('likeInterestPost', { params: { id } });
      await expect.poll(() => countWaiting(t.database.pool)).toBeGreaterThan(0);
      await connection.query('commit');
      expect((await liking).error?.code).toBe('NOT_FOUND');
    } finally {
      connection.release();
    }
  });

  it('are deleted with a post that is deleted at that moment, and refused after it', async () => {
    const [who, fan] = [await aProfile(t), await aProfile(t)];
    const { id } = await post(who, 'Gone in a moment');
    const [, liked] = await Promise.all([
      as(who).call('deleteInterestPost', { params: { id } }),
      as(fan).call('likeInterestPost', { params: { id } }),
    ]);
    expect([200, 404]).toContain(liked.status);
    expect((await as(fan).call('likeInterestPost', { params: { id } })).error?.code).toBe('NOT_FOUND');
    expect(await t.db.selectFrom('interest_post_likes').where('target_id', '=', id).selectAll().execute()).toEqual([]);
  });
});

describe('moods', () => {
  it('are one per member: the new one replaces the old, and lasts a day', async () => {
    const [who, reader] = [await aProfile(t), await aProfile(t)];
    const first = (await as(who).call('shareMood', { body: { preset: 'Curious' } })).body;
    expect(first).toMatchObject({ mood: 'Curious', preset: 'Curious', isOwn: true, person: { mood: 'Curious' } });
    await as(reader).call('likeMood', { params: { id: first.id } });
    const own = (await as(who).call('shareMood', { body: { text: '  Somewhere between tea and trouble ' } })).body;
    expect(own).toMatchObject({ mood: 'Somewhere between tea and trouble', preset: null, likeCount: 0 });
    const seen = (await as(reader).call('moods')).body.items.filter((mood) => mood.person.id === who.profileId);
    expect(seen).toMatchObject([{ id: own.id }]);
    expect((await as(reader).call('likeMood', { params: { id: first.id } })).error?.code).toBe('NOT_FOUND');
    expect((await as(reader).call('likeMood', { params: { id: own.id } })).body).toEqual({ liked: true, likeCount: 1 });
    expect(await t.context.discovery.moodsOf([who.profileId, reader.profileId])).toEqual(
      new Map([[who.profileId, own.mood]]),
    );
    t.clock.advance(24 * hour);
    expect((await as(reader).call('moods')).body.items).toEqual([]);
    expect((await t.context.discovery.moodsOf([who.profileId])).size).toBe(0);
  });

  it('leave one of several shared concurrently, twenty a day at most', async () => {
    const who = await aProfile(t);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => as(who).call('shareMood', { body: { text: `Mood ${n}` } })),
    );
    expect(responses.filter((response) => response.status === 201)).toHaveLength(moodsPerDay);
    expect(responses.filter((response) => response.error?.code === 'QUOTA_REACHED')).toHaveLength(10);
    expect(await t.db.selectFrom('moods').where('profile_id', '=', who.profileId).selectAll().execute()).toHaveLength(
      1,
    );
  });

  it('cannot be blank, and can be deleted by their author only', async () => {
    const [who, other] = [await aProfile(t), await aProfile(t)];
    expect((await as(who).call('shareMood', { body: { text: '  ' } })).error?.code).toBe('VALIDATION_FAILED');
    expect((await as(who).call('shareMood', { body: { preset: 'Furious' } })).error?.code).toBe('VALIDATION_FAILED');
    expect((await as(who).call('shareMood', { body: {} })).error?.code).toBe('VALIDATION_FAILED');
    const both = { preset: 'Tender', text: 'Both' };
    expect((await as(who).call('shareMood', { body: both })).error?.code).toBe('VALIDATION_FAILED');
    const { id } = (await as(who).call('shareMood', { body: { preset: 'Tender' } })).body;
    expect((await as(other).call('deleteMood', { params: { id } })).error?.code).toBe('NOT_FOUND');
    expect((await as(who).call('deleteMood', { params: { id } })).status).toBe(204);
  });
});

describe('members the viewer may not see', () => {
  it('T66: are absent from the feed, its counts and the moods, and cannot be liked, either way', async () => {
    const [viewer, blocker, blocked, suspended, unverified, open] = (await Promise.all(
      Array.from({ length: 6 }, () => aProfile(t)),
    )) as [TestProfile, TestProfile, TestProfile, TestProfile, TestProfile, TestProfile];
    t.clock.advance(30 * hour);
    const people = [blocker, blocked, suspended, unverified, open];
    const made = await Promise.all(
      people.map(async (who) => ({
        post: (await post(who, 'Can you see me?')).id,
        mood: (await as(who).call('shareMood', { body: { preset: 'Daring' } })).body.id,
      })),
    );
    await aBlock(t, { blocker, blocked: viewer });
    await aBlock(t, { blocker: viewer, blocked });
    await t.context.profiles.setHidden(t.db, suspended.accountId, true);
    await t.db
      .updateTable('profiles')
      .set({ awaiting_age_check: true })
      .where('id', '=', unverified.profileId)
      .execute();
    const { items, counts } = (await as(viewer).call('interestPosts')).body;
    expect(items.map((item) => item.person.id)).toEqual([open.profileId]);
    expect(counts).toMatchObject({ all: 1, chat: 1 });
    expect((await as(viewer).call('moods')).body.items.map((mood) => mood.person.id)).toEqual([open.profileId]);
    const likes = await Promise.all(
      made.flatMap(({ post: id, mood }) => [
        as(viewer).call('likeInterestPost', { params: { id } }),
        as(viewer).call('likeMood', { params: { id: mood } }),
      ]),
    );
    expect(likes.map((response) => response.status)).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 200, 200]);
  });
});

describe('browsers', () => {
  it('receive an event after the commit when posts or moods changed, at most about once per second', async () => {
    const published = vi.spyOn(t.context.realtime, 'toTopic').mockImplementation(() => {});
    const publishedParts = () =>
      published.mock.calls
        .filter(([topic, event]) => topic === 'discovery' && event === 'discovery.changed')
        .map(([, , payload]) => (payload as { parts: string[] }).parts);
    const who = await aProfile(t);
    const began = performance.now();
    const { id } = await post(who, 'Now you see me');
    await vi.waitFor(() => expect(publishedParts().flat()).toContain('posts'), { timeout: 5_000 });
    for (let taps = 0; taps < 20; taps += 1) await as(who).call('likeInterestPost', { params: { id } });
    await as(who).call('shareMood', { body: { preset: 'Chatty' } });
    await vi.waitFor(() => expect(publishedParts().flat()).toContain('moods'), { timeout: 5_000 });
    const ofPosts = publishedParts().filter((parts) => parts.includes('posts'));
    expect(ofPosts.length).toBeLessThanOrEqual(2 + (performance.now() - began) / 1_000);
    published.mockRestore();
  });
});
