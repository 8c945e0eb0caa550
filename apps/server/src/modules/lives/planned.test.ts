import { livePlanAheadMs, livePlanEarlyMs, livePlanLateMs } from '@vlam/contract/rules/lives';
import { describe, expect, it } from 'vitest';
import { aBlock, aCreator, anAccount, aProfile, type TestProfile } from '../../../test/factories.ts';
import { liveCalls } from '../../../test/live-calls.ts';
import { aRunningShow, aViewer } from '../../../test/live-shows.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { startNoticeTask } from './start-notice.ts';

const t = useTestApp({ at: new Date('2026-11-23T20:00:00+02:00') });
useReconciledBooks(t);
const { balanceOf, buy, tip, getLive, end, earningsOf, endingOf, remove, play, fail } = liveCalls(t);
const hourMs = 3_600_000;

const inMs = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();
const plan = (who: TestProfile, startsAt = inMs(hourMs), more: Record<string, unknown> = {}) =>
  t.client(who).call('planLive', { body: { title: 'Portraits by one lamp', audience: 'tickets', startsAt, ...more } });
const begin = (who: TestProfile, id: string) => t.client(who).call('beginPlannedLive', { params: { id } });
const remind = (who: TestProfile, id: string, isWanted = true) =>
  t.client(who).call('remindOfLive', { params: { id }, body: { isWanted } });
const listed = async (who: TestProfile) => {
  const { items, planned } = (await t.client(who).call('listLives')).body;
  return { items: items.map(({ id }) => id), planned: planned.map(({ id }) => id) };
};

describe('a planned show', () => {
  it('is announced by checked creators, ten minutes to six days ahead, three at a time', async () => {
    const own = await aCreator(t);
    expect((await plan(await aProfile(t))).status).toBe(403);
    expect((await plan(await aCreator(t, { trusted: false }))).error?.code).toBe('FORBIDDEN');
    for (const ms of [-hourMs, livePlanAheadMs.least - 1_000, livePlanAheadMs.most + 1_000])
      expect((await plan(own, inMs(ms))).error?.code).toBe('VALIDATION_FAILED');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => plan(own, inMs((index + 1) * hourMs))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['CONFLICT']));
    expect(answers.find(({ status }) => status === 201)?.body).toMatchObject({ state: 'planned', isOwn: true });
    // They are no show under way: another may begin, and it alone is the own one.
    const now = await aRunningShow(t, own);
    expect((await t.client(own).call('ownLive')).body.live?.id).toBe(now);
    await end(own, now);
  });

  it('is listed as coming up to those who may see its creator, and sells tickets that open nothing yet', async () => {
    const own = await aCreator(t);
    const [fan, blocked] = [await aViewer(t), await aViewer(t)];
    await aBlock(t, { blocker: own, blocked });
    const { id } = (await plan(own)).body;
    expect(await listed(fan)).toMatchObject({ planned: expect.arrayContaining([id]) });
    expect((await listed(fan)).items).not.toContain(id);
    expect((await listed(blocked)).planned).not.toContain(id);
    expect((await buy(blocked, id)).error?.code).toBe('NOT_FOUND');
    expect((await buy(fan, id)).body).toMatchObject({
      balance: 75,
      live: { ticket: 'held', state: 'planned', playlistUrl: null, plannedFor: inMs(hourMs) },
    });
    expect((await tip(fan, id, 10)).error?.code).toBe('CONFLICT');
    const sent = await t.client(fan).call('sendLiveMessage', { params: { id }, body: { text: 'Good evening' } });
    expect(sent.error?.code).toBe('CONFLICT');
    expect((await t.client(own).call('openLiveIngest', { params: { id } })).error?.code).toBe('CONFLICT');
    await end(own, id);
    await t.drain();
  });

  it('begins from a quarter of an hour before its time, by its creator, while no other show is under way', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const { id } = (await plan(own)).body;
    await buy(fan, id);
    expect((await begin(await aCreator(t), id)).error?.code).toBe('NOT_FOUND');
    expect((await begin(own, id)).error?.code).toBe('CONFLICT');
    t.clock.advance(hourMs - livePlanEarlyMs);
    const other = await aRunningShow(t, own);
    expect((await begin(own, id)).error?.code).toBe('CONFLICT');
    await end(own, other);
    const { status, body } = await begin(own, id);
    expect([status, body.ingestUrl]).toEqual([200, `/live-in/${id}`]);
    expect((await begin(own, id)).error?.code).toBe('CONFLICT');
    expect(await getLive(fan, id)).toMatchObject({ state: 'waiting', plannedFor: null, ticket: 'held' });
    await play(id, 6);
    expect(await getLive(fan, id)).toMatchObject({ state: 'running', playlistUrl: `/m/live/${id}/index.m3u8` });
    t.clock.advance(1_000);
    expect(await t.context.lives.endOver()).toBe(0);
    await end(own, id);
    await t.drain();
    expect([(await balanceOf(fan)).balance, await earningsOf(own)]).toEqual([75, 20]);
  });

  it('T67: notifies followers of three shows a day at most, and those who asked for a reminder of each', async () => {
    const creator = await aCreator(t);
    const [follower, waiting] = [await aProfile(t), await aProfile(t)];
    await t.client(follower).call('toggleFollow', { params: { id: creator.profileId } });
    const startNotice = startNoticeTask({ db: t.db, notify: t.context.notify });
    for (let show = 1; show <= 4; show += 1) {
      t.clock.advance(60_000);
      const { body } = await t.client(creator).call('startLive', { body: { title: `Show ${show}`, audience: 'free' } });
      if (show === 4)
        await t.db.insertInto('live_reminders').values({ live_id: body.id, profile_id: waiting.profileId }).execute();
      await t.db.updateTable('lives').set({ last_part_at: t.clock.now() }).where('id', '=', body.id).execute();
      await startNotice.run({ liveId: body.id } as never, {} as never);
      await end(creator, body.id);
    }
    await t.drain();
    const notified = async (who: TestProfile) =>
      (await t.client(who).call('listNotifications')).body.items.filter(({ kind }) => kind === 'live').length;
    expect([await notified(follower), await notified(waiting)]).toEqual([3, 1]);
  });

  it('reminds those who asked, and holders, once its picture has arrived; no one who changed their mind', async () => {
    const own = await aCreator(t);
    const [asked, changed, holder] = [await aProfile(t), await aProfile(t), await aViewer(t)];
    const { id } = (await plan(own)).body;
    expect((await remind(own, id)).error?.code).toBe('CONFLICT');
    for (const who of [asked, changed]) expect((await remind(who, id)).body.isReminded).toBe(true);
    expect((await remind(asked, id)).body.isReminded).toBe(true);
    expect((await remind(changed, id, false)).body.isReminded).toBe(false);
    await buy(holder, id);
    t.clock.advance(hourMs);
    await begin(own, id);
    await play(id, 1);
    expect((await remind(changed, id)).error?.code).toBe('CONFLICT');
    const startNotice = startNoticeTask({ db: t.db, notify: t.context.notify });
    for (let run = 0; run < 2; run += 1) await startNotice.run({ liveId: id } as never, {} as never);
    await t.drain();
    const noticesOf = async (who: TestProfile) =>
      (await t.client(who).call('listNotifications')).body.items.filter(({ kind }) => kind === 'live').length;
    expect(await Promise.all([asked, holder, changed].map(noticesOf))).toEqual([1, 1, 0]);
    await end(own, id);
    await t.drain();
  });
});

