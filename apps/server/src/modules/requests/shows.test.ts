import { livePlanEarlyMs, livePlanLateMs } from '@vlam/contract/rules/lives';
import { requestedShowAheadMs } from '@vlam/contract/rules/requests';
import { describe, expect, it } from 'vitest';
import { aBlock, aCreator, anAccount, aProfile, aSubscription, type TestProfile } from '../../../test/factories.ts';
import { liveCalls } from '../../../test/live-calls.ts';
import { aReadyFile } from '../../../test/publications.ts';
import { askForShow, inMs } from '../../../test/requested-shows.ts';
import { aRequester, escrowOf, runLapse } from '../../../test/requesters.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-23T20:00:00+02:00') });
useReconciledBooks(t);
const { balanceOf, getLive, end, play, fail, buy, tip, remove, earningsOf } = liveCalls(t);
const hourMs = 3_600_000;

const respond = (who: TestProfile, id: string, more: Record<string, unknown> = {}) =>
  t.client(who).call('respondToRequest', { params: { id }, body: { acceptedPrice: 40, ...more } });
const begin = (who: TestProfile, id: string) => t.client(who).call('beginPlannedLive', { params: { id } });
const found = async (who: TestProfile, id: string) => {
  const box = ['sent', 'received'] as const;
  for (const each of box) {
    const { items } = (await t.client(who).call('listRequests', { query: { box: each } })).body;
    const request = items.find((item) => item.id === id);
    if (request) return request;
  }
  throw new Error('not listed');
};
/** An accepted request for 40 credits of a member with 100, and its show. */
async function agreed() {
  const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 70, promotional: 30 })];
  const asked = await askForShow(t, fan, creator);
  const { body } = await respond(creator, asked.body.request.id);
  return { creator, fan, id: body.id, liveId: body.liveId ?? '' };
}
/** As `agreed`, and on the air. */
async function onAir(minutes: number) {
  const show = await agreed();
  t.clock.advance(hourMs - livePlanEarlyMs);
  expect((await begin(show.creator, show.liveId)).status).toBe(200);
  if (minutes > 0) await play(show.liveId, minutes);
  return show;
}

describe('a request for a live show', () => {
  it('needs a time from ten minutes to thirty days ahead, and neither deadline nor premium', async () => {
    const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 500 })];
    const { least, most } = requestedShowAheadMs;
    const refused: Record<string, unknown>[] = [
      { showAt: undefined },
      { showAt: inMs(t, least - 1_000) },
      { showAt: inMs(t, most + 1_000) },
      { deadline: '24h' },
      { isExclusive: true },
      { contentType: 'photo' },
    ];
    for (const more of refused)
      expect([more, (await askForShow(t, fan, creator, more)).error?.code]).toEqual([more, 'VALIDATION_FAILED']);
    const { request, balance } = (await askForShow(t, fan, creator)).body;
    expect(request).toMatchObject({ contentType: 'live_show', showAt: inMs(t, hourMs), liveId: null, heldPrice: 40 });
    expect([balance, await escrowOf(t, request.id)]).toEqual([460, 40]);
  });

  it('becomes a planned show of the two when the creator accepts, and of no one else', async () => {
    const { creator, fan, id, liveId } = await agreed();
    expect(await found(fan, id)).toMatchObject({
      status: 'accepted',
      liveId,
      deadline: inMs(t, hourMs),
      lapsesAt: null,
    });
    for (const who of [creator, fan]) {
      expect(await getLive(who, liveId)).toMatchObject({ state: 'planned', audience: 'private', requestId: id });
      const { planned } = (await t.client(who).call('listLives')).body;
      expect(planned.map((live) => live.id)).toContain(liveId);
    }
    const [subscriber, staff] = [await aProfile(t), await anAccount(t, { role: 'moderator' })];
    for (const call of [
      t.client(subscriber).call('getLive', { params: { id: liveId } }),
      buy(subscriber, liveId),
      tip(subscriber, liveId, 5),
      t.client(subscriber).call('remindOfLive', { params: { id: liveId }, body: { isWanted: true } }),
      begin(await aCreator(t), liveId),
    ])
      expect((await call).error?.code).toMatch(/NOT_FOUND/);
    for (const who of [subscriber, staff]) {
      const { planned, items, running } = (await t.client(who).call('listLives')).body;
      expect([planned, items].flat().map((live) => live.id)).not.toContain(liveId);
      expect(running).toBe(0);
    }
    // Three shows for everybody may be planned beside it.
    for (const hours of [2, 3, 4])
      expect(
        (
          await t.client(creator).call('planLive', {
            body: { title: 'Portraits by one lamp', audience: 'free', startsAt: inMs(t, hours * hourMs) },
          })
        ).status,
      ).toBe(201);
  });

  it('T104: is watched by its requester and moderators, not by a subscriber, and pays when it ran', async () => {
    const { creator, fan, id, liveId } = await onAir(6);
    const stranger = await aProfile(t);
    await aSubscription(t, { subscriber: stranger, creator });
    const staff = await anAccount(t, { role: 'moderator' });
    const list = `/m/live/${liveId}/index.m3u8`;
    expect((await getLive(fan, liveId)).playlistUrl).toBe(list);
    expect((await getLive(staff, liveId)).playlistUrl).toBe(list);
    const statusOf = async (who: { cookie: string }) => (await t.client(who).request('GET', list)).status;
    expect([await statusOf(fan), await statusOf(creator), await statusOf(stranger)]).toEqual([200, 200, 404]);
    expect((await t.client(fan).call('listLives')).body.items.map((live) => live.id)).toContain(liveId);
    expect((await t.client(stranger).call('listLives')).body.running).toBe(0);
    expect(await t.context.lives.countLive()).toBe(0);
    expect((await remove(creator, liveId, fan.profileId)).error?.code).toBe('CONFLICT');
    expect((await end(creator, liveId)).status).toBe(200);
    expect(await found(fan, id)).toMatchObject({ status: 'completed', heldPrice: 0, creatorShare: 32, delivery: null });
    expect((await found(fan, id)).deliveredAt).not.toBeNull();
    expect([(await balanceOf(fan)).balance, await escrowOf(t, id)]).toEqual([60, 0]);
    expect(await earningsOf(creator)).toBe(32);
    expect((await getLive(fan, liveId)).replay).not.toBeNull();
    expect((await t.client(fan).call('rateRequest', { params: { id }, body: { stars: 5 } })).status).toBe(200);
  });

  it('notifies its requester alone that it began', async () => {
    const { creator, fan, liveId } = await onAir(1);
    const [follower, subscriber] = [await aProfile(t), await aProfile(t)];
    await t.client(follower).call('toggleFollow', { params: { id: creator.profileId } });
    await aSubscription(t, { subscriber, creator });
    await t.context.jobs.enqueue(t.db, { name: 'lives.announce', maxAttempts: 1 }, { liveId });
    await t.drain();
    const { rows } = await t.database.pool.query<{ account_id: string }>(
      `select account_id from notifications where kind = 'live' and target_id = $1`,
      [liveId],
    );
    expect(rows.map(({ account_id }) => account_id)).toEqual([fan.accountId]);
    await end(creator, liveId);
  });
});

