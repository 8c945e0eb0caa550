import { copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { formatLogPosition, parseLogPosition, segmentName } from './log-positions.ts';

/** The replication slot that keeps PostgreSQL from removing log that is not copied yet. */
const slot = 'vlam_backup';

export interface LogCopy {
  /** Everything before this position is in the copy. */
  readonly position: bigint;
  /** Copies what PostgreSQL has flushed since, and lets it remove that. Rejects when the log it needs is gone. */
  copy(): Promise<void>;
}

export class LogGoneError extends Error {
  constructor() {
    super('PostgreSQL removed log before it was copied; a new base is needed');
  }
}

/** Removes the slot that an earlier backup left; one in use belongs to another backup and is left. */
export async function dropLogSlot(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [slot],
  );
}

/** Reserves the log from now on and returns the first position that must be copied. */
export async function reserveLog(client: pg.Client): Promise<bigint> {
  await dropLogSlot(client);
  const { rows } = await client.query<{ lsn: string }>(
    'select lsn::text as lsn from pg_create_physical_replication_slot($1, true)',
    [slot],
  );
  return parseLogPosition(rows[0]?.lsn ?? '');
}

/**
 * Copies the log by bytes, so that a lost machine loses a second and not a segment of 16 MB. `from` is a position that
 * the slot still holds; a copy may continue after a pause and on another connection.
 */
export async function openLogCopy(
  client: pg.Client,
  { source, target, from }: { source: string; target: string; from: bigint },
): Promise<LogCopy> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_size_bytes(current_setting('wal_segment_size'))::text as bytes",
  );
  const segmentBytes = BigInt(rows[0]?.bytes ?? 0);
  let position = (from / segmentBytes) * segmentBytes;

  async function copyHistories(): Promise<void> {
    for (const name of await readdir(source))
      if (name.endsWith('.history')) await copyFile(join(source, name), join(target, name));
  }

  return {
    get position() {
      return position;
    },
    async copy() {
      const { rows: found } = await client.query<{ flushed: string; segment: string; status: string | null }>(
        `select pg_current_wal_flush_lsn()::text as flushed, pg_walfile_name(pg_current_wal_flush_lsn()) as segment,
            (select wal_status from pg_replication_slots where slot_name = $1) as status`,
        [slot],
      );
      const [state] = found;
      if (!state?.status || state.status === 'lost') throw new LogGoneError();
      const flushed = parseLogPosition(state.flushed);
      const timeline = state.segment.slice(0, 8);
      while (position < flushed) {
        const end = (position / segmentBytes + 1n) * segmentBytes;
        const until = flushed < end ? flushed : end;
        await copyBytes(segmentName(timeline, position, segmentBytes), position % segmentBytes, until - position);
        position = until;
      }
      await copyHistories();
      await client.query('select pg_replication_slot_advance($1, $2)', [slot, formatLogPosition(flushed)]);
    },
  };

  async function copyBytes(name: string, offset: bigint, length: bigint): Promise<void> {
    const from = await open(join(source, name), 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new LogGoneError() : error;
    });
    try {
      const bytes = Buffer.alloc(Number(length));
      const { bytesRead } = await from.read(bytes, 0, bytes.length, Number(offset));
      if (bytesRead !== bytes.length) throw new LogGoneError();
      await writeAt(join(target, name), bytes, Number(offset), Number(segmentBytes));
    } finally {
      await from.close();
    }
  }
}

/** A segment has its whole size from the start, or PostgreSQL refuses it. */
async function writeAt(path: string, bytes: Buffer, offset: number, size: number): Promise<void> {
  const file = await open(path, 'r+').catch(() => open(path, 'w+', 0o600));
  try {
    if ((await file.stat()).size < size) await file.truncate(size);
    await file.write(bytes, 0, bytes.length, offset);
    await file.datasync();
  } finally {
    await file.close();
  }
}
