import { describe, expect, it } from 'vitest';
import { anOrder, fakeFetch, quietLogger, webhook } from '../../../../test/providers.ts';
import { createVerotelAdapter, flexpaySignature, readSaleStatus } from './verotel.ts';

const key = 'zpXwe2D77g4P7ys';
const now = new Date('2026-11-21T12:00:00Z');

function setUp(answers: Record<string, unknown> = {}, signatureKeys: [string, ...string[]] = [key]) {
  const { fetch, asked } = fakeFetch(answers);
  const { logger, lines } = quietLogger();
  return { adapter: createVerotelAdapter({ shopId: '68849', signatureKeys }, { fetch, logger }), asked, lines };
}

const sale = {
  ...{ shopID: '68849', saleID: '433456', referenceID: 'ORDER-1', type: 'purchase', paymentMethod: 'CC' },
  ...{ priceAmount: '10.90', priceCurrency: 'USD', custom1: '', CCBrand: 'VISA' },
};
type Fields = Record<string, string | undefined>;
const postback = (given: Fields, over: Fields = {}) => ({
  ...webhook(''),
  query: { ...given, signature: flexpaySignature(given, key), ...over },
});
const read = (given: Fields, over: Fields = {}) => setUp().adapter.readWebhook(postback(given, over), now);

describe('Verotel', () => {
  it('signs as the documented examples', () => {
    expect(flexpaySignature({ shopID: '123', saleID: '345' }, 'aaB')).toBe(
      'acb4dd91827bc79999a04ac2082d0e43bb018a9ce563dfd3e863fbae32e5f381',
    );
    expect(flexpaySignature({ shopID: '123', custom2: '', custom1: 'xyz' }, 'aaB')).toBe(
      'b78a4348fe45ec2cfd3a3d1b30d6067c14dd42c2e58a94f99fcced2fef0cc8bc',
    );
  });

  it('signs as the provider’s own library does', () => {
    const values = {
      ...{ shopID: '68849', saleID: '433456', referenceID: 'reference1234', priceAmount: '0.00', priceCurrency: 'USD' },
      ...{ custom1: 'My', description: 'My Dščřčřřěřě&?=blah123', subscriptionType: 'RECURRING', period: 'P1M' },
      ...{ name: 'My name', trialAmount: '0.01', trialPeriod: 'P3D', cancelDiscountPercentage: '30' },
      ...{ backURL: 'http://backURL.test', declineURL: 'http://declineURL.test' },
    };
    expect(flexpaySignature(values, 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J')).toBe(
      'c32809a80e3a97d4be5c05b8e241d32141b169c9d7d74294ce50ba313d6817b3',
    );
  });

  it('leads to its page; the address of the payer is not signed', async () => {
    const { adapter, lines } = setUp();
    const { url } = await adapter.createCheckout(anOrder({ amountCents: 1_090, currency: 'USD' }));
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe('https://secure.verotel.com/startorder');
    const { signature, email, ...signed } = Object.fromEntries(searchParams);
    expect(email).toBe('thandi@example.test');
    expect(signed).toMatchObject({ priceAmount: '10.90', priceCurrency: 'USD', referenceID: 'ORDER-1' });
    expect(signature).toBe(flexpaySignature(signed, key));
    await expect(adapter.createCheckout(anOrder())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(lines[0]?.event).toContain('takes no ZAR: set PAYMENT_RATES');
  });

  it('reads a sale, also while keys are replaced', async () => {
    const expected = {
      status: 'event',
      event: { kind: 'paid', orderId: 'ORDER-1', providerReference: '433456', amountCents: 1_090, currency: 'USD' },
    };
    expect(await read(sale)).toMatchObject(expected);
    const { adapter } = setUp({}, ['another-key', key]);
    expect(await adapter.readWebhook(postback(sale), now)).toMatchObject(expected);
  });

  it.each<[string, Fields, Fields]>([
    ['with a bad signature', sale, { signature: 'acb4' }],
    ['without a signature', sale, { signature: undefined }],
    ['of another amount', sale, { priceAmount: '0.01' }],
    ['of which a part is missing', sale, { custom1: undefined }],
    ['with more than was signed', sale, { event: 'chargeback' }],
    ['of another shop', { ...sale, shopID: '68850' }, {}],
  ])('T35: a postback %s is rejected', async (_name, given, over) => {
    const { query, ...request } = postback(given, over);
    const present = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    expect((await setUp().adapter.readWebhook({ ...request, query: present }, now)).status).toBe('rejected');
  });

  it('reads what was taken back; everything else means nothing', async () => {
    const back = { ...sale, type: undefined, saleID: '433499', parentID: '433456' };
    const present = Object.fromEntries(Object.entries(back).filter(([, value]) => value !== undefined));
    expect(await read({ ...present, event: 'credit' })).toMatchObject({
      event: { kind: 'refunded', providerReference: '433456' },
    });
    expect(await read({ ...present, event: 'chargeback' })).toMatchObject({ event: { kind: 'charged_back' } });
    expect(await read({ ...present, event: 'rebill' })).toEqual({ status: 'ignored', eventId: null });
    expect(await read({ ...sale, priceAmount: '1e3' })).toEqual({ status: 'ignored', eventId: null });
  });

  it('asks about an order', async () => {
    const lines = [
      ...['response: FOUND', 'saleID: 433456', 'referenceID: ORDER-1', 'saleResult: APPROVED'],
      ...['priceAmount: 10.90', 'priceCurrency: USD'],
    ];
    const { adapter, asked } = setUp({ 'GET /salestatus': lines.join('\n') });
    expect(await adapter.query('ORDER-1')).toMatchObject({
      status: 'found',
      event: { kind: 'paid', orderId: 'ORDER-1', amountCents: 1_090 },
    });
    const { signature, ...signed } = Object.fromEntries(new URL(asked[0]?.url ?? '').searchParams);
    expect(signature).toBe(flexpaySignature(signed, key));
    const unclear = { status: 'unclear' };
    expect(readSaleStatus(lines.join('\n'), 'ORDER-2')).toEqual(unclear);
    expect(readSaleStatus([...lines, 'priceAmount: 0.01'].join('\n'), 'ORDER-1')).toEqual(unclear);
    expect(readSaleStatus('response: NOTFOUND', 'ORDER-1')).toEqual({ status: 'unknown_order' });
    expect(await setUp({ 'GET /salestatus': new Error('down') }).adapter.query('ORDER-1')).toEqual(unclear);
  });
});
