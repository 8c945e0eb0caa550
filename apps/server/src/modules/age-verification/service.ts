import type { verifyAgeBody } from '@vlam/contract/age-verification';
import { ageOn, isCalendarDate } from '@vlam/contract/rules/sa-id-number';
import type * as z from 'zod/mini';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { blindIndex, deriveKey, seal, unseal } from '../../platform/keys.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { IdentityService } from '../identity/service.ts';
import { numberCheck } from './number-check.ts';
import type { AgeProvider, AgeVerdict } from './provider.ts';
import * as store from './store.ts';

export type { AgeEvidence, AgeProvider, AgeVerdict } from './provider.ts';

const failuresAnHour = 5;
const hourMs = 3_600_000;

export interface AgeVerificationService {
  /**
   * Proves the viewer's age once. Throws `INVALID_ID_NUMBER`, `UNDER_AGE`, `VERIFICATION_FAILED` (also for a number
   * that another account used: the answer does not tell), `ALREADY_VERIFIED`, `QUOTA_REACHED` after five failures
   * in an hour, with `retryAfterSeconds`.
   */
  verify(viewer: Viewer, claim: z.output<typeof verifyAgeBody>): Promise<void>;
  /** The proven birth date as YYYY-MM-DD, or null. For the account's own profile; it must leave the server nowhere. */
  findBirthDate(db: Db, accountId: string): Promise<string | null>;
  /** Completed years today in South Africa by the proven birth date, or null. */
  findAge(db: Db, accountId: string): Promise<number | null>;
}

type Outcome = 'adult' | 'alreadyVerified' | Exclude<AgeVerdict, 'adult'>;

export function createAgeVerificationService(deps: {
  config: Config;
  db: Database['db'];
  clock: Clock;
  identity: Pick<IdentityService, 'markAgeVerified'>;
  provider?: AgeProvider;
}): AgeVerificationService {
  const { config, db, clock, identity, provider = numberCheck } = deps;
  const indexKey = deriveKey(config.masterKey, 'id number index');
  const recordKey = (accountId: string) => deriveKey(config.masterKey, `age proof of ${accountId}`);

  async function findBirthDate(on: Db, accountId: string): Promise<string | null> {
    const sealed = await store.findSealedBirthDate(on, accountId);
    return sealed ? unseal(recordKey(accountId), sealed, `${accountId} birth date`) : null;
  }

  async function keepProof(tx: Db, accountId: string, claim: Claim, at: Date): Promise<boolean> {
    const key = recordKey(accountId);
    const kept = await store.insertProof(tx, {
      accountId,
      idNumberIndex: blindIndex(indexKey, claim.idNumber),
      idNumberSealed: seal(key, claim.idNumber, `${accountId} id number`),
      birthDateSealed: seal(key, claim.birthDate, `${accountId} birth date`),
      documentType: claim.documentType,
      documentNumberSealed: seal(key, claim.documentNumber, `${accountId} document number`),
      method: provider.method,
      at,
    });
    if (kept) await identity.markAgeVerified(tx, accountId, at);
    return kept;
  }

  return {
    findBirthDate,
    async findAge(on, accountId) {
      const birthDate = await findBirthDate(on, accountId);
      return birthDate ? ageOn(birthDate, johannesburgDay(clock.now())) : null;
    },
    async verify({ accountId }, body) {
      const now = clock.now();
      const claim = { ...body, birthDate: calendarDay(body.dateOfBirth) };
      // A failure is a row that must stay, so the refusal is thrown only after the commit.
      const outcome = await db.transaction().execute(async (tx): Promise<Outcome> => {
        await store.lockAccount(tx, accountId);
        if (await store.isVerified(tx, accountId)) return 'alreadyVerified';
        const failures = await store.listFailures(tx, accountId, new Date(now.getTime() - hourMs));
        const freeAt = failures.at(-failuresAnHour);
        if (freeAt) throw quotaReached(freeAt.getTime() + hourMs - now.getTime());
        let verdict = await provider.check({ ...claim, today: johannesburgDay(now) });
        if (verdict === 'adult' && !(await keepProof(tx, accountId, claim, now))) verdict = 'refused';
        await store.insertAttempt(tx, accountId, verdict === 'adult', now);
        return verdict;
      });
      if (outcome !== 'adult') throw new AppError(refusals[outcome]);
    },
  };
}

type Claim = z.output<typeof verifyAgeBody> & { birthDate: string };

const refusals = {
  badNumber: 'INVALID_ID_NUMBER',
  underAge: 'UNDER_AGE',
  refused: 'VERIFICATION_FAILED',
  alreadyVerified: 'ALREADY_VERIFIED',
} as const satisfies Record<Exclude<Outcome, 'adult'>, string>;

const quotaReached = (waitMs: number) =>
  new AppError('QUOTA_REACHED', { details: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) } });

/** A date picker in South Africa turns midnight into 22:00 UTC of the day before; the local date is meant. */
function calendarDay(dateOfBirth: string): string {
  const written = dateOfBirth.slice(0, 10);
  // `Date` would quietly read 30 February as 2 March.
  if (dateOfBirth.length === 10 || !isCalendarDate(written)) return written;
  const moment = new Date(dateOfBirth);
  return Number.isNaN(moment.getTime()) ? written : johannesburgDay(moment);
}
