import { createHmac } from 'node:crypto';
import type { locationsOperations, SafetyPlan } from '@vlam/contract/locations';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { safetyLimits } from '@vlam/contract/rules/meeting';
import * as z from 'zod/mini';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs, JobTask } from '../../platform/jobs.ts';
import { blindIndex } from '../../platform/keys.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Mail, Mailer } from '../../platform/mailer.ts';
import type { Notify } from '../../platform/notices.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say, sentence } from '../../platform/words.ts';
import type { IdentityService } from '../identity/service.ts';
import { checkInReminderMail, contactStoppedMail, planAlertMail, planSafeMail, planSharedMail } from './mails.ts';
import { alertAt, linkEndsAt, plainName, readMoment, refuse, requireOuting } from './policy.ts';
import { alertKind, remindKind, safetyTasks } from './safety-jobs.ts';
import * as store from './safety-store.ts';
import { johannesburgTime } from './view.ts';

type Ops = typeof locationsOperations;

export interface Safety {
  list(viewer: Viewer): Promise<SafetyPlan[]>;
  /** Mails the contact a link. Throws `VALIDATION_FAILED`, also for a contact who opted out; `QUOTA_REACHED`. */
  share(viewer: Viewer, plan: BodyOf<Ops['createSafetyPlan']>): Promise<SafetyPlan>;
  /**
   * Checks in, or extends the plan by minutes. Throws `NOT_FOUND`, `CONFLICT` when it is over or the contact was
   * alerted already.
   */
  checkIn(viewer: Viewer, planId: string, extendMinutes: number | undefined): Promise<SafetyPlan>;
  cancel(viewer: Viewer, planId: string): Promise<void>;
  /** What the holder of a link may see. Throws `NOT_FOUND` for unknown and expired links alike. */
  open(token: string): Promise<ResponseOf<Ops['sharedPlan']>>;
  /** Opts the contact out of all plans, and notifies the members who named them. Throws `NOT_FOUND`. */
  stop(token: string): Promise<void>;
  tasks: JobTask[];
}

/** The member's text, stored sealed. */
const typed = z.object({
  title: z.string(),
  place: z.string(),
  note: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
});
type Typed = z.output<typeof typed>;

const dayMs = 86_400_000;
const listed = 20;
/** Mails to one address from all members together in 24 hours. */
const plansToContactADay = 10;
/** A plan is deleted a week after its end. */
const keptMs = 7 * dayMs;

