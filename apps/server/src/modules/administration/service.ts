import type {
  adminPayout,
  bonusPattern,
  ledgerEntry,
  ledgerHealth,
  ledgerTransfer,
} from '@vlam/contract/administration';
import type * as z from 'zod/mini';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { formatRand } from '../../platform/rand.ts';
import type { CreditsService, TransferFilter, TransferRow } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { PayoutsService, StaffPayout } from '../payouts/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { causeOf } from './ledger-words.ts';

type AdminPayout = z.output<typeof adminPayout>;
type TransferView = z.output<typeof ledgerTransfer>;
type EntryView = z.output<typeof ledgerEntry>;

export interface AdministrationService {
  presentPayouts(payouts: readonly StaffPayout[]): Promise<AdminPayout[]>;
  presentPayout(payout: StaffPayout): Promise<AdminPayout>;
  /** What the hourly look at the books found. */
  ledgerHealth(): Promise<z.output<typeof ledgerHealth>>;
  /** Where many accounts were given credits. */
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

const listed = 25;

/** What staff see of the money; who may see it is the contract's to say. */
export function createAdministrationService(deps: {
  db: Database['db'];
  credits: Pick<CreditsService, 'books' | 'explorer' | 'bonusPatterns'>;
  payouts: Pick<PayoutsService, 'decisions'>;
  profiles: Pick<ProfilesService, 'cards'>;
  identity: Pick<IdentityService, 'listFirstNames'>;
}): AdministrationService {
  const { db, credits, payouts, profiles, identity } = deps;

  /** What owners of accounts are called: a profile by its name, a login by its first name; a request has none. */
  async function namesOf(ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    const [cards, firstNames] = await Promise.all([profiles.cards.list(wanted), identity.listFirstNames(db, wanted)]);
    return new Map([...firstNames, ...cards.map((card) => [card.id, card.displayName] as const)]);
  }

  const toTransfer = (row: TransferRow, names: ReadonlyMap<string, string>): TransferView => ({
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

  async function presentPayouts(found: readonly StaffPayout[]): Promise<AdminPayout[]> {
    const names = await namesOf(found.map(({ profileId }) => profileId));
    return found.map((payout) => ({ ...payout, displayName: names.get(payout.profileId) ?? '' }));
  }

  /** In words, with where a payout stands now. */
  async function describeCause(row: TransferRow) {
    const { kind, words } = causeOf(row);
    if (kind !== 'payout') return { kind, id: row.reference, description: words };
    const payout = await payouts.decisions.find(row.reference);
    const standing = payout ? ` (payout of ${formatRand(payout.amountCents)}, now ${payout.status})` : '';
    return { kind, id: row.reference, description: words + standing };
  }

  return {
    presentPayouts,
    async presentPayout(payout) {
      const [view] = await presentPayouts([payout]);
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
      const names = await namesOf(patterns.flatMap(({ creators }) => creators.map(({ profileId }) => profileId)));
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
    async listTransfers(filter, { cursor, limit = listed }) {
      const { transfers, nextCursor } = await credits.explorer.list(filter, { cursor, limit });
      const names = await namesOf(transfers.map((row) => row.owner_id));
      return { items: transfers.map((row) => toTransfer(row, names)), nextCursor };
    },
    async getTransfer(groupId) {
      const found = await credits.explorer.find(groupId);
      if (!found) throw new AppError('NOT_FOUND');
      const { transfer, entries } = found;
      const names = await namesOf([transfer.owner_id, ...entries.map((entry) => entry.account_owner_id)]);
      return {
        transfer: toTransfer(transfer, names),
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
