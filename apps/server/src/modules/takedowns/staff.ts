import type { QueryOf } from '@vlam/contract/operation';
import { maxExportRows } from '@vlam/contract/rules/staff-lists';
import type {
  OpenedTakedown,
  StaffTakedown,
  TakedownAction,
  TakedownFile,
  takedownsOperations,
} from '@vlam/contract/takedowns';
import { transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { imageLibrary } from '../../platform/imagery/sharp.ts';
import { type CsvColumns, writeCsv } from '../../platform/send-csv.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { ContentService } from '../content/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MediaService } from '../media/service.ts';
import type { Effects } from './effects.ts';
import { countFrozen } from './freeze-store.ts';
import type { Secrets } from './secrets.ts';
import * as store from './store.ts';

type Filter = QueryOf<(typeof takedownsOperations)['listTakedowns']>;

export interface StaffDesk {
  list(filter: Filter): Promise<StaffTakedown[]>;
  /** Rows of a CSV file of what a filter finds; records the export in the audit log first. */
  exportCsv(viewer: Viewer, filter: Filter): Promise<AsyncIterable<string>>;
  countWaiting(): Promise<{ open: number; late: number }>;
  /** Audited. Throws `NOT_FOUND`. */
  open(viewer: Viewer, caseId: string): Promise<OpenedTakedown>;
  /** One picture in grey; audited. Throws `NOT_FOUND`, and `FORBIDDEN` where a person may be under 18. */
  openEvidence(viewer: Viewer, caseId: string, mediaId: string): Promise<{ picture: string }>;
  /**
   * Audited. Throws `NOT_FOUND`, `CONFLICT` once decided, `FORBIDDEN` for files of one's own, and for an appeal against
   * one's own decision.
   */
  act(viewer: Viewer, caseId: string, given: { action: TakedownAction; reason: string }): Promise<StaffTakedown>;
}

const listed = 100;
/** Neither who complained nor what they wrote, and no address or fingerprint. */
const columns: CsvColumns<StaffTakedown> = [
  ['id', ({ id }) => id],
  ['caseNumber', ({ caseNumber }) => caseNumber],
  ['class', (found) => found.class],
  ['state', ({ state }) => state],
  ['isAppeal', ({ isAppeal }) => (isAppeal ? 'yes' : 'no')],
  ['by', ({ by }) => by],
  ['files', ({ files }) => files],
  ['hidden', ({ hidden }) => hidden],
  ['receivedAt', ({ receivedAt }) => receivedAt],
  ['dueAt', ({ dueAt }) => dueAt],
  ['decidedAt', ({ decidedAt }) => decidedAt],
];
const shownFiles = 24;

interface StaffDeskDependencies {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  effects: Effects;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listFirstNames'>;
  media: Pick<MediaService, 'listByIds' | 'readEvidence'>;
  content: Pick<ContentService, 'listItemsOf'>;
  /** Profiles of accounts, whether others see them or not. */
  listOwners(accountIds: readonly string[]): Promise<ReadonlyMap<string, { profileId: string; name: string }>>;
}

const dataUrl = (bytes: Buffer) => `data:image/webp;base64,${bytes.toString('base64')}`;
const grey = (picture: Buffer) => imageLibrary()(picture).greyscale();
const blur = (picture: Buffer) => grey(picture).resize({ width: 48 }).blur(2.5).webp({ quality: 40 }).toBuffer();

