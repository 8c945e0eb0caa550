import { expect, it } from 'vitest';
import { createPayer } from './support/payer.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();

it('shows the eight switches of both Advanced tabs in their first positions on a fresh device', async () => {
  const member = await createPayer(world.url);
  await visitWorld(world, { cookie: member.cookie, width: 390, height: 844 }, async ({ page }) => {
    const toggle = (name: string) => page.getByRole('switch', { name, exact: true });
    const ofServer = () => page.evaluate(async () => (await fetch('/api/privacy/settings')).json());
    const filter = () => page.evaluate(() => document.body.style.filter);
    const positions = async (path: string, first: string) => {
      await page.goto(path);
      await page.getByRole('tab', { name: 'Advanced' }).click();
      await toggle(first).waitFor();
      const panel = page.getByRole('tabpanel');
      return panel
        .getByRole('switch')
        .evaluateAll((all) =>
          all
            .slice(0, 4)
            .map((each) => [
              document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.textContent,
              each.getAttribute('aria-checked') === 'true',
            ]),
        );
    };
    expect(await positions('/disguise', 'Screen recording protection')).toEqual([
      ['Screen recording protection', true],
      ['Incognito', false],
      ['Stealth notifications', true],
      ['Quick exit', false],
    ]);
    expect(await positions('/privacy', 'Location privacy')).toEqual([
      ['Location privacy', false],
      ['Browser history', false],
      ['Analytics blocking', true],
      // The stories open Vlam without https.
      ['Secure connections', false],
    ]);
    // What is switched in one place is switched in the other, and takes effect without a reload.
    await page.goto('/disguise');
    await page.getByRole('tab', { name: 'Advanced' }).click();
    await toggle('Incognito').click();
    await expect.poll(ofServer).toMatchObject({ incognito: true });
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('blur')));
        return filter();
      })
      .toContain('blur');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await toggle('Screen recording protection').click();
    await page.goto('/privacy');
    await toggle('Block screenshots').waitFor();
    expect([await toggle('Incognito').isChecked(), await toggle('Block screenshots').isChecked()]).toEqual([
      true,
      false,
    ]);
  });
});
