import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { aPair, ringCall, sendAlive } from '../../../test/callers.ts';
import type { TestProfile } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets } from '../../../test/sockets.ts';
import { newId } from '../../platform/ids.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(closeSockets);
afterAll(() => t.close());

const goIncognito = (who: TestProfile) => t.client(who).call('setPrivacySettings', { body: { incognito: true } });
/** What a creator reads of a person: their page, their fan card, and who is in the lists. */
async function readings(creator: TestProfile, fan: TestProfile) {
  const client = t.client(creator);
  const params = { id: fan.profileId };
  const lists = await Promise.all(
    (['subscribers', 'followers', 'spenders'] as const).map((list) => client.call('listFans', { query: { list } })),
  );
  return {
    page: (await client.call('getProfile', { params })).status,
    card: (await client.call('getFan', { params })).status,
    note: (await client.call('setFanNote', { params, body: { note: 'Likes blue' } })).status,
    listed: lists.some(({ body }) => body.items.some(({ id }) => id === fan.profileId)),
  };
}
const unseen = { page: 404, card: 404, note: 404, listed: false };

it('T66: a call shows a creator no more of an incognito caller than their name, before, during and after it', async () => {
  const pair = await aPair(t);
  const { creator, fan } = pair;
  await t.client(fan).call('toggleFollow', { params: { id: creator.profileId } });
  await goIncognito(fan);
  expect(await readings(creator, fan)).toEqual(unseen);
  const id = await ringCall(t, pair);
  expect(await readings(creator, fan)).toEqual(unseen);
  expect((await t.client(creator).call('acceptCall', { params: { id } })).status).toBe(200);
  await sendAlive(t, pair, id);
  expect(await readings(creator, fan)).toEqual(unseen);
  const shown = (await t.client(creator).call('currentCall')).body.call?.other;
  expect(shown).toMatchObject({ id: fan.profileId, age: null });
  await t.client(fan).call('endCall', { params: { id } });
  expect(await readings(creator, fan)).toEqual(unseen);
  const met = await t.db
    .selectFrom('profile_acquaintances')
    .select('other_id')
    .where('profile_id', '=', fan.profileId)
    .execute();
  expect(met).toEqual([]);
  // Who writes is seen, as ever.
  await t.client(fan).call('sendMessage', {
    params: { profileId: creator.profileId },
    body: { clientId: newId(), content: 'Thank you' },
  });
  expect(await readings(creator, fan)).toMatchObject({ page: 200, card: 200 });
});

it('T66: an incognito caller can be blocked by the creator they rang, and by nobody else', async () => {
  const [pair, stranger] = [await aPair(t), await aPair(t)];
  const { creator, fan } = pair;
  await goIncognito(fan);
  const id = await ringCall(t, pair);
  await t.client(creator).call('declineCall', { params: { id } });
  const block = (who: TestProfile) => t.client(who).call('blockProfile', { params: { id: fan.profileId } });
  expect((await block(stranger.creator)).status).toBe(404);
  expect((await block(creator)).status).toBe(204);
  expect((await t.client(fan).call('getCallPartner', { params: { id: creator.profileId } })).status).toBe(404);
});
