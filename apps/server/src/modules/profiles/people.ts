import { relationshipStatuses } from '@vlam/contract/constants';
import type { PersonCard } from '@vlam/contract/discovery-people';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import * as store from './people-store.ts';
import { onlineWindowMs } from './policy.ts';
import { portraitAddress } from './portraits.ts';
import type { ProfileRow } from './store.ts';
import { isCreatorRow, isOnline, isVerified } from './view.ts';

/** What a profile alone says of the card of a person. */
export type OwnCardPart = Omit<PersonCard, 'distance' | 'mood' | 'flamed' | 'matched' | 'responseTime'>;

/** What lists by distance keep of a person. */
export interface PersonFacts {
  id: string;
  accountId: string;
  /** False for those who are in no list: suspended, hidden, incognito, not proved adult. */
  isListed: boolean;
  age: number;
  /** 0 not said, then the place in `relationshipStatuses`, from 1. */
  relationship: number;
  isVerified: boolean;
  lookingFor: readonly string[];
  lastSeenAt: Date | null;
  availableUntil: Date | null;
}

export interface People {
  /** Those of `ids` that exist for the viewer. */
  visibleCards(viewerId: string | null, ids: readonly string[]): Promise<OwnCardPart[]>;
  /** What people say of themselves, of those of `ids` that exist for the viewer. */
  visibleBios(viewerId: string | null, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Facts of these people, whose profiles nobody else changes until the transaction ends. */
  lockFacts(db: Db, ids: readonly string[], options?: { skipLocked?: boolean }): Promise<PersonFacts[]>;
  /** The city that the profile names; undefined without one. */
  cityOf(profileId: string): Promise<string | undefined>;
  /** When the switch lapses; null when it is off, undefined without a profile. */
  availableUntil(profileId: string): Promise<Date | null | undefined>;
  setAvailable(db: Db, profileId: string, until: Date | null): Promise<void>;
  /** Whether a profile is online: a tab is open, or was a minute ago. */
  isHere(profileId: string): Promise<boolean>;
}

const hourMs = 3_600_000;

/** Band of the last visit; incognito members show an earlier one. */
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

const toOwnCardPart = (row: ProfileRow, now: Date): OwnCardPart => ({
  id: row.id,
  displayName: row.display_name,
  age: row.stated_age,
  location: row.city,
  relationshipStatus: row.relationship_status as PersonCard['relationshipStatus'],
  lookingFor: row.looking_for,
  isOnline: isOnline(row, now),
  isAvailable: !row.incognito && row.available_until !== null && row.available_until > now,
  lastActive: lastActiveBand(row, now),
  isVerified: isVerified(row),
  isCreator: isCreatorRow(row),
  portraitUrl: portraitAddress(row, 'card'),
  avatarUrl: portraitAddress(row, 'avatar'),
});

const toFacts = (row: ProfileRow): PersonFacts => ({
  id: row.id,
  accountId: row.account_id,
  isListed: row.hidden_at === null && !row.awaiting_age_check && !row.incognito,
  age: row.stated_age,
  relationship: (relationshipStatuses as readonly (string | null)[]).indexOf(row.relationship_status) + 1,
  isVerified: isVerified(row),
  lookingFor: row.looking_for,
  lastSeenAt: row.last_seen_at,
  availableUntil: row.available_until,
});

export function createPeople({ database, clock }: { database: Database; clock: Clock }): People {
  const listVisible = store.createListVisible(database);
  return {
    async visibleCards(viewerId, ids) {
      const now = clock.now();
      return (await listVisible(viewerId, ids)).map((row) => toOwnCardPart(row, now));
    },
    visibleBios: async (viewerId, ids) => new Map((await listVisible(viewerId, ids)).map((row) => [row.id, row.bio])),
    lockFacts: async (db, ids, options) => (await store.lockPeople(db, ids, options)).map(toFacts),
    cityOf: (profileId) => store.findCity(database.db, profileId),
    availableUntil: (profileId) => store.findAvailable(database.db, profileId),
    setAvailable: store.setAvailable,
    async isHere(profileId) {
      const seenAt = await store.findLastSeen(database.db, profileId);
      return seenAt !== null && clock.now().getTime() - seenAt.getTime() < onlineWindowMs;
    },
  };
}
