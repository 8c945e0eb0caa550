import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  aBlock,
  aCreator,
  anAccount,
  aProfile,
  aSession,
  aSubscription,
  type TestProfile,
} from '../../../test/factories.ts';
import { janusSecret } from '../../../test/janus.ts';
import { anSdp, type JanusDouble, startJanusDouble } from '../../../test/janus-double.ts';
import { aShow, aViewer, type IngestKey } from '../../../test/live-shows.ts';
import { newId } from '../../platform/ids.ts';

type Who = Pick<TestProfile, 'cookie'>;
let t: TestApp;
let janus: JanusDouble;
beforeAll(async () => {
  janus = await startJanusDouble();
  const relay = { urls: ['turn:relay.test:3478'], secret: 'a-secret-of-tests' };
  t = await startTestApp({ config: { janus: { url: janus.url, secret: janusSecret }, turn: relay } });
});
beforeEach(() => expect.poll(() => [janus.connected('publisher'), janus.connected('subscriber')]).toEqual([0, 0]));
afterAll(async () => {
  await t.close();
  await janus.close();
});

const send = (who: Who, { id, ingestKey }: IngestKey) =>
  t.client(who).call('sendLiveDirect', { params: { id }, body: { ingestKey, offer: anSdp() } });
const watch = (who: Who, id: string) => t.client(who).call('watchLiveDirect', { params: { id } });
const answer = (who: Who, id: string, connectionId: string) =>
  t.client(who).call('answerLiveDirect', { params: { id, connectionId }, body: { answer: anSdp('recvonly') } });
const stop = (who: Who, id: string) =>
  t.client(who).call('stopLive', { params: { id }, body: { reason: 'Not for this place' } });
/** What the timer does, a second later. */
async function check(): Promise<void> {
  t.clock.advance(1_001);
  await t.context.lives.direct.check();
}

/** A show that its creator sends, with a viewer who is connected. */
async function aWatchedShow(options: { audience?: 'tickets' | 'subscribers' | 'free' } = {}) {
  const [creator, fan] = [await aCreator(t), await aViewer(t)];
  const show = await aShow(t, creator, options);
  await t.db.updateTable('lives').set({ last_part_at: t.clock.now() }).where('id', '=', show.id).execute();
  expect((await send(creator, show)).body.answer).toContain('a=recvonly');
  await expect.poll(() => janus.connected('publisher')).toBe(1);
  if (options.audience === 'subscribers') await aSubscription(t, { subscriber: fan, creator });
  else if (options.audience !== 'free')
    await t.client(fan).call('buyLiveTicket', { params: { id: show.id }, body: { price: 25 } });
  await connect(fan, show.id);
  return { creator, fan, show, id: show.id };
}
async function connect(who: Who, id: string): Promise<string> {
  const before = janus.connected('subscriber');
  const { direct } = (await watch(who, id)).body;
  const connectionId = direct?.connectionId ?? '';
  expect((await answer(who, id, connectionId)).status).toBe(204);
  await expect.poll(() => janus.connected('subscriber')).toBe(before + 1);
  return connectionId;
}
const noOne = () => expect.poll(() => janus.connected('subscriber')).toBe(0);

