import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { createPayer } from './support/payer.ts';
import { findPlaces } from './support/places.ts';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();

it('on a phone, reports are dismissed at once and it is undone; a filter is saved, and the export recorded', async () => {
  const { memberId } = await findPlaces(inject('demoDatabaseUrl'));
  const reporters = await Promise.all([createPayer(world.url), createPayer(world.url)]);
  for (const { cookie } of reporters) {
    const answer = await fetch(`${world.url}/api/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify({ targetType: 'profile', targetId: memberId, reason: 'fake_profile' }),
    });
    expect(answer.status).toBe(201);
  }
  const open = async () =>
    (
      await world.rows<{ n: number }>(
        "select count(*)::int as n from reports where target_id = $1 and reason = 'fake_profile' and state = 'open'",
        [memberId],
      )
    )[0]?.n;
  expect(await open()).toBe(2);
  await visitWorld(world, { cookie: inject('demoSessions').admin, width: 390, height: 844 }, async ({ page }) => {
    await page.goto('/admin/reports?reason=fake_profile&target=profile');
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    await page.getByRole('button', { name: /^All \d+$/ }).click();
    const bar = page.getByRole('region', { name: 'Chosen reports' });
    await bar.getByRole('button', { name: 'Dismiss…' }).click();
    await page.getByLabel('Why nothing is done').fill('The photos are their own');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Dismiss \d+$/ })
      .click();
    await page.getByText(/^\d+ reports dismissed$/).waitFor();
    expect(await open()).toBe(0);
    await page.getByText('Undo for 10 more minutes').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').getByText('Undone').waitFor();
    expect(await open()).toBe(2);

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export this list as CSV' }).click();
    await proveWithPassword(page);
    const csv = await readFile(await (await saving).path(), 'utf8');
    expect(csv).toContain(memberId);

    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Save as').fill('Pretenders');
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await sheet.getByRole('list', { name: 'Saved filters' }).getByText('Pretenders').waitFor();
    await page.goto('/admin/reports');
    await page.getByRole('button', { name: 'Pretenders', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?reason=fake_profile&target=profile');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('button', { name: 'Delete Pretenders' }).click();
    await page.getByRole('button', { name: 'Delete Pretenders' }).waitFor({ state: 'detached' });
  });
  const recorded = await world.rows(
    "select from audit_log where action = 'reports.exported' and at > now() - interval '2 minutes'",
  );
  expect(recorded.length).toBeGreaterThan(0);
});
