import * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import type { Sealer } from '../../platform/key-ring.ts';

/** Key of the last person read; `first` is kilometres or, by recency, the band. */
export interface ListPosition {
  first: number;
  rank: number;
  tie: bigint;
}

/** A list continues from its original place and time, even when its viewer has moved since. */
export interface ListState {
  origin: bigint;
  since: Date;
  sort: 'distance' | 'recency';
  place: ListPosition;
}

const cursorMaxAgeMs = 30 * 60_000;
const cursorSchema = z.tuple([
  z.string(),
  z.number(),
  z.enum(['distance', 'recency']),
  z.number(),
  z.number(),
  z.string(),
]);

/**
 * Cursors that only this server can create and read, valid for one account and half an hour. A freely chosen or stored
 * place would allow measuring from elsewhere, and the last person read may be invisible to the viewer.
 */
export function createListCursors(sealer: Sealer) {
  const contextOf = (accountId: string) => `people ${accountId}`;
  const invalid = () =>
    new AppError('VALIDATION_FAILED', { details: { fields: { cursor: 'This page does not exist' } } });
  return {
    seal(accountId: string, { origin, since, sort, place }: ListState): string {
      const state = [String(origin), since.getTime(), sort, place.first, place.rank, String(place.tie)];
      return sealer.seal(JSON.stringify(state), contextOf(accountId)).toString('base64url');
    },
    /** Null without a cursor. Throws `VALIDATION_FAILED`. */
    open(accountId: string, cursor: string | undefined, now: Date): ListState | null {
      if (cursor === undefined) return null;
      let plain: unknown;
      try {
        plain = JSON.parse(sealer.open(Buffer.from(cursor, 'base64url'), contextOf(accountId)));
      } catch {
        throw invalid();
      }
      const [origin, since, sort, first, rank, tie] = z.parse(cursorSchema, plain);
      if (now.getTime() - since > cursorMaxAgeMs) throw invalid();
      return {
        origin: BigInt(origin),
        since: new Date(since),
        sort,
        place: { first, rank, tie: BigInt(tie) },
      };
    },
  };
}
