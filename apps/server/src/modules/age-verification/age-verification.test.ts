import { operations } from '@vlam/contract';
import { documentTypes } from '@vlam/contract/age-verification';
import type { Operation } from '@vlam/contract/operation';
import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAccount, type TestAccount } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { boundOperations } from '../../modules.ts';
import { newId } from '../../platform/ids.ts';

const now = new Date('2026-11-21T10:00:00+02:00');
const hour = 3_600_000;

const t = useTestApp();
beforeEach(() => t.clock.set(now));

let serial = 0;
/** A unique number for a birth date; `rest` overrides the six digits after the date. */
function idNumberFor(date: string, rest?: string): string {
  serial += 1;
  const first12 = `${date.slice(2).replaceAll('-', '')}${rest ?? String(500_000 + serial).slice(0, 6)}`;
  return `${first12}${checkDigit(first12)}`;
}
const wrongDigit = (idNumber: string) => `${idNumber.slice(0, 12)}${(Number(idNumber[12]) + 1) % 10}`;

const unverifiedAccount = () => anAccount(t, { verified: false });
async function verify(as: TestAccount, fields: Record<string, unknown>) {
  const body = { documentType: 'id_document', documentNumber: 'DOC-1', ...fields };
  return t.client(as).call('verifyAge', { body });
}
const isVerified = async (account: TestAccount) => {
  const row = await t.context.identity.getAccount(t.db, account.accountId);
  return row.ageVerifiedAt !== null;
};

type Verdict =
  | 'verified'
  | 'AGE_REVIEW_PENDING'
  | 'INVALID_ID_NUMBER'
  | 'UNDER_AGE'
  | 'VERIFICATION_FAILED'
  | 'VALIDATION_FAILED';
const messages: Record<Exclude<Verdict, 'verified'>, string | null> = {
  INVALID_ID_NUMBER: 'Invalid South African ID number format',
  UNDER_AGE: 'You must be 18 or older to access this platform',
  VERIFICATION_FAILED: 'Verification failed',
  AGE_REVIEW_PENDING: 'A person has to look at your identity document before your account opens',
  VALIDATION_FAILED: null,
};
const statuses: Partial<Record<Verdict, number>> = { VALIDATION_FAILED: 400, AGE_REVIEW_PENDING: 409 };
const claimFor = (dateOfBirth: string, more: Record<string, unknown> = {}) => ({
  idNumber: idNumberFor(dateOfBirth),
  dateOfBirth,
  ...more,
});
const mismatchedClaim = (inNumber: string, dateOfBirth: string) => ({ idNumber: idNumberFor(inNumber), dateOfBirth });

