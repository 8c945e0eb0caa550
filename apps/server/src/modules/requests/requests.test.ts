import { randomUUID } from 'node:crypto';
import type { contentRequest } from '@vlam/contract/requests';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { TestResponse } from '../../../test/app.ts';
import { aBlock, aCreator, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { fetchFile } from '../../../test/pictures.ts';
import { aReadyFile, at, publicationOf } from '../../../test/publications.ts';
import { aRequester, escrowOf, runLapse } from '../../../test/requesters.ts';
import { useTestApp } from '../../../test/use-app.ts';

type Request = z.output<typeof contentRequest>;

let creator: TestProfile;
let fan: TestProfile;
const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t, { displayName: 'Maker of wishes' });
});
beforeEach(async () => {
  fan = await aRequester(t, { bought: 500 });
});
afterAll(async () => {
  expect(await t.context.credits.reconcile()).toMatchObject({ drifted: [], brokenGroups: [], unbalanced: [] });
});

const requestBody = (more: Record<string, unknown> = {}) => ({
  creatorId: creator.profileId,
  title: 'A portrait in blue',
  description: 'Evening light, the pier behind you.',
  contentType: 'photo',
  offeredPrice: 100,
  ...more,
});
const send = (more: Record<string, unknown> = {}, who = fan) =>
  t.client(who).call('createRequest', { body: requestBody(more) });
const sent = async (more: Record<string, unknown> = {}, who = fan): Promise<Request> => {
  const { status, body } = await send(more, who);
  expect(status).toBe(201);
  return body.request;
};
const respond = ({ id }: Request, acceptedPrice: number, who = creator) =>
  t.client(who).call('respondToRequest', { ...at(id), body: { acceptedPrice, estimatedDelivery: 'tomorrow' } });
const deliver = async ({ id }: Request, mediaId?: string, who = creator) =>
  t.client(who).call('deliverRequest', { ...at(id), body: { mediaId: mediaId ?? (await aReadyFile(t, who)) } });
const balanceOf = (who: TestProfile) => t.context.credits.balance(who.accountId);
const escrow = ({ id }: Pick<Request, 'id'>) => escrowOf(t, id);
const code = ({ error }: TestResponse<unknown>) => error?.code;

describe('sending a request', () => {
  it('T43: requires a Diamond membership', async () => {
    const other = await aProfile(t);
    await giveCredits(t, other.accountId, 500);
    expect(code(await send({}, other))).toBe('VIP_REQUIRED');
    expect((await balanceOf(other)).balance).toBe(500);
  });

  it('holds the offer until there is a response', async () => {
    const { body } = await send({ deadline: 'week' });
    expect(body.balance).toBe(400);
    expect(body.request).toMatchObject({
      status: 'pending',
      offeredPrice: 100,
      heldPrice: 100,
      totalPrice: 100,
      acceptedPrice: null,
      creatorShare: 80,
      isOwn: true,
      version: 1,
      creator: { displayName: 'Maker of wishes' },
    });
    const { deadline, lapsesAt, createdAt } = body.request;
    expect(Date.parse(deadline ?? '') - Date.parse(createdAt)).toBe(7 * 86_400_000);
    expect(Date.parse(lapsesAt ?? '') - Date.parse(deadline ?? '')).toBe(48 * 3_600_000);
    expect(await escrow(body.request)).toBe(100);
    const inbox = await t.client(creator).call('listRequests', { query: { box: 'received', status: 'pending' } });
    expect(inbox.body.items[0]).toMatchObject({ id: body.request.id, isOwn: false });
  });

  it('T43: adds 30 % once for exclusive work, and holds it too', async () => {
    const request = await sent({ isExclusive: true, offeredPrice: 99 });
    expect(request).toMatchObject({ offeredPrice: 99, heldPrice: 129, totalPrice: 129, creatorShare: 103 });
    const { body } = await t.client(creator).call('respondToRequest', {
      ...at(request.id),
      body: { acceptedPrice: 99, isExclusive: true, estimatedDelivery: 'today' },
    });
    expect(body).toMatchObject({ status: 'accepted', heldPrice: 129, totalPrice: 129 });
  });

  it('T96: finds a creator by id and never by name, and only visible ones', async () => {
    const hidden = await aCreator(t, { displayName: 'Gone fishing' });
    await aBlock(t, { blocker: hidden, blocked: fan });
    for (const [creatorId, expected] of [
      [creator.displayName, 'VALIDATION_FAILED'],
      [hidden.profileId, 'NOT_FOUND'],
      [(await aProfile(t)).profileId, 'NOT_FOUND'],
      [fan.profileId, 'NOT_FOUND'],
    ] as const)
      expect([creatorId, code(await send({ creatorId }))]).toEqual([creatorId, expected]);
    expect((await balanceOf(fan)).balance).toBe(500);
  });

  it('a lost reply: the same key sends once, and too few credits send nothing', async () => {
    const idempotencyKey = randomUUID();
    const create = () => t.client(fan).call('createRequest', { body: requestBody(), idempotencyKey });
    const first = await create();
    // State left by a process that dies between its commit and its reply.
    await sql`update idempotency_keys set status = null, body = null, claimed_at = now() - interval '2 minutes'
      where key like ${`%${idempotencyKey}`}`.execute(t.db);
    expect((await create()).body).toEqual(first.body);
    expect((await balanceOf(fan)).balance).toBe(400);
    expect(code(await send({ offeredPrice: 401 }))).toBe('INSUFFICIENT_CREDITS');
    expect((await t.client(fan).call('listRequests')).body.items).toHaveLength(1);
  });
});

