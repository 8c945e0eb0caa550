import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentView } from '@vlam/contract/content';
import { afterAll, describe, expect, it } from 'vitest';
import { createFileFetcher } from '../../src/modules/media/fetch-file.ts';
import { AppError } from '../../src/platform/errors.ts';
import { aCreator, type TestProfile } from '../factories.ts';
import { findClips } from '../machine.ts';
import { at, mildAnswers } from '../publications.ts';
import { useTestApp } from '../use-app.ts';
import { createRandom, type Random } from './random.ts';

// Random schedules of sounds that are fetched from an address, by two processes, against a plain model: what a file's
// state must be after each, whatever was killed, removed, asked twice or gone in between.

const clipsWork = await findClips();
const seeds = Number(process.env.IMPORT_SEEDS ?? 6);
const firstSeed = Number(process.env.SEED ?? 71);
const steps = 90;

/** A fetch that the schedule decides about. */
interface Fetch {
  address: string;
  /** The run that asked for it has lost its lock, or its file is not wanted any more. */
  isAborted(): boolean;
  arrive(): Promise<void>;
  fail(error: Error): void;
}
let fetches: Fetch[] = [];

/** Begins as a WAVE file does; what follows it is for the encoder, which these schedules do not run. */
const bytesOf = (address: string) => Buffer.from(`RIFF0000WAVEfmt ${address}`.padEnd(4_000, address));

const t = useTestApp({
  poolSize: 8,
  fetcher: {
    ...createFileFetcher(),
    save(address, path, { signal }) {
      if (signal?.aborted) return Promise.reject(new Error('aborted'));
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const fetch: Fetch = {
        address,
        isAborted: () => signal?.aborted === true,
        async arrive() {
          end();
          const bytes = bytesOf(address);
          await writeFile(path, bytes);
          resolve(bytes.length);
        },
        fail(error) {
          end();
          reject(error);
        },
      };
      const end = () => {
        fetches = fetches.filter((each) => each !== fetch);
      };
      signal?.addEventListener('abort', () => fetch.fail(new Error('aborted')));
      fetches.push(fetch);
      return promise;
    },
  },
});

type State = 'fetching' | 'arrived' | 'gone' | 'removed';
interface Modelled {
  owner: TestProfile;
  address: string;
  itemId: string;
  mediaId: string;
  state: State;
}

const gone = new AppError('VALIDATION_FAILED', { message: 'Nothing could be fetched from this address' });