const cases: [name: string, claim: Record<string, unknown>, verdict: Verdict][] = [
  ['an adult', claimFor('1990-05-05'), 'verified'],
  [
    'an adult with a passport',
    claimFor('1991-06-06', { documentType: 'passport', documentNumber: 'A1234567' }),
    'verified',
  ],
  ['an adult with a licence', claimFor('1992-07-07', { documentType: 'drivers_license' }), 'verified'],
  ['the example number of the department', { idNumber: '8001015009087', dateOfBirth: '1980-01-01' }, 'verified'],
  ['an adult of 2000, whose year the form reads as 20xx', claimFor('2000-03-03'), 'verified'],
  ['an adult born on 29 February 2000', claimFor('2000-02-29'), 'verified'],
  ['an adult born on 31 December', claimFor('1999-12-31'), 'verified'],
  ['the 18th birthday', claimFor('2008-11-21'), 'verified'],
  ['the day after it', claimFor('2008-11-20'), 'verified'],
  ['a person of 100', claimFor('1926-11-21'), 'verified'],
  ['a person on the eve of the 101st birthday', claimFor('1925-11-22'), 'verified'],
  ['the year 1921, as two digits the pivot itself', claimFor('1921-04-04'), 'AGE_REVIEW_PENDING'],
  ['a moment at midnight UTC', claimFor('1993-08-08', { dateOfBirth: '1993-08-08T00:00:00.000Z' }), 'verified'],
  [
    'a moment that is midnight in South Africa',
    claimFor('1994-09-09', { dateOfBirth: '1994-09-08T22:00:00.000Z' }),
    'verified',
  ],
  ['isOver18 false from an adult, which is ignored', claimFor('1995-01-01', { isOver18: false }), 'verified'],

  ['the 101st birthday, on which a child may have turned one', claimFor('1925-11-21'), 'AGE_REVIEW_PENDING'],
  ['a person of 110', claimFor('1916-01-02'), 'AGE_REVIEW_PENDING'],
  ['a person on the eve of the 111th birthday', claimFor('1915-11-22'), 'AGE_REVIEW_PENDING'],
  ['a child of eleven claiming 1915', mismatchedClaim('2015-11-22', '1915-11-22'), 'AGE_REVIEW_PENDING'],

  ['the eve of the 18th birthday', claimFor('2008-11-22'), 'UNDER_AGE'],
  ['the eve of it, claiming isOver18', claimFor('2008-11-22', { isOver18: true }), 'UNDER_AGE'],
  ['born 2023', claimFor('2023-02-02', { isOver18: true }), 'UNDER_AGE'],
  ['born today', claimFor('2026-11-21'), 'UNDER_AGE'],
  ['born tomorrow', claimFor('2026-11-22'), 'UNDER_AGE'],
  ['born in 2090', claimFor('2090-01-01'), 'UNDER_AGE'],

  ['born 2023, claiming 1923', mismatchedClaim('2023-02-02', '1923-02-03'), 'VERIFICATION_FAILED'],
  ['a birth date one day off', mismatchedClaim('1990-05-05', '1990-05-06'), 'VERIFICATION_FAILED'],
  ['a birth date ten years off', mismatchedClaim('2010-05-05', '2000-05-05'), 'VERIFICATION_FAILED'],
  ['day and month swapped', mismatchedClaim('1990-05-06', '1990-06-05'), 'VERIFICATION_FAILED'],
  ['a century too early: 126 years', claimFor('1900-05-05'), 'VERIFICATION_FAILED'],
  ['the 111th birthday', claimFor('1915-11-21'), 'VERIFICATION_FAILED'],
  ['the year 0090', mismatchedClaim('1990-05-05', '0090-05-05'), 'VERIFICATION_FAILED'],
  ['30 February', claimFor('1990-02-30'), 'VERIFICATION_FAILED'],
  ['30 February as a moment', claimFor('1990-02-30', { dateOfBirth: '1990-02-30T00:00:00Z' }), 'VERIFICATION_FAILED'],
  ['29 February of a common year', claimFor('1990-02-29'), 'VERIFICATION_FAILED'],
  ['29 February 1900', claimFor('1900-02-29'), 'VERIFICATION_FAILED'],
  ['31 April', claimFor('1990-04-31'), 'VERIFICATION_FAILED'],
  ['a stated date that does not exist', mismatchedClaim('1990-05-05', '1990-13-45'), 'VERIFICATION_FAILED'],

  ['a wrong check digit', { idNumber: wrongDigit('8001015009087'), dateOfBirth: '1980-01-01' }, 'INVALID_ID_NUMBER'],
  ['two digits swapped', { idNumber: '8010015009087', dateOfBirth: '1980-10-01' }, 'INVALID_ID_NUMBER'],
  ['month 13', claimFor('1990-13-05', { dateOfBirth: '1990-01-05' }), 'INVALID_ID_NUMBER'],
  ['month 0', claimFor('1990-00-05', { dateOfBirth: '1990-01-05' }), 'INVALID_ID_NUMBER'],
  ['day 32', claimFor('1990-05-32', { dateOfBirth: '1990-05-31' }), 'INVALID_ID_NUMBER'],
  ['day 0', claimFor('1990-05-00', { dateOfBirth: '1990-05-01' }), 'INVALID_ID_NUMBER'],
  ['all zeros', { idNumber: '0000000000000', dateOfBirth: '2000-01-01' }, 'INVALID_ID_NUMBER'],

  ['12 digits', { idNumber: '800101500908', dateOfBirth: '1980-01-01' }, 'VALIDATION_FAILED'],
  ['14 digits', { idNumber: '80010150090870', dateOfBirth: '1980-01-01' }, 'VALIDATION_FAILED'],
  ['spaces', { idNumber: '800101 5009087', dateOfBirth: '1980-01-01' }, 'VALIDATION_FAILED'],
  ['other scripts’ digits', { idNumber: '８００１０１５００９０８７', dateOfBirth: '1980-01-01' }, 'VALIDATION_FAILED'],
  ['a number instead of text', { idNumber: 8001015009087, dateOfBirth: '1980-01-01' }, 'VALIDATION_FAILED'],
  ['no document number', claimFor('1990-05-05', { documentNumber: ' ' }), 'VALIDATION_FAILED'],
  ['another kind of document', claimFor('1990-05-05', { documentType: 'library_card' }), 'VALIDATION_FAILED'],
  ['no birth date', { idNumber: '8001015009087' }, 'VALIDATION_FAILED'],
  ['a birth date in words', claimFor('1990-05-05', { dateOfBirth: '5 May 1990' }), 'VALIDATION_FAILED'],
  ['an extra field', claimFor('1990-05-05', { ageVerifiedAt: '2020-01-01' }), 'VALIDATION_FAILED'],
];

