import { sql } from 'kysely';
import { transact } from '../platform/after-commit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db } from '../platform/database.ts';
import { type Erased, type ErasedPart, erasedParts, erasedText, unreported } from './erasure-tables.ts';

export interface ErasureDependencies {
  database: Database;
  clock: Clock;
  /** Deletes some of the member's threads for both, with their files; returns how many, 0 once none is left. */
  eraseMessages(tx: Db, profileId: string): Promise<number>;
  /** Deletes a folder of files with the caller's commit. */
  removeFolder(tx: Db, folder: string): Promise<void>;
}

export interface Erasure {
  /**
   * Deletes everything of a member but the account's row, in small transactions; `onRemoved` runs in each of them. Each
   * step finds only what is left, so that a run that was killed is finished by the next.
   */
  eraseRows(accountId: string, onRemoved: (tx: Db, rows: number) => Promise<void>): Promise<void>;
  /** Makes the rows of account and profile anonymous: the last step. Returns the address that was freed, if it was held. */
  eraseAccount(tx: Db, accountId: string): Promise<{ email: string | null }>;
  /** Deletes files of erased members that were evidence and are not any more. */
  eraseFreedFiles(): Promise<void>;
}

const batchSize = 500;
const fileBatchSize = 100;
const maxPasses = 5;
const nilId = '00000000-0000-0000-0000-000000000000';

const isDelivered = sql`exists (select from request_delivery_files as sent where sent.media_id = item.id)`;
/** Files that a complaint, a report or a legal hold needs stay until it ends. */
const freeFile = sql`item.held is null and not is_file_held(item.id, item.owner_id)
  and not exists (select from message_attachments as shown where shown.media_id = item.id)
  and not (${isDelivered} and item.state = 'blocked' and item.sha256 is null)`;

interface FileRow {
  id: string;
  folder: string;
  is_delivered: boolean;
}
const fileColumns = sql`item.id, item.storage_key as folder, ${isDelivered} as is_delivered`;

