import { createLedger } from '../apps/server/src/modules/credits/ledger.ts';
import { isSound, reconcile } from '../apps/server/src/modules/credits/reconcile.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { addPastPayers, fillLedger } from './lib/fill-ledger.ts';
import { aPurchase, type LedgerWorld, makeLedgerWorld, pick } from './lib/ledger-world.ts';
import { runLoad } from './lib/load.ts';
import { perSecond, type Row } from './lib/report.ts';
import type { Round } from './lib/stats.ts';

const sizes = [10_000, 100_000, 1_000_000, 10_000_000];
/** Limit of the time to fill; a slower machine measures fewer sizes and reports it. */
const fillSeconds = Number(process.env.BENCH_FILL_SECONDS ?? 300);
const counts = { payers: 100_000, creators: 1_000 };
const active = 2_000;

const name = (rows: number) => `${rows.toLocaleString('en-ZA').replaceAll(/\s/g, ' ')} rows`;

export const benchmark: Benchmark = {
  name: 'ledger-growth',
  title: 'What does a transfer cost when the ledger has 10 thousand rows, and 10 million?',
  goal: 'at 10 million rows within 20 % of the cost at 10 thousand.',
  async run({ postgres, rounds, seconds, log }) {
    const { database } = await postgres.createMigrated('growth');
    const some = await makeLedgerWorld(database, { payers: active, creators: counts.creators });
    const world: LedgerWorld = {
      payers: [...some.payers, ...(await addPastPayers(database, counts.payers - active))],
      creators: some.creators,
    };
    const ledger = createLedger(database.pool);
    const measured: Row[] = [];
    const allActive: Row[] = [];
    let spent = 0;
    const load = (who: LedgerWorld): Promise<Round> =>
      runLoad({
        clients: 256,
        seconds,
        warmUpSeconds: 4,
        call: async () => (await ledger.post(aPurchase(pick(who.payers), pick(who.creators), 4))).status === 'posted',
      });
    let reached = 0;
    for (const size of sizes) {
      const started = performance.now();
      reached = await fillLedger(database, world, size, started + fillSeconds * 1_000 - spent);
      spent += performance.now() - started;
      await database.pool.query('vacuum analyze ledger_transfers');
      await database.pool.query('vacuum analyze ledger_accounts');
      await database.pool.query('checkpoint');
      log(`${name(reached)} after ${Math.round(spent / 1_000)} s of filling`);
      const row = { name: `${name(reached)}, ${active} active payers`, rounds: [] as Round[] };
      const all = { name: `${name(reached)}, all ${counts.payers} payers active`, rounds: [] as Round[] };
      for (const [who, into] of [
        [some, row],
        [world, all],
      ] as const)
        for (let round = 0; round < rounds; round += 1) {
          const result = await load(who);
          into.rounds.push(result);
          log(`${into.name}: ${Math.round(result.perSecond)}/s`);
        }
      measured.push(row);
      allActive.push(all);
      if (reached < size) break;
    }
    const sound = isSound(await reconcile(database.pool));
    await database.close();
    const [first, last] = [measured[0], measured.at(-1)];
    const slowdown = first && last ? perSecond(first) / perSecond(last) - 1 : Number.NaN;
    return {
      rows: [...measured, ...allActive],
      verdicts: [
        {
          claim: `${name(reached)} cost at most 20 % more than ${name(sizes[0] ?? 0)}`,
          reached: slowdown <= 0.2 && reached >= (sizes.at(-1) ?? 0),
          seen: `${(slowdown * 100).toFixed(0)} % more`,
        },
        { claim: 'nothing drifted (I1, I2)', reached: sound, seen: sound ? 'reconciled' : 'differences' },
      ],
      notes: [
        `One-transfer purchases from 256 callers in the process. The past belongs to ${counts.payers} payers and ${counts.creators} creators in random order; the same ${active} payers buy at every size. The second group of rows has all payers buy at once, which no real day does: nearly every transfer then changes pages for the first time since the last checkpoint, and PostgreSQL writes each such page in full.`,
        `Filled set-wise for ${Math.round(spent / 1_000)} s; then vacuum, analyze and a checkpoint before each size.`,
      ],
    };
  },
};
