import { expect } from 'vitest';
import { isSound } from '../../src/modules/credits/reconcile.ts';
import { cash } from '../../src/modules/credits/service.ts';
import { deliverWebhooks } from './call-until-final.ts';
import { runDueJobs, runJobs } from './jobs.ts';
import { expectHeldSound } from './promotions.ts';
import { expectNoDoubleCharge, staffDecide, withoutFaults } from './provider-faults.ts';
import { expectShares } from './referral-checks.ts';
import { passTime, type World } from './world.ts';

const hour = 3_600_000;

/** Finishes all pending work: delivers webhooks and retries jobs. */
export async function finishPending(world: World): Promise<void> {
  await world.crashes.pause(() =>
    withoutFaults(world, async () => {
      for (let turn = 0; turn < 6; turn += 1) {
        await deliverWebhooks(world, true);
        await passTime(world, hour);
        await runDueJobs(world);
        await staffDecide(world);
      }
      // Renewals and payments that the last turn caused, and what staff decide about them, without more time passing.
      for (let turn = 0; turn < 10; turn += 1) {
        await deliverWebhooks(world, true);
        await runJobs(world);
        const decided = await staffDecide(world);
        if (decided === 0 && world.pendingWebhooks.length === 0) break;
      }
      expect(world.pendingWebhooks).toEqual([]);
    }),
  );
}

/** I1-I4 of the books, solvency, and agreement of provider, orders and ledger. */
export async function expectSoundBooks(world: World): Promise<void> {
  await world.crashes.pause(async () => {
    const { t, admin, providerOrders, wrongAmounts, completed, query } = world;
    const found = await t.context.credits.reconcile();
    expect(
      isSound(found),
      JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).toBe(true);

    // Exactly the orders that the provider charged are paid here, once.
    const orders = await query<{ id: string; state: string; amount_cents: string }>(
      `select id, state, amount_cents, flag, refund_requested_at from payment_orders where purpose <> 'method'`,
    );
    const wrong = orders.filter(({ id, state }) => {
      const { paid = false, isReversed = false } = providerOrders.get(id) ?? {};
      if (wrongAmounts.has(id)) return state !== (wrongAmounts.get(id) === 'held' ? 'held' : 'refunded');
      const expected = isReversed ? ['refunded', 'charged_back'] : paid ? ['paid'] : [];
      return expected.length > 0 ? !expected.includes(state) : ['paid', 'refunded', 'charged_back'].includes(state);
    });
    const received = await query<{ order_id: string; kind: string; outcome: string | null; source: string }>(
      'select order_id, kind, source, outcome, processed_at from payment_events where order_id = any ($1) order by received_at, id',
      [wrong.map(({ id }) => id)],
    );
    const logged = t.log.filter(({ event }) => event !== 'request').slice(-3);
    expect(
      wrong.map((order) => ({ ...order, providerOrders: providerOrders.get(order.id), received, logged })),
    ).toEqual([]);

    // Cash equals charges minus refunds minus payouts sent to banks.
    const held = [...providerOrders.values()]
      .filter(({ paid, isReversed }) => paid && !isReversed)
      .reduce((sum, { order }) => sum + order.amountCents, 0);
    const [sent] = await query<{ cents: string }>(
      `select coalesce(sum(amount_cents), 0) as cents from payouts where status = 'sent'`,
    );
    const [stored] = await query<{ balance: string }>('select balance from ledger_accounts where id = $1', [cash.id]);
    expect(-Number(stored?.balance ?? 0)).toBe(held - Number(sent?.cents ?? 0));

    // The ledger holds exactly the calls that succeeded, once each.
    const kinds = await query<{ kind: string; times: string }>(
      `select kind, count(*) as times from ledger_transfers where leg = 1 group by kind`,
    );
    const times = new Map(kinds.map(({ kind, times: n }) => [kind, Number(n)]));
    for (const kind of ['gift', 'bundle', 'daily_bonus'])
      expect([kind, times.get(kind) ?? 0]).toEqual([kind, completed.get(kind) ?? 0]);
    const unlocks = await query<{ name: string }>(
      `select 'unlock ' || owner_id || ' ' || reference as name from ledger_transfers where kind = 'unlock'`,
    );
    expect(new Set(unlocks.map(({ name }) => name))).toEqual(
      new Set([...completed.keys()].filter((name) => name.startsWith('unlock '))),
    );

    await expectHeldSound(world);
    await expectShares(t, query);

    // Escrow equals the held credits of each request.
    const requests = await query<{ id: string; held: number }>('select id, held from content_requests');
    const escrows = await query<{ owner_id: string; balance: string }>(
      `select owner_id, sum(balance) as balance from ledger_accounts
        where kind in ('escrow', 'escrow_promotional') group by owner_id having sum(balance) <> 0`,
    );
    expect(new Map(escrows.map(({ owner_id: id, balance }) => [id, Number(balance)]))).toEqual(
      new Map(requests.filter(({ held }) => held > 0).map(({ id, held }) => [id, held])),
    );

    await expectNoDoubleCharge(world);

    const { body: health } = await t.client(admin).call('ledgerHealth');
    expect(health).toMatchObject({ balanced: true, solvent: true });
  });
}
