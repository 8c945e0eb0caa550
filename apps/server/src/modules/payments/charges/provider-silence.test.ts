import { afterEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { aCreator, aProfile, aSession, type TestProfile } from '../../../../test/factories.ts';
import { quietLogger } from '../../../../test/providers.ts';
import { jobTasks } from '../../../modules.ts';
import { periodMs } from '../../../platform/renewals.ts';
import { createPayfastAdapter } from '../providers/payfast.ts';
import { notificationSignature, phpEncode } from '../providers/payfast-signature.ts';

// PayFast as it is: it cannot be asked, a plain yes names no payment, and its notification may never come.

const [minute, hour] = [60_000, 3_600_000];
const passphrase = 'jt7NOE43FZPn';
let t: TestApp;
afterEach(() => t.close());

type Charged = { orderId: string; amount: string };
const answers: Record<string, () => Response> = {
  'a plain yes': () => Response.json({ code: 200, status: 'success', data: { response: true } }),
  'no answer': () => {
    throw new TypeError('socket closed');
  },
  'a failure of its own': () => new Response('', { status: 502 }),
  'something unreadable': () => new Response('<html>'),
};

async function start(answer: () => Response) {
  const charges: Charged[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input));
    if (pathname === '/eng/query/validate') return new Response('VALID');
    const fields = JSON.parse(String(init.body)) as { m_payment_id: string; amount: string };
    charges.push({ orderId: fields.m_payment_id, amount: fields.amount });
    return answer();
  };
  const adapter = createPayfastAdapter(
    { merchantId: '10000100', merchantKey: '46f0cd694581a', testing: false, passphrases: [passphrase] },
    { fetch: fetch as typeof globalThis.fetch, logger: quietLogger().logger, resolve: async () => ['127.0.0.1'] },
  );
  t = await startTestApp({ paymentAdapter: adapter, at: new Date('2026-11-21T10:00:00+02:00') });
  return charges;
}

let payments = 1_000_000;
async function notify(orderId: string, cents: number, token?: string): Promise<void> {
  payments += 1;
  const fields: [string, string][] = [
    ['m_payment_id', orderId],
    ['pf_payment_id', String(payments)],
    ['payment_status', 'COMPLETE'],
    ['amount_gross', (cents / 100).toFixed(2)],
    ['merchant_id', '10000100'],
    ...(token ? [['token', token] as [string, string]] : []),
  ];
  const all = [...fields, ['signature', notificationSignature(fields, passphrase)] as const];
  const payload = all.map(([name, value]) => `${name}=${phpEncode(value)}`).join('&');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await t.app.inject({ method: 'POST', url: '/api/payments/webhooks/payfast', headers, payload });
  expect(answer.statusCode).toBe(200);
  await t.drain();
}

/** A subscriber whose renewal is due within the hour. */
async function aDueSubscriber(): Promise<TestProfile> {
  const [creator, fan] = [await aCreator(t, { priceCents: 9_900 }), await aProfile(t)];
  const body = { purpose: 'subscription', reference: creator.profileId, amount: 99 };
  const { body: page } = await t.client(fan).call('createCheckout', { body });
  await notify(page.orderId, 9_900, `token-${page.orderId}`);
  t.clock.advance(periodMs - 30 * minute);
  return fan;
}

/** Everything that runs by the clock, every half hour for so long. */
async function pass(hours: number): Promise<void> {
  for (let half = 0; half < hours * 2; half += 1) {
    await t.drain({ tolerateFailures: true });
    for (const task of jobTasks(t.context))
      if (task.cron && /^(payments|subscriptions)\./.test(task.kind.name)) await task.run({}, { id: '1', attempt: 1 });
    t.clock.advance(30 * minute);
  }
}

const staffList = async () => {
  const staff = await aProfile(t, { role: 'admin' });
  const { body } = await t.client(await aSession(t, staff.accountId)).call('listFlaggedPayments', { query: {} });
  return { staff, items: body.items };
};

async function staysOneCharge(name: string): Promise<void> {
  const charges = await start(answers[name] as () => Response);
  await aDueSubscriber();
  await pass(48);
  expect(charges).toHaveLength(1);
  const { items } = await staffList();
  expect(items).toMatchObject([{ id: charges[0]?.orderId, status: 'pending' }]);
}
const title = 'T94: one order is charged once in 48 hours of silence after %s';
it('T94: one order is charged once in 48 hours of silence after no answer', () => staysOneCharge('no answer'));
it.each(['a plain yes', 'a failure of its own', 'something unreadable'])(title, { tags: ['long'] }, staysOneCharge);

it('T94: an event after two days without any pays for the period once', { tags: ['long'] }, async () => {
  const charges = await start(answers['a plain yes'] as () => Response);
  const fan = await aDueSubscriber();
  await pass(48);
  await notify(charges[0]?.orderId ?? '', 9_900);
  await pass(4);
  expect(charges).toHaveLength(1);
  const client = t.client(await aSession(t, fan.accountId));
  const { body } = await client.call('listOrders', {});
  expect(body.items.map(({ status }) => status)).toEqual(['paid', 'paid']);
  expect((await staffList()).items).toEqual([]);
  expect(hour).toBe(3_600_000);
});
