import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PaymentProvider } from '@vlam/contract/payments';
import type { BucketSettings } from './bucket.ts';
import { createKeyRing, type KeyRing, ringWithoutDatabase } from './key-ring.ts';
import { keepLocalKey as ensureLocalKey } from './local-key.ts';
import { findExposingSetting } from './reach.ts';
import { isPrivate, refusal, type SettingName, settings } from './settings.ts';

export { ConfigError } from './settings.ts';

export interface Config {
  environment: 'development' | 'production' | 'test';
  host: string;
  port: number;
  /** The site's public address, without a trailing slash; links in mail are made from it and from nothing else. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** The same database as the owner of its tables; null when `databaseUrl` owns them. */
  migrationDatabaseUrl: string | null;
  databasePool: number;
  demo: boolean;
  /** Other machines can reach this demo, whose passwords are known. */
  openDemo: boolean;
  /** A push service for tests, on this machine; null outside a demo. */
  demoPushService: string | null;
  role: 'all' | 'web' | 'worker';
  /** Staff need a second factor before they can do anything as staff. */
  staffSecondFactor: boolean;
  trustProxyHops: number;
  /** How long a process that goes down serves on, unready, before it sends its sockets away; 0 where no balancer looks. */
  drainMs: number;
  /** Where probes ask a worker; null is the second port after the site's. */
  workerPort: number | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Address for appeals of suspended members. */
  supportEmail: string;
  /** Where weaknesses are reported, as a URI; null shows no security.txt. */
  securityContact: string | null;
  /** The seller on receipts; a VAT number needs both others. */
  seller: { name: string | null; address: string | null; vatNumber: string | null };
  oidc: { issuer: string; clientId: string; clientSecret: string } | null;
  /** What seals, signs and hashes: the data keys, which the master key opens (`openKeys`). */
  keys: KeyRing;
  metricsToken: string | null;
  /** The collector of traces, the share of them it gets, and whether requests may name theirs; null traces nothing. */
  traces: { endpoint: string; ratio: number; trustsRequests: boolean } | null;
  /** Bus between processes; null uses PostgreSQL. */
  redisUrl: string | null;
  /** 32 bytes that sign push messages; null derives them from the data keys. */
  vapidPrivateKey: Buffer | null;
  /** Provider of new payments; null refuses them. */
  paymentProvider: PaymentProvider | null;
  /** Rand per unit of a currency, for providers that take no rand. */
  paymentRates: Readonly<Record<string, number>>;
  /** The relay of calls and the secret shared with it. */
  turn: { urls: readonly string[]; secret: string } | null;
  /** Allows calls without a relay, in which the two sides can learn each other's addresses. */
  directCalls: boolean;
  /** The SFU of live shows and the secret shared with it; null delivers them as segments only. */
  janus: { url: string; secret: string } | null;
  /** The store of media and uploads; null keeps them in `dataDir`. */
  s3: BucketSettings | null;
  /** Port of the sandbox provider; null is the port after the site's, or any free one. */
  sandboxPort: number | null;
  logLevel: string;
  secureCookies: boolean;
}

/** A demo has an address where no one reads, so that its security.txt shows what an operator's looks like. */
const demoSecurityContact = 'mailto:security@vlam.test';

