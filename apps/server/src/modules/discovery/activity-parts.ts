import type { PersonCard } from '@vlam/contract/discovery-people';
import type { DiscoveryPart } from '@vlam/contract/realtime';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** Shared by posts and moods. */
export interface ActivityParts {
  db: Database['db'];
  clock: Clock;
  /** Cards of the people visible to this viewer. */
  cardsOf(viewer: Viewer, profileIds: readonly string[]): Promise<ReadonlyMap<string, PersonCard>>;
  /** Counts a member's craving for a category; a failure is logged and loses one count. */
  recordCraving(profileId: string, category: string): Promise<void>;
  /** Publishes that a part of discovery changed; call it after the commit. */
  changed(part: DiscoveryPart): void;
}
