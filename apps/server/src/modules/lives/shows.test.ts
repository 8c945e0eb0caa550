import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBlock, aCreator, anAccount, aProfile, type TestProfile } from '../../../test/factories.ts';
import { liveCalls } from '../../../test/live-calls.ts';
import { aRunningShow, aViewer } from '../../../test/live-shows.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { insertMessage } from './message-store.ts';

const t = useTestApp({ at: new Date('2026-11-23T20:00:00+02:00') });
useReconciledBooks(t);
let creator: TestProfile;
beforeAll(async () => {
  creator = await aCreator(t);
});
const { balanceOf, buy, tip, getLive, end, earningsOf, endingOf, remove } = liveCalls(t);

describe('tips and chat', () => {
  it('move the goal, once per key, and only while the show is under way', async () => {
    const own = await aCreator(t);
    const fan = await aViewer(t);
    const id = await aRunningShow(t, own, { audience: 'free', goal: { title: 'Second set', credits: 500 } });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => tip(fan, id, 50, key)));
    for (const { status, body } of answers) expect([status, body.balance]).toEqual([201, 50]);
    expect(await getLive(fan, id)).toMatchObject({ tips: 50, goal: { title: 'Second set', credits: 500 } });
    expect((await tip(fan, id, 20, key)).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await tip(fan, id, 80)).error?.code).toBe('INSUFFICIENT_CREDITS');
    expect((await tip(own, id, 10)).error?.code).toBe('CONFLICT');
    expect(await earningsOf(own)).toBe(40);
    const { body: messages } = await t.client(own).call('listLiveMessages', { params: { id } });
    expect(messages).toMatchObject([{ kind: 'tip', credits: 50, displayName: fan.displayName }]);
    await end(own, id);
    expect((await tip(fan, id, 10)).error?.code).toBe('CONFLICT');
    // The tip stays the creator's.
    await t.drain();
    expect(await earningsOf(own)).toBe(40);
  });

  it('T32: a balance for four pays for four of forty tips at once', async () => {
    const own = await aCreator(t);
    const fan = await aViewer(t, { bought: 43 });
    const id = await aRunningShow(t, own, { audience: 'free' });
    const answers = await Promise.all(Array.from({ length: 40 }, () => tip(fan, id, 10)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect((await getLive(fan, id)).tips).toBe(40);
  });

  it('is read by those who watch, without people who are blocked or were removed, eight texts in ten seconds', async () => {
    const own = await aCreator(t);
    const [fan, other, stranger] = [await aViewer(t), await aViewer(t), await aViewer(t)];
    const id = await aRunningShow(t, own);
    for (const who of [fan, other]) await buy(who, id);
    const send = (who: TestProfile, text: string) =>
      t.client(who).call('sendLiveMessage', { params: { id }, body: { text } });
    const read = async (who: TestProfile) =>
      (await t.client(who).call('listLiveMessages', { params: { id } })).body.map(({ text }) => text);
    expect((await send(stranger, 'let me in')).error?.code).toBe('FORBIDDEN');
    expect((await send(fan, '   ')).error?.code).toBe('VALIDATION_FAILED');
    const first = await send(fan, 'Hello from Morningside');
    expect(first.body).toMatchObject({ displayName: fan.displayName, isCreator: false });
    expect((await send(own, 'Welcome')).body.isCreator).toBe(true);
    expect(await read(other)).toEqual(['Hello from Morningside', 'Welcome']);
    await aBlock(t, { blocker: other, blocked: fan });
    expect(await read(other)).toEqual(['Welcome']);
    const texts = await Promise.all(Array.from({ length: 7 }, (_, index) => send(fan, `text ${index}`)));
    expect(new Set(texts.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await send(fan, 'one more')).error?.code).toBe('QUOTA_REACHED');
    await t.client(own).call('removeFromLive', { params: { id }, body: { profileId: fan.profileId } });
    expect(await read(own)).toEqual(['Welcome']);
  });
});

