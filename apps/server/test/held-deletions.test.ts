import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useTestApp } from './use-app.ts';

const t = useTestApp();
const server = join(import.meta.dirname, '..');
const sources = globSync('{src/**/*.ts,functions/*.sql}', { cwd: server })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }));

/** Tables whose rows go without a copy under a legal hold, and why. */
const withoutCopy: Readonly<Record<string, string>> = {
  access_changes: 'a signal between processes',
  activity_snapshots: 'counts without people',
  attempt_budgets: 'counters against guessing',
  call_lines: 'where a running call is answered; the call stays',
  charge_claims: 'keys of a charge under way',
  chargeback_ratios: 'computed from payments each night',
  content_approvals: 'of staff, and in the audit log',
  data_exports: 'a copy of what stays',
  dead_jobs: 'work of the program: queued again as it was, or discarded with a row of the audit log',
  discovery_people: 'computed from profiles',
  email_changes: 'links that change an address; which one it has stays with the account',
  external_sign_ins: 'a secret of a sign-in under way',
  held_folders: 'what this is about',
  idempotency_keys: 'answers to requests, for two days',
  listed_phrases: 'of staff, and in the audit log',
  matching_results: 'computed',
  matching_runs: 'computed',
  media_prints: 'computed from a file that stays',
  media_stream_tracks: 'computed from a file that stays',
  media_stream_variants: 'computed from a file that stays',
  media_streams: 'computed from a file of a member on whom no hold is',
  message_quotas: 'a counter of the day',
  message_response_stats: 'computed from messages',
  message_tombstones: 'ids of messages that were deleted, against a second sending',
  money_freezes: 'the case that froze them stays',
  money_review_freezes: 'the complaint that froze them stays',
  operator_facts: 'of the operator',
  outgoing_mail: 'recipient and subject of a member on whom no hold is',
  creator_days: 'counts without people',
  creator_values: 'sums without people',
  page_visits: 'who opened a page, for the day it is counted',
  passkey_challenges: 'a secret of a sign-in under way',
  password_resets: 'a secret that opens the account',
  payout_schedules: 'a wish; the payouts that came of it stay',
  pending_sign_ins: 'a secret of a sign-in under way',
  recovery_codes: 'secrets that open the account',
  report_recipients: 'addresses of authorities',
  request_minutes: 'counts without people',
  retention_runs: 'counts without people',
  revenue_shares: 'terms of the operator, and in the audit log',
  staff_filters: 'of staff',
  subscription_price_answers: 'an asked price of a tier or term that was left; a consent to one stays',
  takedown_freezes: 'the case stays, and the audit log says what it froze',
  takedown_photos: 'the photo and the case stay',
  totp_factors: 'a secret that opens the account',
};
/** Statements that name their table elsewhere. */
const dynamic: Readonly<Record<string, string>> = {
  'src/joins/erasure.ts': 'begins when no hold is on the member; what others have in it goes by triggers',
  'src/joins/retention-sweeps.ts': 'reads the holds itself',
  'src/modules/discovery/activity-like-store.ts': 'likes of posts and moods, which stay',
};
/** Calls that remove bytes of a folder, and why a hold does not stop them. */
const folders: Readonly<Record<string, string>> = {
  'src/joins/erasure.ts': 'queues media.remove-files, which asks keepHeldFolder',
  'src/modules/lives/scheduler.ts': 'listOldFolders leaves those of a held creator',
  'src/modules/lives/streams.ts': 'the running window of a show that keeps no replay',
  'src/modules/media/captions/captions.ts': 'a file that was not stored in the end',
  'src/modules/media/copies.ts': 'keepHeldFolder asks first',
  'src/modules/media/intake.ts': 'a file that could not be prepared',
  'src/modules/media/sweep.ts': 'the lists leave files under a hold',
};

describe('T126: nothing is deleted around a legal hold', () => {
  it('every table that a statement deletes from keeps a copy, or says why not', async () => {
    const { rows } = await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'keep_held_rows'`.execute(t.db);
    const covered = new Set(rows.map(({ name }) => name));
    const deleted = new Set(
      sources.flatMap(({ text }) =>
        [...text.matchAll(/deleteFrom\(\s*'(\w+)'|\bdelete from (\w+)/g)].map(([, one, other]) => one ?? other ?? ''),
      ),
    );
    expect(deleted.size).toBeGreaterThan(50);
    const open = [...deleted].filter((table) => !covered.has(table) && !(table in withoutCopy));
    expect(open, 'a trigger in functions/records.keep-held-rows.sql, or a reason here').toEqual([]);
    const idle = Object.keys(withoutCopy).filter((table) => covered.has(table) || !deleted.has(table));
    expect(idle, 'a reason for nothing').toEqual([]);
  });

  it('statements whose table is not written out are known', () => {
    const found = sources.filter(({ text }) => /deleteFrom\(\s*[^'\s]|delete from \$\{/.test(text));
    expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(dynamic).sort());
  });

  it('calls that remove a folder of files are known', () => {
    const found = sources.filter(({ path, text }) => !path.includes('platform/') && /\.removeFolder\(/.test(text));
    expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(folders).sort());
  });

  it('each trigger names columns of its table, as it says who they are', async () => {
    const { rows } = await sql<{ table: string; args: string }>`
      select tgrelid::regclass::text as table, encode(tgargs, 'escape') as args from pg_trigger
        where tgname in ('keep_held_rows', 'keep_held_text')`.execute(t.db);
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select table_name || '.' || column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public'`.execute(t.db);
    const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
    const kinds = ['account', 'profile', 'thread', 'file', 'attachment', 'item', 'live'];
    expect(rows.length).toBeGreaterThan(30);
    for (const { table, args } of rows)
      for (const argument of args.split('\\000').filter(Boolean)) {
        const [kind = '', column = ''] = argument.split(':');
        expect([table, argument, kinds.includes(kind), typeOf.get(`${table}.${column}`)]).toEqual([
          ...[table, argument, true, 'uuid'],
        ]);
      }
  });
});
