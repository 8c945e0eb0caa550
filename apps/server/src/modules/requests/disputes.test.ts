import { randomUUID } from 'node:crypto';
import type { contentRequest } from '@vlam/contract/requests';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { TestResponse } from '../../../test/app.ts';
import { aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { fetchFile } from '../../../test/pictures.ts';
import { aReadyFile, at } from '../../../test/publications.ts';
import { aRequester, escrowOf } from '../../../test/requesters.ts';
import { splitPrice } from '../../../test/split.ts';
import { useTestApp } from '../../../test/use-app.ts';

type Request = z.output<typeof contentRequest>;
type DecisionBody = {
  decision: 'released' | 'returned' | 'split';
  returnCredits?: number;
  reason?: string;
  version?: number;
};

let creator: TestProfile;
let fan: TestProfile;
let staff: TestProfile;
const t = useTestApp();
beforeEach(async () => {
  staff = await aProfile(t, { role: 'admin' });
  creator = await aCreator(t);
  fan = await aRequester(t, { bought: 60, promotional: 90 });
});
afterAll(async () => {
  expect(await t.context.credits.reconcile()).toMatchObject({ drifted: [], brokenGroups: [], unbalanced: [] });
  expect(await t.context.compliance.findBrokenLink()).toBeNull();
});

async function accepted(price = 100): Promise<Request> {
  const { body } = await t.client(fan).call('createRequest', {
    body: {
      creatorId: creator.profileId,
      title: 'A portrait in blue',
      description: 'Evening light',
      contentType: 'photo',
      offeredPrice: price,
    },
  });
  const response = await t.client(creator).call('respondToRequest', {
    ...at(body.request.id),
    body: { acceptedPrice: price, estimatedDelivery: 'tomorrow', additionalNotes: 'At the pier' },
  });
  return response.body;
}
async function delivered(price?: number): Promise<Request> {
  const { id } = await accepted(price);
  const body = { mediaId: await aReadyFile(t, creator), message: 'As you wished' };
  return (await t.client(creator).call('deliverRequest', { ...at(id), body })).body;
}
const dispute = async ({ id }: Request): Promise<Request> =>
  (await t.client(fan).call('disputeRequest', { ...at(id), body: { reason: 'Not the pier' } })).body;
const decide = (
  { id, version }: Request,
  sent: DecisionBody,
  more: { who?: TestProfile; idempotencyKey?: string } = {},
) =>
  t.client(more.who ?? staff).call('decideDispute', {
    ...at(id),
    body: { reason: 'Looked at both sides', version, ...sent },
    ...(more.idempotencyKey ? { idempotencyKey: more.idempotencyKey } : {}),
  });
const balanceOf = () => t.context.credits.balance(fan.accountId);
/** The creator's earnings, including those held because promotional credits paid them. */
const earned = async () => {
  const { earnings, income } = t.context.credits;
  return Number((await earnings(creator.profileId)) + (await income.promotional(t.db, creator.profileId)));
};
const escrow = ({ id }: Request) => escrowOf(t, id);
const auditedActions = async ({ id }: Request) => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where target_id = ${id} order by number`.execute(t.db);
  return rows.map(({ action }) => action);
};
const fromRequests = async () => {
  const { body } = await t.client(creator).call('creatorStats', { query: { period: 'total' } });
  return body.sources.find(({ source }) => source === 'requests');
};
const code = ({ error }: TestResponse<unknown>) => error?.code;

describe('a dispute', () => {
  it('T43: moves released credits back to escrow, so that the creator cannot withdraw them', async () => {
    const request = await delivered();
    expect([await earned(), await escrow(request)]).toEqual([80, 0]);
    const disputed = await dispute(request);
    expect(disputed).toMatchObject({ status: 'disputed', heldPrice: 100, outcome: null });
    expect([await earned(), await escrow(request)]).toEqual([0, 100]);
    expect(await fromRequests()).toMatchObject({ amountCents: 0, count: 0 });
  });

  it.each([
    ['released', 1, 60],
    ['returned', 0, 60],
    ['split', 1, 60],
    ['released', 1, 0],
  ] as const)(
    'that is %s leaves %i payments in the figures, with %i credits bought',
    async (decision, count, bought) => {
      fan = await aRequester(t, { bought, promotional: 150 - bought });
      const disputed = await dispute(await delivered());
      expect(await fromRequests()).toMatchObject({ count: 0 });
      await decide(disputed, { decision, ...(decision === 'split' ? { returnCredits: 40 } : {}) });
      expect(await fromRequests()).toMatchObject({ count });
    },
  );

  it("takes the creator's statement once, and no one else's", async () => {
    const request = await dispute(await delivered());
    const answerDispute = (who: TestProfile) =>
      t.client(who).call('answerDispute', { ...at(request.id), body: { answer: 'It is the pier' } });
    expect(code(await answerDispute(fan))).toBe('CREATOR_PROFILE_REQUIRED');
    expect(code(await answerDispute(await aCreator(t)))).toBe('NOT_FOUND');
    expect((await answerDispute(creator)).body).toMatchObject({ status: 'disputed', disputeAnswer: 'It is the pier' });
    expect(code(await answerDispute(creator))).toBe('CONFLICT');
    const { body } = await t.client(staff).call('getDispute', at(request.id));
    expect(body).toMatchObject({
      reason: 'Not the pier',
      answer: 'It is the pier',
      additionalNotes: 'At the pier',
      isDelivered: true,
      isParty: false,
      delivery: { message: 'As you wished' },
    });
  });

  it('opens the delivered file to staff who opened the dispute, for an hour and until it is decided', async () => {
    const request = await dispute(await delivered());
    const mediaId = request.delivery?.mediaId ?? '';
    expect(await t.context.fileRights.mayView(staff.accountId, mediaId)).toBe(false);
    const { body } = await t.client(staff).call('getDispute', at(request.id));
    expect((await fetchFile(t, staff, body.delivery?.mediaUrl ?? '')).status).toBe(200);
    expect(await auditedActions(request)).toEqual(['dispute.seen']);
    t.clock.advance(3_600_000);
    expect(await t.context.fileRights.mayView(staff.accountId, mediaId)).toBe(false);
    // The staff session has ended by then.
    const renewed = await aSession(t, staff.accountId);
    await t.client(renewed).call('getDispute', at(request.id));
    expect(await t.context.fileRights.mayView(staff.accountId, mediaId)).toBe(true);
    await t.client(renewed).call('decideDispute', {
      ...at(request.id),
      body: { decision: 'released', reason: 'As asked', version: request.version },
    });
    expect(await t.context.fileRights.mayView(staff.accountId, mediaId)).toBe(false);
    expect(await t.context.fileRights.mayView(fan.accountId, mediaId)).toBe(true);
  });

  it('waits in a queue, oldest first, and moves to the decided ones', async () => {
    const first = await dispute(await accepted(40));
    t.clock.advance(60_000);
    const second = await dispute(await accepted(40));
    const listDisputes = async (query: Record<string, string>) =>
      (await t.client(staff).call('listDisputes', { query })).body;
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof listDisputes>> = await listDisputes({
        limit: '1',
        ...(cursor ? { cursor } : {}),
      });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(ids.slice(ids.indexOf(first.id))).toEqual([first.id, second.id]);
    await decide(first, { decision: 'returned' });
    const decided = await listDisputes({ state: 'resolved' });
    expect(decided.items[0]).toMatchObject({ id: first.id, status: 'resolved', outcome: { decision: 'returned' } });
  });
});

describe('a decision', () => {
  const makers = { accepted, delivered } as const;
  for (const [name, make] of Object.entries(makers)) {
    it(`T43: releases what is held for a request that is ${name}`, async () => {
      const request = await dispute(await make());
      const { body } = await decide(request, { decision: 'released' });
      expect(body).toMatchObject({ status: 'resolved', heldPrice: 0, outcome: { creatorCredits: 80 } });
      expect([await earned(), await escrow(request), (await balanceOf()).balance]).toEqual([80, 0, 50]);
    });
    it(`T43: returns what is held for a request that is ${name}, promotional credits as such`, async () => {
      const request = await dispute(await make());
      await decide(request, { decision: 'returned' });
      expect(await balanceOf()).toEqual({ balance: 150, promotional: 90 });
      expect([await earned(), await escrow(request)]).toEqual([0, 0]);
    });
    it(`T43: splits what is held for a request that is ${name}, to the last credit`, async () => {
      const request = await dispute(await make());
      await decide(request, { decision: 'split', returnCredits: 33 });
      expect(await balanceOf()).toEqual({ balance: 83, promotional: 83 });
      expect([await earned(), await escrow(request)]).toEqual([splitPrice(67).creator, 0]);
    });
  }

  it('closes the delivered file when everything is returned, and leaves it to its creator', async () => {
    const request = await delivered();
    const mediaId = request.delivery?.mediaId ?? '';
    const disputed = await dispute(request);
    expect(await t.context.fileRights.mayView(fan.accountId, mediaId)).toBe(true);
    await decide(disputed, { decision: 'returned' });
    expect(await t.context.fileRights.mayView(fan.accountId, mediaId)).toBe(false);
    expect(await t.context.requests.isDelivered(t.db, mediaId)).toBe(false);
    const sent = await t.client(fan).call('listRequests', { query: { status: 'resolved' } });
    expect(sent.body.items[0]).toMatchObject({
      delivery: null,
      outcome: { decision: 'returned', returnedCredits: 100, creatorCredits: 0, reason: 'Looked at both sides' },
    });
    const received = await t.client(creator).call('listRequests', { query: { box: 'received', status: 'resolved' } });
    expect(received.body.items[0]).toMatchObject({ delivery: { mediaId }, outcome: { decision: 'returned' } });
  });

  it('is mailed to both sides and written into the audit log, with its reason', async () => {
    const request = await dispute(await delivered());
    await decide(request, { decision: 'split', returnCredits: 50, reason: 'Half of it was agreed' });
    expect(await auditedActions(request)).toEqual(['dispute.split']);
    const mails = await t.context.mailer.outbox();
    const to = (who: TestProfile) => mails.filter((mail) => mail.to === who.email).map(({ subject }) => subject);
    expect(to(fan)).toEqual(['Your request on Vlam was decided']);
    expect(to(creator).sort()).toEqual(['A request on Vlam was decided', 'Please look at a request on Vlam']);
    for (const mail of mails.filter(({ subject }) => subject.includes('decided')).slice(0, 2))
      expect(mail.text).toContain('Half of it was agreed');
  });

  it('leaves each side something of a split, and needs a reason', async () => {
    const request = await dispute(await accepted());
    for (const sent of [
      { decision: 'split' },
      { decision: 'split', returnCredits: 0 },
      { decision: 'split', returnCredits: 100 },
      { decision: 'split', returnCredits: 1.5 },
      { decision: 'returned', reason: ' ' },
    ] as const)
      expect([sent, code(await decide(request, sent))]).toEqual([sent, 'VALIDATION_FAILED']);
    expect([await escrow(request), await auditedActions(request)]).toEqual([100, []]);
  });

  it('T43: cannot be made by a side of the dispute, nor without the permission', async () => {
    const request = await dispute(await delivered());
    await t.db
      .updateTable('accounts')
      .set({ role: 'admin', second_factor_since: t.clock.now() })
      .where('id', 'in', [fan.accountId, creator.accountId])
      .execute();
    for (const who of [fan, creator])
      expect(code(await decide(request, { decision: 'returned' }, { who }))).toBe('FORBIDDEN');
    for (const who of [await aProfile(t), await aCreator(t)])
      expect(code(await decide(request, { decision: 'returned' }, { who }))).toBe('FORBIDDEN');
    expect(await escrow(request)).toBe(100);
  });

  it('T43: is made by a moderator up to 5,000 credits; above, reading and deciding need manage_money', async () => {
    const moderator = await aProfile(t, { role: 'moderator' });
    fan = await aRequester(t, { bought: 20_000 });
    const [small, large] = [await dispute(await delivered(5_000)), await dispute(await delivered(5_001))];
    const { body } = await t.client(moderator).call('listDisputes', { query: { limit: '50' } });
    const mayOpen = (request: Request) => body.items.find(({ id }) => id === request.id)?.mayOpen;
    expect([mayOpen(small), mayOpen(large)]).toEqual([true, false]);
    expect(code(await t.client(moderator).call('getDispute', at(large.id)))).toBe('FORBIDDEN');
    expect(code(await decide(large, { decision: 'returned' }, { who: moderator }))).toBe('FORBIDDEN');
    expect([await escrow(large), await auditedActions(large)]).toEqual([5_001, []]);
    expect((await t.client(moderator).call('getDispute', at(small.id))).body.delivery).not.toBeNull();
    expect((await decide(small, { decision: 'released' }, { who: moderator })).status).toBe(200);
    expect((await decide(large, { decision: 'returned' })).status).toBe(200);
    expect([await escrow(small), await escrow(large)]).toEqual([0, 0]);
  });

  it('is refused on a dispute that has changed since it was read, or that does not exist', async () => {
    const plain = await accepted(10);
    expect(code(await decide(plain, { decision: 'returned' }))).toBe('NOT_FOUND');
    const request = await dispute(await accepted());
    await t.client(creator).call('answerDispute', { ...at(request.id), body: { answer: 'One more day' } });
    expect(code(await decide(request, { decision: 'returned' }))).toBe('CONFLICT');
    expect(await escrow(request)).toBe(100);
  });

  it('T43: twenty concurrent decisions are one', async () => {
    const request = await dispute(await delivered());
    const kinds = ['released', 'returned', 'split'] as const;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const decision = kinds[index % 3] ?? 'released';
        return decide(request, { decision, ...(decision === 'split' ? { returnCredits: 40 } : {}) });
      }),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) expect(code(response)).toBe('CONFLICT');
    expect(await auditedActions(request)).toHaveLength(1);
    expect(await escrow(request)).toBe(0);
  });

  it('a lost reply: the same key finds its result, and pays once', async () => {
    const request = await dispute(await accepted());
    const idempotencyKey = randomUUID();
    const first = await decide(request, { decision: 'split', returnCredits: 20 }, { idempotencyKey });
    await t.db.deleteFrom('idempotency_keys').execute();
    const renewed = await decide(request, { decision: 'split', returnCredits: 20 }, { idempotencyKey });
    expect(renewed.body).toEqual(first.body);
    expect([await earned(), (await balanceOf()).balance]).toEqual([64, 70]);
    expect(code(await decide(request, { decision: 'returned' }))).toBe('CONFLICT');
    expect(await auditedActions(request)).toEqual(['dispute.split']);
  });
});
