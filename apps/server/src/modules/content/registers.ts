import type {
  contentRegistersOperations,
  RegisteredClassification,
  RegisteredConsent,
} from '@vlam/contract/content-registers';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import { findConsentWording } from '@vlam/contract/rules/consents';
import * as z from 'zod/mini';
import { johannesburgDay } from '../../platform/clock.ts';
import { csvRow } from '../../platform/csv.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { requireProfileId } from '../profiles/service.ts';
import type { LinkedNames } from './linked-names.ts';
import * as store from './registers-store.ts';

type Operations = typeof contentRegistersOperations;

/** What the law asks a creator to keep: how each item was classified, and who in it agreed. */
export interface Registers {
  listClassificationRegister(
    viewer: Viewer,
    query: QueryOf<Operations['listClassificationRegister']>,
  ): Promise<ResponseOf<Operations['listClassificationRegister']>>;
  listConsentRegister(
    viewer: Viewer,
    query: QueryOf<Operations['listConsentRegister']>,
  ): Promise<ResponseOf<Operations['listConsentRegister']>>;
  /** The whole register as CSV, in pieces. */
  exportClassificationRegister(viewer: Viewer): AsyncGenerator<string>;
  /** As `exportClassificationRegister`. */
  exportConsentRegister(viewer: Viewer): AsyncGenerator<string>;
  countRegisters(profileId: string): Promise<{ classifications: number; consents: number }>;
}

const pageSize = 20;
const pieceSize = 500;
const position = z.tuple([z.iso.datetime(), z.uuid()]);
const iso = (at: Date | null) => at?.toISOString() ?? null;
const dayOf = (at: string | null) => (at ? johannesburgDay(new Date(at)) : null);

/** Whether scope and wording say what was agreed to: a request and a no have the ones that were asked for. */
const isAgreed = (state: RegisteredConsent['state']) => state === 'yes' || state === 'revoked';

const toClassification = (row: store.ClassificationRow): RegisteredClassification => ({
  id: row.id,
  contentId: row.content_id,
  title: row.title,
  state: row.state,
  classification: row.classification as RegisteredClassification['classification'],
  rating: row.fpb_rating,
  warningLabels: row.warning_labels as RegisteredClassification['warningLabels'],
  isAnswered: row.is_answered,
  at: row.at.toISOString(),
});

const toConsent =
  (names: LinkedNames) =>
  (row: store.ConsentRow): RegisteredConsent => ({
    id: row.id,
    contentId: row.content_id,
    title: row.title,
    name: names.nameOf(row),
    isLinked: row.is_linked,
    state: row.state as RegisteredConsent['state'],
    scope: row.scope,
    wording: row.wording,
    askedAt: row.asked_at.toISOString(),
    answeredAt: iso(row.answered_at),
    revokedAt: iso(row.revoked_at),
    replacedAt: iso(row.replaced_at),
    fileHash: row.media_sha256?.toString('hex') ?? null,
  });

export function createRegisters({ database: { db }, names }: { database: Database; names: LinkedNames }): Registers {
  type Read<Row> = (query: store.RegisterQuery) => Promise<Row[]>;

  async function readPage<Row extends { id: string; place: string }, View>(
    read: Read<Row>,
    toView: (row: Row) => View,
    viewer: Viewer,
    { q, cursor, limit = pageSize }: QueryOf<Operations['listConsentRegister']>,
  ): Promise<{ items: View[]; nextCursor: string | null }> {
    const rows = await read({
      profileId: requireProfileId(viewer),
      title: q || null,
      below: decodeCursor(position, cursor),
      limit: limit + 1,
    });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(toView),
      nextCursor: rows.length > limit && last ? encodeCursor([last.place, last.id]) : null,
    };
  }

  async function* write<Row extends { id: string; place: string }, View>(
    read: Read<Row>,
    toView: (row: Row) => View,
    profileId: string,
    columns: Record<string, (view: View) => string | number | null>,
  ): AsyncGenerator<string> {
    // With a byte order mark, which spreadsheets need to read UTF-8.
    yield `\ufeff${csvRow(Object.keys(columns))}`;
    for (let below: store.RegisterQuery['below'] = null; ; ) {
      const rows: Row[] = await read({ profileId, title: null, below, limit: pieceSize });
      yield rows.map((row) => csvRow(Object.values(columns).map((cell) => cell(toView(row))))).join('');
      const last = rows.at(-1);
      if (!last || rows.length < pieceSize) return;
      below = [last.place, last.id];
    }
  }

  const classifications: Read<store.ClassificationRow> = (query) => store.listClassifications(db, query);
  const consents: Read<store.ConsentRow> = (query) => store.listConsents(db, query);
  const toConsentView = toConsent(names);

  return {
    countRegisters: (profileId) => store.countRegisters(db, profileId),
    listClassificationRegister: (viewer, query) => readPage(classifications, toClassification, viewer, query),
    listConsentRegister: (viewer, query) => readPage(consents, toConsentView, viewer, query),
    exportClassificationRegister: (viewer) =>
      write(classifications, toClassification, requireProfileId(viewer), {
        Date: ({ at }) => dayOf(at),
        Title: ({ title }) => title,
        Item: ({ contentId }) => contentId,
        Classification: ({ classification }) => classification,
        Rating: ({ rating }) => rating,
        Advice: ({ warningLabels }) => warningLabels.join(' '),
        Given: ({ isAnswered }) => (isAnswered ? 'By questions' : 'By class'),
        State: ({ state }) => state,
      }),
    exportConsentRegister: (viewer) =>
      write(consents, toConsentView, requireProfileId(viewer), {
        Asked: ({ askedAt }) => dayOf(askedAt),
        Title: ({ title }) => title,
        Item: ({ contentId }) => contentId,
        Person: ({ name }) => name,
        Way: ({ isLinked }) => (isLinked ? 'Private link' : 'Member'),
        Answer: ({ state }) => state,
        Answered: ({ answeredAt }) => dayOf(answeredAt),
        Revoked: ({ revokedAt }) => dayOf(revokedAt),
        Replaced: ({ replacedAt }) => dayOf(replacedAt),
        Scope: ({ state, scope }) => (isAgreed(state) ? scope.join(' ') : null),
        Wording: ({ wording }) => wording,
        'Agreed to': ({ state, wording }) => (isAgreed(state) ? (findConsentWording(wording)?.text ?? null) : null),
        'File SHA-256': ({ fileHash }) => fileHash,
      }),
  };
}