export function createStaffDesk(deps: StaffDeskDependencies): StaffDesk {
  const { clock, secrets, effects, media } = deps;
  const { db } = deps.database;

  async function toViews(on: Db, rows: readonly store.CaseRow[]): Promise<StaffTakedown[]> {
    const facts = await store.listFacts(
      on,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const { has_prints: hasPrints = false, files = 0, hidden = 0 } = facts.get(row.id) ?? {};
      return {
        id: row.id,
        caseNumber: row.number,
        class: row.class as StaffTakedown['class'],
        state: row.state as StaffTakedown['state'],
        receivedAt: row.received_at.toISOString(),
        dueAt: row.due_at.toISOString(),
        outerAt: row.outer_at?.toISOString() ?? null,
        decidedAt: row.decided_at?.toISOString() ?? null,
        isAppeal: row.state === 'open' && row.appealed_at !== null,
        by: hasPrints ? 'fingerprint' : row.address ? 'address' : 'description',
        files,
        hidden,
      };
    });
  }

  async function toView(on: Db, caseId: string): Promise<StaffTakedown> {
    const row = await store.findCase(on, caseId);
    const [view] = row ? await toViews(on, [row]) : [];
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  async function presentFiles(row: store.CaseRow): Promise<TakedownFile[]> {
    const files = (await store.listFiles(db, row.id)).slice(0, shownFiles);
    const ids = files.map((file) => file.media_id);
    const [known, items, owners] = await Promise.all([
      media.listByIds(db, ids),
      deps.content.listItemsOf(db, ids),
      deps.listOwners([...new Set(files.map((file) => file.owner_id))]),
    ]);
    return Promise.all(
      files.map(async (file) => {
        const found = known.get(file.media_id);
        const owner = owners.get(file.owner_id);
        const isHidden = file.hidden_at !== null && file.restored_at === null;
        const picture = row.class === 'minor' ? null : await media.readEvidence(file.media_id);
        return {
          mediaId: file.media_id,
          kind: found?.kind ?? 'image',
          owner: {
            accountId: file.owner_id,
            profileId: owner?.profileId ?? null,
            name: owner?.name ?? '',
          },
          foundBy: file.found_by as TakedownFile['foundBy'],
          distance: file.distance,
          state: file.removed_at ? 'removed' : !found ? 'gone' : isHidden ? 'hidden' : 'visible',
          title: items.find((item) => item.mediaIds.includes(file.media_id))?.title ?? null,
          blurred: picture && dataUrl(await blur(picture)),
        };
      }),
    );
  }

  const recordReading = (tx: Db, viewer: Viewer, caseId: string, action: string, mediaId?: string) =>
    deps.compliance.recordAction(tx, {
      actorId: viewer.accountId,
      action: `takedown.${action}`,
      targetType: 'takedown',
      targetId: caseId,
      ...(mediaId ? { details: { mediaId } } : {}),
    });

  const findCases = ({ state = 'open', class: name, late }: Filter, limit: number) =>
    store.listCases(db, { state, class: name, dueBefore: late ? clock.now() : undefined }, limit);

  /** Locks a case that the viewer may act on. */
  async function lockForAction(tx: Db, viewer: Viewer, caseId: string): Promise<store.CaseRow> {
    const row = await store.lockCase(tx, caseId);
    if (!row) throw new AppError('NOT_FOUND');
    if (row.state !== 'open') throw new AppError('CONFLICT', { message: 'This case has been decided' });
    if (row.appealed_from === viewer.accountId)
      throw new AppError('FORBIDDEN', { message: 'You decided this case. Someone else decides the appeal' });
    if ((await store.listFiles(tx, caseId)).some((file) => file.owner_id === viewer.accountId))
      throw new AppError('FORBIDDEN', { message: 'This is about a file of yours. Someone else decides' });
    return row;
  }

  return {
    list: async (filter) => toViews(db, await findCases(filter, listed)),
    async exportCsv(viewer, filter) {
      const rows = await findCases(filter, maxExportRows);
      await db.transaction().execute((tx) =>
        deps.compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'takedowns.exported',
          targetType: 'takedowns',
          targetId: '',
          details: { state: filter.state ?? 'open', class: filter.class ?? null, rows: rows.length },
        }),
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return writeCsv(columns, [...byId.keys()], (ids) =>
        toViews(
          db,
          ids.flatMap((id) => byId.get(id) ?? []),
        ),
      );
    },
    countWaiting: () => store.countOpen(db, clock.now()),

    async open(viewer, caseId) {
      const row = await transact(db, async (tx) => {
        const found = await store.lockCase(tx, caseId);
        if (!found) throw new AppError('NOT_FOUND');
        await recordReading(tx, viewer, caseId, 'opened');
        return found;
      });
      const who = { subnet: row.subnet_index, contact: row.contact_index, account: row.account_index };
      const [view, prints, events, answers, unfounded, found, frozenAccounts] = await Promise.all([
        toView(db, caseId),
        store.listPrints(db, caseId),
        store.listEvents(db, caseId),
        store.listAnswers(db, caseId),
        store.countUnfounded(db, who, { now: clock.now(), exceptId: caseId }),
        presentFiles(row),
        countFrozen(db, caseId),
      ]);
      const names = await deps.identity.listFirstNames(
        db,
        events.flatMap((event) => event.actor_id ?? []),
      );
      return {
        ...view,
        address: row.address,
        target: row.target_type && row.target_id ? { type: row.target_type, id: row.target_id } : null,
        isDepicted: row.is_depicted,
        contact: secrets.open(row.id, row.contact_sealed),
        unfounded: Math.max(unfounded.byName, unfounded.byAddress),
        prints: prints.map(({ print }) => Buffer.from(print).toString('hex')),
        showsPictures: row.class !== 'minor',
        found,
        frozenAccounts,
        events: events.map((event) => ({
          kind: event.kind as OpenedTakedown['events'][number]['kind'],
          by: event.actor_id ? (names.get(event.actor_id) ?? '') : null,
          text: secrets.open(row.id, event.sealed),
          at: event.at.toISOString(),
        })),
        answers: answers.flatMap(({ answer_sealed: sealed, answered_at: at }) => {
          const text = secrets.open(row.id, sealed);
          return text && at ? [{ text, at: at.toISOString() }] : [];
        }),
        isOwnDecision: row.state === 'open' && row.appealed_from === viewer.accountId,
      };
    },

    async openEvidence(viewer, caseId, mediaId) {
      await transact(db, async (tx) => {
        const row = await store.lockCase(tx, caseId);
        const files = row ? await store.listFiles(tx, caseId) : [];
        if (!row || !files.some((file) => file.media_id === mediaId)) throw new AppError('NOT_FOUND');
        if (row.class === 'minor')
          throw new AppError('FORBIDDEN', { message: 'No picture is shown where somebody may be under 18' });
        await recordReading(tx, viewer, caseId, 'evidence_shown', mediaId);
      });
      const picture = await media.readEvidence(mediaId);
      if (!picture) throw new AppError('NOT_FOUND');
      return { picture: dataUrl(await grey(picture).webp({ quality: 70 }).toBuffer()) };
    },

    async act(viewer, caseId, { action, reason }) {
      await transact(db, async (tx) => {
        const row = await lockForAction(tx, viewer, caseId);
        const actor = { accountId: viewer.accountId, reason };
        if (action === 'hide') {
          const files = await store.listFiles(tx, caseId);
          return effects.hide(
            tx,
            row,
            files.map((file) => file.media_id),
            actor,
          );
        }
        if (action === 'restore') return effects.restore(tx, row, actor);
        if (action === 'remove') await effects.remove(tx, row, actor);
        else {
          await effects.restore(tx, row, actor);
          await effects.recordRefusal(tx, row, actor);
        }
        await store.updateCase(tx, caseId, {
          state: action === 'remove' ? 'removed' : 'refused',
          decided_at: clock.now(),
          decided_by: viewer.accountId,
        });
      });
      return toView(db, caseId);
    },
  };
}
