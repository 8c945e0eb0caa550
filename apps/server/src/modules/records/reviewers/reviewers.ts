import { randomInt } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import type { ReviewerGrant, reviewersOperations } from '@vlam/contract/records-reviewers';
import { maxReviewCodes } from '@vlam/contract/rules/records';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId, newToken } from '../../../platform/ids.ts';
import { blindIndex, sameBytes } from '../../../platform/keys.ts';
import type { Mailer } from '../../../platform/mailer.ts';
import { hashToken } from '../../../platform/session-cookie.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { say } from '../../../platform/words.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import { nextNumber } from '../numbers.ts';
import { periodSections, type ReviewSection } from './sections.ts';
import * as store from './store.ts';

type Operations = typeof reviewersOperations;
type Credentials = BodyOf<Operations['openReview']>;

export interface Reviewers {
  list(viewer: Viewer): Promise<ReviewerGrant[]>;
  /** Audited. Throws `VALIDATION_FAILED` for a reference that names nothing. */
  invite(viewer: Viewer, body: BodyOf<Operations['inviteReviewer']>): Promise<ReviewerGrant>;
  /** Audited. Mails the link and returns the code. Throws `NOT_FOUND`, `FORBIDDEN` for who asked, `CONFLICT`. */
  approve(viewer: Viewer, id: string): Promise<{ grant: ReviewerGrant; code: string }>;
  /** Audited. Throws `NOT_FOUND`, `CONFLICT` once it is over. */
  end(viewer: Viewer, id: string): Promise<ReviewerGrant>;
  /** Logged. Throws `NOT_FOUND` for a link that is not good, a wrong code, and what has ended, as all of these do. */
  open(credentials: Credentials): Promise<ResponseOf<Operations['openReview']>>;
  /** As `open`. */
  read(given: BodyOf<Operations['readReviewItem']>): Promise<ResponseOf<Operations['readReviewItem']>>;
}

export interface ReviewerDependencies {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'publicUrl' | 'keys'>;
  mailer: Pick<Mailer, 'queue'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listNames'>;
  reviewItems: {
    /** What these numbers and ids name, by reference. */
    findTypes(references: readonly string[]): Promise<ReadonlyMap<string, ReviewedType>>;
    /** A case, an item or a consent without the names of people in it; null when it is gone. */
    describe(type: ReviewedType, reference: string): Promise<ReviewSection[] | null>;
  };
}

export type ReviewedType = Exclude<ReviewerGrant['items'][number]['type'], 'period'>;

const hourMs = 3_600_000;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const period = /^20\d{2}-(0[1-9]|1[0-2]|H[12])$/;
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Johannesburg' },
});
const noAccess = () => new AppError('NOT_FOUND', { message: 'This link and code open nothing' });

