import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import type { contactOperations } from '@vlam/contract/profiles-contacts';
import { contactLimits, normalizeAddress } from '@vlam/contract/rules/contacts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import { blindIndex } from '../../../platform/keys.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { say } from '../../../platform/words.ts';
import type { IdentityService } from '../../identity/service.ts';
import * as store from './contacts-store.ts';

type Ops = typeof contactOperations;
type Answer = ResponseOf<Ops['hiddenContacts']>;

export interface Contacts {
  /** Throws `NOT_FOUND` without a profile. */
  hiddenContacts(viewer: Viewer): Promise<Answer>;
  /**
   * Hides the viewer from the holders of these addresses, and not them from the viewer: otherwise hiding from an address
   * and looking who vanished would reveal whose it is. Throws `NOT_FOUND`, `QUOTA_REACHED`.
   */
  hideFromContacts(viewer: Viewer, body: BodyOf<Ops['hideFromContacts']>): Promise<Answer>;
  /** Throws `NOT_FOUND` without a profile. */
  showToContacts(viewer: Viewer): Promise<void>;
  /** Compares an account by the address it has now; call it in the transaction that makes its profile or changes the address. */
  hashAddress(tx: Db, accountId: string): Promise<void>;
  contactTasks: JobTask[];
}

const hashKind = jobKind('profiles.hash-addresses', { maxAttempts: 2 });
const hashedAtOnce = 1_000;

/** `requireProfileId` as in the other rules of profiles, but as if the screen were not there. */
function requireOwn({ profileId }: Viewer): string {
  if (!profileId) throw new AppError('NOT_FOUND');
  return profileId;
}

export function createContacts(deps: {
  config: Pick<Config, 'keys'>;
  database: Database;
  clock: Clock;
  identity: Pick<IdentityService, 'getAccount'>;
  onPeopleChanged(db: Db, profileIds: readonly string[]): Promise<void>;
}): Contacts {
  const { clock, identity } = deps;
  const { db } = deps.database;
  const deviceKey = deps.config.keys.lookup('contacts of devices');
  const storedKey = deps.config.keys.lookup('contacts as stored');

  const answer = (count: number): Answer => ({ count, key: deviceKey.toString('base64url') });
  const stored = (deviceHash: string): Buffer => blindIndex(storedKey, deviceHash);

  async function hashOf(on: Db, accountId: string): Promise<Buffer> {
    const { email } = await identity.getAccount(on, accountId);
    return stored(blindIndex(deviceKey, normalizeAddress(email) ?? email).toString('base64url'));
  }

  /** Profiles that were made before this was, or by other means; what is locked now has its turn in the next run. */
  async function hashMissing(): Promise<void> {
    for (;;) {
      const missing = await store.listWithoutHash(db, hashedAtOnce);
      if (missing.length === 0) return;
      const hashes: { accountId: string; hash: Buffer }[] = [];
      for (const { accountId } of missing) hashes.push({ accountId, hash: await hashOf(db, accountId) });
      if ((await store.setMissingHashes(db, hashes)) === 0) return;
    }
  }

  return {
    hiddenContacts: async (viewer) => answer(await store.count(db, requireOwn(viewer))),

    async hideFromContacts(viewer, { hashes }) {
      const id = requireOwn(viewer);
      return db.transaction().execute(async (tx) => {
        await store.lockProfile(tx, id);
        await store.insert(tx, id, hashes.map(stored), clock.now());
        const count = await store.count(tx, id);
        if (count > contactLimits.kept)
          throw new AppError('QUOTA_REACHED', {
            message: say`You can hide from ${contactLimits.kept} addresses at most`,
          });
        await store.setHides(tx, id, true);
        await deps.onPeopleChanged(tx, [id]);
        return answer(count);
      });
    },

    async showToContacts(viewer) {
      const id = requireOwn(viewer);
      await db.transaction().execute(async (tx) => {
        await store.lockProfile(tx, id);
        await store.removeAll(tx, id);
        await store.setHides(tx, id, false);
        await deps.onPeopleChanged(tx, [id]);
      });
    },

    async hashAddress(tx, accountId) {
      await store.setHash(tx, accountId, await hashOf(tx, accountId));
    },

    contactTasks: [jobTask(hashKind, hashMissing, { cron: '*/10 * * * *' })],
  };
}
