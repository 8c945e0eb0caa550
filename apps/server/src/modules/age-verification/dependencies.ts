import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';

/** Dependencies shared by the files of this module. */
export interface AgeVerificationDependencies {
  config: Config;
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  mailer: Mailer;
  compliance: Pick<ComplianceService, 'recordAction' | 'accountConsents'>;
  identity: Pick<IdentityService, 'getAccount'>;
  /** Gives the account access, and shows its profile to others. */
  markAgeVerified(db: Db, accountId: string, at: Date): Promise<void>;
  /** Removes access, and hides the profile. */
  markAgeUnverified(db: Db, accountId: string): Promise<void>;
  /** Sets the verified badge after staff checked the identity document, or removes it (null). */
  markIdentityChecked(db: Db, accountId: string, at: Date | null): Promise<void>;
  /** Whether an ID number, as its HMAC, may not come back. */
  isBanned(on: Db, kind: 'id_number', subject: Buffer): Promise<boolean>;
}
