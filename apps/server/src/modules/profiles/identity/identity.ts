import { createHash } from 'node:crypto';
import type { BodyOf } from '@vlam/contract/operation';
import { agreementWording, type OwnIdentity, type profileIdentityOperations } from '@vlam/contract/profiles-identity';
import {
  documentUntil,
  type IdentityDocumentState,
  identityLevelOf,
  isDocumentDue,
  readAgreement,
} from '@vlam/contract/rules/identity-level';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { namesMatch } from '../../../platform/names/same-person.ts';
import type { OperatorSettings } from '../../../platform/operator-settings.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { IdentityService } from '../../identity/service.ts';
import { findByAccount } from '../store.ts';
import { isPhotoChecked } from '../view.ts';
import { renderAgreement } from './agreement-pdf.ts';
import * as documents from './document-store.ts';
import * as store from './store.ts';

/** How surely members are known; the level is computed here and nowhere else. */
export interface Identity {
  readIdentity(on: Db, accountId: string): Promise<OwnIdentity>;
  getOwnIdentity(viewer: Viewer): Promise<OwnIdentity>;
  /**
   * Keeps the agreement as a dated PDF. Throws `VALIDATION_FAILED` unless the name is that of the account, `CONFLICT` for
   * another wording than today's.
   */
  signAgreement(
    viewer: Pick<Viewer, 'accountId'>,
    body: BodyOf<(typeof profileIdentityOperations)['signCreatorAgreement']>,
  ): Promise<OwnIdentity>;
  /** The document that was signed last. Throws `NOT_FOUND`. */
  openAgreement(viewer: Viewer): Promise<Buffer>;
}

export interface IdentityLevelDependencies {
  config: Pick<Config, 'keys'>;
  database: Database;
  clock: Clock;
  settings: Pick<OperatorSettings, 'get'>;
  identity: Pick<IdentityService, 'getAccount'>;
  /** When a creator's bank account was last exchanged for another one. */
  findBankChange(on: Db, profileId: string): Promise<Date | null>;
}

export function createIdentity(deps: IdentityLevelDependencies): Identity {
  const { clock, settings, identity } = deps;
  const { db } = deps.database;
  const sealerOf = (accountId: string) => deps.config.keys.sealer(`creator agreement of ${accountId}`);

  async function readIdentity(on: Db, accountId: string): Promise<OwnIdentity> {
    const account = await identity.getAccount(on, accountId);
    const profile = await findByAccount(on, accountId);
    const signed = await store.findLatestAgreement(on, accountId);
    const { state, until } = readAgreement(
      signed ? { signedAt: signed.signed_at, wording: signed.wording, isName: namesMatch(signed.name, account) } : null,
      {
        wording: agreementWording.number,
        months: await settings.get('identityMonths', on),
        graceDays: await settings.get('identityGraceDays', on),
        bankChangedAt: profile ? await deps.findBankChange(on, profile.id) : null,
      },
      clock.now(),
    );
    const checkedAt = profile?.identity_checked_at ?? null;
    const countsUntil = checkedAt && documentUntil(checkedAt, await settings.get('documentDays', on));
    // The job that takes the check back runs hourly; the level falls with the time itself.
    const seenUntil = countsUntil !== null && countsUntil > clock.now() ? countsUntil : null;
    const facts = {
      isAgeProven: account.ageVerifiedAt !== null,
      isDocumentSeen: seenUntil !== null,
      isSelfieMatched: profile !== undefined && isPhotoChecked(profile),
      agreement: state,
    };
    const newest = await documents.findNewest(on, accountId);
    return {
      level: identityLevelOf(facts),
      atOnceLevel: await settings.get('levelToPublishAtOnce', on),
      ageProven: facts.isAgeProven,
      documentSeen: facts.isDocumentSeen,
      document: {
        state: (newest?.state ?? 'none') as IdentityDocumentState,
        sentAt: newest?.sent_at.toISOString() ?? null,
        reason: newest?.state === 'refused' ? newest.reason : null,
        until: seenUntil?.toISOString() ?? null,
        isDue: seenUntil !== null && isDocumentDue(seenUntil, clock.now()),
      },
      selfieMatched: facts.isSelfieMatched,
      agreement: {
        state,
        signedAt: signed?.signed_at.toISOString() ?? null,
        until: until?.toISOString() ?? null,
      },
    };
  }

  return {
    readIdentity,
    getOwnIdentity: ({ accountId }) => readIdentity(db, accountId),
    async signAgreement({ accountId }, { name, wording }) {
      if (wording !== agreementWording.number)
        throw new AppError('CONFLICT', { message: 'The agreement has changed. Please read it again' });
      const message = 'Sign with the name of your account, first name and surname';
      if (!namesMatch(name, await identity.getAccount(db, accountId)))
        throw new AppError('VALIDATION_FAILED', { message, details: { fields: { name: message } } });
      const at = clock.now();
      const id = newId(at.getTime());
      const document = await renderAgreement({ id, name, at });
      await store.insertAgreement(db, {
        ...{ id, account_id: accountId, wording, name, signed_at: at },
        document_sealed: sealerOf(accountId).sealBytes(document, id),
        document_sha256: createHash('sha256').update(document).digest(),
      });
      return readIdentity(db, accountId);
    },
    async openAgreement({ accountId }) {
      const signed = await store.findLatestAgreement(db, accountId);
      if (!signed) throw new AppError('NOT_FOUND');
      return sealerOf(accountId).openBytes(signed.document_sealed, signed.id);
    },
  };
}
