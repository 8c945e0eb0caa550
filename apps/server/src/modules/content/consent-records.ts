import { consentScope, consentWordingFor } from '@vlam/contract/consents';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { KeyRing, Sealer } from '../../platform/key-ring.ts';
import type { Notify } from '../../platform/notices.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { MediaService } from '../media/service.ts';
import { type ItemFile, listFiles, listFormerFileIds } from './files-store.ts';
import * as people from './people-store.ts';
import type { Publishing } from './publish.ts';
import type { Refunds } from './refunds.ts';
import { findItem, type ItemRow, lockByFiles } from './store.ts';

/** What is sealed with an answer. */
export interface SealedConsent {
  legalName: string;
  birthDate: string | null;
  ip: string;
}

interface RecordDependencies {
  clock: Clock;
  config: Pick<Config, 'keys'>;
  media: Pick<MediaService, 'block' | 'isUnsettled' | 'listHashes' | 'listCopies'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  notify: Notify;
  setState: Publishing['setState'];
  refundBuyers: Refunds['refundBuyers'];
}

/** A request for consent with its item; undefined once the item is removed. */
interface Locked {
  row: people.PersonRow;
  item: ItemRow | undefined;
  /** Its files in order. */
  files: readonly ItemFile[];
  /** The creator's other items with one of these files, or one that left the item. */
  twins: ItemRow[];
}
type LockedItem = Locked & { item: ItemRow };

/** Seals what is kept with an answer; the context is the id of the record. */
export const consentSealer = (keys: KeyRing): Sealer => keys.sealer('consent records');

const conflict = (message: string) => new AppError('CONFLICT', { message });
const exchanged = 'What you saw was changed. Look at it again';
const idsOf = (files: readonly ItemFile[]): string[] => files.map(({ mediaId }) => mediaId);
const wordingOf = (files: readonly ItemFile[]) => consentWordingFor(files.map(({ mediaType }) => mediaType));

