import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const key = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits (32 bytes)');
const url = z.url();

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(12),
  DEMO: flag.optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default('Vlam <no-reply@vlam.test>'),
  SUPPORT_EMAIL: z.email().default('support@vlam.test'),
  OIDC_ISSUER: url.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  MASTER_KEY: key.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export interface Config {
  environment: 'development' | 'production' | 'test';
  host: string;
  port: number;
  /** Where people reach the site, without a trailing slash; links in mail are made from it and from nothing else. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  databasePool: number;
  demo: boolean;
  role: 'all' | 'web' | 'worker';
  trustProxyHops: number;
  smtpUrl: string | null;
  mailFrom: string;
  /** Where a suspended person writes to appeal. */
  supportEmail: string;
  oidc: { issuer: string; clientId: string; clientSecret: string } | null;
  /** 32 bytes from which every other key is derived. */
  masterKey: Buffer;
  metricsToken: string | null;
  logLevel: string;
  secureCookies: boolean;
}

/** A setting that stops the start; its message is the one line an operator reads. */
export class ConfigError extends Error {}

/** Reads the environment once. Throws `ConfigError` with one line that says what is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'configuration'}: ${issue?.message ?? 'is not valid'}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  if (production && env.DEMO === true) throw new ConfigError('DEMO: demo data is refused when NODE_ENV=production');
  if (production && !env.MASTER_KEY) throw new ConfigError('MASTER_KEY: is required when NODE_ENV=production');
  if (production && !env.PUBLIC_URL) throw new ConfigError('PUBLIC_URL: is required when NODE_ENV=production');
  if (env.OIDC_ISSUER && !(env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET))
    throw new ConfigError('OIDC_CLIENT_ID: OIDC_ISSUER also needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
  const dataDir = resolve(env.DATA_DIR);
  makeDataFolder(dataDir);
  const publicUrl = (
    env.PUBLIC_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`
  ).replace(/\/$/, '');
  return {
    environment: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    demo: env.DEMO ?? !production,
    role: env.ROLE,
    trustProxyHops: env.TRUST_PROXY_HOPS,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL,
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET }
        : null,
    masterKey: env.MASTER_KEY ? Buffer.from(env.MASTER_KEY, 'hex') : localMasterKey(dataDir),
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
    secureCookies: publicUrl.startsWith('https://'),
  };
}

function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be used as a folder (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Outside production the key is made once and kept beside the data it protects. */
function localMasterKey(dataDir: string): Buffer {
  const file = join(dataDir, 'master.key');
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  } catch {
    const made = randomBytes(32);
    writeFileSync(file, `${made.toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  }
}

/** What is safe to print at start. */
export function describeConfig(config: Config): Record<string, unknown> {
  const { masterKey: _masterKey, databaseUrl, smtpUrl, oidc, metricsToken, ...rest } = config;
  const set = (value: unknown) => (value ? 'set' : 'not set');
  return {
    ...rest,
    databaseUrl: databaseUrl ? 'set' : 'embedded',
    smtpUrl: set(smtpUrl),
    oidc: oidc?.issuer ?? 'not set',
    metricsToken: set(metricsToken),
  };
}
