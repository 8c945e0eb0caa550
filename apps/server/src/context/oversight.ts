import { createAccountLookup } from '../joins/account-lookup.ts';
import { countChargebacks, listChargedBackCreators } from '../joins/chargeback-ratios.ts';
import { createConsentRows } from '../joins/consent-rows.ts';
import { createDeletionChecks } from '../joins/deletion-checks.ts';
import { createErasure } from '../joins/erasure.ts';
import { createFileRights, type FileRights } from '../joins/file-rights.ts';
import { createHoldSubjects } from '../joins/hold-subjects.ts';
import { createMemberData } from '../joins/member-data.ts';
import { createNoticeRules } from '../joins/notice-rules.ts';
import { ownersOfReported } from '../joins/owners-of-reported.ts';
import { createPeriodFiguresReader } from '../joins/period-figures.ts';
import { createFiguresReader } from '../joins/platform-figures.ts';
import { retentionSweeps } from '../joins/retention-sweeps.ts';
import { createReviewItems } from '../joins/review-items.ts';
import {
  listAccountsOf,
  listSharedBankAccounts,
  listSharedIdNumbers,
  listSignUps,
  readPayouts,
} from '../joins/risk-accounts.ts';
import { listBannable, listBannedUses } from '../joins/risk-bans.ts';
import { listActiveCreators, readIncome } from '../joins/risk-income.ts';
import { createRiskPeople } from '../joins/risk-people.ts';
import { createStoredInformation } from '../joins/stored-kinds.ts';
import { createCountReports, createHistorySources } from '../joins/user-history.ts';
import { createUserList } from '../joins/user-list.ts';
import { type AdministrationService, createAdministrationService } from '../modules/administration/service.ts';
import { createLegalService, type LegalService } from '../modules/legal/service.ts';
import { createModerationService, type ModerationService } from '../modules/moderation/service.ts';
import { createNotificationsService, type NotificationsService } from '../modules/notifications/service.ts';
import { createRecordsService, type RecordsService } from '../modules/records/service.ts';
import { createRiskService, type RiskService } from '../modules/risk/service.ts';
import { createTakedownsService, type TakedownsService } from '../modules/takedowns/service.ts';
import { requireRunningJobs } from '../platform/jobs.ts';
import type { Foundation } from './foundation.ts';
import type { Meeting } from './meeting.ts';
import type { Money } from './money.ts';
import type { People } from './people.ts';
import type { Publishing } from './publishing.ts';

/** The modules of the highest rank: staff, reports, the takedown desk, records and notifications. */
export interface Oversight {
  fileRights: FileRights;
  administration: AdministrationService;
  moderation: ModerationService;
  takedowns: TakedownsService;
  legal: LegalService;
  records: RecordsService;
  risk: RiskService;
  notifications: NotificationsService;
}

export function createOversight(earlier: Foundation & Money & People & Publishing & Meeting): Oversight {
  const { messaging, messageMedia, subscriptions, database } = earlier;
  const legal = createLegalService(earlier);
  const risk = createRiskService({
    ...earlier,
    people: createRiskPeople(),
    listBannable,
    facts: {
      ...{ listActiveCreators, readIncome, readPayouts, listSignUps, listSharedBankAccounts, listSharedIdNumbers },
      ...{ listAccountsOf, listChargedBackCreators, countChargebacks, listBannedUses },
    },
  });
  return {
    fileRights: createFileRights(database, earlier.clock),
    administration: createAdministrationService({
      ...earlier,
      userList: createUserList(database, earlier.clock),
      historySources: createHistorySources(database, earlier.credits),
      figuresReader: createFiguresReader(database),
      countReports: createCountReports(database),
      parts: {
        database: () => database.pool.query('select 1'),
        ledger: earlier.credits.health,
        storage: earlier.media.checkStorage,
        jobs: () => requireRunningJobs(database.db, earlier.clock.now()),
      },
    }),
    moderation: createModerationService({
      ...earlier,
      chosenMessages: messaging.chosenMessages,
      latestMessages: messaging.latestMessages,
      presentAttachments: messageMedia.presentReported,
      owners: ownersOfReported(earlier),
      reverseRiskCase: risk.cases.reverse,
    }),
    takedowns: createTakedownsService({ ...earlier, freezeRiskCase: risk.cases.freezeAfterComplaint }),
    legal,
    records: createRecordsService({
      ...earlier,
      periodFigures: createPeriodFiguresReader(database),
      operatorName: legal.getOperatorName,
      holdSubjects: createHoldSubjects(database),
      retentionSweeps,
      memberData: createMemberData(database),
      storedInformation: createStoredInformation(database, earlier.clock),
      deletionChecks: createDeletionChecks(earlier),
      erasure: createErasure({
        ...{ database, clock: earlier.clock, eraseMessages: messaging.eraseMessages },
        removeFolder: earlier.media.removeDerived,
      }),
      operatorFacts: legal.getOfficer,
      ...createAccountLookup(database),
      consentRows: createConsentRows(database),
      reviewItems: createReviewItems(database),
    }),
    risk,
    notifications: createNotificationsService({
      ...earlier,
      subscribersOf: subscriptions.listSubscribers,
      ...createNoticeRules(earlier),
      pushTransport: earlier.pushTransport,
    }),
  };
}
