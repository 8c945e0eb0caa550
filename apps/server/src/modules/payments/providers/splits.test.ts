import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anOrder, fakeFetch, quietLogger, webhook } from '../../../../test/providers.ts';
import { createRandom } from '../../../../test/simulation/random.ts';
import { approvalDigest, ccbillRanges, createCcbillAdapter, formDigest } from './ccbill.ts';
import { createPayfastAdapter } from './payfast.ts';
import { notificationSignature, phpEncode } from './payfast-signature.ts';
import { createPaystackAdapter } from './paystack.ts';
import { hmacSha512Hex } from './signatures.ts';
import { signStandardWebhook, verifyStandardWebhook } from './standard-webhooks.ts';
import { createVerotelAdapter, flexpaySignature } from './verotel.ts';

// What one text was signed for must not be read as anything else, however it is cut, repeated or written anew.

const now = new Date('2026-11-21T12:00:00Z');
const runs = { numRuns: 300, seed: 101 };
const { logger } = quietLogger();
const { fetch } = fakeFetch({ 'POST /eng/query/validate': 'VALID' });

describe('Verotel', () => {
  const key = 'zpXwe2D77g4P7ys';
  const adapter = createVerotelAdapter({ shopId: '68849', signatureKeys: [key] }, { fetch, logger });
  const read = (query: Record<string, string>) => adapter.readWebhook({ ...webhook(''), query }, now);
  const order = (description: string) => anOrder({ amountCents: 50_000, currency: 'USD', description });
  /** A creator's name that, cut anew, is a sale of another order. */
  const injected = 'Tip for X:priceAmount=1.00:priceCurrency=USD:referenceID=O2:saleID=9:shopID=68849:type=purchase:z=';

  async function signedCheckout(description: string): Promise<Record<string, string>> {
    const { url } = await adapter.createCheckout(order(description));
    return Object.fromEntries(new URL(url).searchParams);
  }
  const postback: Record<string, string> = {
    ...{ shopID: '68849', saleID: '433456', referenceID: 'O1', type: 'purchase', paymentMethod: 'CC' },
    ...{ priceAmount: '10.90', priceCurrency: 'USD', description: injected.replaceAll(':', ' ') },
  };

  it('T101: the address of a checkout cannot be cut into a sale of another order', async () => {
    const { signature = '', email: _email, ...signed } = await signedCheckout(injected);
    expect(signed.description).not.toContain(':');
    const text = Object.entries(signed)
      .sort()
      .map(([name, value]) => `${name}=${value}`)
      .join(':');
    const values: Record<string, string> = {};
    for (const pair of text.split(':').flatMap((part) => part.split(/ (?=\w+=)/)))
      values[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1);
    expect((await read({ ...values, signature })).status).toBe('rejected');
    expect((await read({ ...signed, signature })).status).toBe('rejected');
  });

  it('T101: of a hundred thousand random splits none is accepted', { timeout: 120_000 }, async () => {
    const random = createRandom(101);
    const { email: _email, signature: outgoing = '', ...checkout } = await signedCheckout(injected);
    const hostile = { ...postback, description: injected };
    const signed: { signature: string; values: Record<string, string> }[] = [
      { signature: outgoing, values: checkout },
      { signature: flexpaySignature(postback, key), values: postback },
      { signature: flexpaySignature(hostile, key), values: hostile },
    ];
    const texts = signed.map(({ signature, values }) => ({
      signature,
      parts: Object.keys(values)
        .sort()
        .map((name) => `${name}=${values[name]}`)
        .join(':')
        .split(':'),
    }));
    let accepted = 0;
    for (let cut = 0; cut < 100_000; cut += 1) {
      const { signature, parts } = random.pick(texts);
      const pairs: string[] = [];
      for (const part of parts)
        if (pairs.length > 0 && random.chance(0.3)) pairs.push(`${pairs.pop()}:${part}`);
        else pairs.push(part);
      const query: Record<string, string> = {};
      for (const pair of pairs) {
        const at = random.chance(0.9) ? pair.indexOf('=') : pair.lastIndexOf('=');
        query[pair.slice(0, Math.max(at, 0))] = pair.slice(at + 1);
      }
      const isGenuine = Object.entries(postback).every(([name, value]) => query[name] === value);
      if (isGenuine && Object.keys(query).length === Object.keys(postback).length) continue;
      if ((await read({ ...query, signature })).status !== 'rejected') accepted += 1;
    }
    expect(accepted).toBe(0);
  });

  it('T101: whatever a thing is called, a checkout says its own price and order once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(':', '=', 'a', '\n', 'priceAmount', '&', '1', ' ') }),
        async (text) => {
          const fields = await signedCheckout(text);
          expect(fields).toMatchObject({ priceAmount: '500.00', priceCurrency: 'USD', referenceID: 'ORDER-1' });
          expect(fields.description).not.toMatch(/[:\n]/);
        },
      ),
      runs,
    );
  });
});

