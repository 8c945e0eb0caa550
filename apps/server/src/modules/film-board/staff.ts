import type { filmBoardOperations, OpenedRegistration, StaffRegistration } from '@vlam/contract/film-board';
import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { DecisionAction } from '@vlam/contract/rules/community';
import { isCalendarDate } from '@vlam/contract/rules/sa-id-number';
import * as z from 'zod/mini';
import { transact } from '../../platform/after-commit.ts';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Notify } from '../../platform/notices.ts';
import { retryCollisions } from '../../platform/postgres-retries.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { Answers } from './answers.ts';
import type { Certificates } from './certificates.ts';
import type { Endings } from './endings.ts';
import { dueOn, notifyStaff } from './own.ts';
import * as store from './store.ts';

type Operations = typeof filmBoardOperations;
type Body = BodyOf<Operations['decideRegistration']>;

export interface StaffRegistrations {
  list(
    viewer: Viewer,
    query: QueryOf<Operations['listRegistrations']>,
  ): Promise<ResponseOf<Operations['listRegistrations']>>;
  /** Applications and exemptions that wait, and how many of them are past their day. */
  countWaiting(): Promise<{ waiting: number; late: number }>;
  /** Audited. Throws `NOT_FOUND`. */
  open(viewer: Viewer, id: string): Promise<OpenedRegistration>;
  /**
   * Audited. Throws `NOT_FOUND`, `FORBIDDEN` for one's own registration and for confirming one's own proposal, `CONFLICT`
   * for a decision that its state does not allow, `VALIDATION_FAILED` for number and days of an approval.
   */
  decide(viewer: Viewer, id: string, body: Body): Promise<StaffRegistration>;
  /** Audited. Throws `NOT_FOUND`. */
  readCertificate(viewer: Viewer, id: string): Promise<{ picture: string }>;
  /** As `readCertificate`, for a PDF. */
  readPdf(viewer: Viewer, id: string): Promise<Buffer>;
  getTerms(): Promise<ResponseOf<Operations['filmBoardTerms']>>;
  /** Audited. */
  setTerms(
    viewer: Viewer,
    terms: BodyOf<Operations['setFilmBoardTerms']>,
  ): Promise<ResponseOf<Operations['filmBoardTerms']>>;
  /** Undoes a decision that was reversed on appeal, in the caller's transaction. False when there is nothing to undo. */
  reverse(tx: Db, id: string, action: DecisionAction): Promise<boolean>;
}

export interface StaffDependencies {
  database: Database;
  clock: Clock;
  answers: Answers;
  certificates: Pick<Certificates, 'open'>;
  endings: Pick<Endings, 'end'>;
  notify: Notify;
  compliance: Pick<ComplianceService, 'recordAction' | 'recordDecision' | 'listActions'>;
  identity: Pick<IdentityService, 'listFirstNames' | 'listStaff'>;
  media: Pick<MediaService, 'readEvidence'>;
  profiles: Pick<ProfilesService, 'cards' | 'findAccountId'>;
}

const pageSize = 20;
const historyLength = 50;
const targetType = 'fpb_registration';
const position = z.tuple([z.string().check(z.maxLength(40)), z.uuid()]);
const subject = 'Film-board registration';
const conflict = (message: string) => new AppError('CONFLICT', { message });
const invalid = (field: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });

/** Number and days of an approval. Throws `VALIDATION_FAILED`. */
function readCertificateOf({ certificateNumber, validFrom, validUntil }: Body, today: string) {
  if (!certificateNumber) throw invalid('certificateNumber', 'The number of the certificate is required');
  for (const [field, day] of Object.entries({ validFrom, validUntil }))
    if (!day || !isCalendarDate(day)) throw invalid(field, 'Please enter a date');
  if (!validFrom || !validUntil || validUntil < validFrom) throw invalid('validUntil', 'It ends after it begins');
  if (validUntil < today) throw invalid('validUntil', 'This day has passed');
  return { number: certificateNumber, valid_from: validFrom, valid_until: validUntil };
}

