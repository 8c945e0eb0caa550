import { describe, expect, it } from 'vitest';
import {
  aBlock,
  aCreator,
  aFreePicture,
  anAccount,
  aPaidPicture,
  aProfile,
  aSubscription,
  type TestProfile,
} from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

const at = (id: string) => ({ params: { id } });
const countsOf = async (contentId: string) =>
  t.db
    .selectFrom('content_items')
    .innerJoin('profiles', 'profiles.id', 'content_items.profile_id')
    .select(['content_items.like_count', 'content_items.comment_count', 'profiles.like_count as creator_likes'])
    .where('content_items.id', '=', contentId)
    .executeTakeFirstOrThrow();

describe('likes', () => {
  it('toggle with each call, and the state can be read', async () => {
    const { contentId } = await aFreePicture(t, { creator: await aCreator(t) });
    const fan = t.client(await aProfile(t));
    expect((await fan.call('likeState', at(contentId))).body).toEqual({ liked: false });
    expect((await fan.call('toggleLike', at(contentId))).body).toEqual({ liked: true, likeCount: 1 });
    expect((await fan.call('likeState', at(contentId))).body).toEqual({ liked: true });
    expect((await fan.call('getContent', at(contentId))).body).toMatchObject({ liked: true, likeCount: 1 });
    expect((await fan.call('toggleLike', at(contentId))).body).toEqual({ liked: false, likeCount: 0 });
    expect(await countsOf(contentId)).toMatchObject({ like_count: 0, creator_likes: 0 });
  });

  it('of sixty concurrent people on one item are each counted exactly once', async () => {
    const { contentId } = await aFreePicture(t, { creator: await aCreator(t) });
    const fans = await Promise.all(Array.from({ length: 60 }, () => aProfile(t)));
    const like = (fan: TestProfile) => t.client(fan).call('toggleLike', at(contentId));
    const answers = await Promise.all(fans.map(like));
    expect(answers.every((answer) => answer.body.liked)).toBe(true);
    expect(await countsOf(contentId)).toMatchObject({ like_count: 60, creator_likes: 60 });
    await Promise.all(fans.slice(0, 20).map(like));
    expect(await countsOf(contentId)).toMatchObject({ like_count: 40, creator_likes: 40 });
  });

  it('sent seven times concurrently by one person end as one', async () => {
    const { contentId } = await aFreePicture(t, { creator: await aCreator(t) });
    const fan = t.client(await aProfile(t));
    const answers = await Promise.all(Array.from({ length: 7 }, () => fan.call('toggleLike', at(contentId))));
    expect(answers.map((answer) => answer.body.liked).filter(Boolean)).toHaveLength(4);
    expect((await fan.call('likeState', at(contentId))).body.liked).toBe(true);
    expect(await countsOf(contentId)).toMatchObject({ like_count: 1, creator_likes: 1 });
  });

  it('from two processes on the same rows keep counts exact', async () => {
    const other = await import('./likes.ts');
    const { addItemLikesTo } = await import('../content/service.ts');
    const { addLikesTo } = await import('../profiles/service.ts');
    const processes = [1, 2].map(() =>
      other.createLikes({
        database: t.database,
        clock: t.clock,
        counts: { items: addItemLikesTo, creators: addLikesTo },
      }),
    );
    const creator = await aCreator(t);
    const items = await Promise.all(Array.from({ length: 5 }, () => aFreePicture(t, { creator })));
    const fans = await Promise.all(Array.from({ length: 8 }, () => aProfile(t)));
    await Promise.all(
      processes.flatMap((likes) =>
        fans.flatMap(({ profileId }) => items.map(({ contentId }) => likes.toggle({ targetId: contentId, profileId }))),
      ),
    );
    for (const { contentId } of items) {
      const rows = await t.db.selectFrom('likes').select('profile_id').where('content_id', '=', contentId).execute();
      expect((await countsOf(contentId)).like_count).toBe(rows.length);
    }
  });

  it('need a profile', async () => {
    const { contentId } = await aFreePicture(t, { creator: await aCreator(t) });
    const answer = await t.client(await anAccount(t)).call('toggleLike', at(contentId));
    expect(answer.error).toMatchObject({ code: 'CONFLICT', message: 'Please complete your profile first' });
  });
});

describe('locked or hidden content', () => {
  it('T51: can be neither liked nor commented on', async () => {
    const creator = await aCreator(t);
    const { contentId } = await aPaidPicture(t, { creator });
    const fan = await aProfile(t);
    const client = t.client(fan);
    const answers = [
      await client.call('likeState', at(contentId)),
      await client.call('toggleLike', at(contentId)),
      await client.call('listComments', at(contentId)),
      await client.call('postComment', { ...at(contentId), body: { comment: 'Let me in' } }),
    ];
    expect(answers.map((answer) => answer.error?.code)).toEqual(Array(4).fill('FORBIDDEN'));
    expect(await countsOf(contentId)).toMatchObject({ like_count: 0, comment_count: 0 });
    await aSubscription(t, { subscriber: fan, creator });
    expect((await client.call('toggleLike', at(contentId))).body.liked).toBe(true);
    expect((await client.call('postComment', { ...at(contentId), body: { comment: 'Here now' } })).status).toBe(201);
  });

  it('T66: is NOT_FOUND for both sides of a block and while unpublished', async () => {
    const creator = await aCreator(t);
    const { contentId } = await aFreePicture(t, { creator });
    const blocked = await aProfile(t);
    await aBlock(t, { blocker: creator, blocked });
    const client = t.client(blocked);
    for (const answer of [
      await client.call('toggleLike', at(contentId)),
      await client.call('postComment', { ...at(contentId), body: { comment: 'x' } }),
      await client.call('toggleFollow', at(creator.profileId)),
      await client.call('followState', at(creator.profileId)),
      await client.call('checkSubscription', at(creator.profileId)),
    ])
      expect(answer.error?.code).toBe('NOT_FOUND');
    await t.db.updateTable('content_items').set({ state: 'review' }).where('id', '=', contentId).execute();
    expect((await t.client(creator).call('toggleLike', at(contentId))).error?.code).toBe('NOT_FOUND');
  });
});