/** Time-boxed, read-only access of reviewers from outside, to what staff chose. */
export function createReviewers(
  deps: ReviewerDependencies & { findReport(period: string): Promise<Parameters<typeof periodSections>[0] | null> },
): Reviewers {
  const { clock, reviewItems } = deps;
  const { db } = deps.database;
  const codeKey = deps.config.keys.lookup('reviewer codes');
  const hashCode = (id: string, code: string) => blindIndex(codeKey, `${id} ${code.replace(/\D/g, '')}`);

  function stateOf(row: store.GrantRow): ReviewerGrant['state'] {
    if (row.ended_at) return 'ended';
    if (!row.expires_at) return 'asked';
    if (row.failed_codes >= maxReviewCodes) return 'locked';
    return row.expires_at > clock.now() ? 'open' : 'expired';
  }

  async function toViews(on: Db, viewer: Viewer, rows: readonly store.GrantRow[]): Promise<ReviewerGrant[]> {
    const staff = rows.flatMap((row) => [row.asked_by, ...(row.approved_by ? [row.approved_by] : [])]);
    const names = await deps.identity.listNames(on, [...new Set(staff)]);
    const items = await store.listItems(
      on,
      rows.map(({ id }) => id),
    );
    const seen = await store.countViews(on);
    return rows.map((row) => ({
      ...{ id: row.id, number: row.number, reviewer: row.reviewer, organisation: row.organisation, email: row.email },
      ...{ reason: row.reason, hours: row.hours, state: stateOf(row) },
      items: items.filter((each) => each.grant_id === row.id).map(toItem),
      askedBy: names.get(row.asked_by) ?? null,
      approvedBy: row.approved_by ? (names.get(row.approved_by) ?? null) : null,
      expiresAt: row.expires_at?.toISOString() ?? null,
      views: seen.get(row.id)?.views ?? 0,
      lastViewAt: seen.get(row.id)?.last.toISOString() ?? null,
      mayApprove: stateOf(row) === 'asked' && row.asked_by !== viewer.accountId,
    }));
  }
  async function toView(on: Db, viewer: Viewer, row: store.GrantRow): Promise<ReviewerGrant> {
    const [view] = await toViews(on, viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }
  const toItem = ({ position, type, reference }: store.ItemRow) => ({
    ...{ position, reference },
    type: type as ReviewerGrant['items'][number]['type'],
  });

  /** The grant stands as the actor of what its reviewer does. */
  const audit = (tx: Db, actorId: string, row: store.GrantRow, action: string, details: Record<string, string> = {}) =>
    deps.compliance.recordAction(tx, {
      ...{ actorId, action: `reviewer.${action}`, targetType: 'reviewer', targetId: row.id },
      details: { number: row.number, reviewer: row.reviewer, organisation: row.organisation, ...details },
    });

  async function locked(tx: Db, id: string): Promise<store.GrantRow> {
    const row = await store.lockGrant(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  async function sectionsOf({ type, reference }: ReturnType<typeof toItem>): Promise<ReviewSection[] | null> {
    if (type !== 'period') return reviewItems.describe(type, reference);
    const report = await deps.findReport(reference);
    return report && periodSections(report);
  }

  const watermarkOf = (row: store.GrantRow) =>
    `${row.reviewer}, ${row.organisation}, ${timeFormat.format(clock.now())}, ${row.number}`;

  /** Opens a grant and logs the look; a wrong code is counted, which must commit. */
  async function enter(
    { token, code }: Credentials,
    position: number,
  ): Promise<{ row: store.GrantRow; item: store.ItemRow | null }> {
    const entered = await transact(db, async (tx) => {
      const row = await store.lockByToken(tx, hashToken(token));
      if (!row?.code_hash || stateOf(row) !== 'open') return null;
      if (!sameBytes(row.code_hash, hashCode(row.id, code))) {
        await store.updateGrant(tx, row.id, { failed_codes: row.failed_codes + 1 });
        return null;
      }
      if (row.failed_codes > 0) await store.updateGrant(tx, row.id, { failed_codes: 0 });
      const item = (await store.listItems(tx, [row.id])).find((each) => each.position === position) ?? null;
      if (position > 0 && !item) return null;
      const at = clock.now();
      await store.insertView(tx, { id: newId(at.getTime()), grant_id: row.id, position, at });
      await audit(tx, row.id, row, 'read', { item: item?.reference ?? 'list' });
      return { row, item };
    });
    if (!entered) throw noAccess();
    return entered;
  }

  return {
    list: async (viewer) => toViews(db, viewer, await store.listGrants(db)),
    async invite(viewer, { references, ...body }) {
      const named = [...new Set(references.map((each) => (uuid.test(each) ? each.toLowerCase() : each.toUpperCase())))];
      const known = await reviewItems.findTypes(named);
      const unknown = named.filter((each) => !known.has(each) && !period.test(each));
      if (unknown.length > 0)
        throw new AppError('VALIDATION_FAILED', {
          details: { fields: { references: `No case, item, consent or period: ${unknown.slice(0, 5).join(', ')}` } },
        });
      const now = clock.now();
      return transact(db, async (tx) => {
        const row = await store.insertGrant(tx, {
          ...{ id: newId(now.getTime()), ...body, asked_at: now, asked_by: viewer.accountId },
          number: await nextNumber(tx, 'reviewer_grants', 'RV', now),
        });
        await store.insertItems(
          tx,
          named.map((reference, index) => ({
            ...{ grant_id: row.id, position: index + 1, reference },
            type: known.get(reference) ?? 'period',
          })),
        );
        await audit(tx, viewer.accountId, row, 'asked', { items: named.join(', ').slice(0, 400) });
        return toView(tx, viewer, row);
      });
    },
    approve: (viewer, id) =>
      transact(db, async (tx) => {
        const row = await locked(tx, id);
        if (stateOf(row) !== 'asked') throw new AppError('CONFLICT', { message: 'Nothing waits to be approved' });
        if (row.asked_by === viewer.accountId)
          throw new AppError('FORBIDDEN', { message: 'Another member of staff approves what you asked for' });
        const now = clock.now();
        const [token, code] = [newToken(), String(randomInt(10 ** 8)).padStart(8, '0')];
        const approved = await store.updateGrant(tx, id, {
          ...{ approved_at: now, approved_by: viewer.accountId, token_hash: hashToken(token) },
          ...{ code_hash: hashCode(id, code), expires_at: new Date(now.getTime() + row.hours * hourMs) },
        });
        await deps.mailer.queue(tx, {
          to: row.email,
          subject: say`Your access ${row.number}`,
          text: [
            say`${row.reviewer}, you can read what you asked for: ${deps.config.publicUrl}/review/${token}`,
            say`The page asks for a code, which you are told by telephone. Access ends after ${row.hours} hours. Each look is logged.`,
          ],
        });
        await audit(tx, viewer.accountId, approved, 'approved');
        return { grant: await toView(tx, viewer, approved), code };
      }),
    end: (viewer, id) =>
      transact(db, async (tx) => {
        const row = await locked(tx, id);
        if (!['asked', 'open', 'locked'].includes(stateOf(row)))
          throw new AppError('CONFLICT', { message: 'This access is over' });
        const ended = await store.updateGrant(tx, id, { ended_at: clock.now(), ended_by: viewer.accountId });
        await audit(tx, viewer.accountId, ended, 'ended');
        return toView(tx, viewer, ended);
      }),
    async open(credentials) {
      const { row } = await enter(credentials, 0);
      const items = await store.listItems(db, [row.id]);
      return {
        ...{ reviewer: row.reviewer, organisation: row.organisation, items: items.map(toItem) },
        expiresAt: row.expires_at?.toISOString() ?? '',
        watermark: watermarkOf(row),
      };
    },
    async read({ position, ...credentials }) {
      const { row, item } = await enter(credentials, position);
      if (!item) throw noAccess();
      return {
        reference: item.reference,
        sections: (await sectionsOf(toItem(item))) ?? [],
        watermark: watermarkOf(row),
      };
    },
  };
}
