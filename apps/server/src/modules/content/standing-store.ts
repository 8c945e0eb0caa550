import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { isUnlockedBy } from '../credits/service.ts';
import { subscribedCreators } from '../subscriptions/service.ts';

/** Queries one viewer's rights to one item; each part that is null returns false. */
export interface StandingQuestion {
  contentId: string;
  /** Who may have bought it. */
  payerId: string | null;
  /** Creators the viewer may pay. */
  creatorId: string | null;
  viewerId: string | null;
}

export interface Standing {
  isPurchased: boolean;
  isSubscribed: boolean;
  liked: boolean;
}

/** Condition of the module above: whether a profile likes an item. */
export type LikedBy = (profile: RawBuilder<unknown>, content: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Condition of the module above: whether an account has an item in a bundle that it bought and that is open now. */
export type OpenByBundle = (account: RawBuilder<unknown>, content: RawBuilder<unknown>) => RawBuilder<unknown>;

const slots = ['contents', 'payers', 'creators', 'viewers', 'now'] as const;

/** Reads purchases, subscriptions and likes for concurrent pages in one statement; returns in order. */
export function createStandings(
  database: Database,
  above: { likedBy: LikedBy; openByBundle: OpenByBundle },
  now: () => Date,
): (questions: readonly StandingQuestion[]) => Promise<Standing[]> {
  const statement = prepare<(typeof slots)[number], { bought: boolean; paid: boolean; liked: boolean }>(
    database,
    'standings',
    slots,
    (slot) => sql`
      select asked.payer is not null and (${isUnlockedBy(sql`asked.payer`, sql`asked.content::text`)}
               or ${above.openByBundle(sql`asked.payer`, sql`asked.content`)}) as bought,
             asked.creator in (${subscribedCreators(sql`asked.viewer`, sql`${slot.now}::timestamptz`)}) is true as paid,
             ${above.likedBy(sql`asked.viewer`, sql`asked.content`)} as liked
        from unnest(${slot.contents}::uuid[], ${slot.payers}::uuid[], ${slot.creators}::uuid[], ${slot.viewers}::uuid[])
          with ordinality as asked (content, payer, creator, viewer, n)
        order by asked.n`,
  );
  const lane = createLane<readonly StandingQuestion[], Standing[]>({
    limit: 200,
    async call(pages) {
      const asked = pages.flat();
      const rows = await statement({
        contents: uuidArray(asked.map((one) => one.contentId)),
        payers: uuidArray(asked.map((one) => one.payerId)),
        creators: uuidArray(asked.map((one) => one.creatorId)),
        viewers: uuidArray(asked.map((one) => one.viewerId)),
        now: now(),
      });
      let from = 0;
      return pages.map((page) => {
        const part = rows.slice(from, from + page.length);
        from += page.length;
        return part.map((row) => ({ isPurchased: row.bought, isSubscribed: row.paid, liked: row.liked }));
      });
    },
  });
  return async (questions) => (questions.length === 0 ? [] : lane.send(questions));
}
