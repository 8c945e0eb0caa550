import type { FanList, FanSort } from '@vlam/contract/rules/fans';
import { listFans } from '../apps/server/src/joins/fan-lists.ts';
import type { FanPlace, FanQuery } from '../apps/server/src/modules/fans/types.ts';
import type { Benchmark, Findings } from './lib/benchmark.ts';
import { creatorId, fillFans, listId } from './lib/fans-world.ts';
import { median } from './lib/stats.ts';

const fans = Number(process.env.BENCH_FANS ?? 100_000);
const pageSize = 31;
const lists: readonly FanList[] = ['subscribers', 'former', 'followers', 'spenders', 'own'];
const sorts: readonly FanSort[] = ['newest', 'spent', 'name'];
/** A page of a list, in milliseconds. */
const goalMs = 50;
/** Pages that stand for the middle of a list; a file reads all of them. */
const pagesToMiddle = 20;

export const benchmark: Benchmark = {
  name: 'fans',
  title: 'How long does a page of a creator’s people take?',
  goal: `at ${fans} subscribers, followers and payers each, the first page and one of the middle of every list in every order within ${goalMs} ms.`,
  async run({ postgres, rounds, log }) {
    const { database } = await postgres.createMigrated('fans', 2);
    await fillFans(database, fans);
    const verdicts: Findings['verdicts'] = [];
    const page = async (list: FanList, sort: FanSort, after: FanPlace | null, limit = pageSize) => {
      const query: FanQuery = {
        ...{ creatorId, list, sort, after, limit, now: new Date(), listId: list === 'own' ? listId : null },
        ...{ q: null, activeSince: null, endingBefore: null, tier: null, earnedOverCents: null },
      };
      const started = performance.now();
      const rows = await listFans(database.db, query);
      return { ms: performance.now() - started, rows };
    };
    for (const list of lists)
      for (const sort of sorts) {
        const first: number[] = [];
        const middle: number[] = [];
        const { rows: many } = await page(list, sort, null, pagesToMiddle * pageSize);
        const place = many.at(-1);
        for (let round = 0; round < Math.max(3, rounds); round += 1) {
          first.push((await page(list, sort, null)).ms);
          if (place) middle.push((await page(list, sort, [place.value, place.id])).ms);
        }
        const seen = `${median(first).toFixed(1)} ms, later ${median(middle).toFixed(1)} ms`;
        log(`${list} by ${sort}: ${seen}`);
        verdicts.push({
          claim: `${list} by ${sort} within ${goalMs} ms`,
          reached: Math.max(median(first), median(middle)) <= goalMs,
          seen,
        });
      }
    await database.close();
    return {
      rows: [],
      verdicts,
      notes: [
        `A page has ${pageSize} rows. "Later" is the page after ${pagesToMiddle} others. Medians of ${Math.max(3, rounds)} calls, one at a time.`,
        'As many members are no fans. One fan in fifty is incognito, one in ten of the subscribers has ended, one in seven paid nothing.',
      ],
    };
  },
};
