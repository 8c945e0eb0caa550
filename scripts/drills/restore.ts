import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOn } from '../../e2e/support/demo-server.ts';
import { demoPassword, signIn } from '../../e2e/support/people.ts';
import type { Report } from '../drill.ts';
import { countRows, lossOf, runScript, type Started, writeMessages } from './pieces.ts';

/** How long messages are written before the machine is lost. */
const writeForMs = 30_000;
/** An operator may lose this much. */
const promisedSeconds = 5;
const passphrase = 'the passphrase of a drill';

const run = (command: string, args: readonly string[], dataDir: string): Started =>
  runScript(`apps/server/src/${command}`, args, { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase });

/** Writes under load, destroys the data folder, restores to a second ago, and says what is missing. */
export async function drillRestore(): Promise<Report> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vlam-drill-'));
  const folder = await mkdtemp(join(tmpdir(), 'vlam-drill-backup-'));
  let backup: ReturnType<typeof run> | null = null;
  try {
    const server = await startOn(dataDir);
    await server.drawn();
    const begun = performance.now();
    backup = run('backup-command.ts', [folder, '--follow'], dataDir);
    while (!backup.output().includes('follows each second')) {
      if (backup.exitCode !== null) throw new Error(`the backup ended: ${backup.output()}`);
      await sleep(50);
    }
    const baseSeconds = (performance.now() - begun) / 1000;
    const sent = await writeMessages(server.url, server.databaseUrl, Date.now() + writeForMs);
    const before = await countRows(server.databaseUrl);
    const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    const lostAt = Date.now();
    process.kill(postmaster, 'SIGKILL');
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
    backup.kill('SIGTERM');
    if (backup.exitCode === null) await once(backup, 'exit');

    const restoreBegun = performance.now();
    const restoring = run('restore-command.ts', [folder], dataDir);
    const [code] = (await once(restoring, 'exit')) as [number | null];
    const restoreSeconds = (performance.now() - restoreBegun) / 1000;
    if (code !== 0) throw new Error(`the restore failed: ${restoring.output()}`);
    const again = await startOn(dataDir);
    const serving = (performance.now() - restoreBegun) / 1000;
    await signIn(again.url, 'creator@vlam.test', demoPassword);
    const after = await countRows(again.databaseUrl);
    const loss = await lossOf(again.databaseUrl, sent, lostAt);
    await again.end();
    const passed = loss.seconds <= promisedSeconds && loss.holes === 0;
    const lines = [
      '# What is lost when the machine is lost?',
      '',
      `\`npm run drill -- restore\` on ${new Date().toISOString().slice(0, 10)}: a fan writes paid messages to a creator while \`npm run backup -- FOLDER --follow\` runs; PostgreSQL and the program are killed, the data folder is deleted, \`npm run restore\` brings it back.`,
      '',
      `- Messages acknowledged: ${sent.length} in ${writeForMs / 1000} s. Missing afterwards: ${loss.missing}, all of them the newest: the last ${loss.seconds.toFixed(2)} s (promised: at most ${promisedSeconds} s).`,
      `- First base and log: ${baseSeconds.toFixed(1)} s. Restored and checked: ${restoreSeconds.toFixed(1)} s. Serving again: ${serving.toFixed(1)} s after the start of the restore.`,
      `- The restore's own words: ${restoring.output().trim().split('\n').join(' ')}`,
      '',
      '| rows | before | after |',
      '|---|---|---|',
      ...Object.keys(before).map((name) => `| ${name} | ${before[name]} | ${after[name]} |`),
      '',
    ];
    return { text: lines.join('\n'), passed };
  } finally {
    if (backup?.exitCode === null) backup.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}
