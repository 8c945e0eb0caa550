import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { createIdNumber } from './support/adults.ts';
import { password } from './support/forms.ts';
import { born } from './support/payer.ts';
import { demoPassword } from './support/people.ts';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const sessions = inject('demoSessions');
const demoCreator = 'Naledi Mokoena';
const headers = { 'sec-fetch-site': 'same-origin' };

async function post(page: Page, path: string, data: unknown): Promise<unknown> {
  const answer = await page.request.post(path, { headers: { ...headers, 'idempotency-key': randomUUID() }, data });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return answer.json().catch(() => null);
}

/** One browser makes an account, proves an age, and tips the creator in rand by card. */
async function signUpAndTip(page: Page, creatorId: string): Promise<void> {
  await page.context().clearCookies({ name: /session|proof/ });
  const email = `ring-${randomUUID()}@people.test`;
  await post(page, '/api/auth/register', {
    email,
    password,
    firstName: 'Kagiso',
    lastName: 'Sithole',
    consents: { terms: 1 },
  });
  await post(page, '/api/profiles', {
    displayName: `Kagiso ${email.slice(5, 9)}`,
    age: 31,
    location: 'Durban',
    bio: '',
  });
  await post(page, '/api/auth/verify-age', {
    ...{ idNumber: createIdNumber(born), documentType: 'id_document', documentNumber: 'DOC-1', dateOfBirth: born },
  });
  const order = (await post(page, '/api/payments/checkout', { purpose: 'tip', reference: creatorId, amount: 100 })) as {
    orderId: string;
    checkoutUrl: string;
  };
  const paid = await fetch(order.checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'card=pays',
  });
  expect(paid.status).toBe(303);
  const stateOf = async () =>
    (await world.rows<{ state: string }>('select state from payment_orders where id = $1', [order.orderId]))[0]?.state;
  await expect.poll(stateOf, { timeout: 15_000 }).toBe('paid');
}

/** Runs the rules now rather than within two minutes. */
const runRules = () => world.rows(`select from graphile_worker.add_job('risk.scan', '{}')`);

it('T108 T109: a ring is found, staff freeze with the keyboard, the creator sees an ordinary payout, release lets it go', async () => {
  const [creator] = await world.rows<{ id: string; account_id: string }>(
    `select p.id, p.account_id from profiles p join accounts a on a.id = p.account_id where a.email = 'creator@vlam.test'`,
  );
  if (!creator) throw new Error('the demo has no creator');
  await visitWorld(world, { cookie: undefined }, async ({ page }) => {
    await page.goto('/');
    for (let account = 0; account < 3; account += 1) await signUpAndTip(page, creator.id);
  });
  await runRules();
  const isFound = async () =>
    (
      await world.rows<{ rule: string }>(
        `select s.rule from risk_signals s join risk_cases c on c.id = s.case_id where c.account_id = $1 and c.state in ('open', 'frozen')`,
        [creator.account_id],
      )
    ).map(({ rule }) => rule);
  await expect.poll(isFound, { timeout: 15_000 }).toContain('payers_of_one_device');

  await visitWorld(world, { cookie: sessions.admin }, async ({ page: staff }) => {
    await staff.goto('/admin/risk');
    const selected = staff.getByRole('tabpanel').locator('a[aria-current="true"]');
    await selected.waitFor();
    for (let step = 0; step < 30 && !(await selected.innerText()).includes(demoCreator); step += 1)
      await staff.keyboard.press('j');
    await staff.keyboard.press('Enter');
    await staff.getByRole('heading', { level: 1, name: demoCreator }).waitFor();
    await staff.getByText(/3 accounts of one device paid/).waitFor();
    await staff.keyboard.press('f');
    await staff.getByLabel('Why').fill('Three accounts of one browser');
    await staff.getByRole('dialog').getByRole('button', { name: 'Freeze' }).press('Enter');
    await staff.getByText('The money is frozen').waitFor();
    await staff.getByText('payouts held').waitFor();
    const casePath = new URL(staff.url()).pathname;

    await visitWorld(world, { cookie: sessions.creator }, async ({ page }) => {
      const { account } = await (await page.request.get('/api/payouts/account')).json();
      await post(page, '/api/auth/step-up', { password: demoPassword });
      // Another story may have named one, and a change would hold payouts for days.
      if (!account) {
        const named = { bank: 'Capitec', holderName: demoCreator, accountNumber: '1234567890', branchCode: '470010' };
        const data = { ...named, accountType: 'savings' };
        expect((await page.request.put('/api/payouts/account', { headers, data })).ok()).toBe(true);
      }
      await post(page, '/api/payouts', { amountCents: 50_700 });
      await page.goto('/dashboard');
      const row = page.locator('#payouts li', { hasText: 'R507' }).first();
      await row.getByText('Requested').waitFor();
      await row.getByText('This payout is being checked. We write to you when it is on its way.').waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/freez|froz|suspic|fraud/i);
    });

    const approve = async () => {
      await staff.goto('/admin/settings/payments');
      const row = staff.getByRole('tabpanel').locator('li', { hasText: 'R507' }).filter({ hasText: demoCreator });
      await row.getByRole('button', { name: 'Approve' }).click();
      await staff.getByRole('button', { name: 'Approve R507', exact: true }).click();
      return row;
    };
    const held = await approve();
    await proveWithPassword(staff);
    await staff.getByText('This account is frozen. Decide its case first').first().waitFor();
    await staff.keyboard.press('Escape');
    await held.getByText('frozen').waitFor();
    // The closed sheet goes one step back in the history, which would abort a navigation.
    await staff.waitForFunction(() => history.state?.layer === undefined);

    await staff.goto(casePath);
    await staff.getByText('payouts held').waitFor();
    await staff.keyboard.press('r');
    await staff.getByLabel('What you found').fill('Siblings with cards of their own');
    await staff.getByRole('dialog').getByRole('button', { name: 'Release' }).press('Enter');
    await staff.getByText('The case is cleared').waitFor();
    await approve();
    await staff.getByText('Payout approved').waitFor();
    // A creator has one open payout at a time: the next story must find none.
    const [payout] = await world.rows<{ id: string }>(
      `select id from payouts where account_id = $1 and status = 'approved'`,
      [creator.account_id],
    );
    await post(staff, `/api/admin/payouts/${payout?.id}/sent`, { bankReference: 'EFT 2026 507' });
  });
});
