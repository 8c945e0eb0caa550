import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, describeConfig, readConfig } from './config.ts';
import { createKeyRing } from './key-ring.ts';

const folder = mkdtempSync(join(tmpdir(), 'vlam-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: folder, ...environment });
const production = {
  NODE_ENV: 'production',
  MASTER_KEY: 'ab'.repeat(32),
  PUBLIC_URL: 'https://vlam.example',
};
function lineOf(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe('a wrong setting', () => {
  it.each([
    ['NODE_ENV', 'staging', 'development, production or test'],
    ['HOST', 'my host', 'an address of this machine, such as 127.0.0.1 or 0.0.0.0'],
    ['PORT', 'http', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '0x50', 'a whole number from 0 to 65535'],
    ['PORT', ' ', 'a whole number from 0 to 65535'],
    ['PUBLIC_URL', 'vlam.example', 'the address people open, such as https://vlam.example'],
    ['PUBLIC_URL', 'javascript:alert(1)', 'the address people open'],
    ['PUBLIC_URL', 'https://vlam.example/app', 'the address people open'],
    ['DATABASE_POOL', '1', 'a whole number from 2 to 100'],
    ['DATABASE_POOL', '12.5', 'a whole number from 2 to 100'],
    ['DEMO', 'yes', '1 or 0 (true or false)'],
    ['DEMO_PUSH_SERVICE', 'https://push.example', 'http://127.0.0.1:port of a push service for tests'],
    ['DEMO_PUSH_SERVICE', 'http://127.0.0.1:8100/path', 'http://127.0.0.1:port of a push service for tests'],
    ['ROLE', 'everything', 'all, web or worker'],
    ['TRUST_PROXY_HOPS', '-1', 'a whole number from 0 to 5'],
    ['DRAIN_SECONDS', '16', 'a whole number from 0 to 15'],
    ['WORKER_PORT', '65536', 'a whole number from 0 to 65535'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', 'the address of a collector that takes OTLP as JSON'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'a share from 0 to 1'],
    ['TRUST_TRACEPARENT', 'yes', '1 or 0 (true or false)'],
    ['MAIL_FROM', 'Vlam', 'an address such as no-reply@vlam.example'],
    ['MAIL_FROM', 'a@vlam.example\r\nBcc: b@vlam.example', 'an address such as no-reply@vlam.example'],
    ['SUPPORT_EMAIL', 'support', 'an email address'],
    ['SECURITY_CONTACT', 'security@vlam.test', 'mailto: and an address, or an https:// address'],
    ['BUSINESS_NAME', 'V', 'the name receipts show'],
    ['BUSINESS_ADDRESS', '12 Loop Street\nCape Town', 'the address receipts show'],
    ['VAT_NUMBER', '401234567', 'ten digits that begin with 4'],
    ['VAT_NUMBER', 'ZA4012345678', 'ten digits that begin with 4'],
    ['PAYMENT_PROVIDER', 'paypal', 'none, sandbox, paystack, payfast, ccbill, verotel'],
    ['PAYMENT_RATES', 'USD=18.25', 'rand for one unit of a currency the provider takes'],
    ['OIDC_ISSUER', 'id.example', 'the address of the provider, such as https://id.example'],
    ['S3_ENDPOINT', 'store.example', 'the address of the store, such as https://s3.af-south-1.amazonaws.com'],
    ['S3_BUCKET', 'Vlam_Media', 'the name of a bucket, 3 to 63 small letters'],
    ['LOG_LEVEL', 'verbose', 'fatal, error, warn, info, debug or silent'],
  ])('%s=%j is one line with its name, what it was and what is allowed', (name, value, use) => {
    const line = lineOf({ [name]: value });
    expect(line).toContain(`${name}: ${JSON.stringify(value)} is not allowed; use ${use}`);
    expect(line).not.toMatch(/[\r\n]/);
  });

  it.each([
    ['DATABASE_URL', 'mysql://vlam:kanarie@db/vlam', 'postgres://user:password@host:port/database'],
    ['DATABASE_URL', 'postgres://vlam:kanarie', 'postgres://user:password@host:port/database'],
    ['SMTP_URL', 'https://user:kanarie@mail', 'smtp://user:password@host:port, or smtps://'],
    ['MASTER_KEY', 'kanarie', '64 hexadecimal digits in lower case (32 bytes)'],
    ['METRICS_TOKEN', 'kanarie', '16 characters or more'],
  ])('ASVS 13.3.1: %s=%j is refused without being shown', (name, value, use) => {
    expect(lineOf({ [name]: value })).toBe(`${name}: what it is set to (not shown) is not allowed; use ${use}`);
  });

  it('never prints a password in an address, nor more than one line of a value', () => {
    expect(lineOf({ PUBLIC_URL: 'https://me:kanarie@vlam.example' })).toMatch(
      /^PUBLIC_URL: "https:\/\/…@vlam.example"/,
    );
    expect(lineOf({ ROLE: 'x'.repeat(5_000) }).length).toBeLessThan(160);
  });

  it('names the missing one of settings that only work together', () => {
    const issuer = { OIDC_ISSUER: 'https://id.example' };
    expect(lineOf(issuer)).toMatch(/^OIDC_CLIENT_ID: nothing is not enough; use the id the provider gave, together/);
    expect(lineOf({ ...issuer, OIDC_CLIENT_ID: 'vlam' })).toMatch(/^OIDC_CLIENT_SECRET: nothing is not enough; use /);
    expect(lineOf({ OIDC_CLIENT_ID: 'vlam' })).toMatch(/^OIDC_ISSUER: nothing is not enough; use /);
  });

  it('accepts a VAT number only with a name and an address: a tax invoice needs all three', () => {
    const number = { VAT_NUMBER: '4012345678' };
    expect(lineOf(number)).toMatch(/^BUSINESS_NAME: nothing is not enough with VAT_NUMBER; use the name receipts show/);
    expect(lineOf({ ...number, BUSINESS_NAME: 'Vlam' })).toMatch(/^BUSINESS_ADDRESS: nothing is not enough with VAT/);
    const all = { ...number, BUSINESS_NAME: 'Vlam', BUSINESS_ADDRESS: '12 Loop Street, Cape Town' };
    const seller = { name: 'Vlam', address: '12 Loop Street, Cape Town', vatNumber: '4012345678' };
    expect(read(all).seller).toEqual(seller);
    expect(read({}).seller).toEqual({ name: null, address: null, vatNumber: null });
  });

  it('names a contact for weaknesses in a demo, and outside of one only what is configured', () => {
    const [demo, own] = [read({ DEMO: '1' }), read({ DEMO: '1', SECURITY_CONTACT: 'https://vlam.example/security' })];
    expect([demo.securityContact, own.securityContact]).toEqual([
      'mailto:security@vlam.test',
      'https://vlam.example/security',
    ]);
    expect(read({ DEMO: '0' }).securityContact).toBeNull();
  });

  it('T08: production refuses demo data, a generated key, unencrypted cookies, and calls without a relay', () => {
    expect(lineOf({ ...production, DEMO: '1' })).toBe('DEMO: "1" is refused with NODE_ENV=production; use 0');
    expect(lineOf({ ...production, MASTER_KEY: '' })).toMatch(/^MASTER_KEY: nothing is not enough with NODE_ENV=prod/);
    expect(lineOf({ ...production, PUBLIC_URL: '' })).toMatch(/^PUBLIC_URL: nothing is not enough with NODE_ENV=prod/);
    expect(lineOf({ ...production, PUBLIC_URL: 'http://vlam.example' })).toBe(
      'PUBLIC_URL: "http://vlam.example" would send cookies in clear with NODE_ENV=production; use https://',
    );
    expect([read({}).directCalls, read(production).directCalls]).toEqual([true, false]);
    expect(read({ ...production, PUBLIC_URL: 'http://127.0.0.1:3000' }).secureCookies).toBe(false);
    expect(read({ ...production, PUBLIC_URL: 'HTTPS://Vlam.example/' })).toMatchObject({
      demo: false,
      publicUrl: 'https://vlam.example',
      secureCookies: true,
    });
  });

  it('T75: takes a push service on this machine only in a demo that no other machine reaches', () => {
    const service = { DEMO_PUSH_SERVICE: 'http://127.0.0.1:8100' };
    const refused = /^DEMO_PUSH_SERVICE: "http:\/\/127.0.0.1:8100" would let members send requests into this machine;/;
    expect(lineOf({ ...production, ...service })).toMatch(refused);
    expect(lineOf({ ...production, PUBLIC_URL: 'http://127.0.0.1:3000', ...service })).toMatch(refused);
    expect(lineOf({ DEMO: '0', ...service })).toMatch(refused);
    expect(lineOf({ DEMO: '1', HOST: '0.0.0.0', ...service })).toMatch(refused);
    expect(read(service).demoPushService).toBe('http://127.0.0.1:8100');
    expect([read({}).demoPushService, read(production).demoPushService]).toEqual([null, null]);
  });

  describe('T100: a demo that other machines can reach', () => {
    const hosts = ['127.0.0.1', '127.8.9.1', 'localhost', '::1', '0.0.0.0', '::', '192.168.1.5', 'vlam.example'];
    const addresses = ['', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000', 'https://vlam.example'];
    const own = new Set([...hosts.slice(0, 4), ...addresses.slice(0, 4)]);
    const matrix = hosts.flatMap((HOST) =>
      addresses.flatMap((PUBLIC_URL) =>
        ['', 'development', 'test'].flatMap((NODE_ENV) =>
          ['', '0', '1'].map((DEMO) => ({ HOST, PUBLIC_URL, NODE_ENV, DEMO })),
        ),
      ),
    );

    it('is refused unless DEMO=1 is set, whatever HOST, PUBLIC_URL and NODE_ENV are', () => {
      for (const environment of matrix) {
        const { HOST, PUBLIC_URL, DEMO } = environment;
        const isOpen = !own.has(HOST) || !own.has(PUBLIC_URL);
        const name = JSON.stringify(environment);
        if (isOpen && DEMO === '') {
          const setting = own.has(HOST) ? 'PUBLIC_URL' : 'HOST';
          expect(lineOf(environment), name).toBe(
            `${setting}: ${JSON.stringify(environment[setting])} would open the demo and its known passwords to other machines; use 127.0.0.1, or say DEMO=1 to mean it, or DEMO=0`,
          );
        } else expect(read(environment), name).toMatchObject({ demo: DEMO !== '0', openDemo: isOpen && DEMO === '1' });
      }
    });

    it('does not exist in production', () => {
      for (const HOST of hosts) {
        expect(read({ ...production, HOST })).toMatchObject({ demo: false, openDemo: false });
        expect(lineOf({ ...production, HOST, DEMO: '1' })).toMatch(/^DEMO: /);
      }
    });
  });

  it('names the folder that cannot be used, and why', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(lineOf({ DATA_DIR: join(file, 'below') })).toBe(
      `DATA_DIR: ${JSON.stringify(join(file, 'below'))} cannot be used (ENOTDIR); use a folder this program may write to`,
    );
  });
});

describe('a store of media', () => {
  const whole = {
    S3_ENDPOINT: 'https://s3.af-south-1.amazonaws.com',
    S3_BUCKET: 'vlam-media',
    S3_ACCESS_KEY_ID: 'kanarie-id',
    S3_SECRET_ACCESS_KEY: 'kanarie-secret',
  };

  it('is used when all its settings are there, and none without them', () => {
    expect(read({}).s3).toBeNull();
    expect(read(whole).s3).toEqual({
      endpoint: 'https://s3.af-south-1.amazonaws.com',
      region: 'us-east-1',
      bucket: 'vlam-media',
      accessKeyId: 'kanarie-id',
      secretAccessKey: 'kanarie-secret',
      pathStyle: true,
    });
    const more = { S3_REGION: 'af-south-1', S3_PATH_STYLE: '0' };
    expect(read({ ...whole, ...more }).s3).toMatchObject({ region: 'af-south-1', pathStyle: false });
  });

  it.each([...Object.keys(whole)])('without %s prevents the start', (name) => {
    const line = lineOf({ ...whole, [name]: '' });
    expect(line).toMatch(new RegExp(`^${name}: nothing is not enough; use .*together with `));
    expect(line).not.toContain('kanarie');
  });

  it('that is named by its region or style alone prevents the start', () => {
    expect(lineOf({ S3_REGION: 'af-south-1' })).toMatch(/^S3_ENDPOINT: nothing is not enough/);
    expect(lineOf({ S3_PATH_STYLE: '0' })).toMatch(/^S3_ENDPOINT: nothing is not enough/);
  });

  it('ASVS 13.3.1: has an address without a key, and keys that are never shown', () => {
    expect(lineOf({ ...whole, S3_ENDPOINT: 'https://id:kanarie@store.example' })).not.toContain('kanarie');
    expect(lineOf({ ...whole, S3_SECRET_ACCESS_KEY: 'kanarie secret' })).toBe(
      'S3_SECRET_ACCESS_KEY: what it is set to (not shown) is not allowed; use the secret of that key, together with S3_ENDPOINT',
    );
    expect(JSON.stringify(describeConfig(read(whole)))).not.toContain('kanarie');
    expect(describeConfig(read(whole))).toMatchObject({ s3: 'https://s3.af-south-1.amazonaws.com/vlam-media' });
  });
});

describe('the local key', () => {
  it('is generated once and read afterwards', () => {
    const made = read({}).keys.masterId;
    expect(read({}).keys.masterId).toBe(made);
    const stored = readFileSync(join(folder, 'master.key'), 'utf8').trim();
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
    expect(createKeyRing(Buffer.from(stored, 'hex')).masterId).toBe(made);
  });

  it('that is missing beside its database is not replaced by a new one', () => {
    const left = mkdtempSync(join(folder, 'left-'));
    mkdirSync(join(left, 'postgres'));
    writeFileSync(join(left, 'postgres/PG_VERSION'), '18');
    expect(lineOf({ DATA_DIR: left })).toMatch(
      /^MASTER_KEY: nothing is set, and \/\S+master\.key, which belongs to the database beside it, is missing; use the file of a backup/,
    );
    expect(existsSync(join(left, 'master.key'))).toBe(false);
  });

  it('that was truncated prevents the start: nothing is ever sealed with half a key', () => {
    const cut = mkdtempSync(join(folder, 'cut-'));
    for (const text of ['', 'ab', `${'ab'.repeat(32)}ab`]) {
      writeFileSync(join(cut, 'master.key'), text);
      const line = lineOf({ DATA_DIR: cut });
      expect(line).toMatch(
        /^MASTER_KEY: nothing is set, and \/\S+master\.key cannot stand in for it \(it does not hold/,
      );
      expect(line).toMatch(/; use 64 hexadecimal digits in lower case \(32 bytes\)$/);
    }
  });
});

describe('payments', () => {
  it('go to the sandbox in the demo, and nowhere else unless configured', () => {
    expect(read({}).paymentProvider).toBe('sandbox');
    expect(read({ PAYMENT_PROVIDER: 'none' }).paymentProvider).toBeNull();
    expect(read({ DEMO: '0' }).paymentProvider).toBeNull();
    expect(read(production).paymentProvider).toBeNull();
    expect(read({ ...production, PAYMENT_PROVIDER: 'payfast' }).paymentProvider).toBe('payfast');
  });

  it('use the configured rand rate of a foreign currency', () => {
    expect(read({}).paymentRates).toEqual({});
    expect(read({ PAYMENT_RATES: 'USD:18.25,EUR:19.8' }).paymentRates).toEqual({ USD: 18.25, EUR: 19.8 });
  });
});
