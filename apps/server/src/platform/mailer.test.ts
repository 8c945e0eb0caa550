import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { aProfile } from '../../test/factories.ts';
import { verbatim } from './words.ts';

const received: string[] = [];
let refuse = false;

/** The minimal SMTP server that a delivery needs. */
function startSmtpServer(): Promise<Server> {
  const server = createServer((socket) => {
    let text = '';
    let inData = false;
    socket.on('error', () => {});
    socket.write('220 sink\r\n');
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      for (let end = text.indexOf('\r\n'); end >= 0 && !inData; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === 'DATA') inData = true;
        socket.write(verb === 'DATA' ? '354 go on\r\n' : verb === 'MAIL' && refuse ? '451 later\r\n' : '250 ok\r\n');
        if (verb === 'QUIT') socket.end();
      }
      const end = text.indexOf('\r\n.\r\n');
      if (!inData || end < 0) return;
      received.push(text.slice(0, end));
      text = text.slice(end + 5);
      inData = false;
      socket.write('250 taken\r\n');
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

let smtp: Server;
let t: TestApp;
let demo: TestApp;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const { port } = smtp.address() as AddressInfo;
  t = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
  demo = await startTestApp();
});
afterAll(async () => {
  await t.close();
  await demo.close();
  await new Promise((resolve) => smtp.close(resolve));
});

const mail = { to: 'somebody@people.test', subject: verbatim('A subject'), text: verbatim('A secret line') };
const secret = 'A secret line';

describe('mailer', () => {
  it('sends after the commit, then deletes the text', async () => {
    await t.context.mailer.queue(t.db, mail);
    expect(received).toEqual([]);
    await t.drain();
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('Subject: A subject');
    expect(received[0]).toContain('To: somebody@people.test');
    expect(received[0]).toContain('From: Vlam <no-reply@vlam.test>');
    const row = await t.db.selectFrom('outgoing_mail').selectAll().executeTakeFirstOrThrow();
    expect([row.sent_at, row.body_sealed.length]).toEqual([t.clock.now(), 0]);
  });

  it('sends under the name of the disguise that its reader chose', async () => {
    const member = await aProfile(t);
    await t.client(member).call('setAccountCover', { body: { cover: 'notes' } });
    await t.context.mailer.queue(t.db, { ...mail, to: member.email });
    await t.drain();
    expect(received.at(-1)).toContain('From: Notes <no-reply@vlam.test>');
    expect(received.at(-1)).toContain('Subject: Notes: 1 update');
    expect(received.at(-1)).not.toMatch(/^From: .*Vlam </m);
  });

  it('sends nothing when the transaction is rolled back', async () => {
    const before = received.length;
    const failing = t.db.transaction().execute(async (tx) => {
      await t.context.mailer.queue(tx, mail);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await t.drain();
    expect(received).toHaveLength(before);
  });

  it('retries after a temporary refusal, and sends once', async () => {
    const before = received.length;
    refuse = true;
    await t.context.mailer.queue(t.db, mail);
    await t.drain({ tolerateFailures: true });
    expect(received).toHaveLength(before);
    refuse = false;
    t.clock.advance(3_600_000);
    await t.drain();
    await t.drain();
    expect(received).toHaveLength(before + 1);
  });

  it('stores mail in the outbox, sealed, when no server is configured', async () => {
    await demo.context.mailer.queue(demo.db, mail);
    demo.clock.advance(1_000);
    await demo.context.mailer.queue(demo.db, { ...mail, subject: verbatim('Newer') });
    const outbox = await demo.context.mailer.outbox();
    expect(outbox.map(({ to, subject, text }) => [to, subject, text])).toEqual([
      [mail.to, 'Newer', secret],
      [mail.to, 'A subject', secret],
    ]);
    const { rows } = await demo.database.pool.query<{ dump: string }>('select m::text as dump from outgoing_mail m');
    const hex = Buffer.from(secret).toString('hex');
    expect(rows.some(({ dump }) => dump.includes(secret) || dump.includes(hex))).toBe(false);
  });

  it('a subject cannot inject a header', async () => {
    const before = received.length;
    await t.context.mailer.queue(t.db, { ...mail, subject: verbatim('Hello\r\nBcc: evil@evil.test') });
    await t.drain();
    expect(received[before]).not.toMatch(/^Bcc:/m);
  });
});
