import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ContentView } from '@vlam/contract/content';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aClip } from '../../../test/clips.ts';
import { aCreator, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { findClips } from '../../../test/machine.ts';
import { aPicture } from '../../../test/pictures.ts';
import { at, mildAnswers } from '../../../test/publications.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { AppError } from '../../platform/errors.ts';
import { createFileFetcher } from '../media/fetch-file.ts';

// Films and sounds from an address, which a job fetches.

const clipsWork = await findClips();
const address = 'https://films.example/rain.mp4';
let found: Buffer | AppError;
const t = useTestApp({
  fetcher: {
    ...createFileFetcher(),
    async save(_address, path, { maxBytes }) {
      if (found instanceof AppError) throw found;
      if (found.length > maxBytes) throw new AppError('TOO_LARGE');
      await writeFile(path, found);
      return found.length;
    },
  },
});

describe.skipIf(!clipsWork)('a film from an address (skipped where the FFmpeg bindings are not installed)', () => {
  let film: Buffer;
  beforeAll(async () => {
    film = await aClip({ seconds: 2 });
  });
  beforeEach(() => {
    found = film;
  });
  const publish = (creator: TestProfile, more: object = {}) =>
    t.client(creator).call('createContent', {
      body: {
        ...{ title: 'Rain', description: '', mediaType: 'video', mediaUrl: address, isPremium: true, price: 15 },
        ...{ classificationAnswers: mildAnswers, ...more },
      },
    });

  /** The item once jobs ran and it has a state, which it gets after its file. */
  async function settled(owner: TestProfile, id: string, state: string): Promise<ContentView> {
    await t.drain();
    const read = async () => (await t.client(owner).call('getContent', at(id))).body;
    await expect.poll(async () => (await read()).state).toBe(state);
    return read();
  }

  it('waits for its file, is published when that is ready, and is sold with marks', async () => {
    const creator = await aCreator(t);
    const made = await publish(creator);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ state: 'draft', rules: { problem: null } });
    expect(made.body.rules?.publishAt).not.toBeNull();
    const fan = await aProfile(t);
    expect((await t.client(fan).call('getContent', at(made.body.id))).error?.code).toBe('NOT_FOUND');
    await settled(creator, made.body.id, 'published');
    // The marked copies are there after another job.
    await t.drain();
    const shown = (await t.client(fan).call('getContent', at(made.body.id))).body;
    expect(shown).toMatchObject({ isLocked: true, mediaType: 'video' });
    expect(shown.duration).toBeCloseTo(2, 0);
    const [media] = await t.db
      .selectFrom('media')
      .select(['is_marked', 'state'])
      .where('owner_id', '=', creator.accountId)
      .execute();
    expect(media).toEqual({ is_marked: true, state: 'ready' });
    await giveCredits(t, fan.accountId, 100);
    const body = { price: 15, startNow: true };
    expect((await t.client(fan).call('unlockContent', { ...at(made.body.id), body })).status).toBe(200);
  });

  it('keeps a draft with the reason when nothing can be fetched, or what is there is no film', {
    tags: ['long'],
  }, async () => {
    const creator = await aCreator(t);
    const reasonFor = async (answer: Buffer | AppError) => {
      found = answer;
      const { body } = await publish(creator);
      await t.drain();
      const read = async () => (await t.client(creator).call('getContent', at(body.id))).body;
      await expect.poll(async () => (await read()).rules?.problem).not.toBeNull();
      return read();
    };
    const away = new AppError('VALIDATION_FAILED', { message: 'Nothing could be fetched from this address' });
    expect(await reasonFor(away)).toMatchObject({
      state: 'draft',
      rules: { problem: 'Nothing could be fetched from this address' },
    });
    const picture = await reasonFor(await aPicture({ width: 80, height: 60 }));
    expect(picture).toMatchObject({ state: 'draft', rules: { problem: expect.stringContaining('MP4') } });
    expect((await reasonFor(film.subarray(0, film.length / 3))).state).toBe('draft');
  });

  it('keeps the time and the draft that its creator chose', { tags: ['long'] }, async () => {
    const creator = await aCreator(t);
    const publishAt = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const planned = (await publish(creator, { publishAt })).body;
    await t.drain();
    const draft = (await publish(creator, { state: 'draft' })).body;
    await t.drain();
    for (const { id } of [planned, draft])
      expect((await t.client(creator).call('getContent', at(id))).body).toMatchObject({ state: 'draft' });
    expect((await t.client(creator).call('publishContent', at(draft.id))).body.state).toBe('published');
  });

  it('fetches one file of an account at a time, and continues after a process was killed', {
    tags: ['long'],
  }, async () => {
    const creator = await aCreator(t);
    const first = await publish(creator);
    expect((await publish(creator)).error).toMatchObject({
      code: 'CONFLICT',
      message: 'A file of yours is being fetched. Wait until it is here',
    });
    // Its process was killed, and the queue holds the job for hours.
    await sql`delete from graphile_worker._private_jobs`.execute(t.db);
    t.clock.advance(1_000);
    await t.context.media.resumeProcessing();
    expect((await settled(creator, first.body.id, 'published')).duration).toBeCloseTo(2, 0);
  });

  it('T58: asks for no consent before the file is there, and marks the draft that is for sale', async () => {
    const creator = await aCreator(t);
    const friend = await aProfile(t);
    const made = (await publish(creator, { state: 'draft', depicts: 'me_and_others' })).body;
    const ask = () =>
      t.client(creator).call('askConsent', { ...at(made.id), body: { profileId: friend.profileId, name: 'A friend' } });
    expect((await ask()).error).toMatchObject({
      code: 'CONFLICT',
      message: 'Its file is still on its way. Ask them when it is here',
    });
    await t.drain();
    const isMarked = async () =>
      (
        await t.db
          .selectFrom('media')
          .select('is_marked')
          .where('owner_id', '=', creator.accountId)
          .executeTakeFirstOrThrow()
      ).is_marked;
    await expect.poll(isMarked).toBe(true);
    expect((await ask()).status).toBeLessThan(300);
  });

  it('keeps nothing of a file whose item was removed, and counts for the day what has travelled', async () => {
    const creator = await aCreator(t);
    const made = (await publish(creator)).body;
    await t.client(creator).call('removeContent', at(made.id));
    await t.drain();
    const media = () =>
      t.db
        .selectFrom('media')
        .select(['id', 'state', 'import_address'])
        .where('owner_id', '=', creator.accountId)
        .executeTakeFirstOrThrow();
    const { id, ...left } = await media();
    expect(left).toEqual({ state: 'blocked', import_address: null });
    expect(await t.context.media.uploads.received(id)).toBeUndefined();
    // One that was removed while it travelled.
    const other = (await publish(creator)).body;
    const [second] = await t.db
      .selectFrom('media')
      .selectAll()
      .where('owner_id', '=', creator.accountId)
      .where('state', '=', 'uploading')
      .execute();
    await t.client(creator).call('removeContent', at(other.id));
    const wanted = { id: second?.id ?? '', kind: 'video' } as const;
    await t.context.media.uploads.receive(wanted, film.length, () => Readable.from([film]));
    expect(await t.context.media.uploads.received(wanted.id)).toBeUndefined();
  });

  it('is not fetched for an item that could not be stored, and keeps no other one waiting', async () => {
    const creator = await aCreator(t);
    const failing = vi.spyOn(t.context.media, 'markFilms').mockRejectedValueOnce(new Error('no answer'));
    expect((await publish(creator)).status).toBe(500);
    failing.mockRestore();
    const files = t.db.selectFrom('media').select('id').where('owner_id', '=', creator.accountId);
    expect(await files.execute()).toEqual([]);
    expect((await publish(creator)).status).toBe(201);
  });

  it('T52: refuses addresses of our own network before anything is stored', async () => {
    const creator = await aCreator(t);
    for (const mediaUrl of ['https://127.0.0.1/a.mp4', 'https://[::ffff:127.0.0.1]/', 'http://films.example/a.mp4'])
      expect((await publish(creator, { mediaUrl })).error?.details?.fields).toHaveProperty('mediaUrl');
    expect(await t.db.selectFrom('media').select('id').where('owner_id', '=', creator.accountId).execute()).toEqual([]);
  });
});
