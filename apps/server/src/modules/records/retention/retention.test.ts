import { randomBytes } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aCreator,
  aFreePicture,
  anAccount,
  aProfile,
  aSession,
  type TestAccount,
  type TestProfile,
} from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { jobTasks } from '../../../modules.ts';
import type { DB } from '../../../platform/database-types.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const dayMs = 86_400_000;
let people: { fan: TestProfile; creator: TestProfile; admin: TestAccount; other: TestAccount };

beforeAll(async () => {
  people = {
    fan: await aProfile(t),
    creator: await aCreator(t),
    admin: await anAccount(t, { role: 'admin' }),
    other: await anAccount(t, { role: 'admin' }),
  };
});
beforeEach(async () => {
  for (const who of [people.admin, people.other]) Object.assign(who, await aSession(t, who.accountId));
});

const insert = async <Table extends keyof DB>(table: Table, row: Record<string, unknown>): Promise<string> => {
  const values = { id: newId(), ...row };
  await t.db
    .insertInto(table)
    .values(values as unknown as Insertable<DB[Table]>)
    .execute();
  return values.id;
};
const bytes = (count = 32) => Buffer.alloc(count, 7);
const exists = async (table: string, where: ReturnType<typeof sql>) => {
  const { rows } = await sql`select from ${sql.table(table)} where ${where}`.execute(t.db);
  return rows.length > 0;
};
const byId = (table: string, id: string) => () => exists(table, sql`id = ${id}`);

interface Sample {
  /** Whether it is still there. */
  isKept(): Promise<boolean>;
  /** The account it is about; null for what no hold keeps. */
  accountId: string | null;
}

async function aReport(at: Date): Promise<string> {
  return insert('reports', {
    ...{ reporter_account_id: people.fan.accountId, target_type: 'profile', target_id: people.creator.profileId },
    ...{ target_profile_id: people.creator.profileId, reason: 'spam', created_at: at },
    ...{ state: 'resolved', outcome: 'Warned them', decided_at: at, decided_by: people.admin.accountId },
  });
}

async function aSighting(kind: 'network' | 'device', at: Date): Promise<Sample> {
  const subject = randomBytes(32);
  const accountId = people.fan.accountId;
  await t.db
    .insertInto('account_sightings')
    .values({ account_id: accountId, kind, subject, first_at: at, last_at: at, at_sign_up: false })
    .execute();
  const isKept = async () =>
    (await t.db.selectFrom('account_sightings').select('kind').where('subject', '=', subject).execute()).length === 1;
  return { isKept, accountId };
}

