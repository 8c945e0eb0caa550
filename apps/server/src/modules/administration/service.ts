import type {
  adminPayout,
  bonusPattern,
  ledgerEntry,
  ledgerHealth,
  ledgerTransfer,
} from '@vlam/contract/administration';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { formatRand } from '../../platform/rand.ts';
import type { AgeVerificationService } from '../age-verification/service.ts';
import type { CreditsService, TransferFilter, TransferRow } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { PaymentsService } from '../payments/service.ts';
import type { PayoutsService, StaffPayout } from '../payouts/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { type Audit, type AuditDependencies, createAudit } from './audit/audit.ts';
import { createFigures, type Figures, type FiguresDependencies } from './figures/figures.ts';
import { createSavedFilters, type SavedFilters } from './filters/filters.ts';
import { createHealthDesk, type HealthDesk, type HealthDeskDependencies } from './health/health.ts';
import { createSettingsDesk, type SettingsDependencies, type SettingsDesk } from './settings/settings.ts';
import { createShareDesk, type ShareDesk } from './shares/shares.ts';
import { describeTransfer } from './transfer-causes.ts';
import { createMembers, type MemberDependencies, type Members } from './users/member.ts';
import { createUsers, type UserListing, type Users } from './users/users.ts';

type AdminPayout = z.output<typeof adminPayout>;
type TransferView = z.output<typeof ledgerTransfer>;
type EntryView = z.output<typeof ledgerEntry>;

export type { UserListing } from './users/users.ts';

export interface AdministrationService {
  users: Users;
  savedFilters: SavedFilters;
  audit: Audit;
  members: Members;
  figures: Figures;
  healthDesk: HealthDesk;
  settingsDesk: SettingsDesk;
  shareDesk: ShareDesk;
  toPayoutViews(payouts: readonly StaffPayout[]): Promise<AdminPayout[]>;
  toPayoutView(payout: StaffPayout): Promise<AdminPayout>;
  /** Result of the hourly reconciliation. */
  ledgerHealth(): Promise<z.output<typeof ledgerHealth>>;
  /** Patterns of many accounts that received free credits. */
  listBonusPatterns(): Promise<z.output<typeof bonusPattern>[]>;
  listTransfers(
    filter: TransferFilter,
    page: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ items: TransferView[]; nextCursor: string | null }>;
  /** Throws `NOT_FOUND`. */
  getTransfer(groupId: string): Promise<{
    transfer: TransferView;
    entries: EntryView[];
    cause: { kind: string; id: string; description: string };
  }>;
}

const defaultLimit = 25;

