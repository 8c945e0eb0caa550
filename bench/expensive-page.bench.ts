import { join } from 'node:path';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createTestClock } from '../apps/server/test/clock.ts';
import { aProfile } from '../apps/server/test/factories.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { startChildServer } from './lib/child-server.ts';
import { runGetLoad } from './lib/get-load.ts';
import { runHttpLoad } from './lib/http-load.ts';
import { ratio } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const [members, readers, pauseMs] = [16, 50, 250];
const limit = 1.5;

export const benchmark: Benchmark = {
  name: 'expensive-page',
  title: 'What do members feel while many read the largest public page?',
  goal: `the p50 of members within ${limit} times under ${readers} readers of /api/docs.`,
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('page');
    const environment = benchEnvironment(url);
    const app = { db: database.db, clock: createTestClock(), config: readConfig(environment) };
    const cookies: string[] = [];
    for (let member = 0; member < members; member += 1) cookies.push((await aProfile(app)).cookie);
    const server = await startChildServer(join(import.meta.dirname, 'lib/app-server.ts'), environment);
    const measureCalls = (length: number) =>
      runHttpLoad({
        port: server.port,
        method: 'GET',
        connections: cookies.map((cookie) => ({
          headers: { cookie, 'sec-fetch-site': 'same-origin' },
          paths: ['/api/credits/balance'],
        })),
        seconds: length,
        warmUpSeconds: 0,
        endless: true,
      });
    const read = () =>
      runGetLoad({ port: server.port, path: '/api/docs', cookies: [''], clients: readers, seconds, pauseMs });
    const [alone, withReaders, pages]: [Round[], Round[], Round[]] = [[], [], []];
    try {
      await measureCalls(3);
      for (let round = 0; round < rounds; round += 1) {
        alone.push(await measureCalls(seconds));
        const [calls, pageLoad] = await Promise.all([measureCalls(seconds), read()]);
        withReaders.push(calls);
        pages.push(pageLoad);
        log(
          `p50 ${alone.at(-1)?.p50.toFixed(2)} ms alone, ${calls.p50.toFixed(2)} ms beside ${Math.round(pageLoad.perSecond)} pages/s`,
        );
      }
    } finally {
      await server.stop();
      await database.close();
    }
    const medianP50 = (list: readonly Round[]) => median(list.map(({ p50 }) => p50));
    const slower = medianP50(withReaders) / medianP50(alone);
    return {
      rows: [
        { name: `${members} members, alone`, rounds: alone },
        { name: `${members} members, beside the readers`, rounds: withReaders },
        { name: `${readers} readers of /api/docs`, rounds: pages },
      ],
      verdicts: [{ claim: `p50 of members within ${limit} times`, reached: slower <= limit, seen: ratio(slower) }],
      notes: [
        'Budgets are off, so that every reader gets the page: a real one gets it twenty times a minute for an address.',
        `Each reader waits ${pauseMs} ms on average between two pages (a person would wait longer); members read their balance without a pause.`,
      ],
    };
  },
};
