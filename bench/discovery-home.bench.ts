import { join } from 'node:path';
import { createContext } from '../apps/server/src/context.ts';
import { windows } from '../apps/server/src/modules/discovery/heat-map.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { startChildServer } from './lib/child-server.ts';
import { runHttpLoad } from './lib/http-load.ts';
import { runLoad } from './lib/load.ts';
import type { Row } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 1_000_000);
const cravings = people / 2;
const connections = 8;

export const benchmark: Benchmark = {
  name: 'discovery-home',
  title: 'How long do the counts of the home page take with a million people?',
  goal: 'heat map under 20 ms and counters under 5 ms at the 99th percentile over HTTP, whatever the number of people; counting in the background.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('home');
    const { pool } = database;
    // Rows alone matter here: no accounts stand behind these people.
    await pool.query(`
      set session_replication_role = replica;
      insert into profiles (id, account_id, display_name, stated_age, city, last_seen_at, available_until, created_at)
        select gen_random_uuid(), gen_random_uuid(), 'Person', 30,
          (array['Johannesburg', 'Cape Town', 'Durban', 'Pretoria', 'Port Elizabeth', 'Bloemfontein', 'East London',
            'Pietermaritzburg', 'Polokwane', 'Kimberley'])[1 + floor(power(random(), 1.6) * 10)],
          -- Three in a hundred now, five in the hour, a third in the day, two thirds in the week.
          now() - interval '1 second' * case when share < 0.03 then 0 when share < 0.05 then random() * 3600
            when share < 0.33 then random() * 86400 else random() * 907200 end,
          case when share < 0.003 then now() + interval '2 hours' end, now()
        from (select n, random() as share from generate_series(1, ${people}) as n) as one;
      insert into cravings (category, profile_id, city, craved_at)
        select (array['Hookups', 'Photo Exchange', 'Flirty Chat', 'Casual Dating'])[1 + mod(n, 4)], id, city,
          now() - interval '1 second' * random() * 100000
        from (select id, city, row_number() over () as n from profiles limit ${cravings}) as one;
      set session_replication_role = origin`);
    await pool.query('vacuum analyze');
    log(`${people} people, ${cravings} cravings`);

    const environment = benchEnvironment(url);
    const logger = { info() {}, warn() {}, error() {} };
    const context = createContext({ config: readConfig(environment), database, clock: systemClock, logger });
    const { profiles, discovery } = context;
    const rows = new Map<string, Round[]>();
    const addRound = (name: string, round: Round) => {
      rows.set(name, [...(rows.get(name) ?? []), round]);
      log(`${name}: ${Math.round(round.perSecond)}/s, p50 ${round.p50.toFixed(2)} ms, p99 ${round.p99.toFixed(2)} ms`);
    };
    const scans = Object.entries(windows).map(([window, { lengthMs }]) => ({
      name: `background: people of each city, ${window}`,
      call: () => profiles.countSeenByCity(new Date(Date.now() - lengthMs)),
    }));
    scans.push({
      name: 'background: online and available',
      call: async () => new Map([['', (await profiles.countOnline()) + (await profiles.countAvailable())]]),
    });
    const calls = {
      'heat map over HTTP': '/api/discovery/heat-map',
      'heat map of seven days over HTTP': '/api/discovery/heat-map?window=7d',
      'counters over HTTP': '/api/discovery/counters',
      'cravings over HTTP': '/api/discovery/interests',
    };
    const server = await startChildServer(join(import.meta.dirname, 'lib/app-server.ts'), environment);
    const stop = discovery.startCounting();
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, call } of scans)
        addRound(name, await runLoad({ clients: 1, seconds, call: async () => (await call()).size > 0 }));
      for (const [name, path] of Object.entries(calls)) {
        const plan = { headers: { 'sec-fetch-site': 'same-origin' }, paths: [path] };
        const load = { port: server.port, method: 'GET' as const, seconds, warmUpSeconds: 2, endless: true };
        addRound(name, await runHttpLoad({ ...load, connections: Array.from({ length: connections }, () => plan) }));
      }
    }
    await stop();
    await server.stop();
    await database.close();

    const p99 = (name: string) => median((rows.get(name) ?? []).map((round) => round.p99));
    const verdict = (claim: string, name: string, limitMs: number) => ({
      claim,
      reached: p99(name) < limitMs,
      seen: `${p99(name).toFixed(2)} ms`,
    });
    return {
      rows: [...rows].map(([name, list]): Row => ({ name, rounds: list })),
      verdicts: [
        verdict('the heat map in under 20 ms', 'heat map over HTTP', 20),
        verdict('that of seven days too', 'heat map of seven days over HTTP', 20),
        verdict('the counters in under 5 ms', 'counters over HTTP', 5),
      ],
      notes: [
        `${people.toLocaleString('en-ZA').replaceAll(/\s/g, ' ')} people in ten cities, half as many cravings; BENCH_PEOPLE sets another number. ${connections} connections, one request in flight on each, guard and contract included. Meanwhile another process counts every figure at its pace, as in service.`,
        'The lines named background are what one process of all does every second (online), 5 s (live), 15 s (1h), minute (24h) and 5 minutes (7d), independent of requests: one index scan, on one connection.',
        'Load, server and PostgreSQL share the cores.',
      ],
    };
  },
};
