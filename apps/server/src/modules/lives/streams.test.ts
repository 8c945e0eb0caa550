import { setTimeout as sleep } from 'node:timers/promises';
import { encodeLiveChunk, type LiveChunk, liveIngestCodes } from '@vlam/contract/rules/lives';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aCreator, anAccount, aProfile, type TestProfile } from '../../../test/factories.ts';
import {
  accessUnit,
  aShow,
  aViewer,
  framesOf,
  helloOf,
  type IngestKey,
  openBroadcast,
} from '../../../test/live-shows.ts';
import { startSecondServer } from '../../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { closeSockets, openListener, rawSocket, tryUpgrade } from '../../../test/sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterEach(closeSockets);
afterAll(() => t.close());

const playlistOf = (who: { cookie: string }, { id }: { id: string }, query = '') =>
  t.client(who).request('GET', `/m/live/${id}/index.m3u8${query}`);
const fileOf = (who: { cookie: string }, { id }: { id: string }, name: string) =>
  t.client(who).request('GET', `/m/live/${id}/${name}`);
const addressesIn = (playlist: string): string[] =>
  [...playlist.matchAll(/URI="([^"]+)"|^([^#\s]\S+)$/gm)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** A show of six seconds' picture, with a viewer who has a ticket. */
async function aBroadcast(): Promise<{
  creator: TestProfile;
  fan: TestProfile;
  show: IngestKey;
  close(): void;
  ended: Promise<number>;
}> {
  const [creator, fan] = [await aCreator(t), await aViewer(t)];
  const show = await aShow(t, creator);
  const broadcast = await openBroadcast(t, creator, show);
  broadcast.send(framesOf(5));
  await expect.poll(async () => (await playlistOf(creator, show)).text, { timeout: 8_000 }).toContain('s1.m4s');
  await expect
    .poll(async () => (await t.client(creator).call('getLive', { params: { id: show.id } })).body.state, {
      timeout: 8_000,
    })
    .toBe('running');
  await t.client(fan).call('buyLiveTicket', { params: { id: show.id }, body: { price: 25 } });
  return { creator, fan, show, close: () => broadcast.socket.terminate(), ended: broadcast.ended };
}

