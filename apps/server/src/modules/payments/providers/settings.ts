import type { PaymentProvider } from '@vlam/contract/payments';
import { type Config, ConfigError } from '../../../platform/config.ts';
import { isRange } from './addresses.ts';
import { type CcbillSettings, ccbillRanges } from './ccbill.ts';
import type { PayfastSettings } from './payfast.ts';
import type { PaystackSettings } from './paystack.ts';
import type { SandboxSettings } from './sandbox.ts';
import type { VerotelSettings } from './verotel.ts';

/** Each provider's settings; null when not configured. */
export interface ProviderSettings {
  sandbox: SandboxSettings | null;
  paystack: PaystackSettings | null;
  payfast: PayfastSettings | null;
  ccbill: CcbillSettings | null;
  verotel: VerotelSettings | null;
}

type Environment = Readonly<Record<string, string | undefined>>;
type OneOrMore = readonly [string, ...string[]];

/** Reads one variable; an invalid one stops the start with one line that does not contain its value. */
function createReader(environment: Environment) {
  const text = (name: string): string | null => environment[name]?.trim() || null;
  const refuse = (name: string, what: string, use: string) => new ConfigError(`${name}: ${what}; use ${use}`);
  return {
    text,
    refuse,
    required(name: string, use: string): string {
      const value = text(name);
      if (value) return value;
      throw refuse(name, 'nothing is not enough', use);
    },
    matching(name: string, format: RegExp, use: string): string {
      const value = this.required(name, use);
      if (format.test(value)) return value;
      throw refuse(name, 'what it is set to (not shown) is not allowed', use);
    },
    /** During a rotation: the new secret, a comma, and the old one. */
    secrets(name: string, format: RegExp, use: string): OneOrMore {
      const [first = '', ...more] = this.required(name, use).split(',');
      const all: OneOrMore = [first.trim(), ...more.map((secret) => secret.trim())];
      if (all.length <= 3 && all.every((secret) => format.test(secret))) return all;
      throw refuse(name, 'what it is set to (not shown) is not allowed', use);
    },
    flag(name: string): boolean {
      const value = text(name) ?? '0';
      if (/^(0|1|true|false)$/.test(value)) return value === '1' || value === 'true';
      throw refuse(name, `${JSON.stringify(value)} is not allowed`, '1 or 0 (true or false)');
    },
    ranges(name: string): string[] | null {
      const ranges = text(name)
        ?.split(',')
        .map((range) => range.trim());
      if (!ranges || ranges.every(isRange)) return ranges ?? null;
      throw refuse(name, `${JSON.stringify(text(name))} is not allowed`, 'addresses or ranges such as 64.38.212.0/24');
    },
  };
}
type Reader = ReturnType<typeof createReader>;

const orTwo = 'or the new one, a comma and the old one';

function readPaystack(read: Reader): PaystackSettings | null {
  if (!read.text('PAYSTACK_SECRET_KEY')) return null;
  return {
    secretKeys: read.secrets('PAYSTACK_SECRET_KEY', /^sk_(test|live)_\w+$/, `the key that begins with sk_, ${orTwo}`),
    webhookRanges: read.ranges('PAYSTACK_WEBHOOK_IPS') ?? [],
  };
}

function readPayfast(read: Reader): PayfastSettings | null {
  if (!read.text('PAYFAST_MERCHANT_ID')) return null;
  const hasPassphrase = read.text('PAYFAST_PASSPHRASE') !== null;
  return {
    merchantId: read.matching('PAYFAST_MERCHANT_ID', /^\d{4,12}$/, 'the number that PayFast gave'),
    merchantKey: read.matching('PAYFAST_MERCHANT_KEY', /^\w{8,40}$/, 'the key that belongs to PAYFAST_MERCHANT_ID'),
    passphrases: hasPassphrase
      ? read.secrets('PAYFAST_PASSPHRASE', /^[^,]{1,32}$/, `the one that is set at PayFast, ${orTwo}`)
      : [''],
    testing: read.flag('PAYFAST_TESTING'),
  };
}

