import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sealedColumns } from '../../apps/server/src/joins/sealed-columns.ts';
import { listKeys } from '../../apps/server/src/platform/data-keys.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { createKeyRing } from '../../apps/server/src/platform/key-ring.ts';
import { countSealedBy } from '../../apps/server/src/platform/sealed-values.ts';
import { makeDemoWorld, startOn } from '../../e2e/support/demo-server.ts';
import { demoPassword, signIn } from '../../e2e/support/people.ts';
import type { Report } from '../drill.ts';
import { runScript, type Started } from './pieces.ts';
import type { Seen } from './sealing-process.ts';

const processes = 2;
/** The pages need not be built for it. */
const withoutWeb = { NODE_ENV: 'test' };
/** Rows that are written and read during the rotation. */
const contacts = 300;

const run = (script: string, args: readonly string[], env: Record<string, string>): Started =>
  runScript(script, args, { LOG_LEVEL: 'error', ...env });

async function until(child: Started, words: string): Promise<void> {
  while (!child.output().includes(words)) {
    if (child.exitCode !== null) throw new Error(`ended without "${words}": ${child.output()}`);
    await sleep(10);
  }
}

async function ended(child: Started): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** A contact for as many members as the load needs. */
async function insertContacts(pool: pg.Pool, seal: (id: string) => Buffer): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from accounts where id not in (select account_id from safety_contacts) order by id limit ${contacts}`,
  );
  for (const { id } of rows)
    await pool.query(
      'insert into safety_contacts (account_id, sealed, contact_index, token_hash, created_at) values ($1, $2, $3, $4, now())',
      [id, seal(id), randomBytes(32), randomBytes(32)],
    );
}

const seenBy = (child: Started): Seen => JSON.parse(child.output().trim().split('\n').at(-1) ?? '{}') as Seen;

/** Rotates the keys under load, kills the rotation once, retires the old key, and says what was lost. */
export async function drillRotate(): Promise<Report> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vlam-drill-'));
  const children: Started[] = [];
  try {
    const world = await makeDemoWorld();
    await cp(world.folder, dataDir, { recursive: true });
    await world.remove();
    const server = await startOn(dataDir, 'small', withoutWeb);
    const masterKey = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim();
    const env = { DATA_DIR: dataDir, DATABASE_URL: server.databaseUrl, MASTER_KEY: masterKey };
    const { pool, db, close } = openDatabase(server.databaseUrl, { size: 2, statementTimeoutMs: 60_000 });
    const keys = createKeyRing(Buffer.from(masterKey, 'hex'));
    keys.learn(await listKeys(db));
    const signer = keys.signer('email confirmation', 32);
    const signed = signer.sign((key) => createHmac('sha256', key).update('').digest());
    const sealer = keys.sealer('safety contacts sealed');
    await insertContacts(pool, (id) => sealer.seal(JSON.stringify({ turn: -1, name: '', signed }), id));
    const load = Array.from({ length: processes }, (_, index) =>
      run('scripts/drills/sealing-process.ts', [String(index), String(processes)], env),
    );
    children.push(...load);
    for (const child of load) await until(child, 'working');
    await sleep(3_000);

    const begun = performance.now();
    const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
    const killed = run('apps/server/src/keys-command.ts', [], env);
    children.push(killed);
    await until(killed, 'sealed with key 2');
    killed.kill('SIGKILL');
    await ended(killed);
    const killedAfter = seconds();
    let left = 0;
    for (const column of sealedColumns) left += await countSealedBy(db, column, 1);
    const resumed = run('apps/server/src/keys-command.ts', [], env);
    children.push(resumed);
    if ((await ended(resumed)) !== 0) throw new Error(`the rotation failed: ${resumed.output()}`);
    const rotatedAfter = seconds();
    const retiring = run('apps/server/src/keys-command.ts', ['--retire', '1', '--now'], env);
    children.push(retiring);
    const retiredCode = await ended(retiring);
    // Longer than a process takes to read the keys again.
    await sleep(7_000);
    for (const child of load) child.kill('SIGTERM');
    for (const child of load) await ended(child);
    const seen = load.map(seenBy);
    await signIn(server.url, 'creator@vlam.test', demoPassword);
    let named = 0;
    for (const column of sealedColumns) named += await countSealedBy(db, column, 1);
    await close();
    await server.end();
    const again = await startOn(dataDir, 'small', withoutWeb);
    await signIn(again.url, 'fan@vlam.test', demoPassword);
    await again.end();

    const lost = seen.flatMap((each) => each.lost);
    const isBoth = seen.every(({ byKey }) => (byKey['1'] ?? 0) > 0 && (byKey['2'] ?? 0) > 0);
    const passed = lost.length === 0 && named === 0 && retiredCode === 0 && left > 0 && isBoth;
    const sum = (of: (each: Seen) => number) => seen.reduce((all, each) => all + of(each), 0);
    const lines = [
      '# What is lost when the keys are rotated?',
      '',
      `\`npm run drill -- rotate\` on ${new Date().toISOString().slice(0, 10)}: ${processes} processes seal, sign and read ${contacts} rows of a demo site that serves during it; \`npm run keys:rotate\` is killed while it works, run again, and the old key is retired.`,
      '',
      `- Lost: ${lost.length} of ${sum(({ written }) => written)} values written and ${sum(({ read }) => read)} read, signatures included.`,
      `- Sealed by key 1, then by key 2: ${seen.map(({ byKey }) => `${byKey['1'] ?? 0} and ${byKey['2'] ?? 0}`).join('; ')}.`,
      `- Killed after ${killedAfter} s, with ${left} values of the old key left; whole after ${rotatedAfter} s, of which each process has 30 s to learn the new key. Values of the retired key afterwards: ${named}.`,
      `- The site served before and after, and started again with the new key alone.`,
      `- The rotation's own words: ${resumed.output().trim().split('\n').join(' ')} ${retiring.output().trim()}`,
      ...lost.slice(0, 5).map((line) => `- Lost: ${line}`),
      '',
    ];
    return { text: lines.join('\n'), passed };
  } finally {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}
