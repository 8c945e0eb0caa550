import type { StoredInformation } from '@vlam/contract/records-stored';
import type { Config } from '../../platform/config.ts';
import type { JobTask } from '../../platform/jobs.ts';
import type { IdentityService } from '../identity/service.ts';
import { type BreachDependencies, type Breaches, createBreaches } from './breaches/breaches.ts';
import { type BreachNoticeDependencies, type BreachNotices, createBreachNotices } from './breaches/notices.ts';
import { createStaffConsents, type StaffConsentDependencies, type StaffConsents } from './consents.ts';
import { createHolds, type HoldSubjects, type Holds } from './holds/holds.ts';
import { type AuthorityRequests, createAuthorityRequests } from './holds/requests.ts';
import {
  createInformationCases,
  type InformationCaseDependencies,
  type InformationCases,
} from './information/cases.ts';
import { createInformationRequests, type InformationRequests } from './information/requests.ts';
import { createInformationSecrets } from './information/secrets.ts';
import { createOwnDeletion, type OwnDeletion, type OwnDeletionDependencies } from './own-data/deletion.ts';
import { createOwnExports, type OwnExports } from './own-data/exports.ts';
import { createReports, type Reports, type ReportsDependencies } from './reports/reports.ts';
import { createRetention, type Retention, type RetentionDependencies } from './retention/retention.ts';
import { createReviewers, type ReviewerDependencies, type Reviewers } from './reviewers/reviewers.ts';
import { createCountWaiting, type RecordsWaiting } from './waiting.ts';

export interface RecordsService {
  reports: Reports;
  authorityRequests: AuthorityRequests;
  holds: Holds;
  retention: Retention;
  consents: StaffConsents;
  reviewers: Reviewers;
  breaches: Breaches;
  breachNotices: BreachNotices;
  information: { requests: InformationRequests; cases: InformationCases };
  ownData: OwnExports & OwnDeletion;
  storedInformation: StoredInformationReader;
  countWaiting(): Promise<RecordsWaiting>;
  tasks: JobTask[];
}

/** What is stored of one member, by kind: how much of it, and the rule that ends it. */
export interface StoredInformationReader {
  list(accountId: string): Promise<StoredInformation>;
}

type Dependencies = ReportsDependencies &
  RetentionDependencies &
  InformationCaseDependencies &
  BreachDependencies &
  OwnDeletionDependencies &
  StaffConsentDependencies &
  ReviewerDependencies &
  BreachNoticeDependencies & {
    config: Pick<Config, 'publicUrl' | 'keys'>;
    identity: Pick<IdentityService, 'listNames' | 'listStaff'>;
    holdSubjects: HoldSubjects;
    storedInformation: StoredInformationReader;
  };

/** What the platform must be able to show, keep, hand over and forget. */
export function createRecordsService(deps: Dependencies): RecordsService {
  const reports = createReports(deps);
  const retention = createRetention(deps);
  const breachNotices = createBreachNotices(deps);
  const secrets = createInformationSecrets(deps.config);
  const deletion = createOwnDeletion(deps);
  const exports = createOwnExports(deps, deletion);
  return {
    reports,
    authorityRequests: createAuthorityRequests(deps),
    holds: createHolds(deps),
    retention,
    consents: createStaffConsents(deps),
    reviewers: createReviewers({ ...deps, findReport: reports.find }),
    breaches: createBreaches({ ...deps, notices: breachNotices }),
    breachNotices,
    information: {
      requests: createInformationRequests({ ...deps, secrets }),
      cases: createInformationCases({ ...deps, secrets }),
    },
    ownData: { ...deletion, ...exports },
    storedInformation: deps.storedInformation,
    countWaiting: createCountWaiting(deps),
    tasks: [...reports.tasks, ...retention.tasks, ...breachNotices.tasks, ...deletion.tasks, ...exports.tasks],
  };
}
