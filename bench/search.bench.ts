import { readConfig } from '../apps/server/src/platform/config.ts';
import { createRunningClock } from '../apps/server/test/clock.ts';
import { aProfile } from '../apps/server/test/factories.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { startChildServer } from './lib/child-server.ts';
import { runHttpLoad } from './lib/http-load.ts';
import { fillNames } from './lib/names-world.ts';
import type { Row } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 5_000_000);
const viewers = 40;
const goalMs = 20;
const searches = {
  'one letter': ['z', 'n', 'k', 't'],
  'two letters': ['za', 'na', 'kh', 'th'],
  'three letters': ['zan', 'nal', 'khu', 'tha'],
  'a name': ['Zanele', 'naledi', 'khumal', 'Thandeka Botha'],
  'a name with a typo': ['Zannele', 'nalledi', 'khummalo', 'thandekka'],
};

export const benchmark: Benchmark = {
  name: 'search',
  title: `How long does a search by name take among ${people.toLocaleString('en-ZA')} people?`,
  goal: `one search at a time, by one, two and three letters: p99 under ${goalMs} ms.`,
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('search');
    await fillNames(database, people, log);
    const environment = benchEnvironment(url);
    const app = { db: database.db, clock: createRunningClock(), config: readConfig(environment) };
    const cookies: string[] = [];
    for (let viewer = 0; viewer < viewers; viewer += 1) cookies.push((await aProfile(app)).cookie);
    const script = new URL('lib/app-server.ts', import.meta.url).pathname;
    const server = await startChildServer(script, environment);
    const found = new Map<string, Round[]>();
    let used = 0;
    for (let round = 0; round < rounds; round += 1)
      for (const [name, texts] of Object.entries(searches)) {
        used += 1;
        const headers = {
          cookie: cookies[used % viewers] ?? '',
          'sec-fetch-site': 'same-origin',
          'accept-encoding': 'br',
        };
        const paths = texts.map((text) => `/api/profiles/search?q=${encodeURIComponent(text)}`);
        const one = await runHttpLoad({
          port: server.port,
          method: 'GET',
          connections: [{ headers, paths }],
          seconds,
          warmUpSeconds: 1,
          endless: true,
        });
        if (Object.keys(one.refusals).length > 0) log(`refused: ${JSON.stringify(one.refusals)}`);
        found.set(name, [...(found.get(name) ?? []), one]);
        log(`${name}: ${Math.round(one.perSecond)}/s, p50 ${one.p50.toFixed(1)} ms, p99 ${one.p99.toFixed(1)} ms`);
      }
    await server.stop();
    await database.close();
    return {
      rows: [...found].map(([name, list]): Row => ({ name, rounds: list })),
      verdicts: ['one letter', 'two letters', 'three letters'].map((name) => {
        const p99 = median((found.get(name) ?? []).map((round) => round.p99));
        return { claim: `by ${name}, p99 under ${goalMs} ms`, reached: p99 < goalMs, seen: `${p99.toFixed(1)} ms` };
      }),
      notes: [
        'Names are combined from the two hundred of the demo, so that each full name is borne by hundreds; one in fifty is a creator. There are no posts: content is searched in an empty table.',
        'The whole program over HTTP, signed in, one request in flight, only with rate budgets nobody reaches. Load, server and PostgreSQL share the cores.',
      ],
    };
  },
};
