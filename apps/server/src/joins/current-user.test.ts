import { expect, it, vi } from 'vitest';
import { chatsOf } from '../../test/chats.ts';
import { aCreator, aProfile, aSubscription } from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';

const t = useTestApp();

it('counts what waits for the member, and follows each change', async () => {
  const [creator, fan, writer] = [await aCreator(t), await aProfile(t), await aProfile(t)];
  const user = async () => (await t.client(fan).call('currentUser')).body;
  expect(await user()).toMatchObject({
    profileId: fan.profileId,
    vipTier: null,
    stats: { subscriptionCount: 0, followingCount: 0 },
    unread: { messages: 0 },
  });
  await aSubscription(t, { subscriber: fan, creator });
  await t.client(fan).call('toggleFollow', { params: { id: creator.profileId } });
  const { write } = chatsOf(() => t);
  await write(fan, writer, 'hello');
  await write(writer, fan, 'hello to you');
  await t.db
    .insertInto('vip_memberships')
    .values({
      account_id: fan.accountId,
      tier: 'gold',
      started_at: t.clock.now(),
      paid_until: new Date(t.clock.now().getTime() + 60_000),
    })
    .execute();
  expect(await user()).toMatchObject({
    vipTier: 'gold',
    stats: { subscriptionCount: 1, followingCount: 1 },
    unread: { messages: 1 },
  });
  expect((await t.client(creator).call('currentUser')).body.creator?.id).toBe(creator.profileId);
  t.clock.advance(60_001);
  expect((await user()).vipTier).toBeNull();
});

it('costs two statements: whether the session still holds, and the member', async () => {
  const fan = await aProfile(t);
  await t.client(fan).call('currentUser');
  const queries = vi.spyOn(t.context.database.pool, 'query');
  await t.client(fan).call('currentUser');
  const texts = queries.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? String(query));
  queries.mockRestore();
  expect(texts).toHaveLength(2);
  expect(texts.filter((text) => text.includes('from accounts as account'))).toHaveLength(1);
});
