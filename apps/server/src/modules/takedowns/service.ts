import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { Jobs, JobTask } from '../../platform/jobs.ts';
import type { Notify } from '../../platform/notices.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { ContentService } from '../content/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MediaService } from '../media/service.ts';
import type { PaymentsService } from '../payments/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { type AccountFreezeDependencies, createAccountFreezes } from './account-freezes.ts';
import { createDesk, type Desk } from './desk.ts';
import { createEffects } from './effects.ts';
import { createSearch } from './search.ts';
import { createSecrets } from './secrets.ts';
import { createStaffDesk, type StaffDesk } from './staff.ts';
import { createStatements, type Statements } from './statements.ts';

export interface TakedownsService {
  desk: Desk;
  staff: StaffDesk;
  statements: Statements;
  tasks: JobTask[];
}

/** The public takedown desk. */
export function createTakedownsService(deps: {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'keys' | 'publicUrl'>;
  jobs: Jobs;
  notify: Notify;
  settings: Pick<OperatorSettings, 'get'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listStaff' | 'listFirstNames' | 'lockAccount' | 'suspend' | 'unsuspend'>;
  payments: Pick<PaymentsService, 'freezes'>;
  freezeRiskCase: AccountFreezeDependencies['freezeRiskCase'];
  media: MediaService;
  profiles: ProfilesService;
  content: ContentService;
}): TakedownsService {
  const { clock, database, profiles } = deps;
  const secrets = createSecrets(deps);
  const accountFreezes = createAccountFreezes(deps);
  const effects = createEffects({ ...deps, secrets, accountFreezes });
  const search = createSearch({ ...deps, effects });
  return {
    desk: createDesk({ ...deps, secrets }),
    staff: createStaffDesk({ ...deps, secrets, effects, listOwners: profiles.listByAccounts }),
    statements: createStatements({ database, clock, secrets, settings: deps.settings }),
    tasks: search.tasks,
  };
}
