import { adminGrantHours } from '@vlam/contract/administration-admins';
import { operatorSettings } from '@vlam/contract/rules/operator-settings';
import { ageOn, checkDigit } from '@vlam/contract/rules/sa-id-number';
import type pg from 'pg';
import type { Context } from '../src/context.ts';
import { insertGrant } from '../src/modules/administration/users/grants-store.ts';
import {
  type ComplianceService,
  createComplianceService,
  type StaffAction,
  type Statement,
} from '../src/modules/compliance/service.ts';
import { addDays, johannesburgDay } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { newId } from '../src/platform/ids.ts';
import { createOperatorSettings } from '../src/platform/operator-settings.ts';
import { memberOf, type SampleDecision, sampleDecisions } from './decisions.ts';
import type { RegistrationEntry } from './film-board.ts';
import type { SamplePerson } from './people.ts';
import { insertPhraseMatches } from './phrase-matches.ts';
import { demoAccounts } from './scale.ts';
import { absentMembers } from './waiting-photos.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Why members of the sample world are suspended, the latest first. */
const suspensions: readonly { reason: string; daysAgo: number }[] = [
  { reason: 'Rule 4, threats in two chats', daysAgo: 0.2 },
  { reason: 'Asked three members for deposits before meeting', daysAgo: 1.4 },
  { reason: 'The same message to 80 people in an hour', daysAgo: 3 },
  { reason: 'Kept writing after being asked to stop, second warning', daysAgo: 5.5 },
  { reason: 'Profile copied from another member', daysAgo: 9 },
  { reason: 'Sold access to an account', daysAgo: 14 },
  { reason: 'Charged back eleven purchases', daysAgo: 18 },
  { reason: 'Links to a site that asks for card details', daysAgo: 23 },
  { reason: 'Shared a private picture of another member', daysAgo: 27 },
  { reason: 'A second account after a suspension', daysAgo: 41 },
  { reason: 'Threatened to call an employer', daysAgo: 63 },
  { reason: 'Rule 2, insults about origin', daysAgo: 88 },
];
const lifted = { reason: 'Reported by one person four times', daysAgo: 30, liftedAfterDays: 1 };
/** What the demo's admin looks for often. */
const savedFilters = [
  ['users', 'Johannesburg, reported', { city: 'Johannesburg', reported: true }],
  ['reports', 'Too late', { late: 'true' }],
] as const;
const verified = [2, 6, 11, 20] as const;
/** Accounts without a proven age; most wait for staff to look at a document: a birth date that reads two ways, or a number in use. */
const unverified = ['1920-02-02', 'in use', '1921-07-16', 'in use', null, null, null, null] as const;

interface StaffLogOptions {
  client: pg.ClientBase;
  database: Database;
  context: Context;
  people: readonly SamplePerson[];
  /** What was decided about registrations with the film board. */
  registrations: readonly RegistrationEntry[];
  now: Date;
}
type Entry = Omit<StaffAction, 'actorId'> & {
  by: SamplePerson;
  at: Date;
  /** What the member reads of it. */
  statement?: Statement;
  /** What the member answers, and when. */
  appeal?: { text: string; at: Date };
  /** This entry answers the appeal of that member. */
  answers?: { accountId: string; state: 'upheld' };
};

