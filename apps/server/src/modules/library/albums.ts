import type { AlbumSummary, AlbumView, libraryOperations } from '@vlam/contract/library';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { libraryLimits } from '@vlam/contract/rules/library';
import { afterCommit, transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import { listFolders, type MediaService } from '../media/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import * as store from './album-store.ts';

type AlbumBody = BodyOf<typeof libraryOperations.shareAlbum>;
type Person = ResponseOf<typeof libraryOperations.listAlbumPeople>[number];

interface AlbumDependencies {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'cards'>;
  media: Pick<MediaService, 'listByIds' | 'viewOf' | 'addressesFor' | 'copyForUse' | 'removeFiles' | 'findReusable'>;
  realtime: Pick<Realtime, 'toProfile'>;
  notify: Notify;
  findReuseProblem(on: Db, mediaId: string): Promise<string | null>;
  /** People who accepted messages of a profile and can see it, latest thread first. */
  listAccepting(on: Db, profileId: string): Promise<string[]>;
}

export interface Albums {
  listOwn(viewer: Viewer): Promise<AlbumSummary[]>;
  listShared(viewer: Viewer): Promise<AlbumSummary[]>;
  listPeople(viewer: Viewer, text: string | undefined): Promise<Person[]>;
  /** Throws `NOT_FOUND` unless it is the viewer's own or is shared with them. */
  get(viewer: Viewer, albumId: string): Promise<AlbumView>;
  /** Throws as `update`, and `QUOTA_REACHED`. */
  create(viewer: Viewer, body: AlbumBody): Promise<AlbumView>;
  /**
   * Sets title, files and people; those who lose the album are notified with the commit. Throws `NOT_FOUND` for an album or
   * a file that is not the viewer's, `MEDIA_NOT_READY`, `VALIDATION_FAILED` for a person who accepted no message, and
   * `CONFLICT` for a file that may not be shared.
   */
  update(viewer: Viewer, albumId: string, body: AlbumBody): Promise<AlbumView>;
  remove(viewer: Viewer, albumId: string): Promise<void>;
  isInAlbum(on: Db, mediaId: string): Promise<boolean>;
  /** Notifies those who may have an album with one of these files open, after the commit of `transact`. */
  dropFiles(tx: Db, mediaIds: readonly string[]): Promise<void>;
}

const invalid = (field: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });

