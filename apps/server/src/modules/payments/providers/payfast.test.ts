import { describe, expect, it } from 'vitest';
import { anOrder, fakeFetch, quietLogger, webhook } from '../../../../test/providers.ts';
import { createPayfastAdapter } from './payfast.ts';
import { callSignature, checkoutSignature, notificationSignature, phpEncode } from './payfast-signature.ts';
import { md5Hex } from './signatures.ts';

type Fields = Record<string, string>;
/** A notification in the order PayFast sends it. */
const fieldsOf = (given: Fields): [string, string][] => [
  ['m_payment_id', given.m_payment_id ?? ''],
  ['pf_payment_id', given.pf_payment_id ?? ''],
  ['payment_status', given.payment_status ?? 'COMPLETE'],
  ['item_name', given.item_name ?? ''],
  ['item_description', ''],
  ['amount_gross', given.amount_gross ?? ''],
  ['amount_fee', given.amount_fee ?? ''],
  ['amount_net', given.amount_net ?? ''],
  ...[1, 2, 3, 4, 5].map((n): [string, string] => [`custom_str${n}`, '']),
  ...[1, 2, 3, 4, 5].map((n): [string, string] => [`custom_int${n}`, '']),
  ['name_first', given.name_first ?? ''],
  ['name_last', given.name_last ?? ''],
  ['email_address', given.email_address ?? ''],
  ['merchant_id', given.merchant_id ?? ''],
  ...(given.token ? [['token', given.token] as [string, string]] : []),
];

const first = fieldsOf({
  m_payment_id: '000000020',
  pf_payment_id: '1579137',
  item_name: 'Order #000000020',
  amount_gross: '15.00',
  amount_fee: '-2.30',
  amount_net: '12.70',
  name_first: 'Tom',
  name_last: 'Tom',
  email_address: 'lindley+user1@appinlet.com',
  merchant_id: '10027938',
});
const secondFields = {
  m_payment_id: 'ORDER-1',
  pf_payment_id: '1000001',
  item_name: '250 credits (50 bonus) & more!',
  amount_gross: '199.00',
  amount_fee: '-4.58',
  amount_net: '194.42',
  name_first: 'Thandi',
  name_last: "O'Neil",
  email_address: 't@example.test',
  merchant_id: '10000100',
};
const second = fieldsOf(secondFields);
const passphrase = 'jt7NOE43FZPn';
const address = '197.97.145.144';
const now = new Date('2026-11-21T12:00:00Z');

const bodyOf = (fields: readonly (readonly [string, string])[], signature?: string): string =>
  [...fields, ...(signature === undefined ? [] : [['signature', signature] as const])]
    .map(([name, value]) => `${name}=${phpEncode(value)}`)
    .join('&');

function setUp(
  over: {
    answers?: Record<string, unknown>;
    resolve?: (host: string) => Promise<string[]>;
    passphrases?: [string, ...string[]];
  } = {},
) {
  const { fetch, asked } = fakeFetch({ 'POST /eng/query/validate': 'VALID', ...over.answers });
  const { logger } = quietLogger();
  const resolve = over.resolve ?? (async (host: string) => (host === 'w1w.payfast.co.za' ? [address] : []));
  const adapter = createPayfastAdapter(
    {
      ...{ merchantId: '10000100', merchantKey: '46f0cd694581a', testing: false },
      passphrases: over.passphrases ?? [passphrase],
    },
    { fetch, logger, resolve },
  );
  const read = (body: string, from = address) => adapter.readWebhook({ ...webhook(body), address: from }, now);
  return { adapter, asked, read };
}
const good = bodyOf(second, notificationSignature(second, passphrase));

describe('PayFast signatures', () => {
  it('encodes as PHP does', () => {
    expect(phpEncode("a b!'()*~&=é+")).toBe('a+b%21%27%28%29%2A%7E%26%3D%C3%A9%2B');
  });

  it('signs notifications as the documented examples', () => {
    expect(notificationSignature(first, '')).toBe('4078bca2c8987e0e0c4e7230f2f46323');
    expect(notificationSignature(second, passphrase)).toBe('b6dcb370a24b0ec8cf5e3fe1767cb004');
  });

  it('signs a checkout without empty fields, trimmed, and the passphrase last', () => {
    const fields = [
      ['merchant_id', '10000100'],
      ['name_first', ''],
      ['item_name', ' Order#1 '],
    ] as const;
    expect(checkoutSignature(fields, ` ${passphrase}`)).toBe(
      md5Hex(`merchant_id=10000100&item_name=Order%231&passphrase=${passphrase}`),
    );
  });

  it('signs a call sorted by name', () => {
    const expected = md5Hex(`amount=500&merchant-id=1&passphrase=p&timestamp=t&version=v1`);
    expect(callSignature({ version: 'v1', 'merchant-id': '1', amount: '500', timestamp: 't' }, 'p')).toBe(expected);
  });
});

