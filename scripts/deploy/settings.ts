import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../apps/server/src/platform/config.ts';
import { settings } from '../../apps/server/src/platform/settings.ts';

const providers = join(import.meta.dirname, '../../apps/server/src/modules/payments/providers/settings.ts');

/** Settings of payment providers, which are read one by one. */
export const readProviderSettingNames = (): string[] => [
  ...new Set(readFileSync(providers, 'utf8').match(/\b(PAYSTACK|PAYFAST|CCBILL|VEROTEL)_[A-Z_]+\b/g)),
];

/** Every setting that the program reads. */
export const settingNames = (): Set<string> => new Set([...Object.keys(settings.shape), ...readProviderSettingNames()]);

/** A value of each kind, for the ones that an operator fills in. */
const samples: Record<string, string> = {
  PUBLIC_URL: 'https://vlam.example',
  SMTP_URL: 'smtps://user:password@mail.example',
  MAIL_FROM: 'Vlam <no-reply@vlam.example>',
  SUPPORT_EMAIL: 'support@vlam.example',
  DATABASE_URL: 'postgres://vlam_application:password@database.example/vlam',
  S3_ACCESS_KEY_ID: `GK${'ab'.repeat(16)}`,
};
export const sampleOf = (name: string): string => samples[name] ?? 'ab'.repeat(32);

/** What the program makes of an environment; throws as it does at its start. */
export function startWith(environment: Record<string, string>): Config {
  const folder = mkdtempSync(join(tmpdir(), 'vlam-deploy-'));
  try {
    return readConfig({ ...environment, DATA_DIR: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
