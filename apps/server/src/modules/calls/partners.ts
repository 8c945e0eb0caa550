import type { CallPartner, callsOperations } from '@vlam/contract/calls';
import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import { callRates } from '@vlam/contract/rules/calls';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { onlineWindowMs, type ProfilesService, requireProfileId, tooManyPeople } from '../profiles/service.ts';
import { takesCalls } from './relay.ts';
import * as store from './settings-store.ts';

type Settings = ResponseOf<typeof callsOperations.getCallSettings>;

export interface Partners {
  listPartners(
    viewer: Viewer,
    query: QueryOf<typeof callsOperations.listCallPartners>,
  ): Promise<{ items: CallPartner[]; nextCursor: string | null }>;
  /** Null for a member who takes no calls. Throws `NOT_FOUND` unless the viewer may see the profile. */
  getPartner(viewer: Viewer, profileId: string): Promise<CallPartner | null>;
  /** Number of current calls. */
  countLiveCalls(): Promise<number>;
  /** Sum and number of star ratings of one profile's calls, or of all calls. */
  callStars(profileId: string | null): Promise<{ stars: number; ratings: number }>;
  settings(viewer: Viewer): Promise<Settings>;
  setSettings(viewer: Viewer, body: BodyOf<typeof callsOperations.setCallSettings>): Promise<Settings>;
}

export const hereSince = (now: Date): Date => new Date(now.getTime() - onlineWindowMs);

const position = z.tuple([z.int(), z.uuid()]);

const meanOf = (row: Pick<store.SettingsRow, 'stars' | 'ratings'>): number | null =>
  row.ratings === 0 ? null : Math.round((row.stars / row.ratings) * 10) / 10;

const toSettings = (row: store.SettingsRow | undefined): Settings => ({
  available: row?.available ?? false,
  creditsPerMinute: row?.credits_per_minute ?? callRates.lowest,
  rating: row ? meanOf(row) : null,
  ratings: row?.ratings ?? 0,
});

export function createPartners(deps: {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'turn' | 'directCalls'>;
  profiles: Pick<ProfilesService, 'listVisibleCards' | 'cards' | 'recordShown' | 'requireShown'>;
}): Partners {
  const { clock, profiles } = deps;
  const { db } = deps.database;

  async function present(viewer: Viewer, rows: readonly store.PartnerRow[]): Promise<CallPartner[]> {
    const ids = rows.map((row) => row.profile_id);
    const [people, cards] = await Promise.all([
      profiles.listVisibleCards(viewer.profileId, ids),
      profiles.cards.list(ids),
    ]);
    const personOf = new Map(people.map((person) => [person.id, person]));
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    return rows.flatMap((row) => {
      const [person, card] = [personOf.get(row.profile_id), cardOf.get(row.profile_id)];
      if (!person || !card) return [];
      return [
        {
          id: person.id,
          displayName: person.displayName,
          profileImage: person.avatarUrl,
          portraitUrl: person.portraitUrl,
          age: person.age,
          isVerified: person.isVerified,
          isOnline: row.is_here,
          isBusy: row.is_busy,
          creditsPerMinute: row.credits_per_minute,
          relayed: deps.config.turn !== null,
          category: card.category,
          location: person.location,
          rating: meanOf(row),
          ratings: row.ratings,
          responseTime:
            row.accepted_calls < store.minAcceptedCalls
              ? null
              : Math.round(Number(row.accept_wait_ms) / row.accepted_calls / 1000),
        },
      ];
    });
  }

  return {
    async listPartners(viewer, { sort = 'rating', band, free, cursor, limit = 24 }) {
      if (!takesCalls(deps.config)) return { items: [], nextCursor: null };
      const rows = await store.listPartners(db, {
        ...{ viewerId: viewer.profileId, since: hereSince(clock.now()) },
        ...{ sort, band, isFree: free === 'yes' },
        after: decodeCursor(position, cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const allowed = await profiles.recordShown(
        viewer,
        page.map((row) => row.profile_id),
      );
      if (page.length > 0 && allowed.size === 0) throw tooManyPeople();
      const last = page.at(-1);
      return {
        items: await present(
          viewer,
          page.filter((row) => allowed.has(row.profile_id)),
        ),
        nextCursor: rows.length > limit && last ? encodeCursor([last.sort_key, last.profile_id]) : null,
      };
    },
    async getPartner(viewer, profileId) {
      const wanted = { profileId, viewerId: viewer.profileId, since: hereSince(clock.now()) };
      const row = takesCalls(deps.config) && (await store.findPartner(db, wanted));
      const [partner] = row ? await present(viewer, [row]) : [];
      const [seen] = partner ? [partner] : await profiles.listVisibleCards(viewer.profileId, [profileId]);
      if (!seen) throw new AppError('NOT_FOUND');
      await profiles.requireShown(viewer, profileId);
      return partner ?? null;
    },
    countLiveCalls: () => store.countLive(db),
    callStars: (profileId) => (profileId === null ? store.sumAllStars(db) : store.sumStars(db, profileId)),
    settings: async (viewer) => toSettings(await store.findSettings(db, requireProfileId(viewer))),
    async setSettings(viewer, { available, creditsPerMinute }) {
      return toSettings(
        await store.saveSettings(db, {
          profile_id: requireProfileId(viewer),
          available,
          credits_per_minute: creditsPerMinute,
          changed_at: clock.now(),
        }),
      );
    },
  };
}
