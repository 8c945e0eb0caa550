import nodemailer from 'nodemailer';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './database.ts';
import { newId } from './ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from './jobs.ts';
import { deriveKey, seal, unseal } from './keys.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; links in it are made from `config.publicUrl`. */
  text: string;
  /** One-click unsubscribe address (RFC 8058), for mail the recipient did not request at that moment. */
  unsubscribeUrl?: string;
}

export interface StoredMail extends Mail {
  id: string;
  /** When it was written, ISO 8601. */
  sentAt: string;
}

export interface Mailer {
  /** Writes the mail in the caller's transaction: it is sent if and only if that commits. */
  queue(db: Db, mail: Mail): Promise<void>;
  /** The newest 50 mails that were stored instead of sent; the demo's outbox page. */
  outbox(): Promise<StoredMail[]>;
  tasks: JobTask[];
}

const sendMail = jobKind<{ id: string }>('mail.send');

/**
 * Sends mail by SMTP when it is configured; otherwise mail stays in the outbox. Bodies are sealed at rest and deleted
 * once sent, because a link in one can sign its reader in.
 */
export function createMailer(deps: { config: Config; db: Db; clock: Clock; jobs: Jobs }): Mailer {
  const { config, db, clock, jobs } = deps;
  const key = deriveKey(config.masterKey, 'mail bodies');
  const transport = config.smtpUrl
    ? nodemailer.createTransport(config.smtpUrl, { from: config.mailFrom, disableFileAccess: true })
    : null;

  async function send(id: string): Promise<void> {
    const row = await db
      .selectFrom('outgoing_mail')
      .selectAll()
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .executeTakeFirst();
    if (!row || !transport) return;
    await transport.sendMail({
      to: row.recipient,
      subject: row.subject,
      text: unseal(key, row.body_sealed, row.id),
      ...(row.unsubscribe_url
        ? {
            headers: {
              'List-Unsubscribe': `<${row.unsubscribe_url}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            },
          }
        : {}),
    });
    await db
      .updateTable('outgoing_mail')
      .set({ sent_at: clock.now(), body_sealed: Buffer.alloc(0) })
      .where('id', '=', id)
      .execute();
  }

  return {
    async queue(on, mail) {
      const id = newId();
      await on
        .insertInto('outgoing_mail')
        .values({
          id,
          recipient: mail.to,
          subject: mail.subject,
          body_sealed: seal(key, mail.text, id),
          created_at: clock.now(),
          unsubscribe_url: mail.unsubscribeUrl ?? null,
        })
        .execute();
      if (transport) await jobs.enqueue(on, sendMail, { id });
    },
    async outbox() {
      const rows = await db
        .selectFrom('outgoing_mail')
        .selectAll()
        .where('sent_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(50)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        text: unseal(key, row.body_sealed, row.id),
        sentAt: row.created_at.toISOString(),
      }));
    },
    tasks: [jobTask(sendMail, ({ id }) => send(id))],
  };
}