/** For each rule that the job enforces, something whose time begins now. */
const samples: Record<string, (at: Date) => Promise<Sample>> = {
  async consent_record(at) {
    const { contentId } = await aFreePicture(t, { creator: people.creator });
    await t.db
      .updateTable('content_items')
      .set({ state: 'removed', removed_at: at })
      .where('id', '=', contentId)
      .execute();
    const id = await insert('content_people', {
      ...{ content_id: contentId, account_id: people.fan.accountId, profile_id: people.fan.profileId, name: 'Thandi' },
      ...{ state: 'yes', wording: 1, asked_at: at, answered_at: at, expires_at: at },
    });
    return { isKept: byId('content_people', id), accountId: people.fan.accountId };
  },
  async takedown_case(at) {
    const id = await insert('takedown_cases', {
      ...{
        number: `VT-2611-${String(Math.random()).slice(2, 8)}`,
        pin_hash: bytes(),
        class: 'other',
        state: 'refused',
      },
      ...{ hides_at_once: false, is_depicted: false, subnet_index: bytes(), network_index: bytes() },
      ...{ received_at: at, due_at: at, decided_at: at },
    });
    await t.db
      .insertInto('takedown_files')
      .values({
        ...{ case_id: id, media_id: newId(), owner_id: people.creator.accountId, found_by: 'staff', distance: 0 },
        found_at: at,
      })
      .execute();
    return { isKept: byId('takedown_cases', id), accountId: people.creator.accountId };
  },
  async report_evidence(at) {
    const reportId = await aReport(at);
    await t.db
      .insertInto('report_messages')
      .values({ report_id: reportId, message_id: newId(), sent_at: at, sealed: bytes() })
      .execute();
    return {
      isKept: () => exists('report_messages', sql`report_id = ${reportId}`),
      accountId: people.creator.accountId,
    };
  },
  report: async (at) => ({ isKept: byId('reports', await aReport(at)), accountId: people.fan.accountId }),
  async decision(at) {
    const id = await insert('staff_decisions', {
      ...{ account_id: people.creator.accountId, action: 'warned', rule: 'spam', reason: 'Too many', strikes: 1 },
      ...{ target_type: 'account', target_id: people.creator.accountId, audit_number: 1n, decided_at: at },
    });
    return { isKept: byId('staff_decisions', id), accountId: people.creator.accountId };
  },
  async identity_document(at) {
    const id = await insert('identity_documents', {
      ...{ account_id: people.fan.accountId, document_type: 'passport', state: 'accepted', consent_version: 1 },
      ...{ document_sealed: bytes(), sent_at: at, decided_at: at },
    });
    const isKept = () => exists('identity_documents', sql`id = ${id} and document_sealed is not null`);
    return { isKept, accountId: people.fan.accountId };
  },
  async payment_event(at) {
    const orderId = await insert('payment_orders', {
      ...{ account_id: people.fan.accountId, key: newId(), purpose: 'pack', reference: 'small', description: 'Pack' },
      ...{ details: '{}', amount_cents: 9_900n, charge_amount: 9_900n },
      ...{ charge_currency: 'ZAR', state: 'created', via: 'hosted', provider: 'test', created_at: at },
    });
    const id = await insert('payment_events', {
      ...{ provider: 'test', event_id: newId(), source: 'webhook', kind: 'paid', order_id: orderId },
      ...{ amount: 9_900n, currency: 'ZAR', raw_sealed: bytes(), received_at: at, outcome: 'ignored' },
    });
    return {
      isKept: () => exists('payment_events', sql`id = ${id} and raw_sealed is not null`),
      accountId: people.fan.accountId,
    };
  },
  async purchase_consent(at) {
    const reference = newId();
    await t.db
      .insertInto('consents')
      .values({ account_id: people.fan.accountId, kind: 'start_now', reference, wording: 1, given_at: at })
      .execute();
    return { isKept: () => exists('consents', sql`reference = ${reference}`), accountId: people.fan.accountId };
  },
  async authority_request(at) {
    const id = await insert('authority_requests', {
      ...{ number: `AR-2611-${String(Math.random()).slice(2, 8)}`, authority: 'police', demand: 'disclose' },
      ...{ reference: 'CAS 1', summary: 'Who is this', received_at: at, recorded_by: people.admin.accountId },
      ...{ state: 'answered', answer: 'Sent', answered_at: at, answered_by: people.admin.accountId },
    });
    return { isKept: byId('authority_requests', id), accountId: null };
  },
  async legal_hold(at) {
    const id = await insert('legal_holds', {
      ...{ number: `LH-2611-${String(Math.random()).slice(2, 8)}`, subject_type: 'account', subject_id: newId() },
      ...{ authority: 'police', reference: 'CAS 1', reason: 'Preserve', placed_at: at, confirm_by: at },
      ...{ placed_by: people.admin.accountId, until: at, ended_at: at },
    });
    return { isKept: byId('legal_holds', id), accountId: null };
  },
  async information_request(at) {
    const id = await insert('information_requests', {
      ...{ number: `PI-2611-${String(Math.random()).slice(2, 8)}`, kind: 'access', account_id: people.fan.accountId },
      ...{ state: 'granted', received_at: at, due_at: at, answered_at: at, answered_by: people.admin.accountId },
    });
    return { isKept: byId('information_requests', id), accountId: people.fan.accountId };
  },
  async unconfirmed_request(at) {
    const id = await insert('information_requests', {
      ...{ number: `PI-2611-${String(Math.random()).slice(2, 8)}`, kind: 'access', email_sealed: bytes() },
      ...{ token_hash: Buffer.from(newId().replaceAll('-', '').repeat(2).slice(0, 64), 'hex') },
      ...{ state: 'unconfirmed', received_at: at, due_at: at },
    });
    return { isKept: byId('information_requests', id), accountId: null };
  },
  async breach(at) {
    const id = await insert('breaches', {
      ...{ number: `IN-2611-${String(Math.random()).slice(2, 8)}`, title: 'A laptop', what: 'Lost', known_at: at },
      ...{ recorded_at: at, recorded_by: people.admin.accountId, closed_at: at, closed_by: people.admin.accountId },
      closing_note: 'Disks are sealed',
    });
    return { isKept: byId('breaches', id), accountId: null };
  },
  async reviewer(at) {
    const id = await insert('reviewer_grants', {
      ...{ number: `RV-2611-${String(Math.random()).slice(2, 8)}`, reviewer: 'Jo Smit', organisation: 'Acquirer' },
      ...{
        email: 'jo@acquirer.example',
        reason: 'A review',
        hours: 24,
        asked_at: at,
        asked_by: people.admin.accountId,
      },
      ...{ ended_at: at, ended_by: people.admin.accountId },
    });
    return { isKept: byId('reviewer_grants', id), accountId: null };
  },
  async mail(at) {
    const id = await insert('outgoing_mail', {
      ...{ recipient: people.fan.email, subject: 'Hello', body_sealed: bytes(), created_at: at, sent_at: at },
    });
    return { isKept: byId('outgoing_mail', id), accountId: people.fan.accountId };
  },
  async age_attempt(at) {
    const id = await insert('age_verification_attempts', {
      ...{ account_id: people.fan.accountId, succeeded: false, attempted_at: at },
    });
    return { isKept: byId('age_verification_attempts', id), accountId: people.fan.accountId };
  },
  async held_row(at) {
    const row = { table_name: 'moods', account_id: people.fan.accountId, removed_at: at, content: '{}' };
    const id = await insert('held_rows', row);
    return { isKept: byId('held_rows', id), accountId: people.fan.accountId };
  },
  async risk_case(at) {
    const id = await insert('risk_cases', {
      ...{ number: `RC-2611-${String(Math.random()).slice(2, 8)}`, account_id: people.fan.accountId },
      ...{ state: 'cleared', opened_at: at, due_at: at, decided_at: at, decided_by: people.admin.accountId },
    });
    return { isKept: byId('risk_cases', id), accountId: people.fan.accountId };
  },
  async erased_creator(at) {
    const gone = await aCreator(t);
    const before = new Date(at.getTime() - 60_000);
    await t.db
      .updateTable('accounts')
      .set({ leaving_at: new Date(before.getTime() - 60_000), erase_at: before, erased_at: at })
      .where('id', '=', gone.accountId)
      .execute();
    await insert('creator_agreements', {
      ...{ account_id: gone.accountId, wording: 1, name: 'Thandi Nkosi', signed_at: before },
      ...{ document_sealed: bytes(), document_sha256: bytes() },
    });
    const id = await insert('payouts', {
      ...{ profile_id: gone.profileId, account_id: gone.accountId, amount_cents: 60_000n, redeemed_credits: 0n },
      ...{ status: 'sent', bank_reference: 'P1', sent_at: before, requested_at: before, bank: 'fnb' },
      ...{ holder_name: 'Thandi Nkosi', account_number_sealed: bytes(), account_ending: '1234' },
      ...{ branch_code: '250655', account_type: 'savings' },
    });
    const isKept = () =>
      exists(
        'payouts',
        sql`id = ${id} and holder_name = 'Thandi Nkosi' and exists (
        select from creator_agreements where account_id = ${gone.accountId})`,
      );
    return { isKept, accountId: gone.accountId };
  },
  network: (at) => aSighting('network', at),
  device: (at) => aSighting('device', at),
  async dead_job(at) {
    const id = await insert('dead_jobs', { task: 'mail.send', payload: '{}', error: 'away', failed_at: at });
    return { isKept: byId('dead_jobs', id), accountId: null };
  },
  async bulk_action(at) {
    const id = await insert('staff_batches', {
      ...{ actor_id: people.admin.accountId, action: 'suspend', created_at: at },
    });
    await t.db
      .insertInto('staff_batch_accounts')
      .values({ batch_id: id, account_id: people.fan.accountId, before: '{}' })
      .execute();
    return { isKept: byId('staff_batches', id), accountId: people.fan.accountId };
  },
};

