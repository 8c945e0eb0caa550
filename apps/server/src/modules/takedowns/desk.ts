import type { BodyOf } from '@vlam/contract/operation';
import { maxFingerprints } from '@vlam/contract/rules/takedowns';
import type {
  Fingerprint as SentFingerprint,
  TakedownCase,
  takedownClass,
  takedownsOperations,
} from '@vlam/contract/takedowns';
import type * as z from 'zod/mini';
import { transact } from '../../platform/after-commit.ts';
import { addBusinessDays } from '../../platform/business-days.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { decideBy, getDecisionTime } from '../../platform/decision-clocks.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Notify } from '../../platform/notices.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { IdentityService } from '../identity/service.ts';
import type { Fingerprint } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { parseTarget } from './address.ts';
import { searchKind } from './search.ts';
import type { Secrets } from './secrets.ts';
import * as store from './store.ts';

type Operations = typeof takedownsOperations;
type Complaint = BodyOf<Operations['createTakedown']>;
type Credentials = { caseNumber: string; pin: string };

export interface Desk {
  listClasses(): Promise<z.output<typeof takedownClass>[]>;
  /** Throws `QUOTA_REACHED` for a network past its day's cases. The same answer whatever exists. */
  create(viewer: Viewer | null, body: Complaint, ip: string): Promise<Credentials>;
  /** Throws `NOT_FOUND` for a wrong number, a wrong PIN, and a case closed after five wrong ones, as all of these do. */
  status(credentials: Credentials): Promise<TakedownCase>;
  /** Throws `CONFLICT` once decided, and past the most fingerprints. */
  add(body: BodyOf<Operations['addToTakedown']>): Promise<TakedownCase>;
  /** Throws `CONFLICT` unless it was refused, in time, and for the first time. */
  appeal(body: BodyOf<Operations['appealTakedown']>): Promise<TakedownCase>;
}

/** Of one network of 256 addresses. */
const casesPerDay = 100;
const automaticPerDay = 10;
const wrongPins = 5;
const lockedMs = 3_600_000;
const dayMs = 86_400_000;
const maxMessages = 50;

const conflict = (message: string) => new AppError('CONFLICT', { message });
const toFingerprint = ({ sha256, print, mirrored, quality }: SentFingerprint): Fingerprint => ({
  sha256: Buffer.from(sha256, 'hex'),
  print: Buffer.from(print, 'hex'),
  mirrored: Buffer.from(mirrored, 'hex'),
  quality,
});

interface DeskDependencies {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'publicUrl'>;
  jobs: Jobs;
  secrets: Secrets;
  notify: Notify;
  settings: Pick<OperatorSettings, 'get'>;
  identity: Pick<IdentityService, 'listStaff'>;
  profiles: Pick<ProfilesService, 'listVisibleCards'>;
}

