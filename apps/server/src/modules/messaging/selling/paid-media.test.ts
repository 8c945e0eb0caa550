import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { TestResponse } from '../../../../test/app.ts';
import { aClip } from '../../../../test/clips.ts';
import {
  aBlock,
  aCreator,
  aProfile,
  aSubscription,
  giveCredits,
  type TestProfile,
} from '../../../../test/factories.ts';
import { findClips } from '../../../../test/machine.ts';
import { aPicture, fetchFile, sendFile } from '../../../../test/pictures.ts';
import { fetchList } from '../../../../test/streams.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';

const t = useTestApp({ poolSize: 8 });

const code = ({ error }: TestResponse<unknown>) => error?.code;
let seed = 100;
async function aFile(owner: TestProfile, kind: 'image' | 'video' = 'image'): Promise<string> {
  seed += 1;
  const bytes = kind === 'video' ? await aClip({ seed }) : await aPicture({ width: 480, height: 600, seed });
  const { id } = await sendFile(t, owner, bytes, kind);
  await t.drain();
  return id;
}
async function aPair(bought = 200): Promise<{ creator: TestProfile; fan: TestProfile }> {
  const [creator, fan] = await Promise.all([aCreator(t), aProfile(t)]);
  await aSubscription(t, { subscriber: fan, creator });
  if (bought) await giveCredits(t, fan.accountId, bought);
  return { creator, fan };
}
const send = (from: TestProfile, to: TestProfile, body: Record<string, unknown>) =>
  t.client(from).call('sendMessage', { params: { profileId: to.profileId }, body: { clientId: newId(), ...body } });
/** Opens at the price that stands on the message, unless another is named. */
const unlock = async (who: TestProfile, id: string, body: Record<string, unknown> = {}) => {
  const row = body.price
    ? undefined
    : await t.db.selectFrom('messages').select('price').where('id', '=', id).executeTakeFirst();
  return t.client(who).call('unlockMessage', { params: { id }, body: { price: row?.price || 1, ...body } });
};
const latest = async (who: TestProfile, other: TestProfile) => {
  const { body } = await t.client(who).call('listMessages', { params: { profileId: other.profileId } });
  const message = body.items.at(-1);
  if (!message) throw new Error('the thread is empty');
  return message;
};
const balanceOf = async (who: TestProfile) => (await t.context.credits.balance(who.accountId)).balance;

