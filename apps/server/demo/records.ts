import { startNowWording } from '@vlam/contract/content';
import type { AuthorityRequest } from '@vlam/contract/records-holds';
import type { InformationKind } from '@vlam/contract/rules/records';
import { takedownClasses } from '@vlam/contract/rules/takedowns';
import { sql } from 'kysely';
import type { Context } from '../src/context.ts';
import { addAccounts, insertBreach, insertNotice, insertStep } from '../src/modules/records/breaches/store.ts';
import { insertRequest as insertAuthorityRequest, insertHold } from '../src/modules/records/holds/store.ts';
import { createInformationSecrets } from '../src/modules/records/information/secrets.ts';
import { insertMessage, insertRequest } from '../src/modules/records/information/store.ts';
import { insertGrant, insertItems } from '../src/modules/records/reviewers/store.ts';
import { createSecrets } from '../src/modules/takedowns/secrets.ts';
import { insertCase, insertEvent } from '../src/modules/takedowns/store.ts';
import type { SamplePerson } from './people.ts';
import { createRandom } from './random.ts';
import { demoAccounts, demoScale } from './scale.ts';

const day = 86_400_000;

interface SampleRequest {
  kind: InformationKind;
  /** Days since it came. */
  age: number;
  text: string;
  answer: { state: 'granted' | 'partly' | 'refused'; text: string } | null;
}

const requests: readonly SampleRequest[] = [
  { kind: 'access', age: 27, text: 'Please send me everything you keep about me.', answer: null },
  {
    kind: 'correction',
    age: 9,
    text: 'My surname changed when I married. The receipt still has the old one.',
    answer: null,
  },
  { kind: 'objection', age: 3, text: 'I do not want to be in the matching of others.', answer: null },
  {
    kind: 'deletion',
    age: 44,
    text: 'Delete the reports I wrote last year.',
    answer: { state: 'partly', text: 'The evidence is deleted. The reports stay for three years after the decision.' },
  },
];

const asked: readonly Pick<AuthorityRequest, 'authority' | 'demand' | 'reference' | 'summary'>[] = [
  {
    ...{ authority: 'police', demand: 'preserve', reference: 'CAS 214/11' },
    summary: 'Preserve the account and its messages while a complaint of extortion is investigated.',
  },
  {
    ...{ authority: 'film_board', demand: 'disclose', reference: 'FPB/OD/0788' },
    summary: 'Show the steps taken against unclassified films in the last half-year.',
  },
];

const numberAt = (prefix: string, at: Date, count: number) =>
  `${prefix}-${at.toISOString().slice(2, 7).replace('-', '')}-${String(count + 1).padStart(4, '0')}`;

/** Requests about personal information, requests of authorities, a hold that waits, and what the jobs of a night did. */
export async function insertRecords(
  context: Pick<Context, 'config' | 'clock' | 'database' | 'records'>,
  { people, now }: { people: readonly SamplePerson[]; now: Date },
): Promise<void> {
  const { db } = context.database;
  const secrets = createInformationSecrets(context.config);
  const staff = (index: 2 | 3) => people.find(({ email }) => email === demoAccounts[index].email)?.accountId ?? '';
  const members = people.filter(({ creator, canSignIn }) => !creator && !canSignIn);
  const before = (days: number) => new Date(now.getTime() - days * day);

  for (const [index, { kind, age, text, answer }] of requests.entries()) {
    const at = before(age);
    const answeredAt = answer ? before(age - 12) : null;
    const id = crypto.randomUUID();
    await insertRequest(db, {
      ...{ id, kind, number: numberAt('PI', at, index), account_id: members[120 + index]?.accountId ?? null },
      ...{ state: answer?.state ?? 'open', received_at: at, due_at: new Date(at.getTime() + 30 * day) },
      ...{ answered_at: answeredAt, answered_by: answer ? staff(3) : null },
    });
    const write = (words: string, when: Date, more: { author_id?: string; is_answer?: boolean } = {}) =>
      insertMessage(db, {
        ...{ id: crypto.randomUUID(), request_id: id, sealed: secrets.seal(id, words), at: when, ...more },
      });
    await write(text, at);
    if (answer && answeredAt) await write(answer.text, answeredAt, { author_id: staff(3), is_answer: true });
  }

  for (const [index, request] of asked.entries()) {
    const at = before(2 + index * 5);
    const id = crypto.randomUUID();
    await insertAuthorityRequest(db, {
      ...{ id, ...request, number: numberAt('AR', at, index), received_at: at, recorded_by: staff(3) },
      due_at: new Date(at.getTime() + 14 * day),
    });
    if (request.demand === 'preserve')
      await insertHold(db, {
        ...{ id: crypto.randomUUID(), number: numberAt('LH', at, 0), request_id: id, subject_type: 'account' },
        ...{ subject_id: members[140]?.accountId ?? '', authority: request.authority, reference: request.reference },
        ...{ reason: 'Asked for by the investigating officer, with a letter.', placed_at: at, placed_by: staff(2) },
        ...{ until: new Date(at.getTime() + 90 * day), confirm_by: new Date(at.getTime() + 3 * day) },
      });
  }
  await insertSampleBreach(context, { writer: staff(2), recorder: staff(3), accountIds: members.slice(200, 212), now });
  await insertPurchaseConsents(context);
  await insertReviewer(context, { askedBy: staff(2), now });
  await insertPastCases(context, { moderatorId: staff(2), now });
  await context.records.reports.closeEnded();
  await context.records.retention.enforce();
}