/** The side of staff: who may be registered, and who may publish X18. */
export function createStaffRegistrations(deps: StaffDependencies): StaffRegistrations {
  const { clock, answers, compliance, profiles, notify } = deps;
  const { db } = deps.database;
  const today = () => johannesburgDay(clock.now());

  async function toViews(viewer: Viewer, found: readonly store.RegistrationRow[]): Promise<StaffRegistration[]> {
    const cards = await profiles.cards.list([...new Set(found.flatMap((row) => row.profile_id ?? []))]);
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    return found.flatMap((row) => {
      const card = cardOf.get(row.profile_id ?? '');
      if (!card) return [];
      const isPending = row.status === 'pending';
      return {
        id: row.id,
        state: row.status as StaffRegistration['state'],
        businessName: answers.open(row).businessName,
        creator: { accountId: card.accountId, profileId: card.id, name: card.displayName },
        submittedAt: row.submitted_at.toISOString(),
        dueOn: isPending ? row.due_on : null,
        isLate: isPending && row.due_on !== null && row.due_on < today(),
        validUntil: row.valid_until,
        hasExemption: row.x18_exemption,
        awaitsSecond: row.x18_proposed_at !== null && !row.x18_exemption,
        isOwn: card.id === viewer.profileId,
      };
    });
  }

  async function getView(viewer: Viewer, id: string): Promise<StaffRegistration> {
    const row = await store.find(db, id);
    const [view] = row ? await toViews(viewer, [row]) : [];
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  const record = (
    tx: Db,
    viewer: Viewer,
    id: string,
    action: string,
    more: { reason?: string; details?: object } = {},
  ) =>
    compliance.recordAction(tx, {
      actorId: viewer.accountId,
      action: `fpb_registration.${action}`,
      targetType,
      targetId: id,
      ...(more.reason ? { reason: more.reason } : {}),
      ...(more.details ? { details: more.details as Record<string, string | boolean | null> } : {}),
    });

  /** As `record`, with the statement of reasons for the creator. */
  async function recordAgainst(
    tx: Db,
    viewer: Viewer,
    row: store.RegistrationRow,
    { action, decision, reason }: { action: string; decision: DecisionAction; reason: string },
  ): Promise<void> {
    const written = {
      actorId: viewer.accountId,
      action: `fpb_registration.${action}`,
      targetType,
      targetId: row.id,
      reason,
    };
    const accountId = row.profile_id ? await profiles.findAccountId(tx, row.profile_id) : null;
    await compliance.recordDecision(tx, written, { accountId, action: decision, rule: 'classification', subject });
  }

  const notifyCreator = (tx: Db, row: store.RegistrationRow, kind: 'registration_approved' | 'registration_exempt') =>
    row.profile_id
      ? notify(tx, {
          kind,
          to: { profileId: row.profile_id },
          key: `${kind}:${row.id}:${clock.now().getTime()}`,
          targetId: row.id,
        })
      : undefined;

  type Act = (tx: Db, viewer: Viewer, row: store.RegistrationRow, body: Body) => Promise<void>;

  /** Requires a state; the message is for a caller who came too late. */
  function requireStatus(row: store.RegistrationRow, status: 'pending' | 'approved'): void {
    if (row.status === status) return;
    throw conflict(status === 'pending' ? 'This application was decided already' : 'This registration does not hold');
  }

  const acts: Record<Body['decision'], Act> = {
    async approve(tx, viewer, row, body) {
      requireStatus(row, 'pending');
      const columns = readCertificateOf(body, today());
      await store.update(tx, row.id, {
        ...columns,
        status: 'approved',
        reason: null,
        decided_at: clock.now(),
        decided_by: viewer.accountId,
        reminded_days: null,
      });
      const details = { number: columns.number, validFrom: columns.valid_from, validUntil: columns.valid_until };
      await record(tx, viewer, row.id, 'approved', { reason: body.reason, details });
      await notifyCreator(tx, row, 'registration_approved');
    },
    async refuse(tx, viewer, row, { reason }) {
      requireStatus(row, 'pending');
      const at = clock.now();
      await store.update(tx, row.id, { status: 'refused', reason, decided_at: at, decided_by: viewer.accountId });
      await recordAgainst(tx, viewer, row, { action: 'refused', decision: 'registration_refused', reason });
    },
    async withdraw(tx, viewer, row, { reason }) {
      requireStatus(row, 'approved');
      await deps.endings.end(tx, row.id, { status: 'withdrawn', x18_exemption: false });
      await store.update(tx, row.id, { reason, decided_at: clock.now(), decided_by: viewer.accountId });
      await recordAgainst(tx, viewer, row, { action: 'withdrawn', decision: 'registration_withdrawn', reason });
    },
    async propose_exemption(tx, viewer, row, { reason }) {
      requireStatus(row, 'approved');
      if (row.x18_exemption) throw conflict('The exemption holds already');
      if (row.x18_proposed_at) throw conflict('The exemption is proposed already: another member of staff confirms it');
      await store.update(tx, row.id, { x18_proposed_by: viewer.accountId, x18_proposed_at: clock.now() });
      await record(tx, viewer, row.id, 'exemption_proposed', { reason });
      await notifyStaff(tx, deps, `registration_exemption:${row.id}:${clock.now().getTime()}`);
    },
    async confirm_exemption(tx, viewer, row, { reason }) {
      requireStatus(row, 'approved');
      if (row.x18_exemption) throw conflict('The exemption holds already');
      if (!row.x18_proposed_by) throw conflict('Nobody has proposed the exemption');
      if (row.x18_proposed_by === viewer.accountId)
        throw new AppError('FORBIDDEN', { message: 'You proposed it. Another member of staff confirms it' });
      await store.update(tx, row.id, {
        x18_exemption: true,
        x18_confirmed_by: viewer.accountId,
        x18_confirmed_at: clock.now(),
      });
      await record(tx, viewer, row.id, 'exemption_confirmed', { reason, details: { proposedBy: row.x18_proposed_by } });
      await notifyCreator(tx, row, 'registration_exempt');
    },
    async end_exemption(tx, viewer, row, { reason }) {
      requireStatus(row, 'approved');
      if (!row.x18_proposed_at) throw conflict('There is no exemption to end');
      await deps.endings.end(tx, row.id, { x18_exemption: false });
      // A proposal that no one confirmed took nothing from its creator.
      if (!row.x18_exemption) await record(tx, viewer, row.id, 'exemption_dropped', { reason });
      else await recordAgainst(tx, viewer, row, { action: 'exemption_ended', decision: 'exemption_ended', reason });
    },
  };

  async function getTerms() {
    const terms = await store.getTerms(db);
    return { reviewDays: terms.review_days, reminderDays: [...terms.reminder_days].sort((one, other) => other - one) };
  }

  return {
    async list(viewer, { state, cursor, limit = pageSize }) {
      const found = await store.list(db, state, decodeCursor(position, cursor), limit + 1);
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await toViews(viewer, shown),
        nextCursor: found.length > limit && last ? encodeCursor([last.place, last.id]) : null,
      };
    },
    countWaiting: () => store.countWaiting(db, today()),

    async open(viewer, id) {
      const row = await transact(db, async (tx) => {
        const found = await store.lock(tx, id);
        if (!found) throw new AppError('NOT_FOUND');
        await record(tx, viewer, id, 'opened');
        return found;
      });
      const [[view], actions] = await Promise.all([
        toViews(viewer, [row]),
        compliance.listActions({ targetType, targetId: id }, null, historyLength),
      ]);
      if (!view) throw new AppError('NOT_FOUND');
      const people = [
        row.decided_by,
        row.x18_proposed_by,
        row.x18_confirmed_by,
        ...actions.map((each) => each.actor_id),
      ];
      const names = await deps.identity.listFirstNames(db, [...new Set(people.flatMap((each) => each ?? []))]);
      const who = (accountId: string | null, at: Date | null) =>
        accountId && at ? { name: names.get(accountId) ?? '', at: at.toISOString() } : null;
      return {
        ...view,
        answers: answers.open(row),
        certificateNumber: row.number,
        validFrom: row.valid_from,
        reason: row.reason,
        decided: who(row.decided_by, row.decided_at),
        proposed: who(row.x18_proposed_by, row.x18_proposed_at),
        confirmed: who(row.x18_confirmed_by, row.x18_confirmed_at),
        isOwnProposal: row.x18_proposed_by === viewer.accountId,
        hasCertificate: row.certificate_media_id !== null || row.has_certificate_pdf,
        hasCertificatePdf: row.has_certificate_pdf,
        history: actions.map((each) => ({
          action: each.action.replace('fpb_registration.', ''),
          by: names.get(each.actor_id) ?? '',
          reason: each.reason,
          at: each.at.toISOString(),
        })),
      };
    },

    async decide(viewer, id, body) {
      // An item that is changed at the moment its exemption ends may collide with it.
      await retryCollisions(() =>
        transact(db, async (tx) => {
          const row = await store.lock(tx, id);
          if (!row) throw new AppError('NOT_FOUND');
          if (row.profile_id === viewer.profileId)
            throw new AppError('FORBIDDEN', {
              message: 'This is your own registration. Another member of staff decides',
            });
          await acts[body.decision](tx, viewer, row, body);
        }),
      );
      return getView(viewer, id);
    },

    async readCertificate(viewer, id) {
      const mediaId = await transact(db, async (tx) => {
        const row = await store.lock(tx, id);
        if (!row?.certificate_media_id) throw new AppError('NOT_FOUND');
        await record(tx, viewer, id, 'certificate_shown');
        return row.certificate_media_id;
      });
      const picture = await deps.media.readEvidence(mediaId);
      if (!picture) throw new AppError('NOT_FOUND');
      return { picture: `data:image/webp;base64,${picture.toString('base64')}` };
    },

    async readPdf(viewer, id) {
      const sealed = await transact(db, async (tx) => {
        const found = await store.findPdf(tx, id);
        if (!found?.certificate_pdf) throw new AppError('NOT_FOUND');
        await record(tx, viewer, id, 'certificate_shown');
        return found.certificate_pdf;
      });
      return deps.certificates.open(id, sealed);
    },

    getTerms,
    async setTerms(viewer, { reviewDays, reminderDays }) {
      const reminders = [...new Set(reminderDays)].sort((one, other) => other - one);
      await db.transaction().execute(async (tx) => {
        await store.setTerms(tx, {
          review_days: reviewDays,
          reminder_days: reminders,
          changed_at: clock.now(),
          changed_by: viewer.accountId,
        });
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'fpb_terms.changed',
          targetType: 'fpb_terms',
          targetId: 'terms',
          details: { reviewDays, reminderDays: reminders.join(', ') },
        });
      });
      return getTerms();
    },

    async reverse(tx, id, action) {
      const row = await store.lock(tx, id);
      if (action === 'registration_refused' && row?.status === 'refused') {
        const { review_days: reviewDays } = await store.getTerms(tx);
        await store.update(tx, id, {
          status: 'pending',
          due_on: dueOn(clock.now(), reviewDays),
          reason: null,
          decided_at: null,
          decided_by: null,
        });
        return true;
      }
      const holds = row?.status === 'withdrawn' && row.valid_until !== null && row.valid_until >= today();
      if (action !== 'registration_withdrawn' || !holds) return false;
      // Without the exemption, which takes two again.
      await store.update(tx, id, { status: 'approved', reason: null });
      return true;
    },
  };
}
