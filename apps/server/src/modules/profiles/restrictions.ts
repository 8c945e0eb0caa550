import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { sentence } from '../../platform/words.ts';

/** Members whose comments and show messages a creator does not take. They keep what they paid for. */
export interface Restrictions {
  restrict(on: Db, creatorId: string, fanId: string): Promise<void>;
  /** Returns whether there was a restriction. */
  unrestrict(on: Db, creatorId: string, fanId: string): Promise<boolean>;
  isRestrictedBy(creatorId: string, fanId: string): Promise<boolean>;
}

/** Said to a restricted member who comments: no pretence that the words were taken. */
export const restrictedMessage = sentence('This creator takes no comments from you');

export function createRestrictions({ database: { db }, clock }: { database: Database; clock: Clock }): Restrictions {
  return {
    async restrict(on, creatorId, fanId) {
      await on
        .insertInto('profile_restrictions')
        .values({ creator_id: creatorId, fan_id: fanId, restricted_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async unrestrict(on, creatorId, fanId) {
      const { numDeletedRows } = await on
        .deleteFrom('profile_restrictions')
        .where('creator_id', '=', creatorId)
        .where('fan_id', '=', fanId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async isRestrictedBy(creatorId, fanId) {
      const row = await db
        .selectFrom('profile_restrictions')
        .select('fan_id')
        .where('creator_id', '=', creatorId)
        .where('fan_id', '=', fanId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
