import type { AdminUser, UserFilter } from '@vlam/contract/administration-users';
import { type Role, roles } from '@vlam/contract/identity';
import { type UserStatus, userStatuses } from '@vlam/contract/rules/users';
import { type RawBuilder, sql } from 'kysely';
import { statusOf, textOf } from '../modules/identity/service.ts';
import { toMemberProfile } from '../modules/profiles/service.ts';
import type { Clock } from '../platform/clock.ts';
import { startOfDay } from '../platform/clock.ts';
import type { Database, Db } from '../platform/database.ts';
import { contains, startsWith } from '../platform/like-pattern.ts';

/** Where a page of the list ended: when the last account was created (text of PostgreSQL), and its id. */
export type UserPosition = readonly [createdAt: string, id: string];

export interface UserPage {
  users: AdminUser[];
  /** Null on the last page. A search may end a page early and still go on. */
  next: UserPosition | null;
  /** Matching accounts of a search, when all of them were found; null otherwise. */
  found: number | null;
}

export interface UserList {
  /** Accounts that match, newest first: after `after`, or without the first `skip`. */
  list(filter: UserFilter, page: { after: UserPosition | null; skip?: number; limit: number }): Promise<UserPage>;
  /** How many match, up to a bound; `exact` is false past it. A search is counted by `list`. */
  count(filter: UserFilter): Promise<{ count: number; exact: boolean }>;
  /** By ids of accounts or profiles; unknown ones are absent. */
  listByIds(on: Db, ids: readonly string[]): Promise<AdminUser[]>;
}

interface SearchBounds {
  /** Newest accounts that a search reads first: a frequent text fills the page from them. */
  glanceRows: number;
  /** Matches of the text index that are sorted; more are so frequent that the window finds them. */
  maxMatches: number;
  /** Newest accounts that are read for a text that is frequent, but not among the first ones. */
  windowRows: number;
}
const searchBounds: SearchBounds = { glanceRows: 1_200, maxMatches: 5_000, windowRows: 8_000 };
const maxCounted = 10_000;
/** A count that takes longer, in milliseconds, is kept for a minute. */
const slowMs = 40;
const maxKept = 200;
const groupsValidMs = 60_000;
/** Groups older than this are not shown while newer ones are read. */
const staleMs = 10 * 60_000;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Row {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  is_active: boolean;
  age_verified_at: Date | null;
  suspended_at: Date | null;
  suspended_reason: string | null;
  last_login_at: Date | null;
  created_at: Date;
  position: string;
  status: UserStatus;
  profile_id: string | null;
  own_profile_id: string | null;
  display_name: string;
  city: string | null;
  relationship_status: string | null;
  photo_key: string | null;
  category: string | null;
  subscription_price_cents: number | null;
  subscriber_count: number;
  identity_checked_at: Date | null;
  last_seen_at: Date | null;
  open_reports: number;
}

const account = { status: statusOf('account'), text: textOf('account') };

/** The list of accounts that staff read: accounts, profiles and reports in one statement, bounded at any size. */
export function createUserList(database: Database, clock: Clock, bounds = searchBounds): UserList {
  const { db } = database;
  let groups: { at: number; reading: Promise<Map<string, number>> } | null = null;

  /** Accounts by role and status; older than a minute while the next reading is under way. */
  async function countGroups(): Promise<Map<string, number>> {
    const now = clock.now().getTime();
    if (groups && now - groups.at < groupsValidMs) return groups.reading;
    const before = groups && now - groups.at < staleMs ? groups.reading : null;
    const reading = readGroups(db);
    groups = { at: now, reading };
    reading.catch(() => {
      groups = null;
    });
    return before ?? reading;
  }

  /** Counts that took long, by filter: shown for a minute, and then no longer called exact. */
  const kept = new Map<string, { at: number; count: number }>();
  async function countRows(filter: UserFilter): Promise<{ count: number; exact: boolean }> {
    const key = JSON.stringify(Object.entries(filter).sort());
    const before = kept.get(key);
    const now = clock.now().getTime();
    if (before && now - before.at < groupsValidMs) return { count: before.count, exact: false };
    const begun = performance.now();
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from (
        select from ${from(filter)} where ${all(conditionsOf(filter))} limit ${maxCounted + 1}) as counted`.execute(db);
    const count = rows[0]?.n ?? 0;
    if (performance.now() - begun < slowMs) kept.delete(key);
    else {
      if (kept.size >= maxKept) kept.clear();
      kept.set(key, { at: now, count });
    }
    return { count, exact: true };
  }

  return {
    async list(filter, { after, skip = 0, limit }) {
      const q = searchOf(filter);
      if (!q) return readPage(db, await readOrdered(db, filter, after, skip + limit + 1), { skip, limit });
      const ids = uuid.test(q) ? [q] : q.includes('@') ? await findByEmail(db, q) : [];
      if (ids.length > 0) {
        const rows = await readById(db, ids, conditionsOf(filter));
        return toPage(rows, { skip, limit, whole: true, found: rows.length });
      }
      return search(db, filter, q, { after, skip, limit, ...bounds });
    },
    async count(filter) {
      const { count, exact } = await countRows(filter);
      if (count <= maxCounted) return { count, exact };
      if (filter.city || filter.reported || filter.joinedSince) return { count: maxCounted, exact: false };
      let sum = 0;
      const byGroup = await countGroups();
      for (const role of filter.role ? [filter.role] : roles)
        for (const status of filter.status ? [filter.status] : userStatuses)
          sum += byGroup.get(`${role} ${status}`) ?? 0;
      return { count: sum, exact: false };
    },
    listByIds: async (on, ids) => (await readById(on, ids, [])).map(toView),
  };
}

const searchOf = (filter: UserFilter): string => filter.q?.trim().toLowerCase() ?? '';

/** Accounts with this whole address: letters that every address has make the text index slow. */
async function findByEmail(db: Db, email: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from accounts where email = ${email}`.execute(db);
  return rows.map(({ id }) => id);
}

async function readGroups(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ role: Role; status: UserStatus; n: number }>`
    select account.role, ${account.status} as status, count(*)::integer as n from accounts as account group by 1, 2`.execute(
    db,
  );
  return new Map(rows.map(({ role, status, n }) => [`${role} ${status}`, n]));
}

