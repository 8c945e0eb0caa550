import nodemailer from 'nodemailer';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './database.ts';
import { newId } from './ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from './jobs.ts';
import { joined, type Language, say, type Words } from './words.ts';

export interface Mail {
  to: string;
  subject: Words;
  /** Plain text, or its paragraphs; links in it are made from `config.publicUrl`. */
  text: Words | readonly Words[];
  /** One-click unsubscribe address (RFC 8058), for mail the recipient did not request at that moment. */
  unsubscribeUrl?: string;
  /** For a person who has to act at once: it never wears a member's disguise. */
  isUrgent?: boolean;
}

export interface StoredMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** When it was written, ISO 8601. */
  sentAt: string;
}

/** What the reader at an address chose: the disguise of their mails, null for none, and their language. */
export type ReaderOf = (db: Db, address: string) => Promise<{ cover: string | null; language: Language }>;

export interface Mailer {
  /** Writes the mail in the caller's transaction: it is sent if and only if that commits. */
  queue(db: Db, mail: Mail): Promise<void>;
  /** The newest 50 mails that were stored instead of sent; the demo's outbox page. */
  outbox(): Promise<StoredMail[]>;
  tasks: JobTask[];
}

/** Mail programs show the beginning of a text beside its subject: under a disguise that says nothing. */
const coveredBeginning = say`There is something new for you. You chose that nothing is named before you open it, so the news itself begins below.`;

function write({ subject, text }: Mail, language: Language, cover: string | null) {
  const plain = (typeof text === 'function' ? text : joined(text, '\n\n'))(language);
  if (!cover) return { subject: subject(language), text: plain };
  return {
    subject: say`${cover}: 1 update`(language),
    text: `${coveredBeginning(language)}\n\n\n\n${plain}`,
  };
}

const sendMail = jobKind<{ id: string }>('mail.send');

/**
 * Sends mail by SMTP when it is configured; otherwise mail stays in the outbox. Bodies are sealed at rest and deleted
 * once sent, because a link in one can sign its reader in.
 */
export function createMailer(deps: { config: Config; db: Db; clock: Clock; jobs: Jobs; readerOf: ReaderOf }): Mailer {
  const { config, db, clock, jobs } = deps;
  const sealer = config.keys.sealer('mail bodies');
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
      text: sealer.open(row.body_sealed, row.id),
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
      const reader = await deps.readerOf(on, mail.to);
      const name = mail.isUrgent ? null : reader.cover;
      const { subject, text } = write(mail, reader.language, name);
      await on
        .insertInto('outgoing_mail')
        .values({
          id,
          recipient: mail.to,
          sender_name: name,
          subject,
          body_sealed: sealer.seal(text, id),
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
        text: sealer.open(row.body_sealed, row.id),
        sentAt: row.created_at.toISOString(),
      }));
    },
    tasks: [jobTask(sendMail, ({ id }) => send(id))],
  };
}