describe('PayFast notifications', () => {
  it('reads one that fits in all four ways, and posts the same text back', async () => {
    const { read, asked } = setUp();
    expect(await read(good)).toMatchObject({
      status: 'event',
      event: {
        ...{ eventId: '1000001 COMPLETE', kind: 'paid', orderId: 'ORDER-1', providerReference: '1000001' },
        ...{ amountCents: 19_900, currency: 'ZAR', method: null },
      },
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ url: 'https://www.payfast.co.za/eng/query/validate', body: good });
  });

  it('accepts the passphrase before while it is replaced, and a token to charge again', async () => {
    const fields = fieldsOf({ ...secondFields, token: '2afa4575-5628-051a-d0ed-4e071b56a7b0' });
    const { read } = setUp({ passphrases: ['another', passphrase] });
    expect(await read(bodyOf(fields, notificationSignature(fields, passphrase)))).toMatchObject({
      event: { method: { token: '2afa4575-5628-051a-d0ed-4e071b56a7b0' } },
    });
  });

  const signature = notificationSignature(second, passphrase);
  const reordered = [...second].reverse();
  it.each([
    ['bad', bodyOf(second, signature.replace(/^./, 'c'))],
    ['missing', bodyOf(second)],
    ['without the passphrase', bodyOf(second, notificationSignature(second, ''))],
    ['over another amount', bodyOf(fieldsOf({ ...secondFields, amount_gross: '599.00' }), signature)],
    ['over a truncated body', bodyOf(second.slice(0, -1), signature)],
    ['over the same fields written anew', bodyOf(reordered, signature)],
    ['before more fields', `${good}&amount_gross2=1`],
    ['with a field that comes twice', `amount_gross=599.00&${good}`],
    ['of another merchant', bodyOf(first, notificationSignature(first, passphrase))],
  ])('T35: a signature %s is rejected without a request to PayFast', async (_name, body) => {
    const { read, asked } = setUp();
    expect((await read(body)).status).toBe('rejected');
    expect(asked).toHaveLength(0);
  });

  it('T35: only addresses of its hosts are believed, and none while DNS is silent', async () => {
    const { read, asked } = setUp();
    expect(await read(good, '197.97.145.145')).toMatchObject({ status: 'rejected', why: 'address' });
    expect(asked).toHaveLength(0);
    expect((await read(good, `::ffff:${address}`)).status).toBe('event');
    const silent = setUp({ resolve: () => Promise.reject(new Error('SERVFAIL')) });
    expect(await silent.read(good)).toMatchObject({ status: 'rejected', why: 'address' });
  });

  it('T35: what PayFast does not confirm is rejected, so that it is sent again', async () => {
    for (const answer of ['INVALID', 503, new Error('down')]) {
      const { read } = setUp({ answers: { 'POST /eng/query/validate': answer } });
      expect(await read(good)).toMatchObject({ status: 'rejected', why: 'not confirmed by PayFast' });
    }
  });
});

describe('PayFast calls', () => {
  it('leads to its page with signed fields', async () => {
    const { url } = await setUp().adapter.createCheckout(anOrder({ saveMethod: true }));
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe('https://www.payfast.co.za/eng/process');
    expect([...searchParams.keys()]).toEqual([
      ...['merchant_id', 'merchant_key', 'return_url', 'cancel_url', 'notify_url', 'email_address'],
      ...['m_payment_id', 'amount', 'item_name', 'subscription_type', 'signature'],
    ]);
    expect(searchParams.get('amount')).toBe('199.00');
    const fields = [...searchParams].filter(([name]) => name !== 'signature');
    expect(searchParams.get('signature')).toBe(checkoutSignature(fields, passphrase));
  });

  it('charges a saved card and leaves the rest to the notification', async () => {
    const path = 'POST /subscriptions/tok-1/adhoc';
    const { adapter, asked } = setUp({
      answers: { [path]: { code: 200, status: 'success', data: { response: true } } },
    });
    expect(await adapter.chargeSaved(anOrder(), 'tok-1')).toEqual({ status: 'unknown' });
    const { signature, 'content-type': _type, ...signed } = asked[0]?.headers ?? {};
    const body = asked[0]?.body;
    expect(signature).toBe(callSignature({ ...signed, ...(body as Fields) }, passphrase));
    expect(body).toMatchObject({ amount: '19900', m_payment_id: 'ORDER-1' });
    const declined = setUp({ answers: { [path]: { code: 200, status: 'success', data: { response: false } } } });
    expect(await declined.adapter.chargeSaved(anOrder(), 'tok-1')).toMatchObject({ status: 'declined' });
  });

  it('keeps no cards on an account without a passphrase', async () => {
    const { adapter } = setUp({ passphrases: [''] });
    expect(adapter.chargesSaved).toBe(false);
    const { url } = await adapter.createCheckout(anOrder({ saveMethod: true }));
    expect(new URL(url).searchParams.has('subscription_type')).toBe(false);
  });

  it('F13: a refund that is refused or unanswered is tried again', async () => {
    const path = 'POST /refunds/1000001';
    await setUp({ answers: { [path]: { code: 200 } } }).adapter.refund(anOrder(), '1000001');
    for (const answer of [400, 503, new Error('down')])
      await expect(setUp({ answers: { [path]: answer } }).adapter.refund(anOrder(), '1000001')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
  });
});