describe('a paid photo in a chat', () => {
  it('is veiled until it is paid for, then opens with the buyer’s watermark, and pays 80 %', async () => {
    const { creator, fan } = await aPair();
    const mediaId = await aFile(creator);
    const sent = await send(creator, fan, { mediaId, price: 25, content: 'For you' });
    expect(sent.body).toMatchObject({ price: 25, isPaid: true, mediaType: 'photo', media: { id: mediaId } });
    const locked = await latest(fan, creator);
    expect(locked).toMatchObject({ price: 25, isPaid: false, mediaUrl: null, mediaType: 'photo' });
    expect(locked.media).toMatchObject({ id: locked.id, width: 480, height: 600, sources: [] });
    const veil = await fetchFile(t, fan, locked.media?.previewUrl ?? '');
    expect([veil.status, veil.headers['content-type']]).toEqual([200, 'image/webp']);
    const wide = await fetchFile(t, fan, `${locked.media?.previewUrl}?w=688`);
    expect(await imageLibrary()(wide.bytes).metadata()).toMatchObject({ width: 688, height: 860 });
    const opened = await unlock(fan, locked.id, { startNow: true });
    expect(opened.status).toBe(200);
    expect(opened.body).toMatchObject({ balance: 175, message: { isPaid: true, price: 25 } });
    const url = opened.body.message.mediaUrl ?? '';
    expect(url).toContain('&p=1&');
    expect((await fetchFile(t, fan, url)).status).toBe(200);
    expect(await t.context.credits.earnings(creator.profileId)).toBe(20n);
    const { items } = (await t.client(creator).call('creatorActivity', {})).body;
    expect(items[0]).toMatchObject({ kind: 'messages', amountCents: 840 });
    const consent = await t.db.selectFrom('consents').selectAll().where('account_id', '=', fan.accountId).execute();
    expect(consent.map(({ reference }) => reference)).toEqual([locked.id]);
  });

  it('T32: 100 concurrent unlocks are one payment; several messages cost no more than the balance', {
    tags: ['long'],
  }, async () => {
    const { creator, fan } = await aPair(100);
    const { body } = await send(creator, fan, { mediaId: await aFile(creator), price: 60 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => unlock(fan, body.id, { price: 60 })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.balance))).toEqual(new Set([40]));
    const sold = [];
    for (let n = 0; n < 4; n += 1) sold.push(await send(creator, fan, { mediaId: await aFile(creator), price: 20 }));
    const tries = await Promise.all(sold.map((message) => unlock(fan, message.body.id)));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const refused of tries.filter(({ status }) => status !== 200))
      expect(code(refused)).toBe('INSUFFICIENT_CREDITS');
    expect(await balanceOf(fan)).toBe(0);
    expect(await t.context.credits.earnings(creator.profileId)).toBe(80n);
    expect(await t.context.credits.reconcile()).toMatchObject({ drifted: [], unbalanced: [] });
  });

  it('T64 T92: has a price of 5 to 10,000 whole credits, only from creators and only on media', async () => {
    const { creator, fan } = await aPair();
    const mediaId = await aFile(creator);
    for (const price of [-1, 4, 5.5, 10_001, '25', null, [1], 2 ** 53])
      expect([price, (await send(creator, fan, { mediaId, price })).status]).toEqual([price, 400]);
    expect((await send(creator, fan, { content: 'Words', price: 5 })).status).toBe(400);
    for (const forged of [{ isPaid: true }, { senderId: fan.profileId }, { unlockedAt: 'now' }])
      expect((await send(creator, fan, { mediaId, price: 5, ...forged })).status).toBe(400);
    expect(code(await send(fan, creator, { mediaId: await aFile(fan), price: 5 }))).toBe('CREATOR_PROFILE_REQUIRED');
    const free = await send(fan, creator, { mediaId: await aFile(fan), price: 0 });
    expect(free.body).toMatchObject({ price: 0, isPaid: true });
    expect(code(await unlock(creator, free.body.id))).toBe('CONFLICT');
    const own = await send(creator, fan, { mediaId, price: 5 });
    expect(code(await unlock(creator, own.body.id))).toBe('CONFLICT');
  });

  it('T25: only its own uploader sends a file, once it is ready', async () => {
    const { creator, fan } = await aPair();
    const mediaId = await aFile(creator);
    expect(code(await send(fan, creator, { mediaId }))).toBe('NOT_FOUND');
    expect(code(await send(creator, fan, { mediaId: newId() }))).toBe('NOT_FOUND');
    const begun = await sendFile(t, creator, await aPicture({ width: 30, height: 30, seed: 7 }));
    expect(code(await send(creator, fan, { mediaId: begun.id }))).toBe('MEDIA_NOT_READY');
    await t.drain();
    const made = await t.client(creator).call('createContent', {
      body: { title: 'Dusk', description: '', mediaType: 'image', mediaId: begun.id },
    });
    expect(made.status).toBe(201);
    expect(code(await send(creator, fan, { mediaId: begun.id }))).toBe('CONFLICT');
    await send(creator, fan, { mediaId });
    const published = await t
      .client(creator)
      .call('createContent', { body: { title: 'Dawn', description: '', mediaType: 'image', mediaId } });
    expect(code(published)).toBe('CONFLICT');
  });

  it('T47 T48 T50: serves the sender and, after paying, the buyer; no one else', async () => {
    const { creator, fan } = await aPair();
    const mediaId = await aFile(creator);
    const { body: sent } = await send(creator, fan, { mediaId, price: 25 });
    const third = await aCreator(t);
    const locked = await t.client(fan).call('listMessages', { params: { profileId: creator.profileId } });
    for (const secret of [mediaId, '/m/']) expect(locked.text).not.toContain(secret);
    expect((await t.client(fan).call('getMedia', { params: { id: mediaId } })).status).toBe(404);
    const creatorsUrl = sent.mediaUrl ?? '';
    expect((await fetchFile(t, creator, creatorsUrl)).status).toBe(200);
    expect((await fetchFile(t, fan, creatorsUrl)).status).toBe(403);
    for (const who of [third, await aProfile(t)]) {
      expect(code(await unlock(who, sent.id))).toBe('NOT_FOUND');
      expect((await fetchFile(t, who, `/api/messages/${sent.id}/preview`)).status).toBe(404);
      expect((await t.client(who).call('getMedia', { params: { id: mediaId } })).status).toBe(404);
    }
    const { body } = await unlock(fan, sent.id);
    const url = body.message.mediaUrl ?? '';
    expect((await fetchFile(t, fan, url)).status).toBe(200);
    expect((await fetchFile(t, third, url)).status).toBe(403);
    expect((await fetchFile(t, fan, url.replace('&p=1', ''))).status).toBe(403);
    expect((await t.client(fan).call('getMedia', { params: { id: mediaId } })).body.url).toContain('&p=1');
    await aBlock(t, { blocker: creator, blocked: fan });
    expect((await fetchFile(t, fan, url)).status).toBe(404);
  });

  it('stays with the buyer when the seller deletes it, and is deleted when unsold', async () => {
    const { creator, fan } = await aPair();
    const client = t.client(creator);
    const [bought, unsold] = [await aFile(creator), await aFile(creator)];
    const first = await send(creator, fan, { mediaId: bought, price: 5 });
    await unlock(fan, first.body.id);
    expect(code(await client.call('unsendMessage', { params: { id: first.body.id } }))).toBe('CONFLICT');
    const second = await send(creator, fan, { mediaId: unsold, price: 5 });
    expect((await client.call('unsendMessage', { params: { id: second.body.id } })).status).toBe(200);
    await t.drain();
    expect((await fetchFile(t, creator, second.body.mediaUrl ?? '')).status).toBe(404);
    expect(code(await unlock(fan, second.body.id))).toBe('NOT_FOUND');
    const url = (await latest(fan, creator)).mediaUrl ?? '';
    expect(url).toBe('');
    const { body } = await t.client(fan).call('listMessages', { params: { profileId: creator.profileId } });
    expect((await fetchFile(t, fan, body.items[0]?.mediaUrl ?? '')).status).toBe(200);
  });

  it('T69: is deleted with an expired message, unless it was sold', async () => {
    const { creator, fan } = await aPair();
    await t
      .client(fan)
      .call('setConversation', { params: { profileId: creator.profileId }, body: { autoDelete: 30 } })
      .then(({ status }) => status);
    await send(fan, creator, { content: 'Good evening' });
    await t.client(fan).call('setConversation', { params: { profileId: creator.profileId }, body: { autoDelete: 30 } });
    const [free, sold] = [await aFile(creator), await aFile(creator)];
    const one = await send(creator, fan, { mediaId: free });
    const two = await send(creator, fan, { mediaId: sold, price: 5 });
    expect(one.body.expiresAt).not.toBeNull();
    expect(two.body.expiresAt).toBeNull();
    await unlock(fan, two.body.id);
    t.clock.advance(31 * 60_000);
    await t.context.messaging.deleteExpired();
    await t.drain();
    const rows = await t.db
      .selectFrom('media')
      .select(['id', 'state', 'storage_key'])
      .where('id', 'in', [free, sold])
      .execute();
    // The bytes too, of every size.
    const stored = await readdir(t.config.dataDir, { recursive: true });
    const found = rows.map(({ id, state, storage_key: key }) => [id, state, stored.some((path) => path.includes(key))]);
    expect(found.sort()).toEqual(
      [
        [free, 'blocked', false],
        [sold, 'ready', true],
      ].sort(),
    );
    const { body } = await t.client(fan).call('listMessages', { params: { profileId: creator.profileId } });
    expect(body.items.at(-1)).toMatchObject({ id: two.body.id, isPaid: true });
  });

  it('the sweep keeps files of messages, and deletes files that were never sent', { tags: ['long'] }, async () => {
    const { creator, fan } = await aPair();
    const [sent, unsent] = [await aFile(creator), await aFile(creator)];
    await send(creator, fan, { mediaId: sent });
    await t.client(creator).call('createAlbum', { body: { mediaIds: [unsent, await aFile(creator)] } });
    const sweep = async (days: number, name: string) => {
      t.clock.advance(days * 86_400_000);
      await t.context.jobs.enqueue(t.db, { name, maxAttempts: 1 }, {});
      await t.drain();
    };
    await sweep(3, 'messaging.sweep-files');
    await sweep(6, 'media.sweep');
    const rows = await t.db.selectFrom('media').select(['id', 'state']).where('id', 'in', [sent, unsent]).execute();
    expect(rows).toContainEqual({ id: sent, state: 'ready' });
    expect(rows).not.toContainEqual({ id: unsent, state: 'ready' });
  });
});