describe('a gift in a show', () => {
  const send = (who: TestProfile, liveId: string, recipientId: string, idempotencyKey: string = randomUUID()) =>
    t.client(who).call('sendGift', { body: { giftId: 'red-rose', price: 50, recipientId, liveId }, idempotencyKey });

  it('T41: appears in its chat, counts towards its goal, and is paid and received as gifts are', async () => {
    const [own, fan, other] = [await aCreator(t), await aViewer(t), await aViewer(t)];
    const id = await aRunningShow(t, own, { goal: { title: 'Second set', credits: 500 } });
    for (const who of [fan, other]) await buy(who, id);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(fan, id, own.profileId, key)));
    for (const { status, body } of answers) expect([status, body.balance]).toEqual([201, 25]);
    expect(await getLive(other, id)).toMatchObject({ tips: 50 });
    const { body: messages } = await t.client(other).call('listLiveMessages', { params: { id } });
    expect(messages).toMatchObject([
      { kind: 'gift', giftId: 'red-rose', credits: 50, text: '', displayName: fan.displayName },
    ]);
    expect((await getLive(own, id)).own).toMatchObject({ tickets: 2, tippers: 1, earned: { credits: 80 } });
    expect(await earningsOf(own)).toBe(80);
    const { body: received } = await t.client(own).call('giftHistory', { query: { box: 'received' } });
    expect(received).toMatchObject([{ giftId: 'red-rose', senderId: fan.profileId }]);
    // The key belongs to this show.
    const again = { giftId: 'red-rose', price: 50, recipientId: own.profileId } as const;
    const elsewhere = await t.client(fan).call('sendGift', { body: again, idempotencyKey: key });
    expect(elsewhere.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    await end(own, id);
    // A retry after the end is the gift that was sent.
    expect((await send(fan, id, own.profileId, key)).body.balance).toBe(25);
    await t.drain();
    expect((await balanceOf(other)).balance).toBe(100);
    expect(await earningsOf(own)).toBe(40);
  });

  it('charges nothing unless the sender watches, the show is under way and its creator receives it', async () => {
    const [own, another] = [await aCreator(t), await aCreator(t)];
    const [fan, stranger, removed, blocked] = [await aViewer(t), await aViewer(t), await aViewer(t), await aViewer(t)];
    const id = await aRunningShow(t, own);
    for (const who of [fan, removed]) await buy(who, id);
    await remove(own, id, removed.profileId);
    await aBlock(t, { blocker: own, blocked });
    await t.drain();
    const table: [TestProfile, string, string][] = [
      [stranger, own.profileId, 'FORBIDDEN'],
      [removed, own.profileId, 'FORBIDDEN'],
      [fan, another.profileId, 'CONFLICT'],
      [blocked, own.profileId, 'NOT_FOUND'],
    ];
    for (const [who, recipientId, code] of table)
      expect([code, (await send(who, id, recipientId)).error?.code]).toEqual([code, code]);
    expect((await send(fan, randomUUID(), own.profileId)).error?.code).toBe('NOT_FOUND');
    await end(own, id);
    expect((await send(fan, id, own.profileId)).error?.code).toBe('CONFLICT');
    await t.drain();
    for (const who of [fan, stranger, removed]) expect((await balanceOf(who)).balance).toBe(100);
    expect((await getLive(own, id)).tips).toBe(0);
    expect((await t.client(fan).call('giftHistory')).body).toEqual([]);
  });
});

describe('the order of the chat', () => {
  it('is the order of saying, and a reader who has said something misses nothing said just before', async () => {
    const [own, fan, other] = [await aCreator(t), await aViewer(t), await aViewer(t)];
    const id = await aRunningShow(t, own, { audience: 'free' });
    const send = async (who: TestProfile, text: string) =>
      (await t.client(who).call('sendLiveMessage', { params: { id }, body: { text } })).body.id;
    const read = async (after?: string) =>
      (await t.client(other).call('listLiveMessages', { params: { id }, query: { ...(after && { after }) } })).body;
    const first = await send(own, 'first');
    t.clock.advance(9_000);
    // Another process, whose clock is behind.
    const late = { id: newId(t.clock.now().getTime() - 900), live_id: id, profile_id: fan.profileId, kind: 'text' };
    const latest = await send(other, 'third');
    await insertMessage(t.db, { ...late, text: 'second', at: t.clock.now() });
    for (const after of [undefined, first, latest])
      expect((await read(after)).map(({ text }) => text)).toEqual(['first', 'second', 'third']);
    t.clock.advance(11_000);
    expect((await read(await send(own, 'fourth'))).map(({ text }) => text)).toEqual(['fourth']);
  });
});