/** Complaints of the last year that were decided, so that the reports of its months have something to count. */
async function insertPastCases(
  context: Pick<Context, 'config' | 'clock' | 'database'>,
  { moderatorId, now }: { moderatorId: string; now: Date },
): Promise<void> {
  const { db } = context.database;
  const secrets = createSecrets(context);
  const random = createRandom(demoScale.seed + 420);
  for (let index = 0; index < 90; index += 1) {
    const id = crypto.randomUUID();
    const at = new Date(now.getTime() - (6 + index * 4) * day - random.integer(0, 20) * 3_600_000);
    const decidedAt = new Date(at.getTime() + random.integer(1, 60) * 3_600_000);
    const state = random.integer(0, 2) === 0 ? 'refused' : 'removed';
    await insertCase(db, {
      ...{ id, class: takedownClasses[random.integer(0, takedownClasses.length - 1)] ?? 'other', state },
      number: `VT-${at.toISOString().slice(2, 7).replace('-', '')}-${String(100_000 + index * 7_919).slice(-6)}`,
      ...{ pin_hash: secrets.hashPin(id, secrets.newPin()), hides_at_once: false, is_depicted: false },
      subnet_index: secrets.subnetIndex(`10.1.${index}.1`),
      network_index: secrets.networkIndex(`10.1.${index}.1`),
      ...{ received_at: at, due_at: new Date(at.getTime() + 2 * day), decided_at: decidedAt, decided_by: moderatorId },
    });
    for (const [kind, when] of [
      ['received', at],
      [state, decidedAt],
    ] as const)
      await insertEvent(db, {
        ...{ id: crypto.randomUUID(), case_id: id, kind, actor_id: kind === 'received' ? null : moderatorId, at: when },
        sealed: null,
      });
  }
}

/** An incident of yesterday: two steps done, and a notice that waits for another member of staff. */
async function insertSampleBreach(
  { database: { db } }: Pick<Context, 'database'>,
  {
    writer,
    recorder,
    accountIds,
    now,
  }: { writer: string; recorder: string; accountIds: readonly SamplePerson[]; now: Date },
): Promise<void> {
  const knownAt = new Date(now.getTime() - 19 * 3_600_000);
  const id = crypto.randomUUID();
  await insertBreach(db, {
    ...{ id, number: numberAt('IN', knownAt, 0), title: 'A list of addresses was mailed to the wrong person' },
    ...{ known_at: knownAt, recorded_at: knownAt, recorded_by: recorder },
    happened_on: new Date(knownAt.getTime() - day),
    what: 'A list for a venue went to an address with one wrong letter. The person who got it wrote to us.',
    ...{ data: 'Names and email addresses', people: accountIds.length },
    consequences: 'Mail from strangers, or mail that pretends to be from us.',
    measures: 'The person deleted the list and said so in writing. Lists are no longer sent by mail.',
    advice: 'Do not open links in mail that asks for your password.',
  });
  for (const [index, step] of (['contain', 'officer'] as const).entries()) {
    const at = new Date(knownAt.getTime() + (index + 1) * 20 * 60_000);
    await insertStep(db, { breach_id: id, step, done_at: at, done_by: recorder, note: '' });
  }
  await addAccounts(
    db,
    id,
    accountIds.map(({ accountId }) => accountId),
  );
  await insertNotice(db, {
    ...{ id: crypto.randomUUID(), breach_id: id, asked_by: writer, asked_at: new Date(now.getTime() - 3_600_000) },
    text: 'Your name and email address were on a list that we sent to the wrong person. They deleted it. Do not open links in mail that asks for your password.',
  });
}

/** A reviewer whose access waits for another member of staff. */
async function insertReviewer(
  { database: { db } }: Pick<Context, 'database'>,
  { askedBy, now }: { askedBy: string; now: Date },
): Promise<void> {
  const id = crypto.randomUUID();
  await insertGrant(db, {
    ...{ id, number: numberAt('RV', now, 0), reviewer: 'Priya Govender', organisation: 'Acquiring bank', hours: 72 },
    ...{ email: 'reviews@acquirer.example', reason: 'The yearly review of the card scheme', asked_by: askedBy },
    asked_at: new Date(now.getTime() - 5 * 3_600_000),
  });
  const lastMonth = new Date(now.getTime() - 31 * day).toISOString().slice(0, 7);
  await insertItems(db, [{ grant_id: id, position: 1, type: 'period', reference: lastMonth }]);
}

/** Who unlocked something in the last days agreed to start at once: one purchase of each hour. */
async function insertPurchaseConsents({ database: { db } }: Pick<Context, 'database'>): Promise<void> {
  await sql`
    insert into consents (account_id, kind, reference, wording, given_at, price, currency)
    select owner_id, 'start_now', reference, ${startNowWording.number}, created_at, group_amount, 'credits'
      from (select distinct on (date_trunc('hour', created_at)) * from ledger_transfers
        where kind = 'unlock' and leg = 1
        order by date_trunc('hour', created_at) desc, reference limit 120) as bought
      order by created_at`.execute(db);
}
