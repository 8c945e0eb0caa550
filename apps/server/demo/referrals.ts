import { referralMonths, referralPercent } from '@vlam/contract/rules/referrals';
import type pg from 'pg';
import { insertRows } from './bulk.ts';
import type { SamplePerson } from './people.ts';

const day = 86_400_000;
const brought = 2;

/**
 * The creator one can sign in as brought two others within the last months; their sales, posted afterwards, bring the
 * share. Call it before the ledger's history.
 */
export async function insertReferrals(
  client: pg.ClientBase,
  people: readonly SamplePerson[],
  now: Date,
): Promise<void> {
  const referrer = people.find((person) => person.creator && person.canSignIn);
  if (!referrer) return;
  const ageDays = ({ createdAt }: SamplePerson) => (now.getTime() - createdAt.getTime()) / day;
  const chosen = people
    .filter((person) => person.creator && !person.canSignIn && ageDays(person) > 90 && ageDays(person) < 330)
    .slice(0, brought);
  await insertRows(
    client,
    'creator_referrals',
    {
      ...{ account_id: 'uuid', referrer_id: 'uuid', referrer_account_id: 'uuid', signed_up_at: 'timestamptz' },
      ...{ referred_id: 'uuid', joined_at: 'timestamptz', percent: 'int', months: 'int' },
    },
    chosen.map(({ accountId, profileId, createdAt }) => [
      ...[accountId, referrer.profileId, referrer.accountId, createdAt],
      ...[profileId, createdAt, referralPercent, referralMonths],
    ]),
  );
}