/** What staff did to accounts until now, each act with its row of the audit log, and whose age is not proven. */
export async function insertStaffLog({
  client,
  database,
  context,
  people,
  registrations,
  now,
}: StaffLogOptions): Promise<void> {
  const byEmail = (email: string) => people.find((person) => person.email === email);
  const [moderator, admin] = [byEmail(demoAccounts[2].email), byEmail(demoAccounts[3].email)];
  // Members that the pulse does not bring online; the last ones, because the first ones pay and write.
  const absent = absentMembers(people).reverse();
  const take = (count: number) => absent.splice(0, count);
  if (!moderator || !admin) throw new Error('the sample world has no staff');
  const before = (days: number) => new Date(now.getTime() - Math.floor(days * day));
  const entries: Entry[] = [
    {
      by: admin,
      at: before(210),
      action: 'user.role_changed',
      ...{ targetType: 'account', targetId: moderator.accountId, details: { from: 'user', to: 'moderator' } },
    },
    ...(await decidedReports(client, moderator)),
    await letCheckedCreatorsPublish(client, { by: admin, at: before(205) }),
  ];
  const about = ({ accountId }: SamplePerson) => ({ targetType: 'account', targetId: accountId });

  for (const [index, person] of take(suspensions.length).entries()) {
    const { reason, daysAgo } = suspensions[index] as (typeof suspensions)[number];
    await database.db.transaction().execute((tx) => context.identity.suspend(tx, person.accountId, reason));
    await client.query('update accounts set suspended_at = $2 where id = $1', [person.accountId, before(daysAgo)]);
    const statement = { accountId: person.accountId, action: 'suspended' as const, subject: null };
    entries.push({ by: admin, at: before(daysAgo), action: 'user.suspended', ...about(person), reason, statement });
  }
  for (const person of take(1)) {
    const { reason, daysAgo, liftedAfterDays } = lifted;
    entries.push({ by: admin, at: before(daysAgo), action: 'user.suspended', ...about(person), reason });
    entries.push({ by: admin, at: before(daysAgo - liftedAfterDays), action: 'user.unsuspended', ...about(person) });
  }
  for (const [index, person] of take(verified.length).entries())
    entries.push({
      by: admin,
      at: before(verified[index] as number),
      action: 'user.verified',
      ...about(person),
      details: { opened: true },
    });
  for (const person of take(1)) {
    const at = before(0.15);
    const expiresAt = new Date(at.getTime() + adminGrantHours * hour);
    const grant = {
      id: newId(at.getTime()),
      accountId: person.accountId,
      proposedBy: admin.accountId,
      now: at,
      expiresAt,
    };
    await insertGrant(database.db, grant);
    entries.push({ by: admin, at, action: 'user.admin_proposed', ...about(person), details: { from: 'user' } });
  }
  entries.push(...decidedEntries({ moderator, admin }, people, take(3), before));
  entries.push(
    ...registrations.map(
      ({ by, accountId, ...entry }): Entry => ({
        ...entry,
        by: by === 'admin' ? admin : moderator,
        ...(entry.action === 'fpb_registration.refused'
          ? {
              statement: {
                ...{ accountId, action: 'registration_refused', rule: 'classification' },
                subject: 'Film-board registration',
              },
            }
          : {}),
      }),
    ),
  );
  await insertUnverified({ client, database, context, now }, take(unverified.length), take(2));
  await insertPhraseMatches(client, take(4), before);
  await record({ database, context }, entries);
  for (const [list, name, filter] of savedFilters)
    await client.query(
      'insert into staff_filters (id, account_id, list, name, filter, created_at) values ($1, $2, $3, $4, $5, $6)',
      [newId(now.getTime()), admin.accountId, list, name, JSON.stringify(filter), before(12)],
    );
}

/** Sample creators have no selfie, as no photographs of people are in the sample world; they publish by their checked profile. */
async function letCheckedCreatorsPublish(
  client: pg.ClientBase,
  { by, at }: { by: SamplePerson; at: Date },
): Promise<Entry> {
  const [name, from, to] = ['levelToPublishAtOnce', operatorSettings.levelToPublishAtOnce.initial, 1];
  await client.query(
    `insert into operator_settings (name, value, previous, version, changed_by, changed_at)
      values ($1, $2, $3, 1, $4, $5) on conflict do nothing`,
    [name, JSON.stringify(to), JSON.stringify(from), by.accountId, at],
  );
  return { by, at, action: 'settings.changed', targetType: 'setting', targetId: name, details: { from, to } };
}

/** The log is a chain in the order of time, and its time is a clock's. */
async function record(
  { database: { db }, context }: Pick<StaffLogOptions, 'database' | 'context'>,
  entries: readonly Entry[],
): Promise<void> {
  const ordered = [...entries].sort((one, other) => one.at.getTime() - other.at.getTime());
  // No one is notified of what happened before the world began.
  const at = (moment: Date): ComplianceService =>
    createComplianceService({
      db,
      clock: { ...context.clock, now: () => moment },
      logger: context.logger,
      notify: async () => {},
      settings: createOperatorSettings(db, context.clock),
      personKeys: async () => new Map(),
      listModerators: async () => [],
      onWithdrawn: async () => {},
    });
  for (const { by, at: moment, statement, appeal, answers, ...entry } of ordered) {
    const then = at(moment);
    const action = { actorId: by.accountId, ...entry };
    await db.transaction().execute(async (tx) => {
      if (answers) {
        const [latest] = (await then.decisions.list(answers.accountId, {})).items.filter(({ appeal: sent }) => sent);
        const row = await then.decisions.lockAppealed(tx, latest?.id ?? '');
        const { state } = answers;
        await then.decisions.answer(tx, row, { state, reason: action.reason ?? '', by: by.accountId });
      }
      if (!statement) return then.recordAction(tx, action);
      return then.recordDecision(tx, { ...action, reason: action.reason ?? '' }, statement);
    });
    if (!appeal || !statement?.accountId) continue;
    const [latest] = (await then.decisions.list(statement.accountId, {})).items;
    await at(appeal.at).decisions.appeal(statement.accountId, latest?.id ?? '', appeal.text);
  }
}

