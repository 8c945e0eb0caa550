import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { ContentService } from '../content/service.ts';
import type { Media, MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { AccountFreezes } from './account-freezes.ts';
import type { Secrets } from './secrets.ts';
import * as store from './store.ts';

type Effect = 'hidden' | 'removed' | 'restored';
type AccountEffect = 'frozen' | 'released';

/** Who acts: a member of staff with a reason, or the machine at intake. */
export interface Actor {
  accountId: string | null;
  reason: string;
}
type Staff = Actor & { accountId: string };

export interface EffectsDependencies {
  clock: Clock;
  secrets: Secrets;
  compliance: Pick<ComplianceService, 'recordAction'>;
  content: Pick<ContentService, 'holdBackItems' | 'giveBackItem' | 'takeDownFiles' | 'listItemsOf'>;
  media: Pick<MediaService, 'hold' | 'release' | 'block' | 'blockFingerprints' | 'listByIds'>;
  profiles: Pick<ProfilesService, 'hidePhotosOf' | 'showPhotos' | 'removePhotosOf'>;
  accountFreezes: AccountFreezes;
  notify: Notify;
}

const photoReason = 'Held back while a complaint is looked at';
const untitled = 'A file of yours';

/** What a case does to files, items and photos. Each runs in a transaction begun by `transact`, the case locked. */
export function createEffects(deps: EffectsDependencies) {
  const { clock, secrets, content, media, profiles, accountFreezes } = deps;

  async function record(
    tx: Db,
    row: store.CaseRow,
    kind: Effect | AccountEffect | 'refused',
    { accountId, reason }: Actor,
    count: number,
  ): Promise<void> {
    const now = clock.now();
    await store.insertEvent(tx, {
      ...{ id: newId(now.getTime()), case_id: row.id, kind, actor_id: accountId, at: now },
      sealed: reason ? secrets.seal(row.id, reason) : null,
    });
    await deps.compliance.recordAction(tx, {
      // The case itself stands for the machine.
      actorId: accountId ?? row.id,
      action: `takedown.${kind}`,
      targetType: 'takedown',
      targetId: row.id,
      ...(accountId ? { reason } : {}),
      details: {
        ...{ number: row.number, class: row.class, automatic: accountId === null },
        [kind === 'frozen' || kind === 'released' ? 'accounts' : 'files']: count,
      },
    });
  }

  /** Notifies each owner once; no one where a person may be under 18, so that evidence is not destroyed. */
  async function stateReasons(
    tx: Db,
    row: store.CaseRow,
    effect: Effect,
    { accountId, reason }: Actor,
    files: readonly { mediaId: string; ownerId: string }[],
    titles: ReadonlyMap<string, string>,
  ): Promise<void> {
    if (row.class === 'minor') return;
    const now = clock.now();
    for (const ownerId of new Set(files.map((file) => file.ownerId))) {
      const own = files.filter((file) => file.ownerId === ownerId);
      const title = own.flatMap(({ mediaId }) => titles.get(mediaId) ?? [])[0] ?? untitled;
      const id = newId(now.getTime());
      await store.insertStatement(tx, {
        ...{ id, case_id: row.id, account_id: ownerId, effect, title, at: now },
        is_automatic: accountId === null,
        reason_sealed: reason ? secrets.seal(row.id, reason) : null,
      });
      await deps.notify(tx, {
        kind: `takedown_${effect}`,
        to: { accountId: ownerId },
        key: `takedown_${effect}:${id}`,
        targetId: id,
        subject: title,
      });
    }
  }

  async function titlesOf(tx: Db, mediaIds: readonly string[]): Promise<Map<string, string>> {
    const items = await content.listItemsOf(tx, mediaIds);
    return new Map(items.flatMap(({ title, mediaIds: ids }) => ids.map((id) => [id, title] as const)));
  }

  const toFile = ({ id, ownerId }: Pick<Media, 'id' | 'ownerId'>) => ({ mediaId: id, ownerId });

  return {
    /** Hides these files everywhere, with every other use of them. Idempotent. */
    async hide(tx: Db, row: store.CaseRow, mediaIds: readonly string[], actor: Actor): Promise<void> {
      const rows = await media.hold(tx, mediaIds, row.class === 'minor' ? 'frozen' : 'hidden');
      const ids = rows.map(({ id }) => id);
      const now = clock.now();
      const known = await store.listFiles(tx, row.id);
      const hidden = new Set(known.filter((file) => file.hidden_at && !file.restored_at).map((file) => file.media_id));
      const fresh = rows.filter(({ id }) => !hidden.has(id));
      if (fresh.length === 0) return;
      await store.insertFiles(
        tx,
        rows.map(({ id, ownerId }) => ({
          ...{ case_id: row.id, media_id: id, owner_id: ownerId, found_at: now },
          ...{ found_by: actor.accountId ? 'staff' : 'file', distance: 0 },
        })),
      );
      await store.updateFiles(tx, row.id, ids, { hidden_at: now, restored_at: null });
      const titles = await titlesOf(tx, ids);
      for (const { contentId, stateBefore } of await content.holdBackItems(tx, ids))
        await store.insertItem(tx, row.id, contentId, stateBefore);
      await store.insertPhotos(tx, row.id, await profiles.hidePhotosOf(tx, ids, photoReason));
      await record(tx, row, 'hidden', actor, fresh.length);
      await stateReasons(tx, row, 'hidden', actor, fresh.map(toFile), titles);
      if (row.class !== 'minor') return;
      const owners = rows.map(({ ownerId }) => ownerId);
      const frozen = await accountFreezes.freeze(tx, row.id, owners);
      if (frozen > 0) await record(tx, row, 'frozen', actor, frozen);
    },

    /** Shows again what the case hid, but nothing that another case hides or removed. */
    async restore(tx: Db, row: store.CaseRow, actor: Staff): Promise<void> {
      const released = await accountFreezes.release(tx, row.id);
      if (released > 0) await record(tx, row, 'released', actor, released);
      const files = (await store.listFiles(tx, row.id)).filter((file) => file.hidden_at && !file.restored_at);
      if (files.length === 0) return;
      const ids = files.map((file) => file.media_id);
      const held = await store.listHeldByOthers(tx, row.id, ids);
      const free = ids.filter((id) => !held.has(id));
      await media.release(tx, free);
      await store.updateFiles(tx, row.id, ids, { restored_at: clock.now() });
      const titles = await titlesOf(tx, ids);
      // One that still has a held file cannot be published, and stays held back.
      for (const item of await store.listItems(tx, row.id))
        await content.giveBackItem(tx, item.content_id, item.state_before, actor.accountId);
      const photos = await store.takePhotos(tx, row.id);
      if (held.size === 0) await profiles.showPhotos(tx, photos);
      await record(tx, row, 'restored', actor, free.length);
      const shown = files.filter((file) => !held.has(file.media_id));
      await stateReasons(
        tx,
        row,
        'restored',
        actor,
        shown.map((file) => ({ mediaId: file.media_id, ownerId: file.owner_id })),
        titles,
      );
    },

    /** Removes the case's files everywhere and refuses later uploads of them. The bytes of a frozen one stay. */
    async remove(tx: Db, row: store.CaseRow, actor: Staff): Promise<void> {
      const isFrozen = row.class === 'minor';
      const known = await store.listFiles(tx, row.id);
      const rows = await media.hold(
        tx,
        known.map((file) => file.media_id),
        isFrozen ? 'frozen' : 'hidden',
      );
      const ids = rows.map(({ id }) => id);
      const now = clock.now();
      await store.insertFiles(
        tx,
        rows.map(({ id, ownerId }) => ({
          ...{ case_id: row.id, media_id: id, owner_id: ownerId, found_by: 'staff', distance: 0, found_at: now },
        })),
      );
      const titles = await titlesOf(tx, ids);
      for (const id of ids) await media.block(tx, id);
      await content.takeDownFiles(tx, ids);
      for (const item of await store.listItems(tx, row.id))
        await content.giveBackItem(tx, item.content_id, item.state_before, actor.accountId);
      if (isFrozen) await profiles.hidePhotosOf(tx, ids, photoReason);
      else await profiles.removePhotosOf(tx, ids);
      await store.updateFiles(tx, row.id, ids, { removed_at: now });
      await media.blockFingerprints(tx, await store.listPrints(tx, row.id));
      await record(tx, row, 'removed', actor, ids.length);
      await accountFreezes.keep(tx, row, actor);
      await stateReasons(tx, row, 'removed', actor, rows.map(toFile), titles);
    },

    recordRefusal: (tx: Db, row: store.CaseRow, actor: Actor) => record(tx, row, 'refused', actor, 0),
  };
}
export type Effects = ReturnType<typeof createEffects>;
