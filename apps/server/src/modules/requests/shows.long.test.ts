import { splitPrice } from '@vlam/contract/rules/split';
import { expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { aCreator, anAccount, type TestProfile } from '../../../test/factories.ts';
import { liveCalls } from '../../../test/live-calls.ts';
import { askForShow } from '../../../test/requested-shows.ts';
import { aRequester, escrowOf, runLapse } from '../../../test/requesters.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { accountOf } from '../credits/service.ts';

// Random schedules of everything that moves the money of requested shows, beside a model that knows only the rules.

const t = useTestApp({ at: new Date('2026-11-23T20:00:00+02:00') });
useReconciledBooks(t);
const calls = liveCalls(t);

const minute = 60_000;
const steps = 300;

/** A small generator, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Status = 'pending' | 'accepted' | 'completed' | 'declined' | 'withdrawn' | 'lapsed' | 'disputed' | 'resolved';
interface ModelRequest {
  id: string;
  liveId: string;
  fan: TestProfile;
  creator: TestProfile;
  status: Status;
  isCounter: boolean;
  /** Credits in escrow, paid to the creator's side, and the price asked now. */
  held: number;
  paid: number;
  price: number;
  showAt: number;
  begun: boolean;
  streamedMs: number;
  lastPictureAt: number;
  endedAt: number;
}

/** Ends that a schedule has reached. */
const reached = new Set<Status>();

/** The rules in their plainest form: what becomes of the price when a show ends so. */
function end(request: ModelRequest, how: 'ended' | 'stopped' | 'failed', now: number): void {
  const least = how === 'ended' ? 5 * minute : 15 * minute;
  const ran = how !== 'stopped' && request.streamedMs >= least;
  request.status = ran ? 'completed' : how === 'ended' && !request.begun ? 'declined' : 'lapsed';
  reached.add(request.status);
  request.paid = ran ? request.held : 0;
  request.held = 0;
  request.endedAt = now;
}

