import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';

/** What the files of this module need. */
export interface AgeVerificationDependencies {
  config: Config;
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  mailer: Mailer;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'getAccount'>;
  /** Opens the gate for an account, and its profile to others. */
  markAgeVerified(db: Db, accountId: string, at: Date): Promise<void>;
  /** Closes the gate again, and hides the profile. */
  markAgeUnverified(db: Db, accountId: string): Promise<void>;
  /** Staff looked at the identity document: the badge. */
  markIdentityChecked(db: Db, accountId: string, at: Date): Promise<void>;
}
