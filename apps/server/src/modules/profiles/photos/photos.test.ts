import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Role } from '@vlam/contract/identity';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aBlock, aCreator, anAccount, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { aPicture, fetchFile, sendFile } from '../../../../test/pictures.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';

const t = useTestApp();
let seed = 1;
const upload = async (who: { cookie: string }, picture?: Buffer): Promise<string> => {
  seed += 1;
  const { id } = await sendFile(t, who, picture ?? (await aPicture({ width: 240, height: 360, seed })));
  await t.drain();
  return id;
};
const setPhotos = (who: TestProfile, mediaIds: string[], crops?: { mediaId: string; crop: object }[]) =>
  t.client(who).call('setPhotos', { body: { mediaIds, ...(crops ? { crops } : {}) } });
const cardOf = async (viewer: TestProfile, of: TestProfile) =>
  (await t.client(viewer).call('getProfile', { params: { id: of.profileId } })).body.portraits.card;
const drawn = (of: TestProfile) => `/img/p/${of.profileId}-card.webp`;
const statusOf = async (viewer: { cookie: string }, url: string) => (await fetchFile(t, viewer, url)).status;
const aModerator = () => anAccount(t, { role: 'moderator' as Role });
const decide = (who: { cookie: string }, photoId: string, decision: 'show' | 'refuse', reason?: string) =>
  t.client(who).call('decidePhoto', { body: { photoId, decision, ...(reason ? { reason } : {}) } });
const waitingIdOf = async (moderator: { cookie: string }, of: TestProfile) =>
  (await t.client(moderator).call('listWaitingPhotos')).body.find(({ profileId }) => profileId === of.profileId)?.id ??
  '';

let creator: TestProfile;
let viewer: TestProfile;
beforeEach(async () => {
  creator = await aCreator(t);
  viewer = await aProfile(t);
});

/** A creator's photo, shown at once; its address. */
async function aShownPhoto(of = creator): Promise<{ mediaId: string; url: string }> {
  const mediaId = await upload(of);
  const { body } = await setPhotos(of, [mediaId]);
  return { mediaId, url: body.photos[0]?.url ?? '' };
}

