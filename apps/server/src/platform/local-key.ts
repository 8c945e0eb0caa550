import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The 32 bytes kept in `file`, made there the first time. Throws what the file system says, and an error without a code
 * when the file holds something else: everything sealed with the lost key could never be opened again.
 */
export function keepLocalKey(file: string): Buffer {
  const kept = read(file) ?? make(file);
  if (!/^[0-9a-f]{64}$/.test(kept)) throw new Error('not a key');
  return Buffer.from(kept, 'hex');
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A link appears whole or not at all: neither a full disk nor a start beside this one leaves half a key. */
function make(file: string): string {
  const draft = `${file}.${process.pid}`;
  const made = randomBytes(32).toString('hex');
  try {
    const handle = openSync(draft, 'w', 0o600);
    try {
      writeFileSync(handle, `${made}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
    return made;
  } catch (error) {
    const others = (error as NodeJS.ErrnoException).code === 'EEXIST' ? read(file) : null;
    if (others === null) throw error;
    return others;
  } finally {
    rmSync(draft, { force: true });
  }
}
