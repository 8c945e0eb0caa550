import type { CurrentUser, Role } from '@vlam/contract/identity';
import type { Permission } from '@vlam/contract/operation';
import { inactiveAfterDays } from '@vlam/contract/rules/users';
import type { FastifyRequest } from 'fastify';
import { addDays, type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Notify } from '../../platform/notices.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { AccessWatch } from '../../platform/realtime-connections.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { createAccessWatch } from './access-watch.ts';
import { deleteFreeBudgets } from './budget-store.ts';
import { createBudgets } from './budgets.ts';
import { type ChangeEmail, createChangeEmail } from './change-email.ts';
import { type ChangePassword, createChangePassword } from './change-password.ts';
import { type ConfirmEmail, createConfirmEmail } from './confirm-email.ts';
import { createConfirmLinks } from './confirm-links.ts';
import { type ConfirmPassword, createConfirmPassword } from './confirm-password.ts';
import { type Covers, createCovers } from './covers.ts';
import { deletePastChanges } from './email-change-store.ts';
import { createExternalSignIn, type ExternalSignIn } from './external-sign-in.ts';
import { deleteEndedCeremonies } from './factor-store.ts';
import { createFactors, type Factors } from './factors.ts';
import { createKnownDevices } from './known-device.ts';
import { createLanguages, type Languages } from './languages.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import { createLeavingNotes } from './leaving-note.ts';
import { requireNames } from './names.ts';
import { type AccountOrigin, createOrigins } from './origins.ts';
import { createEnter, type IdentityParts } from './parts.ts';
import { createPasswordReset, type PasswordReset } from './password-reset.ts';
import { createPasswords, type PasswordCost } from './passwords.ts';
import { rolesWith } from './policy.ts';
import { createProofs, proofCookieName } from './proofs.ts';
import { createSecondStep, type SecondStep } from './second-step.ts';
import * as sessionStore from './session-store.ts';
import { createSessions, type ValidSession } from './sessions.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import * as store from './store.ts';
import { createSuspendedAccess, type SuspendedAccess } from './suspended-access.ts';
import { createTakeBack, type TakeBack } from './take-back.ts';
import { type Account, toAccount } from './view.ts';

export { latestAccessChange } from './access-watch.ts';
export { statusOf, textOf } from './account-status.ts';
export { createBrowserOf } from './browser-of.ts';
export type { PasswordCost } from './passwords.ts';
export { permissionsOf, rolesWith } from './policy.ts';
export { proofCookieName } from './proofs.ts';
export { type TestAccount, testAccounts, testPassword } from './test-accounts.ts';
export { type MemberAccountRow, toMemberAccount } from './view.ts';

const sweepKind = jobKind('identity.sweep');
const activityKind = jobKind('identity.activity');
/** Accounts that one statement of the nightly job reads. */
const activityBatchSize = 20_000;
const firstId = '00000000-0000-0000-0000-000000000000';
/** Rows deleted, and so locked, by one statement of the sweep. */
const sweepBatchSize = 1_000;

export interface IdentityDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  mailer: Mailer;
  notify: Notify;
  settings: Pick<OperatorSettings, 'get'>;
  /** The member as the shell shows them; null when there is no such account. */
  findCurrentUser(accountId: string): Promise<CurrentUser | null>;
  /** Takes the account's profile, and all it published, from everybody else, or gives it back. */
  setHidden(db: Db, accountId: string, hidden: boolean): Promise<void>;
  /** Runs in the transaction that confirms an account's address. */
  onEmailConfirmed(tx: Db, accountId: string): Promise<void>;
  /** Runs in the transaction that gives an account another address. */
  onEmailChanged(tx: Db, accountId: string): Promise<void>;
  /** Records what was agreed to while signing up, in the transaction that makes the account. */
  onSignUpConsents: IdentityParts['onSignUpConsents'];
  /** Credits to spend, for the response of the test sign-in. */
  creditBalance(accountId: string): Promise<number>;
  passwordCost?: PasswordCost | undefined;
}