describe('a late repeat', () => {
  it('of an earlier step gets the original response, and changes nothing', async () => {
    const request = await sent();
    const idempotencyKey = randomUUID();
    const offer = () =>
      t.client(creator).call('respondToRequest', {
        ...{ ...at(request.id), idempotencyKey },
        body: { acceptedPrice: 120, estimatedDelivery: 'tomorrow' },
      });
    const first = await offer();
    expect(first.body).toMatchObject({ status: 'pending', isCounterOffer: true });
    await t.client(fan).call('acceptCounterOffer', { ...at(request.id), body: { price: 120 } });
    // The reply was lost with its process.
    await sql`update idempotency_keys set status = null, body = null, claimed_at = now() - interval '2 minutes'
      where key like ${`%${idempotencyKey}`}`.execute(t.db);
    const retried = await offer();
    expect([retried.status, retried.body]).toEqual([first.status, first.body]);
    expect((await balanceOf(fan)).balance).toBe(380);
    expect(await escrow(request)).toBe(120);
  });
});

describe('a member who has paused buying', () => {
  it('can neither send a request nor agree to a higher price', async () => {
    const request = await sent();
    await respond(request, 120);
    await t.client(fan).call('setSpendingLimits', { body: { dailyCents: null, monthlyCents: null, coolOffDays: 7 } });
    expect(code(await send())).toBe('SPENDING_LIMIT_REACHED');
    const agree = t.client(fan).call('acceptCounterOffer', { ...at(request.id), body: { price: 120 } });
    expect(code(await agree)).toBe('SPENDING_LIMIT_REACHED');
    expect((await balanceOf(fan)).balance).toBe(400);
  });
});