describe('T11: the server decides every age check', () => {
  it.each(cases)('%s', async (_name, claim, verdict) => {
    const account = await unverifiedAccount();
    const answer = await verify(account, claim);
    if (verdict === 'verified') {
      expect([answer.status, answer.body]).toEqual([200, { verified: true }]);
    } else {
      expect([answer.error?.code, answer.status]).toEqual([verdict, statuses[verdict] ?? 422]);
      if (messages[verdict]) expect(answer.error?.message).toBe(messages[verdict]);
    }
    expect(await isVerified(account)).toBe(verdict === 'verified');
  });

  it('returns the texts of the form for missing fields and short numbers', async () => {
    const account = await unverifiedAccount();
    expect((await verify(account, claimFor('1990-05-05', { documentNumber: '' }))).error?.message).toBe(
      'Please fill in all required fields',
    );
    expect((await verify(account, { idNumber: '123', dateOfBirth: '1990-05-05' })).error?.message).toBe(
      'SA ID number must be 13 digits',
    );
  });

  it('computes ages in South African time', async () => {
    const claim = claimFor('2008-11-22');
    t.clock.set(new Date('2026-11-21T21:59:59Z'));
    const early = await unverifiedAccount();
    expect((await verify(early, claim)).error?.code).toBe('UNDER_AGE');
    t.clock.set(new Date('2026-11-21T22:00:00Z'));
    expect((await verify(early, claim)).status).toBe(200);
  });

  it('returns the wrong field and the tries left', async () => {
    const account = await unverifiedAccount();
    const answers = [
      await verify(account, mismatchedClaim('1990-05-05', '1990-05-06')),
      await verify(account, { idNumber: wrongDigit('8001015009087'), dateOfBirth: '1980-01-01' }),
      await verify(account, claimFor('2010-05-05')),
      await verify(account, claimFor('1900-05-05')),
    ];
    expect(answers.map(({ error }) => error?.details)).toEqual([
      { triesLeft: 4, fields: { dateOfBirth: 'This is not the date of birth in your ID number' } },
      { triesLeft: 3, fields: { idNumber: 'Invalid South African ID number format' } },
      { triesLeft: 2, fields: { dateOfBirth: 'You must be 18 or older to access this platform' } },
      { triesLeft: 1, fields: { dateOfBirth: 'Please check the year' } },
    ]);
    const state = async () => (await t.client(account).call('ageCheck')).body;
    expect(await state()).toMatchObject({ state: 'open', triesLeft: 1, retryAfterSeconds: 0 });
    await verify(account, claimFor('1900-05-05'));
    expect(await state()).toMatchObject({ state: 'open', triesLeft: 0, retryAfterSeconds: 3_600 });
  });

  it('refuses a second proof of age', async () => {
    const account = await unverifiedAccount();
    expect((await verify(account, claimFor('1990-05-05'))).status).toBe(200);
    const second = await verify(account, claimFor('1990-05-06'));
    expect([second.status, second.error?.code]).toEqual([409, 'ALREADY_VERIFIED']);
  });

  it('gives access from the next request on', async () => {
    const account = await unverifiedAccount();
    const client = t.client(account);
    expect((await client.call('currentUser')).body.requiresAgeVerification).toBe(true);
    await verify(account, claimFor('1990-05-05'));
    expect((await client.call('currentUser')).body.requiresAgeVerification).toBe(false);
  });

  it('needs a session', async () => {
    const answer = await t.client().call('verifyAge', { body: claimFor('1990-05-05') });
    expect(answer.error).toMatchObject({ code: 'UNAUTHORIZED', message: 'Unauthorized' });
  });
});

