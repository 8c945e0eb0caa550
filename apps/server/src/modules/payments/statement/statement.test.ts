import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import {
  aSavedCard,
  aTestCard,
  checkoutOrder,
  createTestProvider,
  deliver,
  packCheckout,
  packPrice,
} from '../../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';
import { createMemberStatement, type StatementPage } from '../../credits/member-statement.ts';
import type { EntryFilter } from '../../credits/member-statement-store.ts';
import { grantPosting, type Posting, purchasePosting } from '../../credits/service.ts';

const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);

const read = async (who: TestProfile, query: Record<string, string> = {}) =>
  (await t.client(who).call('memberStatement', { query })).body;

async function buy(member: TestProfile, body: Record<string, unknown>) {
  const { body: answer } = await t.client(member).call('createCheckout', { body: body as never });
  const order = checkoutOrder(provider, answer.orderId);
  await deliver(t, provider, provider.event(order));
  await t.drain();
  return answer.orderId;
}

async function unlock(member: TestProfile, price: number) {
  const creator = await aCreator(t);
  const { contentId } = await aPaidPicture(t, { creator, price });
  expect((await t.client(member).call('unlockContent', { params: { id: contentId }, body: { price } })).status).toBe(
    200,
  );
  return { creator, contentId };
}

describe('the statement of a member', () => {
  it('holds rand and credits in one list, newest first, each with whom it was paid and its receipt', async () => {
    const member = await aProfile(t);
    const packId = await buy(member, packCheckout('p250'));
    const { creator } = await unlock(member, 15);
    const tipId = await buy(member, {
      ...{ purpose: 'tip', reference: creator.profileId, amount: 50, startNow: true },
    });
    const { items, summary, nextCursor } = await read(member);
    expect(nextCursor).toBeNull();
    const [tip, unlocked, ...rest] = items;
    expect(tip).toMatchObject({
      ...{ group: 'tips', amountCents: -5_000, credits: null, orderId: tipId, callId: null },
      receiptNumber: expect.stringMatching(/^\d{4}-\d{6}$/),
      person: { id: creator.profileId, displayName: creator.displayName },
    });
    expect(unlocked).toMatchObject({ group: 'content', amountCents: null, credits: -15, orderId: null });
    // The pack is one entry: what was paid, and its credits with the bonus.
    const pack = rest.find(({ group }) => group === 'packs');
    expect(pack).toMatchObject({ amountCents: -19_900, credits: 300, orderId: packId });
    expect(rest.filter(({ group }) => group !== 'packs').every(({ group }) => group === 'free')).toBe(true);
    const bonus = rest.reduce((sum, { group, credits }) => sum + (group === 'free' ? (credits ?? 0) : 0), 0);
    expect(summary).toMatchObject({ paidCents: 24_900, spentCredits: 15, receivedCredits: 300 + bonus });
    const { body } = await t.client(member).call('creditBalance');
    expect(summary && summary.receivedCredits - summary.spentCredits).toBe(body.balance);
  });

  it('is narrowed by currency, by group and by month', async () => {
    const member = await aProfile(t);
    await giveCredits(t, member.accountId, 40);
    await buy(member, packCheckout('p100'));
    await unlock(member, 5);
    const kinds = async (query: Record<string, string>) =>
      (await read(member, query)).items.map(({ group }) => group).filter((group) => group !== 'free');
    expect(await kinds({})).toEqual(['content', 'packs']);
    expect(await kinds({ currency: 'rand' })).toEqual(['packs']);
    expect(await kinds({ currency: 'credits' })).toEqual(['content', 'packs']);
    expect(await kinds({ group: 'content' })).toEqual(['content']);
    expect(await kinds({ group: 'returns' })).toEqual([]);
    const { summary } = await read(member);
    expect(await kinds({ month: summary?.firstMonth ?? '' })).toEqual(['content', 'packs']);
    const before = await read(member, { month: '2024-02' });
    expect(before.items).toEqual([]);
    expect(before.summary).toMatchObject({ paidCents: 0, spentCredits: 0, receivedCredits: 0 });
    expect((await t.client(member).call('memberStatement', { query: { month: '2024-13' } })).error?.code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('says the credits after each entry, whatever moved between and wherever the page begins', async () => {
    const member = await aProfile(t);
    await giveCredits(t, member.accountId, 3, 'promotional');
    await buy(member, packCheckout('p250'));
    for (const price of [15, 5, 290]) await unlock(member, price);
    await buy(member, packCheckout('p100'));
    const expectRunning = async (query: Record<string, string>) => {
      const { items } = await read(member, query);
      const { body } = await t.client(member).call('creditBalance');
      let after = body.balance;
      for (const { credits, creditsAfter } of items) {
        if (credits === null) expect(creditsAfter).toBeNull();
        else {
          expect(creditsAfter).toBe(after);
          after -= credits;
        }
      }
      expect(items.filter(({ credits }) => credits !== null).length).toBeGreaterThan(5);
      expect(after).toBe(0);
      return items;
    };
    const all = await expectRunning({});
    await expectRunning({ currency: 'credits' });
    for (const query of [{ currency: 'rand' }, { group: 'content' }] as Record<string, string>[])
      expect((await read(member, query)).items.every(({ creditsAfter }) => creditsAfter === null)).toBe(true);
    const paged = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read(member, { limit: '2', ...(cursor ? { cursor } : {}) });
      paged.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
  });

  it('T38: counts what a chargeback took from the wallet, and not what had been spent', async () => {
    const member = await aProfile(t);
    const orderId = await buy(member, packCheckout('p250'));
    await unlock(member, 340);
    await deliver(t, provider, provider.event(checkoutOrder(provider, orderId), { kind: 'charged_back' }));
    await t.drain();
    const { items, summary } = await read(member);
    const { body } = await t.client(member).call('creditBalance');
    const moved = items.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
    expect(items.find(({ group, credits }) => group === 'returns' && credits !== null)).toBeDefined();
    expect([moved, (summary?.receivedCredits ?? 0) - (summary?.spentCredits ?? 0)]).toEqual([
      body.balance,
      body.balance,
    ]);
    expect(items.find(({ creditsAfter }) => creditsAfter !== null)?.creditsAfter).toBe(body.balance);
    for (const { creditsAfter } of items) expect(creditsAfter ?? 0).toBeGreaterThanOrEqual(0);
  });

  it('a call is one entry wherever a page ends', async () => {
    const member = await aProfile(t);
    await giveCredits(t, member.accountId, 500);
    const partner = await aCreator(t);
    const minute = (call: string, number: number) =>
      purchasePosting({
        ...{ kind: 'call', payerId: member.accountId, payeeId: partner.profileId, price: 10, reference: call },
        ...{ key: `call:${call}:${number}`, description: `Video call with Zanele, minute ${number}` },
      });
    const post = (postings: Posting[]) => t.context.credits.transact((tx) => t.context.credits.postAll(tx, postings));
    const calls = [newId(), newId()];
    for (let number = 1; number <= 9; number += 1) {
      for (const call of calls) await post([minute(call, number)]);
      if (number % 3 === 0) await unlock(member, 5);
    }
    const entries = async (limit: string) => {
      const found = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Awaited<ReturnType<typeof read>> = await read(member, { limit, ...(cursor ? { cursor } : {}) });
        found.push(...page.items.map(({ group, credits, count, callId }) => [group, credits, count, callId]));
        cursor = page.nextCursor;
      }
      return found;
    };
    const whole = await entries('50');
    expect(whole.filter(([group]) => group === 'calls')).toEqual(
      calls.toReversed().map((call) => ['calls', -90, 9, call]),
    );
    expect(whole.filter(([group]) => group === 'content')).toHaveLength(3);
    for (const limit of ['1', '2', '3']) expect(await entries(limit)).toEqual(whole);
  });

  it('names the card that was charged, as long as it is saved', async () => {
    const member = await aProfile(t);
    const orderId = await buy(member, packCheckout('p250'));
    expect((await read(member, { currency: 'rand' })).items[0]).toMatchObject({ orderId, card: null });
    await aSavedCard(t, provider, member, { ...aTestCard(), lastFour: '4081' });
    const { body: bought } = await t
      .client(member)
      .call('purchaseCredits', { body: { packId: 'p100', price: packPrice('p100') } });
    expect(bought).toMatchObject({ paid: true });
    const cards = async () => (await read(member, { currency: 'rand' })).items.map(({ card }) => card);
    expect(await cards()).toEqual([{ brand: 'Visa', lastFour: '4081' }, null]);
    await t.db.deleteFrom('payment_methods').where('account_id', '=', member.accountId).execute();
    expect(await cards()).toEqual([null, null]);
  });

  it('pages by cursor without a gap or a repeat, and sums up on the first page only', async () => {
    const member = await aProfile(t);
    await t.context.credits.transact((tx) =>
      t.context.credits.postAll(
        tx,
        Array.from({ length: 7 }, (_, day) =>
          grantPosting({
            ...{ kind: 'daily_bonus', ownerId: member.accountId, amount: 5, reference: `2026-01-0${day + 1}` },
            ...{ key: `day ${day}`, description: 'Daily login bonus' },
          }),
        ),
      ),
    );
    const all = (await read(member)).items.map(({ id }) => id);
    expect(all).toHaveLength(7);
    const paged: string[] = [];
    const summaries: boolean[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, nextCursor, summary } = await read(member, { limit: '3', ...(cursor ? { cursor } : {}) });
      paged.push(...items.map(({ id }) => id));
      summaries.push(summary !== null);
      cursor = nextCursor;
    }
    expect(paged).toEqual(all);
    expect(summaries).toEqual([true, false, false]);
  });

  it('a payment that was given back is one entry more, with the sign turned', async () => {
    const member = await aProfile(t);
    const orderId = await buy(member, packCheckout('p500'));
    expect((await t.client(member).call('refundPurchase', { params: { id: orderId } })).status).toBe(200);
    await deliver(t, provider, provider.event(checkoutOrder(provider, orderId), { kind: 'refunded' } as never));
    await t.drain();
    const { items, summary } = await read(member, { currency: 'rand' });
    expect(items.map(({ group, amountCents }) => [group, amountCents])).toEqual([
      ['returns', 34_900],
      ['packs', -34_900],
    ]);
    expect(items.every((entry) => entry.orderId === orderId)).toBe(true);
    expect(summary?.paidCents).toBe(0);
  });

  it('is the member’s own alone, and names no creator whom they may not see', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    await giveCredits(t, member.accountId, 40);
    const { creator } = await unlock(member, 5);
    expect((await read(other)).items).toEqual([]);
    await t.client(creator).call('blockProfile', { params: { id: member.profileId } });
    const entry = (await read(member)).items.find(({ group }) => group === 'content');
    expect(entry).toMatchObject({ person: null, credits: -5 });
  });

  it('is a CSV file of the same entries, which names neither the product nor its address', async () => {
    const member = await aProfile(t);
    await buy(member, packCheckout('p250'));
    await unlock(member, 15);
    await t.client(member).call('setAccountCover', { body: { cover: 'notes' } });
    const month = (await read(member)).summary?.firstMonth ?? '';
    const file = await t.client(member).call('memberStatementCsv', { query: { month } });
    expect(file.headers['content-disposition']).toBe(`attachment; filename="statement-${month}.csv"`);
    const lines = file.text.trim().split('\r\n');
    expect(lines[0]).toBe('"When","What","With","Card","Rand","Credits","Credits after","Receipt","Number"');
    expect(lines).toHaveLength((await read(member)).items.length + 1);
    expect(lines.find((line) => line.includes('-199,300,'))).toMatch(/"\d{4}-\d{6}"/);
    for (const word of ['Vlam', t.config.publicUrl, t.config.supportEmail]) expect(file.text).not.toContain(word);
  });

  it('T99: a page reads the rows of its own entries, however much came before and after', async () => {
    const member = await aProfile(t);
    for (let hundred = 0; hundred < 20; hundred += 1)
      await t.context.credits.transact((tx) =>
        t.context.credits.postAll(
          tx,
          Array.from({ length: 100 }, (_, one) =>
            grantPosting({
              ...{ kind: 'promotion', ownerId: member.accountId, amount: 1, reference: newId() },
              ...{ key: `${hundred} ${one}`, description: 'Credits' },
            }),
          ),
        ),
      );
    await sql`analyze ledger_transfers`.execute(t.db);
    const statement = createMemberStatement(t.db);
    const rowsRead = (place: StatementPage['before'], filter: EntryFilter = {}) =>
      t.db.transaction().execute(async (tx) => {
        const count = async () => {
          const { rows } = await sql<{ fetched: number }>`
            select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as fetched
              from pg_stat_xact_user_tables where relname = 'ledger_transfers'`.execute(tx);
          return rows[0]?.fetched ?? 0;
        };
        const start = await count();
        const page = { before: place, limit: 21 };
        expect(await createMemberStatement(tx).list(member.accountId, filter, page)).toHaveLength(21);
        return (await count()) - start;
      });
    const half = (await statement.list(member.accountId, {}, { before: null, limit: 1_000 })).at(-1);
    const place = half ? { id: half.id, credits: half.creditsBefore } : null;
    expect(half?.creditsBefore).toBe(1_000n);
    for (const filter of [{}, { currency: 'credits', group: 'free' }] as EntryFilter[])
      for (const before of [null, place]) expect(await rowsRead(before, filter)).toBeLessThan(250);
  });
});
