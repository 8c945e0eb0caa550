import { transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { ContentService } from '../content/service.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { Effects } from './effects.ts';
import * as store from './store.ts';

export const searchKind = jobKind<{ caseId: string }>('takedowns.search');
const watchKind = jobKind('takedowns.watch', { maxAttempts: 2 });
/** What was uploaded since the last run, and a little before. */
const watchedMs = 10 * 60_000;
const watchedCases = 500;

interface Found {
  mediaId: string;
  foundBy: 'file' | 'print' | 'address';
  distance: number;
}

/** Finds the files of a case in a job, so that the answer to a complaint takes the same time whatever exists. */
export function createSearch(deps: {
  database: Database;
  clock: Clock;
  media: Pick<MediaService, 'findMatches' | 'listByIds'>;
  content: Pick<ContentService, 'listItemFiles'>;
  profiles: Pick<ProfilesService, 'findPhotoFile'>;
  effects: Effects;
}): { tasks: JobTask[] } {
  const { clock, media } = deps;
  const { db } = deps.database;

  async function filesOfTarget({ target_type: type, target_id: id }: store.CaseRow): Promise<string[]> {
    if (!type || !id) return [];
    if (type === 'content') return deps.content.listItemFiles(db, id);
    if (type === 'media') return [id];
    const photo = type === 'photo' ? await deps.profiles.findPhotoFile(id) : null;
    return photo ? [photo] : [];
  }

  async function findFiles(row: store.CaseRow, since?: Date): Promise<Found[]> {
    const matches = await media.findMatches(db, await store.listPrints(db, row.id), since);
    const named = since ? [] : await filesOfTarget(row);
    return [
      ...named.map((mediaId) => ({ mediaId, foundBy: 'address' as const, distance: 0 })),
      ...matches.map((match) => ({ ...match, foundBy: match.distance === 0 ? ('file' as const) : ('print' as const) })),
    ];
  }

  async function addFiles(tx: Db, caseId: string, found: readonly Found[]): Promise<string[]> {
    const known = await media.listByIds(
      tx,
      found.map(({ mediaId }) => mediaId),
    );
    const once = new Map(found.toReversed().map((file) => [file.mediaId, file]));
    return store.insertFiles(
      tx,
      [...once.values()].flatMap(({ mediaId, foundBy, distance }) => {
        const file = known.get(mediaId);
        if (!file) return [];
        const at = clock.now();
        return [
          { case_id: caseId, media_id: mediaId, owner_id: file.ownerId, found_by: foundBy, distance, found_at: at },
        ];
      }),
    );
  }

  async function search(caseId: string, since?: Date): Promise<void> {
    const seen = await store.findCase(db, caseId);
    if (seen?.state !== 'open') return;
    const found = await findFiles(seen, since);
    if (since && found.length === 0) return;
    await transact(db, async (tx) => {
      const row = await store.lockCase(tx, caseId);
      if (row?.state !== 'open') return;
      const added = await addFiles(tx, caseId, found);
      if (!since) {
        const now = clock.now();
        await store.updateCase(tx, caseId, { searched_at: now });
        await store.insertEvent(tx, { id: newId(now.getTime()), case_id: caseId, kind: 'searched', at: now });
      }
      if (row.hides_at_once && added.length > 0)
        await deps.effects.hide(tx, row, added, { accountId: null, reason: '' });
    });
  }

  async function watch(): Promise<void> {
    const since = new Date(clock.now().getTime() - watchedMs);
    for (const id of await store.listWatching(db, watchedCases)) await search(id, since);
  }

  return {
    tasks: [jobTask(searchKind, ({ caseId }) => search(caseId)), jobTask(watchKind, watch, { cron: '* * * * *' })],
  };
}
