import type { AppealedDecision, decisionsOperations } from '@vlam/contract/decisions';
import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { DecisionAction } from '@vlam/contract/rules/community';
import { transact } from '../../platform/after-commit.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hasPermission, type Viewer } from '../../platform/viewer.ts';
import type { ComplianceService, DecisionRow } from '../compliance/service.ts';
import type { ContentService } from '../content/service.ts';
import type { FilmBoardService } from '../film-board/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { ProfilesService } from '../profiles/service.ts';

type Operations = typeof decisionsOperations;

const registrationType = 'fpb_registration';
const noApprovals = { approvals: [], approvalsNeeded: 1, hasApproved: false };

export interface Appeals {
  list(viewer: Viewer, query: QueryOf<Operations['listAppeals']>): Promise<ResponseOf<Operations['listAppeals']>>;
  countWaiting(): Promise<number>;
  /**
   * Answers an appeal, with an audit row; one that would publish X18 again waits for a second answer. Throws `NOT_FOUND`;
   * `FORBIDDEN` for the member of staff who decided it or is its subject, for a suspension without `manage_users`, for payouts
   * without `manage_money` and for a registration without `manage_compliance`; `CONFLICT` when it was answered, or cannot
   * be published again.
   */
  decide(viewer: Viewer, decisionId: string, body: BodyOf<Operations['decideAppeal']>): Promise<AppealedDecision>;
  /** Warns a member, with an audit row. Throws `NOT_FOUND`, `FORBIDDEN` for oneself and for staff. */
  warn(viewer: Viewer, body: BodyOf<Operations['warnMember']>): Promise<ResponseOf<Operations['warnMember']>>;
}

export interface AppealDependencies {
  database: Database;
  compliance: Pick<ComplianceService, 'recordAction' | 'recordDecision' | 'decisions'>;
  identity: Pick<IdentityService, 'listNames' | 'lockAccount' | 'unsuspend'>;
  profiles: Pick<ProfilesService, 'findIdsByAccount' | 'listByAccounts' | 'restorePhoto'>;
  content: Pick<ContentService, 'publishAgain' | 'dropApprovals' | 'describeApprovals'>;
  filmBoard: { staff: Pick<FilmBoardService['staff'], 'reverse'> };
  /** Reverses what a confirmed case of risk decided about an account's money. */
  reverseRiskCase(tx: Db, by: Pick<Viewer, 'accountId'>, accountId: string, reason: string): Promise<void>;
}