/** Files of a creator that they share with chosen people. */
export function createAlbums(deps: AlbumDependencies): Albums {
  const { clock, media, profiles, realtime } = deps;
  const { db } = deps.database;

  async function toSummaries(viewer: Viewer, rows: readonly store.AlbumRow[]): Promise<AlbumSummary[]> {
    const [owners, covers] = await Promise.all([
      listPersons([...new Set(rows.map((row) => row.profileId))]),
      media.listByIds(
        db,
        rows.flatMap(({ mediaIds: [first] }) => first ?? []),
      ),
    ]);
    return rows.flatMap((row) => {
      const owner = owners.get(row.profileId);
      const cover = covers.get(row.mediaIds[0] ?? '');
      const isOwn = row.profileId === viewer.profileId;
      if (!owner) return [];
      return {
        id: row.id,
        title: row.title,
        owner,
        isOwn,
        files: row.mediaIds.length,
        people: isOwn ? row.people : null,
        previewUrl: cover ? (media.addressesFor(viewer, cover, { premium: !isOwn }).sources[0]?.webp ?? null) : null,
        changedAt: row.changedAt.toISOString(),
      };
    });
  }

  async function listPersons(ids: readonly string[]): Promise<Map<string, Person>> {
    const cards = await profiles.cards.list([...ids]);
    return new Map(cards.map(({ id, displayName, avatar }) => [id, { id, displayName, avatar }]));
  }

  async function get(viewer: Viewer, albumId: string): Promise<AlbumView> {
    const row = await store.findOpenAlbum(db, requireProfileId(viewer), albumId);
    const [summary] = row ? await toSummaries(viewer, [row]) : [];
    if (!row || !summary) throw new AppError('NOT_FOUND');
    const files = await media.listByIds(db, row.mediaIds);
    const people = summary.isOwn ? await listPersons(await store.listPeople(db, albumId)) : null;
    return {
      ...summary,
      pictures: row.mediaIds.flatMap((id) => {
        const file = files.get(id);
        return file ? media.viewOf(viewer, file, { premium: !summary.isOwn }) : [];
      }),
      sharedWith: people && [...people.values()],
    };
  }

  /** The album's row for each wanted file, made where it has none yet; rows that are left out are removed. */
  async function setFiles(tx: Db, viewer: Viewer, albumId: string, wanted: readonly string[]): Promise<void> {
    const before = await store.listFiles(tx, albumId);
    const folders = await listFolders(tx, viewer.accountId, [...before, ...wanted]);
    const existing = new Map(before.map((id) => [folders.get(id), id]));
    const ids = new Set<string>();
    for (const mediaId of wanted) {
      const folder = folders.get(mediaId);
      if (!folder) throw new AppError('NOT_FOUND');
      const kept = existing.get(folder);
      if (!kept) {
        const file = await media.findReusable(tx, viewer.accountId, mediaId);
        if (file.kind === 'audio') throw invalid('mediaIds', 'An album holds pictures and videos');
        const problem = await deps.findReuseProblem(tx, mediaId);
        if (problem) throw new AppError('CONFLICT', { message: problem });
      }
      const id = kept ?? (await media.copyForUse(tx, viewer.accountId, mediaId));
      existing.set(folder, id);
      ids.add(id);
    }
    await store.setFiles(tx, albumId, [...ids]);
    for (const id of before) if (!ids.has(id)) await media.removeFiles(tx, id);
  }

  async function setPeople(
    tx: Db,
    viewer: Viewer,
    { id, title }: { id: string; title: string },
    wanted: readonly string[],
  ): Promise<{ before: string[] }> {
    const ownerId = requireProfileId(viewer);
    const before = await store.listPeople(tx, id);
    const added = [...new Set(wanted)].filter((profileId) => !before.includes(profileId));
    const removed = before.filter((profileId) => !wanted.includes(profileId));
    const accepting = added.length > 0 ? new Set(await deps.listAccepting(tx, ownerId)) : new Set();
    if (added.some((profileId) => !accepting.has(profileId)))
      throw invalid('profileIds', 'Share with people who accepted your messages');
    const at = clock.now();
    await store.changePeople(tx, id, { added, removed, at });
    await deps.notify(
      tx,
      ...added.map((profileId) => ({
        kind: 'album_shared' as const,
        to: { profileId },
        key: `album:${id}:${profileId}:${at.getTime()}`,
        actorId: ownerId,
        targetId: id,
        subject: title,
      })),
    );
    return { before };
  }

  async function save(tx: Db, viewer: Viewer, albumId: string, { title, mediaIds, profileIds }: AlbumBody) {
    const ownerId = requireProfileId(viewer);
    await store.upsertAlbum(tx, { id: albumId, ownerId, title, at: clock.now() });
    await setFiles(tx, viewer, albumId, mediaIds);
    const { before } = await setPeople(tx, viewer, { id: albumId, title }, profileIds);
    publishChanged(tx, albumId, [ownerId, ...before, ...profileIds]);
  }

  const publishChanged = (tx: Db, id: string, profileIds: readonly string[]) =>
    afterCommit(tx, () => {
      for (const profileId of new Set(profileIds)) realtime.toProfile(profileId, 'album.changed', { id });
    });

  return {
    listOwn: async (viewer) => toSummaries(viewer, await store.listAlbumsOf(db, requireProfileId(viewer))),
    listShared: async (viewer) =>
      viewer.profileId ? toSummaries(viewer, await store.listAlbumsSharedWith(db, viewer.profileId)) : [],
    async listPeople(viewer, text = '') {
      const people = await listPersons(await deps.listAccepting(db, requireProfileId(viewer)));
      const asked = text.trim().toLowerCase();
      return [...people.values()].filter(({ displayName }) => displayName.toLowerCase().includes(asked)).slice(0, 50);
    },
    get,

    async create(viewer, body) {
      const id = newId(clock.now().getTime());
      await transact(db, async (tx) => {
        if ((await store.countAlbums(tx, requireProfileId(viewer))) >= libraryLimits.albums)
          throw new AppError('QUOTA_REACHED', { message: say`You can have ${libraryLimits.albums} albums` });
        await save(tx, viewer, id, body);
      });
      return get(viewer, id);
    },

    async update(viewer, albumId, body) {
      await transact(db, async (tx) => {
        if (!(await store.lockAlbum(tx, requireProfileId(viewer), albumId))) throw new AppError('NOT_FOUND');
        await save(tx, viewer, albumId, body);
      });
      return get(viewer, albumId);
    },

    async remove(viewer, albumId) {
      const ownerId = requireProfileId(viewer);
      await transact(db, async (tx) => {
        if (!(await store.lockAlbum(tx, ownerId, albumId))) throw new AppError('NOT_FOUND');
        const [people, files] = [await store.listPeople(tx, albumId), await store.listFiles(tx, albumId)];
        await store.deleteAlbum(tx, albumId);
        for (const id of files) await media.removeFiles(tx, id);
        publishChanged(tx, albumId, [ownerId, ...people]);
      });
    },

    isInAlbum: store.isInAlbum,
    async dropFiles(tx, mediaIds) {
      const recipients = await store.listRecipientsOfFiles(tx, mediaIds);
      for (const { albumId, profileId } of recipients) publishChanged(tx, albumId, [profileId]);
    },
  };
}