/** Reads the environment once. Throws `ConfigError` with one line that says what is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const refuse = (name: SettingName, wrong: string, use?: string) => refusal(name, present[name], wrong, use);
  const parsed = settings.safeParse(present);
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.path[0] as SettingName, 'is not allowed');
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  if (production) {
    if (env.DEMO) throw refuse('DEMO', 'is refused with NODE_ENV=production', '0');
    if (!env.MASTER_KEY) throw refuse('MASTER_KEY', 'is not enough with NODE_ENV=production');
    if (!env.PUBLIC_URL) throw refuse('PUBLIC_URL', 'is not enough with NODE_ENV=production');
    if (!isPrivate(env.PUBLIC_URL))
      throw refuse('PUBLIC_URL', 'would send cookies in clear with NODE_ENV=production', 'https://');
  }
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const missing = oidc.find((name) => !env[name]);
  if (missing && oidc.some((name) => env[name])) throw refuse(missing, 'is not enough');
  const missingName = (['BUSINESS_NAME', 'BUSINESS_ADDRESS'] as const).find((name) => env.VAT_NUMBER && !env[name]);
  if (missingName) throw refuse(missingName, 'is not enough with VAT_NUMBER');
  const missingRelaySetting = (['TURN_URLS', 'TURN_SECRET'] as const).find((name) => !env[name]);
  if (missingRelaySetting && (env.TURN_URLS || env.TURN_SECRET)) throw refuse(missingRelaySetting, 'is not enough');
  const missingOfJanus = (['JANUS_URL', 'JANUS_SECRET'] as const).find((name) => !env[name]);
  if (missingOfJanus && (env.JANUS_URL || env.JANUS_SECRET)) throw refuse(missingOfJanus, 'is not enough');
  const store = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const usesStore = [...store, 'S3_REGION' as const].some((name) => env[name]) || env.S3_PATH_STYLE !== undefined;
  const missingOfStore = store.find((name) => !env[name]);
  if (missingOfStore && usesStore) throw refuse(missingOfStore, 'is not enough');
  const dataDir = resolve(env.DATA_DIR);
  makeDataFolder(dataDir);
  const publicUrl = env.PUBLIC_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`;
  const demo = env.DEMO ?? !production;
  const exposedBy = findExposingSetting({ host: env.HOST, publicUrl });
  if (exposedBy && demo && env.DEMO === undefined)
    throw refuse(
      exposedBy,
      'would open the demo and its known passwords to other machines',
      '127.0.0.1, or say DEMO=1 to mean it, or DEMO=0',
    );
  if (env.MIGRATION_DATABASE_URL && !env.DATABASE_URL)
    throw refuse('MIGRATION_DATABASE_URL', 'is set without DATABASE_URL', 'it together with DATABASE_URL');
  if (env.STAFF_SECOND_FACTOR === false && !demo)
    throw refuse('STAFF_SECOND_FACTOR', 'would leave staff accounts with a password alone outside a demo', '1');
  if (env.DEMO_PUSH_SERVICE && (!demo || exposedBy))
    throw refuse(
      'DEMO_PUSH_SERVICE',
      'would let members send requests into this machine',
      'it in a demo on this machine only',
    );
  const provider = env.PAYMENT_PROVIDER ?? (demo ? 'sandbox' : 'none');
  return {
    environment: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    demo,
    openDemo: demo && exposedBy !== null,
    demoPushService: env.DEMO_PUSH_SERVICE ?? null,
    role: env.ROLE,
    staffSecondFactor: env.STAFF_SECOND_FACTOR ?? !demo,
    trustProxyHops: env.TRUST_PROXY_HOPS,
    drainMs: 1_000 * (env.DRAIN_SECONDS ?? (env.DATABASE_URL && env.NODE_ENV !== 'test' ? 5 : 0)),
    workerPort: env.WORKER_PORT ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL,
    securityContact: env.SECURITY_CONTACT ?? (demo ? demoSecurityContact : null),
    seller: {
      name: env.BUSINESS_NAME ?? null,
      address: env.BUSINESS_ADDRESS ?? null,
      vatNumber: env.VAT_NUMBER ?? null,
    },
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET }
        : null,
    keys: ringOf(env.MASTER_KEY ? Buffer.from(env.MASTER_KEY, 'hex') : localMasterKey(dataDir), env.NODE_ENV),
    metricsToken: env.METRICS_TOKEN ?? null,
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
          trustsRequests: env.TRUST_TRACEPARENT === true,
        }
      : null,
    redisUrl: env.REDIS_URL ?? null,
    vapidPrivateKey: env.VAPID_PRIVATE_KEY ? Buffer.from(env.VAPID_PRIVATE_KEY, 'base64url') : null,
    paymentProvider: provider === 'none' ? null : provider,
    paymentRates: env.PAYMENT_RATES ?? {},
    turn: env.TURN_URLS && env.TURN_SECRET ? { urls: env.TURN_URLS, secret: env.TURN_SECRET } : null,
    directCalls: env.DIRECT_CALLS ?? !production,
    janus: env.JANUS_URL && env.JANUS_SECRET ? { url: env.JANUS_URL, secret: env.JANUS_SECRET } : null,
    s3:
      env.S3_ENDPOINT && env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: env.S3_ENDPOINT,
            region: env.S3_REGION ?? 'us-east-1',
            bucket: env.S3_BUCKET,
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
            pathStyle: env.S3_PATH_STYLE ?? true,
          }
        : null,
    sandboxPort: env.SANDBOX_PORT ?? null,
    logLevel: env.LOG_LEVEL,
    secureCookies: publicUrl.startsWith('https://'),
  };
}

function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw refusal('DATA_DIR', dataDir, `cannot be used (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Tests and benches need no keys in a database; a program that has one opens them over these. */
const ringOf = (masterKey: Buffer, environment: Config['environment']): KeyRing =>
  (environment === 'test' ? ringWithoutDatabase : createKeyRing)(masterKey);

/** Outside production the key is generated once and stored beside the data it protects. */
function localMasterKey(dataDir: string): Buffer {
  const file = join(dataDir, 'master.key');
  // A new key would open nothing that is stored here.
  if (!existsSync(file) && existsSync(join(dataDir, 'postgres/PG_VERSION')))
    throw refusal(
      'MASTER_KEY',
      undefined,
      `is set, and ${file}, which belongs to the database beside it, is missing`,
      'the file of a backup, or the key that this database was started with',
    );
  try {
    return ensureLocalKey(file);
  } catch (error) {
    const { code = 'it does not hold 64 hexadecimal digits' } = error as NodeJS.ErrnoException;
    throw refusal('MASTER_KEY', undefined, `is set, and ${file} cannot stand in for it (${code})`);
  }
}

/** What is safe to print at start. */
export function describeConfig(config: Config): Record<string, unknown> {
  const {
    keys: _keys,
    databaseUrl,
    migrationDatabaseUrl,
    smtpUrl,
    oidc,
    metricsToken,
    redisUrl,
    vapidPrivateKey,
    turn,
    janus,
    s3,
    ...rest
  } = config;
  const set = (value: unknown) => (value ? 'set' : 'not set');
  return {
    ...rest,
    databaseUrl: databaseUrl ? 'set' : 'embedded',
    migrationDatabaseUrl: set(migrationDatabaseUrl),
    smtpUrl: set(smtpUrl),
    oidc: oidc?.issuer ?? 'not set',
    metricsToken: set(metricsToken),
    turn: turn?.urls.join(' ') ?? 'not set',
    janus: janus?.url ?? 'not set',
    redisUrl: set(redisUrl),
    s3: s3 ? `${s3.endpoint}/${s3.bucket}` : 'not set',
    vapidPrivateKey: set(vapidPrivateKey),
  };
}
