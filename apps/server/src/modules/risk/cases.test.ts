import type { BanKind } from '@vlam/contract/rules/risk';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aBankAccount, earnRand } from '../../../test/creator-money.ts';
import { aCreator, aPaidPicture, aProfile, type TestProfile } from '../../../test/factories.ts';
import { createRandom } from '../../../test/simulation/random.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { createMemberData } from '../../joins/member-data.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf, issuance } from '../credits/service.ts';

const t = useTestApp();
useReconciledBooks(t);
let admin: TestProfile;
let creator: TestProfile;
beforeAll(async () => {
  admin = await aProfile(t, { role: 'admin', firstName: 'Lerato', lastName: 'Mokoena' });
});
beforeEach(async () => {
  creator = await aPaidCreator();
});

const staff = () => t.client(admin);
async function aPaidCreator(): Promise<TestProfile> {
  const made = await aCreator(t);
  await aBankAccount(t, made);
  await earnRand(t, made, { cents: 100_000 });
  return made;
}
async function aCase(about = creator) {
  const { body } = await staff().call('openRiskCase', {
    body: { userId: about.accountId, reason: 'Many young payers' },
  });
  return body;
}
const freeze = (id: string, holdsSpending = false) =>
  staff().call('freezeRiskCase', { params: { id }, body: { reason: 'Checking who paid', holdsSpending } });
const clear = (id: string) => staff().call('clearRiskCase', { params: { id }, body: { reason: 'Fans of a festival' } });
const confirm = (id: string, suspend = false, bans: BanKind[] = []) =>
  staff().call('confirmRiskCase', {
    params: { id },
    body: {
      reason: 'One person paid themselves',
      rule: 'fraud',
      statement: 'This account was used for fraud',
      suspend,
      bans,
    },
  });
const askPayout = (who = creator) => t.client(who).call('requestPayout', { body: { amountCents: 60_000 } });
const approve = (id: string) => staff().call('approvePayout', { params: { id } });
const send = (id: string) => staff().call('markPayoutSent', { params: { id }, body: { bankReference: 'EFT 1' } });

describe('a freeze', () => {
  it('T108: holds a payout, which the creator sees as any other that waits', async () => {
    const other = await aPaidCreator();
    const { id } = await aCase();
    const frozen = (await freeze(id)).body;
    expect([frozen.state, frozen.frozen]).toMatchObject(['frozen', { holdsSpending: false }]);
    const [held, ordinary] = [await askPayout(), await askPayout(other)];
    expect([held.status, ordinary.status]).toEqual([201, 201]);
    const same = ({ id: _id, requestedAt: _at, ...shown }: typeof held.body) => shown;
    expect(same(held.body)).toEqual(same(ordinary.body));
    expect((await approve(held.body.id)).error?.code).toBe('CONFLICT');
    expect((await approve(ordinary.body.id)).status).toBe(200);
    await clear(id);
    expect((await approve(held.body.id)).status).toBe(200);
    expect((await send(held.body.id)).status).toBe(200);
  });

  it('T108: holds an approved payout too', async () => {
    const payout = (await askPayout()).body;
    await approve(payout.id);
    const { id } = await aCase();
    await freeze(id);
    expect((await send(payout.id)).error?.code).toBe('CONFLICT');
    const { body } = await staff().call('adminPayouts', { query: { status: 'approved' } });
    expect(body.items.find((item) => item.id === payout.id)?.isFrozen).toBe(true);
    await clear(id);
    expect((await send(payout.id)).status).toBe(200);
  });

  it('T108: holds spending only when asked, in words that give no reason', async () => {
    const fan = await aProfile(t);
    const { credits } = t.context;
    await credits.transact((tx) =>
      credits.move(tx, [
        {
          ...{ kind: 'promotion', ownerId: fan.accountId, key: newId(), reference: newId(), description: 'Credits' },
          ...{ amount: 100, from: issuance, to: accountOf(fan.accountId, 'wallet') },
        },
      ]),
    );
    const { contentId } = await aPaidPicture(t, { creator, price: 10 });
    const unlock = () => t.client(fan).call('unlockContent', { params: { id: contentId }, body: { price: 10 } });
    const { id } = await aCase(fan);
    await freeze(id, true);
    const refused = await unlock();
    expect(refused.error).toMatchObject({ code: 'SPENDING_LIMIT_REACHED', details: { period: 'later' } });
    expect(refused.error?.message).not.toMatch(/freez|froz|check|suspic|report|case/i);
    expect((await t.client(fan).call('getSpendingLimits')).text).not.toMatch(/freez|froz|9998/i);
    await freeze(id, false);
    expect((await unlock()).status).toBe(200);
  });

  it('T108: appears in nothing that is handed over to the member, nor in their history', async () => {
    const { id, number } = await aCase();
    await freeze(id, true);
    const gathered = JSON.stringify([...(await createMemberData(t.database).gather(creator.accountId))]);
    expect(gathered).not.toContain(number);
    expect(gathered).not.toMatch(/risk_|money_freezes/);
    const history = await staff().call('adminMemberHistory', { params: { id: creator.accountId } });
    expect(history.text).not.toMatch(/risk|froz/i);
  });

  it('T108: of a freeze and a payout at the same moment, the payout is sent before it or not at all', {
    tags: ['long'],
  }, async () => {
    const random = createRandom(108);
    let [sentFirst, heldFirst] = [0, 0];
    for (let round = 0; round < 24; round += 1) {
      const who = await aPaidCreator();
      const payout = (await askPayout(who)).body;
      await approve(payout.id);
      const { id } = await aCase(who);
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const [sent, frozen] = await Promise.all([
        wait(random.between(0, 8)).then(() => send(payout.id)),
        wait(random.between(0, 8)).then(() => freeze(id)),
      ]);
      expect(frozen.status).toBe(200);
      expect([200, 409]).toContain(sent.status);
      // The log is written in the order of the commits.
      const { rows } = await t.database.pool.query<{ action: string }>(
        'select action from audit_log where target_id in ($1, $2) and action in ($3, $4) order by number',
        [payout.id, id, 'payout.sent', 'risk.frozen'],
      );
      const order = rows.map(({ action }) => action);
      expect(order).toEqual(sent.status === 200 ? ['payout.sent', 'risk.frozen'] : ['risk.frozen']);
      if (sent.status === 200) sentFirst += 1;
      else heldFirst += 1;
      expect((await send(payout.id)).status).toBe(409);
    }
    expect(sentFirst + heldFirst).toBe(24);
  });
});

