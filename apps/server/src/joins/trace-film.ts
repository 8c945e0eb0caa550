import type { MediaService } from '../modules/media/service.ts';
import type { Db } from '../platform/database.ts';
import { listSalesOfFile, type SaleOfFile } from './sales-of-file.ts';

export type TracedFilm =
  | {
      outcome: 'named';
      mediaId: string;
      accountId: string;
      /** How well the copy fits the account's code word, at most 1. */
      correlation: number;
      /** That any of the compared accounts fits so well by chance. */
      chance: number;
      /** Sales of the film to this account, oldest first; none for staff. */
      sales: SaleOfFile[];
    }
  /** The film was recognised, and the copy fits no account. */
  | { outcome: 'no-account'; mediaId: string; segments: number }
  /** The copy shows too little of the film to tell its viewers apart. */
  | { outcome: 'not-enough-film'; mediaId: string; segments: number }
  | { outcome: 'unknown-film' };

/**
 * Finds whose copy of a sold film this is: of the film `mediaId`, otherwise of those that look alike. Throws
 * `UNSUPPORTED_MEDIA` for a file that is no film, and `NOT_FOUND` when the named film has no marks.
 */
export async function traceFilm(
  { db, media }: { db: Db; media: Pick<MediaService, 'openFilmCopy' | 'listCopies'> },
  path: string,
  mediaId?: string,
): Promise<TracedFilm> {
  const copy = await media.openFilmCopy(path);
  try {
    for (const candidate of mediaId ? [mediaId] : await copy.listLikely()) {
      const reading = await copy.readAgainst(candidate);
      if (!reading) continue;
      const accounts = (await db.selectFrom('accounts').select('id').execute()).map(({ id }) => id);
      let mostBuyers = 1;
      // Each use of a file has code words of its own.
      for (const use of new Set([candidate, ...(await media.listCopies(db, candidate))])) {
        const sales = await listSalesOfFile(db, use);
        const buyers = [...new Set(sales.map(({ buyerId }) => buyerId))];
        mostBuyers = Math.max(mostBuyers, buyers.length);
        // Staff see films without a sale; there are many more accounts, so they have to fit better.
        const found = reading.findViewer(use, buyers) ?? reading.findViewer(use, accounts);
        if (!found) continue;
        const own = sales.filter((sale) => sale.buyerId === found.accountId);
        return { outcome: 'named', mediaId: use, ...found, sales: own };
      }
      const { segments } = reading;
      const outcome = reading.isEnoughFor(mostBuyers) ? 'no-account' : 'not-enough-film';
      return { outcome, mediaId: candidate, segments };
    }
    return { outcome: 'unknown-film' };
  } finally {
    await copy.close();
  }
}
