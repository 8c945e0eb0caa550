import type { FanList } from '@vlam/contract/rules/fans';
import { csvRow } from '../../platform/csv.ts';
import { requireProfileId } from '../profiles/service.ts';
import { requireOwnList } from './lists-store.ts';
import { toQuery, toSubscription } from './policy.ts';
import type { FanFacts, FanPlace, FanQuery, Fans, FansDependencies } from './types.ts';

const rowsAtOnce = 500;
const dayFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Africa/Johannesburg' });

/** What the time of a row means in each list. */
const timeNames: Record<FanList, string> = {
  subscribers: 'Subscribed',
  former: 'Ended',
  followers: 'Followed',
  spenders: 'Paid last',
  restricted: 'Restricted',
  own: 'Added',
};

/** A list as CSV: names as fans show them, days in Johannesburg, the creator's share in rand. */
export function createFanExport(deps: FansDependencies): Pick<Fans, 'streamCsv'> {
  const { db } = deps.database;

  async function* write(query: Omit<FanQuery, 'after' | 'limit'>): AsyncGenerator<string> {
    // A byte order mark: spreadsheets read the names as UTF-8 with it.
    yield `\uFEFF${csvRow(['Name', timeNames[query.list], 'Subscription', 'Until', 'Your share in rand', 'Lists', 'Note'])}`;
    for (let after: FanPlace | null = null; ; ) {
      const rows = await deps.listFans(db, { ...query, after, limit: rowsAtOnce });
      const facts = await deps.listFanFacts(db, {
        creatorId: query.creatorId,
        ids: rows.map(({ id }) => id),
        now: query.now,
      });
      const factsOf = new Map(facts.map((one) => [one.id, one]));
      let text = '';
      for (const { id, at } of rows) {
        const one = factsOf.get(id);
        if (one) text += toRow(one, at, query.now);
      }
      if (text) yield text;
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      after = [last.value, last.id];
    }
  }

  return {
    async streamCsv(viewer, filter) {
      const creatorId = requireProfileId(viewer);
      const query = toQuery(creatorId, filter, deps.clock.now());
      if (query.listId) await requireOwnList(db, creatorId, query.listId);
      await deps.credits.payers.refresh(creatorId);
      return write(query);
    },
  };
}

function toRow(one: FanFacts, at: Date, now: Date): string {
  const subscription = toSubscription(one, now);
  return csvRow([
    one.displayName,
    dayFormat.format(at),
    subscription && (subscription.isOver ? 'over' : subscription.renews ? 'renews' : 'ends'),
    subscription && dayFormat.format(new Date(subscription.paidUntil)),
    Number(one.earnedCents) / 100,
    one.lists.join('; '),
    one.note,
  ]);
}
