import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { unlessGone } from './copy-cluster.ts';

/** Files of the media folder never change, so a file with the same name is the same file. */
export interface MediaCopy {
  /** Copies what is new since the last call; returns the number of files. */
  copy(): Promise<number>;
}

/** Copies a media folder into a backup; a folder whose time of change is known is not read again. */
export function createMediaCopy(source: string, target: string): MediaCopy {
  const seen = new Map<string, number>();

  async function copyFolder(folder: string): Promise<number> {
    const found = await unlessGone(stat(folder));
    if (!found) {
      seen.delete(folder);
      return 0;
    }
    let copied = 0;
    const isKnown = seen.get(folder) === found.mtimeMs;
    const entries = (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? [];
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) copied += await copyFolder(path);
      else if (!isKnown && !entry.name.endsWith('.part')) copied += await copyNew(path);
    }
    // A file that comes in the same millisecond is found at the next change, or by the pass after a second.
    if (Date.now() - found.mtimeMs > 1_000) seen.set(folder, found.mtimeMs);
    return copied;
  }

  async function copyNew(path: string): Promise<number> {
    const copy = join(target, relative(source, path));
    if (await unlessGone(stat(copy))) return 0;
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    const done = await unlessGone(copyFile(path, `${copy}.part`, constants.COPYFILE_FICLONE).then(() => true));
    if (!done) return 0;
    await rename(`${copy}.part`, copy);
    return 1;
  }

  return { copy: () => copyFolder(source) };
}

/**
 * Removes files from a backup that have been gone from the media folder for longer than `keepDays`: until then a member
 * who goes back to an older moment finds them, and after that an erased picture is erased here too. Returns the number.
 */
export async function pruneMedia(source: string, target: string, keepDays: number, now: Date): Promise<number> {
  const listFile = `${target}-gone.json`;
  const known = JSON.parse((await unlessGone(readFile(listFile, 'utf8'))) ?? '{}') as Record<string, string>;
  const gone: Record<string, string> = {};
  let removed = 0;
  const files = (await unlessGone(readdir(target, { recursive: true, withFileTypes: true }))) ?? [];
  for (const entry of files) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(target, path);
    if (await unlessGone(stat(join(source, name)))) continue;
    const since = known[name] ?? now.toISOString();
    if (now.getTime() - Date.parse(since) > keepDays * 86_400_000) {
      await rm(path, { force: true });
      removed += 1;
    } else gone[name] = since;
  }
  await writeFile(`${listFile}.new`, JSON.stringify(gone), { mode: 0o600 });
  await rename(`${listFile}.new`, listFile);
  return removed;
}
