import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { aProfile, giveCredits, type TestProfile } from './factories.ts';

const yearMs = 365 * 86_400_000;

/** A Diamond member, who may ask for content, with these credits. */
export async function aRequester(t: TestApp, { bought = 0, promotional = 0 } = {}): Promise<TestProfile> {
  const who = await aProfile(t);
  const now = t.clock.now();
  await sql`insert into vip_memberships (account_id, tier, started_at, paid_until)
    values (${who.accountId}, 'diamond', ${now}, ${new Date(now.getTime() + yearMs)})`.execute(t.db);
  if (bought) await giveCredits(t, who.accountId, bought);
  if (promotional) await giveCredits(t, who.accountId, promotional, 'promotional');
  return who;
}