/** The sample decisions, and the answers to their appeals. */
function decidedEntries(
  staff: { moderator: SamplePerson; admin: SamplePerson },
  people: readonly SamplePerson[],
  others: SamplePerson[],
  before: (days: number) => Date,
): Entry[] {
  const auditNames: Partial<Record<SampleDecision['action'], string>> = {
    warned: 'user.warned',
    not_published: 'content.refused',
    removed: 'content.removed',
    photo_hidden: 'photo.hidden',
  };
  return sampleDecisions.flatMap((decision): Entry[] => {
    const member = memberOf(decision, people, others);
    if (!member) return [];
    const { by, daysAgo, action, rule, reason, targetType, subject, appeal } = decision;
    const target = {
      targetType,
      targetId: targetType === 'account' ? member.accountId : newId(before(daysAgo).getTime()),
    };
    const entry: Entry = {
      ...{ by: staff[by], at: before(daysAgo), ...target, reason },
      action: targetType === 'photo' && action === 'not_published' ? 'photo.refused' : (auditNames[action] ?? action),
      statement: { accountId: member.accountId, action, rule, subject },
      ...(appeal ? { appeal: { text: appeal.text, at: before(daysAgo - appeal.afterDays) } } : {}),
    };
    const answer = appeal?.answer;
    if (!answer) return [entry];
    const answeredAt = before(daysAgo - appeal.afterDays - answer.afterDays);
    const other = by === 'admin' ? staff.moderator : staff.admin;
    const answers = { accountId: member.accountId, state: 'upheld' as const };
    return [entry, { by: other, at: answeredAt, action: 'appeal.upheld', ...target, reason: answer.text, answers }];
  });
}

async function decidedReports(client: pg.ClientBase, moderator: SamplePerson): Promise<Entry[]> {
  const { rows } = await client.query<{ id: string; state: string; outcome: string; decided_at: Date }>(
    'select id, state, outcome, decided_at from reports where decided_by = $1',
    [moderator.accountId],
  );
  return rows.map(({ id, state, outcome, decided_at }) => ({
    by: moderator,
    at: decided_at,
    action: `report.${state}`,
    ...{ targetType: 'report', targetId: id, reason: outcome },
  }));
}

/** Closes accounts, and lets those of the list claim a number that staff must look at. */
async function insertUnverified(
  { client, database, context, now }: Pick<StaffLogOptions, 'client' | 'database' | 'context' | 'now'>,
  closed: readonly SamplePerson[],
  holders: readonly SamplePerson[],
): Promise<void> {
  const close = ({ accountId }: SamplePerson) =>
    database.db
      .transaction()
      .execute((tx) => context.ageVerification.withdrawDocument(tx, accountId, { opened: true }));
  const claim = (person: SamplePerson, dateOfBirth: string, serial: number) =>
    context.ageVerification
      .verify(viewerOf(person), {
        ...{ dateOfBirth, idNumber: idNumberFor(dateOfBirth, serial), documentType: 'id_document' },
        documentNumber: person.accountId.slice(-9),
      })
      // A birth year that reads two ways waits at once.
      .catch((error: { code?: string }) => {
        if (error.code !== 'AGE_REVIEW_PENDING') throw error;
      });
  let held = 0;
  for (const [index, person] of closed.entries()) {
    await close(person);
    const reason = unverified[index];
    const since = new Date(now.getTime() - (4 + index * 11) * hour);
    if (reason && reason !== 'in use') await claim(person, reason, index);
    if (reason === 'in use') {
      const holder = holders[held++];
      if (!holder) continue;
      const born = birthDateOf(holder, now);
      await claim(holder, born, index);
      await claim(person, born, index);
      await close(person);
      await client.query(
        `update age_verifications set state = 'review', review_reason = 'number_in_use', review_since = $2 where account_id = $1`,
        [person.accountId, since],
      );
    }
    await client.query(`update age_verifications set review_since = $2 where account_id = $1 and state = 'review'`, [
      person.accountId,
      since,
    ]);
  }
}

const viewerOf = ({ accountId, profileId }: SamplePerson) => ({
  ...{ accountId, profileId, sessionId: accountId, role: 'user' as const },
  ...{ permissions: [], ageVerified: false, isCreator: false },
});

/** The first of a month in the year that makes the person as old as their page says. */
export function birthDateOf({ age }: SamplePerson, now: Date): string {
  const today = johannesburgDay(now);
  const born = `${Number(today.slice(0, 4)) - age}${addDays(today, -20).slice(4)}`;
  return ageOn(born, today) === age ? born : `${Number(born.slice(0, 4)) - 1}${born.slice(4)}`;
}

/** An invented number of the day of birth, with a right check digit. */
function idNumberFor(born: string, serial: number): string {
  const first12 = `${born.slice(2).replaceAll('-', '')}${4100 + serial}08`;
  return `${first12}${checkDigit(first12)}`;
}
