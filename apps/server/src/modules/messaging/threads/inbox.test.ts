import { describe, expect, it } from 'vitest';
import { chatsOf } from '../../../../test/chats.ts';
import { aCreator, aProfile, aSubscription, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const { write, read } = chatsOf(() => t);
const t = useTestApp();

const namesIn = async (who: TestProfile, box: 'inbox' | 'unread' | 'subscribers' | 'spenders' | 'requests') =>
  (await t.client(who).call('listConversations', { query: { box } })).body.items.map(({ profile }) => profile.id);
async function fansOf(creator: TestProfile, count: number): Promise<TestProfile[]> {
  const fans = await Promise.all(Array.from({ length: count }, () => aProfile(t)));
  for (const fan of fans) await aSubscription(t, { subscriber: fan, creator });
  return fans;
}
async function writeToMany(creator: TestProfile, content: string): Promise<void> {
  const { id } = (
    await t
      .client(creator)
      .call('sendBroadcast', { body: { clientId: newId(), content, audience: { kind: 'subscribers' } } })
  ).body;
  await t.context.chat.work(id);
}

describe('a broadcast', () => {
  it('leaves the sender’s inbox unchanged, and lists a thread once the member replies', async () => {
    const creator = await aCreator(t);
    const fans = await fansOf(creator, 12);
    const [early, late, quiet] = fans as [TestProfile, TestProfile, TestProfile];
    await write(early, creator, 'First');
    t.clock.advance(120_000);
    await write(late, creator, 'Second');
    t.clock.advance(120_000);
    const ids = [late.profileId, early.profileId];
    expect(await namesIn(creator, 'inbox')).toEqual(ids);
    await writeToMany(creator, 'New pictures tonight');
    expect(await namesIn(creator, 'inbox')).toEqual(ids);
    for (const fan of fans) expect(await namesIn(fan, 'inbox')).toEqual([creator.profileId]);
    t.clock.advance(120_000);
    await write(quiet, creator, 'Lovely');
    expect(await namesIn(creator, 'inbox')).toEqual([quiet.profileId, ...ids]);
    t.clock.advance(120_000);
    await write(creator, early, 'Hello again');
    expect(await namesIn(creator, 'inbox')).toEqual([early.profileId, quiet.profileId, late.profileId]);
  });

  it('moves to the top of the receivers’ lists', async () => {
    const creator = await aCreator(t);
    const [fan] = (await fansOf(creator, 1)) as [TestProfile];
    const other = await aCreator(t);
    await write(fan, creator, 'One');
    t.clock.advance(120_000);
    await write(fan, other, 'Two');
    t.clock.advance(120_000);
    await writeToMany(creator, 'Three');
    expect(await namesIn(fan, 'inbox')).toEqual([creator.profileId, other.profileId]);
  });

  it('lists no thread twice across pages when it has newer messages', async () => {
    const creator = await aCreator(t);
    const fans = await fansOf(creator, 6);
    for (const fan of fans) {
      await write(fan, creator, 'Hello');
      t.clock.advance(120_000);
    }
    await writeToMany(creator, 'To all');
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await t.client(creator).call('listConversations', {
        query: { limit: '2', ...(cursor ? { cursor } : {}) },
      });
      seen.push(...body.items.map(({ profile }) => profile.id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(fans.map(({ profileId }) => profileId).reverse());
  });
});

it('a creator filters the own inbox by unread, subscribers and spenders', async () => {
  const creator = await aCreator(t);
  const [subscriber] = (await fansOf(creator, 1)) as [TestProfile];
  const [spender, plain, elsewhere] = [await aProfile(t), await aProfile(t), await aCreator(t)];
  await giveCredits(t, spender.accountId, 100);
  await t
    .client(spender)
    .call('tipInChat', { params: { profileId: creator.profileId }, body: { clientId: newId(), credits: 20 } });
  await giveCredits(t, plain.accountId, 100);
  await t
    .client(plain)
    .call('tipInChat', { params: { profileId: elsewhere.profileId }, body: { clientId: newId(), credits: 20 } });
  for (const fan of [subscriber, plain, spender]) {
    await write(creator, fan, 'Welcome');
    await write(fan, creator, 'Hello');
    t.clock.advance(120_000);
  }
  expect(await namesIn(creator, 'inbox')).toEqual([spender.profileId, plain.profileId, subscriber.profileId]);
  expect(await namesIn(creator, 'subscribers')).toEqual([subscriber.profileId]);
  expect(await namesIn(creator, 'spenders')).toEqual([spender.profileId]);
  const latest = (await read(creator, plain)).body.items.at(-1)?.id ?? '';
  await t.client(creator).call('markRead', { params: { profileId: plain.profileId }, body: { messageId: latest } });
  expect(await namesIn(creator, 'unread')).toEqual([spender.profileId, subscriber.profileId]);
  expect(await namesIn(plain, 'spenders')).toEqual([]);
});