async function removePart(tx: Db, part: ErasedPart, who: Erased, at: Date): Promise<number> {
  const table = sql.table(part.table);
  const chosen = sql`item.ctid = any (array(
    select item.ctid from ${table} as item where ${part.rows(who)} limit ${batchSize} for update of item))`;
  const erased = part.empties
    ? sql`update ${table} as item set ${part.empties(at)} where ${chosen} returning item.*`
    : sql`delete from ${table} as item where ${chosen} returning item.*`;
  const counted = (part.counts ?? []).map(
    ({ table: of, column, of: id, only }, index) => sql`, ${sql.ref(`fewer${index}`)} as (
      update ${sql.table(of)} as counted set ${sql.ref(column)} = greatest(counted.${sql.ref(column)} - sums.n, 0)
        from (select ${id} as id, count(*)::int as n from erased where ${only ?? sql`true`} group by 1) as sums
        where counted.id = sums.id)`,
  );
  const { rows } = await sql<{ n: number }>`
    with erased as (${erased}) ${sql.join(counted, sql` `)} select count(*)::int as n from erased`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Everything a member is forgotten by. What stays, and why, is in `erasure-kept.ts`. */
export function createErasure({ database, clock, ...deps }: ErasureDependencies): Erasure {
  const { db } = database;

  /** A file that was delivered for a request leaves its row, which the request names, and nothing else. */
  async function removeFiles(tx: Db, files: readonly FileRow[]): Promise<void> {
    const ids = files.map(({ id }) => id);
    const { rows: captions } = await sql<{ folder: string }>`
      delete from media_captions where media_id = any (${ids}::uuid[]) returning storage_key as folder`.execute(tx);
    const delivered = files.filter((file) => file.is_delivered).map(({ id }) => id);
    if (delivered.length > 0) {
      await sql`delete from media_prints where media_id = any (${delivered}::uuid[])`.execute(tx);
      await sql`delete from media_streams where media_id = any (${delivered}::uuid[])`.execute(tx);
      await sql`update media set state = 'blocked', reason = 'Removed', sha256 = null, tints = '{}', widths = '{}',
          import_address = null
        where id = any (${delivered}::uuid[])`.execute(tx);
    }
    await sql`delete from media where id = any (${ids}::uuid[]) and id <> all (${delivered}::uuid[])`.execute(tx);
    for (const { folder } of [...files, ...captions]) await deps.removeFolder(tx, folder);
  }

  async function eraseFiles(tx: Db, accountId: string): Promise<number> {
    const { rows } = await sql<FileRow>`
      select ${fileColumns} from media as item
        where item.owner_id = ${accountId} and ${freeFile} limit ${fileBatchSize} for update`.execute(tx);
    await removeFiles(tx, rows);
    return rows.length;
  }

  /** Photos that were drawn for the page, and pictures of shows. */
  async function eraseFolders(tx: Db, profileId: string): Promise<number> {
    const { rows: photos } = await sql<{ folder: string }>`
      delete from profile_photos where profile_id = ${profileId} returning key as folder`.execute(tx);
    const { rows: checks } = await sql<{ id: string }>`
      delete from photo_checks where profile_id = ${profileId} returning id`.execute(tx);
    const { rows: shows } = await sql<{ folder: string }>`
      with erased as (delete from live_segments using lives
        where lives.id = live_segments.live_id and lives.creator_id = ${profileId} returning live_segments.folder)
      select distinct folder from erased`.execute(tx);
    for (const { folder } of [...photos, ...shows]) await deps.removeFolder(tx, folder);
    return photos.length + checks.length + shows.length;
  }

  async function findProfile(accountId: string): Promise<string | null> {
    const row = await db.selectFrom('profiles').select('id').where('account_id', '=', accountId).executeTakeFirst();
    return row?.id ?? null;
  }

  return {
    async eraseRows(accountId, onRemoved) {
      const profileId = await findProfile(accountId);
      const who = { account: sql`${accountId}::uuid`, profile: sql`${profileId ?? nilId}::uuid` };
      const step = (remove: (tx: Db) => Promise<number>) =>
        transact(db, async (tx) => {
          const rows = await remove(tx);
          if (rows > 0) await onRemoved(tx, rows);
          return rows;
        });
      async function pass(): Promise<number> {
        let total = 0;
        if (profileId) {
          for (let removed = 1; removed > 0; total += removed)
            removed = await step((tx) => deps.eraseMessages(tx, profileId));
          total += await step((tx) => eraseFolders(tx, profileId));
        }
        for (const part of erasedParts)
          for (let removed = 1; removed > 0; total += removed)
            removed = await step((tx) => removePart(tx, part, who, clock.now()));
        for (let removed = 1; removed > 0; total += removed) removed = await step((tx) => eraseFiles(tx, accountId));
        return total;
      }
      // A running job may still write: repeat until a pass finds nothing.
      for (let passes = 0; passes < maxPasses && (await pass()) > 0; passes += 1);
    },
    async eraseAccount(tx, accountId) {
      const { rows } = await sql<{ email: string; holds_email: boolean }>`
        select email, holds_email from accounts where id = ${accountId} for update`.execute(tx);
      const [account] = rows;
      const address = account?.holds_email ? account.email : null;
      if (address) await sql`delete from outgoing_mail where recipient = ${address}`.execute(tx);
      await sql`update accounts set email = 'erased-' || id || '@erased.invalid', holds_email = false, email_verified_at = null,
          password_hash = null, first_name = ${erasedText}, last_name = 'member', role = 'user', age_verified_at = null,
          is_creator = false, language = 'en', last_login_at = null, last_seen_on = null, is_active = false,
          suspended_reason = case when suspended_at is not null then ${erasedText} end,
          second_factor_since = null, cover = null, cover_declined = false, notifies_new_device = true, password_changed_at = null, email_changed_at = null, erased_at = ${clock.now()}
        where id = ${accountId}`.execute(tx);
      await sql`update profiles set display_name = 'Erased member', bio = '', stated_age = 18, city = 'None',
          relationship_status = null, looking_for = '{}', pronouns = null, orientation = null, prompts = '[]',
          hidden_fields = '{orientation}', category = null, subscription_price_cents = null, subscriptions_stopped_at = null,
          creator_verified_at = null, show_earnings = false, subscriber_count = 0, follower_count = 0, content_count = 0,
          photo_count = 0, video_count = 0, like_count = 0, sample_slug = null, last_seen_at = null, available_until = null,
          place_province = null, province = null, blocked_provinces = '{}', identity_checked_at = null, photo_key = null,
          cover_key = null, photo_checked_at = null, photos_need_review = false, incognito = false, hides_since = null,
          hides_from_contacts = false, contact_hash = null, handle = null, handle_changed_at = '{}',
          removed_at = coalesce(removed_at, ${clock.now()}), hidden_at = coalesce(hidden_at, ${clock.now()})
        where account_id = ${accountId}`.execute(tx);
      return { email: address };
    },
    async eraseFreedFiles() {
      await sql`delete from message_attachments as item using accounts as erased
        where erased.id = item.owner_account_id and erased.erased_at is not null and ${unreported}`.execute(db);
      for (let left = 1; left > 0; )
        left = await transact(db, async (tx) => {
          const { rows } = await sql<FileRow>`
            select ${fileColumns} from accounts as erased join media as item on item.owner_id = erased.id
              where erased.erased_at is not null and ${freeFile} limit ${fileBatchSize} for update of item`.execute(tx);
          await removeFiles(tx, rows);
          return rows.length;
        });
    },
  };
}