/** Everything a filter asks but the text. */
function conditionsOf({ role, status, city, joinedSince, reported }: UserFilter): RawBuilder<unknown>[] {
  return [
    ...(role ? [sql`account.role = ${role}`] : []),
    ...(status ? [sql`${account.status} = ${status}`] : []),
    ...(city ? [sql`profile.city = ${city}`] : []),
    ...(joinedSince ? [sql`account.created_at >= ${startOfDay(joinedSince)}`] : []),
    // As an array, so that the few who are reported are looked up, instead of everyone being asked in order of age.
    ...(reported
      ? [sql`profile.id = any(array(select distinct target_profile_id from reports where state = 'open'))`]
      : []),
  ];
}

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
const from = ({ city, reported }: UserFilter) =>
  city || reported
    ? sql`accounts as account join profiles as profile on profile.id = account.profile_id`
    : sql`accounts as account`;
const isAfter = (after: UserPosition | null) =>
  after ? [sql`(account.created_at, account.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : [];
const newestFirst = sql`order by account.created_at desc, account.id desc`;

interface Ordered {
  id: string;
}

async function readOrdered(db: Db, filter: UserFilter, after: UserPosition | null, limit: number): Promise<Ordered[]> {
  const { rows } = await sql<Ordered>`
    select account.id from ${from(filter)} where ${all([...conditionsOf(filter), ...isAfter(after)])}
      ${newestFirst} limit ${limit}`.execute(db);
  return rows;
}

/** The pattern that finds `q` in the text of an account; one or two letters begin a word, as three make a trigram. */
const patternOf = (q: string) => (q.length < 3 ? `% ${startsWith(q)}` : contains(q));

/**
 * Reads some of the newest accounts first, where a frequent text fills the page. Then asks the text index, which finds a
 * rare one. A text that is frequent, but not among the newest that pass the filter, is searched in more of them; the
 * page ends where they end, and the next one goes on from there.
 */
async function search(
  db: Db,
  filter: UserFilter,
  q: string,
  page: { after: UserPosition | null; skip: number; limit: number } & SearchBounds,
): Promise<UserPage> {
  const { after, skip, limit, glanceRows, windowRows, maxMatches } = page;
  const wanted = skip + limit + 1;
  const glance = await readWindow(db, filter, { q, after, rows: glanceRows });
  const pageOf = ({ hits, isWhole }: Window) =>
    readPage(db, hits.slice(0, wanted), {
      ...{ skip, limit, whole: isWhole && hits.length < wanted },
      ...(isWhole && !after ? { found: hits.length } : {}),
    });
  if (glance.isWhole || glance.hits.length >= wanted) return pageOf(glance);
  const rare = await readRare(db, filter, { q, after, limit: wanted, maxMatches });
  if (rare) return readPage(db, rare.ids, { skip, limit, ...(after ? {} : { found: rare.count }) });
  const window = await readWindow(db, filter, { q, after, rows: windowRows });
  if (window.isWhole || window.hits.length >= wanted) return pageOf(window);
  const { users } = await readPage(db, window.hits, { skip, limit });
  return { users, next: window.last, found: null };
}

interface Window {
  hits: Ordered[];
  /** Whether these were all accounts there are. */
  isWhole: boolean;
  last: UserPosition | null;
}

/** Which of the newest accounts contain the text, in their own or their profile's name. */
async function readWindow(
  db: Db,
  filter: UserFilter,
  { q, after, rows: wanted }: { q: string; after: UserPosition | null; rows: number },
): Promise<Window> {
  const pattern = patternOf(q);
  const { rows } = await sql<{ id: string; position: string; matches: boolean; read: number }>`
    with newest as materialized (
      select account.id, account.created_at, account.profile_id, ${account.text} as content
        from ${from(filter)} where ${all([...conditionsOf(filter), ...isAfter(after)])} ${newestFirst} limit ${wanted})
    select newest.id, ${positionOf(sql`newest.created_at`)} as position, hit.is as matches,
        (select count(*)::integer from newest) as read
      from newest left join profiles as profile on profile.id = newest.profile_id
      cross join lateral (select newest.content like ${pattern}
        or lower(' ' || coalesce(profile.display_name, '')) like ${pattern} as is) as hit
      where hit.is or newest.id = (select id from newest order by created_at, id limit 1)
      order by newest.created_at desc, newest.id desc`.execute(db);
  const last = rows.at(-1);
  return {
    hits: rows.filter(({ matches }) => matches),
    isWhole: (rows[0]?.read ?? 0) < wanted,
    last: last ? [last.position, last.id] : null,
  };
}

/** What the text indexes find, or null when that is too much to sort. */
async function readRare(
  db: Db,
  filter: UserFilter,
  { q, after, limit, maxMatches }: { q: string; after: UserPosition | null; limit: number; maxMatches: number },
): Promise<{ ids: Ordered[]; count: number } | null> {
  const pattern = patternOf(q);
  const { rows: matches } = await sql<{ id: string }>`
    (select account.id from accounts as account where ${account.text} like ${pattern} limit ${maxMatches + 1})
    union (select profile.account_id from profiles as profile
      where profile.display_name ilike ${q.length < 3 ? startsWith(q) : pattern} limit ${maxMatches + 1})`.execute(db);
  if (matches.length > maxMatches) return null;
  const { rows } = await sql<Ordered & { count: number }>`
    select account.id, count(*) over ()::integer as count from ${from(filter)}
      where account.id = any(${matches.map(({ id }) => id)}::uuid[])
        and ${all([...conditionsOf(filter), ...isAfter(after)])}
      ${newestFirst} limit ${limit}`.execute(db);
  return { ids: rows, count: rows[0]?.count ?? 0 };
}

const positionOf = (at: RawBuilder<unknown>) =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const columns = sql`account.id, account.email, account.first_name, account.last_name, account.role, account.is_active,
  account.age_verified_at, account.suspended_at, account.suspended_reason, account.last_login_at, account.created_at,
  ${positionOf(sql`account.created_at`)} as position, ${account.status} as status, account.profile_id,
  profile.id as own_profile_id, profile.display_name, profile.city, profile.relationship_status, profile.photo_key,
  profile.category, profile.subscription_price_cents, profile.subscriber_count, profile.identity_checked_at,
  profile.last_seen_at,
  (select count(*)::integer from reports where target_profile_id = account.profile_id and state = 'open') as open_reports`;

async function readRows(db: Db, ordered: readonly Ordered[]): Promise<Row[]> {
  if (ordered.length === 0) return [];
  const { rows } = await sql<Row>`
    select ${columns} from accounts as account left join profiles as profile on profile.id = account.profile_id
      where account.id = any(${ordered.map(({ id }) => id)}::uuid[]) ${newestFirst}`.execute(db);
  return rows;
}

async function readById(db: Db, ids: readonly string[], conditions: RawBuilder<unknown>[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columns} from accounts as account left join profiles as profile on profile.id = account.profile_id
      where (account.id = any(${ids}::uuid[]) or account.profile_id = any(${ids}::uuid[])) and ${all(conditions)}
      ${newestFirst}`.execute(db);
  return rows;
}