describe('responding', () => {
  it('under the offer: the agreed price stays, the rest is returned, promotional credits first', async () => {
    const giver = await aRequester(t, { bought: 100, promotional: 50 });
    const request = await sent({ isExclusive: true }, giver);
    expect(await balanceOf(giver)).toEqual({ balance: 20, promotional: 20 });
    const { body } = await respond(request, 80);
    expect(body).toMatchObject({
      status: 'accepted',
      acceptedPrice: 80,
      heldPrice: 104,
      totalPrice: 104,
      creatorShare: 83,
      version: 2,
    });
    expect(await balanceOf(giver)).toEqual({ balance: 46, promotional: 46 });
    expect(await escrow(request)).toBe(104);
    t.clock.advance(10 * 86_400_000);
    await runLapse(t);
    expect(await balanceOf(giver)).toEqual({ balance: 150, promotional: 50 });
  });

  it('above the offer: it waits for the requester, who agrees to that price and no other', async () => {
    const request = await sent();
    const { body } = await respond(request, 150);
    expect(body).toMatchObject({
      status: 'pending',
      isCounterOffer: true,
      acceptedPrice: 150,
      heldPrice: 100,
      totalPrice: 150,
    });
    expect((await balanceOf(fan)).balance).toBe(400);
    const agree = (price: number, who = fan) =>
      t.client(who).call('acceptCounterOffer', { ...at(request.id), body: { price } });
    expect(code(await agree(149))).toBe('PRICE_CHANGED');
    expect(code(await agree(150, creator))).toBe('NOT_FOUND');
    const poor = await sent({ offeredPrice: 300 });
    await respond(poor, 9_000);
    const tooDear = t.client(fan).call('acceptCounterOffer', { ...at(poor.id), body: { price: 9_000 } });
    expect(code(await tooDear)).toBe('INSUFFICIENT_CREDITS');
    const agreed = await agree(150);
    expect(agreed.body).toMatchObject({
      balance: 50,
      request: { status: 'accepted', heldPrice: 150, isCounterOffer: false },
    });
    expect(await escrow(request)).toBe(150);
    expect(await escrow(poor)).toBe(300);
  });

  it('declined or withdrawn, everything is returned where it came from', async () => {
    const giver = await aRequester(t, { bought: 60, promotional: 60 });
    const declined = await sent({}, giver);
    const answer = await t
      .client(creator)
      .call('declineRequest', { ...at(declined.id), body: { reason: 'Not this week' } });
    expect(answer.body).toMatchObject({ status: 'declined', heldPrice: 0, reason: 'Not this week' });
    expect(await balanceOf(giver)).toEqual({ balance: 120, promotional: 60 });
    const withdrawn = await sent({}, giver);
    await respond(withdrawn, 120);
    const back = await t.client(giver).call('withdrawRequest', at(withdrawn.id));
    expect(back.body).toMatchObject({ balance: 120, request: { status: 'withdrawn', heldPrice: 0 } });
    expect(await balanceOf(giver)).toEqual({ balance: 120, promotional: 60 });
  });
});

describe('delivering', () => {
  it('opens the file to the requester only and pays the creator four fifths', async () => {
    const request = await sent();
    await respond(request, 100);
    const before = await t.context.credits.earnings(creator.profileId);
    const delivered = await deliver(request);
    expect(delivered.body).toMatchObject({ status: 'completed', heldPrice: 0, delivery: { mediaType: 'image' } });
    expect((await t.context.credits.earnings(creator.profileId)) - before).toBe(80n);
    expect(await escrow(request)).toBe(0);
    const { body } = await t.client(fan).call('listRequests');
    const url = body.items[0]?.delivery?.mediaUrl ?? '';
    expect(url).toContain('&p=1');
    const file = await fetchFile(t, fan, url);
    expect([file.status, file.bytes.subarray(8, 12).toString()]).toEqual([200, 'WEBP']);
    const stranger = await aProfile(t);
    expect((await fetchFile(t, stranger, url)).status).toBe(403);
    expect(await t.context.fileRights.mayView(stranger.accountId, delivered.body.delivery?.mediaId ?? '')).toBe(false);
  });

  it("accepts the creator's own ready file, and an exclusive one once", async () => {
    const [first, second] = [await sent({ isExclusive: true }), await sent({ offeredPrice: 50 })];
    for (const request of [first, second]) await respond(request, request.offeredPrice);
    const foreign = await aReadyFile(t, await aCreator(t));
    expect(code(await deliver(first, foreign))).toBe('NOT_FOUND');
    expect(code(await deliver(first, randomUUID()))).toBe('NOT_FOUND');
    const own = await aReadyFile(t, creator);
    await sql`update media set state = 'processing' where id = ${own}`.execute(t.db);
    expect(code(await deliver(first, own))).toBe('MEDIA_NOT_READY');
    await sql`update media set state = 'ready' where id = ${own}`.execute(t.db);
    expect((await deliver(first, own)).body.status).toBe('completed');
    expect(code(await deliver(second, own))).toBe('CONFLICT');
    expect(await escrow(second)).toBe(50);
  });
});

describe('a file', () => {
  it('is published or delivered, never both, even concurrently', async () => {
    const published = await aReadyFile(t, creator);
    await t.client(creator).call('createContent', { body: publicationOf(published) });
    const request = await sent();
    await respond(request, 100);
    expect(code(await deliver(request, published))).toBe('CONFLICT');
    const made = await aReadyFile(t, creator);
    const [delivery, publication] = await Promise.all([
      deliver(request, made),
      t.client(creator).call('createContent', { body: publicationOf(made) }),
    ]);
    expect([delivery.status < 300, publication.status < 300].filter(Boolean)).toHaveLength(1);
    const refused = delivery.status < 300 ? publication : delivery;
    expect(code(refused)).toBe('CONFLICT');
  });
});

