import type { ContentView } from '@vlam/contract/content';
import type { PersonCard } from '@vlam/contract/discovery-people';
import type { CurrentUser } from '@vlam/contract/identity';
import type { ProfileView } from '@vlam/contract/profiles';
import type { BanKind } from '@vlam/contract/rules/risk';
import type { AccountConsentsDependencies } from '../modules/compliance/service.ts';
import type { Figures } from '../modules/discovery/service.ts';
import type { IsEvidence, MayView, PreviewMsOf } from '../modules/media/service.ts';
import type { FindPeople } from '../modules/payments/service.ts';
import type { Payer } from '../modules/payouts/dashboard.ts';
import type { ProfileFacts, ProfilesDependencies, SavedCreator } from '../modules/profiles/service.ts';
import type { Db } from '../platform/database.ts';
import type { ModulePurpose, Purpose } from '../platform/purpose.ts';
import type { SendMessage } from '../platform/realtime.ts';
import type { EventHandler } from '../platform/realtime-client-events.ts';
import type { Viewer } from '../platform/viewer.ts';

/**
 * Everything a service needs from one that is built after it; `answer-upward-ports.ts` lists their implementations. A port that
 * takes `tx` runs in the caller's transaction: if it throws, the caller's change is rolled back.
 */
export interface UpwardPorts {
  // The socket.
  sendMessage: SendMessage;
  recordSeen(profileId: string): void;
  /** The accounts, of these viewers, that may receive events of the thread. */
  listThreadSubscribers(conversationId: string, viewers: readonly Viewer[]): Promise<ReadonlySet<string>>;
  /** The accounts, of these viewers, that may receive events of the show. */
  listShowSubscribers(liveId: string, viewers: readonly Viewer[]): Promise<ReadonlySet<string>>;
  /** The accounts, of these viewers, that may see the creator. */
  listCreatorSubscribers(creatorId: string, viewers: readonly Viewer[]): Promise<ReadonlySet<string>>;
  publishTyping: EventHandler<'typing'>;
  relayCallSignal: EventHandler<'call.signal'>;
  recordCallAlive: EventHandler<'call.alive'>;

  // identity
  findCurrentUser(accountId: string): Promise<CurrentUser | null>;
  creditBalance(accountId: string): Promise<number>;
  setProfileHidden(tx: Db, accountId: string, hidden: boolean): Promise<void>;
  emailConfirmed(tx: Db, accountId: string): Promise<void>;
  emailChanged(tx: Db, accountId: string): Promise<void>;

  // media
  mayViewFile: MayView;
  /** Whether a file is rated X18 and the account lacks the level. */
  isFileShut: MayView;
  filesBlocked(tx: Db, mediaIds: readonly string[]): Promise<void>;
  /** A file is ready or has failed. */
  fileSettled(mediaId: string): Promise<void>;
  previewMsOf: PreviewMsOf;
  isFlaggedFile: IsEvidence;

