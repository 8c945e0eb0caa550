import type { Database } from '../../apps/server/src/platform/database.ts';

const firstNames =
  'Thandeka Kyle Ruan Aisha Liam Sipho Anika Themba Naledi Priya Lerato Zola Fatima Pieter Busi Neo'.split(' ');
const lastNames =
  'Mokoena Naidoo Botha Davids Meyer Dlamini Merwe Nkosi Pillay Sithole Khumalo Jacobs Zwane Venter Phiri Steyn Adams'.split(
    ' ',
  );
const cities = ['Johannesburg', 'Cape Town', 'Durban', 'Pretoria', 'Kimberley'];
/** Accounts that staff have acted on, and one of them whose history is by far the longest. */
const concerned = 200_000;
const rowsAtOnce = 1_000_000;

export interface StaffWorld {
  /** The account with the long history. */
  busyId: string;
  /** The member of staff with most rows. */
  actorId: string;
}

const list = (words: readonly string[]) => `(array['${words.join("', '")}'])`;
/** A UUID made from a text, of a version that the contract takes. */
const idOf = (expression: string) =>
  `overlay(overlay(md5(${expression}) placing '7' from 13) placing '8' from 17)::uuid`;

/** Fills accounts, profiles, the queues of staff and the audit log set-wise; the log's hashes are no chain. */
export async function fillStaffWorld(
  database: Database,
  { people, auditRows }: { people: number; auditRows: number },
  log: (line: string) => void,
): Promise<StaffWorld> {
  const { pool } = database;
  const cases = Math.floor(people / 20);
  const ago = `interval '1 minute' * (${cases} - n)`;
  const started = performance.now();
  const logStep = (what: string) => log(`${what} after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  await withoutIndexes(database, ['accounts', 'profiles'], async () => {
    await pool.query(`
      set session_replication_role = replica;
      insert into accounts (id, email, first_name, last_name, role, age_verified_at, suspended_at, suspended_reason,
          is_active, profile_id, is_creator, created_at)
        select ${idOf(`'a' || n`)}, 'member-' || n || '@people.test',
          case when n % 100000 = 7 then 'Xolelwa' else ${list(firstNames)}[1 + mod(n * 7, ${firstNames.length})] end,
          ${list(lastNames)}[1 + mod(n * 13, ${lastNames.length})],
          case when n % 50 = 0 then 'creator' else 'user' end,
          case when n % 33 > 0 then now() end, case when n % 97 = 0 then now() end,
          case when n % 97 = 0 then 'Rule 4, threats' end, n % 5 < 3, ${idOf(`'p' || n`)}, n % 50 = 0,
          now() - interval '1 second' * (${people} - n) * 60
        from generate_series(1, ${people}) as n;
      insert into profiles (id, account_id, display_name, stated_age, city, last_seen_at, created_at)
        select profile_id, id, first_name || ' ' || left(last_name, 1), 30,
          ${list(cities)}[1 + floor(power(random(), 1.6) * ${cities.length})], now() - random() * interval '60 days', created_at
        from accounts;
      insert into reports (id, reporter_account_id, target_type, target_id, target_profile_id, reason, state, created_at)
        select ${idOf(`'r' || n`)}, ${idOf(`'a' || mod(n * 7919, ${people}) + 1`)}, 'profile', ${idOf(`'p' || n * 9`)},
          ${idOf(`'p' || n * 9`)}, 'spam', case when n % 10 = 0 then 'open' else 'resolved' end, now() - random() * interval '300 days'
        from generate_series(1, ${cases}) as n;
      insert into takedown_cases (id, number, pin_hash, class, state, hides_at_once, is_depicted, subnet_index,
          network_index, received_at, due_at, decided_at)
        select ${idOf(`'t' || n`)}, 'VT-' || lpad((n / 1000000 + 2600)::text, 4, '0') || '-' || lpad((n % 1000000)::text, 6, '0'),
          sha256(n::text::bytea), (select id from takedown_classes order by id limit 1),
          case when n % 10 = 0 then 'open' else 'removed' end, false, true, sha256(n::text::bytea), sha256(n::text::bytea),
          now() - ${ago}, now() - ${ago} + interval '2 days', case when n % 10 > 0 then now() - ${ago} end
        from generate_series(1, ${cases}) as n;
      insert into risk_cases (id, number, account_id, state, opened_at, due_at, decided_at)
        select ${idOf(`'k' || n`)}, 'RC-' || n, ${idOf(`'a' || n`)}, case when n % 10 = 0 then 'open' else 'cleared' end,
          now() - ${ago}, now() - ${ago} + interval '15 days', case when n % 10 > 0 then now() end
        from generate_series(1, ${cases}) as n;
      insert into risk_signals (case_id, rule, figures, first_at, last_at)
        select id, 'sign_ups_of_device', '{"accounts": 4}', opened_at, opened_at from risk_cases;
      insert into identity_documents (id, account_id, document_type, state, document_sealed, consent_version, sent_at, decided_at)
        select ${idOf(`'d' || n`)}, ${idOf(`'a' || n`)}, 'passport', case when n % 10 = 0 then 'waiting' else 'accepted' end,
          case when n % 10 = 0 then sha256(n::text::bytea) end, 1, now() - ${ago}, case when n % 10 > 0 then now() end
        from generate_series(1, ${cases}) as n;
      set session_replication_role = origin`);
  });
  logStep(`${people} people`);
  await withoutIndexes(database, ['audit_log'], async () => {
    for (let from = 1; from <= auditRows; from += rowsAtOnce)
      await pool.query(`
        set session_replication_role = replica;
        insert into audit_log (id, actor_id, action, target_type, target_id, reason, at, previous_hash, hash)
          select ${idOf(`'l' || n`)}, ${idOf(`'s' || mod(n, 40)`)},
            (array['user.suspended', 'user.verified', 'photo.approved', 'content.approved', 'report.resolved'])[1 + n % 5],
            'account', ${idOf(`'a' || case when n % 50 = 0 then 1 else mod(n::bigint * 31, ${concerned}) + 1 end`)},
            'Same message to many', now() - interval '1 second' * (${auditRows} - n) * 6,
            sha256((n - 1)::text::bytea), sha256(n::text::bytea)
          from generate_series(${from}, ${Math.min(auditRows, from + rowsAtOnce - 1)}) as n;
        set session_replication_role = origin`);
  });
  logStep(`${auditRows} rows of the log`);
  await pool.query(
    'vacuum analyze accounts, profiles, reports, takedown_cases, risk_cases, identity_documents, audit_log',
  );
  logStep('statistics');
  const { rows } = await pool.query<StaffWorld>(
    `select ${idOf(`'a' || 1`)} as "busyId", ${idOf(`'s' || 7`)} as "actorId"`,
  );
  if (!rows[0]) throw new Error('no world');
  return rows[0];
}

/** Builds the indexes of whole tables after `work`, which is much faster than row by row. */
async function withoutIndexes({ pool }: Database, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ drop: string; make: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make from pg_index
      where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = any ($1::regclass[]) and contype = 'u'`,
    [tables],
  );
  for (const { drop } of rows) await pool.query(drop);
  await work();
  for (const { make } of rows) await pool.query(make);
}
