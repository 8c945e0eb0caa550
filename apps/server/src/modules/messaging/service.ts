import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Jobs, JobTask } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { type Answers, createAnswers } from './answers.ts';
import { type Changing, createChanging } from './change-message.ts';
import { type Changes, createChanges } from './changes.ts';
import { type Conversations, type ConversationsDependencies, createConversations } from './conversations.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { createExpiry } from './expire.ts';
import { createReading, type Reading } from './list-messages.ts';
import { listenInThreads } from './live.ts';
import { createOwnData, type OwnData } from './own-data.ts';
import { type MessageMediaPort, type OnRead, withoutMedia } from './parts.ts';
import { createPoster } from './post.ts';
import { createPresenter } from './present.ts';
import { createSending, type SendDependencies, type Sending } from './send-message.ts';
import { createTell, type SentMessage, type Tell } from './tell.ts';
import { findAutoDelete, setAutoDelete } from './thread-store.ts';

export { listOwedAnswers } from './owed-answers.ts';
export type { MessageMediaPort } from './parts.ts';
export type { SentMessage } from './tell.ts';

export interface MessagingDependencies
  extends Omit<SendDependencies, 'media'>,
    Omit<ConversationsDependencies, 'media' | 'onRead'> {
  profiles: Pick<ProfilesService, 'meet' | 'accountIdOf' | 'cards'>;
  database: Database;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  realtime: Pick<
    Realtime,
    'toProfile' | 'toTopic' | 'toTopicHere' | 'joinedHere' | 'addTopics' | 'hear' | 'sendMessagesWith'
  >;
  media?: MessageMediaPort;
  /** Hears of each message after its commit. */
  onSent?(message: SentMessage): void;
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
  const deps = { media: withoutMedia, onSent: () => {}, onRead: async () => {}, ...given };
  const { database } = deps;
  const presenter = createPresenter(deps);
  const tell = createTell({ ...deps, presenter });
  const poster = createPoster(deps);
  const parts = { ...deps, presenter, tell, poster };
  const expiry = createExpiry({ ...deps, tell });
  const { answerTasks, ...answers } = createAnswers(deps);
  const sending = createSending(parts);
  deps.realtime.sendMessagesWith(sending.send);
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
