import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatsOf, code } from '../../../../test/chats.ts';
import { aCreator, aProfile, aSubscription, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';

let t: TestServer;
const { write, head } = chatsOf(() => t);
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());

/** More than a day's free messages, without credits. */
async function writeSeven(from: TestProfile, to: TestProfile): Promise<(string | number)[]> {
  const answers: (string | number)[] = [];
  for (let n = 0; n < 7; n += 1) {
    const answer = await write(from, to, `Words ${n}`);
    answers.push(code(answer) ?? answer.status);
  }
  return answers;
}
const free = Array(7).fill(201);
const counted = [...Array(5).fill(201), 'MESSAGE_QUOTA_USED', 'MESSAGE_QUOTA_USED'];
const left = async (from: TestProfile, to: TestProfile) => (await head(from, to)).body.quota.left;

describe('T65: messages that count against the quota', () => {
  it('counts messages of the member who started the thread; replies are free', async () => {
    const [fan, creator] = [await aProfile(t), await aCreator(t)];
    expect(await left(fan, creator)).toBe(5);
    await write(fan, creator, 'Hello');
    expect(await left(creator, fan)).toBeNull();
    expect(await writeSeven(creator, fan)).toEqual(free);
    expect(await left(fan, creator)).toBe(4);
    expect(await writeSeven(fan, creator)).toEqual([...counted.slice(1), 'MESSAGE_QUOTA_USED']);
  });

  it('replies of a creator leave the quota for new threads', async () => {
    const [creator, stranger] = [await aCreator(t), await aProfile(t)];
    for (let n = 0; n < 6; n += 1) {
      const fan = await aProfile(t);
      await write(fan, creator, 'Hello');
      expect((await write(creator, fan, 'Hello back')).status).toBe(201);
    }
    expect(await left(creator, stranger)).toBe(5);
    expect(await writeSeven(creator, stranger)).toEqual(counted);
  });

  it('counts a creator who writes to a stranger, not to a subscriber', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    expect(await left(creator, fan)).toBe(5);
    await aSubscription(t, { subscriber: fan, creator });
    expect(await left(creator, fan)).toBeNull();
    expect(await writeSeven(creator, fan)).toEqual(free);
    expect(await writeSeven(fan, creator)).toEqual(free);
  });

  it('counts a subscriber who starts a thread', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await aSubscription(t, { subscriber: fan, creator });
    expect(await writeSeven(fan, creator)).toEqual(counted);
  });

  it('does not count a creator who writes to a member who tipped', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await giveCredits(t, fan.accountId, 50);
    const tip = await t
      .client(fan)
      .call('tipInChat', { params: { profileId: creator.profileId }, body: { clientId: newId(), credits: 10 } });
    expect(tip.status).toBe(201);
    expect(await left(creator, fan)).toBeNull();
    expect(await writeSeven(creator, fan)).toEqual(free);
  });

  it('does not count a creator who writes to a member who sent a request', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await sql`insert into content_requests (id, requester_account_id, requester_id, creator_id, title, description,
        content_type, offered_price, is_exclusive, held, status, key, created_at)
      values (${newId()}, ${fan.accountId}, ${fan.profileId}, ${creator.profileId}, 'A song', 'A slow one', 'video', 50,
        false, 0, 'withdrawn', ${newId()}, ${t.clock.now()})`.execute(t.db);
    expect(await left(creator, fan)).toBeNull();
    expect(await writeSeven(creator, fan)).toEqual(free);
  });

  it('counts neither side after a broadcast, which starts no thread', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await t.db
      .insertInto('follows')
      .values({ follower_id: fan.profileId, creator_id: creator.profileId, created_at: t.clock.now() })
      .execute();
    const { id } = (
      await t.client(creator).call('sendBroadcast', {
        body: { clientId: newId(), content: 'To all', audience: { kind: 'followers' } },
      })
    ).body;
    await t.context.chat.work(id);
    expect(await left(creator, fan)).toBe(5);
    expect(await writeSeven(fan, creator)).toEqual(free);
    expect(await writeSeven(creator, fan)).toEqual(free);
  });
});