describe('an album', () => {
  it('is one message at one price: counted while locked, shown once paid', async () => {
    const { creator, fan } = await aPair();
    const mediaIds = [await aFile(creator), await aFile(creator), await aFile(creator)];
    const album = await t.client(creator).call('createAlbum', { body: { mediaIds } });
    expect([album.status, album.body.count]).toEqual([201, 3]);
    await send(creator, fan, { mediaId: album.body.id, price: 100 });
    const locked = await latest(fan, creator);
    expect(locked.media?.album).toEqual({ count: 3, pictures: [] });
    const { body } = await unlock(fan, locked.id);
    const pictures = body.message.media?.album?.pictures ?? [];
    expect(pictures.map(({ id }) => id)).toEqual(mediaIds);
    for (const { url } of pictures) expect((await fetchFile(t, fan, url)).status).toBe(200);
    expect(await balanceOf(fan)).toBe(100);
  });

  it('T25: takes two to ten different own pictures', async () => {
    const creator = await aCreator(t);
    const own = await aFile(creator);
    const make = async (mediaIds: string[]) => {
      const answer = await t.client(creator).call('createAlbum', { body: { mediaIds } });
      return code(answer) ?? answer.status;
    };
    expect(await make([own])).toBe('VALIDATION_FAILED');
    expect(await make([own, own])).toBe('VALIDATION_FAILED');
    expect(await make([own, await aFile(await aCreator(t))])).toBe('NOT_FOUND');
    expect(await make(Array.from({ length: 11 }, () => newId()))).toBe('VALIDATION_FAILED');
    const { creator: other, fan } = await aPair();
    const album = await t.client(creator).call('createAlbum', { body: { mediaIds: [own, await aFile(creator)] } });
    expect(code(await send(other, fan, { mediaId: album.body.id }))).toBe('NOT_FOUND');
  });
});

