import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { aProfile, giveCredits, type TestProfile } from './factories.ts';
import { aReadyFile, at } from './publications.ts';

const yearMs = 365 * 86_400_000;

/** A Diamond member, who may send requests, with these credits. */
export async function aRequester(t: TestApp, { bought = 0, promotional = 0 } = {}): Promise<TestProfile> {
  const who = await aProfile(t);
  const now = t.clock.now();
  await sql`insert into vip_memberships (account_id, tier, started_at, paid_until)
    values (${who.accountId}, 'diamond', ${now}, ${new Date(now.getTime() + yearMs)})`.execute(t.db);
  if (bought) await giveCredits(t, who.accountId, bought);
  if (promotional) await giveCredits(t, who.accountId, promotional, 'promotional');
  return who;
}

/** Credits held for a request. */
export async function escrowOf(t: TestApp, requestId: string): Promise<number> {
  const { rows } = await sql<{ balance: bigint }>`
    select sum(balance)::bigint as balance from ledger_accounts where owner_id = ${requestId}`.execute(t.db);
  return Number(rows[0]?.balance ?? 0n);
}

/** Runs the job that ends overdue requests. */
export async function runLapse(t: TestApp): Promise<void> {
  await t.context.jobs.enqueue(t.db, { name: 'requests.lapse', maxAttempts: 1 }, {});
  await t.drain();
}

/** A request for a photo, by default at 100 credits. */
export async function sendRequest(
  t: TestApp,
  fan: TestProfile,
  creator: TestProfile,
  more: { offeredPrice?: number; deadline?: '24h'; contentType?: 'photo' | 'video' } = {},
) {
  const body = {
    creatorId: creator.profileId,
    title: 'A portrait in blue',
    description: 'Evening light, the pier behind you.',
    contentType: 'photo' as const,
    offeredPrice: 100,
    ...more,
  };
  return (await t.client(fan).call('createRequest', { body })).body.request;
}
export const acceptRequest = (t: TestApp, creator: TestProfile, { id }: { id: string }, acceptedPrice = 100) =>
  t.client(creator).call('respondToRequest', { ...at(id), body: { acceptedPrice, estimatedDelivery: 'tomorrow' } });
/** Delivers one file, or several. */
export async function deliverRequest(t: TestApp, creator: TestProfile, { id }: { id: string }, count = 1) {
  const mediaIds = await Promise.all(Array.from({ length: count }, () => aReadyFile(t, creator)));
  return t.client(creator).call('deliverRequest', { ...at(id), body: { mediaIds } });
}