type PageOptions = { skip: number; limit: number; whole?: boolean; found?: number | null };

/** Reads only the accounts that the page shows, and one more to know whether a next page exists. */
const readPage = async (db: Db, ordered: readonly Ordered[], page: PageOptions): Promise<UserPage> =>
  toPage(await readRows(db, ordered.slice(page.skip, page.skip + page.limit + 1)), { ...page, skip: 0 });

function toPage(rows: readonly Row[], { skip, limit, whole = false, found = null }: PageOptions): UserPage {
  const shown = rows.slice(skip, skip + limit);
  const last = shown.at(-1);
  const next = !whole && rows.length > skip + limit && last ? ([last.position, last.id] as const) : null;
  return { users: shown.map(toView), next, found };
}

function toView(row: Row): AdminUser {
  const profile = row.own_profile_id
    ? toMemberProfile({
        id: row.own_profile_id,
        display_name: row.display_name,
        relationship_status: row.relationship_status,
        photo_key: row.photo_key,
        category: row.category,
        subscription_price_cents: row.subscription_price_cents,
        identity_checked_at: row.identity_checked_at,
        subscriber_count: row.subscriber_count,
      })
    : null;
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role as Role,
    isActive: row.is_active,
    isVerified: row.age_verified_at !== null,
    suspendedAt: row.suspended_at?.toISOString() ?? null,
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    suspendedReason: row.suspended_reason,
    identityChecked: row.identity_checked_at !== null,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    profileId: row.own_profile_id,
    displayName: profile?.displayName ?? null,
    city: row.city,
    portraitUrl: profile?.profileImageUrl ?? null,
    openReports: row.open_reports,
  };
}
