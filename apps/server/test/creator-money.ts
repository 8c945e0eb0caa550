import { accountOf, cash } from '../src/modules/credits/service.ts';
import { hashNumber, sealNumber } from '../src/modules/payouts/accounts.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import type { TestProfile } from './factories.ts';

const dayMs = 86_400_000;

/** Income in rand from a payer, by default one who is unknown, some days ago; the platform receives the rand. */
export async function earnRand(
  app: TestApp,
  creator: Pick<TestProfile, 'profileId'>,
  { cents, daysAgo = 10, payer = newId() }: { cents: number; daysAgo?: number; payer?: string },
): Promise<void> {
  const at = new Date(app.clock.now().getTime() - daysAgo * dayMs);
  const move = {
    ...{ ownerId: payer, payeeId: creator.profileId, reference: newId(), at, kind: 'rand_tip' as const, key: newId() },
    ...{ description: 'Tip', amount: cents, from: cash, to: accountOf(creator.profileId, 'earnings', 'cents') },
  };
  await app.context.credits.transact((tx) => app.context.credits.move(tx, [move]));
}

/** The bank account of a creator, as `setPayoutAccount` stores it. */
export async function aBankAccount(
  app: TestApp,
  creator: Pick<TestProfile, 'profileId'>,
  { accountNumber = '1234567890', holderName = 'Thandi Nkosi', daysAgo = 60 } = {},
): Promise<void> {
  const bank = 'Capitec';
  await app.db
    .insertInto('payout_accounts')
    .values({
      ...{ profile_id: creator.profileId, bank, holder_name: holderName, branch_code: '470010' },
      ...{ account_number_sealed: sealNumber(app.config.keys, creator.profileId, accountNumber) },
      ...{ account_ending: accountNumber.slice(-4), account_type: 'savings', fingerprint: Buffer.alloc(32) },
      number_hash: hashNumber(app.config.keys, { bank, accountNumber }),
      changed_at: new Date(app.clock.now().getTime() - daysAgo * dayMs),
    })
    .execute();
}
