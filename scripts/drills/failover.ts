import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSound, reconcile } from '../../apps/server/src/modules/credits/reconcile.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { createServerProcess, type ServerProcess } from '../../apps/server/test/faults/server-process.ts';
import { freePort } from '../../apps/server/test/free-port.ts';
import type { Report } from '../drill.ts';
import { type FailoverLoad, startFailoverLoad, type Written } from './failover-load.ts';
import { type Cluster, requireCluster, startCluster } from './patroni.ts';

const kills = 3;
const webProcesses = 2;
const settleMs = 8_000;
/** Until writes are acknowledged again, without a person. */
const promisedSeconds = 30;
const backLimitMs = 90_000;

interface Turn {
  killed: string;
  next: string;
  /** From the kill until the first acknowledged write of a kind that began after it. */
  backSeconds: number;
  /** The longest time without an acknowledgement. */
  gapSeconds: number;
  wholeSeconds: number;
}

/** Kills the primary and waits until writes are acknowledged again; then brings the node back. */
async function killPrimary(cluster: Cluster, load: FailoverLoad): Promise<Turn> {
  const killed = await cluster.primary();
  if (!killed) throw new Error('no primary to kill');
  const since = performance.now();
  await cluster.kill(killed);
  // What was on its way at that moment is acknowledged a little later.
  const isLater = ({ at }: Written) => at > since + 1_000;
  const isBack = () =>
    (['message', 'gift'] as const).every((kind) => load.written.some((one) => one.kind === kind && isLater(one)));
  while (!isBack()) {
    if (performance.now() - since > backLimitMs)
      throw new Error(`nothing is acknowledged ${backLimitMs / 1_000} s after the kill`);
    await sleep(100);
  }
  const backSeconds = (performance.now() - since) / 1_000;
  const next = (await cluster.primary()) ?? 'none';
  cluster.start(killed);
  await cluster.untilWhole();
  const wholeSeconds = (performance.now() - since) / 1_000;
  await sleep(settleMs);
  const times = load.written
    .map(({ at }) => at)
    .filter((at) => at > since - settleMs)
    .sort((one, other) => one - other);
  const gapSeconds = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1_000;
  return { killed, next, backSeconds, gapSeconds, wholeSeconds };
}

/** What the database holds of what was acknowledged. */
async function compare({ pool }: Database, written: readonly Written[]) {
  const stored = async (text: string) => (await pool.query<{ key: string; times: number }>(text)).rows;
  const rows = [
    // A gift writes a message too, under an id of its own.
    ...(await stored('select client_id as key, count(*)::int as times from messages where gift_id is null group by 1')),
    ...(await stored("select split_part(key, ':', 3) as key, count(*)::int as times from gifts_sent group by 1")),
  ];
  const times = new Map(rows.map((row) => [row.key, row.times]));
  const ledger = await reconcile(pool);
  const { rows: paid } = await pool.query<{ credits: number }>(
    'select coalesce(sum(credits), 0)::int as credits from gifts_sent',
  );
  return {
    lost: written.filter(({ key }) => !times.has(key)).length,
    // Each was repeated under one key, so a second row or a row nobody was told of is one too many.
    doubled: rows.reduce((sum, row) => sum + row.times, 0) - rows.length,
    unknown: rows.length - written.filter(({ key }) => times.has(key)).length,
    sound: isSound(ledger),
    transfers: ledger.transfers,
    credits: paid[0]?.credits ?? 0,
  };
}

const oneDigit = (value: number) => value.toFixed(1);

