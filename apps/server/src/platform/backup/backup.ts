import { mkdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findRunningPostgres } from '../embedded-postgres.ts';
import { claimFolder } from '../embedded-postgres-owner.ts';
import { EmbeddedPostgresError } from '../embedded-postgres-programs.ts';
import { dropLogSlot, type LogCopy, LogGoneError, openLogCopy, reserveLog } from './log-copy.ts';
import { BackupError, type Base, listBases, paths, pruneBases, writeJson } from './manifest.ts';
import { createMediaCopy, pruneMedia } from './media-copy.ts';
import { createKeysCopy } from './sealed-files.ts';
import { takeBase } from './take-base.ts';

export interface BackupOptions {
  /** The data folder of a running program with the embedded database. */
  dataDir: string;
  /** Where the backup goes: another disk, better another machine's. */
  folder: string;
  passphrase: string;
  /** Days that can be gone back to. */
  keepDays: number;
  vlam: string;
  /** Copies the media too; false where they are in a bucket. */
  media: boolean;
}

export interface BackupEvents {
  onBase(base: Base): void;
  /** A failure that is tried again. */
  onFailure(error: Error): void;
}

const followEveryMs = 1_000;
const mediaEveryMs = 5_000;
const baseEveryMs = 24 * 60 * 60_000;
export const shortestPassphrase = 16;

/** Takes one base, with the log that makes it whole and the media it names. Throws `BackupError` with one line. */
export const backUpOnce = (options: BackupOptions): Promise<Base> =>
  withFolder(options, async (session) => {
    const base = await session.takeBase();
    await session.end();
    return base;
  });

/**
 * Takes a base now and each day, and copies the log each second until `stop` is aborted. A database that is gone for a
 * while is waited for. Throws `BackupError` when the first base fails.
 */
export const follow = (options: BackupOptions, events: BackupEvents, stop: AbortSignal): Promise<void> =>
  withFolder(options, async (first) => {
    events.onBase(await first.takeBase());
    let session: Session | null = first;
    let position = first.position;
    let [baseAt, mediaAt] = [Date.now(), 0];
    while (!stop.aborted) {
      try {
        session ??= await openSession(options, position);
        if (session.position === null || Date.now() - baseAt > baseEveryMs) {
          events.onBase(await session.takeBase());
          baseAt = Date.now();
        }
        await session.copyLog();
        position = session.position;
        if (Date.now() - mediaAt > mediaEveryMs) {
          await session.copyMedia();
          mediaAt = Date.now();
        }
      } catch (error) {
        events.onFailure(error as Error);
        // The slot is kept: what is missing can be copied once the database is back.
        if (session) position = session.position;
        await session?.close();
        session = null;
      }
      await sleep(followEveryMs, undefined, { signal: stop }).catch(() => {});
    }
    await session?.end();
  });

async function withFolder<Result>(
  options: BackupOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const { folder, passphrase } = options;
  if (passphrase.length < shortestPassphrase)
    throw new BackupError(
      `BACKUP_PASSPHRASE: needs ${shortestPassphrase} characters or more; it seals the keys in the backup`,
    );
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(options.dataDir)}${sep}`))
    throw new BackupError(`${folder} is in the data folder: a backup beside its data is lost with it`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let release: () => void;
  try {
    release = claimFolder(folder);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError)
      throw new BackupError(`Another backup writes to ${folder}: stop it, or choose another folder.`);
    throw error;
  }
  try {
    const session = await openSession(options, null);
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  } finally {
    release();
  }
}

interface Session {
  /** Position up to which the log is copied; null before the first base, and when the log after it is gone. */
  readonly position: bigint | null;
  takeBase(): Promise<Base>;
  copyLog(): Promise<void>;
  copyMedia(): Promise<void>;
  /** Lets PostgreSQL remove its log again. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/** `position` is where an earlier session on the same folder stopped. */
async function openSession(options: BackupOptions, position: bigint | null): Promise<Session> {
  const { dataDir, folder, passphrase, keepDays, vlam, media } = options;
  const url = findRunningPostgres(dataDir);
  if (!url)
    throw new BackupError(
      `No database runs on ${dataDir}: start Vlam first. One at DATABASE_URL is backed up by its own tools.`,
    );
  const client = new pg.Client({ connectionString: url, application_name: 'vlam backup' });
  // The query in progress reports it too.
  client.on('error', () => {});
  await client.connect();
  const target = paths(folder);
  const mediaCopy = createMediaCopy(join(dataDir, 'media'), target.media);
  const copyKeys = createKeysCopy(dataDir, target.keys, passphrase);
  const open = (from: bigint): Promise<LogCopy> =>
    openLogCopy(client, { source: join(dataDir, 'postgres/pg_wal'), target: target.log, from });
  let log: LogCopy | null = null;
  try {
    await requireSameCluster(client, folder);
    if (position !== null) log = await open(position);
  } catch (error) {
    await client.end();
    throw error;
  }

  async function copyLog(): Promise<void> {
    if (!log) throw new LogGoneError();
    // Before the log, which may say that a new key is needed.
    await copyKeys();
    const copiedUntil = new Date().toISOString();
    try {
      await log.copy();
    } catch (error) {
      if (error instanceof LogGoneError) log = null;
      throw error;
    }
    await writeJson(target.state, { copiedUntil });
  }

  return {
    get position() {
      return log?.position ?? null;
    },
    async takeBase() {
      log ??= await open(await reserveLog(client));
      await log.copy();
      const base = await takeBase(client, { dataDir, folder, log, vlam, now: () => new Date() });
      await copyLog();
      // After the end of the base: files are written before the rows that name them.
      if (media) await mediaCopy.copy();
      await pruneBases(folder, keepDays, new Date());
      if (media) await pruneMedia(join(dataDir, 'media'), target.media, keepDays, new Date());
      return base;
    },
    copyLog,
    async copyMedia() {
      if (media) await mediaCopy.copy();
    },
    end: () => dropLogSlot(client),
    close: () => client.end().catch(() => {}),
  };
}

async function requireSameCluster(client: pg.Client, folder: string): Promise<void> {
  const [base] = await listBases(folder);
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  if (base && base.systemIdentifier !== rows[0]?.id)
    throw new BackupError(`${folder} holds the backup of another database: choose another folder.`);
}
