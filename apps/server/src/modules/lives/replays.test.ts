import { leastLiveShowMs, liveReplayMs } from '@vlam/contract/rules/lives';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aCreator, anAccount, aProfile, aSubscription, type TestProfile } from '../../../test/factories.ts';
import { liveCalls } from '../../../test/live-calls.ts';
import { aShow, aViewer, framesOf, openBroadcast, type ShowOptions } from '../../../test/live-shows.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets } from '../../../test/sockets.ts';

let t: TestServer;
let calls: ReturnType<typeof liveCalls>;
beforeAll(async () => {
  t = await startTestServer();
  calls = liveCalls(t);
});
afterEach(closeSockets);
afterAll(() => t.close());

const listOf = (who: { cookie: string }, id: string) => t.client(who).request('GET', `/m/live/${id}/replay/index.m3u8`);
const fileOf = (who: { cookie: string }, id: string, name: string) =>
  t.client(who).request('GET', `/m/live/${id}/replay/${name}`);
/** Names in a list, with the signatures they have there. */
const namesIn = (text: string) =>
  [...text.matchAll(/URI="([^"]+)"|^([^#\s]\S+)$/gm)].map(([, quoted, plain]) => quoted ?? plain ?? '');
const segmentsOf = (id: string) =>
  t.db.selectFrom('live_segments').select(['folder', 'kept']).where('live_id', '=', id).execute();
/** Rights of a stream are at most a second old. */
const later = (ms = 1_001) => t.clock.advance(ms);

/** A show of stored pictures, six minutes of them by its row, that is still under way. */
async function aStoredShow(own: TestProfile, options: ShowOptions = {}): Promise<string> {
  const show = await aShow(t, own, options);
  const broadcast = await openBroadcast(t, own, show);
  broadcast.send(framesOf(5));
  await expect.poll(async () => (await segmentsOf(show.id)).length, { timeout: 8_000 }).toBeGreaterThanOrEqual(2);
  broadcast.socket.terminate();
  await t.db
    .updateTable('lives')
    .set({ streamed_ms: BigInt(leastLiveShowMs + 60_000), last_part_at: t.clock.now() })
    .where('id', '=', show.id)
    .execute();
  return show.id;
}

