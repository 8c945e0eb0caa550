import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import type { ReportedMessage } from '../messaging/service.ts';
import * as store from './store.ts';

export interface Evidence {
  /** Copies and seals messages and retains their files, so that unsending does not destroy evidence. */
  store(tx: Db, reportId: string, messages: readonly ReportedMessage[]): Promise<void>;
  /** The messages of a report, in the order they were sent. */
  read(db: Db, reportId: string): Promise<ReportedMessage[]>;
}

export function createEvidence(config: Pick<Config, 'keys'>): Evidence {
  const sealer = config.keys.sealer('evidence of reports');
  return {
    async store(tx, reportId, messages) {
      await store.insertEvidence(
        tx,
        messages.map((message) => ({
          report_id: reportId,
          message_id: message.id,
          sent_at: new Date(message.sentAt),
          sealed: sealer.seal(JSON.stringify(message), `${reportId} ${message.id}`),
        })),
      );
      await store.insertAttachments(
        tx,
        messages.flatMap(({ mediaId }) => (mediaId ? [{ report_id: reportId, attachment_id: mediaId }] : [])),
      );
    },
    async read(on, reportId) {
      const rows = await store.listEvidence(on, reportId);
      return rows.map((row) => JSON.parse(sealer.open(row.sealed, `${reportId} ${row.message_id}`)) as ReportedMessage);
    },
  };
}
