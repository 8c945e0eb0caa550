import type { AgeCheckState, verifyAgeBody } from '@vlam/contract/age-verification';
import { ageOn, isCalendarDate } from '@vlam/contract/rules/sa-id-number';
import type * as z from 'zod/mini';
import { johannesburgDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { JobTask } from '../../platform/jobs.ts';
import { blindIndex } from '../../platform/keys.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Account } from '../identity/service.ts';
import type { AgeVerificationDependencies } from './dependencies.ts';
import { numberCheck } from './number-check.ts';
import type { AgeProvider, AgeVerdict } from './provider.ts';
import { type AgeReviews, createAgeReviews } from './reviews.ts';
import * as store from './store.ts';

export type { AgeEvidence, AgeProvider, AgeVerdict } from './provider.ts';

const maxFailuresPerHour = 5;
const hourMs = 3_600_000;

export interface AgeVerificationService {
  /**
   * Proves the viewer's age once. A number that another account uses is accepted like any other; the account goes to
   * review after one to two hours, and no response, state or duration before reveals that the number is known. Throws
   * `INVALID_ID_NUMBER`, `UNDER_AGE` and `VERIFICATION_FAILED` with the wrong field and `triesLeft`, `ALREADY_VERIFIED`,
   * `AGE_REVIEW_PENDING` during a review, `CONSENT_REQUIRED` while the terms are not agreed to, `QUOTA_REACHED` with `retryAfterSeconds` after five failures in an hour.
   */
  verify(viewer: Viewer, claim: z.output<typeof verifyAgeBody>): Promise<void>;
  getState(viewer: Viewer): Promise<AgeCheckState>;
  reviews: AgeReviews;
  /** HMAC of the proven ID number by account; accounts without one are absent. */
  listPersonKeys(on: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Whether two accounts named one ID number, in whatever state their proofs are. */
  isSamePerson(on: Db, one: string, other: string): Promise<boolean>;
  /** The proven birth date as YYYY-MM-DD, or null. Only for the account's own profile; must never leave the server. */
  findBirthDate(db: Db, accountId: string): Promise<string | null>;
  /** Completed years today in South Africa by the proven birth date, or null. */
  findAge(db: Db, accountId: string): Promise<number | null>;
  /**
   * Records that staff saw an identity document of an adult, in the caller's transaction: opens an account without a
   * proof, and gives the badge. Throws `CONFLICT` during a review, which needs the number and date of the document, and
   * for an account without a proof that has not agreed to the terms.
   */
  confirmByDocument(tx: Db, account: Pick<Account, 'id' | 'ageVerifiedAt'>): Promise<void>;
  /** Takes `confirmByDocument` back; `opened` also closes the account that it opened. */
  withdrawDocument(tx: Db, accountId: string, withdrawn: { opened: boolean }): Promise<void>;
  /** When staff checked the account's identity document, or null. */
  findDocumentCheck(db: Db, accountId: string): Promise<Date | null>;
  tasks: JobTask[];
}

type Outcome = 'alreadyVerified' | 'inReview' | Exclude<AgeVerdict, 'twoCenturies'>;

export function createAgeVerificationService(
  deps: AgeVerificationDependencies & { provider?: AgeProvider },
): AgeVerificationService {
  const { config, db, clock, provider = numberCheck } = deps;
  const { accountConsents } = deps.compliance;
  const indexKey = config.keys.lookup('id number index');
  const indexOf = (idNumber: string) => blindIndex(indexKey, idNumber);
  const recordSealer = (accountId: string) => config.keys.sealer(`age proof of ${accountId}`);
  const openBirthDate = (accountId: string, sealed: Buffer) =>
    recordSealer(accountId).open(sealed, `${accountId} birth date`);
  const { settleLater, reviewTasks, ...reviews } = createAgeReviews({
    ...deps,
    indexOf,
    openBirthDate: (proof) => openBirthDate(proof.account_id, proof.date_of_birth_sealed),
  });

  async function findBirthDate(on: Db, accountId: string): Promise<string | null> {
    const sealed = await store.findSealedBirthDate(on, accountId);
    return sealed ? openBirthDate(accountId, sealed) : null;
  }

  /** Stores the claim; returns whether it needs a review first. */
  async function storeProof(tx: Db, accountId: string, claim: Claim, twoCenturies: boolean): Promise<boolean> {
    const sealer = recordSealer(accountId);
    const at = clock.now();
    const idNumberIndex = indexOf(claim.idNumber);
    await store.lockNumber(tx, idNumberIndex);
    const wasRefused = await store.isRefusedNumber(tx, accountId, idNumberIndex);
    const review = twoCenturies ? 'two_centuries' : wasRefused ? 'refused_before' : null;
    const proof = {
      accountId,
      idNumberIndex,
      idNumberSealed: sealer.seal(claim.idNumber, `${accountId} id number`),
      birthDateSealed: sealer.seal(claim.birthDate, `${accountId} birth date`),
      documentType: claim.documentType,
      documentNumberSealed: sealer.seal(claim.documentNumber, `${accountId} document number`),
      method: provider.method,
      at,
      // It goes to review later, as a number that another account uses, so the response does not reveal the ban.
      isBanned: await deps.isBanned(tx, 'id_number', idNumberIndex),
    };
    await store.insertProof(tx, proof, review);
    if (review) return true;
    await deps.markAgeVerified(tx, accountId, at);
    await settleLater(tx, accountId);
    return false;
  }

  /** Times of failed tries within the last hour, oldest first. */
  const listFailures = (on: Db, accountId: string) =>
    store.listFailures(on, accountId, new Date(clock.now().getTime() - hourMs));
  /** Seconds until the next try is allowed; 0 when allowed now. */
  const secondsUntilNextTry = (failures: readonly Date[]): number => {
    const freeAt = failures.at(-maxFailuresPerHour);
    return freeAt ? Math.max(1, Math.ceil((freeAt.getTime() + hourMs - clock.now().getTime()) / 1000)) : 0;
  };
  const triesLeft = (failures: number) => Math.max(0, maxFailuresPerHour - failures);

  return {
    reviews,
    listPersonKeys: store.listPersonKeys,
    isSamePerson: store.isSamePerson,
    tasks: reviewTasks,
    findBirthDate,
    async findAge(on, accountId) {
      const birthDate = await findBirthDate(on, accountId);
      return birthDate ? ageOn(birthDate, johannesburgDay(clock.now())) : null;
    },
    findDocumentCheck: async (on, accountId) => (await store.findProof(on, accountId))?.document_seen_at ?? null,
    async confirmByDocument(tx, { id, ageVerifiedAt }) {
      await store.lockAccount(tx, id);
      if ((await store.findProof(tx, id))?.state === 'review')
        throw new AppError('CONFLICT', {
          message: 'Their proof of age waits for review. Decide it there, by the document',
        });
      if (!ageVerifiedAt && !(await accountConsents.hasTerms(tx, id)))
        throw new AppError('CONFLICT', { message: 'They have not agreed to the terms yet' });
      const at = clock.now();
      await store.setDocumentSeen(tx, id, at);
      if (!ageVerifiedAt) await deps.markAgeVerified(tx, id, at);
      await deps.markIdentityChecked(tx, id, at);
    },
    async withdrawDocument(tx, accountId, { opened }) {
      await store.lockAccount(tx, accountId);
      await store.setDocumentSeen(tx, accountId, null);
      await deps.markIdentityChecked(tx, accountId, null);
      if (opened) await deps.markAgeUnverified(tx, accountId);
    },
    async getState({ accountId }) {
      const [proof, failures, hasTerms] = await Promise.all([
        store.findProof(db, accountId),
        listFailures(db, accountId),
        accountConsents.hasTerms(db, accountId),
      ]);
      return {
        state: !proof ? 'open' : proof.state === 'review' ? 'review' : 'verified',
        triesLeft: triesLeft(failures.length),
        retryAfterSeconds: secondsUntilNextTry(failures),
        supportEmail: config.supportEmail,
        needsTerms: !hasTerms,
      };
    },
    async verify({ accountId }, { consents, ...body }) {
      const now = clock.now();
      const claim = { ...body, birthDate: toCalendarDay(body.dateOfBirth) };
      let left = 0;
      // A failure is a row that must stay, so the refusal is thrown only after the commit.
      const outcome = await db.transaction().execute(async (tx): Promise<Outcome> => {
        await store.lockAccount(tx, accountId);
        const proof = await store.findProof(tx, accountId);
        if (proof) return proof.state === 'review' ? 'inReview' : 'alreadyVerified';
        if (consents) await accountConsents.recordSignUp(tx, accountId, consents);
        else if (!(await accountConsents.hasTerms(tx, accountId))) throw new AppError('CONSENT_REQUIRED');
        const failures = await listFailures(tx, accountId);
        const retryAfterSeconds = secondsUntilNextTry(failures);
        if (retryAfterSeconds > 0) throw new AppError('QUOTA_REACHED', { details: { retryAfterSeconds } });
        const verdict = await provider.check({ ...claim, today: johannesburgDay(now) });
        const isStored = verdict === 'adult' || verdict === 'twoCenturies';
        const needsReview = isStored && (await storeProof(tx, accountId, claim, verdict === 'twoCenturies'));
        await store.insertAttempt(tx, accountId, isStored, now);
        left = triesLeft(failures.length + 1);
        return needsReview || verdict === 'twoCenturies' ? 'inReview' : verdict;
      });
      if (outcome === 'adult') return;
      if (outcome === 'alreadyVerified') throw new AppError('ALREADY_VERIFIED');
      if (outcome === 'inReview') throw new AppError('AGE_REVIEW_PENDING');
      const { code, fields } = refusals[outcome];
      throw new AppError(code, { details: { triesLeft: left, ...(fields ? { fields } : {}) } });
    },
  };
}

type Claim = z.output<typeof verifyAgeBody> & { birthDate: string };

interface Refusal {
  code: 'INVALID_ID_NUMBER' | 'UNDER_AGE' | 'VERIFICATION_FAILED';
  /** The wrong field, when the person entered all of it themselves. */
  fields?: Partial<Record<'idNumber' | 'dateOfBirth', string>>;
}
const refusals: Record<Exclude<AgeVerdict, 'adult' | 'twoCenturies'>, Refusal> = {
  badNumber: { code: 'INVALID_ID_NUMBER', fields: { idNumber: 'Invalid South African ID number format' } },
  otherBirthDate: {
    code: 'VERIFICATION_FAILED',
    fields: { dateOfBirth: 'This is not the date of birth in your ID number' },
  },
  underAge: { code: 'UNDER_AGE', fields: { dateOfBirth: 'You must be 18 or older to access this platform' } },
  tooOld: { code: 'VERIFICATION_FAILED', fields: { dateOfBirth: 'Please check the year' } },
  refused: { code: 'VERIFICATION_FAILED' },
};

/** South African date pickers send midnight as 22:00 UTC of the previous day; returns the local date. */
function toCalendarDay(dateOfBirth: string): string {
  const written = dateOfBirth.slice(0, 10);
  // `Date` would silently parse 30 February as 2 March.
  if (dateOfBirth.length === 10 || !isCalendarDate(written)) return written;
  const moment = new Date(dateOfBirth);
  return Number.isNaN(moment.getTime()) ? written : johannesburgDay(moment);
}