describe('a case', () => {
  it('is one for an account, however often it is opened', async () => {
    const [first, second] = await Promise.all([aCase(), aCase()]);
    expect(first.id).toBe(second.id);
    const days = (new Date(first.dueAt).getTime() - new Date(first.openedAt).getTime()) / 86_400_000;
    expect([first.state, first.openedBy, days]).toEqual(['open', 'Lerato Mokoena', 15]);
  });

  it('is listed with those that wait, oldest first, then with the decided ones', async () => {
    const one = await aCase();
    t.clock.advance(1_000);
    const other = await aCase(await aCreator(t));
    const list = async (state?: 'cleared') => {
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const query = { limit: '10', ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) };
        const { body } = await staff().call('listRiskCases', { query });
        found.push(...body.items.map(({ id }) => id));
        if (!body.nextCursor) return found;
        cursor = body.nextCursor;
      }
    };
    const waiting = await list();
    expect(waiting.indexOf(one.id)).toBeGreaterThanOrEqual(0);
    expect(waiting.indexOf(other.id)).toBeGreaterThan(waiting.indexOf(one.id));
    await clear(one.id);
    expect(await list()).not.toContain(one.id);
    expect(await list('cleared')).toContain(one.id);
    expect((await clear(one.id)).error?.code).toBe('CONFLICT');
  });

  it('confirmed ends payouts and notifies the member what they lose, not why', async () => {
    const { id } = await aCase();
    await freeze(id);
    const { body } = await confirm(id);
    expect([body.state, body.frozen?.holdsSpending]).toEqual(['confirmed', true]);
    expect((await askPayout()).error?.code).toBe('CONFLICT');
    const { body: decisions } = await t.client(creator).call('ownDecisions');
    expect(decisions.items[0]).toMatchObject({ action: 'payouts_ended', rule: 'fraud' });
    expect(decisions.items[0]?.reason).toBe('This account was used for fraud');
    expect(JSON.stringify(decisions)).not.toContain('One person paid themselves');
  });

  it('confirmed by mistake is undone by an appeal, which staff of money alone answer', async () => {
    const { id } = await aCase();
    await confirm(id, false, ['payout_account']);
    const standing = async () => (await staff().call('listBans', { query: {} })).body.items;
    const ofCase = (bans: { caseId: string | null }[]) => bans.filter(({ caseId }) => caseId === id);
    expect(ofCase(await standing())).toHaveLength(1);
    const { body: decisions } = await t.client(creator).call('ownDecisions');
    const decision = decisions.items[0]?.id ?? '';
    const appeal = { params: { id: decision }, body: { text: 'These were my sisters' } };
    expect((await t.client(creator).call('appealDecision', appeal)).status).toBe(200);
    const answer = { params: { id: decision }, body: { decision: 'reverse' as const, reason: 'They were' } };
    const moderator = await aProfile(t, { role: 'moderator' });
    expect((await t.client(moderator).call('decideAppeal', answer)).error?.code).toBe('FORBIDDEN');
    const other = await aProfile(t, { role: 'admin' });
    // Steps of one millisecond are in no order.
    t.clock.advance(1_000);
    expect((await t.client(other).call('decideAppeal', answer)).status).toBe(200);
    expect((await askPayout()).status).toBe(201);
    // The case says what was decided in the end, and nothing of it stays in force.
    const { body: after } = await staff().call('getRiskCase', { params: { id } });
    expect(after).toMatchObject({ state: 'cleared', frozen: null, mayDecide: false });
    expect(after.steps[0]).toMatchObject({ kind: 'reversed', text: 'They were' });
    expect(ofCase(await standing())).toEqual([]);
    const lifted = await t.db.selectFrom('risk_bans').selectAll().where('case_id', '=', id).executeTakeFirstOrThrow();
    expect(lifted).toMatchObject({ lifted_by: other.accountId, lift_reason: 'They were' });
    const rows = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', 'in', [id, lifted.id])
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['risk.reversed', 'risk.ban_lifted']));
  });

  it('T110: a ban that two cases want outlives the reversal of one', async () => {
    // Both are paid to one bank account.
    const second = await aPaidCreator();
    for (const each of [creator, second]) {
      const { id } = await aCase(each);
      await confirm(id, false, ['payout_account']);
    }
    const other = await aProfile(t, { role: 'admin' });
    const isBanned = async () => {
      const { rows } = await t.database.pool.query(
        `select from risk_bans ban join payout_accounts bank on bank.number_hash = ban.subject
          where bank.profile_id = $1 and ban.kind = 'payout_account' and ban.lifted_at is null`,
        [creator.profileId],
      );
      return rows.length > 0;
    };
    for (const [each, isStillBanned] of [
      [creator, true],
      [second, false],
    ] as const) {
      t.clock.advance(1_000);
      const { body: decisions } = await t.client(each).call('ownDecisions');
      const params = { id: decisions.items[0]?.id ?? '' };
      await t.client(each).call('appealDecision', { params, body: { text: 'It is the account of our mother' } });
      t.clock.advance(1_000);
      const body = { decision: 'reverse' as const, reason: 'It is' };
      expect((await t.client(other).call('decideAppeal', { params, body })).status).toBe(200);
      expect(await isBanned()).toBe(isStillBanned);
    }
  });

  it('T17: of two members of staff who confirm each other’s cases one stays', async () => {
    const pair = [await aProfile(t, { role: 'admin' }), await aProfile(t, { role: 'admin' })] as const;
    const cases = [await aCase(pair[0]), await aCase(pair[1])];
    const body = { reason: 'A ring', rule: 'fraud', statement: 'Fraud', suspend: true, bans: [] } as const;
    const answers = await Promise.all(
      pair.map((one, index) =>
        t
          .client(one)
          .call('confirmRiskCase', { params: { id: cases[1 - index]?.id ?? '' }, body: { ...body, bans: [] } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('confirmed can suspend the account with it', async () => {
    const { id } = await aCase();
    await confirm(id, true);
    expect((await t.client(creator).call('ownDecisions')).error?.code).toBe('UNAUTHORIZED');
    const row = await t.db
      .selectFrom('accounts')
      .select('suspended_reason')
      .where('id', '=', creator.accountId)
      .executeTakeFirstOrThrow();
    expect(row.suspended_reason).toBe('This account was used for fraud');
  });

  it('is never decided by the person it is about', async () => {
    const second = await aProfile(t, { role: 'admin' });
    const { id } = await aCase(second);
    const own = await t.client(second).call('clearRiskCase', { params: { id }, body: { reason: 'It was me' } });
    expect(own.error?.code).toBe('FORBIDDEN');
    const asked = await t.client(second).call('openRiskCase', { body: { userId: second.accountId, reason: 'Me' } });
    expect(asked.error?.code).toBe('VALIDATION_FAILED');
  });

  it('shows who paid, who belongs together and what was done, and leaves a row of the log for each look', async () => {
    const payer = await aProfile(t);
    await earnRand(t, creator, { cents: 5_000, daysAgo: 2, payer: payer.accountId });
    const twin = await aCreator(t);
    await aBankAccount(t, twin, {});
    const { id } = await aCase();
    t.clock.advance(1_000);
    await staff().call('noteRiskCase', { params: { id }, body: { text: 'Called the bank' } });
    const { body } = await staff().call('getRiskCase', { params: { id } });
    expect(body.payers.find(({ accountId }) => accountId === payer.accountId)).toMatchObject({
      cents: 5_000,
      sales: 1,
    });
    expect(body.related.find(({ accountId }) => accountId === twin.accountId)?.via).toEqual(['payout_account']);
    expect(body.steps.map(({ kind, text }) => [kind, text])).toEqual([
      ['noted', 'Called the bank'],
      ['opened', 'Many young payers'],
    ]);
    const { text } = await staff().request('GET', `/api/admin/risk/${id}/report`);
    expect(text).toContain(body.number);
    const rows = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', id)
      .orderBy('number')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['risk.opened', 'risk.noted', 'risk.seen', 'risk.exported']);
  });
});