/** Appeals against decisions of staff, which other staff answer. */
export function createAppeals(deps: AppealDependencies): Appeals {
  const { compliance, identity, profiles } = deps;
  const { decisions } = compliance;
  const { db } = deps.database;

  const isParty = (viewer: Viewer, row: DecisionRow): boolean =>
    row.decided_by === viewer.accountId || row.account_id === viewer.accountId;

  async function toViews(viewer: Viewer, rows: readonly DecisionRow[]): Promise<AppealedDecision[]> {
    const members = [...new Set(rows.map((row) => row.account_id))];
    const staff = rows.flatMap((row) => row.decided_by ?? []);
    const held = rows.filter((row) => row.action === 'held_back' && row.appeal_state === 'open');
    const [names, profileIds, strikes, approvals] = await Promise.all([
      identity.listNames(db, [...new Set([...members, ...staff])]),
      profiles.findIdsByAccount(db, members),
      decisions.countStrikes(db, members),
      deps.content.describeApprovals(
        viewer,
        held.map((row) => row.target_id),
      ),
    ]);
    return rows.map((row) => ({
      ...decisions.toView(row),
      member: {
        accountId: row.account_id,
        profileId: profileIds.get(row.account_id) ?? null,
        name: names.get(row.account_id) ?? '',
        strikes: strikes.get(row.account_id) ?? 0,
      },
      targetId: row.target_id,
      decidedBy: row.decided_by ? (names.get(row.decided_by) ?? null) : null,
      isParty: isParty(viewer, row),
      ...((held.includes(row) && approvals.get(row.target_id)) || noApprovals),
    }));
  }

  /**
   * Undoes what can be undone; a removed file is gone, and what was only refused may be sent in again. 'waits': a second
   * person has to reverse it too.
   */
  async function reverse(tx: Db, row: DecisionRow, by: string, reason: string): Promise<boolean | 'waits'> {
    if (row.action === 'held_back') {
      const outcome = await deps.content.publishAgain(tx, row.target_id, by);
      return outcome === 'waits' ? 'waits' : outcome === 'published';
    }
    if (row.target_type === registrationType)
      return deps.filmBoard.staff.reverse(tx, row.target_id, row.action as DecisionAction);
    if (row.action === 'photo_hidden') return profiles.restorePhoto(tx, row.target_id, by);
    if (row.action === 'payouts_ended') {
      await deps.reverseRiskCase(tx, { accountId: by }, row.account_id, reason);
      return true;
    }
    if (row.action !== 'suspended') return false;
    const account = await identity.lockAccount(tx, row.account_id);
    if (!account.suspendedAt) return false;
    await identity.unsuspend(tx, row.account_id);
    return true;
  }

  return {
    async list(viewer, { state, ...page }) {
      const { rows, nextCursor } = await decisions.listAppeals(state, page);
      return { items: await toViews(viewer, rows), nextCursor };
    },
    countWaiting: () => decisions.countOpenAppeals(),
    async decide(viewer, decisionId, { decision, reason }) {
      const answered = await transact(db, async (tx) => {
        const row = await decisions.lockAppealed(tx, decisionId);
        if (isParty(viewer, row))
          throw new AppError('FORBIDDEN', { message: 'Another member of staff answers an appeal about your decision' });
        if (row.action === 'suspended' && !hasPermission(viewer, 'manage_users'))
          throw new AppError('FORBIDDEN', { message: 'Only staff who manage users answer about a suspension' });
        if (row.action === 'payouts_ended' && !hasPermission(viewer, 'manage_money'))
          throw new AppError('FORBIDDEN', { message: 'Only staff who manage money answer about payouts' });
        if (row.target_type === registrationType && !hasPermission(viewer, 'manage_compliance'))
          throw new AppError('FORBIDDEN', { message: 'Only staff of compliance answer about a registration' });
        const isReversed = decision === 'reverse';
        const restored = isReversed && (await reverse(tx, row, viewer.accountId, reason));
        if (!isReversed && row.action === 'held_back') await deps.content.dropApprovals(tx, row.target_id);
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: restored === 'waits' ? 'appeal.reversed_first' : isReversed ? 'appeal.reversed' : 'appeal.upheld',
          targetType: row.target_type,
          targetId: row.target_id,
          reason,
          details: {
            decision: row.id,
            action: row.action,
            restored: restored === true,
            auditRow: Number(row.audit_number),
          },
        });
        if (restored === 'waits') return row;
        const state = isReversed ? 'reversed' : 'upheld';
        return decisions.answer(tx, row, { state, reason, by: viewer.accountId });
      });
      const [view] = await toViews(viewer, [answered]);
      if (!view) throw new AppError('NOT_FOUND');
      return view;
    },
    async warn(viewer, { userId, rule, reason }) {
      return db.transaction().execute(async (tx) => {
        if (userId === viewer.accountId) throw new AppError('FORBIDDEN', { message: 'You cannot warn yourself' });
        const account = await identity.lockAccount(tx, userId);
        if (account.role === 'moderator' || account.role === 'admin')
          throw new AppError('FORBIDDEN', { message: 'This account belongs to staff' });
        const row = {
          actorId: viewer.accountId,
          action: 'user.warned',
          targetType: 'account',
          targetId: userId,
          reason,
          details: { rule },
        };
        const view = await compliance.recordDecision(tx, row, {
          accountId: userId,
          action: 'warned',
          rule,
          subject: null,
        });
        if (!view) throw new AppError('NOT_FOUND');
        return view;
      });
    },
  };
}
