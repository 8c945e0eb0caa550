import { describe, expect, it } from 'vitest';
import { quietLogger } from '../../../../test/providers.ts';
import { ConfigError } from '../../../platform/config.ts';
import { createProviderAdapters } from './index.ts';
import { readProviderSettings } from './settings.ts';

type Config = Parameters<typeof readProviderSettings>[1];
const config = (over: Partial<Config> = {}): Config => ({
  ...{ paymentProvider: null, paymentRates: {}, environment: 'development' },
  ...over,
});
const all = {
  PAYSTACK_SECRET_KEY: 'sk_live_new, sk_live_old',
  PAYFAST_MERCHANT_ID: '10000100',
  PAYFAST_MERCHANT_KEY: '46f0cd694581a',
  PAYFAST_PASSPHRASE: 'jt7NOE43FZPn',
  CCBILL_ACCOUNT: '900000',
  CCBILL_SUBACCOUNT: '0000',
  CCBILL_FLEX_ID: '687fa3e0-e60d-4466-88e2-181fa56dd6a9',
  CCBILL_SALT: '7d901dad245fd0ff6bc20d06',
  CCBILL_WEBHOOK_TOKEN: 'a-token-of-24-letters-or-more',
  VEROTEL_SHOP_ID: '68849',
  VEROTEL_SIGNATURE_KEY: 'zpXwe2D77g4P7ys',
};

describe('settings of the providers', () => {
  it('makes an adapter for each that has its settings', () => {
    const adaptersOf = (environment: Record<string, string>) => [
      ...createProviderAdapters({
        settings: { ...readProviderSettings(environment, config()), sandbox: null },
        logger: quietLogger().logger,
      }).keys(),
    ];
    expect(adaptersOf({})).toEqual([]);
    expect(adaptersOf({ PAYSTACK_SECRET_KEY: 'sk_test_x' })).toEqual(['paystack']);
    expect(adaptersOf(all)).toEqual(['paystack', 'payfast', 'ccbill', 'verotel']);
  });

  it('takes the new secret first and the old one beside it', () => {
    expect(readProviderSettings(all, config()).paystack?.secretKeys).toEqual(['sk_live_new', 'sk_live_old']);
    expect(readProviderSettings({ ...all, PAYFAST_PASSPHRASE: '' }, config()).payfast?.passphrases).toEqual(['']);
  });

  it.each<[string, Record<string, string>, Partial<Config>]>([
    ['PAYSTACK_SECRET_KEY', { PAYSTACK_SECRET_KEY: 'pk_live_x' }, {}],
    ['PAYSTACK_SECRET_KEY', { PAYSTACK_SECRET_KEY: 'sk_live_x,' }, {}],
    ['PAYSTACK_WEBHOOK_IPS', { ...all, PAYSTACK_WEBHOOK_IPS: '52.31.139.75/33' }, {}],
    ['PAYFAST_MERCHANT_KEY', { PAYFAST_MERCHANT_ID: '10000100' }, {}],
    ['PAYFAST_TESTING', { ...all, PAYFAST_TESTING: 'yes' }, {}],
    ['CCBILL_WEBHOOK_TOKEN', { ...all, CCBILL_WEBHOOK_TOKEN: 'short' }, {}],
    ['CCBILL_DATALINK_PASSWORD', { ...all, CCBILL_DATALINK_USER: 'vlam' }, {}],
    ['VEROTEL_SIGNATURE_KEY', { VEROTEL_SHOP_ID: '68849' }, {}],
    ['PAYSTACK_SECRET_KEY', {}, { paymentProvider: 'paystack' }],
    ['VEROTEL_SHOP_ID', {}, { paymentProvider: 'verotel' }],
    ['PAYMENT_RATES', all, { paymentProvider: 'ccbill' }],
    ['PAYMENT_PROVIDER', all, { paymentProvider: 'sandbox', environment: 'production' }],
  ])('says in one line that %s is wrong', (name, environment, over) => {
    let error: unknown;
    try {
      readProviderSettings(environment, config(over));
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ConfigError);
    const { message } = error as ConfigError;
    expect(message).toMatch(new RegExp(`^${name}: [^\n]+; use [^\n]+$`));
    for (const secret of Object.values(environment).filter((value) => value.length > 12))
      if (!name.endsWith('_IPS')) expect(message).not.toContain(secret);
  });

  it('lets a provider that takes no rand take payments at a rate', () => {
    const over = { paymentProvider: 'ccbill', paymentRates: { USD: 18.25 } } as const;
    expect(readProviderSettings(all, config(over)).ccbill?.account).toBe('900000');
  });
});