/** The public side: complaints without an account, and what their complainants read. */
export function createDesk(deps: DeskDependencies): Desk {
  const { clock, secrets } = deps;
  const { db } = deps.database;

  async function notifyStaff(tx: Db, caseId: string): Promise<void> {
    const staff = await deps.identity.listStaff(tx, 'moderate_content');
    await deps.notify(
      tx,
      ...staff.map((accountId) => ({
        kind: 'takedown_waiting' as const,
        to: { accountId },
        key: `takedown:${caseId}`,
      })),
    );
  }

  const search = (tx: Db, caseId: string) =>
    deps.jobs.enqueue(tx, searchKind, { caseId }, { key: `takedown:${caseId}` });

  /** Whether the machine hides by this complaint. */
  async function mayHideAtOnce(
    tx: Db,
    viewer: Viewer | null,
    found: store.ClassRow,
    { who, network }: { who: store.Complainant; network: Buffer },
  ): Promise<boolean> {
    const now = clock.now();
    const profileId = found.hide === 'if_checked' && viewer?.profileId;
    const [card] = profileId ? await deps.profiles.listVisibleCards(profileId, [profileId]) : [];
    if (found.hide !== 'at_once' && !card?.isPhotoChecked) return false;
    const { automatic } = await store.countOfNetwork(tx, network, new Date(now.getTime() - dayMs));
    const { byName, byAddress } = await store.countUnfounded(tx, who, { now });
    return automatic < automaticPerDay && byName < 2 && byAddress < 3;
  }

  async function insertCase(tx: Db, row: Omit<Parameters<typeof store.insertCase>[1], 'number'>): Promise<string> {
    for (;;) {
      const number = secrets.newNumber();
      if (await store.insertCase(tx, { ...row, number })) return number;
    }
  }

  /** Opens a locked case by its PIN; a wrong one is counted, which must commit. */
  async function unlock(tx: Db, { caseNumber, pin }: Credentials): Promise<store.CaseRow | null> {
    const now = clock.now();
    const row = await store.lockByNumber(tx, caseNumber.toUpperCase());
    if (!row || (row.locked_until && row.locked_until > now)) return null;
    if (secrets.isPin(row, pin)) {
      if (row.failed_pins > 0) await store.updateCase(tx, row.id, { failed_pins: 0, locked_until: null });
      return row;
    }
    const isLast = row.failed_pins + 1 >= wrongPins;
    await store.updateCase(tx, row.id, {
      failed_pins: isLast ? 0 : row.failed_pins + 1,
      locked_until: isLast ? new Date(now.getTime() + lockedMs) : null,
    });
    return null;
  }

  async function present(on: Db, caseId: string): Promise<TakedownCase> {
    const row = await store.findCase(on, caseId);
    if (!row) throw new AppError('NOT_FOUND');
    const events = await store.listEvents(on, caseId);
    const decision = events.findLast(({ kind }) => kind === 'removed' || kind === 'refused');
    const appealDays = await deps.settings.get('takedownAppealDays', on);
    const until = row.decided_at && new Date(row.decided_at.getTime() + appealDays * dayMs);
    const isRefused = row.state === 'refused' && row.appealed_at === null;
    return {
      caseNumber: row.number,
      class: row.class as TakedownCase['class'],
      state: row.state as TakedownCase['state'],
      receivedAt: row.received_at.toISOString(),
      hidesAtOnce: row.hides_at_once,
      dueAt: row.due_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      reason: row.state === 'open' ? null : secrets.open(row.id, decision?.sealed ?? null),
      address: row.address,
      prints: (await store.listPrints(on, caseId)).map(({ print }) => Buffer.from(print).toString('hex')),
      messages: events
        .filter(({ kind }) => kind === 'received' || kind === 'message' || kind === 'appealed')
        .flatMap(({ sealed, at }) => {
          const text = secrets.open(row.id, sealed);
          return text ? [{ text, at: at.toISOString() }] : [];
        }),
      appealedAt: row.appealed_at?.toISOString() ?? null,
      mayAppeal: isRefused && (row.is_depicted || (until !== null && until > clock.now())),
      appealUntil: isRefused && !row.is_depicted ? (until?.toISOString() ?? null) : null,
    };
  }

  /** Runs `act` on the case that the PIN opens. */
  async function withCase(credentials: Credentials, act: (tx: Db, row: store.CaseRow) => Promise<void>) {
    const opened = await transact(db, async (tx) => {
      const row = await unlock(tx, credentials);
      if (!row) return null;
      await act(tx, row);
      return present(tx, row.id);
    });
    if (!opened)
      throw new AppError('NOT_FOUND', {
        message: 'No case has this number and PIN. After five wrong PINs, wait an hour',
      });
    return opened;
  }

  async function addEvent(tx: Db, caseId: string, kind: 'received' | 'message' | 'appealed', text: string) {
    const now = clock.now();
    const sealed = text ? secrets.seal(caseId, text) : null;
    await store.insertEvent(tx, { id: newId(now.getTime()), case_id: caseId, kind, sealed, at: now });
  }

  return {
    async listClasses() {
      const classes: Awaited<ReturnType<Desk['listClasses']>> = [];
      for (const { id, hide } of await store.listClasses(db)) {
        const name = id as TakedownCase['class'];
        const time = await getDecisionTime(deps.settings, name, db);
        classes.push({ class: name, hidesAtOnce: hide === 'at_once', ...time });
      }
      return classes;
    },

    async create(viewer, body, ip) {
      const now = clock.now();
      const id = newId(now.getTime());
      const pin = secrets.newPin();
      const { contact = '', address = '', description = '', fingerprints = [] } = body;
      const target = address ? parseTarget(address, deps.config.publicUrl) : null;
      const who: store.Complainant = {
        subnet: secrets.subnetIndex(ip),
        contact: contact ? secrets.contactIndex(contact) : null,
        account: viewer ? secrets.accountIndex(viewer.accountId) : null,
      };
      const network = secrets.networkIndex(ip);
      const number = await transact(db, async (tx) => {
        await store.lockNetwork(tx, network);
        const { cases } = await store.countOfNetwork(tx, network, new Date(now.getTime() - dayMs));
        if (cases >= casesPerDay) throw new AppError('QUOTA_REACHED');
        const found = await store.findClass(tx, body.class);
        const inserted = await insertCase(tx, {
          ...{ id, pin_hash: secrets.hashPin(id, pin), class: found.id, received_at: now },
          hides_at_once: await mayHideAtOnce(tx, viewer, found, { who, network }),
          is_depicted: body.class === 'image' || body.isDepicted === true,
          address: address || null,
          target_type: target?.type ?? null,
          target_id: target?.id ?? null,
          contact_sealed: contact ? secrets.seal(id, contact) : null,
          contact_index: who.contact,
          subnet_index: who.subnet,
          account_index: who.account,
          network_index: network,
          due_at: await decideBy(deps.settings, body.class, { from: now, on: tx }),
          outer_at: found.outer_business_days ? addBusinessDays(now, found.outer_business_days) : null,
        });
        await store.insertPrints(tx, id, fingerprints.map(toFingerprint), { after: 0 });
        await addEvent(tx, id, 'received', description);
        await search(tx, id);
        await notifyStaff(tx, id);
        return inserted;
      });
      return { caseNumber: number, pin };
    },

    status: (credentials) => withCase(credentials, async () => {}),

    add: ({ text = '', fingerprints = [], ...credentials }) =>
      withCase(credentials, async (tx, row) => {
        if (row.state !== 'open') throw conflict('This case is decided');
        const held = (await store.listPrints(tx, row.id)).length;
        if (held + fingerprints.length > maxFingerprints)
          throw conflict(`A case holds at most ${maxFingerprints} pictures. Open another one for more`);
        const messages = (await store.listEvents(tx, row.id)).filter(({ kind }) => kind === 'message').length;
        if (messages >= maxMessages) throw conflict('This case has enough messages');
        if (text || fingerprints.length > 0) await addEvent(tx, row.id, 'message', text);
        await store.insertPrints(tx, row.id, fingerprints.map(toFingerprint), { after: held });
        if (fingerprints.length > 0) await search(tx, row.id);
      }),

    appeal: ({ text, ...credentials }) =>
      withCase(credentials, async (tx, row) => {
        const { mayAppeal } = await present(tx, row.id);
        if (!mayAppeal) throw conflict('This case cannot be appealed any more');
        const now = clock.now();
        await store.updateCase(tx, row.id, {
          state: 'open',
          decided_at: null,
          decided_by: null,
          appealed_at: now,
          appealed_from: row.decided_by,
          due_at: new Date(now.getTime() + (await deps.settings.get('appealAnswerDays', tx)) * dayMs),
        });
        await addEvent(tx, row.id, 'appealed', text);
        await notifyStaff(tx, row.id);
      }),
  };
}
