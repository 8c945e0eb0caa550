import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { aProfile, type TestProfile } from '../../../../test/factories.ts';
import { checkoutOrder, createTestProvider, deliver, packCheckout } from '../../../../test/payment-provider.ts';
import { pdfText } from '../../../../test/read-pdf.ts';
import type { Config } from '../../../platform/config.ts';
import { receiptLines } from './receipt-text.ts';

const seller: Config['seller'] = {
  name: 'Vlam (Pty) Ltd',
  address: '12 Loop Street, Cape Town, 8001',
  vatNumber: '4012345678',
};

let t: TestApp;
afterEach(() => t.close());

/** What a member of a site with this seller reads after buying a pack. */
async function start(given?: Config['seller'], limits: { rateLimitScale?: number } = {}) {
  const provider = createTestProvider();
  t = await startTestApp({ paymentAdapter: provider, ...limits, ...(given ? { config: { seller: given } } : {}) });
  const fan = await aProfile(t);
  const { body } = await t.client(fan).call('createCheckout', { body: packCheckout('p250') });
  await deliver(t, provider, provider.event(checkoutOrder(provider, body.orderId)));
  await t.drain();
  return { fan, orderId: body.orderId };
}
async function read({ fan, orderId }: { fan: TestProfile; orderId: string }) {
  const pdf = await t.client(fan).call('orderReceipt', { params: { id: orderId } });
  const mail = (await t.context.mailer.outbox()).find(({ to, subject }) => to === fan.email && /receipt/.test(subject));
  return { pdf: await pdfText(pdf.bytes), mail: mail?.text ?? '', subject: mail?.subject };
}

describe('a receipt', () => {
  it('of a registered seller is a tax invoice: who sold, where, under which VAT number', async () => {
    const { pdf, mail, subject } = await read(await start(seller));
    for (const words of [/^Tax invoice \d{4}-\d{6}\r?$/m, 'Loop Street', 'VAT number 4012345678']) {
      expect(pdf).toMatch(words);
      if (typeof words === 'string') expect(mail).toContain(words);
    }
    expect(pdf).toMatch(/^Vlam \(Pty\) Ltd\r?$/m);
    expect(mail).toMatch(/^Tax invoice \d{4}-\d{6} of /);
    expect(subject).toMatch(/^Your receipt \d{4}-\d{6}$/);
    expect(pdf).not.toContain('not a tax invoice');
  });

  it('without a VAT number claims nothing else than to be a receipt', async () => {
    const { pdf, mail } = await read(await start());
    expect(pdf).toMatch(/^Receipt \d{4}-\d{6}\r?$/m);
    for (const text of [pdf, mail]) {
      expect(text).toContain('This is not a tax invoice.');
      expect(text).not.toMatch(/Tax invoice|VAT number/);
    }
  });

  it('under a disguise names its seller, never the disguise, and nothing else of the product', async () => {
    const hidden = () => [t.config.publicUrl, t.config.supportEmail, 'Notes'];
    const registered = await start(seller);
    await t.client(registered.fan).call('setAccountCover', { body: { cover: 'notes' } });
    const { pdf } = await read(registered);
    expect(pdf).toMatch(/^Vlam \(Pty\) Ltd\r?$/m);
    expect(pdf).toContain('VAT number 4012345678');
    for (const words of hidden()) expect(pdf).not.toContain(words);
    await t.close();
    const other = await start();
    await t.client(other.fan).call('setAccountCover', { body: { cover: 'notes' } });
    const unregistered = await read(other);
    expect(unregistered.pdf).toMatch(/^Vlam\r?$/m);
    for (const words of hidden()) expect(unregistered.pdf).not.toContain(words);
  });

  it('keeps the seller it was written with, whatever the settings become', async () => {
    const bought = await start();
    t.config.seller = seller;
    expect((await read(bought)).pdf).toContain('This is not a tax invoice.');
  });

  it('names what was bought as it is written, in the buyer’s own file', async () => {
    const bought = await start();
    const description = 'Subscription to Lešego Tšhabalala 🌹, Ṱhivhilaeli';
    await t.database.pool.query('update payment_orders set description = $1 where id = $2', [
      description,
      bought.orderId,
    ]);
    expect((await read(bought)).pdf).toContain(description);
  });

  it('is drawn 20 times at once for one member, and then refused', async () => {
    const { fan, orderId } = await start(undefined, { rateLimitScale: 1 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => t.client(fan).call('orderReceipt', { params: { id: orderId } })),
    );
    const drawn = answers.filter(({ status }) => status === 200).length;
    expect(drawn).toBeGreaterThanOrEqual(20);
    // One more every three seconds.
    expect(drawn).toBeLessThan(30);
    expect(answers.filter(({ error }) => error?.code === 'TOO_MANY_REQUESTS')).toHaveLength(40 - drawn);
  });

  it('of more than R5 000 needs the buyer’s name for that, and asks for it', async () => {
    await start();
    const receipt = { year: 2026, number: 1, vatCents: 65_218, vatPercent: 15, issuedAt: t.clock.now(), seller };
    const order = { id: 'x', description: 'A tip', provider: 'sandbox', state: 'paid' } as const;
    const words = (totalCents: number) =>
      receiptLines(order, { ...receipt, totalCents }, t.config)
        .flatMap(({ cells }) => cells.map(({ text }) => text))
        .join('\n');
    expect(words(500_000)).toContain('Tax invoice 2026-000001');
    expect(words(500_001)).toContain('\nReceipt 2026-000001');
    expect(words(500_001)).toContain('your name and address');
  });
});