export function createSafety(deps: {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  mailer: Mailer;
  notify: Notify;
  identity: Pick<IdentityService, 'getAccount'>;
}): Safety {
  const { config, clock, jobs, mailer, identity, logger } = deps;
  const { db } = deps.database;
  const sealer = config.keys.sealer('safety plans');
  const contactKey = config.keys.lookup('safety contacts');
  const linkKey = config.keys.lookup('safety plan links');

  const tokenOf = (planId: string): string => createHmac('sha256', linkKey).update(planId).digest('base64url');
  const linkOf = (planId: string): string => `${config.publicUrl}/plan/${tokenOf(planId)}`;
  const indexOf = (email: string): Buffer => blindIndex(contactKey, email.trim().toLowerCase());
  const openSealed = (row: store.PlanRow): Typed => typed.parse(JSON.parse(sealer.open(row.sealed, row.id)));
  const dayAndTime = (at: Date): string => `${johannesburgDay(at)} ${johannesburgTime(at)}`;

  const toView = (row: store.PlanRow): SafetyPlan => ({
    id: row.id,
    about: row.about as SafetyPlan['about'],
    aboutId: row.about_id,
    ...openSealed(row),
    startsAt: row.starts_at.toISOString(),
    backBy: row.back_by.toISOString(),
    state: row.state as SafetyPlan['state'],
    shareUrl: linkOf(row.id),
    createdAt: row.created_at.toISOString(),
  });

  async function writeToOwner(tx: Db, accountId: string, mail: (to: string) => Mail): Promise<void> {
    const account = await identity.getAccount(tx, accountId);
    if (account.holdsEmail) await mailer.queue(tx, mail(account.email));
  }

  /** Mails the contact unless they opted out; returns whether it did. */
  async function writeToContact(tx: Db, row: store.PlanRow, mail: typeof planSharedMail): Promise<boolean> {
    if (await store.hasStopped(tx, row.contact_index)) return false;
    const { firstName } = await identity.getAccount(tx, row.account_id);
    const facts = { firstName: plainName(firstName), link: linkOf(row.id), backBy: dayAndTime(row.back_by) };
    await mailer.queue(tx, { ...mail(openSealed(row).contactEmail, facts), isUrgent: true });
    return true;
  }

  async function schedule(tx: Db, row: store.PlanRow): Promise<void> {
    const payload = { planId: row.id };
    await jobs.enqueue(tx, remindKind, payload, { key: `plan-remind:${row.id}`, runAt: row.back_by });
    await jobs.enqueue(tx, alertKind, payload, { key: `plan-alert:${row.id}`, runAt: alertAt(row.back_by) });
  }

  /** The viewer's own plan, locked for a change. Throws `NOT_FOUND`. */
  async function lockOwn(tx: Db, viewer: Viewer, planId: string): Promise<store.PlanRow> {
    const row = await store.lockPlan(tx, planId);
    if (row?.account_id !== viewer.accountId) throw new AppError('NOT_FOUND');
    return row;
  }

  /**
   * Runs what is due for one plan: reminds its owner at "back by", and alerts the contact a little later. State and
   * mail are one commit under the row's lock, so a job that runs twice, early, or after the plan was extended changes
   * nothing.
   */
  async function runDuePlanStep(planId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const row = await store.lockPlan(tx, planId);
      const now = clock.now();
      if (!row || (row.state !== 'open' && row.state !== 'overdue') || row.back_by > now) return;
      if (row.state === 'open') {
        await store.updatePlan(tx, planId, { state: 'overdue', reminded_at: now });
        const minutes = safetyLimits.graceMinutes;
        await writeToOwner(tx, row.account_id, (to) => checkInReminderMail(to, config.publicUrl, { minutes }));
        const key = `check-in:${planId}:${row.back_by.toISOString()}`;
        await deps.notify(tx, { kind: 'check_in', to: { accountId: row.account_id }, key });
      }
      // After an outage, a member reminded late still has time to respond.
      const reminded = row.state === 'open' ? now : (row.reminded_at ?? now);
      const due = Math.max(alertAt(row.back_by).getTime(), alertAt(reminded).getTime());
      if (due > now.getTime()) {
        const options = { key: `plan-alert:${planId}`, runAt: new Date(due) };
        if (row.state === 'open') await jobs.enqueue(tx, alertKind, { planId }, options);
        return;
      }
      if (await writeToContact(tx, row, planAlertMail))
        await store.updatePlan(tx, planId, { state: 'alerted', alerted_at: now });
    });
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    for (const id of await store.listDue(db, now, 500))
      await runDuePlanStep(id).catch((error: unknown) => logger.error('plan step failed', errorFields(error)));
    await store.deleteOld(db, new Date(now.getTime() - keptMs));
  }

  async function requireShared(token: string): Promise<store.PlanRow> {
    const row = await store.findByToken(db, hashToken(token));
    if (!row || linkEndsAt(row.back_by) <= clock.now()) throw new AppError('NOT_FOUND');
    return row;
  }

  return {
    list: async (viewer) => (await store.listOwn(db, viewer.accountId, listed)).map(toView),

    async share(viewer, plan) {
      const now = clock.now();
      const startsAt = readMoment('startsAt', plan.startsAt);
      const backBy = readMoment('backBy', plan.backBy);
      requireOuting(startsAt, backBy, now);
      const contactIndex = indexOf(plan.contactEmail);
      const id = newId(now.getTime());
      const { title, place, note = '', contactName, contactEmail } = plan;
      const row = await db.transaction().execute(async (tx) => {
        await store.lockSharing(tx, viewer.accountId, contactIndex);
        const account = await identity.getAccount(tx, viewer.accountId);
        if (indexOf(account.email).equals(contactIndex)) refuse('contactEmail', 'Choose somebody other than yourself');
        if (await store.hasStopped(tx, contactIndex))
          refuse('contactEmail', 'This person takes no plans by mail. Choose somebody else');
        const since = new Date(now.getTime() - dayMs);
        const made = await store.countSince(tx, { accountId: viewer.accountId, contactIndex, since });
        if (made.own >= safetyLimits.plansADay)
          throw new AppError('QUOTA_REACHED', { message: say`You can share ${safetyLimits.plansADay} plans a day` });
        if (made.toContact >= plansToContactADay)
          throw new AppError('QUOTA_REACHED', { message: 'This person was sent enough plans for today' });
        const inserted = await store.insertPlan(tx, {
          id,
          account_id: viewer.accountId,
          about: plan.about,
          about_id: plan.aboutId ?? null,
          starts_at: startsAt,
          back_by: backBy,
          sealed: sealer.seal(JSON.stringify({ title, place, note, contactName, contactEmail } satisfies Typed), id),
          contact_index: contactIndex,
          token_hash: hashToken(tokenOf(id)),
          created_at: now,
        });
        await writeToContact(tx, inserted, planSharedMail);
        await schedule(tx, inserted);
        return inserted;
      });
      return toView(row);
    },

    async checkIn(viewer, planId, extendMinutes) {
      const row = await db.transaction().execute(async (tx) => {
        const before = await lockOwn(tx, viewer, planId);
        const now = clock.now();
        if (extendMinutes === undefined) {
          if (before.state === 'safe') return before;
          if (before.state === 'cancelled') throw new AppError('CONFLICT', { message: 'This plan is over' });
          if (before.state === 'alerted') await writeToContact(tx, before, planSafeMail);
          return store.updatePlan(tx, planId, { state: 'safe' });
        }
        if (before.state !== 'open' && before.state !== 'overdue')
          throw new AppError('CONFLICT', {
            message:
              before.state === 'alerted'
                ? sentence('They were told already. Say that you are safe')
                : sentence('This plan is over'),
          });
        const from = Math.max(before.back_by.getTime(), now.getTime());
        const backBy = new Date(from + extendMinutes * 60_000);
        requireOuting(before.starts_at, backBy, now);
        const put = await store.updatePlan(tx, planId, { state: 'open', back_by: backBy, reminded_at: null });
        await schedule(tx, put);
        return put;
      });
      return toView(row);
    },

    async cancel(viewer, planId) {
      await db.transaction().execute(async (tx) => {
        const row = await lockOwn(tx, viewer, planId);
        if (row.state === 'alerted') await writeToContact(tx, row, planSafeMail);
        if (row.state !== 'safe') await store.updatePlan(tx, planId, { state: 'cancelled' });
      });
    },

    async open(token) {
      const row = await requireShared(token);
      const { firstName } = await identity.getAccount(db, row.account_id);
      const { title, place, note } = openSealed(row);
      return {
        firstName: plainName(firstName),
        title,
        place,
        note,
        startsAt: row.starts_at.toISOString(),
        backBy: row.back_by.toISOString(),
        state: row.state as SafetyPlan['state'],
      };
    },
    async stop(token) {
      const row = await requireShared(token);
      await db.transaction().execute(async (tx) => {
        if (!(await store.insertStop(tx, row.contact_index, clock.now()))) return;
        for (const accountId of await store.listWaitingOn(tx, row.contact_index))
          await writeToOwner(tx, accountId, (to) => contactStoppedMail(to, config.publicUrl));
      });
    },
    tasks: safetyTasks({ runDuePlanStep, sweep }),
  };
}
