import type { Config } from './config.ts';
import type { Db } from './database.ts';
import { newId } from './ids.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { Notify } from './notices.ts';
import { dated, say } from './words.ts';

const dateOf = new Intl.DateTimeFormat('en-ZA', {
  timeZone: 'Africa/Johannesburg',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

type MailText = Omit<Mail, 'to'>;
type Sender = Pick<Config, 'publicUrl' | 'supportEmail'>;

// The text can show on a lock screen, so it names neither a person nor what was paid for.

const failedMail = ({ publicUrl }: Sender, nextAttempt: Date | null): MailText => ({
  subject: nextAttempt ? say`A Vlam payment did not go through` : say`A Vlam renewal has ended`,
  text: [
    nextAttempt
      ? say`One of your renewals could not be paid. We try again on ${dated(dateOf, nextAttempt)}.`
      : say`One of your renewals could not be paid after several tries, so it has ended. You will not be charged for it again.`,
    say`Sign in to look at your payments: ${publicUrl}/login`,
    say`If you want it to end, there is nothing to do.`,
  ],
});

const secondPaymentMail = ({ publicUrl, supportEmail }: Sender, until: Date): MailText => ({
  subject: say`Two Vlam payments arrived for the same time`,
  text: [
    say`You and a renewal paid for the same time. Nothing is lost: the second payment counts for the time after it, which is now paid until ${dated(dateOf, until)}, and the next renewal waits until then.`,
    say`If you would rather have one of the payments back, write to ${supportEmail}.`,
    say`Sign in to look at your payments: ${publicUrl}/login`,
  ],
});

export interface RenewalMails {
  /** A renewal was refused; `nextAttempt` is null when it was the last attempt. */
  failed(tx: Db, accountId: string, nextAttempt: Date | null): Promise<void>;
  /** The same period was paid twice, which extended it to `until`. */
  secondPayment(tx: Db, accountId: string, until: Date): Promise<void>;
}

export interface RenewalMailDependencies {
  config: Sender;
  mailer: Pick<Mailer, 'queue'>;
  notify: Notify;
  identity: { getAccount(db: Db, accountId: string): Promise<{ email: string; holdsEmail: boolean }> };
}

/** Mails about renewals, queued in the caller's transaction. */
export function createRenewalMails({ config, mailer, notify, identity }: RenewalMailDependencies): RenewalMails {
  async function send(tx: Db, accountId: string, text: MailText): Promise<void> {
    const { email, holdsEmail } = await identity.getAccount(tx, accountId);
    if (holdsEmail) await mailer.queue(tx, { to: email, ...text });
  }
  return {
    async failed(tx, accountId, nextAttempt) {
      await send(tx, accountId, failedMail(config, nextAttempt));
      await notify(tx, { kind: 'subscription_failed', to: { accountId }, key: `renewal:${newId()}` });
    },
    secondPayment: (tx, accountId, until) => send(tx, accountId, secondPaymentMail(config, until)),
  };
}
