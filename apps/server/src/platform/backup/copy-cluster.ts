import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders whose files PostgreSQL makes anew, as its manual lists them for a base backup. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const left = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|recovery\.signal)$/;

/**
 * Copies a cluster, running between `pg_backup_start` and `pg_backup_stop` or at rest. Files that vanish during it are
 * passed over: the log brings them back or removes them. Returns the bytes copied.
 */
export async function copyCluster(source: string, target: string): Promise<number> {
  let bytes = 0;
  async function copyFolder(from: string, to: string, isTop: boolean): Promise<void> {
    await mkdir(to, { recursive: true, mode: 0o700 });
    const entries = await unlessGone(readdir(from, { withFileTypes: true }));
    for (const entry of entries ?? []) {
      if (left.test(entry.name)) continue;
      const [path, copy] = [join(from, entry.name), join(to, entry.name)];
      if (!entry.isDirectory()) {
        await unlessGone(copyFile(path, copy, constants.COPYFILE_FICLONE));
        bytes += (await unlessGone(stat(copy)))?.size ?? 0;
      } else if (isTop && emptied.has(entry.name)) await mkdir(copy, { recursive: true, mode: 0o700 });
      else await copyFolder(path, copy, false);
    }
  }
  await copyFolder(source, target, true);
  // PostgreSQL does not create it.
  await mkdir(join(target, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 });
  return bytes;
}

/** Null where the file is gone; other errors reject. */
export async function unlessGone<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
