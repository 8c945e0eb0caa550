import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres.ts';
import { createServerProcess, type ServerProcess } from '../../apps/server/test/faults/server-process.ts';
import { freePort } from '../../apps/server/test/free-port.ts';
import { haproxy } from '../../apps/server/test/machine.ts';
import type { Report } from '../drill.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { startHaproxy } from './haproxy.ts';
import { countInDatabase, startRollingLoad } from './rolling-load.ts';

const webProcesses = 4;
const drainSeconds = 4;
/** Load before the first process goes, and after each is back. */
const settleMs = 2_500;
const readyLimitMs = 60_000;

interface Turn {
  name: string;
  goneMs: number;
  backMs: number;
}

async function untilReady(url: string): Promise<void> {
  const until = performance.now() + readyLimitMs;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    if (performance.now() > until) throw new Error(`${url} is not ready`);
    await sleep(100);
  }
}

/** Ends one process as a supervisor does, starts it again and waits until it is ready. */
async function restart(name: string, server: ServerProcess, probeUrl: string): Promise<Turn> {
  const since = performance.now();
  process.kill(server.pid(), 'SIGTERM');
  while (server.isRunning()) {
    if (performance.now() - since > 35_000) throw new Error(`${name} did not end`);
    await sleep(20);
  }
  const goneMs = performance.now() - since;
  await server.start();
  await untilReady(probeUrl);
  return { name, goneMs, backMs: performance.now() - since - goneMs };
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Restarts four web processes and a worker in turn behind a balancer, under load, and says what was noticed of it. */
export async function drillRolling(): Promise<Report> {
  const began = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'vlam-drill-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
  const servers: ServerProcess[] = [];
  let balancer: Balancer | null = null;
  try {
    const [port, workerPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const masterKey = randomBytes(32).toString('hex');
    const start = async (role: 'web' | 'worker') => {
      const server = await createServerProcess({
        databaseUrl: postgres.url,
        dataDir: join(folder, 'data'),
        settings: {
          ROLE: role,
          PUBLIC_URL: url,
          MASTER_KEY: masterKey,
          TRUST_PROXY_HOPS: '1',
          DRAIN_SECONDS: String(drainSeconds),
          WORKER_PORT: String(workerPort),
        },
      });
      servers.push(server);
      await server.start();
      return server;
    };
    // The first one migrates; the others would wait for it.
    const web = [await start('web')];
    const others = await Promise.all([
      ...Array.from({ length: webProcesses - 1 }, () => start('web')),
      start('worker'),
    ]);
    const worker = others.pop() as ServerProcess;
    web.push(...others);
    const ports = web.map((server) => Number(new URL(server.url).port));
    balancer = haproxy ? await startHaproxy(haproxy, folder, port, ports) : await startBalancer(port, ports);
    await untilReady(url);

    const database = openDatabase(postgres.url, { size: 4, applicationName: 'vlam drill' });
    const config = web[0]?.config;
    if (!config) throw new Error('no process');
    const load = await startRollingLoad({ url, database, config: { ...config, publicUrl: url } });
    await sleep(settleMs);
    const turns: Turn[] = [];
    const plan = [
      ...web.map((server, index) => [`web ${index + 1}`, server, server.url] as const),
      ['worker', worker, `http://127.0.0.1:${workerPort}`] as const,
    ];
    for (const [name, server, probeUrl] of plan) {
      turns.push(await restart(name, server, probeUrl));
      await sleep(settleMs);
    }
    const seen = await load.stop();
    const stored = await countInDatabase(database, seen);
    await database.close();

    const backMs = seen.cuts.map((cut) => cut.backMs).sort((one, other) => one - other);
    const codes = [...Map.groupBy(seen.cuts, ({ code }) => code)].map(
      ([code, those]) => `${those.length} with ${code}`,
    );
    const { lost, doubled, callsCut } = stored;
    const passed = seen.failed.length === 0 && lost === 0 && doubled === 0 && callsCut === 0;
    const overSocket = seen.acknowledged.filter(({ via }) => via === 'socket').length;
    const lines = [
      '# What is noticed when every process is restarted?',
      '',
      `\`npm run drill -- rolling\` on ${new Date().toISOString().slice(0, 10)}: ${webProcesses} processes with \`ROLE=web\` and one with \`ROLE=worker\` on one PostgreSQL, behind ${balancer.name}; each is ended by SIGTERM in turn and started again, while members read, write and call. \`DRAIN_SECONDS=${drainSeconds}\`. Everything runs on one machine of two cores, the load included.`,
      '',
      '| | seen | promised |',
      '|---|---|---|',
      `| HTTP calls that failed, of ${seen.failed.length + seen.answered} (each tried once, as the web app does) | ${seen.failed.length} | 0 |`,
      `| messages lost, of ${seen.acknowledged.length} acknowledged (${overSocket} over sockets) | ${lost} | 0 |`,
      `| messages doubled | ${doubled} | 0 |`,
      `| calls cut, of ${seen.callIds.length} that went on all the time | ${callsCut} | 0 |`,
      `| cuts of the ${seen.tabs} sockets | ${seen.cuts.length} (${codes.join(', ') || 'none'}) | |`,
      `| until a socket was open again | half ${seconds(backMs[Math.floor(backMs.length / 2)] ?? 0)}, longest ${seconds(backMs.at(-1) ?? 0)} | |`,
      '',
      '| process | gone after SIGTERM | ready again after |',
      '|---|---|---|',
      ...turns.map(({ name, goneMs, backMs: again }) => `| ${name} | ${seconds(goneMs)} | ${seconds(again)} |`),
      '',
      `A call's minutes were charged as they began: ${stored.minutes}. The whole drill took ${Math.round((performance.now() - began) / 1_000)} s.`,
      ...(seen.failed.length > 0 ? ['', 'Failed:', '', ...seen.failed.slice(0, 20).map((line) => `- ${line}`)] : []),
      '',
    ];
    return { text: lines.join('\n'), passed };
  } finally {
    await balancer?.close();
    for (const server of servers) await server.kill();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