describe('T107: a show from the SFU', () => {
  it('is for those who may watch, each through a connection of their own', async () => {
    const { creator, fan, id } = await aWatchedShow();
    const [stranger, other] = [await aProfile(t), await aViewer(t)];
    expect((await watch(stranger, id)).error?.code).toBe('FORBIDDEN');
    expect((await watch(fan, newId())).error?.code).toBe('NOT_FOUND');
    await t.client(other).call('buyLiveTicket', { params: { id }, body: { price: 25 } });
    const { direct } = (await watch(fan, id)).body;
    const connectionId = direct?.connectionId ?? '';
    const secondSession = await aSession(t, fan.accountId);
    for (const who of [other, stranger, creator, secondSession])
      expect((await answer(who, id, connectionId)).error?.code).toBe('NOT_FOUND');
    expect((await answer(fan, newId(), connectionId)).error?.code).toBe('NOT_FOUND');
    expect((await answer(fan, id, connectionId)).status).toBe(204);
    expect((await answer(fan, id, connectionId)).error?.code).toBe('NOT_FOUND');
    await t.client(creator).call('endLive', { params: { id } });
    await noOne();
  });

  it('names relay credentials of one member and one show, and nothing of Janus', async () => {
    const { creator, fan, id } = await aWatchedShow();
    const { body, text } = await watch(fan, id);
    const [relay] = body.direct?.iceServers ?? [];
    const own = (await t.client(creator).call('liveIceServers', { params: { id } })).body.iceServers[0];
    expect(relay?.urls).toEqual(['turn:relay.test:3478']);
    expect(own?.username).not.toBe(relay?.username);
    expect((await t.client(fan).call('liveIceServers', { params: { id } })).status).toBe(403);
    expect((await t.client(await aCreator(t)).call('liveIceServers', { params: { id } })).status).toBe(404);
    for (const word of [janus.url, janusSecret, String(janus.requests[0]?.body.pin)]) expect(text).not.toContain(word);
    await t.client(creator).call('endLive', { params: { id } });
    await noOne();
  });

  const losses: [
    string,
    'tickets' | 'subscribers' | 'free',
    (show: Awaited<ReturnType<typeof aWatchedShow>>) => unknown,
  ][] = [
    [
      'is removed by the creator',
      'tickets',
      ({ creator, fan, id }) =>
        t.client(creator).call('removeFromLive', { params: { id }, body: { profileId: fan.profileId } }),
    ],
    [
      'has a ticket that goes back',
      'tickets',
      ({ fan, id }) =>
        t.db
          .updateTable('live_tickets')
          .set({ returned_at: t.clock.now() })
          .where('live_id', '=', id)
          .where('account_id', '=', fan.accountId)
          .execute(),
    ],
    ['is blocked by the creator', 'free', ({ creator, fan }) => aBlock(t, { blocker: creator, blocked: fan })],
    [
      'has a subscription that is over',
      'subscribers',
      ({ fan }) =>
        t.db
          .updateTable('subscriptions')
          .set({ paid_until: t.clock.now() })
          .where('subscriber_id', '=', fan.profileId)
          .execute(),
    ],
    [
      'is suspended',
      'free',
      async ({ fan }) => {
        const admin = await anAccount(t, { role: 'admin' });
        await t.client(admin).call('suspendUser', { body: { userId: fan.accountId, reason: 'Threats in two chats' } });
      },
    ],
    ['signs out', 'free', ({ fan }) => t.client(fan).call('logout')],
  ];
  it.each(losses)('disconnects at once a viewer who %s', async (_name, audience, lose) => {
    const show = await aWatchedShow({ audience });
    const other = await aViewer(t);
    if (audience === 'tickets')
      await t.client(other).call('buyLiveTicket', { params: { id: show.id }, body: { price: 25 } });
    if (audience === 'subscribers') await aSubscription(t, { subscriber: other, creator: show.creator });
    await connect(other, show.id);
    await check();
    expect(janus.connected('subscriber')).toBe(2);
    await lose(show);
    await check();
    await expect.poll(() => janus.connected('subscriber')).toBe(1);
    expect(janus.connected('publisher')).toBe(1);
    await t.client(show.creator).call('endLive', { params: { id: show.id } });
  });

  const ends: [string, (show: { creator: TestProfile; id: string }) => unknown][] = [
    ['its creator', ({ creator, id }) => t.client(creator).call('endLive', { params: { id } })],
    ['a moderator', async ({ id }) => stop(await anAccount(t, { role: 'moderator' }), id)],
    [
      'the server, for want of a picture',
      async ({ id }) => {
        t.clock.advance(61_000);
        await t.context.lives.endOver();
        expect((await t.db.selectFrom('lives').select('ending').where('id', '=', id).executeTakeFirst())?.ending).toBe(
          'failed',
        );
      },
    ],
    [
      'another process',
      async ({ creator, id }) => {
        const second = await t.startSecondProcess();
        await second.client(creator).call('endLive', { params: { id } });
        await expect.poll(() => janus.connected('publisher')).toBe(0);
        await second.close();
      },
    ],
  ];
  it.each(ends)(
    'is over for all within two seconds when %s ends it, and takes nobody afterwards',
    async (_name, end) => {
      const { creator, fan, show, id } = await aWatchedShow();
      const began = performance.now();
      await end({ creator, id });
      await expect.poll(() => [janus.connected('publisher'), janus.connected('subscriber')]).toEqual([0, 0]);
      expect(performance.now() - began).toBeLessThan(2_000);
      expect((await watch(fan, id)).error?.code).toBe('FORBIDDEN');
      expect((await send(creator, show)).error?.code).toBe('CONFLICT');
    },
  );

  it('is over for all when the process that ended it could not reach Janus', async () => {
    const { id } = await aWatchedShow();
    await t.db
      .updateTable('lives')
      .set({ ended_at: t.clock.now(), ending: 'stopped', ingest_hash: null })
      .where('id', '=', id)
      .execute();
    await check();
    await expect.poll(() => [janus.connected('publisher'), janus.connected('subscriber')]).toEqual([0, 0]);
  });

  it('is sent by its creator with the valid key only, from one place', async () => {
    const { creator, show, id } = await aWatchedShow();
    const other = await aCreator(t);
    expect((await send(other, show)).error?.code).toBe('NOT_FOUND');
    expect((await send(creator, { ...show, ingestKey: 'A'.repeat(43) })).error?.code).toBe('FORBIDDEN');
    const { body: next } = await t.client(creator).call('openLiveIngest', { params: { id } });
    await check();
    await expect.poll(() => janus.connected('publisher')).toBe(0);
    expect((await send(creator, show)).error?.code).toBe('FORBIDDEN');
    expect((await send(creator, next)).body.answer).not.toBeNull();
    await expect.poll(() => janus.connected('publisher')).toBe(1);
    await t.client(creator).call('endLive', { params: { id } });
    await noOne();
  });

  it('is opened by a moderator, without a ticket', async () => {
    const { creator, id } = await aWatchedShow();
    const staff = await anAccount(t, { role: 'moderator' });
    await connect(staff, id);
    await check();
    expect(janus.connected('subscriber')).toBe(2);
    await t.client(creator).call('endLive', { params: { id } });
    await noOne();
  });

  it('lets the oldest of four tabs of an account go', async () => {
    const { creator, fan, id } = await aWatchedShow();
    await connect(fan, id);
    await connect(fan, id);
    const { direct } = (await watch(fan, id)).body;
    await answer(fan, id, direct?.connectionId ?? '');
    await check();
    expect(janus.connected('subscriber')).toBe(3);
    await t.client(creator).call('endLive', { params: { id } });
    await noOne();
  });
});