const rules = () => t.db.selectFrom('retention_rules').selectAll().orderBy('position').execute();
const enforce = (batch?: number) => t.context.records.retention.enforce(batch);
async function hold(accountId: string, days: number): Promise<void> {
  await insert('legal_holds', {
    ...{ number: `LH-2611-${String(Math.random()).slice(2, 8)}`, subject_type: 'account', subject_id: accountId },
    ...{ authority: 'police', reference: 'CAS 1', reason: 'Preserve', placed_at: t.clock.now() },
    ...{ placed_by: people.admin.accountId, confirmed_at: t.clock.now(), confirmed_by: people.other.accountId },
    ...{ confirm_by: t.clock.now(), until: new Date(t.clock.now().getTime() + days * dayMs) },
  });
}

describe('the retention job', () => {
  it('has a sweep for each of its rules, and every other job that a rule names is one of the program', async () => {
    const found = await rules();
    const enforced = found.filter(({ mode }) => mode === 'job').map(({ id }) => id);
    expect(Object.keys(samples).sort()).toEqual([...enforced].sort());
    const jobs = new Set(jobTasks(t.context).map(({ kind }) => kind.name));
    expect(found.flatMap(({ worker }) => worker ?? []).filter((name) => !jobs.has(name))).toEqual([]);
  });

  it.each(Object.keys(samples))('removes %s at its day, not before, and not under a hold', async (id) => {
    const days = (await rules()).find((rule) => rule.id === id)?.days ?? 0;
    const begun = t.clock.now();
    const make = samples[id] as (at: Date) => Promise<Sample>;
    const sample = await make(begun);
    t.clock.advance(days * dayMs - 60_000);
    await enforce();
    expect(await sample.isKept()).toBe(true);
    t.clock.advance(120_000);
    if (sample.accountId) {
      await hold(sample.accountId, 10);
      await enforce();
      expect(await sample.isKept()).toBe(true);
      t.clock.advance(11 * dayMs);
    }
    await enforce();
    expect(await sample.isKept()).toBe(false);
  });

  it('goes on after it was killed between two batches, and says what each run removed', async () => {
    for (let index = 0; index < 7; index += 1) await samples.dead_job?.(t.clock.now());
    t.clock.advance(91 * dayMs);
    await sql`create function break_off() returns trigger language plpgsql as $$ begin
      if (select count(*) from dead_jobs) < 4 then raise exception 'killed'; end if; return null; end $$`.execute(t.db);
    await sql`create trigger break_off after delete on dead_jobs execute function break_off()`.execute(t.db);
    await expect(enforce(2)).rejects.toThrow('killed');
    await sql`drop trigger break_off on dead_jobs`.execute(t.db);
    const left = async () => (await t.db.selectFrom('dead_jobs').select('id').execute()).length;
    expect(await left()).toBe(5);
    const ofRule = async () =>
      (await t.client(people.admin).call('retentionSchedule')).body.find(({ id }) => id === 'dead_job');
    Object.assign(people.admin, await aSession(t, people.admin.accountId));
    expect(await ofRule()).toMatchObject({ due: 5, held: 0, lastRun: { removed: 2, endedAt: null } });
    t.clock.advance(1_000);
    await enforce(2);
    expect(await left()).toBe(0);
    expect(await ofRule()).toMatchObject({ due: 0, lastRun: { removed: 5, endedAt: t.clock.now().toISOString() } });
    const audited = await t.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'retention.removed')
      .where('target_id', '=', 'dead_job')
      .orderBy('number', 'desc')
      .executeTakeFirst();
    expect(audited?.details).toEqual({ removed: 5, days: 90 });
  });

  it('leaves an open case, and one whose own hold was only asked for, until it lapses', async () => {
    const at = t.clock.now();
    const sample = await samples.takedown_case?.(at);
    const row = await t.db.selectFrom('takedown_cases').select(['id', 'number']).executeTakeFirstOrThrow();
    t.clock.advance(1_097 * dayMs);
    Object.assign(people.admin, await aSession(t, people.admin.accountId));
    const placed = await t.client(people.admin).call('placeLegalHold', {
      body: {
        ...{ subjectType: 'takedown', subject: row.number, authority: 'court', reference: 'Case 9', reason: 'Order' },
        until: new Date(t.clock.now().getTime() + 30 * dayMs).toISOString().slice(0, 10),
      },
    });
    expect(placed.body).toMatchObject({ state: 'asked', subject: { id: row.id, name: row.number } });
    await enforce();
    expect(await sample?.isKept()).toBe(true);
    t.clock.advance(4 * dayMs);
    await enforce();
    expect(await sample?.isKept()).toBe(false);
  });
});
