import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStart } from './embedded-postgres-processes.ts';
import { EmbeddedPostgresError } from './embedded-postgres-programs.ts';

interface Owner {
  pid: number;
  start: string;
}

/**
 * Makes this process the only owner of `dataDir` and returns the function that releases it. Throws
 * `EmbeddedPostgresError` while another live process owns it; a dead owner is replaced.
 */
export function claimFolder(dataDir: string): () => void {
  const file = join(dataDir, 'owner.json');
  const mine = JSON.stringify({ pid: process.pid, start: processStart(process.pid) ?? '' } satisfies Owner);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (writeNew(file, mine)) return () => release(file, mine);
    const seen = read(file);
    if (seen === null) continue;
    const owner = parse(seen);
    if (owner && processStart(owner.pid) === owner.start)
      throw new EmbeddedPostgresError(
        `Vlam is already running on ${dataDir} (process ${owner.pid}). Stop it, or choose another folder with DATA_DIR.`,
      );
    setAside(file, seen);
  }
  throw new EmbeddedPostgresError(`${file} changes hands too often; another start is under way.`);
}

function writeNew(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    // A link appears whole or not at all, so no process reads half an owner.
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Two starts may find the same dead owner: check what was moved again, and put it back if it is a new owner. */
function setAside(file: string, expected: string): void {
  const aside = `${file}.old-${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== expected) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function release(file: string, mine: string): void {
  if (read(file) === mine) rmSync(file, { force: true });
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function parse(text: string): Owner | null {
  try {
    const value = JSON.parse(text) as Partial<Owner>;
    return typeof value.pid === 'number' && typeof value.start === 'string' ? (value as Owner) : null;
  } catch {
    return null;
  }
}