describe('a stranger’s picture', () => {
  it('stays veiled, and cannot be paid for, until the request is accepted', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await giveCredits(t, fan.accountId, 50);
    const [free, sold] = [await aFile(creator), await aFile(creator)];
    const one = await send(creator, fan, { mediaId: free });
    const two = await send(creator, fan, { mediaId: sold, price: 20 });
    const { body } = await t.client(fan).call('listMessages', { params: { profileId: creator.profileId } });
    for (const message of body.items) expect([message.mediaUrl, message.media?.sources]).toEqual([null, []]);
    expect((await t.client(fan).call('getMedia', { params: { id: free } })).status).toBe(404);
    expect(code(await unlock(fan, two.body.id))).toBe('CONFLICT');
    await t.client(fan).call('acceptConversation', { params: { profileId: creator.profileId } });
    expect((await t.client(fan).call('getMedia', { params: { id: free } })).status).toBe(200);
    expect((await unlock(fan, two.body.id)).status).toBe(200);
    expect(one.status).toBe(201);
  });
});

describe.skipIf(!(await findClips()))('a video that is sold (skipped where clips cannot be opened)', () => {
  it('T47: opens as a marked stream once paid, never as the file itself', async () => {
    const { creator, fan } = await aPair();
    const other = await aProfile(t);
    const mediaId = await aFile(creator, 'video');
    const { body: sent } = await send(creator, fan, { mediaId, price: 50 });
    const file = sent.mediaUrl ?? '';
    expect((await fetchFile(t, creator, file, { range: 'bytes=0-99' })).status).toBe(206);
    const locked = await latest(fan, creator);
    expect(locked).toMatchObject({ mediaType: 'video', mediaUrl: null, isPaid: false });
    expect(locked.media?.duration).toBeCloseTo(1, 0);
    // No one pays before there is a copy of their own.
    expect(code(await unlock(fan, locked.id))).toBe('MEDIA_NOT_READY');
    expect(await balanceOf(fan)).toBe(200);
    await t.drain();
    expect((await unlock(fan, locked.id)).body).toMatchObject({ balance: 150 });
    const url = (await latest(fan, creator)).mediaUrl ?? '';
    expect(url).toMatch(new RegExp(`^/m/${mediaId}/index\\.m3u8\\?`));
    expect((await fetchList(t, fan, url)).status).toBe(200);
    const stream = await t.client(fan).call('getStream', { params: { id: mediaId } });
    expect(stream.body.duration).toBeCloseTo(1, 0);
    expect((await fetchFile(t, fan, url.replace('index.m3u8', 'saver/0.m4s'))).status).toBe(200);
    // The file itself is for its sender alone, whatever address is made up.
    expect((await fetchFile(t, fan, file)).status).toBe(403);
    const media = (await t.context.media.listByIds(t.db, [mediaId])).get(mediaId);
    if (!media) throw new Error('the file is gone');
    expect(t.context.media.clipAddressFor(fan, media)).toBeNull();
    const signed = t.context.media.clipAddressFor(fan, { ...media, isMarked: false }) ?? '';
    expect((await fetchFile(t, fan, signed)).status).toBe(404);
    expect((await t.client(other).call('getStream', { params: { id: mediaId } })).status).toBe(404);
    expect((await fetchFile(t, other, url)).status).toBe(403);
    await t.db.transaction().execute((tx) => t.context.media.block(tx, mediaId));
    expect((await fetchFile(t, fan, url)).status).toBe(404);
  });

  it('has one set of tracks for two uses of a file, each with its own marks', { tags: ['long'] }, async () => {
    const { creator, fan } = await aPair();
    const mediaId = await aFile(creator, 'video');
    const second = (await t.client(creator).call('reuseFile', { params: { id: mediaId } })).body.id;
    await send(creator, fan, { mediaId, price: 20 });
    await send(creator, fan, { mediaId: second, price: 30 });
    await t.drain();
    const { items } = (await t.client(fan).call('listMessages', { params: { profileId: creator.profileId } })).body;
    for (const { id } of items) expect((await unlock(fan, id)).status).toBe(200);
    const tracks = await t.db
      .selectFrom('media_stream_tracks')
      .select(['media_id', 'name', 'segment_sizes'])
      .where('media_id', 'in', [mediaId, second])
      .orderBy('name')
      .execute();
    const of = (id: string) =>
      tracks.filter(({ media_id }) => media_id === id).map(({ name, segment_sizes: sizes }) => ({ name, sizes }));
    expect(of(mediaId).length).toBeGreaterThan(1);
    expect(of(second)).toEqual(of(mediaId));
    for (const id of [mediaId, second])
      expect((await t.client(fan).call('getStream', { params: { id } })).status).toBe(200);
  });

  it('stays one file while it is free', async () => {
    const { creator, fan } = await aPair();
    await send(fan, creator, { content: 'Hello' });
    await send(creator, fan, { mediaId: await aFile(creator, 'video') });
    const { mediaUrl } = await latest(fan, creator);
    expect(mediaUrl).toMatch(/clip\.mp4/);
    expect((await fetchFile(t, fan, mediaUrl ?? '', { range: 'bytes=0-99' })).status).toBe(206);
  });
});