describe('T105: a planned show that does not take place', () => {
  const ways: [string, (own: TestProfile, id: string) => Promise<unknown>, string][] = [
    [
      'was not begun',
      async (_own, id) => {
        t.clock.advance(hourMs + livePlanLateMs - 1_000);
        await t.context.lives.endOver();
        expect(await endingOf(id)).toBeNull();
        t.clock.advance(2_000);
        await t.context.lives.endOver();
      },
      'failed',
    ],
    ['was called off', (own, id) => end(own, id), 'ended'],
    [
      'was stopped',
      async (_own, id) => {
        const staff = await anAccount(t, { role: 'moderator' });
        await t.client(staff).call('stopLive', { params: { id }, body: { reason: 'Announced as something else' } });
      },
      'stopped',
    ],
    [
      'has a creator who was suspended',
      async (own) => {
        await t.context.profiles.setHidden(t.db, own.accountId, true);
        await t.context.lives.endOver();
      },
      'stopped',
    ],
    [
      'was begun and had no picture',
      async (own, id) => {
        t.clock.advance(hourMs);
        await begin(own, id);
        await fail(id);
      },
      'failed',
    ],
  ];
  it.each(ways)('%s: every ticket goes back', async (_way, happen, ending) => {
    const own = await aCreator(t);
    const [one, two] = [await aViewer(t), await aViewer(t)];
    const { id } = (await plan(own)).body;
    for (const fan of [one, two]) await buy(fan, id);
    await remove(own, id, two.profileId);
    await t.drain();
    expect((await balanceOf(two)).balance).toBe(100);
    await happen(own, id);
    await t.drain();
    expect(await endingOf(id)).toBe(ending);
    expect(await Promise.all([one, two].map(async (fan) => (await balanceOf(fan)).balance))).toEqual([100, 100]);
    expect(await earningsOf(own)).toBe(0);
    expect((await listed(one)).planned).not.toContain(id);
    expect((await begin(own, id)).status).not.toBe(200);
  });
});
