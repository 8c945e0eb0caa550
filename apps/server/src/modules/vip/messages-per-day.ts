import { freeMessagesPerDay, vipTiers } from '@vlam/contract/vip';
import { type RawBuilder, sql } from 'kysely';

const tiers = sql.join(
  vipTiers.map(({ id, messagesPerDay }) => sql`when ${id} then ${messagesPerDay}::integer`),
  sql` `,
);

/** SQL expression: messages per day of accounts (`uuid[]`) at a time, as `integer[]` in their order; null for no limit. */
export const messagesPerDaySql = (accounts: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array(
    select case vip.tier ${tiers} else ${freeMessagesPerDay}::integer end
      from unnest(${accounts}) with ordinality as given (account, n)
        left join vip_memberships vip on vip.account_id = given.account and vip.paid_until > ${at}
      order by given.n)`;
