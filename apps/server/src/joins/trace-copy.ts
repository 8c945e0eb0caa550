import type { MediaService } from '../modules/media/service.ts';
import type { Db } from '../platform/database.ts';
import { listSalesOfFile, type SaleOfFile } from './sales-of-file.ts';

export interface TracedCopy {
  mediaId: string;
  accountId: string;
  /** How well the mark fits, at most 1; accounts without a sale need more to be named. */
  correlation: number;
  /** Sales of the picture to this account, oldest first; none for staff or its creator. */
  sales: SaleOfFile[];
}

/** Among hundreds of thousands of accounts chance fits better than among the buyers of one picture. */
const minWithoutSale = 0.6;

/**
 * Finds whose copy of a paid picture this is: `mediaId` when the picture is known, otherwise those that look alike are
 * compared. Returns null when no mark fits. Throws `UNSUPPORTED_MEDIA` for bytes that are no picture.
 */
export async function traceCopy(
  { db, media }: { db: Db; media: Pick<MediaService, 'findLeakedBy' | 'listLookalikes' | 'listCopies'> },
  copy: Buffer,
  mediaId?: string,
): Promise<TracedCopy | null> {
  const known = mediaId ? [mediaId] : await media.listLookalikes(copy);
  // Each use of a file has marks of its own.
  const candidates = new Set([...known, ...(await Promise.all(known.map((id) => media.listCopies(db, id)))).flat()]);
  for (const candidate of candidates) {
    const sales = await listSalesOfFile(db, candidate);
    const buyers = [...new Set(sales.map(({ buyerId }) => buyerId))];
    const found = (await media.findLeakedBy(candidate, copy, buyers)) ?? (await findOther(candidate, buyers));
    if (found) return { mediaId: candidate, ...found, sales: sales.filter((sale) => sale.buyerId === found.accountId) };
  }
  return null;

  async function findOther(candidate: string, buyers: readonly string[]) {
    const rows = await db.selectFrom('accounts').select('id').execute();
    const known = new Set(buyers);
    const others = rows.map(({ id }) => id).filter((id) => !known.has(id));
    const found = await media.findLeakedBy(candidate, copy, others);
    return found && found.correlation >= minWithoutSale ? found : null;
  }
}