  // compliance
  /** HMAC of the proven ID number, by account. */
  listPersonKeys(on: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;

  /** Deletes what a consent was for: an orientation, or all else that a member says of their sex life, and their matching. */
  consentWithdrawn: AccountConsentsDependencies['onWithdrawn'];

  // payments
  purposeOf(name: ModulePurpose): Purpose;
  /** Those of these creators that the viewer may see. */
  listPayees: FindPeople;

  // age-verification and payouts
  /** Whether a keyed hash may not come back. */
  isBanned(on: Db, kind: BanKind, subject: Buffer): Promise<boolean>;

  // payouts
  countSubscribers(viewer: Viewer): Promise<number>;
  countNewSubscribers(profileId: string, since: Date): Promise<number>;
  listPeopleByAccount(viewer: Viewer, accountIds: readonly string[]): Promise<ReadonlyMap<string, Payer>>;
  tipsByItem(
    profileId: string,
    from: Date | null,
    contentIds?: readonly string[],
  ): Promise<ReadonlyMap<string, { tips: number; cents: number }>>;
  listOwnItems(viewer: Viewer, profileId: string): Promise<ContentView[]>;
  listItems(viewer: Viewer, ids: readonly string[]): Promise<ContentView[]>;

  // age-verification
  ageAccepted(tx: Db, accountId: string, at: Date): Promise<void>;
  ageWithdrawn(tx: Db, accountId: string): Promise<void>;
  identityChecked(tx: Db, accountId: string, at: Date | null): Promise<void>;

  // profiles
  completeProfile(viewer: Viewer, facts: ProfileFacts): Promise<ProfileView>;
  searchContent: ProfilesDependencies['searchContent'];
  hasCallWith: ProfilesDependencies['hasCallWith'];
  followedCreatorIds: ProfilesDependencies['followedCreatorIds'];
  findAutoDelete(profileId: string): Promise<number | null>;
  setAutoDelete(tx: Db, profileId: string, minutes: number | null): Promise<void>;
  peopleChanged(tx: Db, profileIds: readonly string[]): Promise<void>;
  peopleSeen(profileIds: readonly string[]): Promise<void>;
  priceChanged(tx: Db, profileId: string, priceCents: number | null): Promise<void>;
  /** Throws where the profile may not name the city. */
  cityChanged(tx: Db, profileId: string, before: string, after: string): Promise<void>;

  /** A profile was saved, or its age proven. */
  creatorSaved(tx: Db, saved: SavedCreator): Promise<void>;

  // film-board
  /** Hides what relies on the registration's exemption, in a transaction begun by `transact`. */
  exemptionEnded(tx: Db, registrationId: string): Promise<void>;

  // subscriptions
  /** Posts and shows that open from exactly this tier on. */
  countFromTier(
    tx: Db,
    wanted: { creatorId: string; tier: number; now: Date },
  ): Promise<{ posts: number; shows: number }>;
  subscribed(tx: Db, pairs: readonly { creatorId: string; subscriberId: string }[]): Promise<void>;

  // social
  followed(tx: Db, pair: { creatorId: string; followerId: string }): Promise<void>;

  // locations
  personCards(viewer: Viewer, profileIds: readonly string[]): Promise<ReadonlyMap<string, PersonCard>>;

  // profiles, content and messaging
  isFilePublished(on: Db, mediaId: string): Promise<boolean>;
  /** Whether a file was sent in a message, or is attached to one. */
  isFileSent(on: Db, mediaId: string): Promise<boolean>;
  /** Whether a file was delivered for a request. */
  isFileDelivered(on: Db, mediaId: string): Promise<boolean>;
  /** Which of these attachments a report holds. */
  reportedAttachments(on: Db, attachmentIds: readonly string[]): Promise<ReadonlySet<string>>;
  messagesRead(tx: Db, read: readonly { accountId: string; senderId: string }[]): Promise<void>;

  // discovery
  countLive(): Promise<number>;
  countUnread(profileId: string | null): Promise<number>;
  /** In minutes, by profile id. */
  responseTimesOf(profileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  matched(tx: Db, one: string, other: string): Promise<string | undefined>;
  moreFigures(): Promise<Pick<Figures, 'languages' | 'liveCalls' | 'giftsSent' | 'satisfaction'>>;
}

/** Ports to hand to services, and how to connect them once every service is built. */
export function createUpwardPorts(): { ports: UpwardPorts; connect(answers: UpwardPorts): void } {
  let connected: UpwardPorts | null = null;
  const ports = new Proxy({} as UpwardPorts, {
    get:
      (_, name) =>
      (...args: unknown[]) => {
        if (!connected) throw new Error(`${String(name)} was called before every service was built`);
        return Reflect.apply(Reflect.get(connected, name), undefined, args);
      },
  });
  return {
    ports,
    connect(answers) {
      connected = answers;
    },
  };
}
