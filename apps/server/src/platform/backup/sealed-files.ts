import { randomBytes, scryptSync } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { masterIdOf } from '../key-ring.ts';
import { sealBytes, unsealBytes } from '../keys.ts';
import { unlessGone } from './copy-cluster.ts';

/** What lies beside the data and opens it: a backup holds it only sealed with the operator's passphrase. */
const secretFiles = ['master.key', 'master.key.new', 'postgres.password', 'postgres.application.password'] as const;
const context = 'keys of a backup';
const work = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

const keyOf = (passphrase: string, salt: Buffer): Buffer => scryptSync(passphrase, salt, 32, work);

async function readSecrets(dataDir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of secretFiles) {
    const text = await unlessGone(readFile(join(dataDir, name), 'utf8'));
    if (text !== null) found[name] = text;
  }
  return found;
}

/** Master keys among unsealed files, by their id: the one in use, one that is to be, and those before it. */
export const masterKeysOf = (files: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(
    Object.entries(files)
      .filter(([name]) => name.startsWith('master.key'))
      .map(([, text]) => [masterIdOf(Buffer.from(text.trim(), 'hex')), text]),
  );

/** Copies the secret files of `dataDir`, sealed, to `file`, whenever they have changed. */
export function createKeysCopy(dataDir: string, file: string, passphrase: string): () => Promise<void> {
  let copied = '';
  return async () => {
    const text = JSON.stringify(await readSecrets(dataDir));
    if (text === copied) return;
    await sealFiles(dataDir, file, passphrase);
    copied = text;
  };
}

/**
 * Writes the secret files of `dataDir`, sealed, to `file`. Master keys that it held before stay in it: an older moment
 * of the backup needs them.
 */
export async function sealFiles(dataDir: string, file: string, passphrase: string): Promise<void> {
  const found = await readSecrets(dataDir);
  const present = masterKeysOf(found);
  const before = (await unlessGone(readFile(file))) ? await unsealFiles(file, passphrase) : null;
  for (const [id, text] of masterKeysOf(before ?? {})) if (!present.has(id)) found[`master.key.${id}`] = text;
  const salt = randomBytes(16);
  const sealed = sealBytes(keyOf(passphrase, salt), Buffer.from(JSON.stringify(found)), context);
  await writeFile(`${file}.new`, Buffer.concat([salt, sealed]), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The files by name, or null when the passphrase is another one or the bytes were changed. */
export async function unsealFiles(file: string, passphrase: string): Promise<Record<string, string> | null> {
  const bytes = await readFile(file);
  try {
    const plain = unsealBytes(keyOf(passphrase, bytes.subarray(0, 16)), bytes.subarray(16), context);
    return JSON.parse(plain.toString()) as Record<string, string>;
  } catch {
    return null;
  }
}