describe('a replay', () => {
  it('T104: is for holders after the end, a whole list of files, each for a right that lasts', async () => {
    const own = await aCreator(t);
    const [holder, stranger, removed] = [await aViewer(t), await aViewer(t), await aViewer(t)];
    const subscriber = await aProfile(t);
    await aSubscription(t, { subscriber, creator: own });
    const id = await aStoredShow(own);
    for (const fan of [holder, removed]) await calls.buy(fan, id);
    await calls.remove(own, id, removed.profileId);
    expect((await listOf(holder, id)).status).toBe(403);
    await calls.end(own, id);
    await t.drain();
    later();
    const { status, text } = await listOf(holder, id);
    expect(status).toBe(200);
    expect(text).toContain('#EXT-X-ENDLIST');
    const signed = namesIn(text);
    expect(signed.map((name) => name.split('?')[0])).toEqual(['i1.mp4', 's0.m4s', 's1.m4s']);
    const owned = namesIn((await listOf(own, id)).text);
    for (const [index, name] of signed.entries()) {
      expect([name, (await fileOf(holder, id, name)).status]).toEqual([name, 200]);
      expect([name, (await fileOf(own, id, owned[index] ?? '')).status]).toEqual([name, 200]);
      for (const who of [own, stranger, removed, subscriber]) expect((await fileOf(who, id, name)).status).toBe(403);
      expect((await t.client().request('GET', `/m/live/${id}/replay/${name}`)).status).toBe(401);
      expect((await fileOf(holder, id, name.replace(/\?.*/, ''))).status).toBe(403);
    }
    const query = owned[0]?.slice(owned[0].indexOf('?'));
    for (const name of ['s99.m4s', 'p0.0.m4s', '..%2fx', 'i9.mp4'])
      expect((await fileOf(own, id, `${name}${query}`)).status).toBe(404);
    // After five minutes a file needs a newer signature, which the list gives.
    later(301_000);
    expect((await fileOf(holder, id, signed[1] ?? '')).status).toBe(403);
    expect((await fileOf(holder, id, namesIn((await listOf(holder, id)).text)[1] ?? '')).status).toBe(200);
    // The live list is closed.
    expect((await t.client(holder).request('GET', `/m/live/${id}/index.m3u8`)).status).toBe(403);
    const seen = await calls.getLive(holder, id);
    expect(seen).toMatchObject({ playlistUrl: null, replay: { seconds: 360 } });
    expect(Date.parse(seen.replay?.until ?? '') - Date.parse(seen.endedAt ?? '')).toBe(liveReplayMs);
    const replaysOf = async (who: TestProfile) =>
      (await t.client(who).call('listLives')).body.replays.map((live) => live.id);
    expect(await Promise.all([holder, own, stranger, removed, subscriber].map(replaysOf))).toEqual([
      [id],
      [id],
      [],
      [],
      [],
    ]);
    // A session lasts no longer than a replay.
    await t.db.updateTable('lives').set({ replay_until: t.clock.now() }).where('id', '=', id).execute();
    later();
    expect((await listOf(holder, id)).status).toBe(403);
    expect(await calls.getLive(holder, id)).toMatchObject({ replay: null, replayFor: 'none' });
    expect(await replaysOf(holder)).toEqual([]);
  });

  it('is open to subscribers by the choice of its creator, who may also keep none', async () => {
    const own = await aCreator(t);
    const [subscriber, stranger] = [await aProfile(t), await aProfile(t)];
    await aSubscription(t, { subscriber, creator: own });
    const id = await aStoredShow(own, { audience: 'free', replay: 'subscribers' });
    await calls.end(own, id);
    later();
    expect([(await listOf(subscriber, id)).status, (await listOf(stranger, id)).status]).toEqual([200, 403]);
    expect((await t.client(subscriber).call('listLives')).body.replays.map((live) => live.id)).toEqual([id]);
    const none = await aStoredShow(own, { replay: 'none' });
    const fan = await aViewer(t);
    await calls.buy(fan, none);
    await calls.end(own, none);
    later();
    for (const who of [fan, own]) expect((await listOf(who, none)).status).toBe(403);
    const refused = await t
      .client(own)
      .call('startLive', { body: { title: 'Slow dance', audience: 'free', replay: 'holders' } });
    expect(refused.error?.code).toBe('VALIDATION_FAILED');
  });

  it('T105: is opened by no ticket that went back', async () => {
    const own = await aCreator(t);
    const [early, late] = [await aViewer(t), await aViewer(t)];
    const id = await aStoredShow(own);
    await calls.buy(early, id);
    await calls.play(id, 20);
    await calls.buy(late, id);
    await calls.fail(id);
    later();
    expect(await Promise.all([early, late].map(async (who) => (await calls.balanceOf(who)).balance))).toEqual([
      75, 100,
    ]);
    expect([(await listOf(early, id)).status, (await listOf(late, id)).status]).toEqual([200, 403]);
    // All tickets of a short show go back, and with them its replay.
    const short = await aStoredShow(await aCreator(t));
    await calls.buy(early, short);
    await t.db.updateTable('lives').set({ streamed_ms: 60_000n }).where('id', '=', short).execute();
    await calls.fail(short);
    later();
    expect((await listOf(early, short)).status).toBe(403);
  });

  it('T18: ends with a stop, during the show or after it, with an audit row; its creator may remove it, no one else', async () => {
    const [own, fan] = [await aCreator(t), await aViewer(t)];
    const staff = await anAccount(t, { role: 'moderator' });
    const stop = (id: string) =>
      t.client(staff).call('stopLive', { params: { id }, body: { reason: 'Somebody else is in the picture' } });
    const stopped = await aStoredShow(own);
    await calls.buy(fan, stopped);
    await stop(stopped);
    await t.drain();
    later();
    for (const who of [fan, own]) expect((await listOf(who, stopped)).status).toBe(403);

    const over = await aStoredShow(own);
    await calls.buy(fan, over);
    await calls.end(own, over);
    later();
    expect((await listOf(staff, over)).status).toBe(200);
    expect((await t.client(staff).call('getLive', { params: { id: over } })).body).toMatchObject({ canStop: true });
    expect((await stop(over)).body).toMatchObject({ ending: 'ended', replay: null, canStop: false });
    expect((await stop(over)).error?.code).toBe('CONFLICT');
    later();
    for (const who of [fan, own, staff]) expect((await listOf(who, over)).status).toBe(403);
    await t.drain();
    // The show was seen: its tickets may have been paid out.
    expect((await calls.balanceOf(fan)).balance).toBe(75);
    const audit = await t.db.selectFrom('audit_log').select('action').where('target_id', '=', over).execute();
    expect(audit).toEqual([{ action: 'live.replay_removed' }]);

    const third = await aStoredShow(own);
    await calls.buy(fan, third);
    await calls.end(own, third);
    const removal = (who: TestProfile) => t.client(who).call('deleteLiveReplay', { params: { id: third } });
    expect((await removal(await aCreator(t))).error?.code).toBe('NOT_FOUND');
    expect((await removal(fan)).status).toBe(403);
    expect((await removal(own)).status).toBe(204);
    expect((await removal(own)).status).toBe(204);
    later();
    for (const who of [fan, own]) expect((await listOf(who, third)).status).toBe(403);
  });

  it('keeps its files while it lasts and no longer; a show without one keeps none', async () => {
    const own = await aCreator(t);
    const shows = [await aStoredShow(own)];
    await calls.end(own, shows[0] as string);
    shows.push(await aStoredShow(own, { replay: 'none' }));
    await calls.end(own, shows[1] as string);
    const [kept, gone] = shows as [string, string];
    const [file] = await segmentsOf(kept);
    const isStored = async () => (await t.context.media.storage.stat(`${file?.folder}/s0.m4s`)) !== undefined;
    const clean = async () => {
      later(31_000);
      for (let run = 0; run < 10; run += 1) await t.context.lives.clean();
    };
    await clean();
    expect([(await segmentsOf(kept)).length, (await segmentsOf(gone)).length, await isStored()]).toEqual([2, 0, true]);
    later(liveReplayMs);
    await clean();
    expect([(await segmentsOf(kept)).length, await isStored()]).toEqual([0, false]);
  });

  it('takes four hours of picture; what comes later is live only', async () => {
    const own = await aCreator(t);
    const show = await aShow(t, own);
    await t.db
      .updateTable('lives')
      .set({ streamed_ms: 4n * 3_600_000n - 1_000n })
      .where('id', '=', show.id)
      .execute();
    const broadcast = await openBroadcast(t, own, show);
    broadcast.send(framesOf(5));
    await expect
      .poll(async () => (await segmentsOf(show.id)).map(({ kept }) => kept), { timeout: 8_000 })
      .toEqual([true, false]);
    await calls.end(own, show.id);
    later();
    expect((await listOf(own, show.id)).text.match(/^s\d/gm)).toHaveLength(1);
    expect((await calls.getLive(own, show.id)).replay?.seconds).toBe(4 * 3_600);
  });
});
