import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aCreator, aPaidPicture, type TestProfile } from '../../../test/factories.ts';
import { aPicture, sendFile } from '../../../test/pictures.ts';
import { AppError } from '../../platform/errors.ts';
import { createFileFetcher } from './fetch-file.ts';
import { createMediaService, type MediaService } from './service.ts';
import { sweepAfterMs } from './sweep.ts';

describe('the media service', () => {
  let app: TestApp;
  let creator: TestProfile;
  beforeAll(async () => {
    app = await startTestApp();
    creator = await aCreator(app);
  });
  afterAll(() => app.close());

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: AppError) => error.code,
    );
  const rowOf = (id: string) => app.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();

  it("returns only the account's own ready picture for publication", async () => {
    const { media } = app.context;
    const { id } = await sendFile(app, creator, await aPicture({ width: 64, height: 64 }));
    const find = (accountId: string) => codeOf(media.findReadyImage(app.db, accountId, id));
    expect(await find(creator.accountId)).toBe('MEDIA_NOT_READY');
    await app.drain();
    expect(await media.findReadyImage(app.db, creator.accountId, id)).toMatchObject({ id, width: 64, widths: [64] });
    expect(await find((await aCreator(app)).accountId)).toBe('NOT_FOUND');
    expect(await media.tintsOf(app.db, id)).toHaveLength(6);
    expect(await media.tintsOf(app.db, creator.accountId)).toEqual([]);
    expect([...(await media.listByIds(app.db, [id, creator.accountId])).keys()]).toEqual([id]);
  });

  it('stores a sample under the id it is given', async () => {
    const id = '0190b5c0-0000-7000-8000-00000000abcd';
    const createdAt = new Date('2026-10-01T00:00:00Z');
    const picture = await aPicture({ width: 100, height: 80 });
    const media = await app.context.media.importSample(creator.accountId, picture, { id, createdAt });
    expect(media).toMatchObject({ id, state: 'ready', width: 100, height: 80 });
    expect((await rowOf(id))?.ready_at).toEqual(createdAt);
  });

  describe('importing from an address', () => {
    const serviceThat = (read: (address: string) => Promise<Buffer>): MediaService =>
      createMediaService({
        ...{ ...app.context, db: app.db, databaseUrl: app.databaseUrl },
        fetcher: { ...createFileFetcher(), read },
      });

    it('imports the picture at the address', async () => {
      const bytes = await aPicture({ width: 64, height: 32 });
      const media = await serviceThat(async () => bytes).importFromUrl(creator, 'https://pictures.example/a.jpg');
      expect(media).toMatchObject({ ownerId: creator.accountId, state: 'ready', width: 64, height: 32 });
    });

    it('T52: fetches nothing of our own network', async () => {
      for (const address of [
        'https://127.0.0.1/a.png',
        'https://[::ffff:127.0.0.1]/',
        'http://example.com/',
        'javascript:1',
      ])
        expect(await codeOf(app.context.media.importFromUrl(creator, address))).toBe('VALIDATION_FAILED');
    });

    it('returns the reason when a file is no picture, and stores only the attempt', async () => {
      const svg = serviceThat(async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
      const other = await aCreator(app);
      await expect(svg.importFromUrl(other, 'https://a.example/')).rejects.toMatchObject({
        code: 'UNSUPPORTED_MEDIA',
        message: 'Only JPEG, PNG and WebP pictures can be used',
      });
      const refusing = serviceThat(async () => {
        throw new AppError('TOO_LARGE');
      });
      expect(await codeOf(refusing.importFromUrl(other, 'https://a.example/'))).toBe('TOO_LARGE');
      const rows = await app.db.selectFrom('media').select('state').where('owner_id', '=', other.accountId).execute();
      expect(rows).toEqual([{ state: 'failed' }, { state: 'failed' }]);
    });
  });

  describe('the sweep', () => {
    const sweep = async () => {
      await app.context.jobs.enqueue(app.db, { name: 'media.sweep', maxAttempts: 1 }, {});
      await app.drain();
    };
    const begin = async (length: number) => {
      const answer = await app.app.inject({
        method: 'POST',
        url: '/api/uploads',
        headers: {
          cookie: creator.cookie,
          'sec-fetch-site': 'same-origin',
          'tus-resumable': '1.0.0',
          'upload-length': String(length),
        },
      });
      return String(answer.headers.location).slice(-36);
    };
    const arrived = (id: string) => readdirSync(join(app.config.dataDir, 'uploads')).includes(id);

    it('F12: finishes uploads that had arrived when the process died, and clears incomplete ones', async () => {
      const whole = await sendFile(app, creator, await aPicture({ width: 30, height: 30 }));
      await app.db.updateTable('media').set({ state: 'uploading' }).where('id', '=', whole.id).execute();
      const left = await begin(500);
      app.clock.advance(11 * 60_000);
      await sweep();
      expect((await rowOf(whole.id))?.state).toBe('ready');
      expect((await rowOf(left))?.state).toBe('uploading');
      app.clock.advance(sweepAfterMs.unfinished);
      await sweep();
      expect((await rowOf(left))?.state).toBe('failed');
      expect(arrived(left)).toBe(false);
      app.clock.advance(sweepAfterMs.failed);
      await sweep();
      expect(await rowOf(left)).toBeUndefined();
    });

    it('F12: a file whose worker was killed is processed by another one within half an hour', {
      tags: ['long'],
    }, async () => {
      const resume = async () => {
        await app.context.jobs.enqueue(app.db, { name: 'media.resume', maxAttempts: 1 }, {});
        await app.drain();
      };
      const { id } = await sendFile(app, creator, await aPicture({ width: 40, height: 40 }));
      // The queue believes for hours that a worker has it.
      const taken = await app.database.pool.query(
        `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), attempts = 1
          where key = 'media.process:' || $1`,
        [id],
      );
      expect(taken.rowCount).toBe(1);
      await resume();
      expect((await rowOf(id))?.state).toBe('processing');
      app.clock.advance(11 * 60_000);
      await app.context.media.uploads.locks.alone(id, async () => {
        await resume();
        expect((await rowOf(id))?.state).toBe('processing');
      });
      await resume();
      expect((await rowOf(id))?.state).toBe('ready');
      expect(arrived(id)).toBe(false);
    });

    it('leaves a file that is being processed, however long it took to arrive', async () => {
      const { id } = await sendFile(app, creator, await aPicture({ width: 41, height: 41 }));
      await app.database.pool.query(`delete from graphile_worker._private_jobs where key = 'media.process:' || $1`, [
        id,
      ]);
      app.clock.advance(sweepAfterMs.stuck + 60_000);
      await app.context.media.uploads.locks.alone(id, async () => {
        await sweep();
        expect((await rowOf(id))?.state).toBe('processing');
      });
      await sweep();
      expect((await rowOf(id))?.state).toBe('failed');
    });

    it('removes unpublished pictures after a week, and keeps referenced ones', async () => {
      const unused = await app.context.media.importSample(
        creator.accountId,
        await aPicture({ width: 20, height: 20 }),
        {
          createdAt: app.clock.now(),
        },
      );
      const { mediaId: used } = await aPaidPicture(app, { creator });
      app.clock.advance(sweepAfterMs.unused + 1_000);
      await sweep();
      expect(await rowOf(unused.id)).toBeUndefined();
      expect((await rowOf(used))?.found_in_use_at).not.toBeNull();
    });
  });

  it('says at /healthz that files can be written', async () => {
    expect((await app.client().request('GET', '/healthz?parts')).body).toMatchObject({ ok: true, storage: true });
  });
});
