import { randomUUID } from 'node:crypto';
import type { CallView } from '@vlam/contract/calls';
import { expect } from 'vitest';
import type { AppError } from '../src/platform/errors.ts';
import type { Viewer } from '../src/platform/viewer.ts';
import type { TestResponse } from './app.ts';
import { aCreator, aProfile, giveCredits, type TestProfile } from './factories.ts';
import type { TestServer } from './server.ts';
import { type Listener, openListener } from './sockets.ts';

export interface CallPair {
  fan: TestProfile;
  creator: TestProfile;
  /** Sockets of their tabs. */
  fanSocket: Listener;
  creatorSocket: Listener;
}

/** A member with credits and a creator who accepts calls, each with a connected tab. */
export async function aPair(t: TestServer, { credits = 100, rate = 18 } = {}): Promise<CallPair> {
  const [fan, creator] = [await aProfile(t), await aCreator(t)];
  if (credits > 0) await giveCredits(t, fan.accountId, credits);
  await enableCalls(t, creator, rate);
  return { fan, creator, fanSocket: await openListener(t, fan), creatorSocket: await openListener(t, creator) };
}

export async function enableCalls(
  t: Pick<TestServer, 'client'>,
  creator: TestProfile,
  creditsPerMinute = 18,
): Promise<void> {
  const set = await t.client(creator).call('setCallSettings', { body: { available: true, creditsPerMinute } });
  expect(set.status).toBe(200);
}

/** Sets the sum and number of stars of a creator's calls. */
export async function setCallRatings(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  { profileId }: Pick<TestProfile, 'profileId'>,
  given: { stars: number; ratings: number },
): Promise<void> {
  await db
    .insertInto('call_settings')
    .values({ profile_id: profileId, available: true, credits_per_minute: 12, changed_at: clock.now(), ...given })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(given))
    .execute();
}

/** Starts a call at the price on the creator's card. */
export async function startCall(
  t: Pick<TestServer, 'client'>,
  fan: { cookie: string },
  { profileId }: Pick<TestProfile, 'profileId'>,
): Promise<TestResponse<CallView>> {
  const { body: partner } = await t.client(fan).call('getCallPartner', { params: { id: profileId } });
  const creditsPerMinute = partner?.creditsPerMinute ?? 18;
  return t.client(fan).call('startCall', { body: { profileId, creditsPerMinute, startNow: true } });
}

/** Starts a call that rings; returns its id. */
export async function ringCall(t: TestServer, { fan, creator }: Pick<CallPair, 'fan' | 'creator'>): Promise<string> {
  const answer = await startCall(t, fan, creator);
  expect(answer.text).toContain('"ringing"');
  return answer.body.id;
}

/** Default tab id of both sides. */
export const testTabId = '7d6a3f0e-5b1c-4e7a-9a53-0c2f4d1b8e60';

export const callSocket = (page: Listener, name: string, payload: object): Promise<{ ok: boolean; code?: string }> =>
  page.socket.call(name, { tabId: testTabId, ...payload }, 5_000);

/** The viewer of the member's socket. */
export const viewerOf = ({ accountId, profileId }: TestProfile): Viewer => ({
  accountId,
  profileId,
  sessionId: '',
  role: 'user',
  permissions: [],
  ageVerified: true,
  isCreator: false,
});

/** Reports both sides as present, bypassing the rate limit of the socket. */
export async function sendAlive(t: TestServer, pair: CallPair, callId: string, connected = true): Promise<void> {
  for (const who of [pair.fan, pair.creator])
    await t.context.calls.alive(viewerOf(who), { callId, tabId: testTabId, connected }).catch((error: AppError) => {
      // The call may have ended already.
      expect(error.code).toBe('NOT_FOUND');
    });
}

/** Starts, accepts and connects a call; returns its id. */
export async function connectCall(t: TestServer, pair: CallPair): Promise<string> {
  const id = await ringCall(t, pair);
  expect((await t.client(pair.creator).call('acceptCall', { params: { id } })).status).toBe(200);
  await sendAlive(t, pair, id);
  return id;
}

/** Advances time in a call with both sides present, and runs the scheduler every 5 s. */
export async function runCall(t: TestServer, pair: CallPair, id: string, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 5) {
    t.clock.advance(Math.min(5, left) * 1000);
    await sendAlive(t, pair, id);
    await t.context.calls.runDue();
  }
}

/** Credits paid and refunded for a call, by the ledger. */
export async function callPaymentsOf(t: TestServer, id: string): Promise<{ paid: number; back: number }> {
  const { rows } = await t.database.pool.query<{ paid: number; back: number }>(
    `select coalesce(sum(group_amount) filter (where kind = 'call'), 0)::int as paid,
            coalesce(sum(group_amount) filter (where kind = 'call_return'), 0)::int as back
       from ledger_transfers where reference = $1 and leg = 1`,
    [id],
  );
  return rows[0] ?? { paid: 0, back: 0 };
}

/** A signal as a browser sends it. */
export const aSignal = (more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    from: randomUUID().slice(0, 8),
    description: { type: 'offer', sdp: 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n' },
    ...more,
  });