/** Kills the primary of three PostgreSQL three times under load, each time from full health, and says what was lost. */
export async function drillFailover(): Promise<Report> {
  requireCluster();
  const began = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'vlam-failover-'));
  const servers: ServerProcess[] = [];
  let cluster: Cluster | null = null;
  let database: Database | null = null;
  try {
    await mkdir(join(folder, 'cluster'));
    cluster = await startCluster(join(folder, 'cluster'));
    const masterKey = randomBytes(32).toString('hex');
    for (const role of [...Array.from({ length: webProcesses }, () => 'web'), 'worker']) {
      const server = await createServerProcess({
        databaseUrl: cluster.url,
        dataDir: join(folder, 'data'),
        settings: {
          ROLE: role,
          MASTER_KEY: masterKey,
          ...(role === 'worker' ? { WORKER_PORT: String(await freePort()) } : {}),
        },
      });
      servers.push(server);
      await server.start();
    }
    const web = servers.slice(0, webProcesses);
    database = openDatabase(cluster.url, { size: 4, applicationName: 'vlam drill' });
    const load = await startFailoverLoad({
      urls: web.map(({ url }) => url),
      database,
      config: (web[0] as ServerProcess).config,
    });
    await sleep(settleMs);
    const turns: Turn[] = [];
    for (let kill = 0; kill < kills; kill += 1) turns.push(await killPrimary(cluster, load));
    await load.stop();
    const found = await compare(database, load.written);
    const stillRuns = servers.filter((server) => server.isRunning()).length;

    const gifts = load.written.filter(({ kind }) => kind === 'gift');
    const repeated = load.written.filter(({ attempts }) => attempts > 1).length;
    const slowest = Math.max(...turns.map(({ backSeconds }) => backSeconds));
    const passed =
      found.lost === 0 &&
      found.doubled === 0 &&
      found.unknown === 0 &&
      found.sound &&
      found.credits === gifts.length * 50 &&
      stillRuns === servers.length &&
      slowest <= promisedSeconds;
    const refused = [...load.refused].map(([what, count]) => `${count} with ${what}`).join(', ') || 'none';
    const lines = [
      '# What is lost when the primary dies?',
      '',
      `\`npm run drill -- failover\` on ${new Date().toISOString().slice(0, 10)}: three PostgreSQL 15 under Patroni and one etcd, strict synchronous commit, behind HAProxy; ${webProcesses} web processes and a worker. Members write and pay; PostgreSQL and Patroni of the primary are killed with \`kill -9\`, ${kills} times, each from full health. Each write is repeated under its own key until it is acknowledged. Everything runs on one machine of two cores.`,
      '',
      '| | seen | promised |',
      '|---|---|---|',
      `| acknowledged writes lost, of ${load.written.length} (${gifts.length} of them payments) | ${found.lost} | 0 |`,
      `| stored twice | ${found.doubled} | 0 |`,
      `| stored and never acknowledged | ${found.unknown} | 0 |`,
      `| credits paid for ${gifts.length} gifts of 50 | ${found.credits} | ${gifts.length * 50} |`,
      `| the ledger | ${found.sound ? 'whole' : '**differs**'}, ${found.transfers} postings | whole |`,
      `| processes that still run, of ${servers.length} | ${stillRuns} | all |`,
      `| until writes are acknowledged again, longest | ${oneDigit(slowest)} s | ${promisedSeconds} s |`,
      '',
      '| killed | then primary | messages and payments again after | longest gap | three nodes again after |',
      '|---|---|---|---|---|',
      ...turns.map(
        ({ killed, next, backSeconds, gapSeconds, wholeSeconds }) =>
          `| ${killed} | ${next} | ${oneDigit(backSeconds)} s | ${oneDigit(gapSeconds)} s | ${oneDigit(wholeSeconds)} s |`,
      ),
      '',
      `Writes that needed more than one attempt: ${repeated}. Refused attempts: ${refused}. The drill took ${Math.round((performance.now() - began) / 1_000)} s.`,
      '',
    ];
    return { text: lines.join('\n'), passed };
  } finally {
    await database?.close().catch(() => {});
    for (const server of servers) await server.kill();
    await cluster?.close();
    await rm(folder, { recursive: true, force: true });
  }
}
