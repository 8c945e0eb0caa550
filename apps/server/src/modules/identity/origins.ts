import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { blindIndex } from '../../platform/keys.ts';
import { subnetOf } from '../../platform/subnet.ts';
import { browserOf } from './known-device.ts';

/** Origin of an account's last sign-in, as keyed hashes, and whether its address is confirmed. */
export interface AccountOrigin {
  emailConfirmed: boolean;
  address: Buffer | null;
  device: Buffer | null;
}

export interface NewOrigin {
  address: string;
  deviceCookie: string;
  at: Date;
  /** The account was made just now. */
  isSignUp: boolean;
}

export interface Origins {
  note(db: Db, accountId: string, from: NewOrigin): Promise<void>;
  find(db: Db, accountId: string): Promise<AccountOrigin>;
}

export function createOrigins(keys: KeyRing): Origins {
  const key = keys.lookup('account origins');
  return {
    async note(db, accountId, { address, deviceCookie, at, isSignUp }) {
      const origin = {
        address: blindIndex(key, `address ${subnetOf(address, 4)}`),
        device: blindIndex(key, `device ${browserOf(deviceCookie) ?? ''}`),
        changed_at: at,
      };
      await db
        .insertInto('account_origins')
        .values({ account_id: accountId, ...origin })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(origin))
        .execute();
      const network = blindIndex(key, `network ${subnetOf(address, 3, 3)}`);
      await sql`insert into account_sightings (account_id, kind, subject, first_at, last_at, at_sign_up)
        values (${accountId}, 'device', ${origin.device}, ${at}, ${at}, ${isSignUp}),
          (${accountId}, 'network', ${network}, ${at}, ${at}, ${isSignUp})
        on conflict (account_id, kind, subject) do update set last_at = excluded.last_at`.execute(db);
    },
    async find(db, accountId) {
      const row = await db
        .selectFrom('accounts')
        .leftJoin('account_origins', 'account_origins.account_id', 'accounts.id')
        .select(['email_verified_at', 'address', 'device'])
        .where('accounts.id', '=', accountId)
        .executeTakeFirst();
      return {
        emailConfirmed: row?.email_verified_at != null,
        address: row?.address ?? null,
        device: row?.device ?? null,
      };
    },
  };
}
