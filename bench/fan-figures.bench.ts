import { sql } from 'kysely';
import { fanFigureReads } from '../apps/server/src/joins/fan-figures.ts';
import { addDays, johannesburgDay, startOfDay } from '../apps/server/src/platform/clock.ts';
import type { Benchmark, Findings } from './lib/benchmark.ts';
import { creatorId, fillFans } from './lib/fans-world.ts';
import { median } from './lib/stats.ts';

const fans = Number(process.env.BENCH_FANS ?? 100_000);
/** Each reading of the screen, in milliseconds. */
const goalMs = 50;

export const benchmark: Benchmark = {
  name: 'fan-figures',
  title: 'How long does a creator’s screen of figures take?',
  goal: `at ${fans} subscribers, followers and payers each, of whom every one visits on one day, each reading within ${goalMs} ms.`,
  async run({ postgres, rounds, log }) {
    const { database } = await postgres.createMigrated('fan_figures', 2);
    const { db } = database;
    await fillFans(database, fans);
    const today = johannesburgDay(new Date());
    await sql`
      insert into page_visits (profile_id, day, account_id, source, hours)
        select ${creatorId}, ${today}::date - 1, account_id, (array['discovery', 'search', 'link', 'feed', 'direct'])[1 + n % 5],
          1 << (n % 24) from people where n <= ${fans}`.execute(db);
    await sql`
      insert into creator_days (profile_id, day, discovery, search, link, feed, direct, renewed, ended, hours)
        select ${creatorId}, ${today}::date - n, 900, 400, 300, 200, 100, 90, 20, array_fill(40, array[24])
          from generate_series(2, 799) as n`.execute(db);
    await sql`
      insert into fan_origins (profile_id, account_id, source, day)
        select ${creatorId}, account_id, (array['discovery', 'search', 'link', 'feed', 'direct', 'code'])[1 + n % 6], ${today}
          from people where n <= ${fans}`.execute(db);
    await sql`vacuum analyze`.execute(db);
    const year = addDays(today, -364);
    const readings = {
      visits: () => fanFigureReads.listVisits(db, creatorId, addDays(today, -729)),
      new: () => fanFigureReads.countNew(db, creatorId, startOfDay(year)),
      months: () => fanFigureReads.listMonths(db, creatorId, year),
      values: () => fanFigureReads.listValues(db, creatorId),
      hours: () => fanFigureReads.listHours(db, creatorId, year),
    };
    const verdicts: Findings['verdicts'] = [];
    for (const [name, read] of Object.entries(readings)) {
      const times: number[] = [];
      for (let round = 0; round < Math.max(5, rounds); round += 1) {
        const started = performance.now();
        await read();
        times.push(performance.now() - started);
      }
      const seen = `${median(times).toFixed(1)} ms`;
      log(`${name}: ${seen}`);
      verdicts.push({ claim: `${name} within ${goalMs} ms`, reached: median(times) <= goalMs, seen });
    }
    const started = performance.now();
    const bounds = { start: addDays(today, -1), end: today };
    await sql`insert into creator_days_state (visits_until, ends_until) values (${bounds.start}, ${bounds.start})`.execute(
      db,
    );
    await db.transaction().execute((tx) => fanFigureReads.countNextDay(tx, 'visits_until', bounds));
    const seen = `${Math.round(performance.now() - started)} ms`;
    log(`counting the day: ${seen}`);
    await database.close();
    return {
      rows: [],
      verdicts,
      notes: [
        `Medians of ${Math.max(5, rounds)} calls, one at a time; the screen makes them side by side. Visits are read over two years, the rest over one.`,
        `Counting the day with ${fans} visits, once a night: ${seen}.`,
      ],
    };
  },
};