describe('PayFast', () => {
  const passphrase = 'jt7NOE43FZPn';
  const address = '197.97.145.144';
  const settings = { merchantId: '10000100', merchantKey: '46f0cd694581a', testing: false } as const;
  const adapter = createPayfastAdapter(
    { ...settings, passphrases: [passphrase] },
    { fetch, logger, resolve: async () => [address] },
  );
  const read = (body: string) => adapter.readWebhook({ ...webhook(body), address }, now);
  const fieldsOf = (item: string): [string, string][] => [
    ['m_payment_id', 'ORDER-1'],
    ['pf_payment_id', '1000001'],
    ['payment_status', 'COMPLETE'],
    ['item_name', item],
    ['amount_gross', '199.00'],
    ['merchant_id', '10000100'],
  ];
  const write = (fields: readonly (readonly [string, string])[], encode: (text: string) => string) =>
    fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');

  it('T101: names that swallow their neighbours, and fields that come twice, are rejected', async () => {
    const item = fc.string({ unit: fc.constantFrom('&', '=', '%26', 'm_payment_id', 'x', '+', 'é', ' ') });
    await fc.assert(
      fc.asyncProperty(item, fc.nat(4), fc.boolean(), async (text, from, twice) => {
        const fields = fieldsOf(text);
        const signature = notificationSignature(fields, passphrase);
        const [one, two] = [fields[from], fields[from + 1]] as [[string, string], [string, string]];
        const swallowed = [`${one[0]}=${phpEncode(one[1])}&${two[0]}`, two[1]] as [string, string];
        const cut = twice ? [one, ...fields] : [...fields.slice(0, from), swallowed, ...fields.slice(from + 2)];
        expect((await read(write([...cut, ['signature', signature]], phpEncode))).status).toBe('rejected');
      }),
      runs,
    );
  });

  it('T101: one notification is one event in every encoding of it', async () => {
    const every = (text: string) =>
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        const fields = fieldsOf(text);
        const signed = [...fields, ['signature', notificationSignature(fields, passphrase)] as [string, string]];
        const [plain, odd] = [await read(write(signed, phpEncode)), await read(write(signed, every))];
        const of = (verdict: typeof plain) =>
          verdict.status === 'event' ? { ...verdict.event, occurredAt: null } : verdict.status;
        expect(of(plain)).toMatchObject({ orderId: 'ORDER-1', amountCents: 19_900 });
        expect(of(odd)).toEqual(of(plain));
      }),
      runs,
    );
  });
});

