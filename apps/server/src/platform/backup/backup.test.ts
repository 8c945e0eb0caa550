import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpOnce } from './backup.ts';
import { formatLogPosition, parseLogPosition, segmentName } from './log-positions.ts';
import { type Base, paths, pruneBases, writeJson } from './manifest.ts';
import { createMediaCopy, pruneMedia } from './media-copy.ts';
import { createKeysCopy, masterKeysOf, sealFiles, unsealFiles } from './sealed-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlam-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const passphrase = 'a passphrase of the operator';
const days = (count: number) => new Date(Date.UTC(2026, 10, 1 + count));

describe('positions of the log', () => {
  it.each([
    ['0/0', 0n, '000000010000000000000000'],
    ['0/1FFFFFF', 0x1ffffffn, '000000010000000000000001'],
    ['0/FFFFFFFF', 0xffffffffn, '0000000100000000000000FF'],
    ['1/0', 0x100000000n, '000000010000000100000000'],
    ['AB/CD000028', 0xabcd000028n, '00000001000000AB000000CD'],
  ])('%s', (text, position, segment) => {
    expect(parseLogPosition(text)).toBe(position);
    expect(formatLogPosition(position)).toBe(text);
    expect(segmentName('00000001', position, 16n * 2n ** 20n)).toBe(segment);
  });

  it('refuses other text', () => {
    for (const text of ['', '0', '0/', '0/XYZ', '0/123456789'])
      expect(() => parseLogPosition(text)).toThrow(/position/);
  });
});

describe('keys in a backup', () => {
  it('are opened by the passphrase and by no other, and not when a byte was changed', async () => {
    const key = 'f'.repeat(64);
    await writeFile(join(folder, 'master.key'), key);
    const file = join(folder, 'keys.sealed');
    await sealFiles(folder, file, passphrase);
    const sealed = await readFile(file);
    expect(sealed.includes(key)).toBe(false);
    expect(await unsealFiles(file, passphrase)).toEqual({ 'master.key': key });
    expect(await unsealFiles(file, `${passphrase}!`)).toBeNull();
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    await writeFile(file, sealed);
    expect(await unsealFiles(file, passphrase)).toBeNull();
  });
});

describe('a master key that was changed', () => {
  it('is copied at once, and those before it stay for older moments', async () => {
    const [file, target] = [join(folder, 'master.key'), join(folder, 'keys.sealed')];
    const keys = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
    const copy = createKeysCopy(folder, target, passphrase);
    for (const key of keys) {
      await writeFile(file, key);
      await copy();
    }
    const held = (await unsealFiles(target, passphrase)) ?? {};
    expect(held['master.key']).toBe(keys[2]);
    expect(new Set(masterKeysOf(held).values())).toEqual(new Set(keys));
    const before = await readFile(target);
    await copy();
    expect(await readFile(target)).toEqual(before);
  });
});

describe('media in a backup', () => {
  it('are copied once, without half files, and stay for the days that are kept after they are gone', async () => {
    const [source, target] = [join(folder, 'media'), join(folder, 'copy')];
    await mkdir(join(source, 'ab/cd/first'), { recursive: true });
    await writeFile(join(source, 'ab/cd/first/720.webp'), 'one');
    await writeFile(join(source, 'ab/cd/first/1080.webp.0f.part'), 'half');
    const media = createMediaCopy(source, target);
    expect([await media.copy(), await media.copy()]).toEqual([1, 0]);
    await mkdir(join(source, 'ab/ce/second'), { recursive: true });
    await writeFile(join(source, 'ab/ce/second/720.webp'), 'two');
    expect([await media.copy(), await media.copy()]).toEqual([1, 0]);
    expect(await readFile(join(target, 'ab/ce/second/720.webp'), 'utf8')).toBe('two');

    await rm(join(source, 'ab/cd/first'), { recursive: true });
    expect(await pruneMedia(source, target, 14, days(0))).toBe(0);
    expect(await pruneMedia(source, target, 14, days(14))).toBe(0);
    expect(await pruneMedia(source, target, 14, days(15))).toBe(1);
    expect(existsSync(join(target, 'ab/cd/first/720.webp'))).toBe(false);
    expect(existsSync(join(target, 'ab/ce/second/720.webp'))).toBe(true);
  });
});

describe('old bases', () => {
  it('go with the log before them, and the one that the oldest moment needs stays', async () => {
    const { log, base, manifest } = paths(folder);
    await mkdir(log);
    const name = (day: number) => `base-${day}`;
    for (const day of [1, 5, 9]) {
      await mkdir(base(name(day)));
      const firstSegment = `0000000100000000000000${String(day).padStart(2, '0')}`;
      await writeJson(manifest(name(day)), {
        name: name(day),
        finishedAt: days(day).toISOString(),
        firstSegment,
      } as Base);
      await writeFile(join(log, firstSegment), '');
    }
    await mkdir(base('base-cut-short'));
    // Seven days before day 13 is day 6, which is reached from the base of day 5.
    expect((await pruneBases(folder, 7, days(13))).sort()).toEqual(['base-1', 'base-cut-short']);
    expect((await readdir(log)).sort()).toEqual(['000000010000000000000005', '000000010000000000000009']);
  });
});

describe('a backup that cannot begin', () => {
  const refusal = (change: object) =>
    backUpOnce({
      ...{ dataDir: join(folder, 'data'), folder: join(folder, 'to'), passphrase, keepDays: 14 },
      ...{ vlam: '0', media: true, ...change },
    }).then(
      () => null,
      (error: Error) => error.message,
    );

  it('says why', async () => {
    expect(await refusal({})).toMatch(/^No database runs on .*data: start Vlam first/);
    expect(await refusal({ passphrase: 'short' })).toMatch(/^BACKUP_PASSPHRASE: needs 16 characters or more/);
    expect(await refusal({ folder: join(folder, 'data-backup') })).toMatch(/^No database runs/);
    expect(await refusal({ folder: join(folder, 'data/backup') })).toMatch(/a backup beside its data is lost with it$/);
  });
});
