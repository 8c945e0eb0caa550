import pg from 'pg';
import { createLedger } from '../apps/server/src/modules/credits/ledger.ts';
import { isSound, reconcile } from '../apps/server/src/modules/credits/reconcile.ts';
import { eightRoundTrips, installEightRoundTrips } from './lib/eight-round-trips.ts';
import { aPurchase, makeLedgerWorld, pick } from './lib/ledger-world.ts';
import { runLoad } from './lib/load.ts';
import { installPgledger, pgledgerFile, pgledgerPurchase } from './lib/pgledger.ts';
import type { Question } from './lib/question.ts';
import { p99, perSecond, type Row, ratio } from './lib/report.ts';
import { openSameRowsLimit } from './lib/same-rows-limit.ts';
import { openSqlLimit } from './lib/sql-limit.ts';
import type { Round } from './lib/stats.ts';

const counts = { payers: 10_000, creators: 1_000 };
const cases = { hot: { payers: 256, creators: 1 }, random: counts };
const limitSizes = [100, 256, 1_000];

export const question: Question = {
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
        for (const [what, price] of [
          ['one transfer each', 4],
          ['two transfers each (80/20)', 10],
        ] as const)
          for (const clients of [32, 256])
            await measure(`ledger, ${place}, ${what}, ${clients} clients`, () =>
              runLoad({
                clients,
                seconds,
                call: async () =>
                  (await ledger.post(aPurchase(pick(paying), pick(earning), price))).status === 'posted',
              }),
            );
        for (const size of limitSizes)
          await measure(`limit: same rows and indexes by hand, ${place}, ${size} a commit`, () =>
            limit.measure({ size, payers: paying, creators: earning, seconds }),
          );
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
    const sound = isSound(await reconcile(database.db));
    await Promise.all([limit.close(), bareLimit.close(), conventional.end(), peer?.end(), database.close()]);

    const all: Row[] = [...rows].map(([name, list]) => ({ name, rounds: list }));
    const find = (name: string) => all.find((row) => row.name === name) ?? { name, rounds: [] };
    const best = (place: string) =>
      Math.max(
        ...limitSizes.map((size) =>
          perSecond(find(`limit: same rows and indexes by hand, ${place}, ${size} a commit`)),
        ),
      );
    const verdicts = Object.keys(cases).map((place) => {
      const ours = find(`ledger, ${place}, one transfer each, 256 clients`);
      const share = perSecond(ours) / best(place);
      return {
        claim: `${place}, 0.6 of batched SQL that writes the same rows`,
        reached: share >= 0.6,
        seen: `${ratio(share)}, p99 ${p99(ours).toFixed(1)} ms`,
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