export function createConsentRecords(deps: RecordDependencies) {
  const { clock, media } = deps;
  const sealer = consentSealer(deps.config.keys);

  const notifyCreator = (
    tx: Db,
    kind: 'consent_answered' | 'consent_revoked',
    { row, item }: { row: people.PersonRow; item: ItemRow },
  ) =>
    deps.notify(tx, {
      kind,
      to: { profileId: item.profile_id },
      key: `${kind}:${row.id}:${clock.now().getTime()}`,
      ...(row.profile_id ? { actorId: row.profile_id } : {}),
      targetId: item.id,
      subject: item.title,
    });

  async function storeAnswer(
    tx: Db,
    { row, item, files }: { row: people.PersonRow; item: ItemRow; files: readonly ItemFile[] },
    { sealed, ...columns }: { state: 'yes' | 'no'; sealed: SealedConsent; id_type?: string; id_index?: Buffer },
  ): Promise<void> {
    const [first, ...more] = idsOf(files);
    const [cover = null] = await media.listHashes(tx, first ? [first] : []);
    await people.updatePerson(tx, row.id, {
      ...columns,
      answered_at: clock.now(),
      sealed: sealer.seal(JSON.stringify(sealed), row.id),
      media_sha256: cover,
      more_sha256: await media.listHashes(tx, more),
      // A no agrees to nothing.
      scope: columns.state === 'yes' ? [...consentScope] : [],
      wording: wordingOf(files).number,
    });
    await notifyCreator(tx, 'consent_answered', { row, item });
  }

  return {
    /** Locks a request after its item and that item's twins, as every change of an item does. Throws `NOT_FOUND`. */
    async lock(tx: Db, personId: string): Promise<Locked> {
      const contentId = (await people.findPerson(tx, personId))?.content_id;
      const seen = contentId && (await findItem(tx, contentId));
      if (!seen) throw new AppError('NOT_FOUND');
      const filesOf = async () => (await listFiles(tx, [seen.id])).get(seen.id) ?? [];
      const files = await filesOf();
      const copies: string[] = [];
      for (const id of await listFormerFileIds(tx, seen.id)) copies.push(...(await media.listCopies(tx, id)));
      const items = await lockByFiles(tx, seen.id, copies);
      const row = await people.lockPerson(tx, personId);
      if (!row) throw new AppError('NOT_FOUND');
      const item = items.find(({ id }) => id === seen.id);
      if (item && idsOf(await filesOf()).join() !== idsOf(files).join()) throw conflict(exchanged);
      return { row, item, files, twins: items.filter((each) => each !== item) };
    },

    /** Throws `NOT_FOUND`, `CONFLICT` or `LINK_EXPIRED` unless it may still be answered. */
    requireAsked({ row, item }: Locked): ItemRow {
      if (row.state !== 'asked') throw conflict('This was answered already');
      if (row.expires_at <= clock.now()) throw new AppError('LINK_EXPIRED');
      if (!item) throw new AppError('NOT_FOUND');
      return item;
    },

    /**
     * Stores an answer; the caller has locked all. A yes names the files that were seen: others are a `CONFLICT`. After
     * a no, what is or was published with one of them waits for a moderator.
     */
    async record(
      tx: Db,
      { row, item, files, twins }: LockedItem,
      {
        answer,
        seen,
        wording,
        sealed,
        ...columns
      }: {
        answer: 'yes' | 'no';
        /** Ids of the files that were shown. */
        seen: readonly string[];
        /** Number of the wording that was shown. */
        wording: number | undefined;
        sealed: SealedConsent;
        id_type?: string;
        id_index?: Buffer;
      },
    ): Promise<void> {
      if (!item.media_id || (await media.isUnsettled(tx, idsOf(files))))
        if (answer === 'yes') throw conflict('There is nothing to agree to yet');
      const isAsShown =
        seen.toSorted().join() === idsOf(files).toSorted().join() && wording === wordingOf(files).number;
      if (answer === 'yes' && !isAsShown) throw conflict(exchanged);
      await storeAnswer(tx, { row, item, files }, { state: answer, sealed, ...columns });
      if (answer === 'yes') return;
      // One that was published and is hidden now still opens for its buyers.
      for (const twin of twins)
        if (twin.state === 'published' || twin.state === 'review' || (twin.state === 'draft' && twin.published_at))
          await deps.setState(tx, twin.id, 'flagged');
    },

    /** Stores the no of a person who says they are a minor; every item with the file waits for a moderator. */
    async recordMinor(tx: Db, { row, item, files, twins }: LockedItem, sealed: SealedConsent): Promise<void> {
      await storeAnswer(tx, { row, item, files }, { state: 'no', sealed });
      for (const { id } of [item, ...twins]) await deps.setState(tx, id, 'flagged');
      await deps.compliance.recordAction(tx, {
        actorId: row.id,
        action: 'consent.under_age',
        targetType: 'content',
        targetId: item.id,
        details: {
          person: row.id,
          wasPublished: item.state === 'published',
          twins: twins.map(({ id }) => id).join(' '),
        },
      });
    },

    /**
     * Removes every item with one of the files for everyone and blocks the files, with an audit row, all at once. Who
     * unlocked one of them gets the price back by a job.
     */
    async revoke(tx: Db, { row, item, twins }: Locked, actorId: string): Promise<void> {
      if (row.state !== 'yes') throw conflict('There is no yes to take back');
      await people.updatePerson(tx, row.id, { state: 'revoked', revoked_at: clock.now() });
      // Also those of a removed item, and those that were removed from it: the yes was to them too.
      for (const mediaId of await listFormerFileIds(tx, row.content_id)) await media.block(tx, mediaId);
      for (const each of [item, ...twins]) {
        if (!each) continue;
        await deps.setState(tx, each.id, 'removed');
        await deps.refundBuyers(tx, each.id);
      }
      if (item) await notifyCreator(tx, 'consent_revoked', { row, item });
      await deps.compliance.recordAction(tx, {
        actorId,
        action: 'consent.revoked',
        targetType: 'content',
        targetId: row.content_id,
        details: {
          person: row.id,
          wasPublished: item?.state === 'published',
          twins: twins.map(({ id }) => id).join(' '),
        },
      });
    },
  };
}

export type ConsentRecords = ReturnType<typeof createConsentRecords>;