describe('a show from the SFU', () => {
  it('counts its viewers', async () => {
    const { creator, fan, id } = await aWatchedShow();
    await check();
    await expect.poll(async () => (await t.client(creator).call('getLive', { params: { id } })).body.watching).toBe(1);
    expect((await t.client(fan).call('getLive', { params: { id } })).body.isDirect).toBe(true);
    await t.client(creator).call('endLive', { params: { id } });
    await noOne();
  });

  it('leaves viewers with the segments while its creator does not send there, or Janus is away', {
    tags: ['long'],
  }, async () => {
    const [creator, fan] = [await aCreator(t), await aViewer(t)];
    const show = await aShow(t, creator, { audience: 'free' });
    expect((await watch(fan, show.id)).body).toEqual({ direct: null });
    janus.withhold('joinandconfigure');
    expect((await send(creator, show)).body).toEqual({ answer: null });
    janus.withhold(null);
    const { state } = (await t.client(creator).call('getLive', { params: { id: show.id } })).body;
    expect(state).toBe('waiting');
  });

  it('goes on as segments after a restart of Janus, and is taken up again', { tags: ['long'] }, async () => {
    const { creator, fan, show, id } = await aWatchedShow();
    await janus.restart();
    await noOne();
    expect((await watch(fan, id)).body).toEqual({ direct: null });
    const live = (await t.client(fan).call('getLive', { params: { id } })).body;
    expect([live.state === 'over', live.playlistUrl !== null]).toEqual([false, true]);
    await expect.poll(async () => (await send(creator, show)).body.answer, { timeout: 6_000 }).not.toBeNull();
    await expect.poll(() => janus.connected('publisher')).toBe(1);
    await connect(fan, id);
    await t.client(creator).call('endLive', { params: { id } });
    await noOne();
  });
});

describe('without an SFU', () => {
  it('it notifies no one, and both sides fall back to segments', async () => {
    const plain = await startTestApp();
    const creator = await aCreator(plain);
    const show = await aShow(plain, creator, { audience: 'free' });
    const params = { id: show.id };
    const client = plain.client(creator);
    expect((await client.call('getLive', { params })).body.isDirect).toBe(false);
    expect((await client.call('liveIceServers', { params })).body).toEqual({ iceServers: [] });
    const { body } = await client.call('sendLiveDirect', {
      params,
      body: { ingestKey: show.ingestKey, offer: anSdp() },
    });
    expect(body).toEqual({ answer: null });
    expect((await plain.client(await aViewer(plain)).call('watchLiveDirect', { params })).body).toEqual({
      direct: null,
    });
    await plain.close();
  });
});