it.each([1, 2, 3, 4])(
  'T43: after schedule %i the price of every requested show is where the rules say',
  async (seed) => {
    const random = randomFrom(seed * 104_729);
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];
    const creators = [await aCreator(t), await aCreator(t)];
    const fans = await Promise.all(
      Array.from({ length: 3 }, () => aRequester(t, { bought: 100 + random(200), promotional: random(100) })),
    );
    const balances = new Map(
      await Promise.all(fans.map(async (who) => [who, (await calls.balanceOf(who)).balance] as const)),
    );
    const requests: ModelRequest[] = [];
    const now = () => t.clock.now().getTime();
    const iso = (at: number) => new Date(at).toISOString();
    const withStatus = (...statuses: Status[]) => requests.filter(({ status }) => statuses.includes(status));
    const onAir = () => withStatus('accepted').filter(({ begun }) => begun);
    const freeOf = (who: TestProfile) =>
      requests.reduce((sum, { fan, held, paid }) => (fan === who ? sum - held - paid : sum), balances.get(who) ?? 0);
    /** The server's watcher and its job, and the same in the model. */
    async function watch(): Promise<void> {
      await t.context.lives.endOver();
      for (const request of withStatus('accepted'))
        if (request.begun ? now() - request.lastPictureAt > minute : now() - request.showAt > 30 * minute)
          end(request, 'failed', now());
      await runLapse(t);
      for (const request of withStatus('pending'))
        if (now() >= request.showAt + 48 * 60 * minute) Object.assign(request, { status: 'lapsed', held: 0 });
    }
    const params = (request: ModelRequest) => ({ params: { id: request.id } });
    const isSoon = (request: ModelRequest) => request.showAt < now() + 10 * minute;

    const actions: Record<string, () => Promise<unknown>> = {
      async ask() {
        const [fan, creator] = [pick(fans), pick(creators)];
        if (!fan || !creator) return;
        const [price, showAt] = [5 + random(80), now() + (11 + random(60)) * minute];
        const { status, body } = await askForShow(t, fan, creator, { offeredPrice: price, showAt: iso(showAt) });
        expect([seed, 'ask', status === 201]).toEqual([seed, 'ask', freeOf(fan) >= price]);
        if (status !== 201) return;
        requests.push({
          ...{ id: body.request.id, liveId: '', fan, creator, status: 'pending', isCounter: false, held: price },
          ...{ paid: 0, price, showAt, begun: false, streamedMs: 0, lastPictureAt: 0, endedAt: 0 },
        });
      },
      async respond() {
        const request = pick(withStatus('pending'));
        if (!request) return;
        const price = 5 + random(80);
        const showAt = random(3) === 0 ? now() + (11 + random(60)) * minute : request.showAt;
        const isOther = showAt !== request.showAt;
        const body = { acceptedPrice: price, ...(isOther ? { showAt: iso(showAt) } : {}) };
        // Twice at once: answered once.
        const answers = await Promise.all(
          [1, 2].map(() => t.client(request.creator).call('respondToRequest', { ...params(request), body })),
        );
        const isCounter = price > request.held || isOther;
        const may = !request.isCounter && (isCounter || !isSoon(request));
        expect([seed, 'respond', answers.filter(({ status }) => status === 200).length]).toEqual([
          ...[seed, 'respond', may ? 1 : 0],
        ]);
        if (!may) return;
        Object.assign(request, { price, showAt });
        if (isCounter) request.isCounter = true;
        else {
          const liveId = answers.find(({ status }) => status === 200)?.body.liveId;
          Object.assign(request, { status: 'accepted', held: price, liveId });
        }
      },
      async agree() {
        const request = pick(withStatus('pending').filter(({ isCounter }) => isCounter));
        if (!request) return;
        const { price, fan, held } = request;
        const answer = await t.client(fan).call('acceptCounterOffer', { ...params(request), body: { price } });
        const may = !isSoon(request) && freeOf(fan) >= price - held;
        expect([seed, 'agree', answer.status === 200]).toEqual([seed, 'agree', may]);
        if (may) Object.assign(request, { status: 'accepted', held: price, liveId: answer.body.request.liveId });
      },
      async refuse() {
        const request = pick(withStatus('pending'));
        if (!request || random(3) > 0) return;
        const isFan = random(2) > 0;
        const { status } = isFan
          ? await t.client(request.fan).call('withdrawRequest', params(request))
          : await t.client(request.creator).call('declineRequest', { ...params(request), body: {} });
        expect(status).toBe(200);
        Object.assign(request, { status: isFan ? 'withdrawn' : 'declined', held: 0 });
      },
      async begin() {
        const request = pick(withStatus('accepted').filter(({ begun }) => !begun));
        if (!request) return;
        const isFree = !onAir().some(({ creator }) => creator === request.creator);
        const isTime = now() >= request.showAt - 15 * minute;
        const { status } = await t.client(request.creator).call('beginPlannedLive', { params: { id: request.liveId } });
        expect([seed, 'begin', status === 200]).toEqual([seed, 'begin', isFree && isTime]);
        if (status === 200) Object.assign(request, { begun: true, lastPictureAt: now() });
      },
      async play() {
        t.clock.advance(minute / 2);
        for (const request of onAir())
          if (random(8) > 0) {
            request.streamedMs += (1 + random(8)) * minute;
            request.lastPictureAt = now();
            await t.db
              .updateTable('lives')
              .set({ last_part_at: t.clock.now(), streamed_ms: BigInt(request.streamedMs) })
              .where('id', '=', request.liveId)
              .execute();
          }
        await watch();
      },
      async wait() {
        t.clock.advance((1 + random(20)) * minute);
        for (const request of onAir())
          if (random(3) > 0) {
            request.lastPictureAt = now();
            const at = t.clock.now();
            await t.db.updateTable('lives').set({ last_part_at: at }).where('id', '=', request.liveId).execute();
          }
        await watch();
      },
      async end() {
        const request = pick(withStatus('accepted'));
        if (!request || random(2) > 0) return;
        const both = [1, 2].map(() => calls.end(request.creator, request.liveId));
        expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
        end(request, 'ended', now());
      },
      async stop() {
        const request = pick(withStatus('accepted'));
        if (!request || random(3) > 0) return;
        const staff = await anAccount(t, { role: 'moderator' });
        const stopped = { params: { id: request.liveId }, body: { reason: 'A schedule of the tests' } };
        expect((await t.client(staff).call('stopLive', stopped)).status).toBe(200);
        end(request, 'stopped', now());
      },
      async dispute() {
        const request = pick(withStatus('completed', 'accepted'));
        if (!request) return;
        const body = { reason: 'The light was off' };
        const { status } = await t.client(request.fan).call('disputeRequest', { ...params(request), body });
        const may = request.status === 'completed';
        expect([seed, 'dispute', status === 200]).toEqual([seed, 'dispute', may]);
        if (may) Object.assign(request, { status: 'disputed', held: request.paid, paid: 0 });
      },
      async decide() {
        const request = pick(withStatus('disputed'));
        if (!request) return;
        const staff = t.client(await anAccount(t, { role: 'moderator' }));
        const { version } = (await staff.call('getDispute', params(request))).body;
        const decision = pick(['released', 'returned', 'split'] as const) ?? 'released';
        const part = 1 + random(request.held - 1);
        const body = {
          decision,
          reason: 'A schedule',
          version,
          ...(decision === 'split' ? { returnCredits: part } : {}),
        };
        expect((await staff.call('decideDispute', { ...params(request), body })).status).toBe(200);
        const back = { released: 0, returned: request.held, split: part }[decision];
        Object.assign(request, { status: 'resolved', paid: request.held - back, held: 0 });
      },
    };
    const names = [
      ...Object.keys(actions),
      'ask',
      'respond',
      'respond',
      'agree',
      'begin',
      'begin',
      'play',
      'play',
      'play',
    ];
    for (let step = 0; step < steps; step += 1) await actions[pick(names) ?? 'ask']?.();
    await t.drain();

    const { rows } = await t.database.pool.query<{ id: string; status: string; held: number }>(
      'select id, status, held from content_requests where creator_id = any($1)',
      [creators.map(({ profileId }) => profileId)],
    );
    const stored = new Map(rows.map(({ id, status, held }) => [id, [status, held]]));
    for (const { id, status, held } of requests) {
      expect([seed, id, stored.get(id)]).toEqual([seed, id, [status, held]]);
      expect([seed, id, await escrowOf(t, id)]).toEqual([seed, id, held]);
    }
    for (const who of fans) expect([seed, (await calls.balanceOf(who)).balance]).toEqual([seed, freeOf(who)]);
    for (const creator of creators) {
      const own = requests.filter((request) => request.creator === creator);
      const earned =
        (await storedBalance(t, accountOf(creator.profileId, 'earnings'))) +
        (await storedBalance(t, accountOf(creator.profileId, 'earnings_held')));
      expect([seed, earned]).toEqual([seed, own.reduce((sum, { paid }) => sum + splitPrice(paid, 80).creator, 0)]);
    }
    for (const { status } of requests) reached.add(status);
  },
  120_000,
);

it('T43: the schedules reached every end that a request for a show has', () => {
  for (const status of ['completed', 'declined', 'withdrawn', 'lapsed', 'resolved'] as const)
    expect(reached).toContain(status);
});
