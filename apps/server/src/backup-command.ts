import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BackupOptions, backUpOnce, follow } from './platform/backup/backup.ts';
import { BackupError } from './platform/backup/manifest.ts';
import { ConfigError, readConfig } from './platform/config.ts';

// `npm run backup -- FOLDER [--follow] [--keep DAYS]`: docs/operations.md.

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { follow: { type: 'boolean', default: false }, keep: { type: 'string', default: '14' } },
  });
  const [folder] = positionals;
  const keepDays = Number(values.keep);
  if (!folder || positionals.length > 1 || !Number.isInteger(keepDays) || keepDays < 1 || keepDays > 400) {
    console.error('Usage: npm run backup -- FOLDER [--follow] [--keep DAYS]');
    return 2;
  }
  const config = readConfig(process.env);
  if (config.databaseUrl)
    throw new BackupError('DATABASE_URL is set: back that server up with its own tools, pgBackRest for one.');
  const options: BackupOptions = {
    dataDir: config.dataDir,
    folder,
    passphrase: process.env.BACKUP_PASSPHRASE ?? '',
    keepDays,
    vlam: (
      JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
    ).version,
    media: config.s3 === null,
  };
  const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
  if (!values.follow) {
    const base = await backUpOnce(options);
    console.log(`${base.name}: ${megabytes(base.bytes)}, to ${base.finishedAt}`);
    return 0;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const events = {
    onBase: ({ name, bytes }: { name: string; bytes: number }) =>
      console.log(`${name}: ${megabytes(bytes)}; the log follows each second`),
    onFailure: (error: Error) => console.error(`${new Date().toISOString()} ${error.message}; tried again`),
  };
  await follow(options, events, stop.signal);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof BackupError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
