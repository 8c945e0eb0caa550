import { type CoverId, coverNames, isCoverId } from '@vlam/contract/rules/covers';
import type { Database, Db } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { findCover, findCoverOfAddress, followDevice, setCover } from './store.ts';

export interface Covers {
  get(viewer: Viewer): Promise<CoverId | null>;
  /** The member's own choice; their no holds until they choose one. */
  set(viewer: Viewer, cover: CoverId | null): Promise<CoverId | null>;
  /** A disguise went on, or off (null), on one of their devices. Returns what the account wears then. */
  follow(viewer: Viewer, cover: CoverId | null): Promise<CoverId | null>;
  /** Name of the disguise that an account's pushes wear; null for none. */
  nameOf(db: Db, accountId: string): Promise<string | null>;
  /** Name of the disguise that mails to this address wear; null for none, and for an address without an account. */
  nameOfAddress(db: Db, address: string): Promise<string | null>;
}

const known = (cover: string | null | undefined): CoverId | null => (isCoverId(cover) ? cover : null);
const nameOf = (cover: string | null | undefined): string | null => (isCoverId(cover) ? coverNames[cover] : null);

export function createCovers({ db }: { db: Database['db'] }): Covers {
  return {
    get: async ({ accountId }) => known(await findCover(db, accountId)),
    async set({ accountId }, cover) {
      await setCover(db, accountId, { cover, declined: cover === null });
      return cover;
    },
    async follow({ accountId }, cover) {
      await followDevice(db, accountId, cover);
      return known(await findCover(db, accountId));
    },
    nameOf: async (on, accountId) => nameOf(await findCover(on, accountId)),
    nameOfAddress: async (on, address) => nameOf(await findCoverOfAddress(on, address)),
  };
}
