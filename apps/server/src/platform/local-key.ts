import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Returns the 32 bytes stored in `file`, generated at the first call. Throws file system errors, and an error without a
 * code when the file holds something else: data sealed with the lost key could never be opened again.
 */
export function keepLocalKey(file: string): Buffer {
  const stored = readKey(file) ?? generateKey(file);
  if (!/^[0-9a-f]{64}$/.test(stored)) throw new Error('not a key');
  return Buffer.from(stored, 'hex');
}

function readKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A link appears whole or not at all: neither a full disk nor a concurrent start leaves half a key. */
function generateKey(file: string): string {
  const temporary = `${file}.${process.pid}`;
  const generated = randomBytes(32).toString('hex');
  try {
    const handle = openSync(temporary, 'w', 0o600);
    try {
      writeFileSync(handle, `${generated}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(temporary, file);
    return generated;
  } catch (error) {
    const concurrent = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readKey(file) : null;
    if (concurrent === null) throw error;
    return concurrent;
  } finally {
    rmSync(temporary, { force: true });
  }
}