describe('a broadcast show', () => {
  it('T104, T50: every file is for the viewer whose address it is, while their right lasts', async () => {
    const { creator, fan, show, close } = await aBroadcast();
    const [stranger, other] = [await aProfile(t), await aViewer(t)];
    await t.client(other).call('buyLiveTicket', { params: { id: show.id }, body: { price: 25 } });
    const playlist = (await playlistOf(fan, show)).text;
    const addresses = addressesIn(playlist).filter((address) => !playlist.includes(`HINT:TYPE=PART,URI="${address}"`));
    expect(addresses.length).toBeGreaterThan(5);
    for (const address of addresses) {
      expect([address, (await fileOf(fan, show, address)).status]).toEqual([address, 200]);
      // A copied address, with another ticket and without one.
      for (const who of [other, stranger]) expect((await fileOf(who, show, address)).status).toBe(403);
      expect((await fileOf(fan, show, address.replace(/s=./, 's=~'))).status).toBe(403);
      expect((await fileOf(fan, show, address.split('?')[0] ?? '')).status).toBe(403);
    }
    expect((await playlistOf(stranger, show)).status).toBe(403);
    const init = await fileOf(fan, show, addresses.find((address) => address.startsWith('i1')) ?? '');
    expect(init.bytes.toString('latin1', 4, 8)).toBe('ftyp');
    t.clock.advance(301_000);
    await t.db.updateTable('lives').set({ last_part_at: t.clock.now() }).where('id', '=', show.id).execute();
    expect((await fileOf(fan, show, addresses[0] ?? '')).status).toBe(403);
    await t.client(creator).call('removeFromLive', { params: { id: show.id }, body: { profileId: fan.profileId } });
    await expect.poll(async () => (await playlistOf(fan, show)).status, { timeout: 3_000 }).toBe(403);
    close();
  });

  it('T50: a right that was read for one request serves others for a second in all', async () => {
    const { fan, show, close } = await aBroadcast();
    t.clock.advance(2_000);
    // The same session with other cookies, as if from another tab.
    const again = { cookie: `${fan.cookie}; theme=dark` };
    expect((await playlistOf(fan, show)).status).toBe(200);
    await t.db.deleteFrom('live_tickets').where('live_id', '=', show.id).execute();
    t.clock.advance(900);
    expect((await playlistOf(again, show)).status).toBe(200);
    t.clock.advance(101);
    for (const who of [fan, again]) expect((await playlistOf(who, show)).status).toBe(403);
    close();
  });

  it('T50: one question reads the rights of all who watch, each for a second', async () => {
    const { creator, fan, show, close } = await aBroadcast();
    t.clock.advance(2_000);
    const ask = async () => [(await playlistOf(creator, show)).status, (await playlistOf(fan, show)).status];
    expect(await ask()).toEqual([200, 200]);
    t.clock.advance(600);
    expect(await ask()).toEqual([200, 200]);
    t.clock.advance(500);
    // The creator's right is a second old; with it, that of the fan is read, who has not asked since.
    expect((await playlistOf(creator, show)).status).toBe(200);
    await t.db.deleteFrom('live_tickets').where('live_id', '=', show.id).execute();
    t.clock.advance(900);
    expect((await playlistOf(fan, show)).status).toBe(200);
    t.clock.advance(101);
    expect(await ask()).toEqual([200, 403]);
    close();
  });

  it('holds a request for the next part until it has come', async () => {
    const creator = await aCreator(t);
    const show = await aShow(t, creator, { audience: 'free' });
    const broadcast = await openBroadcast(t, creator, show);
    const frames = framesOf(3);
    broadcast.send(frames.slice(0, 100));
    await expect.poll(async () => (await playlistOf(creator, show)).text).toContain('p0.2.m4s');
    const held = playlistOf(creator, show, '?_HLS_msn=0&_HLS_part=5');
    await sleep(150);
    broadcast.send(frames.slice(100));
    expect((await held).text).toContain('URI="p0.5.m4s');
    broadcast.socket.terminate();
  });

  it('is served by a process that does not receive it, from storage', async () => {
    const { fan, show, close } = await aBroadcast();
    await expect
      .poll(
        async () =>
          (await t.db.selectFrom('live_segments').select('number').where('live_id', '=', show.id).execute()).length,
      )
      .toBeGreaterThanOrEqual(2);
    const second = await t.startSecondProcess();
    const playlist = await second.client(fan).request('GET', `/m/live/${show.id}/index.m3u8`);
    expect(playlist.text).not.toContain('PART');
    const addresses = addressesIn(playlist.text);
    expect(addresses.map((address) => address.split('?')[0])).toEqual(['i1.mp4', 's0.m4s', 's1.m4s']);
    for (const address of addresses) {
      const [there, here] = [
        await second.client(fan).request('GET', `/m/live/${show.id}/${address}`),
        await fileOf(fan, show, address),
      ];
      expect(there.status).toBe(200);
      expect(there.bytes.equals(here.bytes)).toBe(true);
    }
    await second.close();
    close();
  });

  it('notifies viewers of tips, texts and the end; a stop closes the broadcast and the stream within a second', async () => {
    const { fan, show, ended } = await aBroadcast();
    const staff = await anAccount(t, { role: 'moderator' });
    const listener = await openListener(t, fan);
    await listener.socket.call('join', { topic: `live:${show.id}` }, 2_000);
    await t.client(fan).call('tipLive', { params: { id: show.id }, body: { credits: 20 } });
    await expect.poll(() => listener.of('live.changed').at(-1)).toMatchObject({ liveId: show.id, tips: 20 });
    const stopCheck = t.context.lives.ingest.start();
    await t.client(staff).call('stopLive', { params: { id: show.id }, body: { reason: 'Not allowed here' } });
    await expect
      .poll(() => listener.of('live.ended'), { timeout: 2_000 })
      .toEqual([{ liveId: show.id, ending: 'stopped' }]);
    expect(await ended).toBe(liveIngestCodes.ended);
    await expect.poll(async () => (await playlistOf(fan, show)).status, { timeout: 2_000 }).toBe(403);
    await stopCheck();
    await t.drain();
    expect((await t.context.credits.balance(fan.accountId)).balance).toBe(80);
  });

  it('cannot be listened to without the right', async () => {
    const { show, close } = await aBroadcast();
    const listener = await openListener(t, await aProfile(t));
    expect(await listener.socket.call('join', { topic: `live:${show.id}` }, 2_000)).toMatchObject({ ok: false });
    close();
  });

  it('notifies subscribers and followers once its first picture has arrived, and each once', async () => {
    const creator = await aCreator(t);
    const follower = await aProfile(t);
    await t.client(follower).call('toggleFollow', { params: { id: creator.profileId } });
    const show = await aShow(t, creator, { audience: 'free' });
    const listed = async () => {
      await t.drain();
      return (await t.client(follower).call('listNotifications')).body.items.filter(({ kind }) => kind === 'live');
    };
    expect(await listed()).toEqual([]);
    const broadcast = await openBroadcast(t, creator, show);
    broadcast.send(framesOf(5));
    await expect.poll(async () => (await listed()).length, { timeout: 8_000 }).toBe(1);
    expect(await listed()).toMatchObject([{ actor: { id: creator.profileId } }]);
    broadcast.socket.terminate();
  });
});

