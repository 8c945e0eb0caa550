import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { sentence } from '../../platform/words.ts';

/** Members whose comments and show messages a creator does not take. They keep what they paid for. */
export interface Restrictions {
  /** `wasMuted`: whether the creator has muted the thread already. Nothing changes for a restricted fan. */
  restrict(on: Db, creatorId: string, fanId: string, wasMuted: boolean): Promise<void>;
  /** Returns the lifted restriction, if there was one. */
  unrestrict(on: Db, creatorId: string, fanId: string): Promise<{ wasMuted: boolean } | undefined>;
  isRestrictedBy(creatorId: string, fanId: string): Promise<boolean>;
}

/** Said to a restricted member who comments: no pretence that the words were taken. */
export const restrictedMessage = sentence('This creator takes no comments from you');

export function createRestrictions({ database: { db }, clock }: { database: Database; clock: Clock }): Restrictions {
  return {
    async restrict(on, creatorId, fanId, wasMuted) {
      await on
        .insertInto('profile_restrictions')
        .values({ creator_id: creatorId, fan_id: fanId, restricted_at: clock.now(), was_muted: wasMuted })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async unrestrict(on, creatorId, fanId) {
      return await on
        .deleteFrom('profile_restrictions')
        .where('creator_id', '=', creatorId)
        .where('fan_id', '=', fanId)
        .returning('was_muted as wasMuted')
        .executeTakeFirst();
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
