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
  /** For a person who has to act at once: it never wears a member's disguise. */
  isUrgent?: boolean;
}

export interface StoredMail extends Mail {
  id: string;
  /** When it was written, ISO 8601. */
  sentAt: string;
}

/** Name of the disguise that mails to an address wear; null for none. */
export type CoverOf = (db: Db, address: string) => Promise<string | null>;

export interface Mailer {
  /** Writes the mail in the caller's transaction: it is sent if and only if that commits. */
  queue(db: Db, mail: Mail): Promise<void>;
  /** The newest 50 mails that were stored instead of sent; the demo's outbox page. */
  outbox(): Promise<StoredMail[]>;
  tasks: JobTask[];
}

/** Mail programs show the beginning of a text beside its subject: under a disguise that says nothing. */
const coveredBeginning =
  'There is something new for you. You chose that nothing is named before you open it, so the news itself begins below.';

function underCover(mail: Mail, name: string): Mail {
  return { ...mail, subject: `${name}: 1 update`, text: `${coveredBeginning}\n\n\n\n${mail.text}` };
}

const sendMail = jobKind<{ id: string }>('mail.send');

/**
 * Sends mail by SMTP when it is configured; otherwise mail stays in the outbox. Bodies are sealed at rest and deleted
 * once sent, because a link in one can sign its reader in.
 */
export function createMailer(deps: { config: Config; db: Db; clock: Clock; jobs: Jobs; coverOf: CoverOf }): Mailer {
  const { config, db, clock, jobs } = deps;
  const key = deriveKey(config.masterKey, 'mail bodies');
  const address = /<([^<>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
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
      ...(row.sender_name ? { from: { name: row.sender_name, address } } : {}),
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
    async queue(on, plain) {
      const id = newId();
      const name = plain.isUrgent ? null : await deps.coverOf(on, plain.to);
      const mail = name ? underCover(plain, name) : plain;
      await on
        .insertInto('outgoing_mail')
        .values({
          id,
          recipient: mail.to,
          sender_name: name,
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
