import type { FanCard, FanFilter, fansOperations } from '@vlam/contract/fans';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { FanList, FanSort } from '@vlam/contract/rules/fans';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import type { MessagingService } from '../messaging/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { FanFigures, FigureReads } from './figures.ts';
import type { OwnLists } from './lists.ts';

type Operations = typeof fansOperations;

/** Sorted value, as text, of people who paid nothing, in the order by what was spent. */
export const paidNothing = 'none';

/** Where a page ended: the sorted value as text, and the person's id. */
export type FanPlace = readonly [value: string, id: string];

export interface FanQuery {
  creatorId: string;
  list: FanList;
  listId: string | null;
  sort: FanSort;
  q: string | null;
  activeSince: Date | null;
  /** Subscribers who do not renew and end before this moment. */
  endingBefore: Date | null;
  /** Subscribers for whom exactly this tier is open. */
  tier: number | null;
  earnedOverCents: number | null;
  now: Date;
  after: FanPlace | null;
  limit: number;
}

export interface FanFacts {
  id: string;
  accountId: string;
  displayName: string;
  startedAt: Date | null;
  paidUntil: Date | null;
  /** Open now, or the one that renewed last; null for who never subscribed. */
  tier: number | null;
  renews: boolean;
  priceCents: number | null;
  earnedCents: bigint;
  note: string;
  lists: string[];
}

export type FanCounts = Record<FanList, number>;

export interface FansDependencies {
  database: Database;
  clock: Clock;
  credits: Pick<CreditsService, 'payers'>;
  profiles: Pick<ProfilesService, 'listVisibleCards' | 'requireCreator' | 'restrict' | 'unrestrict' | 'isRestrictedBy'>;
  messaging: Pick<MessagingService, 'setConversation' | 'hasMuted'>;
  /** Reads across modules; `listFans` leaves out whom the creator may not see. */
  listFans(on: Db, query: FanQuery): Promise<{ id: string; at: Date; value: string }[]>;
  listFanFacts(on: Db, wanted: { creatorId: string; ids: readonly string[]; now: Date }): Promise<FanFacts[]>;
  countFans(on: Db, creatorId: string, now: Date): Promise<FanCounts>;
  figureReads: FigureReads;
  findFollowedSince(on: Db, creatorId: string, fanId: string): Promise<Date | null>;
}

/** People whom a creator may not see are `NOT_FOUND`, like unknown ones; so is the list of another creator. */
export interface Fans extends OwnLists {
  figures: FanFigures;
  list(viewer: Viewer, query: QueryOf<Operations['listFans']>): Promise<ResponseOf<Operations['listFans']>>;
  /** The whole list as chunks of a CSV file. */
  streamCsv(viewer: Viewer, filter: FanFilter): Promise<AsyncGenerator<string>>;
  get(viewer: Viewer, fanId: string): Promise<FanCard>;
  /** Writes or, when empty, removes the viewer's note. */
  setNote(viewer: Viewer, fanId: string, note: string): Promise<{ note: string }>;
  /** Mutes a person and takes no comments or show messages from them. */
  restrict(viewer: Viewer, fanId: string): Promise<void>;
  unrestrict(viewer: Viewer, fanId: string): Promise<void>;
}
