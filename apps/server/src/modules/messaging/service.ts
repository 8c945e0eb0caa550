import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Jobs, JobTask } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { CreditsService } from '../credits/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { createMessageChanges, type MessageChanges } from './messages/change-message.ts';
import { createExpiry } from './messages/expire.ts';
import { createMessageReading, type MessageReading } from './messages/list-messages.ts';
import { createOwnData, type OwnData } from './messages/own-data.ts';
import { createPresenter } from './messages/present.ts';
import { createNotifyReceivers } from './posting/notify-receivers.ts';
import { createPoster } from './posting/post.ts';
import { createMessagePublisher, type MessagePublisher } from './posting/publish.ts';
import { createSending, type SendDependencies, type Sending } from './posting/send-message.ts';
import { createEvidence, type Evidence } from './reports/evidence.ts';
import { createResponseTimes, type ResponseTimes } from './response-times/response-times.ts';
import { listAccepting } from './threads/accepting-store.ts';
import { type Changes, createChanges } from './threads/changes.ts';
import { type Conversations, type ConversationsDependencies, createConversations } from './threads/conversations.ts';
import { createThreadEvents, type ThreadEvents } from './threads/live.ts';
import { createMutes, type Mutes } from './threads/mutes.ts';
import { findAutoDelete, setAutoDelete } from './threads/thread-store.ts';
import { type MessageMediaPort, type OnMessagesRead, withoutMedia } from './types.ts';

export { attachmentsWithFile, isOpenInThread } from './media/media-store.ts';
export { createListQuotaExempt } from './posting/quota-exempt.ts';
export type { ReportedMessage } from './reports/evidence.ts';
export { unreadMessagesOf } from './threads/list-store.ts';
export { hasMutedIn } from './threads/mute-store.ts';
export type { MessageMediaPort } from './types.ts';

export interface MessagingDependencies
  extends Omit<SendDependencies, 'media'>,
    Omit<ConversationsDependencies, 'media' | 'onRead'> {
  profiles: Pick<ProfilesService, 'addAcquaintance' | 'findAccountId' | 'cards'>;
  credits: SendDependencies['credits'] & Pick<CreditsService, 'findVisibleEarnings'>;
  database: Database;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  realtime: Pick<Realtime, 'toProfile' | 'toTopic' | 'toTopicHere' | 'joinedHere' | 'closing'>;
  media?: MessageMediaPort;
  notify: Notify;
  /** Called in the transaction after which these accounts have nothing unread from these senders. */
  onRead?: OnMessagesRead;
}

export interface MessagingService
  extends Conversations,
    MessageReading,
    MessageChanges,
    Changes,
    Evidence,
    OwnData,
    ThreadEvents,
    Mutes,
    Pick<ResponseTimes, 'responseRatesOf' | 'responseTimesOf' | 'measureResponseTimes'>,
    Pick<Sending, 'send' | 'postWithin'>,
    Pick<MessagePublisher, 'publishCreated' | 'publishChanged'> {
  /** Minutes after which a member's messages expire, in every thread; null for never. */
  autoDeleteOf(profileId: string): Promise<number | null>;
  setAutoDelete(db: Db, profileId: string, minutes: number | null): Promise<void>;
  /** People who accepted messages of a profile, where each sees the other; latest thread first, at most 500. */
  listAccepting(on: Db, profileId: string): Promise<string[]>;
  /** Deletes expired messages for good; returns how many. */
  deleteExpired(): Promise<number>;
  tasks: JobTask[];
}

/** Threads of two members and their messages. */
export function createMessagingService(given: MessagingDependencies): MessagingService {
  const deps = { media: withoutMedia, onRead: async () => {}, ...given };
  const { database } = deps;
  const presenter = createPresenter(deps);
  const publisher = createMessagePublisher({ ...deps, presenter, onSent: createNotifyReceivers(deps) });
  const poster = createPoster(deps);
  const parts = { ...deps, presenter, publisher, poster };
  const expiry = createExpiry({ ...deps, publisher });
  const { responseTimeTasks, ...answers } = createResponseTimes(deps);
  const sending = createSending(parts);
  return {
    ...createConversations(parts),
    ...createMessageReading(parts),
    ...createMessageChanges(parts),
    ...createChanges(deps),
    ...createEvidence(deps),
    ...sending,
    ...createThreadEvents(deps),
    ...createMutes(deps),
    ...createOwnData(deps),
    ...answers,
    publishCreated: publisher.publishCreated,
    publishChanged: publisher.publishChanged,
    autoDeleteOf: (profileId) => findAutoDelete(database.db, profileId),
    setAutoDelete,
    listAccepting,
    deleteExpired: expiry.deleteExpired,
    tasks: [...expiry.tasks, ...responseTimeTasks],
  };
}
