import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { aBlock, aCreator, aProfile, aSubscription, type TestProfile } from '../../../test/factories.ts';
import { liveCalls } from '../../../test/live-calls.ts';
import { aRunningShow, aShow, aViewer } from '../../../test/live-shows.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { losses } from '../credits/accounts.ts';
import { clearingSince } from '../credits/service.ts';

const t = useTestApp();
useReconciledBooks(t);
const { balanceOf, buy, tip, getLive, end, earningsOf, heldOf, viewers, remove, endingOf, play, fail } = liveCalls(t);

describe('a ticket', () => {
  it('is charged once at the price shown, pays the creator four fifths, and opens the show', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const id = await aRunningShow(t, own);
    expect(await getLive(fan, id)).toMatchObject({ ticket: null, playlistUrl: null, ticketCredits: 25 });
    const { status, body } = await buy(fan, id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ balance: 75, live: { ticket: 'held', playlistUrl: `/m/live/${id}/index.m3u8` } });
    expect(await earningsOf(own)).toBe(20);
    expect((await getLive(own, id)).own).toMatchObject({ tickets: 1, earned: { credits: 20, held: 0 } });
    const statement = (await t.client(fan).call('creditTransactions')).body;
    expect(statement[0]).toMatchObject({ type: 'spend', amount: -25, description: 'Ticket: Second set, one candle' });
    const { body: stats } = await t.client(own).call('creatorStats');
    expect(stats.sources.find(({ source }) => source === 'lives')).toMatchObject({ count: 1, amountCents: 840 });
    await end(own, id);
    await t.drain();
  });

  it('T32: forty purchases at once are one ticket; a balance for one opens one of forty shows', async () => {
    const own = await aCreator(t);
    const fan = await aViewer(t, { bought: 30 });
    const id = await aRunningShow(t, own);
    const answers = await Promise.all(Array.from({ length: 40 }, () => buy(fan, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await balanceOf(fan)).balance).toBe(5);
    const other = await aViewer(t, { bought: 30 });
    const shows = await Promise.all(Array.from({ length: 40 }, async () => aRunningShow(t, await aCreator(t))));
    const bought = await Promise.all(shows.map((show) => buy(other, show)));
    expect(bought.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(bought.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['INSUFFICIENT_CREDITS']));
    expect((await balanceOf(other)).balance).toBe(5);
  });

  it('T95: is refused when its price has changed, and charges nothing', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const id = await aRunningShow(t, own, { ticketCredits: 40 });
    const { error } = await buy(fan, id, 25);
    expect(error).toMatchObject({ code: 'PRICE_CHANGED', details: { price: 40 } });
    expect((await balanceOf(fan)).balance).toBe(100);
    expect((await buy(fan, id, 40)).body.balance).toBe(60);
    // A holder pays nothing more, whatever the price.
    expect((await buy(fan, id, 25)).body.balance).toBe(60);
  });

  it('is not sold for an own show, a show that is over, of another audience, or of a creator who blocks', async () => {
    const [own, fan, blocked] = [await aCreator(t), await aViewer(t), await aViewer(t)];
    await aBlock(t, { blocker: own, blocked });
    const id = await aRunningShow(t, own);
    expect((await buy(own, id)).error?.code).toBe('CONFLICT');
    expect((await buy(blocked, id)).error?.code).toBe('NOT_FOUND');
    expect((await t.client(blocked).call('getLive', { params: { id } })).error?.code).toBe('NOT_FOUND');
    await end(own, id);
    expect((await buy(fan, id)).error?.code).toBe('CONFLICT');
    const forSubscribers = await aRunningShow(t, own, { audience: 'subscribers' });
    expect((await buy(fan, forSubscribers)).error?.code).toBe('CONFLICT');
    expect((await buy(fan, randomUUID())).error?.code).toBe('NOT_FOUND');
    expect((await balanceOf(fan)).balance).toBe(100);
  });

  it('is not sold while the member has paused buying', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const id = await aRunningShow(t, own);
    await t.client(fan).call('setSpendingLimits', { body: { dailyCents: null, monthlyCents: null, coolOffDays: 7 } });
    expect((await buy(fan, id)).error?.code).toBe('SPENDING_LIMIT_REACHED');
    expect((await tip(fan, id, 10)).error?.code).toBe('SPENDING_LIMIT_REACHED');
  });
});

