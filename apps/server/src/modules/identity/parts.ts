import type { signUpConsents } from '@vlam/contract/account-consents';
import type { Role } from '@vlam/contract/identity';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Notify } from '../../platform/notices.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import { dated, type Language, type Words } from '../../platform/words.ts';
import type { Budgets } from './budgets.ts';
import type { ConfirmLinks } from './confirm-links.ts';
import type { KnownDevices } from './known-device.ts';
import type { Languages } from './languages.ts';
import { newDeviceMail } from './mails.ts';
import type { Origins } from './origins.ts';
import type { Passwords } from './passwords.ts';
import type { Proofs } from './proofs.ts';
import type { Sessions, StartedSession } from './sessions.ts';
import type { AccountRow } from './store.ts';

/** What a request reveals about the browser that signs in. */
export interface NewBrowser {
  address: string;
  device: string;
  previousToken: string | undefined;
  deviceCookie: string | undefined;
  /** The language its app is shown in; undefined before one was chosen. */
  language: Language | undefined;
}

export interface SignedIn {
  account: { id: string; email: string; firstName: string; lastName: string };
  session: StartedSession;
  /** Cookie value that identifies this browser at its next sign-in. */
  deviceCookie: string;
  /** The account's language, which this browser shows from now on. */
  language: Language;
  /** Cookie value that proves the person for a few minutes: they have just signed in. */
  proofToken: string;
}

/** Dependencies shared by the files of this module. */
export interface IdentityParts {
  config: Config;
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  mailer: Mailer;
  notify: Notify;
  settings: Pick<OperatorSettings, 'get'>;
  passwords: Passwords;
  budgets: Budgets;
  knownDevices: KnownDevices;
  sessions: Sessions;
  proofs: Proofs;
  /** Tokens of the links that confirm an address. */
  confirmLinks: ConfirmLinks;
  /** Runs in the transaction that confirms an account's address. */
  onEmailConfirmed(tx: Db, accountId: string): Promise<void>;
  /** Runs in the transaction that gives an account another address. */
  onEmailChanged(tx: Db, accountId: string): Promise<void>;
  /** Records what was agreed to while signing up, in the transaction that makes the account. */
  onSignUpConsents(tx: Db, accountId: string, given: z.output<typeof signUpConsents>): Promise<void>;
  /** Opens a session for an authenticated account. */
  startSession(db: Db, account: AccountRow, browser: NewBrowser): Promise<SignedIn>;
}

const moment = new Intl.DateTimeFormat('en-ZA', {
  timeZone: 'Africa/Johannesburg',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const formatMoment = (at: Date): Words => dated(moment, at);

/** A session so soon after its account was made is the one of the sign-up. */
const signUpMs = 60_000;

export function createEnter(
  deps: Pick<IdentityParts, 'sessions' | 'knownDevices' | 'clock' | 'proofs' | 'budgets' | 'mailer' | 'config'> & {
    origins: Origins;
    languages: Languages;
  },
): IdentityParts['startSession'] {
  /** Notifies the owner of a sign-in from a new browser; the mails are limited, however many sign-ins there are. */
  async function notifyOfNewDevice(db: Db, account: AccountRow, device: string, at: Date): Promise<void> {
    if (!account.holds_email || account.is_demo || !account.notifies_new_device) return;
    if ((await deps.budgets.spend(db, ['mailNewDevice', account.id], at)) > 0) return;
    const facts = { device, at: formatMoment(at) };
    await deps.mailer.queue(db, newDeviceMail(account.email, deps.config.publicUrl, facts));
  }

  return async (db, account, browser) => {
    const isNewDevice = deps.knownDevices.recognise(browser.deviceCookie, account.id) === null;
    const deviceCookie = deps.knownDevices.issue(account.id, browser.deviceCookie);
    const at = deps.clock.now();
    const isSignUp = at.getTime() - account.created_at.getTime() < signUpMs;
    if (isNewDevice && !isSignUp) await notifyOfNewDevice(db, account, browser.device, at);
    await deps.origins.note(db, account.id, { address: browser.address, deviceCookie, at, isSignUp });
    const session = await deps.sessions.start(
      db,
      { id: account.id, role: account.role as Role, isDemo: account.is_demo },
      browser,
    );
    return {
      account: {
        id: account.id,
        email: account.email,
        firstName: account.first_name,
        lastName: account.last_name,
      },
      session,
      deviceCookie,
      language: await deps.languages.atSignIn(db, account, browser.language),
      proofToken: await deps.proofs.issue(db, session.id),
    };
  };
}

export interface Suspension {
  message: string;
  reason: string;
  suspendedAt: string;
  appealTo: string;
}

/** The suspension shown at any sign-in; null for accounts that are not suspended. */
export function suspensionOf(account: AccountRow, supportEmail: string): Suspension | null {
  if (!account.suspended_at) return null;
  const reason = account.suspended_reason ?? '';
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return {
    message: `This account is suspended: ${sentence} To appeal, write to ${supportEmail}.`,
    reason,
    suspendedAt: account.suspended_at.toISOString(),
    appealTo: supportEmail,
  };
}

/** Only after the right password: the suspended member learns the reason and how to appeal, a stranger nothing. */
export function refuseSuspended(account: AccountRow, supportEmail: string): void {
  const suspension = suspensionOf(account, supportEmail);
  if (!suspension) return;
  const { message, ...details } = suspension;
  throw new AppError('ACCOUNT_SUSPENDED', { message, details });
}

/** Throws `UNAVAILABLE` while the operator takes no new accounts. */
export async function requireOpenSignUps({ settings, db }: Pick<IdentityParts, 'settings' | 'db'>): Promise<void> {
  if (!(await settings.get('signUpsOpen', db)))
    throw new AppError('UNAVAILABLE', { message: 'No new accounts can be made right now. Please come back later' });
}