/** The staff's view of money. Permissions are checked by the contract. */
export function createAdministrationService(deps: {
  config: HealthDeskDependencies['config'];
  version: string;
  database: Database;
  clock: Clock;
  jobs: HealthDeskDependencies['jobs'];
  compliance: AuditDependencies['compliance'] & MemberDependencies['compliance'];
  ageVerification: Pick<AgeVerificationService, 'confirmByDocument' | 'withdrawDocument' | 'findAge'>;
  settings: SettingsDependencies['settings'];
  realtime: SettingsDependencies['realtime'];
  userList: UserListing;
  historySources: MemberDependencies['historySources'];
  requestCounts: FiguresDependencies['requestCounts'];
  figuresReader: FiguresDependencies['figuresReader'];
  countReports: MemberDependencies['countReports'];
  parts: FiguresDependencies['parts'];
  credits: Pick<CreditsService, 'books' | 'explorer' | 'bonusPatterns' | 'balance' | 'earnedCents' | 'datedShares'>;
  payments: Pick<PaymentsService, 'sumPaid'>;
  payouts: Pick<PayoutsService, 'decisions' | 'sumWithdrawn'>;
  profiles: Pick<ProfilesService, 'cards' | 'readIdentity'>;
  identity: Pick<
    IdentityService,
    | 'listFirstNames'
    | 'listNames'
    | 'lockAccount'
    | 'suspend'
    | 'unsuspend'
    | 'changeRole'
    | 'countSessions'
    | 'listStaff'
  >;
}): AdministrationService {
  const { credits, payouts, profiles, identity } = deps;
  const { db } = deps.database;

  /** Names of ledger account owners: display name of a profile, first name of a login; a request has none. */
  async function listOwnerNames(ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    const [cards, firstNames] = await Promise.all([profiles.cards.list(wanted), identity.listFirstNames(db, wanted)]);
    return new Map([...firstNames, ...cards.map((card) => [card.id, card.displayName] as const)]);
  }

  const toTransferView = (row: TransferRow, names: ReadonlyMap<string, string>): TransferView => ({
    id: row.group_id,
    ownerId: row.owner_id,
    ownerName: names.get(row.owner_id) ?? null,
    kind: row.kind,
    currency: row.currency,
    amount: Number(row.amount),
    description: row.description,
    reference: row.reference,
    payeeId: row.payee_id,
    createdAt: row.created_at.toISOString(),
  });

  async function toPayoutViews(found: readonly StaffPayout[]): Promise<AdminPayout[]> {
    const names = await listOwnerNames(found.map(({ profileId }) => profileId));
    return found.map((payout) => ({ ...payout, displayName: names.get(payout.profileId) ?? '' }));
  }

  /** Describes the cause of a transfer, with the current status of a payout. */
  async function describeCause(row: TransferRow) {
    const { kind, sentence } = describeTransfer(row);
    if (kind !== 'payout') return { kind, id: row.reference, description: sentence };
    const payout = await payouts.decisions.find(row.reference);
    const status = payout ? ` (payout of ${formatRand(payout.amountCents)}, now ${payout.status})` : '';
    return { kind, id: row.reference, description: sentence + status };
  }

  const moneyOf: MemberDependencies['moneyOf'] = async ({ accountId, profileId }) => {
    const ids = profileId ? [profileId] : [];
    const [spentCents, { balance }, kept, withdrawn] = await Promise.all([
      deps.payments.sumPaid(accountId),
      credits.balance(accountId),
      credits.earnedCents(ids),
      payouts.sumWithdrawn(ids),
    ]);
    const earned = profileId ? (kept.get(profileId) ?? 0n) + (withdrawn.get(profileId) ?? 0n) : 0n;
    return { spentCents, earnedCents: Number(earned), balance };
  };

  return {
    users: createUsers(deps),
    savedFilters: createSavedFilters(deps),
    audit: createAudit(deps),
    members: createMembers({
      ...deps,
      listUsers: deps.userList.listByIds,
      moneyOf,
      countSessions: identity.countSessions,
    }),
    figures: createFigures(deps),
    healthDesk: createHealthDesk(deps),
    settingsDesk: createSettingsDesk(deps),
    shareDesk: createShareDesk(deps),
    toPayoutViews,
    async toPayoutView(payout) {
      const [view] = await toPayoutViews([payout]);
      if (!view) throw new AppError('NOT_FOUND');
      return view;
    },
    async ledgerHealth() {
      const found = await credits.books.latest();
      return {
        balanced: found.balanced,
        solvent: found.solvent,
        checkedAt: found.checkedAt.toISOString(),
        transfers: found.transfers,
        differences: found.differences,
        heldCents: Number(found.heldCents),
        owedCents: Number(found.owedCents),
        packSalesCents: Number(found.packSalesCents),
        creditsOutstanding: Number(found.creditsOutstanding),
        promotionalOutstanding: Number(found.promotionalOutstanding),
        heldCredits: Number(found.heldCredits),
      };
    },
    async listBonusPatterns() {
      const patterns = await credits.bonusPatterns();
      const names = await listOwnerNames(
        patterns.flatMap(({ creators }) => creators.map(({ profileId }) => profileId)),
      );
      return patterns.map(({ lastAt, creators, ...pattern }) => ({
        ...pattern,
        lastAt: lastAt.toISOString(),
        creators: creators.map(({ profileId, ...paid }) => ({
          id: profileId,
          displayName: names.get(profileId) ?? '',
          ...paid,
        })),
      }));
    },
    async listTransfers(filter, { cursor, limit = defaultLimit }) {
      const { transfers, nextCursor } = await credits.explorer.list(filter, { cursor, limit });
      const names = await listOwnerNames(transfers.map((row) => row.owner_id));
      return { items: transfers.map((row) => toTransferView(row, names)), nextCursor };
    },
    async getTransfer(groupId) {
      const found = await credits.explorer.find(groupId);
      if (!found) throw new AppError('NOT_FOUND');
      const { transfer, entries } = found;
      const names = await listOwnerNames([transfer.owner_id, ...entries.map((entry) => entry.account_owner_id)]);
      return {
        transfer: toTransferView(transfer, names),
        entries: entries.map((entry) => ({
          leg: entry.leg,
          accountId: entry.account_id,
          accountKind: entry.account_kind,
          accountOwnerId: entry.account_owner_id,
          accountOwnerName: entry.account_owner_id === null ? null : (names.get(entry.account_owner_id) ?? null),
          currency: entry.currency,
          amount: Number(entry.amount),
          balanceAfter: Number(entry.balance_after),
        })),
        cause: await describeCause(transfer),
      };
    },
  };
}