describe('a show that fails', () => {
  it('returns every ticket to the credit, in the kinds of credits that paid, once', async () => {
    const own = await aCreator(t);
    const id = await aRunningShow(t, own, { minutes: 40 });
    const fans = [
      await aViewer(t),
      await aViewer(t, { bought: 10, promotional: 30 }),
      await aViewer(t, { bought: 25 }),
    ];
    const before = await Promise.all(fans.map(balanceOf));
    for (const fan of fans) await buy(fan, id);
    expect(await earningsOf(own)).toBe(20 + 10 + 20);
    expect(await heldOf(own)).toBe(10);
    t.clock.advance(59_000);
    await t.context.lives.endOver();
    expect(await endingOf(id)).toBeNull();
    t.clock.advance(2_000);
    await t.context.lives.endOver();
    await t.drain();
    await t.drain();
    expect(await Promise.all(fans.map(balanceOf))).toEqual(before);
    expect([await earningsOf(own), await heldOf(own)]).toEqual([0, 0]);
    for (const fan of fans)
      expect(await getLive(fan, id)).toMatchObject({ ending: 'failed', ticket: 'returned', playlistUrl: null });
    expect((await getLive(own, id)).own).toMatchObject({ tickets: 3, returned: 3, earned: { credits: 0, held: 0 } });
    const statement = (await t.client(fans[0] as TestProfile).call('creditTransactions')).body;
    expect(statement[0]).toMatchObject({ type: 'earn', amount: 25 });
    const { body: stats } = await t.client(own).call('creatorStats');
    expect(stats.sources.find(({ source }) => source === 'lives')).toMatchObject({ count: 0, amountCents: 0 });
  });

  it('later than in its first quarter of an hour returns only tickets of its last', async () => {
    for (const [minutes, expected] of [
      [14, [100, 100]],
      [60, [75, 100]],
    ] as const) {
      const own = await aCreator(t);
      const [early, late] = [await aViewer(t), await aViewer(t)];
      const id = await aRunningShow(t, own, { minutes: 0 });
      await buy(early, id);
      await play(id, minutes - 10);
      await buy(late, id);
      await play(id, 10);
      await fail(id);
      expect((await Promise.all([early, late].map(balanceOf))).map(({ balance }) => balance)).toEqual(expected);
      expect(await earningsOf(own)).toBe(minutes === 14 ? 0 : 20);
    }
  });

  it('is not ended when a picture arrives at that moment', async () => {
    const id = await aRunningShow(t, await aCreator(t));
    t.clock.advance(61_000);
    let ended: Promise<number> | undefined;
    await t.db.transaction().execute(async (tx) => {
      await tx.updateTable('lives').set({ last_part_at: t.clock.now() }).where('id', '=', id).execute();
      ended = t.context.lives.endOver();
      await sleep(150);
    });
    await ended;
    expect(await endingOf(id)).toBeNull();
  });

  it('T105: is ended after twelve hours as its creator would, so that its tickets are paid', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const id = await aRunningShow(t, own);
    await buy(fan, id);
    await play(id, 12 * 60 - 1);
    await t.context.lives.endOver();
    expect(await endingOf(id)).toBeNull();
    await play(id, 2);
    await t.context.lives.endOver();
    expect(await endingOf(id)).toBe('ended');
    await t.drain();
    expect((await balanceOf(fan)).balance).toBe(75);
  });

  it('returns tickets of a show its creator ends within five minutes of picture, and keeps those of a longer one', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const short = await aRunningShow(t, own, { minutes: 4 });
    await buy(fan, short);
    await end(own, short);
    await t.drain();
    expect((await balanceOf(fan)).balance).toBe(100);
    const long = await aRunningShow(t, own, { minutes: 6 });
    await buy(fan, long);
    await end(own, long);
    await end(own, long);
    await t.drain();
    expect((await balanceOf(fan)).balance).toBe(75);
    expect(await getLive(fan, long)).toMatchObject({ ending: 'ended', ticket: 'held', playlistUrl: null });
  });

  it('returns a ticket that was bought at the moment of the end, or refuses it', async () => {
    const own = await aCreator(t);
    for (let round = 0; round < 5; round += 1) {
      const id = await aRunningShow(t, own);
      const fans = await Promise.all(Array.from({ length: 6 }, () => aViewer(t, { bought: 25 })));
      await Promise.all([...fans.map((fan) => buy(fan, id)), end(own, id)]);
      await t.drain();
      for (const fan of fans) expect((await balanceOf(fan)).balance).toBe(25);
    }
    expect(await earningsOf(own)).toBe(0);
  });

  it('ends when its creator is suspended', async () => {
    const own = await aCreator(t);
    const id = await aRunningShow(t, own);
    await t.context.profiles.setHidden(t.db, own.accountId, true);
    expect(await t.context.lives.endOver()).toBe(1);
    const row = await t.db.selectFrom('lives').select('ending').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.ending).toBe('stopped');
  });
});