describe('T18: stopping a show', () => {
  it('needs the permission and a reason, ends it at once with an audit row, and returns every ticket', async () => {
    const [own, fan, staff] = [await aCreator(t), await aViewer(t), await anAccount(t, { role: 'moderator' })];
    const id = await aRunningShow(t, own, { minutes: 60 });
    await buy(fan, id);
    const stop = (who: { cookie: string }, reason = 'Somebody else is in the picture') =>
      t.client(who).call('stopLive', { params: { id }, body: { reason } });
    for (const who of [own, fan]) expect((await stop(who)).status).toBe(403);
    expect((await stop(staff, '  ')).error?.code).toBe('VALIDATION_FAILED');
    expect((await t.client(staff).call('getLive', { params: { id } })).body).toMatchObject({ canStop: true });
    expect((await stop(staff)).body).toMatchObject({ state: 'over', ending: 'stopped', canStop: false });
    expect((await stop(staff)).error?.code).toBe('CONFLICT');
    await t.drain();
    expect((await balanceOf(fan)).balance).toBe(100);
    const audit = await t.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute();
    expect(audit).toMatchObject([{ action: 'live.stopped', actor_id: staff.accountId, target_type: 'live' }]);
  });
});

describe('T105: a creator who turns away from a moderator', () => {
  const ways: [string, (own: TestProfile, staff: TestProfile) => Promise<unknown>][] = [
    ['by a block', (own, staff) => aBlock(t, { blocker: own, blocked: staff })],
    [
      'by going incognito',
      (own) => t.db.updateTable('profiles').set({ incognito: true }).where('id', '=', own.profileId).execute(),
    ],
  ];
  it.each(ways)('%s, is watched, read and stopped', async (_way, hide) => {
    const [own, staff] = [await aCreator(t), await aProfile(t, { role: 'moderator' })];
    const id = await aRunningShow(t, own);
    await hide(own, staff);
    await t.client(own).call('sendLiveMessage', { params: { id }, body: { text: 'Nobody sees this' } });
    expect((await t.client(staff).call('getLive', { params: { id } })).body).toMatchObject({ canStop: true });
    expect((await t.client(staff).request('GET', `/m/live/${id}/index.m3u8`)).status).toBe(200);
    expect((await t.client(staff).call('listLiveMessages', { params: { id } })).body).toHaveLength(1);
    const stopped = await t
      .client(staff)
      .call('stopLive', { params: { id }, body: { reason: 'Somebody sleeps there' } });
    expect(stopped.body).toMatchObject({ ending: 'stopped' });
    expect(await endingOf(id)).toBe('stopped');
  });
});

describe('beginning a show', () => {
  it('is for checked creators, one show at a time, with a price only for tickets', async () => {
    const start = (who: TestProfile, body: Record<string, unknown> = {}) =>
      t.client(who).call('startLive', { body: { title: 'Slow dance lesson', audience: 'free', ...body } });
    expect((await start(await aProfile(t))).status).toBe(403);
    expect((await start(await aCreator(t, { trusted: false }))).error?.code).toBe('FORBIDDEN');
    expect((await start(creator, { ticketCredits: 30 })).error?.code).toBe('VALIDATION_FAILED');
    expect((await start(creator, { audience: 'tickets', ticketCredits: 4 })).error?.code).toBe('VALIDATION_FAILED');
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(creator)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['CONFLICT']));
    const own = (await t.client(creator).call('ownLive')).body.live;
    expect(own).toMatchObject({ state: 'waiting', isOwn: true });
    const key = await t.client(creator).call('openLiveIngest', { params: { id: own?.id ?? '' } });
    expect(key.body.ingestKey).not.toBe(answers.find(({ status }) => status === 201)?.body.ingestKey);
    expect(
      (await t.client(await aCreator(t)).call('openLiveIngest', { params: { id: own?.id ?? '' } })).error?.code,
    ).toBe('NOT_FOUND');
    await end(creator, own?.id ?? '');
    expect((await t.client(creator).call('ownLive')).body.live).toBeNull();
  });
});
