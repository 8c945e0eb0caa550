import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anOrder, quietLogger } from '../../../../test/providers.ts';
import { createProviderAdapters } from './index.ts';
import type { PaymentProviderAdapter } from './port.ts';
import type { ProviderSettings } from './settings.ts';

// Nothing but a provider's own documented words may count as proof: noise between us and it is not an answer.

const settings: ProviderSettings = {
  sandbox: { url: 'http://127.0.0.1:1', apiKey: 'key', webhookSecrets: ['whsec_AA=='] },
  paystack: { secretKeys: ['sk_test_example'], webhookRanges: [] },
  payfast: { merchantId: '10000100', merchantKey: '46f0cd694581a', testing: true, passphrases: ['a phrase'] },
  ccbill: {
    ...{ account: '900000', subaccount: '0000', flexId: 'flex-1234', salts: ['12345678'], dataLink: null },
    ...{ webhookTokens: ['a-token-of-24-letters-or-more'], webhookRanges: [] },
  },
  verotel: { shopId: '68849', signatureKeys: ['zpXwe2D77g4P7ys'] },
};
const names = ['sandbox', 'paystack', 'payfast', 'ccbill', 'verotel'] as const;

function adapterWith(name: (typeof names)[number], answer: () => Promise<Response>): PaymentProviderAdapter {
  const fetch = answer as unknown as typeof globalThis.fetch;
  const adapter = createProviderAdapters({ settings, logger: quietLogger().logger, fetch }).get(name);
  if (!adapter) throw new Error(`no adapter for ${name}`);
  return adapter;
}

/** What a broken network, a proxy, a rate limit or a half-written answer look like. */
const noise = fc.oneof(
  fc.constant(null),
  fc.record({
    status: fc.constantFrom(200, 201, 204, 301, 400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504),
    body: fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('', '<html>Not Found</html>', '{"status":true}', '{"status":true,"data":{}}', '{"data":null}'),
      fc.constantFrom(
        'response: ERROR',
        '{"error":{"code":"unauthorized"}}',
        '{"status":false,"message":"Invalid key"}',
      ),
    ),
  }),
);
type Noise = { status: number; body: string } | null;
const respond = (response: Noise) => async () => {
  if (!response) throw new TypeError('fetch failed');
  return new Response(response.status === 204 ? null : response.body, { status: response.status });
};

const refusal: Partial<Record<string, { status: number; body: string }>> = {
  sandbox: { status: 404, body: '{"error":{"code":"not_found","message":"no such payment"}}' },
  paystack: { status: 400, body: '{"status":false,"message":"Transaction reference not found."}' },
  verotel: { status: 200, body: 'response: NOTFOUND\n' },
};

describe.each(names)('%s', (name) => {
  it('T94: promises only what its documentation does', () => {
    const { canQuery, chargesOncePerOrder } = adapterWith(name, respond(null));
    const promised = {
      canQuery: name !== 'payfast' && name !== 'ccbill',
      once: name === 'sandbox' || name === 'paystack',
    };
    expect({ canQuery, once: chargesOncePerOrder }).toEqual(promised);
  });

  it('T94: no noise is taken for "no such order", and its own words are', async () => {
    await fc.assert(
      fc.asyncProperty(noise, async (response) => {
        expect(await adapterWith(name, respond(response)).query('ORDER-1')).toEqual({ status: 'unclear' });
      }),
      { numRuns: 200, seed: 94 },
    );
    const own = refusal[name];
    const expected = own ? 'unknown_order' : 'unclear';
    expect((await adapterWith(name, respond(own ?? null)).query('ORDER-1')).status).toBe(expected);
  });

  it('T94: no noise is taken for a charge that was paid or declined', async () => {
    await fc.assert(
      fc.asyncProperty(noise, noise, async (first, second) => {
        // The sandbox says with 422 that it took nothing, and any body of it will do.
        if (name === 'sandbox' && first?.status === 422) return;
        const answers = [first, second];
        const adapter = adapterWith(name, () => respond(answers.shift() ?? null)());
        const outcome = await adapter.chargeSaved(anOrder(), 'AUTH_1 a@b.test').then(
          ({ status }) => status,
          () => 'unknown',
        );
        expect(outcome).toBe('unknown');
      }),
      { numRuns: 200, seed: 94 },
    );
  });
});
