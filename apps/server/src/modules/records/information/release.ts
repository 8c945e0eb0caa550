import { type OpenedInformationCase, releaseHours } from '@vlam/contract/records-information';
import { AppError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { RequestRow } from './store.ts';

type Release = NonNullable<OpenedInformationCase['release']>;
type FileRow = Pick<
  RequestRow,
  'account_id' | 'file_asked_by' | 'file_asked_at' | 'file_approved_by' | 'file_approved_at'
>;

const lastsMs = releaseHours * 3_600_000;
const endOf = (at: Date): Date => new Date(at.getTime() + lastsMs);

/** Whether the file may be saved now. */
export const isReleased = (row: FileRow, now: Date): boolean =>
  row.file_approved_at !== null && endOf(row.file_approved_at) > now;

/** A question that no one approved, and an approval, lapse after the same time. */
const isAsked = (row: FileRow, now: Date): boolean =>
  row.file_asked_at !== null && endOf(row.file_approved_at ?? row.file_asked_at) > now;

/** What to store when one of staff asks for the file. Throws `NOT_FOUND` without an account, `CONFLICT` once asked. */
export function askedRelease(viewer: Viewer, row: FileRow, now: Date): Partial<FileRow> {
  if (!row.account_id) throw new AppError('NOT_FOUND', { message: 'No account is known for this request' });
  if (isAsked(row, now)) throw new AppError('CONFLICT', { message: 'The file was asked for already' });
  return { file_asked_by: viewer.accountId, file_asked_at: now, file_approved_by: null, file_approved_at: null };
}

/** What to store when another approves it. Throws `CONFLICT` when nothing waits, `FORBIDDEN` for who may not. */
export function approvedRelease(viewer: Viewer, row: FileRow, now: Date): Partial<FileRow> {
  if (!isAsked(row, now) || row.file_approved_at)
    throw new AppError('CONFLICT', { message: 'No file waits for approval' });
  if (!mayApprove(viewer, row))
    throw new AppError('FORBIDDEN', {
      message: 'Another member of staff has to approve this, and not the person it is about',
    });
  return { file_approved_by: viewer.accountId, file_approved_at: now };
}

const mayApprove = (viewer: Viewer, row: FileRow): boolean =>
  viewer.accountId !== row.file_asked_by && viewer.accountId !== row.account_id;

export function toRelease(viewer: Viewer, row: FileRow, names: ReadonlyMap<string, string>, now: Date): Release | null {
  if (!row.file_asked_by || !row.file_asked_at || !isAsked(row, now)) return null;
  return {
    askedBy: names.get(row.file_asked_by) ?? '',
    askedAt: row.file_asked_at.toISOString(),
    approvedBy: row.file_approved_by ? (names.get(row.file_approved_by) ?? '') : null,
    openUntil: row.file_approved_at ? endOf(row.file_approved_at).toISOString() : null,
    mayApprove: row.file_approved_at === null && mayApprove(viewer, row),
  };
}