function readCcbill(read: Reader): CcbillSettings | null {
  if (!read.text('CCBILL_ACCOUNT')) return null;
  const user = read.text('CCBILL_DATALINK_USER');
  const password = 'CCBILL_DATALINK_PASSWORD';
  return {
    account: read.matching('CCBILL_ACCOUNT', /^\d{6}$/, 'six digits'),
    subaccount: read.matching('CCBILL_SUBACCOUNT', /^\d{4}$/, 'four digits'),
    flexId: read.matching('CCBILL_FLEX_ID', /^[\w-]{8,64}$/, 'the id of the FlexForm'),
    salts: read.secrets('CCBILL_SALT', /^\S{8,}$/, `the salt that CCBill gave, ${orTwo}`),
    webhookTokens: read.secrets(
      'CCBILL_WEBHOOK_TOKEN',
      /^[\w-]{24,}$/,
      `24 letters and digits or more, which stand in the address it reports to, ${orTwo}`,
    ),
    webhookRanges: read.ranges('CCBILL_WEBHOOK_IPS') ?? ccbillRanges,
    dataLink: user ? { user, password: read.required(password, 'what belongs to CCBILL_DATALINK_USER') } : null,
  };
}

function readVerotel(read: Reader): VerotelSettings | null {
  if (!read.text('VEROTEL_SHOP_ID')) return null;
  return {
    shopId: read.matching('VEROTEL_SHOP_ID', /^\d{1,12}$/, 'the number that Verotel gave'),
    signatureKeys: read.secrets('VEROTEL_SIGNATURE_KEY', /^\w{8,}$/, `the key that belongs to the shop, ${orTwo}`),
  };
}

/** Prefix of each provider's variables. */
const firstSetting: Record<Exclude<PaymentProvider, 'sandbox'>, string> = {
  paystack: 'PAYSTACK_SECRET_KEY',
  payfast: 'PAYFAST_MERCHANT_ID',
  ccbill: 'CCBILL_ACCOUNT',
  verotel: 'VEROTEL_SHOP_ID',
};
/** Providers that do not charge rand. */
const foreign: Partial<Record<PaymentProvider, string>> = {
  ccbill: 'USD, EUR, GBP, CAD or AUD',
  verotel: 'USD or EUR',
};

/**
 * Reads every provider's settings; those of the provider of new payments are required. Throws `ConfigError` with one
 * line. The sandbox is not configured here: the program that starts it knows its port.
 */
export function readProviderSettings(
  environment: Environment,
  {
    paymentProvider,
    paymentRates,
    environment: mode,
  }: Pick<Config, 'paymentProvider' | 'paymentRates' | 'environment'>,
): Omit<ProviderSettings, 'sandbox'> {
  const read = createReader(environment);
  if (mode === 'production' && paymentProvider === 'sandbox')
    throw read.refuse(
      'PAYMENT_PROVIDER',
      '"sandbox" takes no money and is refused with NODE_ENV=production',
      'another provider, or none',
    );
  const settings = {
    paystack: readPaystack(read),
    payfast: readPayfast(read),
    ccbill: readCcbill(read),
    verotel: readVerotel(read),
  };
  if (!paymentProvider || paymentProvider === 'sandbox') return settings;
  if (!settings[paymentProvider])
    throw read.refuse(
      firstSetting[paymentProvider],
      `nothing is not enough with PAYMENT_PROVIDER=${paymentProvider}`,
      'what the provider gave',
    );
  const currencies = foreign[paymentProvider];
  if (currencies && Object.keys(paymentRates).length === 0)
    throw read.refuse(
      'PAYMENT_RATES',
      `nothing is not enough, because ${paymentProvider} takes no rand`,
      `rand for one ${currencies}, such as USD:18.25`,
    );
  return settings;
}