describe('CCBill', () => {
  const salt = '7d901dad245fd0ff6bc20d06';
  const token = 'a-token-of-24-letters-or-more';
  const adapter = createCcbillAdapter(
    {
      ...{ account: '900000', subaccount: '0000', flexId: 'flex-1234', salts: [salt], webhookTokens: [token] },
      ...{ webhookRanges: ccbillRanges, dataLink: null },
    },
    { fetch, logger },
  );
  const sale = {
    clientAccnum: '900000',
    clientSubacc: '0000',
    transactionId: '1',
    amount: '10.90',
    currencyCode: '840',
  };
  const read = (body: string) =>
    adapter.readWebhook(
      {
        ...webhook(body, { 'content-type': 'application/x-www-form-urlencoded' }),
        ...{ query: { token, eventType: 'NewSaleSuccess' }, address: '64.38.212.20' },
      },
      now,
    );
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

  it('T101: what was signed as a price is no approval, wherever it is cut', async () => {
    const price = fc.tuple(
      fc.integer({ min: 100, max: 9_999_999 }),
      fc.constantFrom('840', '978', '826', '124', '036'),
    );
    await fc.assert(
      fc.asyncProperty(price, async ([cents, currency]) => {
        const text = `${(cents / 100).toFixed(2)}2${currency}`;
        const digest = formDigest((cents / 100).toFixed(2), '2', currency, salt);
        for (let length = 0; length <= text.length; length += 1) {
          const fields = { ...sale, subscriptionId: text.slice(0, length), dynamicPricingValidationDigest: digest };
          expect((await read(form(fields))).status).toBe('rejected');
        }
      }),
      runs,
    );
  });

  it('T101: fields that come twice, and numbers that are none, are rejected', async () => {
    const genuine = { ...sale, subscriptionId: '0119', dynamicPricingValidationDigest: approvalDigest('0119', salt) };
    expect((await read(form(genuine))).status).toBe('event');
    for (const name of Object.keys(genuine)) expect((await read(`${name}=1&${form(genuine)}`)).status).toBe('rejected');
    for (const id of ['0119 ', 'x0119', '-0119', '1.5']) {
      const fields = { ...genuine, subscriptionId: id, dynamicPricingValidationDigest: approvalDigest(id, salt) };
      expect((await read(form(fields))).status).toBe('rejected');
    }
  });
});

describe('signed bodies', () => {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

  it('T101: an id, a time and a body of the sandbox cannot be cut at another dot', () => {
    const seconds = String(now.getTime() / 1000);
    const part = fc.string({ unit: fc.constantFrom('.', seconds, '{', '"', 'a', '1') });
    fc.assert(
      fc.property(fc.stringMatching(/^\w{1,12}$/), part, part, (id, before, after) => {
        const body = `{"x":"${before}.${seconds}.${after}"}`;
        const signature = signStandardWebhook(secret, id, seconds, body);
        const text = `${id}.${seconds}.${body}`;
        const parts = text.split('.');
        for (let first = 1; first < parts.length - 1; first += 1) {
          const cut = parts.slice(0, first).join('.');
          const [time = '', ...rest] = parts.slice(first);
          const headers = { 'webhook-id': cut, 'webhook-timestamp': time, 'webhook-signature': signature };
          const verdict = verifyStandardWebhook({ headers, rawBody: Buffer.from(rest.join('.')) }, [secret], now);
          expect('id' in verdict).toBe(cut === id && rest.join('.') === body);
        }
      }),
      runs,
    );
  });

  it('T101: Paystack signs bytes: a body written anew, in another case or encoding is rejected', async () => {
    const key = 'sk_test_example';
    const adapter = createPaystackAdapter({ secretKeys: [key], webhookRanges: [] }, { fetch, logger });
    const data = { id: 1, reference: 'ORDER-1', amount: 19_900, currency: 'ZAR', status: 'success' };
    const body = JSON.stringify({ event: 'charge.success', data });
    const signature = hmacSha512Hex(key, Buffer.from(body));
    const read = (text: string) => adapter.readWebhook(webhook(text, { 'x-paystack-signature': signature }), now);
    expect((await read(body)).status).toBe('event');
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length), fc.string({ minLength: 1, maxLength: 3 }), async (at, more) => {
        expect((await read(body.slice(0, at) + more + body.slice(at))).status).toBe('rejected');
        expect((await read(body.slice(0, at) + body.slice(at).toUpperCase())).status).toBe(
          body.slice(at) === body.slice(at).toUpperCase() ? 'event' : 'rejected',
        );
      }),
      runs,
    );
  });
});
