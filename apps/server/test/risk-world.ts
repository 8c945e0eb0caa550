import { randomBytes } from 'node:crypto';
import type { RiskRule } from '@vlam/contract/rules/risk';
import type { TestApp } from './app.ts';
import { aProfile, type TestAccount, type TestProfile } from './factories.ts';

const dayMs = 86_400_000;

/** A device or network, as its keyed hash. */
export const aPlace = (): Buffer => randomBytes(32);

/** Lets accounts be seen on a device or in a network, by default now. */
export async function seen(
  app: Pick<TestApp, 'db' | 'clock'>,
  accounts: readonly Pick<TestAccount, 'accountId'>[],
  subject: Buffer,
  { kind = 'device' as 'device' | 'network', daysAgo = 0, isSignUp = false } = {},
): Promise<void> {
  const at = new Date(app.clock.now().getTime() - daysAgo * dayMs);
  for (const { accountId } of accounts)
    await app.db
      .insertInto('account_sightings')
      .values({ account_id: accountId, kind, subject, first_at: at, last_at: at, at_sign_up: isSignUp })
      .execute();
}

/** Members whose accounts were made so many days ago. */
export async function members(app: TestApp, count: number, daysAgo: number): Promise<TestProfile[]> {
  const made: TestProfile[] = [];
  for (let index = 0; index < count; index += 1) made.push(await aProfile(app));
  await setAge(app, made, daysAgo);
  return made;
}

export async function setAge(
  app: Pick<TestApp, 'db' | 'clock'>,
  accounts: readonly Pick<TestAccount, 'accountId'>[],
  daysAgo: number,
): Promise<void> {
  const createdAt = new Date(app.clock.now().getTime() - daysAgo * dayMs);
  const ids = accounts.map(({ accountId }) => accountId);
  await app.db.updateTable('accounts').set({ created_at: createdAt }).where('id', 'in', ids).execute();
}

/** Figures of the waiting case of an account by rule; null without one. */
export async function signalsOf(
  app: Pick<TestApp, 'db'>,
  { accountId }: Pick<TestAccount, 'accountId'>,
): Promise<Partial<Record<RiskRule, Record<string, number>>> | null> {
  const rows = await app.db
    .selectFrom('risk_cases')
    .leftJoin('risk_signals', 'risk_signals.case_id', 'risk_cases.id')
    .select(['rule', 'figures'])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['open', 'frozen'])
    .execute();
  return rows.length === 0 ? null : Object.fromEntries(rows.map(({ rule, figures }) => [rule, figures]));
}