export type { Account };

export interface NewAccount {
  /** Generated when absent. */
  id?: string;
  email: string;
  /** In clear; absent for accounts without password sign-in. */
  password?: string;
  firstName: string;
  lastName: string;
  role?: Role;
  emailVerified?: boolean;
  ageVerified?: boolean;
  isDemo?: boolean;
}

export interface IdentityService extends SignIn, PasswordReset, ConfirmEmail, ChangeEmail, TakeBack {
  changePassword: ChangePassword;
  factors: Factors;
  covers: Covers;
  languages: Languages;
  secondStep: SecondStep;
  /** Proves the person of a session again; returns the value of the proof's cookie. Throws what refuses the proof. */
  stepUp(viewer: Viewer, proof: Parameters<Factors['requireProof']>[1]): Promise<{ proofToken: string; at: Date }>;
  /** Whether the request proves the viewer's person, for operations that declare `stepUp`. */
  isProven(viewer: Viewer, request: Pick<FastifyRequest, 'cookies'>): Promise<boolean>;
  /** Origin of an account's last sign-in, and whether its address is confirmed. */
  originOf(db: Db, accountId: string): Promise<AccountOrigin>;
  external: ExternalSignIn;
  confirmPassword: ConfirmPassword;
  /** The viewer of the request's session cookie, or null: missing, ended, idle, or suspended. */
  authenticate(request: Pick<FastifyRequest, 'cookies'>): Promise<Viewer | null>;
  /** As `authenticate`, for a socket or media request that read the cookie itself. */
  authenticateToken(token: string): Promise<Viewer | null>;
  /** As `authenticateToken` without marking the session as used, and with the session's end. */
  findValidSession(token: string): Promise<ValidSession | null>;
  /** Watches changes of session state, for callers that hold sessions open. */
  watchAccess(): AccessWatch;
  /** Ends the session of this cookie, if there is one. */
  logout(token: string | undefined): Promise<void>;
  currentUser(viewer: Viewer): Promise<CurrentUser>;
  listSessions(
    viewer: Viewer,
  ): Promise<{ id: string; current: boolean; device: string; createdAt: string; lastSeenAt: string }[]>;
  /** Sessions of an account that have not ended. */
  countSessions(accountId: string): Promise<number>;
  /** Throws `NOT_FOUND` unless the session is the viewer's own. */
  endSession(viewer: Viewer, sessionId: string): Promise<void>;
  /** Returns how many sessions ended. */
  endOtherSessions(viewer: Viewer): Promise<number>;
  setNewDeviceAlert(viewer: Viewer, on: boolean): Promise<void>;
  creditBalance(accountId: string): Promise<number>;
  /** Throws `NOT_FOUND`. */
  getAccount(db: Db, accountId: string): Promise<Account>;
  /** The account that holds an address, or undefined. */
  findHolderId(db: Db, email: string): Promise<string | undefined>;
  /** First names by account id: all that other members may see of an account. */
  listFirstNames(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** First and last names by account id; for staff. */
  listNames(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * An account, locked until the transaction ends. `staff` also waits for every other change of staff, so that the roles
   * read afterwards hold until the commit. Throws `NOT_FOUND`.
   */
  lockAccount(tx: Db, accountId: string, options?: { staff: boolean }): Promise<Account>;
  /** Unsuspended staff accounts with this permission. */
  listStaff(db: Db, permission: Permission): Promise<string[]>;
  /** Email addresses by account id, for payment providers; never for other members. */
  listAddresses(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, { email: string }>>;
  /** The suspended or deleted ones of these accounts: they are not charged. */
  listBarred(db: Db, accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The ones of these accounts whose email address is not confirmed: they get no bonus. */
  listUnconfirmed(db: Db, accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** For sign-up in bulk: the demo world and operators. Returns the new id. */
  createAccount(db: Db, account: NewAccount): Promise<string>;
  /** Called by profiles when a profile is created or its creator status changes; role user becomes creator and back. */
  linkProfile(db: Db, accountId: string, profileId: string, isCreator: boolean): Promise<void>;
  /** Called by age-verification in the transaction that stores the proof, or takes it back (null). */
  markAgeVerified(db: Db, accountId: string, at: Date | null): Promise<void>;
  /** Ends all sessions and hides the profile with the caller's commit. The caller checks permissions. */
  suspend(db: Db, accountId: string, reason: string): Promise<void>;
  unsuspend(db: Db, accountId: string): Promise<void>;
  leaving: Leaving;
  suspendedAccess: SuspendedAccess;
  /** Ends the account's sessions, so that no token outlives the rights it was issued with. */
  changeRole(db: Db, accountId: string, role: Role): Promise<void>;
  endSessions(db: Db, accountId: string): Promise<void>;
  tasks: JobTask[];
}

export function createIdentityService(deps: IdentityDependencies): IdentityService {
  const { config, clock, jobs, mailer } = deps;
  const { db } = deps.database;
  const sessions = createSessions(deps);
  const knownDevices = createKnownDevices(config.keys);
  const origins = createOrigins(config.keys);
  const proofs = createProofs({ clock });
  const passwords = createPasswords(config.keys, deps.passwordCost);
  const budgets = createBudgets(config.keys);
  const languages = createLanguages({ db });
  const parts: IdentityParts = {
    config,
    db,
    clock,
    jobs,
    mailer,
    notify: deps.notify,
    settings: deps.settings,
    passwords,
    sessions,
    proofs,
    knownDevices,
    budgets,
    confirmLinks: createConfirmLinks(config.keys),
    onEmailConfirmed: deps.onEmailConfirmed,
    onEmailChanged: deps.onEmailChanged,
    onSignUpConsents: deps.onSignUpConsents,
    startSession: createEnter({
      ...{ sessions, proofs, knownDevices, clock, origins, languages },
      ...{ config, mailer, budgets },
    }),
  };
  const confirmPassword = createConfirmPassword(parts);
  const factors = createFactors(parts, confirmPassword);
  const leavingNotes = createLeavingNotes(parts);
  const secondStep = createSecondStep({ ...parts, leavingNotes }, factors);
  const proofCookie = proofCookieName(config);

  async function requireAccount(on: Db, accountId: string): Promise<store.AccountRow> {
    const row = await store.findAccount(on, accountId);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    while ((await sessionStore.deleteEndedSessions(db, now, sweepBatchSize)) === sweepBatchSize);
    await sessionStore.deleteOldAccessChanges(db);
    await store.deleteStale(db, now);
    await deleteEndedCeremonies(db, now);
    await deletePastChanges(db, now);
    await deleteFreeBudgets(db, now);
  }

  async function markInactive(): Promise<void> {
    const day = addDays(johannesburgDay(clock.now()), -inactiveAfterDays);
    for (let after: string | null = firstId; after; )
      after = await store.markInactive(db, day, after, activityBatchSize);
  }

  const { resetTasks, ...reset } = createPasswordReset(parts);
  const { emailTasks, ...changeEmail } = createChangeEmail(parts, confirmPassword);

  const signIn = createSignIn(parts, secondStep);

  return {
    ...signIn,
    suspendedAccess: createSuspendedAccess(parts, signIn, factors),
    ...createConfirmEmail(parts),
    originOf: origins.find,
    ...reset,
    ...changeEmail,
    ...createTakeBack(parts, factors),
    changePassword: createChangePassword(parts, confirmPassword),
    external: createExternalSignIn(parts, secondStep),
    confirmPassword,
    factors,
    covers: createCovers({ db }),
    languages,
    secondStep,
    async stepUp(viewer, proof) {
      await factors.requireProof(viewer, proof);
      return { proofToken: await proofs.issue(db, viewer.sessionId), at: clock.now() };
    },
    isProven: (viewer, { cookies }) => proofs.isProven(db, viewer.sessionId, cookies[proofCookie]),
    authenticate: sessions.authenticate,
    authenticateToken: sessions.authenticateToken,
    findValidSession: sessions.findValid,
    watchAccess: () => createAccessWatch(deps.database.pool),
    creditBalance: deps.creditBalance,

    async logout(token) {
      if (token) await sessionStore.deleteSessionByToken(db, hashToken(token));
    },
    async currentUser(viewer) {
      const user = await deps.findCurrentUser(viewer.accountId);
      if (!user) throw new AppError('NOT_FOUND');
      return user;
    },
    async listSessions(viewer) {
      const now = clock.now();
      const rows = await sessionStore.listSessions(db, viewer.accountId);
      return rows
        .filter((row) => row.expires_at > now)
        .map((row) => ({
          id: row.id,
          current: row.id === viewer.sessionId,
          device: row.device,
          createdAt: row.created_at.toISOString(),
          lastSeenAt: row.last_seen_at.toISOString(),
        }));
    },
    async countSessions(accountId) {
      const now = clock.now();
      return (await sessionStore.listSessions(db, accountId)).filter((row) => row.expires_at > now).length;
    },
    async endSession(viewer, sessionId) {
      if (!(await sessionStore.deleteSession(db, viewer.accountId, sessionId))) throw new AppError('NOT_FOUND');
    },
    endOtherSessions: (viewer) => sessionStore.deleteSessionsOf(db, viewer.accountId, viewer.sessionId),
    setNewDeviceAlert: ({ accountId }, on) => store.setNewDeviceAlert(db, accountId, on),

    getAccount: async (on, accountId) => toAccount(await requireAccount(on, accountId)),
    async lockAccount(tx, accountId, { staff } = { staff: false }) {
      if (staff) await store.lockStaff(tx);
      const row = await store.lockAccount(tx, accountId);
      if (!row) throw new AppError('NOT_FOUND');
      return toAccount(row);
    },
    findHolderId: async (on, email) => (await store.findHolder(on, email))?.id,
    listFirstNames: store.listFirstNames,
    listNames: store.listNames,
    listStaff: (on, permission) => store.listByRole(on, rolesWith(permission)),
    listAddresses: store.listAddresses,
    listBarred: store.listBarred,
    listUnconfirmed: store.listUnconfirmed,
    async createAccount(on, account) {
      const now = clock.now();
      const email = account.email.trim().toLowerCase();
      const row = await store.insertAccount(on, {
        id: account.id ?? newId(),
        email,
        emailVerifiedAt: account.emailVerified ? now : null,
        passwordHash: account.password === undefined ? null : await passwords.hash(email, account.password),
        ...requireNames(account),
        role: account.role ?? 'user',
        ageVerifiedAt: account.ageVerified ? now : null,
        isDemo: account.isDemo ?? false,
        now,
      });
      return row.id;
    },
    linkProfile: store.setProfile,
    markAgeVerified: store.setAgeVerified,
    async suspend(on, accountId, reason) {
      await store.setSuspended(on, accountId, { at: clock.now(), reason });
      await sessionStore.deleteSessionsOf(on, accountId);
      await deps.setHidden(on, accountId, true);
    },
    async unsuspend(on, accountId) {
      await store.setSuspended(on, accountId, null);
      const { leaving_at: leavingAt } = await requireAccount(on, accountId);
      if (!leavingAt) await deps.setHidden(on, accountId, false);
    },
    async changeRole(on, accountId, role) {
      await store.setRole(on, accountId, role);
      await sessionStore.deleteSessionsOf(on, accountId);
    },
    leaving: createLeaving(parts, { setHidden: deps.setHidden, leavingNotes, start: secondStep.start }),
    async endSessions(on, accountId) {
      await sessionStore.deleteSessionsOf(on, accountId);
    },
    tasks: [
      jobTask(sweepKind, sweep, { cron: '17 * * * *' }),
      jobTask(activityKind, markInactive, { cron: '10 22 * * *' }),
      ...resetTasks,
      ...emailTasks,
    ],
  };
}
