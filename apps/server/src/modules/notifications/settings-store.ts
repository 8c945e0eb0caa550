import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { NotificationDevices, NotificationSettings } from '../../platform/database-types.ts';
import { uuidArray } from '../../platform/prepared.ts';

export type SettingsRow = Selectable<NotificationSettings>;
export type DeviceRow = Selectable<NotificationDevices>;

/** Browsers of one account that receive pushes; an eleventh replaces the oldest. */
const devicesAtMost = 10;

export const findSettings = (db: Db, accountId: string): Promise<SettingsRow | undefined> =>
  db.selectFrom('notification_settings').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** The rows of these accounts, created where missing, and locked until the transaction ends. */
export async function lockSettings(db: Db, accountIds: readonly string[]): Promise<Map<string, SettingsRow>> {
  const ids = uuidArray([...new Set(accountIds)].sort());
  await sql`insert into notification_settings (account_id) select unnest(${ids}::uuid[]) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<SettingsRow>`
    select * from notification_settings where account_id = any(${ids}::uuid[]) order by account_id for update`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.account_id, row]));
}

export async function updateSettings(
  db: Db,
  accountId: string,
  change: Updateable<NotificationSettings>,
): Promise<SettingsRow> {
  return db
    .updateTable('notification_settings')
    .set(change)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Accounts whose digest is due, ordered by id. */
export async function listDigestsDue(
  db: Db,
  wanted: { after: string | null; daily: Date; weekly: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from notification_settings
      where digest <> 'off' and ${wanted.after === null ? sql`true` : sql`account_id > ${wanted.after}`}
        and (digested_at is null or digested_at < case digest when 'daily' then ${wanted.daily}::timestamptz else ${wanted.weekly}::timestamptz end)
      order by account_id limit ${wanted.limit}`.execute(db);
  return rows.map((row) => row.account_id);
}

/** One browser has one subscription: the account signed in there before gets no more pushes. */
export async function saveDevice(db: Db, device: Omit<DeviceRow, 'created_at'>, at: Date): Promise<void> {
  await db
    .deleteFrom('notification_devices')
    .where('endpoint', '=', device.endpoint)
    .where('session_id', '<>', device.session_id)
    .execute();
  const { account_id, endpoint, p256dh, auth } = device;
  await db
    .insertInto('notification_devices')
    .values({ ...device, created_at: at })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({ account_id, endpoint, p256dh, auth, created_at: at }),
    )
    .execute();
  await sql`delete from notification_devices where account_id = ${account_id} and session_id in (
    select session_id from notification_devices where account_id = ${account_id}
      order by created_at desc, session_id offset ${devicesAtMost})`.execute(db);
}

export const findDevice = (db: Db, sessionId: string): Promise<DeviceRow | undefined> =>
  db.selectFrom('notification_devices').selectAll().where('session_id', '=', sessionId).executeTakeFirst();

/** With an endpoint: only if it is still the current one. */
export async function deleteDevice(db: Db, sessionId: string, endpoint?: string): Promise<void> {
  let query = db.deleteFrom('notification_devices').where('session_id', '=', sessionId);
  if (endpoint) query = query.where('endpoint', '=', endpoint);
  await query.execute();
}

export async function listDevices(db: Db, accountId: string): Promise<{ session_id: string }[]> {
  return db.selectFrom('notification_devices').select('session_id').where('account_id', '=', accountId).execute();
}

/** The ones of these accounts that receive pushes. */
export async function listPushed(db: Db, accountIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_devices')
    .select('account_id')
    .distinct()
    .where('account_id', '=', sql<string>`any(${uuidArray(accountIds)}::uuid[])`)
    .execute();
  return rows.map((row) => row.account_id);
}