describe('T43: out of order', () => {
  const steps = {
    respond: (request: Request, who?: TestProfile) => respond(request, 100, who),
    decline: ({ id }: Request, who = creator) => t.client(who).call('declineRequest', { ...at(id), body: {} }),
    withdraw: ({ id }: Request, who = fan) => t.client(who).call('withdrawRequest', at(id)),
    agree: ({ id }: Request, who = fan) =>
      t.client(who).call('acceptCounterOffer', { ...at(id), body: { price: 100 } }),
    deliver: (request: Request, who?: TestProfile) => deliver(request, undefined, who),
    dispute: ({ id }: Request, who = fan) =>
      t.client(who).call('disputeRequest', { ...at(id), body: { reason: 'Not what I asked' } }),
    answer: ({ id }: Request, who = creator) =>
      t.client(who).call('answerDispute', { ...at(id), body: { answer: 'It is what was asked' } }),
  };
  type StepName = keyof typeof steps;
  const reach: Record<string, (request: Request) => Promise<unknown>> = {
    pending: async () => {},
    counter: (request) => respond(request, 120),
    accepted: (request) => respond(request, 100),
    declined: (request) => steps.decline(request),
    withdrawn: (request) => steps.withdraw(request),
    completed: async (request) => {
      await respond(request, 100);
      await deliver(request);
    },
    disputed: async (request) => {
      await respond(request, 100);
      await steps.dispute(request);
    },
  };
  const allowed: Record<string, StepName[]> = {
    pending: ['respond', 'decline', 'withdraw'],
    counter: ['decline', 'withdraw', 'agree'],
    accepted: ['deliver', 'dispute'],
    declined: [],
    withdrawn: [],
    completed: ['dispute'],
    disputed: ['answer'],
  };

  for (const [state, possible] of Object.entries(allowed))
    for (const name of Object.keys(steps) as StepName[])
      if (!possible.includes(name))
        it(`${name} of a ${state} request is refused and moves no credits`, async () => {
          const request = await sent();
          await reach[state]?.(request);
          const before = [await balanceOf(fan), await escrow(request)];
          expect(code(await steps[name](request))).toBe('CONFLICT');
          expect([await balanceOf(fan), await escrow(request)]).toEqual(before);
        });

  it('strangers and the wrong side get NOT_FOUND', async () => {
    const request = await sent();
    const [stranger, rival] = [await aProfile(t), await aCreator(t)];
    for (const [name, who] of [
      ['respond', rival],
      ['decline', rival],
      ['withdraw', stranger],
      ['agree', stranger],
      ['deliver', rival],
      ['dispute', stranger],
      ['answer', rival],
      ['withdraw', creator],
      ['dispute', creator],
    ] as const)
      expect([name, code(await steps[name](request, who))]).toEqual([name, 'NOT_FOUND']);
    expect((await t.client(stranger).call('listRequests')).body.items).toEqual([]);
  });

  it('twenty concurrent responses, refusals and withdrawals: one takes effect', async () => {
    const request = await sent();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 3 === 0 ? respond(request, 90) : index % 3 === 1 ? steps.decline(request) : steps.withdraw(request),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of responses.filter(({ status }) => status !== 200)) expect(code(answer)).toBe('CONFLICT');
    const { balance } = await balanceOf(fan);
    expect(balance + (await escrow(request))).toBe(500);
  });

  it('a lost reply: the same key finds its result', async () => {
    const request = await sent();
    const idempotencyKey = randomUUID();
    const accept = () =>
      t.client(creator).call('respondToRequest', {
        ...at(request.id),
        body: { acceptedPrice: 60, estimatedDelivery: 'week' },
        idempotencyKey,
      });
    const first = await accept();
    await t.db.deleteFrom('idempotency_keys').execute();
    expect((await accept()).body).toEqual(first.body);
    expect((await balanceOf(fan)).balance).toBe(440);
    expect(code(await respond(request, 60))).toBe('CONFLICT');
  });
});
