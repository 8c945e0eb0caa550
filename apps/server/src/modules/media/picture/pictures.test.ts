import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distanceOf } from '@vlam/contract/rules/pdq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPicture } from '../../../../test/pictures.ts';
import { drawScene } from '../../../../test/scene.ts';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';
import { confinement, hideFromPrograms, ProgramKilled } from '../confined.ts';
import { printsOf } from '../prints/prints.ts';
import { fromRaw, PictureRefused } from '../process-image.ts';
import { createPictures } from './pictures.ts';
import { createProgramStarter, defaultLimits, openProgram, type PictureProgram, ProgramBroken } from './program.ts';

/** Pictures whose programs a test can end, with every program that was started. */
function watchedPictures(limits = defaultLimits) {
  const started: PictureProgram[] = [];
  const pictures = createPictures(async () => {
    const program = await openProgram(limits);
    started.push(program);
    return program;
  });
  const pidOf = (index: number) => {
    const pid = started.at(index)?.pid;
    if (!pid) throw new Error('not started');
    return pid;
  };
  return { ...pictures, started, pidOf };
}
/** Resolves once a program has been asked for a picture and has not answered. */
function whenAsked(programs: readonly PictureProgram[], index: number): Promise<void> {
  const program = programs[index];
  if (!program) throw new Error('not started');
  const { ask } = program;
  return new Promise((resolve) => {
    program.ask = (...asked) => {
      const answer = ask(...asked);
      resolve();
      return answer;
    };
  });
}
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof PictureRefused ? error.kind : `crashed: ${error}`),
  );

