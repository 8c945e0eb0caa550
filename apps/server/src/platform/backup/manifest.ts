import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessGone } from './copy-cluster.ts';
import { isSegment, segmentOrder } from './log-positions.ts';

/** A failure that an operator can act on, as one line. */
export class BackupError extends Error {}

/** Layout of a backup folder: bases, one log and one copy of the media for all of them, and the sealed keys. */
export const paths = (folder: string) => ({
  log: join(folder, 'log'),
  media: join(folder, 'media'),
  keys: join(folder, 'keys.sealed'),
  state: join(folder, 'state.json'),
  base: (name: string) => join(folder, name),
  cluster: (name: string) => join(folder, name, 'cluster'),
  manifest: (name: string) => join(folder, name, 'base.json'),
});

export interface Base {
  name: string;
  /** The moment from which on this base can be restored to. */
  finishedAt: string;
  /** Segment of the log where a restore begins. */
  firstSegment: string;
  /** Identifies the cluster: a folder holds one. */
  systemIdentifier: string;
  /** Major version of PostgreSQL. */
  postgres: string;
  vlam: string;
  bytes: number;
  /** The id of the master key that opens what is sealed in it; not in bases of before there were ids. */
  masterId?: string;
}

export interface State {
  /** Everything committed before this moment is in the log of the backup. */
  copiedUntil: string;
}

export async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Whole bases, oldest first. One that was cut short has no manifest. */
export async function listBases(folder: string): Promise<Base[]> {
  const bases: Base[] = [];
  for (const name of (await unlessGone(readdir(folder))) ?? []) {
    if (!name.startsWith('base-')) continue;
    const text = await unlessGone(readFile(paths(folder).manifest(name), 'utf8'));
    if (text) bases.push(JSON.parse(text) as Base);
  }
  return bases.sort((a, b) => a.finishedAt.localeCompare(b.finishedAt));
}

export async function readState(folder: string): Promise<State | null> {
  const text = await unlessGone(readFile(paths(folder).state, 'utf8'));
  return text === null ? null : (JSON.parse(text) as State);
}

/**
 * Removes bases that no moment within `keepDays` needs, those cut short, and the log before the oldest that stays: the
 * newest base from before that time stays, because moments after it are reached from it.
 */
export async function pruneBases(folder: string, keepDays: number, now: Date): Promise<string[]> {
  const bases = await listBases(folder);
  const limit = new Date(now.getTime() - keepDays * 86_400_000).toISOString();
  const before = bases.filter(({ finishedAt }) => finishedAt <= limit);
  const kept = new Set([...bases.filter(({ finishedAt }) => finishedAt > limit), ...before.slice(-1)]);
  const names = new Set([...kept].map(({ name }) => name));
  const removed: string[] = [];
  for (const name of await readdir(folder)) {
    if (!name.startsWith('base-') || names.has(name)) continue;
    await rm(paths(folder).base(name), { recursive: true, force: true });
    removed.push(name);
  }
  const first = [...kept].map(({ firstSegment }) => segmentOrder(firstSegment)).sort()[0];
  for (const name of (await unlessGone(readdir(paths(folder).log))) ?? [])
    if (first && isSegment(name) && segmentOrder(name) < first)
      await rm(join(paths(folder).log, name), { force: true });
  return removed;
}
