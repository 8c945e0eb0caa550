import { factsOfPage, legalPages, operatorFacts } from '@vlam/contract/rules/legal';
import { expect, it } from 'vitest';
import { anAccount } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ config: { seller: { name: 'Umlilo (Pty) Ltd', address: null, vatNumber: null } } });
const page = (name: (typeof legalPages)[number]) => t.client().call('legalPage', { params: { page: name } });

it('names every fact of the operator on a page, and says which are missing', async () => {
  expect(new Set(Object.values(factsOfPage).flat())).toEqual(new Set(operatorFacts));
  for (const name of legalPages) expect((await page(name)).status).toBe(200);
  expect((await page('refunds')).body).toEqual({
    facts: [
      { name: 'companyName', value: 'Umlilo (Pty) Ltd' },
      { name: 'email', value: null },
      { name: 'phone', value: null },
    ],
    changedAt: null,
  });
  expect((await t.client().request('GET', '/api/legal/secrets')).status).toBe(404);
});

it('shows what staff fill in, and keeps a row of who changed what', async () => {
  const admin = await anAccount(t, { role: 'admin' });
  const set = (value: string) =>
    t.client(admin).call('setOperatorFacts', { body: { facts: [{ name: 'phone', value }] } });
  expect((await set('021 555 0188')).status).toBe(200);
  expect((await page('refunds')).body).toMatchObject({
    facts: expect.arrayContaining([{ name: 'phone', value: '021 555 0188' }]),
    changedAt: t.clock.now().toISOString(),
  });
  await set('');
  expect((await page('refunds')).body.facts.at(-1)).toEqual({ name: 'phone', value: null });
  const rows = await t.db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'operator_facts.changed')
    .orderBy('number')
    .execute();
  expect(rows).toEqual([
    { actor_id: admin.accountId, details: { phone: '021 555 0188' } },
    { actor_id: admin.accountId, details: { phone: '' } },
  ]);
});
