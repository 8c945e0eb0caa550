import type { StaffReport } from '@vlam/contract/moderation';
import type { CsvColumns } from '../../platform/send-csv.ts';

/** Neither the text of a report nor who sent it: the file leaves the platform. */
export const reportColumns: CsvColumns<StaffReport> = [
  ['id', ({ id }) => id],
  ['status', ({ status }) => status],
  ['class', (report) => report.class],
  ['reason', ({ reason }) => reason],
  ['targetType', ({ targetType }) => targetType],
  ['targetId', ({ targetId }) => targetId],
  ['aboutId', ({ about }) => about?.id ?? null],
  ['aboutName', ({ about }) => about?.displayName ?? null],
  ['messages', ({ messages }) => messages],
  ['createdAt', ({ createdAt }) => createdAt],
  ['dueAt', ({ dueAt }) => dueAt],
  ['decidedAt', ({ outcome }) => outcome?.at ?? null],
  ['outcome', ({ outcome }) => outcome?.text ?? null],
];