describe('comments', () => {
  it('T27: show a first name and a picture, oldest first, and no email or surname', async () => {
    const { contentId } = await aFreePicture(t, { creator: await aCreator(t) });
    const writer = await aProfile(t, {
      firstName: 'Lindiwe',
      lastName: 'Canarysurname',
      email: 'canary-writer@people.test',
    });
    const posted = await t
      .client(writer)
      .call('postComment', { ...at(contentId), body: { comment: '  First light  ' } });
    expect(posted.status).toBe(201);
    expect(posted.body).toMatchObject({
      comment: 'First light',
      user: {
        profileId: writer.profileId,
        firstName: 'Lindiwe',
        profileImageUrl: `/img/p/${writer.profileId}-avatar.webp`,
      },
    });
    t.clock.advance(1_000);
    await t.client(await aProfile(t)).call('postComment', { ...at(contentId), body: { comment: 'Second' } });
    const list = await t.client(await aProfile(t)).call('listComments', at(contentId));
    expect(list.body.map((one) => one.comment)).toEqual(['First light', 'Second']);
    for (const secret of ['canary-writer', 'Canarysurname', writer.accountId]) expect(list.text).not.toContain(secret);
    expect(await countsOf(contentId)).toMatchObject({ comment_count: 2 });
  });

  it('must be neither empty nor too long', async () => {
    const { contentId } = await aFreePicture(t, { creator: await aCreator(t) });
    const client = t.client(await aProfile(t));
    for (const comment of ['', '   ', 'x'.repeat(501), 'nul\u0000', '\ud800'])
      expect((await client.call('postComment', { ...at(contentId), body: { comment } })).error?.code).toBe(
        'VALIDATION_FAILED',
      );
    expect(await countsOf(contentId)).toMatchObject({ comment_count: 0 });
  });

  it('T59: return markup as plain text', async () => {
    const { contentId } = await aFreePicture(t, { creator: await aCreator(t) });
    const client = t.client(await aProfile(t));
    const texts = [
      '<img src=x onerror=alert(1)>',
      '</script><script>alert(1)</script>',
      '{{7*7}}',
      'javascript:alert(1)',
      '" onfocus="x',
    ];
    for (const comment of texts) {
      t.clock.advance(10);
      await client.call('postComment', { ...at(contentId), body: { comment } });
    }
    const list = await client.call('listComments', at(contentId));
    expect(list.body.map((one) => one.comment)).toEqual(texts);
    expect(list.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(list.headers['x-content-type-options']).toBe('nosniff');
  });

  it('by blocked people are not shown', async () => {
    const { contentId } = await aFreePicture(t, { creator: await aCreator(t) });
    const [writer, reader] = [await aProfile(t), await aProfile(t)];
    await t.client(writer).call('postComment', { ...at(contentId), body: { comment: 'Unwanted' } });
    await t.client(reader).call('blockProfile', at(writer.profileId));
    expect((await t.client(reader).call('listComments', at(contentId))).body).toEqual([]);
    expect((await t.client(writer).call('listComments', at(contentId))).body).toHaveLength(1);
  });
});

describe('following', () => {
  it('toggles with each call and keeps the creator’s count exact', async () => {
    const creator = await aCreator(t);
    const fans = await Promise.all(Array.from({ length: 12 }, () => aProfile(t)));
    const follow = (fan: TestProfile) => t.client(fan).call('toggleFollow', at(creator.profileId));
    const answers = await Promise.all(fans.map(follow));
    expect(answers.every((answer) => answer.body.following)).toBe(true);
    const [first] = fans;
    if (!first) throw new Error('no fans');
    expect((await follow(first)).body).toEqual({ following: false });
    expect((await t.client(first).call('followState', at(creator.profileId))).body.following).toBe(false);
    const response = await t.client(first).call('getCreator', at(creator.profileId));
    expect(response.body.followerCount).toBe(11);
  });

  it('is refused for oneself and for a fan', async () => {
    const creator = await aCreator(t);
    expect((await t.client(creator).call('toggleFollow', at(creator.profileId))).error?.code).toBe('CONFLICT');
    const fan = await aProfile(t);
    expect((await t.client(creator).call('toggleFollow', at(fan.profileId))).error?.code).toBe('NOT_FOUND');
  });

  it('is listed newest first in pages, and counted in the current user', async () => {
    const creators = await Promise.all(Array.from({ length: 5 }, () => aCreator(t)));
    const fan = await aProfile(t);
    const client = t.client(fan);
    for (const creator of creators) {
      t.clock.advance(1_000);
      await client.call('toggleFollow', at(creator.profileId));
    }
    const first = await client.call('listFollowing', { query: { limit: '3' } });
    const second = await client.call('listFollowing', { query: { limit: '3', cursor: first.body.nextCursor ?? '' } });
    expect([...first.body.items, ...second.body.items].map((one) => one.id)).toEqual(
      creators.map((creator) => creator.profileId).reverse(),
    );
    expect(second.body.nextCursor).toBeNull();
    await aSubscription(t, { subscriber: fan, creator: creators[0] as TestProfile });
    expect((await client.call('currentUser')).body.stats).toEqual({ subscriptionCount: 1, followingCount: 5 });
  });
});
