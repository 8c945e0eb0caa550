import { setTimeout as sleep } from 'node:timers/promises';
import { sessionEndedCode } from '@vlam/contract/realtime-protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aCreator, aFreePicture, aProfile, aSession } from '../factories.ts';
import { aPicture, sendFile } from '../pictures.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { closeSockets, openListener, tryUpgrade } from '../sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterEach(closeSockets);
afterAll(() => t.close());

const get = async (path: string, { cookie }: { cookie: string }) =>
  (await fetch(`${t.url}${path}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status;

async function aPublishedPicture() {
  const creator = await aCreator(t);
  const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 60, height: 80 }));
  await t.drain();
  const { contentId } = await aFreePicture(t, { creator });
  await t.db.updateTable('content_items').set({ media_id: mediaId }).where('id', '=', contentId).execute();
  return { creator, contentId };
}

describe('T16 ASVS 8.3.2: within a second of an admin’s suspension, on a real server', () => {
  it('the member has lost calls, sockets and files in every session, and no one else has', async () => {
    const { contentId } = await aPublishedPicture();
    const [admin, member, bystander] = [await aProfile(t, { role: 'admin' }), await aProfile(t), await aProfile(t)];
    const second = { ...member, ...(await aSession(t, member.accountId)) };
    const url = (await t.client(member).call('getContent', { params: { id: contentId } })).body.mediaUrl ?? '';
    const theirs = (await t.client(bystander).call('getContent', { params: { id: contentId } })).body.mediaUrl ?? '';
    const sockets = [await openListener(t, member), await openListener(t, second)];
    const other = await openListener(t, bystander);
    expect([await get(url, member), await get('/api/auth/user', second)]).toEqual([200, 200]);

    const begun = performance.now();
    const { status } = await t
      .client(admin)
      .call('suspendUser', { body: { userId: member.accountId, reason: 'Threats in two chats' } });
    expect(status).toBe(200);
    const answered = performance.now();
    expect([await get(url, member), await get('/api/auth/user', member), await get('/api/auth/user', second)]).toEqual([
      401, 401, 401,
    ]);
    const codes = await Promise.race([
      Promise.all(sockets.map(({ ended }) => ended)),
      sleep(1_000 - (performance.now() - answered), 'still open' as const),
    ]);
    expect(codes).toEqual([sessionEndedCode, sessionEndedCode]);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect((await tryUpgrade(t, { cookie: member.cookie, origin: t.url })).status).toBe(401);
    expect([await get(theirs, bystander), other.socket.isOpen]).toEqual([200, true]);
  });

  it('a creator’s page, items and files are gone for others, and back when it is lifted', async () => {
    const { creator, contentId } = await aPublishedPicture();
    const [admin, fan] = [await aProfile(t, { role: 'admin' }), await aProfile(t)];
    const url = (await t.client(fan).call('getContent', { params: { id: contentId } })).body.mediaUrl ?? '';
    const seen = async () => [
      await get(url, fan),
      await get(`/api/content/${contentId}`, fan),
      await get(`/api/profiles/${creator.profileId}`, fan),
    ];
    expect(await seen()).toEqual([200, 200, 200]);
    await t.client(admin).call('suspendUser', { body: { userId: creator.accountId, reason: 'Under investigation' } });
    expect(await seen()).toEqual([404, 404, 404]);
    await t.client(admin).call('unsuspendUser', { body: { userId: creator.accountId } });
    expect(await seen()).toEqual([200, 200, 200]);
  });
});
