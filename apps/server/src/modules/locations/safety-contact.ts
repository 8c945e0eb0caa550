import { createHmac } from 'node:crypto';
import type { SafetyContact, safetyContactOperations } from '@vlam/contract/locations-safety-contact';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { blindIndex } from '../../platform/keys.ts';
import type { Mailer } from '../../platform/mailer.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { IdentityService } from '../identity/service.ts';
import { alarmMail, contactNamedMail } from './mails.ts';
import { plainName, refuse } from './policy.ts';
import * as store from './safety-contact-store.ts';
import { hasStopped, insertStop, lockSharing } from './safety-store.ts';
import { johannesburgTime } from './view.ts';

type Ops = typeof safetyContactOperations;
type Answer = ResponseOf<Ops['safetyContact']>;

export interface SafetyContacts {
  get(viewer: Viewer): Promise<Answer>;
  /**
   * Mails the person that they were named. Throws `VALIDATION_FAILED`, also for a person who opted out;
   * `QUOTA_REACHED` for an address that many members named.
   */
  set(viewer: Viewer, contact: BodyOf<Ops['setSafetyContact']>): Promise<Answer>;
  remove(viewer: Viewer): Promise<void>;
  /** Mails the contact at most once an hour. The response does not reveal whether it did. */
  alarm(viewer: Viewer, typedAt: string): Promise<void>;
  /** What the holder of a link may see. Throws `NOT_FOUND`. */
  open(token: string): Promise<ResponseOf<Ops['sharedSafetyContact']>>;
  /** Opts the contact out of all mails about members' safety. Throws `NOT_FOUND`. */
  stop(token: string): Promise<void>;
}

const typed = z.object({ name: z.string(), email: z.string() });

const hourMs = 3_600_000;
/** A device without a network reports the code this late at most; what is older is dated to now. */
const latestMs = 24 * hourMs;
const membersToContact = 10;

export function createSafetyContacts(deps: {
  config: Config;
  database: Database;
  clock: Clock;
  mailer: Mailer;
  identity: Pick<IdentityService, 'getAccount'>;
}): SafetyContacts {
  const { config, clock, mailer, identity } = deps;
  const { db } = deps.database;
  const sealer = config.keys.sealer('safety contacts sealed');
  // The index of safety plans: who opted out of those opted out of this.
  const contactKey = config.keys.lookup('safety contacts');
  const linkKey = config.keys.lookup('safety contact links');

  const indexOf = (email: string): Buffer => blindIndex(contactKey, email.trim().toLowerCase());
  /** Another address has another link, so the link of a former contact ends. */
  const tokenOf = (accountId: string, index: Buffer): string =>
    createHmac('sha256', linkKey).update(accountId).update(index).digest('base64url');
  const openSealed = (row: store.ContactRow) => typed.parse(JSON.parse(sealer.open(row.sealed, row.account_id)));
  const linkOf = (row: store.ContactRow): string =>
    `${config.publicUrl}/safety-contact/${tokenOf(row.account_id, row.contact_index)}`;

  async function toView(tx: Db, row: store.ContactRow): Promise<SafetyContact> {
    return {
      ...openSealed(row),
      hasStopped: await hasStopped(tx, row.contact_index),
      alarmedAt: row.alarmed_at?.toISOString() ?? null,
    };
  }

  async function requireShared(token: string): Promise<store.ContactRow> {
    const row = await store.findByToken(db, hashToken(token));
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  return {
    async get({ accountId }) {
      const row = await store.find(db, accountId);
      return { contact: row ? await toView(db, row) : null };
    },

    async set({ accountId }, { name, email }) {
      const index = indexOf(email);
      return db.transaction().execute(async (tx) => {
        await lockSharing(tx, accountId, index);
        const account = await identity.getAccount(tx, accountId);
        if (indexOf(account.email).equals(index)) refuse('email', 'Choose somebody other than yourself');
        if (await hasStopped(tx, index)) refuse('email', 'This person takes no such mail. Choose somebody else');
        if ((await store.countOthers(tx, accountId, index)) >= membersToContact)
          throw new AppError('QUOTA_REACHED', { message: 'Too many people named this address. Choose another' });
        const before = await store.find(tx, accountId);
        const row = await store.put(tx, {
          account_id: accountId,
          sealed: sealer.seal(JSON.stringify({ name, email } satisfies z.output<typeof typed>), accountId),
          contact_index: index,
          token_hash: hashToken(tokenOf(accountId, index)),
          created_at: clock.now(),
        });
        // A corrected name is no news to the person.
        if (!before?.contact_index.equals(index)) {
          const facts = { firstName: plainName(account.firstName), link: linkOf(row) };
          await mailer.queue(tx, { ...contactNamedMail(email, facts), isUrgent: true });
        }
        return { contact: await toView(tx, row) };
      });
    },

    remove: ({ accountId }) => store.remove(db, accountId),

    async alarm({ accountId }, typedAt) {
      const now = clock.now();
      const late = now.getTime() - new Date(typedAt).getTime();
      // A clock that is wrong, or a time that cannot be read, holds nothing up.
      const at = late >= 0 && late <= latestMs ? new Date(typedAt) : now;
      await db.transaction().execute(async (tx) => {
        const row = await store.lock(tx, accountId);
        if (!row || (row.alarmed_at && now.getTime() - row.alarmed_at.getTime() < hourMs)) return;
        if (await hasStopped(tx, row.contact_index)) return;
        const { firstName } = await identity.getAccount(tx, accountId);
        const facts = {
          firstName: plainName(firstName),
          link: linkOf(row),
          at: `${johannesburgDay(at)} ${johannesburgTime(at)}`,
        };
        await mailer.queue(tx, { ...alarmMail(openSealed(row).email, facts), isUrgent: true });
        await store.setAlarmed(tx, accountId, now);
      });
    },

    async open(token) {
      const row = await requireShared(token);
      const { firstName } = await identity.getAccount(db, row.account_id);
      return { firstName: plainName(firstName), hasStopped: await hasStopped(db, row.contact_index) };
    },

    async stop(token) {
      const row = await requireShared(token);
      await insertStop(db, row.contact_index, clock.now());
    },
  };
}
