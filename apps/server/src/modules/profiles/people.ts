import { relationshipStatuses } from '@vlam/contract/constants';
import type { PersonCard } from '@vlam/contract/discovery-people';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import * as store from './people-store.ts';
import { onlineWindowMs } from './policy.ts';
import { portraitUrl } from './portraits.ts';
import type { ProfileRow } from './store.ts';
import { isCreatorRow, isOnline, isPhotoChecked, isVerified, shownIntent } from './view.ts';

/** Fields of a person card that come from the profile alone. */
export type PersonCardFields = Omit<PersonCard, 'distance' | 'mood' | 'flamed' | 'matched' | 'responseTime'>;

/** Profile data that lists by distance store. */
export interface PersonFacts {
  id: string;
  accountId: string;
  /** False when suspended, hidden, incognito or not proved adult. */
  isListed: boolean;
  age: number;
  /** 0 when not stated, otherwise the 1-based position in `relationshipStatuses`. */
  relationship: number;
  isVerified: boolean;
  lookingFor: readonly string[];
  lastSeenAt: Date | null;
  availableUntil: Date | null;
}

export interface People {
  /** Cards of the profiles among `ids` that are visible to the viewer. */
  listVisibleCards(viewerId: string | null, ids: readonly string[]): Promise<PersonCardFields[]>;
  /** Bios by profile id, of the profiles among `ids` that are visible to the viewer. */
  listVisibleBios(viewerId: string | null, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The accounts, of these viewers, that may see the creator. */
  listCreatorSubscribers(creatorId: string, viewers: readonly Viewer[]): Promise<ReadonlySet<string>>;
  /** Facts of these profiles, whose rows stay locked until the transaction ends. */
  lockFacts(db: Db, ids: readonly string[], options?: { skipLocked?: boolean }): Promise<PersonFacts[]>;
  /** City of the profile; undefined without a profile. */
  findCity(profileId: string): Promise<string | undefined>;
  /** When availability lapses; null when it is off, undefined without a profile. */
  findAvailableUntil(profileId: string): Promise<Date | null | undefined>;
  setAvailable(db: Db, profileId: string, until: Date | null): Promise<void>;
  /** Whether a tab of the profile was open within the last minute; ignores incognito. */
  wasSeenRecently(profileId: string): Promise<boolean>;
}

const hourMs = 3_600_000;

/** Band of the last visit; for incognito members always 'earlier'. */
export function lastActiveBand(
  row: Pick<ProfileRow, 'incognito' | 'last_seen_at'>,
  now: Date,
): PersonCard['lastActive'] {
  if (isOnline(row, now)) return 'now';
  if (row.incognito || !row.last_seen_at) return 'earlier';
  const age = now.getTime() - row.last_seen_at.getTime();
  if (age < hourMs) return 'hour';
  if (age < 24 * hourMs) return 'today';
  return age < 7 * 24 * hourMs ? 'week' : 'earlier';
}

const toPersonCardFields = (row: ProfileRow, now: Date): PersonCardFields => ({
  id: row.id,
  displayName: row.display_name,
  age: row.stated_age,
  location: row.city,
  ...shownIntent(row),
  isOnline: isOnline(row, now),
  isAvailable: !row.incognito && row.available_until !== null && row.available_until > now,
  lastActive: lastActiveBand(row, now),
  isVerified: isVerified(row),
  isPhotoChecked: isPhotoChecked(row),
  isCreator: isCreatorRow(row),
  portraitUrl: portraitUrl(row, 'card'),
  avatarUrl: portraitUrl(row, 'avatar'),
});

const toPersonFacts = (row: ProfileRow): PersonFacts => {
  const { relationshipStatus, lookingFor } = shownIntent(row);
  return {
    id: row.id,
    accountId: row.account_id,
    isListed: row.hidden_at === null && !row.awaiting_age_check && !row.incognito,
    age: row.stated_age,
    relationship: (relationshipStatuses as readonly (string | null)[]).indexOf(relationshipStatus) + 1,
    isVerified: isVerified(row),
    lookingFor,
    lastSeenAt: row.last_seen_at,
    availableUntil: row.available_until,
  };
};

export function createPeople({ database, clock }: { database: Database; clock: Clock }): People {
  const listVisible = store.createListVisible(database);
  return {
    async listVisibleCards(viewerId, ids) {
      const now = clock.now();
      return (await listVisible(viewerId, ids)).map((row) => toPersonCardFields(row, now));
    },
    listVisibleBios: async (viewerId, ids) =>
      new Map((await listVisible(viewerId, ids)).map((row) => [row.id, row.bio])),
    listCreatorSubscribers: (creatorId, viewers) => store.listCreatorSubscribers(database.db, creatorId, viewers),
    lockFacts: async (db, ids, options) => (await store.lockPeople(db, ids, options)).map(toPersonFacts),
    findCity: (profileId) => store.findCity(database.db, profileId),
    findAvailableUntil: (profileId) => store.findAvailable(database.db, profileId),
    setAvailable: store.setAvailable,
    async wasSeenRecently(profileId) {
      const seenAt = await store.findLastSeen(database.db, profileId);
      return seenAt !== null && clock.now().getTime() - seenAt.getTime() < onlineWindowMs;
    },
  };
}
