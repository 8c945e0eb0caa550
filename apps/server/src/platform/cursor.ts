import { findUnstorable } from '@vlam/contract/storable';
import * as z from 'zod/mini';
import { AppError } from './errors.ts';

/** The position where a page of a list ended, as an opaque cursor for the next page. */
export const encodeCursor = (position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Reads what `encodeCursor` wrote; throws `VALIDATION_FAILED` for anything that does not fit `schema`. */
export function decodeCursor<Schema extends z.ZodMiniType>(
  schema: Schema,
  cursor: string | undefined,
): z.output<Schema> | null {
  if (cursor === undefined) return null;
  const position = parseJson(Buffer.from(cursor, 'base64url').toString());
  const parsed = z.safeParse(schema, position);
  if (!parsed.success || findUnstorable(position) !== null)
    throw new AppError('VALIDATION_FAILED', { details: { fields: { cursor: 'This page does not exist' } } });
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
