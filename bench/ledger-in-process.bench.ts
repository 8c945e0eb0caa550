import pg from 'pg';
import { createLedger } from '../apps/server/src/modules/credits/ledger.ts';
import { isSound, reconcile } from '../apps/server/src/modules/credits/reconcile.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { eightRoundTrips, installEightRoundTrips } from './lib/eight-round-trips.ts';
import { aPurchase, makeLedgerWorld, pick } from './lib/ledger-world.ts';
import { runLoad } from './lib/load.ts';
import { installPgledger, pgledgerFile, pgledgerPurchase } from './lib/pgledger.ts';
import { p99, type Row, ratio } from './lib/report.ts';
import { openSameRowsLimit } from './lib/same-rows-limit.ts';
import { openSqlLimit } from './lib/sql-limit.ts';
import { median, type Round } from './lib/stats.ts';

const counts = { payers: 10_000, creators: 1_000 };
const cases = { hot: { payers: 256, creators: 1 }, random: counts };
/** Callers of the ledger, and transfers a commit of the limit. */
const sizes = [256, 1_000];
const oursName = (place: string, clients: number) => `ledger, ${place}, one transfer each, ${clients} clients`;
const limitName = (place: string, size: number) => `limit: same rows and indexes by hand, ${place}, ${size} a commit`;

export const benchmark: Benchmark = {
  name: 'ledger-in-process',
  title: 'How fast does the ledger post inside the process, beside the limit of batched SQL?',
  goal: 'at least 0.6 of the batched SQL limit, onto one hot account and between random ones.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('ledger');
    const world = await makeLedgerWorld(database, counts);
    const ledger = createLedger(database.pool);
    const limit = await openSameRowsLimit(url);
    const bareLimit = await openSqlLimit(await postgres.createDatabase('sql_limit'));
    const conventionalUrl = await postgres.createDatabase('conventional');
    await installEightRoundTrips(conventionalUrl);
    const conventional = new pg.Pool({ connectionString: conventionalUrl, max: 32 });
    const peerUrl = pgledgerFile() ? await postgres.createDatabase('peer') : null;
    const peerAccounts = peerUrl ? await installPgledger(peerUrl, counts) : null;
    const peer = peerUrl ? new pg.Pool({ connectionString: peerUrl, max: 32 }) : null;

    const rows = new Map<string, Round[]>();
    const measure = async (name: string, one: () => Promise<Round>) => {
      const round = await one();
      rows.set(name, [...(rows.get(name) ?? []), round]);
      log(`${name}: ${Math.round(round.perSecond)}/s, p99 ${round.p99.toFixed(2)} ms`);
    };
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, { payers, creators }] of Object.entries(cases)) {
        const paying = world.payers.slice(0, payers);
        const earning = world.creators.slice(0, creators);
        const post = (clients: number, price: number) =>
          runLoad({
            clients,
            seconds,
            call: async () => (await ledger.post(aPurchase(pick(paying), pick(earning), price))).status === 'posted',
          });
        // Candidate and limit right after each other: a shared machine changes from minute to minute.
        for (const size of sizes) {
          await measure(oursName(place, size), () => post(size, 4));
          await measure(limitName(place, size), () =>
            limit.measure({ size, payers: paying, creators: earning, seconds }),
          );
        }
        await measure(`ledger, ${place}, two transfers each (80/20), 256 clients`, () => post(256, 10));
        await measure(`ledger, ${place}, one transfer each, 32 clients`, () => post(32, 4));
        await measure(`limit: a bare table of transfers, ${place}, 1000 a commit`, () =>
          bareLimit.measure({ size: 1_000, payers, creators, seconds }),
        );
        await measure(`8 round trips, ${place}, 32 clients`, () =>
          runLoad({
            clients: 32,
            seconds,
            call: () =>
              eightRoundTrips(
                conventional,
                Math.floor(Math.random() * payers),
                Math.floor(Math.random() * creators),
                4,
              ),
          }),
        );
        if (peer && peerAccounts)
          await measure(`pgledger, ${place}, one transfer each, 32 clients`, () =>
            runLoad({
              clients: 32,
              seconds,
              call: () =>
                pgledgerPurchase(
                  peer,
                  peerAccounts,
                  pick(peerAccounts.payers.slice(0, payers)),
                  pick(peerAccounts.creators.slice(0, creators)),
                  4,
                ),
            }),
          );
      }
    }
    const sound = isSound(await reconcile(database.pool));
    await Promise.all([limit.close(), bareLimit.close(), conventional.end(), peer?.end(), database.close()]);

    const all: Row[] = [...rows].map(([name, list]) => ({ name, rounds: list }));
    const find = (name: string) => all.find((row) => row.name === name) ?? { name, rounds: [] };
    const verdicts = Object.keys(cases).map((place) => {
      const best = (name: typeof oursName, round: number) =>
        Math.max(...sizes.map((size) => find(name(place, size)).rounds[round]?.perSecond ?? 0));
      const shares = Array.from({ length: rounds }, (_, round) => best(oursName, round) / best(limitName, round));
      const share = median(shares);
      const all = shares.map((each) => each.toFixed(2)).join(', ');
      return {
        claim: `${place}, 0.6 of batched SQL that writes the same rows (best against best, round by round)`,
        reached: share >= 0.6,
        seen: `${ratio(share)} (${all}), p99 ${p99(find(oursName(place, 256))).toFixed(1)} ms`,
      };
    });
    return {
      rows: all,
      verdicts: [
        ...verdicts,
        { claim: 'nothing drifted (I1, I2)', reached: sound, seen: sound ? 'reconciled' : 'differences' },
      ],
      notes: [
        'Hot: 256 payers and one creator. Random: 10,000 payers and 1,000 creators. Every posting has a key, is a purchase made once, is checked against funds and writes running balances; the limits do none of these and count single transfers. The first limit writes the same columns and indexes; the bare table has one index and five columns, so it shows what keys, purchases made once and statements cost.',
        'One process, one connection, one lane. The load is made in the same process.',
        peer
          ? 'pgledger as its authors publish it, one connection a client.'
          : 'pgledger was not given (PGLEDGER_SQL).',
      ],
    };
  },
};
