import { expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { aCreator, anAccount, type TestProfile } from '../../../test/factories.ts';
import { liveCalls } from '../../../test/live-calls.ts';
import { aShow, aViewer } from '../../../test/live-shows.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf, clearingSince } from '../credits/service.ts';

// Random schedules of everything that moves the money of tickets, beside a model that knows only the rules.

const t = useTestApp({ at: new Date('2026-11-23T20:00:00+02:00') });
useReconciledBooks(t);
const calls = liveCalls(t);

const minute = 60_000;
const steps = 140;

/** A small generator, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Ticket {
  price: number;
  boughtAt: number;
  returned: boolean;
}
interface ModelShow {
  id: string;
  creator: TestProfile;
  price: number;
  plannedFor: number | null;
  begun: boolean;
  over: boolean;
  streamedMs: number;
  lastPictureAt: number;
  tickets: Map<TestProfile, Ticket>;
  removed: Set<TestProfile>;
}

/** The rules in their plainest form: which tickets go back when a show ends so. */
function end(show: ModelShow, how: 'ended' | 'stopped' | 'failed'): void {
  show.over = true;
  for (const ticket of show.tickets.values())
    if (
      how === 'stopped' ||
      (how === 'ended' && show.streamedMs < 5 * minute) ||
      (how === 'failed' && (show.streamedMs < 15 * minute || ticket.boughtAt >= show.lastPictureAt - 15 * minute))
    )
      ticket.returned = true;
}

it.each([1, 2, 3])(
  'T105: after schedule %i every ticket is where the rules say, to the credit',
  async (seed) => {
    const random = randomFrom(seed * 7_919);
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];
    const creators = [await aCreator(t), await aCreator(t), await aCreator(t)];
    const viewers = await Promise.all(
      Array.from({ length: 6 }, () => aViewer(t, { bought: 100 + random(200), promotional: random(100) })),
    );
    const balances = new Map(
      await Promise.all(viewers.map(async (who) => [who, (await calls.balanceOf(who)).balance] as const)),
    );
    const shows: ModelShow[] = [];
    const now = () => t.clock.now().getTime();
    const open = () => shows.filter(({ over }) => !over);
    const running = () => open().filter(({ begun }) => begun);
    const add = (id: string, creator: TestProfile, price: number, plannedFor: number | null) =>
      shows.push({
        ...{ id, creator, price, plannedFor, begun: plannedFor === null, over: false, streamedMs: 0 },
        ...{ lastPictureAt: now(), tickets: new Map(), removed: new Set() },
      });
    const heldOf = (who: TestProfile) =>
      shows.reduce((sum, { tickets }) => {
        const ticket = tickets.get(who);
        return sum + (ticket && !ticket.returned ? ticket.price : 0);
      }, 0);
    /** The server's watcher, and the same in the model. */
    async function watch(): Promise<void> {
      await t.context.lives.endOver();
      for (const show of open())
        if (show.begun ? now() - show.lastPictureAt > minute : now() - (show.plannedFor ?? 0) > 30 * minute)
          end(show, 'failed');
      await t.drain();
    }

    const actions: Record<string, () => Promise<unknown>> = {
      async start() {
        const creator = pick(creators);
        if (!creator || running().some((show) => show.creator === creator)) return;
        const price = 5 + random(60);
        add((await aShow(t, creator, { ticketCredits: price })).id, creator, price, null);
      },
      async plan() {
        const creator = pick(creators);
        if (!creator || open().filter((show) => show.creator === creator && !show.begun).length >= 3) return;
        const [price, plannedFor] = [5 + random(60), now() + (11 + random(50)) * minute];
        const body = { title: 'Portraits by one lamp', audience: 'tickets' as const, ticketCredits: price };
        const startsAt = new Date(plannedFor).toISOString();
        const { status, body: live } = await t.client(creator).call('planLive', { body: { ...body, startsAt } });
        expect(status).toBe(201);
        add(live.id, creator, price, plannedFor);
      },
      async begin() {
        const show = pick(open().filter(({ begun }) => !begun));
        if (!show) return;
        const isFree = !running().some((other) => other.creator === show.creator);
        const isTime = now() >= (show.plannedFor ?? 0) - 15 * minute;
        const { status } = await t.client(show.creator).call('beginPlannedLive', { params: { id: show.id } });
        expect(status).toBe(isFree && isTime ? 200 : 409);
        if (status === 200) Object.assign(show, { begun: true, lastPictureAt: now() });
      },
      async buy() {
        const [show, who] = [pick(shows), pick(viewers)];
        if (!show || !who) return;
        const before = show.tickets.get(who);
        const has = (balances.get(who) ?? 0) - heldOf(who);
        // Twice at once: charged once.
        const answers = await Promise.all([calls.buy(who, show.id, show.price), calls.buy(who, show.id, show.price)]);
        const sold = !before && !show.over && !show.removed.has(who) && has >= show.price;
        const expected = sold || (before && !before.returned) ? 201 : null;
        for (const { status } of answers)
          expect([seed, 'buy', status === 201 ? 201 : null]).toEqual([seed, 'buy', expected]);
        if (sold) show.tickets.set(who, { price: show.price, boughtAt: now(), returned: false });
      },
      async play() {
        t.clock.advance(minute / 2);
        for (const show of running())
          if (random(8) > 0) {
            const passed = (1 + random(8)) * minute;
            show.streamedMs += passed;
            show.lastPictureAt = now();
            await t.db
              .updateTable('lives')
              .set({ last_part_at: t.clock.now(), streamed_ms: BigInt(show.streamedMs) })
              .where('id', '=', show.id)
              .execute();
          }
        await watch();
      },
      async wait() {
        t.clock.advance((1 + random(20)) * minute);
        // Other shows go on during the pause.
        for (const show of running())
          if (random(3) > 0) {
            show.lastPictureAt = now();
            await t.db.updateTable('lives').set({ last_part_at: t.clock.now() }).where('id', '=', show.id).execute();
          }
        await watch();
      },
      async end() {
        const show = pick(open());
        if (!show || random(3) > 0) return;
        expect((await calls.end(show.creator, show.id)).status).toBe(200);
        end(show, 'ended');
      },
      async stop() {
        const show = pick(open());
        if (!show || random(4) > 0) return;
        // A moderator's session ends sooner than a schedule.
        const staff = await anAccount(t, { role: 'moderator' });
        const reason = 'A schedule of the tests';
        expect((await t.client(staff).call('stopLive', { params: { id: show.id }, body: { reason } })).status).toBe(
          200,
        );
        end(show, 'stopped');
      },
      async remove() {
        const [show, who] = [pick(open()), pick(viewers)];
        if (!show || !who || random(3) > 0) return;
        expect((await calls.remove(show.creator, show.id, who.profileId)).status).toBe(204);
        show.removed.add(who);
        const ticket = show.tickets.get(who);
        if (ticket) ticket.returned = true;
      },
      async chargeback() {
        const who = pick(viewers);
        if (!who || random(2) > 0) return;
        const { credits } = t.context;
        await credits.transact(async (tx) => {
          const order = { orderId: newId(), payerId: who.accountId, description: 'Taken back', spent: 1 + random(40) };
          const at = t.clock.now();
          const moves = await credits.recoverSpentCredits(tx, { ...order, clearingSince: clearingSince(at), now: at });
          await credits.move(tx, moves);
        });
      },
    };
    const names = [...Object.keys(actions), 'buy', 'buy', 'buy', 'play', 'play', 'begin'];
    for (let step = 0; step < steps; step += 1) {
      await actions[pick(names) ?? 'buy']?.();
      await t.drain();
    }
    await t.drain();

    const held = new Map<string, number>();
    for (const show of shows) {
      const { rows } = await t.database.pool.query<{ account_id: string; returned: boolean }>(
        'select account_id, returned_at is not null as returned from live_tickets where live_id = $1',
        [show.id],
      );
      const stored = new Map(rows.map((row) => [row.account_id, row.returned]));
      const expected = new Map([...show.tickets].map(([who, { returned }]) => [who.accountId, returned]));
      expect([seed, show.id, stored]).toEqual([seed, show.id, expected]);
      for (const { price, returned } of show.tickets.values())
        if (!returned) held.set(show.creator.profileId, (held.get(show.creator.profileId) ?? 0) + price);
    }
    for (const who of viewers)
      expect([seed, (await calls.balanceOf(who)).balance]).toEqual([seed, (balances.get(who) ?? 0) - heldOf(who)]);
    expect(shows.length).toBeGreaterThan(8);
    expect([...held.values()].reduce((sum, credits) => sum + credits, 0)).toBeGreaterThan(0);
    // A chargeback takes earnings back, nothing adds to four fifths of the tickets held.
    for (const creator of creators) {
      const earned =
        (await storedBalance(t, accountOf(creator.profileId, 'earnings'))) +
        (await storedBalance(t, accountOf(creator.profileId, 'earnings_held')));
      expect(earned).toBeLessThanOrEqual((held.get(creator.profileId) ?? 0) * 0.8 + shows.length * viewers.length);
    }
  },
  120_000,
);
