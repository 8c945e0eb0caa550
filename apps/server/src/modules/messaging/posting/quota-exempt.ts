import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { hasPaid } from '../../credits/service.ts';
import { accountOfProfile } from '../../profiles/service.ts';
import { subscriberIds } from '../../subscriptions/service.ts';
import type { ListQuotaExempt } from './post.ts';

/** Condition of the requests module: whether a member has sent a creator a request. */
export type HasSentRequest = (requester: RawBuilder<unknown>, creatorId: string) => RawBuilder<unknown>;

/** Lists members a creator answers without a quota: running subscribers, and members who ever paid or asked the creator. */
export const createListQuotaExempt =
  ({ clock, hasSentRequest }: { clock: Clock; hasSentRequest: HasSentRequest }): ListQuotaExempt =>
  async (db, creatorId, receiverIds) => {
    const subscribers = subscriberIds(creatorId, { now: clock.now(), since: null, endingBefore: null, past: false });
    const { rows } = await sql<{ id: string }>`
      select one.id from unnest(${receiverIds}::uuid[]) as one (id)
        where exists (select from (${subscribers}) as fan where fan.profile_id = one.id)
          or ${hasPaid(accountOfProfile(sql`one.id`), creatorId)} or ${hasSentRequest(sql`one.id`, creatorId)}`.execute(
      db,
    );
    return new Set(rows.map(({ id }) => id));
  };
