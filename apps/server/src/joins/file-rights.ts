import { sql } from 'kysely';
import { isOpenItemFile, isShutByLevel, previewMsOfFile } from '../modules/content/service.ts';
import { rolesWith } from '../modules/identity/service.ts';
import { isOpenInAlbum } from '../modules/library/service.ts';
import { isOpenByBundle } from '../modules/marketplace/service.ts';
import { attachmentsWithFile, isOpenInThread } from '../modules/messaging/service.ts';
import { hasOpenedReportWith } from '../modules/moderation/service.ts';
import { isOpenDelivery } from '../modules/requests/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createLoader } from '../platform/loader.ts';
import { prepare, uuidArray } from '../platform/prepared.ts';

interface Question {
  accountId: string;
  mediaId: string;
}
interface Row {
  account_id: string;
  media_id: string;
  is_open: boolean;
  is_shut: boolean;
  preview_ms: number;
}

export interface FileRights {
  /** Whether an account that does not own a file may see it now. */
  mayView(accountId: string, mediaId: string): Promise<boolean>;
  /** Whether an account may not see a file rated X18, whatever it pays, before it has the identity level. */
  isShut(accountId: string, mediaId: string): Promise<boolean>;
  /** Milliseconds of a video or sound that the account may play without that right; 0 for none. */
  previewMsOf(accountId: string, mediaId: string): Promise<number>;
}

const keyOf = ({ accountId, mediaId }: Question): string => `${accountId} ${mediaId}`;

/**
 * Rights of accounts to files of others, by the rules of all modules that use files. One planned statement answers
 * everything that is asked at the same moment. Nothing is cached here.
 */
export function createFileRights(database: Database, clock: Clock): FileRights {
  const roles = rolesWith('moderate_content');
  const read = prepare<'accounts' | 'files' | 'now', Row>(
    database,
    'rights to files',
    ['accounts', 'files', 'now'],
    (slot) => {
      const now = sql`${slot.now}::timestamptz`;
      const mediaId = sql`asked.media_id`;
      const [account, profile] = [sql`viewer.id`, sql`viewer.profile_id`];
      const person = { account, profile, isModerator: sql`viewer.role = any(${roles}::text[])` };
      const isShut = sql`level.is_shut`;
      return sql`
        select asked.account_id, asked.media_id, ${isShut},
            case when ${isShut} then 0 else ${previewMsOfFile(person, mediaId)} end as preview_ms,
            not ${isShut} and (${isOpenItemFile(person, { mediaId, now, isOpenByBundle })}
            or ${isOpenInThread(profile, mediaId, now)}
            or ${isOpenDelivery(account, mediaId, now)}
            or ${isOpenInAlbum(profile, mediaId)}
            or ${hasOpenedReportWith(account, attachmentsWithFile(mediaId), now)}) as is_open
          from unnest(${slot.accounts}::uuid[], ${slot.files}::uuid[]) as asked (account_id, media_id)
          join accounts as viewer on viewer.id = asked.account_id
          cross join lateral (select ${isShutByLevel(person, { mediaId, now })} as is_shut) as level`;
    },
    database.planned,
  );
  const rights = createLoader<Question, Row>({
    name: 'files.rights',
    keyOf,
    read: async (asked) =>
      new Map(
        (
          await read({
            accounts: uuidArray(asked.map(({ accountId }) => accountId)),
            files: uuidArray(asked.map(({ mediaId }) => mediaId)),
            now: clock.now(),
          })
        ).map((row) => [keyOf({ accountId: row.account_id, mediaId: row.media_id }), row]),
      ),
  });
  return {
    mayView: async (accountId, mediaId) => (await rights.find({ accountId, mediaId }))?.is_open === true,
    isShut: async (accountId, mediaId) => (await rights.find({ accountId, mediaId }))?.is_shut === true,
    previewMsOf: async (accountId, mediaId) => (await rights.find({ accountId, mediaId }))?.preview_ms ?? 0,
  };
}