describe('T11: five failed tries an hour', () => {
  const bad = () => ({ ...claimFor('1990-05-05'), dateOfBirth: '1990-05-06' });

  it('refuses the sixth try, even with the right number, until the first is an hour old', async () => {
    const account = await unverifiedAccount();
    for (let index = 0; index < 5; index += 1) {
      expect((await verify(account, bad())).error?.code).toBe('VERIFICATION_FAILED');
      t.clock.advance(60_000);
    }
    const refused = await verify(account, claimFor('1990-05-05'));
    expect([refused.status, refused.error?.code]).toEqual([429, 'QUOTA_REACHED']);
    expect(refused.error?.details?.retryAfterSeconds).toBe(55 * 60);
    t.clock.advance(55 * 60_000 - 1);
    expect((await verify(account, claimFor('1990-05-05'))).status).toBe(429);
    t.clock.advance(1);
    expect((await verify(account, claimFor('1990-05-05'))).status).toBe(200);
  });

  it('checks five of 30 concurrent tries', async () => {
    const account = await unverifiedAccount();
    const answers = await Promise.all(Array.from({ length: 30 }, () => verify(account, bad())));
    expect(answers.filter((answer) => answer.error?.code === 'VERIFICATION_FAILED')).toHaveLength(5);
    expect(answers.filter((answer) => answer.error?.code === 'QUOTA_REACHED')).toHaveLength(25);
  });

  it('is per account, and is stored in the database, so that it survives restarts', async () => {
    const [account, other] = [await unverifiedAccount(), await unverifiedAccount()];
    for (let index = 0; index < 5; index += 1) await verify(account, bad());
    const rows = await t.db
      .selectFrom('age_verification_attempts')
      .select('succeeded')
      .where('account_id', '=', account.accountId)
      .execute();
    expect(rows.map((row) => row.succeeded)).toEqual([false, false, false, false, false]);
    expect((await verify(other, claimFor('1990-05-05'))).status).toBe(200);
    t.clock.advance(hour);
    expect((await verify(account, claimFor('1990-05-05'))).status).toBe(200);
  });
});