describe('the socket of a broadcast', () => {
  it('opens for the signed-in creator of the show only, from our own page', async () => {
    const creator = await aCreator(t);
    const show = await aShow(t, creator);
    const origin = t.url;
    const upgrade = (headers: Record<string, string>, path = show.ingestUrl) => tryUpgrade(t, headers, path);
    expect((await upgrade({ origin })).status).toBe(401);
    expect((await upgrade({ cookie: creator.cookie, origin: 'https://elsewhere.test' })).status).toBe(403);
    expect((await upgrade({ cookie: (await aCreator(t)).cookie, origin })).status).toBe(404);
    expect((await upgrade({ cookie: creator.cookie, origin })).status).toBe(101);
  });

  it('refuses a wrong key, and a key that a newer one replaced', async () => {
    const creator = await aCreator(t);
    const show = await aShow(t, creator);
    const wrong = await openBroadcast(t, creator, show, helloOf('x'.repeat(43)));
    expect(await wrong.ended).toBe(liveIngestCodes.refused);
    const { body: renewed } = await t.client(creator).call('openLiveIngest', { params: { id: show.id } });
    const old = await openBroadcast(t, creator, show);
    expect(await old.ended).toBe(liveIngestCodes.refused);
    const broadcast = await openBroadcast(t, creator, renewed);
    expect(broadcast.socket.readyState).toBe(broadcast.socket.OPEN);
    broadcast.socket.terminate();
  });

  it('closes at a frame that breaks the rules, and at a message that is too large', async () => {
    const creator = await aCreator(t);
    const show = await aShow(t, creator);
    const frames = framesOf(1);
    const first = await openBroadcast(t, creator, show);
    first.send([...frames.slice(0, 5), ...frames.slice(0, 1)]);
    expect(await first.ended).toBe(liveIngestCodes.invalid);
    const second = await openBroadcast(t, creator, show);
    second.socket.send(Buffer.alloc(3 * 1024 * 1024));
    expect(await second.ended).toBe(1009);
    expect((await t.client(creator).call('ownLive')).body.live?.state).toBe('waiting');
  });

  it('keeps no more than four megabytes while its first message is checked, and nothing after a refusal', async () => {
    const creator = await aCreator(t);
    const show = await aShow(t, creator);
    const frames = (count: number) =>
      Array.from({ length: count }, (_, index): LiveChunk => {
        return { kind: 'key', timestamp: index, duration: 0, bytes: accessUnit(true, 1_900_000) };
      });
    await t.db.transaction().execute(async (tx) => {
      // The first message waits for the row.
      await tx.selectFrom('lives').selectAll().where('id', '=', show.id).forUpdate().execute();
      const socket = rawSocket(t, { cookie: creator.cookie, origin: t.url }, show.ingestUrl);
      const ended = new Promise<number>((done) => socket.on('close', done));
      await new Promise((done) => socket.on('open', done));
      socket.send(JSON.stringify(helloOf(show.ingestKey)));
      for (const chunk of frames(3)) socket.send(encodeLiveChunk(chunk));
      expect(await ended).toBe(1013);
    });
    expect((await t.client(creator).call('ownLive')).body.live?.state).toBe('waiting');
  });

  it('goes on in the same show when the browser returns: another start, later numbers, a marked gap', async () => {
    const { creator, fan, show, close } = await aBroadcast();
    close();
    const { body: again } = await t.client(creator).call('openLiveIngest', { params: { id: show.id } });
    const broadcast = await openBroadcast(t, creator, again);
    broadcast.send(framesOf(5, 50_000_000));
    await expect.poll(async () => (await playlistOf(fan, show)).text, { timeout: 5_000 }).toContain('i2.mp4');
    const { text } = await playlistOf(fan, show);
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
    const numbers = [...text.matchAll(/^s(\d+)\.m4s/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    broadcast.socket.terminate();
  });

  it('goes on after the server was killed, when the browser returns to another process', async () => {
    const { creator, fan, show, close } = await aBroadcast();
    await expect
      .poll(
        async () =>
          (await t.db.selectFrom('live_segments').select('number').where('live_id', '=', show.id).execute()).length,
      )
      .toBeGreaterThanOrEqual(2);
    close();
    // The next process knows only the database.
    const access = await t.context.lives.openIngest(
      { accountId: creator.accountId, profileId: creator.profileId } as Parameters<
        typeof t.context.lives.openIngest
      >[0],
      show.id,
    );
    const second = await startSecondServer(t);
    const broadcast = await openBroadcast(second, creator, access);
    broadcast.send(framesOf(5, 70_000_000));
    const read = async () =>
      (await fetch(`${second.url}/m/live/${show.id}/index.m3u8`, { headers: { cookie: fan.cookie } })).text();
    await expect.poll(read, { timeout: 5_000 }).toContain('#EXT-X-MEDIA-SEQUENCE:11');
    expect((await t.client(fan).call('getLive', { params: { id: show.id } })).body).toMatchObject({ ticket: 'held' });
    broadcast.socket.terminate();
    await second.close();
  });
});
