import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

// A creator finds a fan by the name they show, writes a note, puts them into a list, saves the list as a file and
// restricts them; the fan learns it when they comment.

const world = useWorld();
const sessions = inject('demoSessions');
const phone = { width: 390, height: 844 };
/** The refusal after which the page asks for a proof. */
const askedForProof = /403/;
const name = 'Nomvula Zulu-Dube';
let fanId: string | null = null;

beforeEach(async () => {
  // A story that is told again begins anew.
  await world.rows("delete from fan_lists where name = 'Corridors'");
  await world.rows('delete from fan_notes where fan_id = $1', [fanId]);
  await world.rows('delete from profile_restrictions where fan_id = $1', [fanId]);
  if (fanId) return;
  // A subscriber of the demo's creator whom nobody else is called like.
  const [fan] = await world.rows<{ id: string }>(
    `update profiles set display_name = $1 where id = (
       select s.subscriber_id from subscriptions s join profiles creator on creator.id = s.creator_id
         join accounts a on a.id = creator.account_id join profiles fan on fan.id = s.subscriber_id
         where a.email = 'creator@vlam.test' and s.paid_until > now() and fan.hidden_at is null and not fan.incognito
           and not exists (select from fan_notes where fan_id = fan.id)
         order by s.started_at limit 1) returning id`,
    [name],
  );
  if (!fan) throw new Error('the demo has no such subscriber');
  fanId = fan.id;
});

describe("a creator's people", () => {
  it('T66: are found, noted, listed, exported and restricted', async () => {
    await visitWorld(world, { cookie: sessions.creator, ...phone, expectedFaults: askedForProof }, async ({ page }) => {
      await page.goto('/studio');
      await page.getByRole('link', { name: 'People', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: /\d+ subscribers/ }).waitFor();
      await page.getByRole('button', { name: 'Search by name' }).click();
      await page.getByRole('textbox', { name: 'Search by name' }).fill('zulu-d');
      const people = page.getByRole('list', { name: 'People' });
      await people.getByRole('button', { name }).click();

      const card = page.getByRole('dialog', { name });
      await card.getByRole('textbox', { name: 'Note' }).fill('Asked for the corridor in colour.');
      await card.getByRole('button', { name: 'Save note' }).click();
      await card.getByText('Saved', { exact: true }).waitFor();

      await card.getByRole('button', { name: `Change the lists of ${name}` }).click();
      const lists = page.getByRole('dialog', { name: `Lists of ${name}` });
      await lists.getByRole('textbox', { name: 'Name of a new list' }).fill('Corridors');
      await lists.getByRole('button', { name: 'Create' }).click();
      await lists.getByRole('switch', { name: 'Corridors', checked: true }).waitFor();
      await lists.getByRole('button', { name: 'Close' }).click();
      await card.getByText('Corridors').waitFor();

      await card.getByRole('button', { name: 'Restrict', exact: true }).click();
      await card.getByRole('button', { name: 'Lift restriction' }).waitFor();
      await card.getByRole('button', { name: 'Close' }).click();
      await people.getByText('Asked for the corridor in colour.').waitFor();

      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export as CSV' }).click();
      await proveWithPassword(page);
      const file = await saving;
      expect(file.suggestedFilename()).toBe('people-subscribers.csv');
      const rows = (await readFile(await file.path(), 'utf8')).split('\r\n');
      expect(rows).toHaveLength(3);
      expect(rows[1]).toContain(`"${name}"`);
      expect(rows[1]).toContain('"Corridors","Asked for the corridor in colour."');

      await page.getByRole('tab', { name: 'My lists' }).click();
      await page.getByRole('button', { name: /^Restricted/ }).click();
      await people.getByRole('button', { name }).waitFor();
      await page.getByRole('button', { name: 'Back to my lists' }).click();
      await page.getByRole('button', { name: /^Corridors/ }).click();
      await people.getByRole('button', { name }).waitFor();
    });
  });

  it('stand beside their thread on a wide screen, and in a sheet on a phone', async () => {
    await visitWorld(world, { cookie: sessions.creator, width: 1280, height: 800 }, async ({ page }) => {
      await page.goto(`/chat/${fanId}`);
      const card = page.getByRole('complementary', { name: 'Fan card' });
      await card.getByRole('heading', { name }).waitFor();
      await card.getByText('your share of what they spent').waitFor();
      expect(await card.getByRole('link', { name: 'Message' }).count()).toBe(0);
    });
    await visitWorld(world, { cookie: sessions.creator, ...phone }, async ({ page }) => {
      await page.goto(`/chat/${fanId}`);
      await page.getByRole('button', { name: `More about ${name}` }).click();
      await page.getByRole('button', { name: 'Fan card' }).click();
      await page.getByRole('dialog', { name }).getByText('your share of what they spent').waitFor();
    });
  });
});
