import { createHash } from 'node:crypto';
import type pg from 'pg';
import { createLedger } from '../src/modules/credits/ledger.ts';
import { grantPosting } from '../src/modules/credits/postings.ts';
import type { SamplePerson } from './people.ts';
import { absentMembers } from './waiting-photos.ts';

const sharing = 4;
const amount = 15;

/** Accounts that received free credits on one device, for the list of what looks like a farm of accounts. */
export async function insertSharedDevice(
  client: pg.ClientBase,
  people: readonly SamplePerson[],
  now: Date,
): Promise<void> {
  const ledger = createLedger({ query: (statement) => client.query(statement) });
  const device = createHash('sha256').update('a device of the sample world').digest();
  const members = absentMembers(people).slice(50, 50 + sharing);
  for (const [index, { accountId: ownerId }] of members.entries()) {
    const at = new Date(now.getTime() - (26 + index * 3) * 3_600_000);
    const grant = {
      kind: 'promotion' as const,
      ownerId,
      amount,
      reference: 'welcome',
      key: `sample:device:${ownerId}`,
    };
    await ledger.postAll([{ ...grantPosting({ ...grant, description: 'Welcome credits' }), at }]);
    await client.query(
      `insert into bonus_grants (account_id, kind, reference, credits, device, granted_at)
        values ($1, 'promotion', 'welcome', $2, $3, $4)`,
      [ownerId, amount, device, at],
    );
  }
}
