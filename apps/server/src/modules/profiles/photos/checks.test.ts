import {
  maxPosesPerDay,
  type OwnPhotoCheck,
  poseMinutes,
  selfieWaitDays,
  selfieWording,
} from '@vlam/contract/profiles-photo-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCreator, anAccount, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { aPicture, fetchFile, sendFile } from '../../../../test/pictures.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';
import { fileName } from '../../media/process-image.ts';

const t = useTestApp();
let seed = 500;
const upload = async (who: { cookie: string }): Promise<string> => {
  seed += 1;
  const { id } = await sendFile(t, who, await aPicture({ width: 240, height: 320, seed }));
  await t.drain();
  return id;
};
const aModerator = () => anAccount(t, { role: 'moderator' });
const start = (who: TestProfile) => t.client(who).call('startPhotoCheck');
const stateOf = async (who: TestProfile) => (await t.client(who).call('ownPhotoCheck')).body;
const rowOf = (who: TestProfile) =>
  t.db
    .selectFrom('photo_checks')
    .selectAll()
    .where('profile_id', '=', who.profileId)
    .orderBy('posed_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
const hasSelfie = async (who: TestProfile) => (await rowOf(who)).selfie_sealed !== null;
const decide = (who: { cookie: string }, id: string, decision: 'approve' | 'refuse', reason?: string) =>
  t.client(who).call('decidePhotoCheck', { params: { id }, body: { decision, ...(reason ? { reason } : {}) } });
const isChecked = async (viewer: TestProfile, of: TestProfile) =>
  (await t.client(viewer).call('getProfile', { params: { id: of.profileId } })).body.isPhotoChecked;
const selfieOf = async (of: TestProfile) => `/img/s/${(await rowOf(of)).id}.webp`;
const auditOf = async (id: string) =>
  (await t.db.selectFrom('audit_log').select(['action', 'actor_id']).where('target_id', '=', id).execute()).map(
    ({ action, actor_id }) => `${action} ${actor_id}`,
  );

let creator: TestProfile;
let photoId: string;
let viewer: TestProfile;
beforeEach(async () => {
  creator = await aCreator(t);
  viewer = await aProfile(t);
  photoId = await upload(creator);
  await t.client(creator).call('setPhotos', { body: { mediaIds: [photoId] } });
});

/** A selfie that waits for a moderator; the id of its uploaded file and of the check. */
async function aWaitingSelfie(who = creator): Promise<{ mediaId: string; id: string; body: OwnPhotoCheck }> {
  t.clock.advance(1_000);
  await start(who);
  const mediaId = await upload(who);
  const { body } = await t.client(who).call('sendPhotoCheck', { body: { mediaId, consent: true } });
  return { mediaId, id: (await rowOf(who)).id, body };
}

describe('a photo check', () => {
  it('shows a pose, takes a selfie, and gives the badge when a moderator approves', async () => {
    expect(await stateOf(creator)).toMatchObject({ state: 'none', pose: null, triesLeft: maxPosesPerDay });
    const { body: posed } = await start(creator);
    expect(posed).toMatchObject({ state: 'posed', triesLeft: maxPosesPerDay - 1 });
    expect((await start(creator)).body).toEqual(posed);
    const mediaId = await upload(creator);
    const sent = await t.client(creator).call('sendPhotoCheck', { body: { mediaId, consent: true } });
    expect(sent.body).toMatchObject({ state: 'waiting', pose: null });
    expect(await isChecked(viewer, creator)).toBe(false);

    const moderator = await aModerator();
    const { body: list } = await t.client(moderator).call('listPhotoChecks');
    const waiting = list.find(({ profileId }) => profileId === creator.profileId);
    expect(waiting).toMatchObject({ pose: posed.pose, displayName: creator.displayName, isOwn: false });
    expect((await t.client(moderator).call('staffWaiting')).body.photoChecks).toBe(list.length);
    const selfie = await fetchFile(t, moderator, waiting?.selfieUrl ?? '');
    expect([selfie.status, selfie.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect((await imageLibrary()(selfie.bytes).metadata()).width).toBe(240);
    expect((await fetchFile(t, moderator, waiting?.photoUrl ?? '')).status).toBe(200);

    expect((await decide(moderator, waiting?.id ?? '', 'approve')).status).toBe(204);
    expect(await isChecked(viewer, creator)).toBe(true);
    expect((await stateOf(creator)).state).toBe('verified');
    expect((await t.client(creator).call('startPhotoCheck')).status).toBe(409);
    const cards = await t.context.profiles.listVisibleCards(viewer.profileId, [creator.profileId]);
    expect(cards[0]?.isPhotoChecked).toBe(true);
    expect(await auditOf(waiting?.id ?? '')).toEqual([
      `selfie.opened ${moderator.accountId}`,
      `selfie.verified ${moderator.accountId}`,
    ]);
  }, 60_000);

  it('gives its owner the reason of a refusal, and another pose at the next try', async () => {
    const { id } = await aWaitingSelfie();
    const { pose } = await rowOf(creator);
    const moderator = await aModerator();
    expect((await decide(moderator, id, 'refuse')).status).toBe(400);
    expect((await decide(moderator, id, 'refuse', 'The hand is not in the picture')).status).toBe(204);
    expect((await decide(moderator, id, 'approve')).status).toBe(409);
    expect(await stateOf(creator)).toMatchObject({ state: 'refused', reason: 'The hand is not in the picture' });
    expect(await isChecked(viewer, creator)).toBe(false);
    expect((await start(creator)).body.pose).not.toBe(pose);
  }, 60_000);

  it('needs a shown photo, a consent, a pose that is not over, and allows five poses a day', async () => {
    const fan = await aProfile(t);
    expect((await start(fan)).status).toBe(409);
    expect((await t.client(await anAccount(t)).call('ownPhotoCheck')).status).toBe(404);
    const mediaId = await upload(creator);
    const send = (consent: boolean, id = mediaId) =>
      t.client(creator).call('sendPhotoCheck', { body: { mediaId: id, consent: consent as true } });
    expect((await send(true)).status).toBe(409);
    await start(creator);
    expect((await send(false)).status).toBe(400);
    expect((await send(true, await upload(viewer))).status).toBe(404);
    expect((await send(true, photoId)).status).toBe(409);
    const shown = new Set<string | null>();
    for (let tries = 1; tries < maxPosesPerDay; tries += 1) {
      t.clock.advance(poseMinutes * 60_000 + 1);
      expect((await send(true)).status).toBe(409);
      expect((await stateOf(creator)).state).toBe('none');
      shown.add((await start(creator)).body.pose);
    }
    expect(shown.size).toBeGreaterThan(1);
    t.clock.advance(poseMinutes * 60_000 + 1);
    const refused = await start(creator);
    expect([refused.status, refused.error?.code]).toEqual([429, 'QUOTA_REACHED']);
    t.clock.advance(86_400_000);
    expect((await start(creator)).status).toBe(200);
  }, 60_000);

  it('ends with the first photo it is about: replaced, cropped anew, removed or hidden by a moderator', async () => {
    const moderator = await aModerator();
    const { id } = await aWaitingSelfie();
    await decide(moderator, id, 'approve');
    const second = await upload(creator);
    const set = (mediaIds: string[]) => t.client(creator).call('setPhotos', { body: { mediaIds } });
    await set([photoId, second]);
    expect([await isChecked(viewer, creator), (await stateOf(creator)).state]).toEqual([true, 'verified']);
    await set([second, photoId]);
    expect([await isChecked(viewer, creator), (await stateOf(creator)).state]).toEqual([false, 'expired']);

    const again = await aWaitingSelfie();
    expect(again.body.state).toBe('waiting');
    await set([]);
    expect(await stateOf(creator)).toMatchObject({ state: 'expired', photoUrl: null });
    expect(await hasSelfie(creator)).toBe(false);
    expect((await decide(moderator, again.id, 'approve')).status).toBe(409);
    expect(await isChecked(viewer, creator)).toBe(false);
  }, 60_000);

  it('loses badge and selfie when its owner withdraws', async () => {
    const moderator = await aModerator();
    const first = await aWaitingSelfie();
    expect((await t.client(creator).call('withdrawPhotoCheck')).body.state).toBe('none');
    expect(await hasSelfie(creator)).toBe(false);
    expect((await fetchFile(t, moderator, `/img/s/${first.id}.webp`)).status).toBe(409);
    const second = await aWaitingSelfie();
    await decide(moderator, second.id, 'approve');
    expect(await isChecked(viewer, creator)).toBe(true);
    await t.client(creator).call('withdrawPhotoCheck');
    expect(await isChecked(viewer, creator)).toBe(false);
  }, 60_000);
});

describe('T106: the selfie of a photo check', () => {
  it('is read by moderators alone, never their own, and each reading is recorded', async () => {
    const { id } = await aWaitingSelfie();
    const url = await selfieOf(creator);
    const moderator = await aModerator();
    for (const who of [viewer, creator, await aCreator(t), await anAccount(t)])
      expect((await fetchFile(t, who, url)).status).toBe(403);
    expect((await fetchFile(t, { cookie: '' }, url)).status).toBe(401);
    expect((await t.client(viewer).call('listPhotoChecks')).status).toBe(403);
    expect((await decide(viewer, id, 'approve')).status).toBe(403);
    expect(await auditOf(id)).toEqual([]);
    for (let reading = 0; reading < 2; reading += 1) expect((await fetchFile(t, moderator, url)).status).toBe(200);
    expect(await auditOf(id)).toEqual(Array(2).fill(`selfie.opened ${moderator.accountId}`));
    expect((await fetchFile(t, moderator, url, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);

    const own = await aProfile(t, { role: 'moderator' });
    await t.db
      .updateTable('profiles')
      .set({ photo_key: 'k'.repeat(32) })
      .where('id', '=', own.profileId)
      .execute();
    await aWaitingSelfie(own);
    const ownId = (await rowOf(own)).id;
    expect((await fetchFile(t, own, await selfieOf(own))).status).toBe(403);
    expect((await decide(own, ownId, 'approve')).status).toBe(403);
    expect(await auditOf(ownId)).toEqual([]);
  }, 60_000);

  it('leaves no file, hash or colour of the upload, and is sealed in the database', async () => {
    await start(creator);
    const mediaId = await upload(creator);
    const { storage_key: folder } = await t.db
      .selectFrom('media')
      .select('storage_key')
      .where('id', '=', mediaId)
      .executeTakeFirstOrThrow();
    const isStored = () => t.context.media.storage.stat(`${folder}/${fileName(240, 'webp')}`);
    expect(await isStored()).toBeDefined();
    await t.client(creator).call('sendPhotoCheck', { body: { mediaId, consent: true } });
    await t.drain();
    expect(await isStored()).toBeUndefined();
    const left = await t.db
      .selectFrom('media')
      .leftJoin('media_prints', 'media_id', 'media.id')
      .select(['state', 'sha256', 'tints', 'prints'])
      .where('media.id', '=', mediaId)
      .executeTakeFirstOrThrow();
    expect(left).toEqual({ state: 'blocked', sha256: null, tints: [], prints: null });
    const row = await rowOf(creator);
    expect(row.consent_version).toBe(selfieWording.number);
    expect(row.selfie_sealed?.includes('WEBP')).toBe(false);

    // A sealed selfie opens for its own check alone.
    const other = await aCreator(t);
    await t.client(other).call('setPhotos', { body: { mediaIds: [await upload(other)] } });
    const moved = await aWaitingSelfie(other);
    await t.db
      .updateTable('photo_checks')
      .set({ selfie_sealed: row.selfie_sealed })
      .where('id', '=', moved.id)
      .execute();
    expect((await fetchFile(t, await aModerator(), `/img/s/${moved.id}.webp`)).status).toBe(500);
  }, 60_000);

  it('is deleted with the decision, and after thirty days without one', async () => {
    const moderator = await aModerator();
    const { id } = await aWaitingSelfie();
    await decide(moderator, id, 'approve');
    expect(await hasSelfie(creator)).toBe(false);
    const other = await aCreator(t);
    await t.client(other).call('setPhotos', { body: { mediaIds: [await upload(other)] } });
    await aWaitingSelfie(other);
    t.clock.advance(selfieWaitDays * 86_400_000 + 2 * 3_600_000);
    const sweep = t.context.profiles.tasks.find(({ kind }) => kind.name === 'profiles.photo-checks.sweep');
    await sweep?.run({}, { id: '1', attempt: 1 });
    expect([(await rowOf(other)).state, await hasSelfie(other)]).toEqual(['expired', false]);
    expect((await rowOf(creator)).state).toBe('verified');
  }, 60_000);
});
