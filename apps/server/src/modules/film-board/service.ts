import type { ComplianceAction } from '@vlam/contract/rules/film-board';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { JobTask } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { createAnswers } from './answers.ts';
import { createCertificates } from './certificates.ts';
import { createEndings } from './endings.ts';
import { createOwnRegistrations, type OwnRegistrations } from './own.ts';
import { actionOf } from './policy.ts';
import { createStaffRegistrations, type StaffRegistrations } from './staff.ts';
import * as store from './store.ts';

/** What other screens say of a creator's registration. */
export interface RegistrationFacts {
  state: store.RegistrationRow['status'] | null;
  dueOn: string | null;
  reason: string | null;
  isRegistered: boolean;
  hasExemption: boolean;
  /** Last day of the registration that holds. */
  validUntil: string | null;
  action: ComplianceAction | null;
}

export interface FilmBoardService extends Omit<OwnRegistrations, 'know'> {
  staff: StaffRegistrations;
  getFacts(profileId: string): Promise<RegistrationFacts>;
  /**
   * A registration with an X18 exemption that holds today, other than `exceptId`; it cannot end before the caller's
   * transaction does.
   */
  lockExemption(tx: Db, profileId: string, exceptId?: string): Promise<string | null>;
  /** Whether a file is the picture of a certificate. */
  isCertificate(on: Db, mediaId: string): Promise<boolean>;
  tasks: JobTask[];
}

/** Registrations of creators with the Film and Publication Board, and what they allow. */
export function createFilmBoardService(deps: {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'keys'>;
  logger: Logger;
  notify: Notify;
  compliance: Pick<ComplianceService, 'recordAction' | 'recordDecision' | 'listActions'>;
  identity: Pick<IdentityService, 'listFirstNames' | 'listStaff'>;
  media: MediaService;
  profiles: Pick<ProfilesService, 'cards' | 'findAccountId'>;
  isUsedElsewhere(on: Db, mediaId: string): Promise<boolean>;
  exemptionEnded(tx: Db, registrationId: string): Promise<void>;
}): FilmBoardService {
  const { clock } = deps;
  const { db } = deps.database;
  const answers = createAnswers(deps.config);
  const certificates = createCertificates(deps.config);
  const endings = createEndings(deps);
  const { know, ...own } = createOwnRegistrations({ ...deps, answers, certificates });
  return {
    ...own,
    staff: createStaffRegistrations({ ...deps, answers, certificates, endings }),
    async getFacts(profileId) {
      const known = await know(db, profileId);
      const { latest, active } = known;
      return {
        state: latest?.status ?? null,
        dueOn: latest?.status === 'pending' ? latest.due_on : null,
        reason: latest?.reason ?? null,
        isRegistered: active !== undefined,
        hasExemption: active?.x18_exemption === true,
        validUntil: active?.valid_until ?? null,
        action: actionOf(known),
      };
    },
    lockExemption: (tx, profileId, exceptId) =>
      store.lockExemption(tx, { profileId, today: johannesburgDay(clock.now()), exceptId: exceptId ?? null }),
    isCertificate: store.isCertificate,
    tasks: endings.tasks,
  };
}
