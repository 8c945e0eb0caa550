import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Jobs, JobTask } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { CreditsService } from '../credits/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { type Changing, createChanging } from './messages/change-message.ts';
import { createExpiry } from './messages/expire.ts';
import { createReading, type Reading } from './messages/list-messages.ts';
import { createOwnData, type OwnData } from './messages/own-data.ts';
import { createPresenter } from './messages/present.ts';
import { createNotifyReceivers } from './posting/notify-receivers.ts';
import { createPoster } from './posting/post.ts';
import { createTell, type Tell } from './posting/publish.ts';
import { createSending, type SendDependencies, type Sending } from './posting/send-message.ts';
import { createEvidence, type Evidence } from './reports/evidence.ts';
import { type Answers, createAnswers } from './response-times/response-times.ts';
import { type Changes, createChanges } from './threads/changes.ts';
import { type Conversations, type ConversationsDependencies, createConversations } from './threads/conversations.ts';
import { listenInThreads } from './threads/live.ts';
import { findAutoDelete, setAutoDelete } from './threads/thread-store.ts';
import { type MessageMediaPort, type OnRead, withoutMedia } from './types.ts';

export { listOwedAnswers } from './posting/quota-exempt.ts';
export { unreadMessagesOf } from './threads/list-store.ts';
export type { MessageMediaPort } from './types.ts';

export interface MessagingDependencies
  extends Omit<SendDependencies, 'media'>,
    Omit<ConversationsDependencies, 'media' | 'onRead'> {
  profiles: Pick<ProfilesService, 'meet' | 'accountIdOf' | 'cards'>;
  credits: SendDependencies['credits'] & Pick<CreditsService, 'earnedBy'>;
  database: Database;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  realtime: Pick<Realtime, 'toProfile' | 'toTopic' | 'toTopicHere' | 'joinedHere' | 'addTopics' | 'handle'>;
  media?: MessageMediaPort;
  notify: Notify;
  /** Hears that nothing of these senders is unread any more to those accounts; of several in a transaction. */
  onRead?: OnRead;
}

export interface MessagingService
  extends Conversations,
    Reading,
    Changing,
    Changes,
    Evidence,
    OwnData,
    Pick<Answers, 'responseRatesOf' | 'responseTimesOf' | 'measureAnswers'>,
    Pick<Sending, 'send' | 'postWithin'>,
    Pick<Tell, 'sent' | 'changed'> {
  /** Minutes after which a member's messages go, in every thread; null for never. */
  autoDeleteOf(profileId: string): Promise<number | null>;
  setAutoDelete(db: Db, profileId: string, minutes: number | null): Promise<void>;
  /** Publishes presence changes to clients of this process with an open thread; runs every ten seconds. */
  lookWhoIsOnline(): Promise<void>;
  /** Deletes for good what is past its time; answers how many messages. */
  deleteExpired(): Promise<number>;
  tasks: JobTask[];
}

/** Threads of two people and what they say in them. */
export function createMessagingService(given: MessagingDependencies): MessagingService {
  const deps = { media: withoutMedia, onRead: async () => {}, ...given };
  const { database } = deps;
  const presenter = createPresenter(deps);
  const tell = createTell({ ...deps, presenter, onSent: createNotifyReceivers(deps) });
  const poster = createPoster(deps);
  const parts = { ...deps, presenter, tell, poster };
  const expiry = createExpiry({ ...deps, tell });
  const { answerTasks, ...answers } = createAnswers(deps);
  const sending = createSending(parts);
  return {
    ...createConversations(parts),
    ...createReading(parts),
    ...createChanging(parts),
    ...createChanges(deps),
    ...createEvidence(deps),
    ...sending,
    ...listenInThreads(deps),
    ...createOwnData(deps),
    ...answers,
    sent: tell.sent,
    changed: tell.changed,
    autoDeleteOf: (profileId) => findAutoDelete(database.db, profileId),
    setAutoDelete,
    deleteExpired: expiry.deleteExpired,
    tasks: [...expiry.tasks, ...answerTasks],
  };
}
