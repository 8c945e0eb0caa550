import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPair, type Pair, ring } from '../../../test/callers.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { hangUp } from '../../../test/sockets.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ runningClock: false });
});
afterEach(hangUp);
afterAll(() => t.close());

describe('a call that is taken while it is being ended', () => {
  /** Lets somebody end a call, which is taken after they have looked and before they may change it. */
  async function takenMeanwhile(act: (pair: Pair, id: string) => Promise<unknown>) {
    const pair = await aPair(t);
    const id = await ring(t, pair);
    const holder = await t.database.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from calls where id = $1 for update', [id]);
    const acting = act(pair, id);
    await expect
      .poll(async () => {
        const { rows } = await t.database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    const now = t.clock.now();
    await holder.query('update calls set accepted_at = $2, caller_seen_at = $2, partner_seen_at = $2 where id = $1', [
      id,
      now,
    ]);
    await holder.query('commit');
    holder.release();
    await acting;
    return (await t.client(pair.fan).call('callReceipt', { params: { id } })).body.call;
  }

  it('has been hung up, not cancelled', async () => {
    const call = await takenMeanwhile((pair, id) => t.client(pair.fan).call('endCall', { params: { id } }));
    expect(call).toMatchObject({ state: 'ended', ending: 'hung_up' });
  });

  it('cannot be declined any more', async () => {
    const call = await takenMeanwhile(async (pair, id) => {
      expect((await t.client(pair.creator).call('declineCall', { params: { id } })).error?.code).toBe('CONFLICT');
    });
    expect(call).toMatchObject({ state: 'accepted', ending: null });
  });
});
