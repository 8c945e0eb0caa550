import { randomInt } from 'node:crypto';
import type { ownLocation, peopleOperations } from '@vlam/contract/discovery-people';
import type { BodyOf } from '@vlam/contract/operation';
import { type City, cityPlaces, isCity } from '@vlam/contract/rules/places';
import type * as z from 'zod/mini';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { cellAt, cellOfCity, centreOf, cityOfCell, toIndex } from './cells.ts';
import { isInSouthAfrica } from './country.ts';
import { canTravel, changesLeft, maxWaitMs, stayMs } from './place-policy.ts';
import * as store from './place-store.ts';

type OwnLocation = z.output<typeof ownLocation>;

export interface Places {
  ownPlace(viewer: Viewer): Promise<OwnLocation>;
  /**
   * Stores the cell of a position, or of a city's centre. The member's own view follows at once, others see it after a
   * stay. Throws `VALIDATION_FAILED` outside South Africa, `QUOTA_REACHED` and `CONFLICT` for changes no traveller
   * makes.
   */
  setPlace(viewer: Viewer, body: BodyOf<typeof peopleOperations.setLocation>): Promise<OwnLocation>;
  forgetPlace(viewer: Viewer): Promise<void>;
  /** Runs in the transaction that changes a profile's city, which counts as a change of place. Throws as `setPlace`. */
  changeCity(db: Db, profileId: string, before: string, after: string): Promise<void>;
  /**
   * Origin of the viewer's lists: their own cell, or that of their profile's city; null when that city is not listed.
   */
  originOf(viewer: Pick<Viewer, 'profileId'>): Promise<{ cell: bigint; located: boolean } | null>;
  /** Shows the moves that have waited long enough; a job runs it every minute. */
  showMoves(): Promise<void>;
  placeTasks: JobTask[];
}

const showKind = jobKind('discovery.show-moves', { maxAttempts: 2 });
const showBatchSize = 500;

const invalid = (message: string) => new AppError('VALIDATION_FAILED', { message });

export function createPlaces(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'findCity' | 'lockFacts' | 'setPlaceProvinces'>;
  refresh(db: Db, profileIds: readonly string[]): Promise<void>;
}): Places {
  const { clock, profiles } = deps;
  const { db } = deps.database;
  const today = () => johannesburgDay(clock.now());

  const present = (row: store.PlaceRow | undefined): OwnLocation => ({
    city: (row?.city ?? null) as City | null,
    cell: row?.cell == null ? null : toIndex(row.cell),
    source: (row?.source ?? null) as OwnLocation['source'],
    changedAt: row?.changed_at?.toISOString() ?? null,
    changesLeft: changesLeft(row, today()),
  });

  /** Counts one change. Throws when today's changes are used up, or when the distance is impossible. */
  async function countChange(
    tx: Db,
    row: store.PlaceRow,
    move: { from: bigint | null; to: bigint; since: Date | null; isCity?: boolean },
  ): Promise<void> {
    const now = clock.now();
    if (changesLeft(row, today()) === 0)
      throw new AppError('QUOTA_REACHED', { message: 'You have changed your location ten times today' });
    const elapsed = move.since ? now.getTime() - move.since.getTime() : Number.POSITIVE_INFINITY;
    if (move.from !== null && !canTravel(move.from, move.to, elapsed))
      throw new AppError('CONFLICT', {
        message: 'That is further than anyone travels in this time. Use travel mode to appear in another city',
      });
    const changes = row.day === today() ? row.changes + 1 : 1;
    await store.saveChanges(tx, row.profile_id, {
      day: today(),
      changes,
      ...(move.isCity ? { city_changed_at: now } : {}),
    });
  }

  /** The contract allows a city or both coordinates. */
  function cellFor({ city, latitude, longitude }: BodyOf<typeof peopleOperations.setLocation>): bigint {
    if (city !== undefined) return cellOfCity(city);
    const cell = cellAt(latitude ?? 0, longitude ?? 0);
    if (!isInSouthAfrica(...centreOf(cell))) throw invalid('Vlam is in South Africa only. Choose a city instead');
    return cell;
  }

  async function showMoves(): Promise<void> {
    for (let due = showBatchSize; due === showBatchSize; )
      due = await db.transaction().execute(async (tx) => {
        const waiting = await store.listDue(tx, clock.now(), showBatchSize);
        // Everywhere that both are changed, the profile is locked before the place.
        const held = await profiles.lockFacts(tx, waiting, { skipLocked: true });
        const shown = await store.showPlaces(
          tx,
          held.map(({ id }) => id),
          clock.now(),
        );
        await profiles.setPlaceProvinces(tx, shown);
        await deps.refresh(
          tx,
          shown.map(({ profileId }) => profileId),
        );
        return waiting.length;
      });
  }

  return {
    ownPlace: async (viewer) => present(await store.findPlace(db, requireProfileId(viewer))),

    async setPlace(viewer, body) {
      const profileId = requireProfileId(viewer);
      const cell = cellFor(body);
      const city = body.city ?? cityOfCell(cell);
      const source = body.city ? 'city' : 'device';
      await db.transaction().execute(async (tx) => {
        await profiles.lockFacts(tx, [profileId]);
        const row = await store.lockPlace(tx, profileId, today());
        const changedAt = clock.now();
        if (row.cell === cell && row.city === city && row.source === source) return;
        const { province } = cityPlaces[city];
        const place = { cell, city, province, source, changedAt } as const;
        if (row.cell === cell && row.city === city) {
          // The same place in another form is no move: it is not counted and does not restart the wait.
          await store.savePlace(tx, profileId, { ...place, changedAt: row.changed_at ?? changedAt }, row.shows_at);
          return;
        }
        await countChange(tx, row, { from: row.cell, to: cell, since: row.changed_at });
        const isBack = row.shown_cell === cell && row.shown_city === city;
        const showsAt = new Date(changedAt.getTime() + stayMs + randomInt(maxWaitMs + 1));
        // Others could see no move to a first place.
        await store.savePlace(tx, profileId, place, row.isNew || isBack ? null : showsAt);
        if (row.isNew) await profiles.setPlaceProvinces(tx, [{ profileId, province }]);
        await deps.refresh(tx, [profileId]);
      });
      return present(await store.findPlace(db, profileId));
    },

    async forgetPlace(viewer) {
      const profileId = requireProfileId(viewer);
      await db.transaction().execute(async (tx) => {
        await profiles.lockFacts(tx, [profileId]);
        await store.forgetPlace(tx, profileId);
        await profiles.setPlaceProvinces(tx, [{ profileId, province: null }]);
        await deps.refresh(tx, [profileId]);
      });
    },

    async changeCity(tx, profileId, before, after) {
      if (before === after) return;
      const row = await store.lockPlace(tx, profileId, today());
      const from = isCity(before) && row.city_changed_at ? cellOfCity(before) : null;
      const to = isCity(after) ? cellOfCity(after) : from;
      await countChange(tx, row, { from, to: to ?? 0n, since: row.city_changed_at, isCity: true });
    },

    async originOf({ profileId }) {
      if (!profileId) return null;
      const row = await store.findPlace(db, profileId);
      if (row?.cell != null) return { cell: row.cell, located: true };
      const city = await profiles.findCity(profileId);
      return city && isCity(city) ? { cell: cellOfCity(city), located: false } : null;
    },

    showMoves,
    placeTasks: [jobTask(showKind, showMoves, { cron: '* * * * *' })],
  };
}
