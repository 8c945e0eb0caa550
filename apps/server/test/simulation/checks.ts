import { expect } from 'vitest';
import { isSound } from '../../src/modules/credits/reconcile.ts';
import { cash } from '../../src/modules/credits/service.ts';
import { expectHeldSound } from './promotions.ts';
import { deliverWebhooks } from './settle.ts';
import { expectNothingTwice, staffDecide, withoutUnkindness } from './unkind.ts';
import { drain, work } from './work.ts';
import { passTime, type World } from './world.ts';

const hour = 3_600_000;

/** Lets everything that is under way come to its end: webhooks arrive, jobs are tried again. */
export async function comeToRest(world: World): Promise<void> {
  await world.crashes.pause(() =>
    withoutUnkindness(world, async () => {
      for (let turn = 0; turn < 6; turn += 1) {
        await deliverWebhooks(world, true);
        await passTime(world, hour);
        await work(world);
        await staffDecide(world);
      }
      // Renewals that came due meanwhile have sent words of their own.
      await deliverWebhooks(world, true);
      await drain(world);
      expect(world.mailbox).toEqual([]);
    }),
  );
}

/** I1-I4 of the books, solvency, and that provider, orders and ledger tell one story. */
export async function expectSoundBooks(world: World): Promise<void> {
  await world.crashes.pause(async () => {
    const { t, admin, truth, strange, done, look } = world;
    const found = await t.context.credits.reconcile();
    expect(
      isSound(found),
      JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).toBe(true);

    // Every order the provider took money for is paid here once; none that it did not.
    const orders = await look<{ id: string; state: string; amount_cents: string }>(
      `select id, state, amount_cents, flag, refund_requested_at from payment_orders where purpose <> 'method'`,
    );
    const wrong = orders.filter(({ id, state }) => {
      const { paid = false, takenBack = false } = truth.get(id) ?? {};
      if (strange.has(id)) return state !== (strange.get(id) === 'held' ? 'held' : 'refunded');
      const expected = takenBack ? ['refunded', 'charged_back'] : paid ? ['paid'] : [];
      return expected.length > 0 ? !expected.includes(state) : ['paid', 'refunded', 'charged_back'].includes(state);
    });
    const said = await look<{ order_id: string; kind: string; outcome: string | null; source: string }>(
      'select order_id, kind, source, outcome, processed_at from payment_events where order_id = any ($1) order by received_at, id',
      [wrong.map(({ id }) => id)],
    );
    const logged = t.log.filter(({ event }) => event !== 'request').slice(-3);
    expect(wrong.map((order) => ({ ...order, truth: truth.get(order.id), said, logged }))).toEqual([]);

    // What providers hold for us is what they took and did not give back, less what was sent to banks.
    const held = [...truth.values()]
      .filter(({ paid, takenBack }) => paid && !takenBack)
      .reduce((sum, { order }) => sum + order.amountCents, 0);
    const [sent] = await look<{ cents: string }>(
      `select coalesce(sum(amount_cents), 0) as cents from payouts where status = 'sent'`,
    );
    const [stored] = await look<{ balance: string }>('select balance from ledger_accounts where id = $1', [cash.id]);
    expect(-Number(stored?.balance ?? 0)).toBe(held - Number(sent?.cents ?? 0));

    // What was answered as done is in the ledger exactly once, and nothing else is.
    const kinds = await look<{ kind: string; times: string }>(
      `select kind, count(*) as times from ledger_transfers where leg = 1 group by kind`,
    );
    const times = new Map(kinds.map(({ kind, times: n }) => [kind, Number(n)]));
    for (const kind of ['gift', 'bundle', 'daily_bonus'])
      expect([kind, times.get(kind) ?? 0]).toEqual([kind, done.get(kind) ?? 0]);
    const unlocks = await look<{ name: string }>(
      `select 'unlock ' || owner_id || ' ' || reference as name from ledger_transfers where kind = 'unlock'`,
    );
    expect(new Set(unlocks.map(({ name }) => name))).toEqual(
      new Set([...done.keys()].filter((name) => name.startsWith('unlock '))),
    );

    await expectHeldSound(world);

    // In escrow lies what each request says is held for it, and nothing for one that is over.
    const requests = await look<{ id: string; held: number }>('select id, held from content_requests');
    const escrows = await look<{ owner_id: string; balance: string }>(
      `select owner_id, sum(balance) as balance from ledger_accounts
        where kind in ('escrow', 'escrow_promotional') group by owner_id having sum(balance) <> 0`,
    );
    expect(new Map(escrows.map(({ owner_id: id, balance }) => [id, Number(balance)]))).toEqual(
      new Map(requests.filter(({ held }) => held > 0).map(({ id, held }) => [id, held])),
    );

    await expectNothingTwice(world);

    const { body: health } = await t.client(admin).call('ledgerHealth');
    expect(health).toMatchObject({ balanced: true, solvent: true });
  });
}
