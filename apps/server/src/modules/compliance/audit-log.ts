import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { AuditFilter } from './store.ts';
import * as store from './store.ts';

export interface StaffAction {
  /** Account of the member of staff, from the session. */
  actorId: string;
  /** Named like `payout.approved`. */
  action: string;
  targetType: string;
  targetId: string;
  reason?: string | null;
  /** Further facts for the reader: plain text and numbers. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A row of the audit log; `details` as it was written. */
export type LoggedAction = Omit<store.AuditRow, 'details'> & {
  number: bigint;
  details: NonNullable<StaffAction['details']>;
};

export interface Verification {
  /** Rows that fit. */
  rows: number;
  last: { number: bigint; hash: Buffer } | null;
  /** The first row that does not fit. */
  broken: bigint | null;
}

const genesisHash = Buffer.alloc(32);
const chunkSize = 5_000;

/** Adds one row at the end, in the caller's transaction; returns its number. */
export async function appendAction(
  tx: Db,
  { actorId, action, targetType, targetId, reason = null, details = {} }: StaffAction,
  at: Date,
): Promise<bigint> {
  await store.lockChain(tx);
  const previous = (await store.findLatestHash(tx)) ?? genesisHash;
  const row = {
    id: newId(),
    actor_id: actorId,
    action,
    target_type: targetType,
    target_id: targetId,
    reason,
    details: canonical(details),
    at,
    previous_hash: previous,
  };
  return store.insertAction(tx, { ...row, hash: hashOf(row) });
}

/** Reads the whole log and verifies the chain of hashes. */
export async function verifyAuditLog(db: Db): Promise<Verification> {
  let last: Verification['last'] = null;
  for (let count = 0; ; ) {
    const rows = await store.listActions(db, last?.number ?? 0n, chunkSize);
    for (const row of rows) {
      const plain = { ...row, details: canonical(JSON.parse(row.details) as object) };
      if (!row.previous_hash.equals(last?.hash ?? genesisHash) || !row.hash.equals(hashOf(plain)))
        return { rows: count, last, broken: row.number };
      last = { number: row.number, hash: row.hash };
      count += 1;
    }
    if (rows.length < chunkSize) return { rows: count, last, broken: null };
  }
}

/** Rows that fit, newest first, below the number `below`. */
export async function listLoggedActions(
  db: Db,
  filter: AuditFilter,
  below: bigint | null,
  limit: number,
): Promise<LoggedAction[]> {
  const rows = await store.findActions(db, filter, below, limit);
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as LoggedAction['details'] }));
}

/** JSON with sorted keys, since jsonb does not keep their order. */
const canonical = (details: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(details).sort(([left], [right]) => (left < right ? -1 : 1))));

function hashOf(row: Omit<store.AuditRow, 'hash'>): Buffer {
  const fields = [
    row.previous_hash.toString('hex'),
    row.id,
    row.actor_id,
    row.action,
    row.target_type,
    row.target_id,
    row.reason,
    row.details,
    row.at.toISOString(),
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}
