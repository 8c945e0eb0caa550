import { setTimeout as sleep } from 'node:timers/promises';
import { realtimeLimits } from '@vlam/contract/realtime';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createTestClock } from '../apps/server/test/clock.ts';
import { aProfile, type TestProfile } from '../apps/server/test/factories.ts';
import { freePort } from '../apps/server/test/server.ts';
import type { Question } from './lib/question.ts';
import type { LoadCommand, LoadReport } from './lib/socket-load.ts';
import type { Command, Report } from './lib/socket-server.ts';
import { startChild } from './lib/spoken-child.ts';
import { median } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const connections = 10_000;
const people = connections / realtimeLimits.connectionsPerAccount;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

export const question: Question = {
  name: 'reconnect-storm',
  title: `How soon are ${connections.toLocaleString('en-ZA')} pages back when their server was killed?`,
  goal: 'all within 30 s of the kill, the start of the new server included.',
  async run({ postgres, rounds, log }) {
    const { url, database } = await postgres.createMigrated('reconnect_storm');
    const environment = benchEnvironment(url);
    const app = { db: database.db, clock: createTestClock(), config: readConfig(environment) };
    const members: TestProfile[] = [];
    for (let member = 0; member < people; member += 1) members.push(await aProfile(app));
    await database.pool.query('vacuum analyze');

    const found: Extract<LoadReport, { back: unknown }>['back'][] = [];
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
        await server.hear('port');
        return server;
      };
      const heapOf = async (server: Awaited<ReturnType<typeof start>>) => {
        server.say({ memory: true });
        return (await server.hear('memory')).memory.heap;
      };
      const first = await start();
      const empty = await heapOf(first);
      const load = startChild<LoadCommand, LoadReport>('socket-load.ts', {});
      load.say({
        keep: {
          url: `ws://127.0.0.1:${port}/realtime`,
          headers: Array.from({ length: connections }, (_, index) => ({
            cookie: members[index % people]?.cookie ?? '',
            origin: `http://127.0.0.1:${port}`,
          })),
        },
      });
      const { opened } = await load.hear('opened');
      const each = ((await heapOf(first)) - empty) / connections / 1_024;
      memory.push(each);
      const hears = load.hear('back');
      await first.stop();
      const second = await start();
      const { back } = await hears;
      found.push(back);
      log(
        `opened in ${seconds(opened)}, ${each.toFixed(1)} KiB each; back: half ${seconds(back.half)}, all ${seconds(back.all)}`,
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
          claim: `all ${connections.toLocaleString('en-ZA')} back within 30 s, in the slowest storm too`,
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
        `The server process is killed (SIGKILL) and started again at once; what is counted begins with the first line lost. Pages come back as the web app does: after two seconds, give or take half, twice as long after each refusal, at most half a minute. ${people.toLocaleString('en-ZA')} members with ${realtimeLimits.connectionsPerAccount} pages each. Each is admitted like the first time: session, age and origin are looked up. Budgets by network are lifted, because all come from one address.`,
        'One server process and one process for all pages, on the same cores.',
      ],
    };
  },
};
