import type { BodyOf } from '@vlam/contract/operation';
import type { payoutsOperations } from '@vlam/contract/payouts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { blindIndex } from '../../platform/keys.ts';
import type { Mailer } from '../../platform/mailer.ts';
import { namesMatch } from '../../platform/names/same-person.ts';
import type { Notify } from '../../platform/notices.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { sentence } from '../../platform/words.ts';
import type { IdentityService } from '../identity/service.ts';
import { accountNamedMail } from './mails.ts';
import * as store from './store.ts';

export interface PayoutAccounts {
  /** Null without an account. */
  find(profileId: string, on?: Db): Promise<store.AccountRow | null>;
  /**
   * Saves the account that payouts go to. A changed account holds payouts for the hours of the setting and is notified
   * by mail. Throws `INVALID_CREDENTIALS`, `VALIDATION_FAILED` when the holder is not the verified member.
   */
  save(
    viewer: Viewer,
    profileId: string,
    body: BodyOf<typeof payoutsOperations.setPayoutAccount>,
  ): Promise<store.AccountRow>;
  /** The full account number, for staff who pay out. */
  openNumber(row: { profile_id: string; account_number_sealed: Buffer }): string;
}

const accountSealer = (keys: KeyRing, profileId: string) => keys.sealer(`bank account of ${profileId}`);
const sealContext = (profileId: string) => `${profileId} account number`;

/** Seals an account number with a key of the creator's profile. */
export const sealNumber = (keys: KeyRing, profileId: string, accountNumber: string): Buffer =>
  accountSealer(keys, profileId).seal(accountNumber, sealContext(profileId));

/** The same for every creator who names the account. */
export const hashNumber = (keys: KeyRing, account: { bank: string; accountNumber: string }): Buffer =>
  blindIndex(keys.lookup('bank account numbers'), `${account.bank} ${account.accountNumber}`);

export const holderMismatchMessage = sentence('The account holder must match your verified name');

export function createPayoutAccounts(deps: {
  config: Config;
  db: Database['db'];
  clock: Clock;
  mailer: Mailer;
  notify: Notify;
  settings: Pick<OperatorSettings, 'get'>;
  identity: Pick<IdentityService, 'getAccount' | 'confirmPassword'>;
}): PayoutAccounts {
  const { config, db, clock, mailer, identity } = deps;
  const indexKey = config.keys.lookup('bank account index');

  return {
    find: async (profileId, on = db) => (await store.findAccount(on, profileId)) ?? null,
    async save(viewer, profileId, body) {
      if (body.password !== undefined) await identity.confirmPassword(viewer, body.password);
      const member = await identity.getAccount(db, viewer.accountId);
      if (!namesMatch(body.holderName, member))
        throw new AppError('VALIDATION_FAILED', {
          message: holderMismatchMessage,
          details: { fields: { holderName: holderMismatchMessage } },
        });
      const fields = [profileId, body.bank, body.accountNumber, body.branchCode, body.accountType];
      const fingerprint = blindIndex(indexKey, JSON.stringify(fields));
      return db.transaction().execute(async (tx) => {
        const before = await store.lockAccount(tx, profileId);
        if (before?.fingerprint.equals(fingerprint)) return before;
        const now = clock.now();
        const holdHours = await deps.settings.get('payoutAccountHoldHours', tx);
        const heldUntil = before ? new Date(now.getTime() + holdHours * 3_600_000) : null;
        const ending = body.accountNumber.slice(-4);
        const row = await store.saveAccount(tx, {
          profile_id: profileId,
          bank: body.bank,
          holder_name: body.holderName,
          account_number_sealed: sealNumber(config.keys, profileId, body.accountNumber),
          account_ending: ending,
          branch_code: body.branchCode,
          account_type: body.accountType,
          fingerprint,
          number_hash: hashNumber(config.keys, body),
          changed_at: now,
          held_until: heldUntil,
        });
        if (member.holdsEmail)
          await mailer.queue(
            tx,
            accountNamedMail(member.email, config.publicUrl, {
              bank: body.bank,
              ending,
              heldHours: before ? holdHours : null,
            }),
          );
        const key = `payout-account:${newId()}`;
        await deps.notify(tx, { kind: 'payout_account', to: { accountId: viewer.accountId }, key });
        return row;
      });
    },
    openNumber: ({ profile_id: id, account_number_sealed: sealed }) =>
      accountSealer(config.keys, id).open(sealed, sealContext(id)),
  };
}
