import { setTimeout as sleep } from 'node:timers/promises';
import { realtimeLimits } from '@vlam/contract/realtime';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createTestClock } from '../apps/server/test/clock.ts';
import { aProfile, type TestProfile } from '../apps/server/test/factories.ts';
import { freePort } from '../apps/server/test/server.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { startChild } from './lib/child-process.ts';
import type { LoadCommand, LoadReport } from './lib/socket-load.ts';
import type { Command, Report } from './lib/socket-server.ts';
import { median } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const connections = 10_000;
const people = connections / realtimeLimits.connectionsPerAccount;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

export const benchmark: Benchmark = {
  name: 'reconnect-storm',
  title: `How soon are ${connections.toLocaleString('en-ZA')} clients reconnected after their server was killed?`,
  goal: 'all within 30 s of the kill, the start of the new server included.',
  async run({ postgres, rounds, log }) {
    const { url, database } = await postgres.createMigrated('reconnect_storm');
    const environment = benchEnvironment(url);
    const app = { db: database.db, clock: createTestClock(), config: readConfig(environment) };
    const members: TestProfile[] = [];
    for (let member = 0; member < people; member += 1) members.push(await aProfile(app));
    await database.pool.query('vacuum analyze');

    const found: Extract<LoadReport, { reconnected: unknown }>['reconnected'][] = [];
    const memory: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const port = await freePort();
      const start = async () => {
        const server = startChild<Command, Report>('socket-server.ts', {
          ...environment,
          SOCKET_KIND: 'product',
          PORT: String(port),
          PUBLIC_URL: `http://127.0.0.1:${port}`,
        });
        await server.receive('port');
        return server;
      };
      const heapOf = async (server: Awaited<ReturnType<typeof start>>) => {
        server.send({ memory: true });
        return (await server.receive('memory')).memory.heap;
      };
      const first = await start();
      const empty = await heapOf(first);
      const load = startChild<LoadCommand, LoadReport>('socket-load.ts', {});
      load.send({
        openReconnecting: {
          url: `ws://127.0.0.1:${port}/realtime`,
          headers: Array.from({ length: connections }, (_, index) => ({
            cookie: members[index % people]?.cookie ?? '',
            origin: `http://127.0.0.1:${port}`,
          })),
        },
      });
      const { opened } = await load.receive('opened');
      const each = ((await heapOf(first)) - empty) / connections / 1_024;
      memory.push(each);
      const reconnection = load.receive('reconnected');
      await first.stop();
      const second = await start();
      const { reconnected } = await reconnection;
      found.push(reconnected);
      log(
        `opened in ${seconds(opened)}, ${each.toFixed(1)} KiB each; reconnected: half ${seconds(reconnected.half)}, all ${seconds(reconnected.all)}`,
      );
      await Promise.all([second.stop(), load.stop()]);
      await sleep(500);
    }
    await database.close();

    const middle = (what: 'half' | 'most' | 'all') => median(found.map((back) => back[what]));
    const slowest = Math.max(...found.map(({ all }) => all));
    return {
      rows: [],
      measured: `Median of ${rounds} storms`,
      verdicts: [
        {
          claim: `all ${connections.toLocaleString('en-ZA')} reconnected within 30 s, also in the slowest storm`,
          reached: slowest <= 30_000,
          seen: `half after ${seconds(middle('half'))}, 99 of 100 after ${seconds(middle('most'))}, all after ${seconds(middle('all'))}; slowest ${seconds(slowest)}`,
        },
        {
          claim: 'at most 20 KiB of heap an idle connection',
          reached: median(memory) <= 20,
          seen: `${median(memory).toFixed(1)} KiB`,
        },
      ],
      notes: [
        `The server process is killed (SIGKILL) and restarted immediately; times run from the first lost connection. Clients reconnect as the web app does: after 0.2 to 3.8 s, half as long again after each refusal with less jitter, at most 30 s. ${people.toLocaleString('en-ZA')} members with ${realtimeLimits.connectionsPerAccount} connections each. Each connection is authenticated again. Budgets by network are lifted, because all share one address.`,
        'One server process and one process for all pages, on the same cores.',
      ],
    };
  },
};