describe('T43: the escrow of a show that did not run', () => {
  it('goes back when its creator calls it off', async () => {
    const { creator, fan, id, liveId } = await agreed();
    expect((await end(creator, liveId)).status).toBe(200);
    expect((await found(fan, id)).status).toBe('declined');
    expect([(await balanceOf(fan)).balance, await escrowOf(t, id), await earningsOf(creator)]).toEqual([100, 0, 0]);
  });

  it('goes back when it has not begun half an hour after its time', async () => {
    const { creator, fan, id } = await agreed();
    t.clock.advance(hourMs + livePlanLateMs + 1_000);
    await t.context.lives.endOver();
    expect((await found(fan, id)).status).toBe('lapsed');
    expect([(await balanceOf(fan)).balance, await escrowOf(t, id), await earningsOf(creator)]).toEqual([100, 0, 0]);
    await t.context.lives.endOver();
    await runLapse(t);
    expect((await balanceOf(fan)).balance).toBe(100);
  });

  it('goes back when it ends with too little picture, fails early, or is stopped; a late failure has delivered', async () => {
    const ends: [number, (show: Awaited<ReturnType<typeof onAir>>) => Promise<unknown>, string, number][] = [
      [4, ({ creator, liveId }) => end(creator, liveId), 'lapsed', 100],
      [14, ({ liveId }) => fail(liveId), 'lapsed', 100],
      [16, ({ liveId }) => fail(liveId), 'completed', 60],
      [20, async ({ liveId }) => stop(liveId), 'lapsed', 100],
    ];
    for (const [minutes, how, status, balance] of ends) {
      const show = await onAir(minutes);
      await how(show);
      expect([minutes, (await found(show.fan, show.id)).status]).toEqual([minutes, status]);
      expect([(await balanceOf(show.fan)).balance, await escrowOf(t, show.id)]).toEqual([balance, 0]);
    }
  });

  it('goes back when its creator blocks the requester; the requester who walks out of a show that ran pays', async () => {
    const turned = await onAir(20);
    await aBlock(t, { blocker: turned.creator, blocked: turned.fan });
    await t.context.lives.endOver();
    expect((await balanceOf(turned.fan)).balance).toBe(100);
    const [early, late] = [await onAir(2), await onAir(20)];
    for (const { creator, fan } of [early, late]) await aBlock(t, { blocker: fan, blocked: creator });
    await t.context.lives.endOver();
    expect([(await balanceOf(early.fan)).balance, (await balanceOf(late.fan)).balance]).toEqual([100, 60]);
  });

  it('is decided once, whatever ends the show at the same moment', async () => {
    const { creator, fan, id, liveId } = await onAir(2);
    t.clock.advance(61_000);
    await Promise.all([end(creator, liveId), t.context.lives.endOver(), stop(liveId), end(creator, liveId)]);
    expect([(await balanceOf(fan)).balance, await escrowOf(t, id)]).toEqual([100, 0]);
    expect((await found(fan, id)).status).toBe('lapsed');
  });
});