describe.skipIf(!clipsWork)('files from an address (skipped where the FFmpeg bindings are not installed)', () => {
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });

  async function runSchedule(random: Random): Promise<Record<State, number>> {
    fetches = [];
    const second = await t.startSecondProcess();
    ends.push(() => second.close());
    const processes = [t, second] as const;
    const creators = [await aCreator(t), await aCreator(t), await aCreator(t)];
    const files: Modelled[] = [];
    const runs = new Set<Promise<unknown>>();

    /** The queue runs a job at least once, in any process, and again after it threw. */
    function run(file: Modelled): void {
      const { context } = random.pick(processes);
      const task = context.media.tasks.find(({ kind }) => kind.name === 'media.import');
      const running = task?.run({ mediaId: file.mediaId }, { id: '1', attempt: 1 }).catch(() => undefined);
      if (!running) throw new Error('no job fetches files');
      runs.add(running);
      void running.finally(() => runs.delete(running));
    }

    async function publish(owner: TestProfile): Promise<void> {
      const address = `https://sounds.example/${random.next()}.wav`;
      const body = {
        ...{ title: 'Rain', description: '', mediaType: 'audio', mediaUrl: address },
        classificationAnswers: mildAnswers,
      };
      const times = random.chance(0.3) ? 2 : 1;
      const answers = await Promise.all(
        processes.slice(0, times).map((each) => each.client(owner).call('createContent', { body })),
      );
      const isBusy = files.some((file) => file.owner === owner && file.state === 'fetching');
      const made = answers.filter(({ status }) => status === 201).map(({ body: item }) => item as ContentView);
      expect(made).toHaveLength(isBusy ? 0 : 1);
      for (const { status, error } of answers) if (status !== 201) expect(error?.code).toBe('CONFLICT');
      for (const item of made) {
        const row = await t.db
          .selectFrom('content_items')
          .select('media_id')
          .where('id', '=', item.id)
          .executeTakeFirstOrThrow();
        files.push({ owner, address, itemId: item.id, mediaId: row.media_id ?? '', state: 'fetching' });
      }
    }

    async function remove(file: Modelled): Promise<void> {
      await t.client(file.owner).call('removeContent', at(file.itemId));
      // Nothing was there to take away.
      if (file.state !== 'gone') file.state = 'removed';
    }

    /** What comes of a fetch, and the model's word for it. */
    async function decide(fetch: Fetch): Promise<void> {
      const file = files.find(({ address }) => address === fetch.address);
      // It ended by itself.
      if (!file || !fetches.includes(fetch)) return;
      const end = random.pick(['arrive', 'arrive', 'gone', 'killed'] as const);
      if (end === 'arrive') await fetch.arrive();
      else fetch.fail(end === 'gone' ? gone : new Error('killed'));
      if (file.state !== 'fetching' || end === 'killed') return;
      const next = end === 'arrive' ? 'arrived' : 'gone';
      // One that loses its lock at this moment may leave the file to the next run.
      const read = async () => ((await stateOf(file)) === databaseStates[next] ? next : file.state);
      await expect
        .poll(async () => (await read()) === next || (fetch.isAborted() && runs.size === 0), { timeout: 10_000 })
        .toBe(true);
      file.state = await read();
    }

    const stateOf = async ({ mediaId }: Modelled) =>
      (
        await t.context.media.uploads.find(
          files.find((file) => file.mediaId === mediaId)?.owner.accountId ?? '',
          mediaId,
        )
      ).state;

    const acts: readonly (() => void | Promise<void>)[] = [
      () => publish(random.pick(creators)),
      () => publish(random.pick(creators)),
      () => (files.length > 0 ? run(random.pick(files)) : undefined),
      () => files.filter(({ state }) => state === 'fetching').forEach(run),
      () => (fetches.length > 0 ? decide(random.pick(fetches)) : undefined),
      () => (fetches.length > 0 ? decide(random.pick(fetches)) : undefined),
      () => (files.length > 0 && random.chance(0.5) ? remove(random.pick(files)) : undefined),
      // The connection that holds its locks is lost: another process may fetch what this one fetches.
      () => (random.chance(0.5) ? random.pick(processes).context.media.uploads.locks.close() : undefined),
      () => random.pick(processes).context.media.resumeProcessing(),
    ];
    const areSingle = () => new Set(fetches.map(({ address }) => address)).size === fetches.length;
    for (let step = 0; step < steps; step += 1) {
      await random.pick(acts)();
      // A process learns a moment later than the database that its lock is lost.
      if (!areSingle()) await expect.poll(areSingle).toBe(true);
    }

    for (let round = 0; round < 200 && files.some(({ state }) => state === 'fetching'); round += 1) {
      if (fetches.length === 0) files.filter(({ state }) => state === 'fetching').forEach(run);
      await expect.poll(() => fetches.length > 0 || runs.size === 0, { timeout: 10_000 }).toBe(true);
      for (const fetch of fetches) await decide(fetch);
    }
    while (fetches.length > 0) fetches[0]?.fail(new Error('killed'));
    await Promise.all(runs);
    for (const file of files) {
      const { state, address, mediaId } = file;
      expect([address, await stateOf(file)]).toEqual([address, databaseStates[state]]);
      if (state === 'arrived') expect(await t.context.media.uploads.readWhole(mediaId)).toEqual(bytesOf(address));
      if (state === 'gone') expect(await t.context.media.uploads.received(mediaId)).toBeUndefined();
    }
    // What was removed after it had arrived goes with the job that would have prepared it.
    for (const { mediaId, state } of files)
      if (state === 'removed') {
        const process = t.context.media.tasks.find(({ kind }) => kind.name === 'media.process-stream');
        await process?.run({ mediaId }, { id: '1', attempt: 1 });
        expect(await t.context.media.uploads.received(mediaId)).toBeUndefined();
      }
    const left = await readdir(join(t.config.dataDir, 'clips')).catch(() => []);
    expect(left.filter((name) => name.startsWith('import-'))).toEqual([]);
    return Object.fromEntries(
      Object.keys(databaseStates).map((state) => [state, files.filter((file) => file.state === state).length]),
    ) as Record<State, number>;
  }

  it('are fetched by one process at a time, arrive whole or keep their reason, and leave nothing of what is unwanted', async () => {
    const total: Record<State, number> = { fetching: 0, arrived: 0, gone: 0, removed: 0 };
    for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
      const counts = await runSchedule(createRandom(seed)).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
      for (const state of Object.keys(total) as State[]) total[state] += counts[state];
    }
    for (const state of ['arrived', 'gone', 'removed'] as const) expect(total[state]).toBeGreaterThan(seeds / 2);
  });
});

const databaseStates = { fetching: 'uploading', arrived: 'processing', gone: 'failed', removed: 'blocked' } as const;
