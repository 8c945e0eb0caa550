import { describe, expect, it } from 'vitest';
import { anOrder, fakeFetch, quietLogger, webhook } from '../../../../test/providers.ts';
import { approvalDigest, ccbillRanges, createCcbillAdapter, formDigest, readCcbillReport } from './ccbill.ts';

const salt = '7d901dad245fd0ff6bc20d06';
const token = 'a-token-of-24-letters-or-more';
const now = new Date('2026-11-21T12:00:00Z');
const orderId = '0192f0c1-2b3c-7d4e-8f50-6a7b8c9d0e1f';

/** The fields that CCBill documents for a new sale, without unused ones. */
const sale = {
  transactionId: '0912191101000000027',
  subscriptionId: '0119191101000000014',
  clientAccnum: '900000',
  clientSubacc: '0000',
  timestamp: '2026-11-21 05:00:00',
  email: 'thandi@example.test',
  formName: 'flex',
  flexId: '687fa3e0-e60d-4466-88e2-181fa56dd6a9',
  billedInitialPrice: '10.41',
  billedCurrencyCode: '978',
  subscriptionInitialPrice: '10.90',
  subscriptionCurrencyCode: '840',
  dynamicPricingValidationDigest: approvalDigest('0119191101000000014', salt),
  'X-orderId': orderId,
};

function setUp(over: { dataLink?: { user: string; password: string } | null; answers?: Record<string, unknown> } = {}) {
  const { fetch, asked } = fakeFetch(over.answers ?? {});
  const { logger, lines } = quietLogger();
  const adapter = createCcbillAdapter(
    {
      ...{ account: '900000', subaccount: '0000', flexId: 'flex-1234', salts: [salt], webhookTokens: [token] },
      ...{ webhookRanges: ccbillRanges, dataLink: over.dataLink ?? null },
    },
    { fetch, logger },
  );
  return { adapter, asked, lines };
}

type Report = { fields?: Record<string, unknown>; type?: string; token?: string; address?: string; form?: boolean };
function report({
  fields = sale,
  type = 'NewSaleSuccess',
  token: given = token,
  address = '64.38.212.20',
  form,
}: Report) {
  const body = form ? new URLSearchParams(fields as Record<string, string>).toString() : JSON.stringify(fields);
  const headers = { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' };
  return { ...webhook(body, headers), query: { token: given, eventType: type }, address };
}
const read = (over: Report = {}) => setUp().adapter.readWebhook(report(over), now);

describe('CCBill', () => {
  it('signs a price as the documented example', () => {
    expect(formDigest('10.00', '30', '840', salt)).toBe('a7459445d0e5dc0963fe736dc5cf900b');
  });

  it('leads to its form with the signed price and our order', async () => {
    const { url } = await setUp().adapter.createCheckout(anOrder({ id: orderId, amountCents: 1_090, currency: 'USD' }));
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe('https://api.ccbill.com/wap-frontflex/flexforms/flex-1234');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ initialPrice: '10.90', initialPeriod: '2', currencyCode: '840', 'X-orderId': orderId },
      formDigest: formDigest('10.90', '2', '840', salt),
    });
  });

  it('takes no rand, and says what to set', async () => {
    const { adapter, lines } = setUp();
    await expect(adapter.createCheckout(anOrder())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(lines[0]?.event).toBe('CCBill takes no ZAR: set PAYMENT_RATES for a currency it does');
  });

  it('reads a sale at the price we set, whatever currency the card was billed in', async () => {
    const expected = {
      status: 'event',
      event: {
        eventId: 'NewSaleSuccess 0912191101000000027',
        kind: 'paid',
        orderId,
        providerReference: '0119191101000000014',
        amountCents: 1_090,
        currency: 'USD',
        reason: null,
        method: null,
        card: null,
        occurredAt: new Date('2026-11-21T12:00:00Z'),
      },
    };
    expect(await read()).toEqual(expected);
    expect(await read({ form: true })).toEqual(expected);
  });

  it('T93: knows a card by the hash of its number, and keeps nothing that may be a number', () => {
    const cardOf = (paymentAccount: string) => {
      const sale = { transactionId: '1', subscriptionId: '2', amount: '10.90', currencyCode: '840', expDate: '0131' };
      return readCcbillReport('NewSaleSuccess', { ...sale, paymentAccount })?.card;
    };
    expect(cardOf('693A3B8D0D888C3D04800000004BACD1')).toBe('693a3b8d0d888c3d04800000004bacd1 0131');
    for (const none of ['', '4111111111111111', '4111111111111111411111111111', 'xxxxxxxxxxxx1111'])
      expect(cardOf(none)).toBeNull();
  });

  it.each<[string, Report]>([
    ['from elsewhere', { address: '64.38.213.20' }],
    ['with a wrong token', { token: `${token}x` }],
    ['without a token', { token: '' }],
    ['of another account', { fields: { ...sale, clientAccnum: '900001' } }],
    ['of another subaccount', { fields: { ...sale, clientSubacc: '0001' } }],
    ['with a digest of another sale', { fields: { ...sale, subscriptionId: '1' } }],
    ['without a digest', { fields: { ...sale, dynamicPricingValidationDigest: undefined } }],
    ['that is no object', { fields: [] as unknown as Record<string, unknown> }],
  ])('T35: a report %s is rejected', async (_name, over) => {
    expect((await read(over)).status).toBe('rejected');
  });

  it('reads what went wrong and what was taken back', async () => {
    const { dynamicPricingValidationDigest: _digest, ...plain } = sale;
    const failure = { ...plain, subscriptionId: undefined, failureReason: 'Insufficient funds', failureCode: 'BE-113' };
    expect(await read({ type: 'NewSaleFailure', fields: failure })).toMatchObject({
      event: { kind: 'failed', orderId, reason: 'Insufficient funds' },
    });
    const refund = {
      ...{ clientAccnum: '900000', clientSubacc: '0000', transactionId: '2', subscriptionId: '0119191101000000014' },
      ...{ timestamp: '2026-11-22 05:00:00', amount: '10.90', currency: 'USD', currencyCode: '840' },
    };
    // CCBill names only its own sale here.
    for (const [type, kind] of [
      ['Refund', 'refunded'],
      ['Void', 'refunded'],
      ['Chargeback', 'charged_back'],
    ])
      expect(await read({ type: type ?? '', fields: refund })).toMatchObject({
        event: { kind, orderId: '', providerReference: '0119191101000000014', amountCents: 1_090, currency: 'USD' },
      });
    for (const type of ['RenewalSuccess', 'Expiration', ''])
      expect(await read({ type, fields: refund })).toEqual({ status: 'ignored', eventId: null });
  });

  it('gives back through DataLink, or asks for a person', async () => {
    const path = 'GET /utils/subscriptionManagement.cgi';
    const dataLink = { user: 'vlam', password: 'secret' };
    const done = setUp({ dataLink, answers: { [path]: '"results"\n"1"\n' } });
    await done.adapter.refund(anOrder(), '0119191101000000014');
    expect(done.asked[0]?.url).toContain('action=voidOrRefundTransaction&subscriptionId=0119191101000000014');
    const refused = setUp({ dataLink, answers: { [path]: '"results"\n"-3"\n' } });
    await expect(refused.adapter.refund(anOrder(), '1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(setUp().adapter.refund(anOrder(), '1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