async function stop(id: string) {
  const staff = await anAccount(t, { role: 'moderator' });
  return t.client(staff).call('stopLive', { params: { id }, body: { reason: 'A test of the rules' } });
}

describe('the answer to a request for a show', () => {
  it('is a counter-offer for another time or a higher price, which the requester must agree to', async () => {
    const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 100 })];
    const cases = [
      { answer: { acceptedPrice: 30, showAt: inMs(t, 2 * hourMs) }, price: 30, at: inMs(t, 2 * hourMs), after: 70 },
      { answer: { acceptedPrice: 50 }, price: 50, at: inMs(t, hourMs), after: 50 },
    ];
    for (const { answer, price, at, after } of cases) {
      const { id } = (await askForShow(t, fan, creator)).body.request;
      const { body } = await respond(creator, id, answer);
      expect(body).toMatchObject({ status: 'pending', isCounterOffer: true, showAt: at, liveId: null });
      expect((await balanceOf(fan)).balance).toBe(60);
      const agree = await t.client(fan).call('acceptCounterOffer', { params: { id }, body: { price } });
      expect(agree.body).toMatchObject({ balance: after, request: { status: 'accepted', showAt: at } });
      expect(await escrowOf(t, id)).toBe(price);
      const { liveId } = agree.body.request;
      expect(await getLive(fan, liveId ?? '')).toMatchObject({ plannedFor: at });
      await end(creator, liveId ?? '');
      expect((await balanceOf(fan)).balance).toBe(100);
    }
  });

  it('cannot agree to a time that has passed, and needs a creator who may go live', async () => {
    const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 100 })];
    const { id } = (await askForShow(t, fan, creator)).body.request;
    t.clock.advance(hourMs);
    expect((await respond(creator, id)).error?.code).toBe('CONFLICT');
    expect((await respond(creator, id, { showAt: inMs(t, hourMs) })).body).toMatchObject({ isCounterOffer: true });
    t.clock.advance(hourMs);
    const agree = () => t.client(fan).call('acceptCounterOffer', { params: { id }, body: { price: 40 } });
    expect((await agree()).error?.code).toBe('CONFLICT');
    // As every other request: two days after the deadline.
    t.clock.advance(49 * hourMs);
    await runLapse(t);
    expect([(await balanceOf(fan)).balance, (await found(fan, id)).status]).toEqual([100, 'lapsed']);

    const unchecked = await aCreator(t, { trusted: false });
    const other = (await askForShow(t, fan, unchecked)).body.request;
    expect((await respond(unchecked, other.id)).error?.code).toBe('FORBIDDEN');
  });

  it('is neither delivered as a file nor disputed before its show ran', async () => {
    const { creator, fan, id } = await agreed();
    const mediaId = await aReadyFile(t, creator);
    expect((await t.client(creator).call('deliverRequest', { params: { id }, body: { mediaId } })).error?.code).toBe(
      'CONFLICT',
    );
    const dispute = await t.client(fan).call('disputeRequest', { params: { id }, body: { reason: 'Where is it' } });
    expect(dispute.error?.code).toBe('CONFLICT');
    expect(await escrowOf(t, id)).toBe(40);
  });

  it('is disputed after its show, and what is paid back in full takes the replay away', async () => {
    const { creator, fan, id, liveId } = await onAir(6);
    await end(creator, liveId);
    const reason = 'The light was off';
    const disputed = await t.client(fan).call('disputeRequest', { params: { id }, body: { reason } });
    expect(disputed.body).toMatchObject({ status: 'disputed', heldPrice: 40 });
    const staff = await anAccount(t, { role: 'moderator' });
    const detail = (await t.client(staff).call('getDispute', { params: { id } })).body;
    expect(detail).toMatchObject({ liveId, isDelivered: true, delivery: null });
    expect((await getLive(staff, liveId)).replay).not.toBeNull();
    const decide = await t.client(staff).call('decideDispute', {
      params: { id },
      body: { decision: 'returned', reason: 'No picture', version: detail.version },
    });
    expect(decide.status).toBe(200);
    expect([(await balanceOf(fan)).balance, await earningsOf(creator), await escrowOf(t, id)]).toEqual([100, 0, 0]);
    expect((await getLive(fan, liveId)).replay).toBeNull();
  });
});
