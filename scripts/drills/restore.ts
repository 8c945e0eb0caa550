import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startOn } from '../../e2e/support/demo-server.ts';
import { demoPassword, signIn } from '../../e2e/support/people.ts';
import type { Report } from '../drill.ts';
import { root } from '../steps.ts';

/** How long messages are written before the machine is lost. */
const writeForMs = 30_000;
/** An operator may lose this much. */
const promisedSeconds = 5;
const passphrase = 'the passphrase of a drill';

interface Sent {
  clientId: string;
  /** When the server acknowledged it. */
  at: number;
}

function run(command: string, args: readonly string[], dataDir: string): ChildProcess & { output: () => string } {
  const child = spawn(process.execPath, [join(root, 'apps/server/src', command), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return Object.assign(child, { output: () => output });
}

async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const countRows = async (url: string): Promise<Record<string, number>> =>
  (
    await query<Record<string, number>>(
      url,
      `select (select count(*)::int from accounts) as accounts, (select count(*)::int from content_items) as items,
          (select count(*)::int from media) as media, (select count(*)::int from messages) as messages,
          (select count(*)::int from ledger_transfers) as postings`,
    )
  )[0] ?? {};

/** A fan's messages, each charged, one after the other; stops at the first that the server no longer answers. */
async function writeMessages(url: string, databaseUrl: string, until: number): Promise<Sent[]> {
  const cookie = await signIn(url, 'fan@vlam.test', demoPassword);
  const [creator] = await query<{ id: string }>(
    databaseUrl,
    "select profile_id as id from accounts where email = 'creator@vlam.test'",
  );
  const sent: Sent[] = [];
  let payCredits: number | undefined;
  while (Date.now() < until) {
    const clientId = randomUUID();
    const response = await fetch(`${url}/api/conversations/${creator?.id}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify({ content: `Written at ${new Date().toISOString()}`, clientId, payCredits }),
    });
    if (response.ok) sent.push({ clientId, at: Date.now() });
    else {
      const refusal = (await response.json()) as { code: string; message: string; details?: { cost?: number } };
      // The day's free messages are used, and the others say what they cost.
      if (refusal.code === 'MESSAGE_QUOTA_USED') payCredits = refusal.details?.cost;
      else if (response.status === 429) await sleep(1_000);
      else throw new Error(`a message was refused: ${refusal.message}`);
    }
    await sleep(50);
  }
  return sent;
}

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
    const found = await query<{ id: string }>(
      again.databaseUrl,
      'select client_id as id from messages where client_id = any($1::text[])',
      [sent.map(({ clientId }) => clientId)],
    );
    await again.end();
    const present = new Set(found.map(({ id }) => id));
    const missing = sent.filter(({ clientId }) => !present.has(clientId));
    const lostSeconds = missing[0] ? (lostAt - missing[0].at) / 1000 : 0;
    const holes = sent.slice(0, sent.length - missing.length).filter(({ clientId }) => !present.has(clientId));
    const passed = lostSeconds <= promisedSeconds && holes.length === 0;
    const lines = [
      '# What is lost when the machine is lost?',
      '',
      `\`npm run drill -- restore\` on ${new Date().toISOString().slice(0, 10)}: a fan writes paid messages to a creator while \`npm run backup -- FOLDER --follow\` runs; PostgreSQL and the program are killed, the data folder is deleted, \`npm run restore\` brings it back.`,
      '',
      `- Messages acknowledged: ${sent.length} in ${writeForMs / 1000} s. Missing afterwards: ${missing.length}, all of them the newest: the last ${lostSeconds.toFixed(2)} s (promised: at most ${promisedSeconds} s).`,
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