describe('who may watch', () => {
  it('T104: holders and subscribers of a ticketed show, subscribers only of theirs, everybody a free one', async () => {
    const own = await aCreator(t);
    const [holder, subscriber, stranger] = [await aViewer(t), await aProfile(t), await aProfile(t)];
    await aSubscription(t, { subscriber, creator: own });
    const table = [
      ['tickets', [true, true, false]],
      ['subscribers', [false, true, false]],
      ['free', [true, true, true]],
    ] as const;
    for (const [audience, expected] of table) {
      const id = await aRunningShow(t, own, { audience });
      if (audience === 'tickets') await buy(holder, id);
      for (const [index, who] of [holder, subscriber, stranger].entries()) {
        const may = (await getLive(who, id)).playlistUrl !== null;
        expect([audience, index, may]).toEqual([audience, index, expected[index]]);
        const playlist = await t.client(who).request('GET', `/m/live/${id}/index.m3u8`);
        expect([audience, index, playlist.status]).toEqual([audience, index, may ? 200 : 403]);
        const messages = await t.client(who).call('listLiveMessages', { params: { id } });
        expect(messages.status).toBe(may ? 200 : 403);
      }
      expect((await t.client().request('GET', `/m/live/${id}/index.m3u8`)).status).toBe(401);
      await end(own, id);
      t.clock.advance(1_001);
      expect((await t.client(subscriber).request('GET', `/m/live/${id}/index.m3u8`)).status).toBe(403);
    }
  });

  it('lists running shows only, and sample shows as such: they cannot be opened, bought or tipped', async () => {
    const own = await aCreator(t);
    const fan = await aViewer(t);
    const id = await aRunningShow(t, own, { title: 'Blue hour, no edits' });
    const { id: waiting } = await aShow(t, await aCreator(t));
    const sample = randomUUID();
    const idle = await aCreator(t);
    const row = { id: sample, creator_id: idle.profileId, title: 'Charcoal, take five', sample: true };
    await t.db
      .insertInto('lives')
      .values({ ...row, started_at: t.clock.now() })
      .execute();
    const listed = async () => (await t.client(fan).call('listLives')).body;
    const ids = (await listed()).items.map((item) => item.id);
    expect(ids).toContain(id);
    expect(ids).not.toContain(waiting);
    expect((await listed()).items.find((item) => item.id === sample)).toMatchObject({
      isSample: true,
      playlistUrl: null,
    });
    expect((await listed()).samples).toBe(1);
    expect((await buy(fan, sample)).error?.code).toBe('CONFLICT');
    expect((await tip(fan, sample, 10)).status).not.toBe(201);
    expect((await t.client(fan).request('GET', `/m/live/${sample}/index.m3u8`)).status).toBe(404);
    // The creator of a sample show may begin a real one.
    await aShow(t, idle);
    t.clock.advance(21_000);
    expect((await listed()).items.map((item) => item.id)).not.toContain(id);
    expect(await getLive(fan, id)).toMatchObject({ state: 'interrupted' });
  });

  it('removes a viewer for good and returns their ticket; only the creator may', async () => {
    const own = await aCreator(t);
    const [fan, other] = [await aViewer(t), await aViewer(t)];
    const id = await aRunningShow(t, own);
    await buy(fan, id);
    expect((await remove(await aCreator(t), id, fan.profileId)).error?.code).toBe('NOT_FOUND');
    expect((await remove(own, id, fan.profileId)).status).toBe(204);
    await t.drain();
    expect((await balanceOf(fan)).balance).toBe(100);
    expect(await getLive(fan, id)).toMatchObject({ playlistUrl: null, ticket: 'returned' });
    await remove(own, id, other.profileId);
    expect((await buy(other, id)).error?.code).toBe('FORBIDDEN');
    expect((await balanceOf(other)).balance).toBe(100);
  });

  it('sells no ticket to a subscriber, who may watch without, nor a returned one again', async () => {
    const [own, subscriber, fan] = [await aCreator(t), await aViewer(t), await aViewer(t)];
    await aSubscription(t, { subscriber, creator: own });
    const id = await aRunningShow(t, own);
    expect((await buy(subscriber, id)).error?.code).toBe('CONFLICT');
    expect((await balanceOf(subscriber)).balance).toBe(100);
    await buy(fan, id);
    await remove(own, id, fan.profileId);
    await t.drain();
    expect((await buy(fan, id)).error?.code).toBe('CONFLICT');
  });

  it('takes no tip from a viewer who is removed at that moment', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const id = await aRunningShow(t, own, { audience: 'free' });
    let tipped: ReturnType<typeof tip> | undefined;
    await t.db.transaction().execute(async (tx) => {
      await tx.selectFrom('lives').selectAll().where('id', '=', id).forUpdate().execute();
      await tx
        .insertInto('live_removed')
        .values({ live_id: id, profile_id: fan.profileId, at: t.clock.now() })
        .execute();
      tipped = tip(fan, id, 10);
      await sleep(300);
    });
    expect((await tipped)?.error?.code).toBe('FORBIDDEN');
    expect((await balanceOf(fan)).balance).toBe(100);
  });

  it('T105: removes no one from a show that is over, whose tickets may have been paid out', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const id = await aRunningShow(t, own, { minutes: 6 });
    await buy(fan, id);
    await end(own, id);
    expect((await remove(own, id, fan.profileId)).error?.code).toBe('CONFLICT');
    await t.drain();
    expect([(await balanceOf(fan)).balance, await earningsOf(own)]).toEqual([75, 20]);
  });

  it('T105: a returned ticket costs the creator nothing more where a chargeback recovered its sale before', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const id = await aRunningShow(t, own);
    const other = await aViewer(t);
    await buy(other, id);
    await tip(other, id, 50);
    await buy(fan, id);
    expect(await earningsOf(own)).toBe(80);
    const { credits } = t.context;
    const lost = await storedBalance(t, losses.credits);
    await credits.transact(async (tx) => {
      const now = t.clock.now();
      const order = { orderId: newId(), payerId: fan.accountId, description: 'Taken back', spent: 15 };
      await credits.move(
        tx,
        await credits.recoverSpentCredits(tx, { ...order, clearingSince: clearingSince(now), now }),
      );
    });
    expect(await earningsOf(own)).toBe(68);
    await remove(own, id, fan.profileId);
    await t.drain();
    expect([(await balanceOf(fan)).balance, await earningsOf(own)]).toEqual([100, 60]);
    expect(await storedBalance(t, losses.credits)).toBe(lost);
  });

  it('T104: a holder keeps a show whose creator turns invisible; one who is blocked gets the ticket back', async () => {
    const own = await aCreator(t);
    const [holder, leaver, early, blocked, stranger] = await viewers(5);
    const id = await aRunningShow(t, own);
    for (const fan of [holder, leaver, blocked]) await buy(fan, id);
    await t.db.updateTable('profiles').set({ incognito: true }).where('id', '=', own.profileId).execute();
    const mayWatch = async (who: TestProfile) => {
      t.clock.advance(1_001);
      return (await t.client(who).request('GET', `/m/live/${id}/index.m3u8`)).status;
    };
    const message = { params: { id }, body: { text: 'Good evening' } };
    await t.client(own).call('sendLiveMessage', message);
    expect([await mayWatch(holder), await mayWatch(stranger)]).toEqual([200, 404]);
    expect(await getLive(holder, id)).toMatchObject({ creator: { displayName: own.displayName }, ticket: 'held' });
    expect((await t.client(holder).call('listLiveMessages', { params: { id } })).body).toMatchObject([message.body]);
    await t.db.updateTable('profiles').set({ incognito: false }).where('id', '=', own.profileId).execute();
    await play(id, 10);
    await buy(early, id);
    await play(id, 10);
    await aBlock(t, { blocker: own, blocked });
    // A block is no way to have watched for nothing: only a young ticket goes back to a viewer who blocks.
    await aBlock(t, { blocker: leaver, blocked: own });
    await aBlock(t, { blocker: early, blocked: own });
    await t.context.lives.returnBlocked();
    await t.context.lives.returnBlocked();
    await t.drain();
    const balances = await Promise.all([holder, leaver, early, blocked].map(balanceOf));
    expect(balances.map(({ balance }) => balance)).toEqual([75, 75, 100, 100]);
    expect([await mayWatch(leaver), await mayWatch(early), await mayWatch(blocked)]).toEqual([200, 404, 404]);
    await t.context.profiles.setHidden(t.db, own.accountId, true);
    expect(await mayWatch(holder)).toBe(404);
  });
});