describe('T13: storage of ID numbers', () => {
  it('appear in plain text in no table, log line or response', async () => {
    const account = await unverifiedAccount();
    const claim = claimFor('1977-03-14', { documentNumber: 'CANARY-4711' });
    const answers = [await verify(account, claim), await t.client(account).call('currentUser')];
    const canaries = [claim.idNumber, 'CANARY-4711', '1977-03-14'].flatMap((value) => [
      value,
      Buffer.from(value).toString('hex'),
      Buffer.from(value).toString('base64').replace(/=+$/, ''),
    ]);
    const { rows: tables } = await t.database.pool.query<{ table_name: string }>(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const texts = [...answers.map((answer) => answer.text), JSON.stringify(t.log)];
    for (const { table_name } of tables) {
      const { rows } = await t.database.pool.query<{ dump: string }>(`select r::text as dump from "${table_name}" r`);
      texts.push(...rows.map((row) => row.dump));
    }
    for (const canary of canaries) expect(texts.filter((text) => text.includes(canary))).toEqual([]);
  });

  it('cannot be unsealed after a move to another account or column', async () => {
    const [mine, theirs] = [await unverifiedAccount(), await unverifiedAccount()];
    await verify(mine, claimFor('1981-01-01'));
    await verify(theirs, claimFor('1982-02-02'));
    const { ageVerification } = t.context;
    expect(await ageVerification.findBirthDate(t.db, mine.accountId)).toBe('1981-01-01');
    expect(await ageVerification.findAge(t.db, mine.accountId)).toBe(45);
    const proofs = t.db.selectFrom('age_verifications').selectAll();
    const foreign = await proofs.where('account_id', '=', theirs.accountId).executeTakeFirstOrThrow();
    const own = await proofs.where('account_id', '=', mine.accountId).executeTakeFirstOrThrow();
    for (const swapped of [foreign.date_of_birth_sealed, own.id_number_sealed]) {
      await t.db
        .updateTable('age_verifications')
        .set({ date_of_birth_sealed: swapped })
        .where('account_id', '=', mine.accountId)
        .execute();
      await expect(ageVerification.findBirthDate(t.db, mine.accountId)).rejects.toThrow();
    }
  });

  it('seals the same birth date differently per account', async () => {
    const [a, b] = [await unverifiedAccount(), await unverifiedAccount()];
    const [first, second] = [claimFor('1983-03-03'), claimFor('1983-03-03')];
    await verify(a, first);
    await verify(b, second);
    const rows = await t.db
      .selectFrom('age_verifications')
      .select(['date_of_birth_sealed', 'id_number_index'])
      .where('account_id', 'in', [a.accountId, b.accountId])
      .execute();
    expect(rows[0]?.date_of_birth_sealed.equals(rows[1]?.date_of_birth_sealed ?? Buffer.alloc(0))).toBe(false);
    expect(rows.every((row) => row.id_number_index.length === 32)).toBe(true);
  });

  it('has no birth date or age without a proof', async () => {
    const account = await unverifiedAccount();
    expect(await t.context.ageVerification.findBirthDate(t.db, account.accountId)).toBeNull();
    expect(await t.context.ageVerification.findAge(t.db, account.accountId)).toBeNull();
  });
});

describe('T12: before the age check', () => {
  /** Calls allowed before the age check: own account, age check, first profile, logout, legal pages, export, deletion. */
  const allowed = /^\/api\/(auth\/|account|legal\/|profiles$|profiles\/me$|logout$)/;
  // A session opens nothing that is for suspended members.
  const gated = Object.entries(operations as Record<string, Operation>).filter(
    ([, { access }]) => access !== 'public' && access !== 'suspended',
  );

  it.each(gated)('%s', async (name, operation) => {
    if (operation.beforeAgeCheck) {
      expect(operation.path).toMatch(allowed);
      return;
    }
    const bound = boundOperations(t.context).some((candidate) => candidate.name === name);
    if (!bound) return;
    const account = await anAccount(t, { verified: false, role: 'admin' });
    const path = operation.path.replace(/\{\w+\}/g, newId());
    const answer = await t
      .client(account)
      .request(operation.method, path, operation.method === 'GET' ? {} : { body: {} });
    expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([
      403,
      'AGE_VERIFICATION_REQUIRED',
      'Please verify your age to continue',
    ]);
  });
});

it('accepts three kinds of documents', () => {
  expect(documentTypes).toEqual(['id_document', 'passport', 'drivers_license']);
});
