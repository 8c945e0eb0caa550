import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../../../test/app.ts';
import {
  aBlock,
  aCreator,
  aProfile,
  aSubscription,
  giveCredits,
  type TestProfile,
} from '../../../../test/factories.ts';
import { aPicture, sendFile } from '../../../../test/pictures.ts';
import { newId } from '../../../platform/ids.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ at: new Date('2026-11-18T08:00:00Z') });
});
afterAll(() => t.close());

const code = ({ error }: TestResponse<unknown>) => error?.code;
const thread = async (who: TestProfile, other: TestProfile) =>
  (await t.client(who).call('listMessages', { params: { profileId: other.profileId } })).body.items;
async function subscribers(creator: TestProfile, count: number): Promise<TestProfile[]> {
  const fans: TestProfile[] = [];
  for (let n = 0; n < count; n += 1) {
    const fan = await aProfile(t);
    await aSubscription(t, { subscriber: fan, creator });
    fans.push(fan);
  }
  return fans;
}
let seed = 900;
async function aFile(owner: TestProfile): Promise<string> {
  seed += 1;
  const { id } = await sendFile(t, owner, await aPicture({ width: 200, height: 250, seed }));
  await t.drain();
  return id;
}

describe('saved replies with files and an order', () => {
  const save = (who: TestProfile, body: Record<string, unknown>) =>
    t.client(who).call('saveReply', { body: { title: 'Evening', content: 'Good evening', ...body } });
  const titles = async (who: TestProfile) =>
    (await t.client(who).call('listSavedReplies')).body.map(({ title }) => title);

  it('keep the file and its price, which is sold as any other once it is sent', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await aSubscription(t, { subscriber: fan, creator });
    await giveCredits(t, fan.accountId, 100);
    const mediaId = await aFile(creator);
    const { body: reply } = await save(creator, { mediaId, price: 25 });
    expect(reply).toMatchObject({ mediaId, price: 25, media: { id: mediaId } });
    expect(code(await save(creator, { price: 25 }))).toBe('VALIDATION_FAILED');
    expect(code(await save(await aCreator(t), { mediaId, price: 25 }))).toBe('NOT_FOUND');
    const params = { id: reply.id };
    const words = { title: 'Evening', content: 'Good evening to you' };
    expect((await t.client(creator).call('changeSavedReply', { params, body: words })).body).toMatchObject({
      mediaId,
      price: 25,
    });
    const sent = await t.client(creator).call('sendMessage', {
      params: { profileId: fan.profileId },
      body: { clientId: newId(), content: words.content, mediaId: reply.mediaId ?? '', price: reply.price },
    });
    expect(sent.status).toBe(201);
    const [message] = await thread(fan, creator);
    expect(message).toMatchObject({ price: 25, isPaid: false, mediaUrl: null });
  });

  it('keep their file for as long as they are kept', async () => {
    const creator = await aCreator(t);
    // Days later the file of a reply that was never sent is still there, and that of a removed one is not.
    const other = await aFile(creator);
    const { body: unsent } = await save(creator, { title: 'Later', mediaId: other });
    t.clock.advance(3 * 86_400_000);
    const sweep = async () => {
      await t.context.jobs.enqueue(t.db, { name: 'messaging.sweep-files', maxAttempts: 1 }, {});
      await t.drain();
    };
    await sweep();
    expect((await t.client(creator).call('listSavedReplies')).body).toMatchObject([{ media: { id: other } }]);
    await t.client(creator).call('deleteSavedReply', { params: { id: unsent.id } });
    await sweep();
    const rows = await t.db
      .selectFrom('message_attachments')
      .select('media_id')
      .where('media_id', '=', other)
      .execute();
    expect(rows).toEqual([]);
  });

  it('stand in the order their creator gives them; nobody else orders them', async () => {
    const [creator, other] = [await aCreator(t), await aCreator(t)];
    const ids: string[] = [];
    for (const title of ['Alpha', 'Beta', 'Gamma']) ids.push((await save(creator, { title })).body.id);
    const order = (who: TestProfile, wanted: string[]) =>
      t.client(who).call('orderSavedReplies', { body: { ids: wanted } });
    const [a = '', b = '', c = ''] = ids;
    expect((await order(creator, [c, a, b])).body.map(({ title }) => title)).toEqual(['Gamma', 'Alpha', 'Beta']);
    for (const wrong of [
      [c, a],
      [c, a, a],
      [c, a, newId()],
      [c, a, b, newId()],
    ])
      expect(code(await order(creator, wrong))).toBe('CONFLICT');
    expect(code(await order(other, [c, a, b]))).toBe('CONFLICT');
    await save(creator, { title: 'Aardvark' });
    expect(await titles(creator)).toEqual(['Gamma', 'Alpha', 'Beta', 'Aardvark']);
  });
});

describe('a greeting for new followers', () => {
  const follow = (fan: TestProfile, creator: TestProfile) =>
    t.client(fan).call('toggleFollow', { params: { id: creator.profileId } });
  const greeted = async (body: Record<string, unknown> = {}) => {
    const creator = await aCreator(t);
    const set = await t.client(creator).call('setWelcomeMessage', {
      body: { audience: 'follower', enabled: true, content: 'Thank you for following', ...body },
    });
    expect(set.status).toBe(200);
    return creator;
  };

  it('arrives once, as a request, and does not fill the inbox of its writer', async () => {
    const creator = await greeted();
    const fan = await aProfile(t);
    for (let n = 0; n < 3; n += 1) {
      await follow(fan, creator);
      await t.drain();
    }
    expect(await thread(fan, creator)).toMatchObject([{ content: 'Thank you for following' }]);
    const requests = await t.client(fan).call('listConversations', { query: { box: 'requests' } });
    expect(requests.body.items).toHaveLength(1);
    expect((await t.client(creator).call('listConversations', { query: {} })).body.items).toEqual([]);
    // The greeting of subscribers is another one.
    expect((await t.client(creator).call('welcomeMessage', { query: {} })).body.enabled).toBe(false);
    expect((await t.client(creator).call('welcomeMessage', { query: { audience: 'follower' } })).body.enabled).toBe(
      true,
    );
  });

  it('does not reach subscribers, restricted or blocked people, nor who unfollowed at once', async () => {
    const creator = await greeted();
    const [subscriber = creator] = await subscribers(creator, 1);
    const [restricted, gone, blocked] = [await aProfile(t), await aProfile(t), await aProfile(t)];
    await t.client(creator).call('restrictFan', { params: { id: restricted.profileId } });
    for (const fan of [subscriber, restricted, gone, blocked]) await follow(fan, creator);
    await follow(gone, creator);
    await aBlock(t, { blocker: creator, blocked });
    await t.drain();
    const rows = await t.db.selectFrom('messages').select('id').where('sender_id', '=', creator.profileId).execute();
    expect(rows).toEqual([]);
  });
});