describe('an own photo', () => {
  it('is shown at once where publishing needs no review, in every size and place', async () => {
    const { url } = await aShownPhoto();
    expect(url).toMatch(/^\/img\/o\/[0-9a-f]{32}-card\.webp$/);
    expect(await cardOf(viewer, creator)).toBe(url);
    expect((await t.client(creator).call('currentUser')).body?.profileImageUrl).toBe(url.replace('card', 'avatar'));
    const sizes = { avatar: [96, 96], card: [328, 438], slab: [520, 800], wide: [1176, 520] };
    for (const [size, [width, height]] of Object.entries(sizes)) {
      const { status, bytes, headers } = await fetchFile(t, viewer, url.replace('card', size));
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
      expect(await imageLibrary()(bytes).metadata()).toMatchObject({ width, height, format: 'webp' });
    }
    const again = await fetchFile(t, viewer, url, { 'if-none-match': '"card"' });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('is cropped where its owner says, and a new crop has a new address', async () => {
    const halves = await imageLibrary()({ create: { width: 400, height: 400, channels: 3, background: '#f00' } })
      .composite([
        {
          input: { create: { width: 200, height: 400, channels: 3, background: '#00f' } },
          left: 200,
          top: 0,
        },
      ])
      .png()
      .toBuffer();
    const mediaId = await upload(creator, halves);
    const rightHalf = { left: 6_000, top: 1_000, width: 3_000, height: 4_000 };
    const first = await setPhotos(creator, [mediaId], [{ mediaId, crop: rightHalf }]);
    expect(first.body.photos[0]?.crop).toEqual(rightHalf);
    const [red = 255, , blue = 0] = (
      await imageLibrary()((await fetchFile(t, viewer, first.body.photos[0]?.url ?? '')).bytes).stats()
    ).channels.map(({ mean }) => mean);
    expect([red < 40, blue > 200]).toEqual([true, true]);
    const second = await setPhotos(creator, [mediaId], [{ mediaId, crop: { ...rightHalf, left: 0 } }]);
    expect(second.body.photos[0]?.url).not.toBe(first.body.photos[0]?.url);
    expect(await statusOf(viewer, first.body.photos[0]?.url ?? '')).toBe(404);
    expect((await setPhotos(creator, [mediaId])).body.photos[0]?.crop.left).toBe(0);
    for (const crop of [{ ...rightHalf, left: 8_000 }, { ...rightHalf, width: 0 }, { left: 0.5 }])
      expect((await setPhotos(creator, [mediaId], [{ mediaId, crop }])).status).toBe(400);
  });

  it('T55: keeps no place, author or other metadata', async () => {
    const tagged = await imageLibrary()(await aPicture({ width: 600, height: 900 }))
      .withExif({ IFD0: { Artist: 'Canary Artist' }, IFD3: { GPSLatitude: '33/1 55/1 29/1' } })
      .jpeg()
      .toBuffer();
    const mediaId = await upload(creator, tagged);
    const { body } = await setPhotos(creator, [mediaId]);
    for (const url of [body.photos[0]?.url ?? '', body.photos[0]?.wholeUrl ?? '']) {
      const { bytes } = await fetchFile(t, creator, url);
      const { exif, xmp, iptc } = await imageLibrary()(bytes).metadata();
      expect({ exif, xmp, iptc }).toEqual({});
      expect(bytes.includes('Canary')).toBe(false);
    }
  });

  it('has an order of six that can be changed; a seventh is refused, the first shown one is the portrait', async () => {
    const ids = [];
    for (let made = 0; made < 6; made += 1) ids.push(await upload(creator));
    expect((await setPhotos(creator, ids)).body.photos.map(({ mediaId }) => mediaId)).toEqual(ids);
    const turned = [...ids].reverse();
    const { body } = await setPhotos(creator, turned);
    expect(body.photos.map(({ mediaId }) => mediaId)).toEqual(turned);
    expect(await cardOf(viewer, creator)).toBe(body.photos[0]?.url);
    const seen = await t.client(viewer).call('getProfile', { params: { id: creator.profileId } });
    expect(seen.body.photos).toEqual(body.photos.map(({ url }) => url.replace('card', 'slab')));
    expect((await setPhotos(creator, [...ids, await upload(creator)])).status).toBe(400);
    expect((await setPhotos(creator, [ids[0] ?? '', ids[0] ?? ''])).status).toBe(400);
  }, 60_000);

  it('cannot be a foreign or published file, and cannot be published afterwards', async () => {
    const foreign = await upload(viewer);
    expect((await setPhotos(creator, [foreign])).status).toBe(404);
    const published = await upload(creator);
    const publish = (mediaId: string) =>
      t
        .client(creator)
        .call('createContent', { body: { title: 'Light', description: '', mediaType: 'image', mediaId } });
    expect((await publish(published)).status).toBe(201);
    expect((await setPhotos(creator, [published])).status).toBe(409);
    const { mediaId } = await aShownPhoto();
    expect((await publish(mediaId)).status).toBe(409);
    expect((await t.client(creator).call('setCover', { body: { mediaId } })).status).toBe(409);
  }, 60_000);

  it('keeps one of two orders, without an error, when two windows change it at once', { tags: ['long'] }, async () => {
    const ids = [await upload(creator), await upload(creator)];
    await setPhotos(creator, ids);
    const turned = [...ids].reverse();
    const answers = await Promise.all([...Array(6).keys()].map((each) => setPhotos(creator, each % 2 ? ids : turned)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { body } = await t.client(creator).call('ownPhotos');
    expect([ids, turned]).toContainEqual(body.photos.map(({ mediaId }) => mediaId));
  });

  it('is not removed by the sweep of unused files', async () => {
    const { url } = await aShownPhoto();
    t.clock.advance(9 * 86_400_000);
    await t.drain();
    expect(await statusOf(await aProfile(t), url)).toBe(200);
  });
});

describe('T103: a photo that must not be shown', () => {
  it('waits for a moderator when its owner needs review: only owner and moderators see it', async () => {
    const fan = await aProfile(t);
    const { body } = await setPhotos(fan, [await upload(fan)]);
    const [photo] = body.photos;
    expect(photo?.state).toBe('waiting');
    expect(await cardOf(viewer, fan)).toBe(drawn(fan));
    const moderator = await aModerator();
    expect(await statusOf(fan, photo?.url ?? '')).toBe(200);
    expect(await statusOf(moderator, photo?.wholeUrl ?? '')).toBe(200);
    expect(await statusOf(viewer, photo?.url ?? '')).toBe(404);
    const id = await waitingIdOf(moderator, fan);
    expect((await decide(viewer, id, 'show')).status).toBe(403);
    expect((await decide(moderator, id, 'show')).body).toMatchObject({ state: 'shown', displayName: fan.displayName });
    expect((await decide(moderator, id, 'show')).status).toBe(409);
    expect(await cardOf(viewer, fan)).toBe(photo?.url);
    expect(await statusOf(viewer, photo?.url ?? '')).toBe(200);
    // The whole picture was for the decision alone.
    expect(await statusOf(viewer, photo?.wholeUrl ?? '')).toBe(404);
    const audited = await t.db.selectFrom('audit_log').select('action').where('target_id', '=', id).execute();
    expect(audited).toEqual([{ action: 'photo.shown' }]);
  });

  it('leaves the drawn portrait when refused, and gives its owner the reason', async () => {
    const fan = await aProfile(t);
    await setPhotos(fan, [await upload(fan)]);
    const moderator = await aModerator();
    const id = await waitingIdOf(moderator, fan);
    expect((await decide(moderator, id, 'refuse')).status).toBe(400);
    expect((await decide(moderator, id, 'refuse', 'Another person is in it')).body.state).toBe('refused');
    expect(await cardOf(viewer, fan)).toBe(drawn(fan));
    expect((await t.client(fan).call('ownPhotos')).body.photos[0]).toMatchObject({
      state: 'refused',
      reason: 'Another person is in it',
    });
    expect((await t.client(moderator).call('listWaitingPhotos')).body.map((each) => each.id)).not.toContain(id);
  });

  it('disappears at once when a moderator hides it; no moderator decides about their own', async () => {
    const publish = vi.spyOn(t.context.realtime, 'toTopic');
    const { url } = await aShownPhoto();
    const moderator = await aModerator();
    const [photo] = (await t.client(moderator).call('listWaitingPhotos', { query: { profileId: creator.profileId } }))
      .body;
    expect((await decide(moderator, photo?.id ?? '', 'refuse', 'Not a photo of you')).body.state).toBe('hidden');
    expect(await statusOf(viewer, url)).toBe(404);
    expect(await cardOf(viewer, creator)).toBe(drawn(creator));
    expect(publish).toHaveBeenCalledWith('photos', 'photo.removed', { key: /[0-9a-f]{32}/.exec(url)?.[0] });
    publish.mockRestore();
    const own = await aProfile(t, { role: 'moderator' as Role });
    await setPhotos(own, [await upload(own)]);
    expect((await decide(own, await waitingIdOf(own, own), 'show')).status).toBe(403);
  });

  it('T57: waits for a moderator after a refusal, until one of the next photos is shown', async () => {
    const picture = await aPicture({ width: 500, height: 700, seed: 91 });
    await setPhotos(creator, [await upload(creator, picture)]);
    const moderator = await aModerator();
    const stateOfFirst = async () => (await t.client(creator).call('ownPhotos')).body.photos[0]?.state;
    const idOfFirst = async () =>
      (await t.client(moderator).call('listWaitingPhotos', { query: { profileId: creator.profileId } })).body[0]?.id ??
      '';
    await decide(moderator, await idOfFirst(), 'refuse', 'Not a photo of you');
    await setPhotos(creator, [await upload(creator, picture)]);
    expect([await stateOfFirst(), await cardOf(viewer, creator)]).toEqual(['waiting', drawn(creator)]);
    await decide(moderator, await idOfFirst(), 'show');
    await setPhotos(creator, [await upload(creator)]);
    expect(await stateOfFirst()).toBe('shown');
  }, 60_000);

  it('loses its check against a selfie when another photo or crop takes its place', async () => {
    const { mediaId } = await aShownPhoto();
    const isChecked = async () =>
      (await t.client(viewer).call('getProfile', { params: { id: creator.profileId } })).body.isPhotoChecked;
    expect(await isChecked()).toBe(false);
    await t.db
      .updateTable('profiles')
      .set({ photo_checked_at: t.clock.now() })
      .where('id', '=', creator.profileId)
      .execute();
    await setPhotos(creator, [mediaId, await upload(creator)]);
    expect(await isChecked()).toBe(true);
    const elsewhere = { left: 0, top: 0, width: 3_000, height: 4_000 };
    await setPhotos(creator, [mediaId], [{ mediaId, crop: elsewhere }]);
    expect(await isChecked()).toBe(false);
  }, 60_000);

  it('is refused when the same file was blocked', async () => {
    const picture = await aPicture({ width: 500, height: 700, seed: 77 });
    await t.db
      .insertInto('blocked_files')
      .values({ sha256: createHash('sha256').update(picture).digest() })
      .execute();
    const answer = await setPhotos(creator, [await upload(creator, picture)]);
    expect([answer.status, answer.error?.code]).toEqual([422, 'MEDIA_NOT_READY']);
    expect(await cardOf(viewer, creator)).toBe(drawn(creator));
  });
});

describe("a photo's address", () => {
  it('T66 T25 T16: is closed to blocked members, and when its owner is incognito or suspended', async () => {
    const { url } = await aShownPhoto();
    expect(await statusOf(viewer, url)).toBe(200);
    const blocked = await aProfile(t);
    await aBlock(t, { blocker: creator, blocked });
    expect(await statusOf(blocked, url)).toBe(404);
    await t.client(creator).call('setPrivacySettings', { body: { incognito: true } });
    expect(await statusOf(viewer, url)).toBe(404);
    expect(await statusOf(creator, url)).toBe(200);
    await t.client(creator).call('setPrivacySettings', { body: { incognito: false } });
    await t.context.profiles.setHidden(t.db, creator.accountId, true);
    expect(await statusOf(viewer, url)).toBe(404);
    await t.context.profiles.setHidden(t.db, creator.accountId, false);
    expect(await statusOf(viewer, url)).toBe(200);
    expect(await statusOf(await anAccount(t, { verified: false }), url)).toBe(403);
    expect(await statusOf({ cookie: '' }, url)).toBe(401);
  });

  it('T66 T47: follows the rule of every list, and its file opens to its owner alone', async () => {
    const { url, mediaId } = await aShownPhoto();
    const file = (await t.context.media.listByIds(t.db, [mediaId])).get(mediaId);
    if (!file) throw new Error('the photo has a file');
    const fileOf = (who: TestProfile) => String(t.context.media.addressesFor(who, file, { premium: false }).url);
    const others = { viewer, blocker: await aProfile(t), blocked: await aProfile(t) };
    await aBlock(t, { blocker: others.blocker, blocked: creator });
    await aBlock(t, { blocker: creator, blocked: others.blocked });
    const listed = async (who: TestProfile) =>
      (await t.context.profiles.listVisibleCards(who.profileId, [creator.profileId])).length === 1;
    for (const who of Object.values(others)) {
      expect(await statusOf(who, url)).toBe((await listed(who)) ? 200 : 404);
      expect(await t.context.fileRights.mayView(who.accountId, mediaId)).toBe(false);
      expect(await statusOf(who, fileOf(who))).toBe(404);
    }
    expect([await listed(others.viewer), await listed(others.blocker), await listed(others.blocked)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await statusOf(creator, fileOf(creator))).toBe(200);
    // A member whose age is no longer proved.
    await t.db.updateTable('profiles').set({ awaiting_age_check: true }).where('id', '=', creator.profileId).execute();
    expect([await statusOf(viewer, url), await listed(viewer)]).toEqual([404, false]);
  });

  it('T23: returns 404 as soon as the photo is removed, and the next job deletes its bytes', async () => {
    const { url, mediaId } = await aShownPhoto();
    const key = /[0-9a-f]{32}/.exec(url)?.[0] ?? '';
    const folders = async () => (await readdir(`${t.config.dataDir}/media`, { recursive: true })).join('\n');
    expect(await folders()).toContain(key);
    expect((await setPhotos(creator, [])).body.photos).toEqual([]);
    expect(await statusOf(viewer, url)).toBe(404);
    expect(await statusOf(creator, url)).toBe(404);
    expect(await cardOf(viewer, creator)).toBe(drawn(creator));
    await t.drain();
    expect(await folders()).not.toContain(key);
    expect((await setPhotos(creator, [mediaId])).status).toBe(422);
  });

  it('T60: is refused alike to another site, whether the photo exists or not', async () => {
    const { url } = await aShownPhoto();
    for (const address of [url, `/img/o/${'0'.repeat(32)}-card.webp`])
      expect(
        (await fetchFile(t, viewer, address, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).status,
      ).toBe(403);
    expect((await fetchFile(t, viewer, url)).headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('returns 404 for names that are no photo', async () => {
    const { url } = await aShownPhoto();
    for (const address of [
      url.replace('card', 'huge'),
      url.replace('card', 'constructor'),
      url.replace('.webp', '.svg'),
      url.replace('card', 'cover'),
      '/img/o/..%2f..%2fetc-card.webp',
    ])
      expect([address, await statusOf(viewer, address)]).toEqual([address, 404]);
  });
});

describe('a cover', () => {
  it('is set, cropped wide, replaced and removed', async () => {
    const first = await upload(creator);
    const set = await t.client(creator).call('setCover', { body: { mediaId: first } });
    const url = set.body.cover?.url ?? '';
    const coverOf = async () =>
      (await t.client(viewer).call('getProfile', { params: { id: creator.profileId } })).body.portraits.cover;
    expect(await coverOf()).toBe(url);
    expect(await imageLibrary()((await fetchFile(t, viewer, url)).bytes).metadata()).toMatchObject({
      width: 1176,
      height: 520,
    });
    expect((await setPhotos(creator, [first])).status).toBe(409);
    const other = await t.client(creator).call('setCover', { body: { mediaId: await upload(creator) } });
    expect(await statusOf(viewer, url)).toBe(404);
    expect(await coverOf()).toBe(other.body.cover?.url);
    expect((await t.client(creator).call('removeCover')).body.cover).toBeNull();
    expect(await coverOf()).toBe(`/img/p/${creator.profileId}-cover.webp`);
  });
});