let picture: Buffer;
let folder: string;
beforeAll(async () => {
  picture = await aPicture({ width: 1080, height: 1920 });
  folder = await mkdtemp(join(tmpdir(), 'vlam-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the programs that open pictures', () => {
  it('are started again when one is killed in the middle of a picture, which is then prepared whole', {
    tags: ['long'],
  }, async () => {
    const { processImage, started, pidOf } = watchedPictures();
    const before = await processImage(picture);
    const asked = whenAsked(started, 0);
    const preparing = processImage(picture);
    await asked;
    process.kill(pidOf(0), 'SIGKILL');
    const after = await preparing;
    expect(started).toHaveLength(2);
    expect(after.files.map(({ bytes }) => bytes.equals(before.files.shift()?.bytes ?? Buffer.alloc(0)))).toEqual(
      Array(6).fill(true),
    );
  });

  it('refuse a picture that ends three of them, and take the next one', async () => {
    const started: PictureProgram[] = [];
    let isKilling = true;
    const { processImage } = createPictures(async () => {
      const program = await openProgram();
      started.push(program);
      if (isKilling) void whenAsked(started, started.length - 1).then(() => process.kill(program.pid ?? 0, 'SIGKILL'));
      return program;
    });
    expect(await refusalOf(processImage(picture))).toBe('unreadable');
    expect(started).toHaveLength(3);
    isKilling = false;
    expect(await refusalOf(processImage(picture))).toBe('accepted');
  });

  it('T54: refuse at once a picture by which a decoder crashes or outgrows its memory', async () => {
    const crashed = watchedPictures();
    await crashed.processImage(picture);
    const asked = whenAsked(crashed.started, 0);
    const preparing = refusalOf(crashed.processImage(picture));
    await asked;
    process.kill(crashed.pidOf(0), 'SIGSEGV');
    expect([await preparing, crashed.started.length]).toEqual(['unreadable', 1]);
    expect(await refusalOf(crashed.processImage(picture))).toBe('accepted');

    const small = watchedPictures({ maxMemory: 200 * 1024 ** 2 });
    const large = await imageLibrary()({ create: { width: 7_000, height: 7_000, channels: 3, background: '#c03050' } })
      .jpeg({ progressive: true })
      .toBuffer();
    expect([await refusalOf(small.processImage(large)), small.started.length]).toEqual(['unreadable', 1]);
    expect(await refusalOf(createPictures().processImage(large))).toBe('accepted');
  });

  it('T56: have no network, no environment, and none of the hidden folders', async ({ skip }) => {
    if ((await confinement()) !== 'whole') skip('no mount namespaces');
    const first = watchedPictures();
    await first.openUpload(picture);
    await writeFile(join(folder, 'master.key'), 'canary');
    hideFromPrograms(folder);
    // One that was started before sees the folder, so it is asked no more.
    await first.openUpload(picture);
    expect(first.started).toHaveLength(2);
    const seen = `/proc/${first.pidOf(1)}`;
    expect(await readdir(join(seen, 'root', folder))).toEqual([]);
    expect(await readdir(folder)).toEqual(['master.key']);
    expect(await readFile(join(seen, 'environ'), 'utf8')).toBe('');
    expect(await readlink(join(seen, 'ns/net'))).not.toBe(await readlink('/proc/self/ns/net'));
    expect((await readFile(join(seen, 'net/dev'), 'utf8')).match(/^\s*\w+:/gm)).toEqual(['    lo:']);
    const limits = await readFile(join(seen, 'limits'), 'utf8');
    expect(/^Max data size +(\d+)/m.exec(limits)?.[1]).toBe(String(2_400 * 1024 ** 2));
  });

  it('T57: hash a picture, by its pixels that are stored, in a program that has opened no file', async () => {
    const asked = new Map<PictureProgram, string[]>();
    const { openUpload, printsOfPixels, processImage } = createPictures(async () => {
      const program = await openProgram();
      const { ask } = program;
      asked.set(program, []);
      program.ask = async (question, sent) => {
        asked.get(program)?.push(question.task);
        const frame = await ask(question, sent);
        // As one would answer that a picture took over: it says another hash with every answer.
        const forged = { upright: { bits: 'ab'.repeat(32), quality: 0 }, mirrored: null, turned: [] };
        return question.task === 'prints' ? frame : { ...frame, header: { ...(frame.header as object), ...forged } };
      };
      return program;
    });
    const sent = await fromRaw(drawScene({ width: 1080, height: 1350, seed: 1 }))
      .jpeg()
      .toBuffer();
    const opened = await openUpload(sent);
    const [{ upright }, { files }] = [await printsOfPixels(opened), await processImage(sent)];
    expect([...asked.values()].map((tasks) => [...new Set(tasks)])).toEqual([['picture'], ['prints']]);
    expect(upright.quality).toBeGreaterThan(50);
    // What is stored looks like what was hashed.
    const stored = await printsOf(imageLibrary()(files.find(({ name }) => name === '1080.webp')?.bytes));
    expect(distanceOf(stored.upright.bits, upright.bits)).toBeLessThan(10);
  });

  it('T57: leave a picture without a hash when the program that hashes it is ended, and do not call it harmless', {
    tags: ['long'],
  }, async () => {
    const started: PictureProgram[] = [];
    const { printsOfPixels } = createPictures(async () => {
      const program = await openProgram();
      started.push(program);
      void whenAsked(started, started.length - 1).then(() => process.kill(program.pid ?? 0, 'SIGKILL'));
      return program;
    });
    const opened = await createPictures().openUpload(picture);
    await expect(printsOfPixels(opened)).rejects.toThrow(ProgramKilled);
    expect(started).toHaveLength(3);
  });

  it('T54: keep the system limit of their memory when one could not start', async () => {
    const asked: (number | null)[] = [];
    const failures: Error[] = [];
    const { start, isLimited } = createProgramStarter(async (maxData) => {
      asked.push(maxData);
      const cause = failures.shift();
      if (cause) throw new Error('did not start', { cause });
      return openProgram(defaultLimits, maxData);
    });
    const broken = new ProgramBroken('code 1');
    // Killed from outside: the first start tells nothing yet.
    failures.push(new ProgramKilled('ended by SIGKILL'));
    await expect(start()).rejects.toThrow('did not start');
    failures.push(broken, broken);
    (await start()).end();
    failures.push(...Array(5).fill(broken));
    for (let time = 0; time < 5; time += 1) await expect(start()).rejects.toThrow('did not start');
    (await start()).end();
    expect([await isLimited(), new Set(asked)]).toEqual([true, new Set([2_400 * 1024 ** 2])]);
  });

  it('start without the system limit where no start fits into it, which is known from then on', {
    tags: ['long'],
  }, async () => {
    const asked: (number | null)[] = [];
    const { start, isLimited } = createProgramStarter((maxData) => {
      asked.push(maxData);
      // Too little for Node itself.
      return openProgram(defaultLimits, maxData && 100 * 1024 ** 2);
    });
    expect(await isLimited()).toBe(false);
    expect(await refusalOf(createPictures(start).processImage(picture))).toBe('accepted');
    expect(asked.map((maxData) => maxData === null)).toEqual([false, false, false, true, true]);
  });

  it('are replaced after 64 pictures', { tags: ['long'] }, async () => {
    const { openUpload, started } = watchedPictures();
    for (let count = 0; count < 65; count += 1) await openUpload(picture);
    expect(started).toHaveLength(2);
  });
});
