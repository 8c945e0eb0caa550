import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { accountOf } from '../src/modules/credits/service.ts';
import type { TestApp } from './app.ts';
import { storedBalance } from './balances.ts';
import type { TestProfile } from './factories.ts';
import { aViewer } from './live-shows.ts';

/** What tests of shows do to them, and read afterwards. */
export function liveCalls(t: TestApp) {
  const balanceOf = async (who: { accountId: string }) => t.context.credits.balance(who.accountId);
  const buy = (who: TestProfile, id: string, price = 25, idempotencyKey: string = randomUUID()) =>
    t.client(who).call('buyLiveTicket', { params: { id }, body: { price, startNow: true }, idempotencyKey });
  const tip = (who: TestProfile, id: string, credits: number, idempotencyKey: string = randomUUID()) =>
    t.client(who).call('tipLive', { params: { id }, body: { credits }, idempotencyKey });
  const getLive = async (who: { cookie: string }, id: string) =>
    (await t.client(who).call('getLive', { params: { id } })).body;
  const end = (who: TestProfile, id: string) => t.client(who).call('endLive', { params: { id } });
  const earningsOf = (who: TestProfile) => storedBalance(t, accountOf(who.profileId, 'earnings'));
  const heldOf = (who: TestProfile) => storedBalance(t, accountOf(who.profileId, 'earnings_held'));
  const viewers = async (count: 5) => {
    const all: TestProfile[] = [];
    while (all.length < count) all.push(await aViewer(t));
    return all as [TestProfile, TestProfile, TestProfile, TestProfile, TestProfile];
  };
  const remove = (who: TestProfile, id: string, profileId: string) =>
    t.client(who).call('removeFromLive', { params: { id }, body: { profileId } });
  const endingOf = async (id: string) =>
    (await t.db.selectFrom('lives').select('ending').where('id', '=', id).executeTakeFirstOrThrow()).ending;
  /** The next `minutes` of a show with picture. */
  async function play(id: string, minutes: number): Promise<void> {
    t.clock.advance(minutes * 60_000);
    const row = await t.db.selectFrom('lives').select('streamed_ms').where('id', '=', id).executeTakeFirstOrThrow();
    await t.db
      .updateTable('lives')
      .set({ last_part_at: t.clock.now(), streamed_ms: BigInt(row.streamed_ms) + BigInt(minutes * 60_000) })
      .where('id', '=', id)
      .execute();
  }
  async function fail(id: string): Promise<void> {
    t.clock.advance(61_000);
    await t.context.lives.endOver();
    await t.drain();
    expect(await endingOf(id)).toBe('failed');
  }
  return { balanceOf, buy, tip, getLive, end, earningsOf, heldOf, viewers, remove, endingOf, play, fail };
}
