import { paymentProviders } from '@vlam/contract/payments';
import * as z from 'zod';

/** An invalid setting that prevents the start; its message is the one line an operator reads. */
export class ConfigError extends Error {}

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
/** The host, or for PostgreSQL the folder of its socket. */
const names = (address: URL | null) => address && (address.host || address.searchParams.get('host'));
const withScheme = (schemes: RegExp) => z.string().refine((value) => schemes.test(value) && names(URL.parse(value)));
/** No path, no credentials: links and the origin check are made from it. */
const isOrigin = (address: string) => URL.parse(address)?.href.replace(/\/$/, '') === URL.parse(address)?.origin;
const webAddress = withScheme(/^https?:\/\//i);

/** Whether traffic to this address is private: encrypted, or within this machine. */
export const isPrivate = (address: string): boolean =>
  /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(address);

/** Characters that a receipt can show. */
const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(2)
    .max(most)
    .regex(/^[^\p{Cc}\u0100-\u{10ffff}]+$/u);

const hasNoCredentials = (address: string) => /^[^?#@]+$/.test(address);
/** No blanks: they come from copying a key. */
const printable = /^[!-~]{1,200}$/;

/** Every environment variable the program reads. */
export const settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/)
    .default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  PUBLIC_URL: webAddress
    .refine(isOrigin)
    .transform((address) => new URL(address).origin)
    .optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: withScheme(/^postgres(ql)?:\/\//).optional(),
  MIGRATION_DATABASE_URL: withScheme(/^postgres(ql)?:\/\//).optional(),
  DATABASE_POOL: whole(2, 100).default(12),
  DEMO: flag.optional(),
  DEMO_SIZE: z.enum(['full', 'small']).default('full'),
  DEMO_PUSH_SERVICE: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/)
    .optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  STAFF_SECOND_FACTOR: flag.optional(),
  TRUST_PROXY_HOPS: whole(0, 5).default(0),
  DRAIN_SECONDS: whole(0, 15).optional(),
  WORKER_PORT: whole(0, 65_535).optional(),
  SMTP_URL: withScheme(/^smtps?:\/\//).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/u)
    .default('Vlam <no-reply@vlam.test>'),
  SUPPORT_EMAIL: z.email().default('support@vlam.test'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
    .optional(),
  BUSINESS_NAME: oneLine(80).optional(),
  BUSINESS_ADDRESS: oneLine(160).optional(),
  VAT_NUMBER: z
    .string()
    .regex(/^4\d{9}$/)
    .optional(),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.refine(hasNoCredentials).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/)
    .transform(Number)
    .default(1),
  TRUST_TRACEPARENT: flag.optional(),
  REDIS_URL: withScheme(/^rediss?:\/\//).optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  PAYMENT_PROVIDER: z.enum(['none', ...paymentProviders]).optional(),
  PAYMENT_RATES: z
    .string()
    .regex(/^[A-Z]{3}:\d{1,4}(\.\d{1,4})?(,[A-Z]{3}:\d{1,4}(\.\d{1,4})?)*$/)
    .transform(
      (list) =>
        Object.fromEntries(list.split(',').map((rate) => [rate.slice(0, 3), Number(rate.slice(4))])) as Record<
          string,
          number
        >,
    )
    .optional(),
  TURN_URLS: z
    .string()
    .regex(/^turns?:[\w.:?=[\]-]+(,turns?:[\w.:?=[\]-]+){0,3}$/)
    .transform((list) => list.split(','))
    .optional(),
  TURN_SECRET: z.string().min(16).optional(),
  DIRECT_CALLS: flag.optional(),
  JANUS_URL: withScheme(/^wss?:\/\//i)
    .refine(hasNoCredentials)
    .optional(),
  JANUS_SECRET: z.string().min(16).regex(printable).optional(),
  S3_ENDPOINT: webAddress.refine(hasNoCredentials).optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_ACCESS_KEY_ID: z.string().regex(printable).optional(),
  S3_SECRET_ACCESS_KEY: z.string().regex(printable).optional(),
  S3_PATH_STYLE: flag.optional(),
  SANDBOX_PORT: whole(1, 65_535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});
export type SettingName = keyof typeof settings.shape;

/** Allowed values, as the end of a refusal after "use". */
const allowed: Record<SettingName, string> = {
  NODE_ENV: 'development, production or test',
  HOST: 'an address of this machine, such as 127.0.0.1 or 0.0.0.0',
  PORT: 'a whole number from 0 to 65535',
  PUBLIC_URL: 'the address people open, such as https://vlam.example, with nothing after the host and port',
  DATA_DIR: 'a folder this program may write to',
  DATABASE_URL: 'postgres://user:password@host:port/database',
  MIGRATION_DATABASE_URL: 'postgres://owner:password@host:port/database, the same database as DATABASE_URL',
  DATABASE_POOL: 'a whole number from 2 to 100',
  DEMO: '1 or 0 (true or false)',
  DEMO_SIZE: 'full or small',
  DEMO_PUSH_SERVICE: 'http://127.0.0.1:port of a push service for tests, in a demo on this machine only',
  ROLE: 'all, web or worker',
  STAFF_SECOND_FACTOR: '1 or 0 (true or false); 0 only in a demo',
  TRUST_PROXY_HOPS: 'a whole number from 0 to 5',
  DRAIN_SECONDS: 'a whole number from 0 to 15',
  WORKER_PORT: 'a whole number from 0 to 65535',
  SMTP_URL: 'smtp://user:password@host:port, or smtps://',
  MAIL_FROM: 'an address such as no-reply@vlam.example, or Vlam <no-reply@vlam.example>',
  SUPPORT_EMAIL: 'an email address',
  SECURITY_CONTACT: 'mailto: and an address, or an https:// address',
  BUSINESS_NAME: 'the name receipts show, at most 80 letters of one line',
  BUSINESS_ADDRESS: 'the address receipts show, at most 160 letters of one line, its parts between commas',
  VAT_NUMBER: 'ten digits that begin with 4, together with BUSINESS_NAME and BUSINESS_ADDRESS',
  OIDC_ISSUER:
    'the address of the provider, such as https://id.example, together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  OIDC_CLIENT_ID: 'the id the provider gave, together with OIDC_ISSUER and OIDC_CLIENT_SECRET',
  OIDC_CLIENT_SECRET: 'the secret the provider gave, together with OIDC_ISSUER and OIDC_CLIENT_ID',
  MASTER_KEY: '64 hexadecimal digits in lower case (32 bytes)',
  METRICS_TOKEN: '16 characters or more',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the address of a collector that takes OTLP as JSON, such as http://127.0.0.1:4318',
  OTEL_TRACES_SAMPLER_ARG: 'a share from 0 to 1, such as 0.1',
  TRUST_TRACEPARENT: '1 or 0 (true or false)',
  REDIS_URL: 'redis://user:password@host:port/database, or rediss://, of Redis or Valkey 6.2 and newer',
  VAPID_PRIVATE_KEY: '32 bytes as base64url (43 characters), the private half of a VAPID pair',
  PAYMENT_PROVIDER: `none, ${paymentProviders.join(', ')}`,
  PAYMENT_RATES: 'rand for one unit of a currency the provider takes, such as USD:18.25,EUR:19.8',
  TURN_URLS:
    'one to four addresses of the relay such as turn:relay.vlam.example:3478, with commas, together with TURN_SECRET',
  TURN_SECRET: 'the static-auth-secret of the relay, 16 characters or more, together with TURN_URLS',
  DIRECT_CALLS: '1 or 0 (true or false)',
  JANUS_URL: 'the address of the WebSocket API of Janus, such as ws://127.0.0.1:8188, together with JANUS_SECRET',
  JANUS_SECRET: 'the api_secret of Janus, 16 characters or more, together with JANUS_URL',
  S3_ENDPOINT:
    'the address of the store, such as https://s3.af-south-1.amazonaws.com, together with the other S3_ settings',
  S3_REGION: 'the name of a region, such as af-south-1, together with S3_ENDPOINT',
  S3_BUCKET: 'the name of a bucket, 3 to 63 small letters, digits, dots and hyphens, together with S3_ENDPOINT',
  S3_ACCESS_KEY_ID: 'the id of a key that may read, write, list and delete in the bucket, together with S3_ENDPOINT',
  S3_SECRET_ACCESS_KEY: 'the secret of that key, together with S3_ENDPOINT',
  S3_PATH_STYLE: '1 or 0 (true or false), together with S3_ENDPOINT',
  SANDBOX_PORT: 'a whole number from 1 to 65535',
  LOG_LEVEL: 'fatal, error, warn, info, debug or silent',
};
const secret: ReadonlySet<SettingName> = new Set<SettingName>([
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'MASTER_KEY',
  'METRICS_TOKEN',
  'REDIS_URL',
  'JANUS_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'TURN_SECRET',
  'VAPID_PRIVATE_KEY',
]);

/** One line: the setting, its value unless secret, what is wrong, what to use. */
export function refusal(name: SettingName, value: string | undefined, wrong: string, use = allowed[name]): ConfigError {
  return new ConfigError(`${name}: ${shown(name, value)} ${wrong}; use ${use}`);
}

function shown(name: SettingName, value: string | undefined): string {
  if (value === undefined) return 'nothing';
  if (secret.has(name)) return 'what it is set to (not shown)';
  // An address may hold a password.
  const [from, to] = [value.indexOf('//'), value.lastIndexOf('@')];
  const safe = from >= 0 && to > from ? `${value.slice(0, from)}//…${value.slice(to)}` : value;
  return JSON.stringify(safe.length > 80 ? `${safe.slice(0, 80)}…` : safe);
}
