import { createFileRights, type FileRights } from '../joins/file-rights.ts';
import { createNoticeRules } from '../joins/notice-rules.ts';
import { ownersOfReported } from '../joins/owners-of-reported.ts';
import { createFiguresReader } from '../joins/platform-figures.ts';
import { createCountReports, createHistorySources } from '../joins/user-history.ts';
import { createUserList } from '../joins/user-list.ts';
import { type AdministrationService, createAdministrationService } from '../modules/administration/service.ts';
import { createLegalService, type LegalService } from '../modules/legal/service.ts';
import { createModerationService, type ModerationService } from '../modules/moderation/service.ts';
import { createNotificationsService, type NotificationsService } from '../modules/notifications/service.ts';
import { createTakedownsService, type TakedownsService } from '../modules/takedowns/service.ts';
import { requireRunningJobs } from '../platform/jobs.ts';
import type { Foundation } from './foundation.ts';
import type { Meeting } from './meeting.ts';
import type { Money } from './money.ts';
import type { People } from './people.ts';
import type { Publishing } from './publishing.ts';

/** The modules of the highest rank: staff, reports, the takedown desk and notifications. */
export interface Oversight {
  fileRights: FileRights;
  administration: AdministrationService;
  moderation: ModerationService;
  takedowns: TakedownsService;
  legal: LegalService;
  notifications: NotificationsService;
}

export function createOversight(earlier: Foundation & Money & People & Publishing & Meeting): Oversight {
  const { messaging, messageMedia, subscriptions, database } = earlier;
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
    }),
    takedowns: createTakedownsService(earlier),
    legal: createLegalService(earlier),
    notifications: createNotificationsService({
      ...earlier,
      subscribersOf: subscriptions.listSubscribers,
      ...createNoticeRules(earlier),
      pushTransport: earlier.pushTransport,
    }),
  };
}
