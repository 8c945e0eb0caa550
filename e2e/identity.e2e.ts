import { describe, expect, inject, it } from 'vitest';
import { aPicture } from '../apps/server/test/pictures.ts';
import { password } from './support/forms.ts';
import { born, createPayer } from './support/payer.ts';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const phone = { width: 390, height: 844 };

/** Rates a free picture of the demo X18, under a registration of its creator; `undo` takes that back. */
async function anX18Item(): Promise<{ id: string; title: string; profileId: string; undo(): Promise<void> }> {
  const [item] = await world.rows<{ id: string; title: string; profile_id: string; classification: string }>(
    `select item.id, item.title, item.profile_id, item.classification from content_items as item
       join profiles on profiles.id = item.profile_id
      where item.state = 'published' and not item.is_premium and item.media_type = 'image'
        and item.more_pictures + item.more_videos = 0 and item.classification <> 'X18' and profiles.hidden_at is null
        and profiles.category is not null and not exists (
          select from film_board_registrations as held where held.profile_id = item.profile_id)
      order by item.id limit 1`,
  );
  if (!item) throw new Error('the demo has no free picture of its creator');
  const [registration] = await world.rows<{ id: string }>(
    `insert into film_board_registrations (id, profile_id, number, status, submitted_at, decided_at, x18_exemption,
        x18_proposed_by, x18_proposed_at, x18_confirmed_by, x18_confirmed_at)
      values (gen_random_uuid(), $1, 'FPB 12/2026', 'approved', now(), now(), true,
        gen_random_uuid(), now(), gen_random_uuid(), now()) returning id`,
    [item.profile_id],
  );
  const rate = (as: string, by: string | null) =>
    world.rows(
      'update content_items set classification = $2, x18_lock = $3::uuid is not null or null, x18_registration_id = $3 where id = $1',
      [item.id, as, by],
    );
  await rate('X18', registration?.id ?? null);
  return {
    ...{ id: item.id, title: item.title, profileId: item.profile_id },
    async undo() {
      await rate(item.classification, null);
      await world.rows('delete from film_board_registrations where id = $1', [registration?.id ?? '']);
    },
  };
}

describe('an identity document', () => {
  it('T128 T129: leads from a shut X18 item over the picture and the staff, by keys, to the open item', async () => {
    const member = await createPayer(world.url);
    await world.rows('delete from identity_documents');
    const item = await anX18Item();
    try {
      await visitWorld(world, { cookie: member.cookie, ...phone }, async ({ page }) => {
        await page.goto(`/profile/${item.profileId}?item=${item.id}`);
        await page.getByText('This is rated X18.').waitFor();
        await page.getByRole('link', { name: 'Confirm who you are' }).click();
        await page.getByRole('button', { name: 'Send it' }).click();
        const next = page.getByRole('button', { name: 'Take the picture' });
        expect(await next.isDisabled()).toBe(true);
        await page.getByRole('checkbox').check();
        await next.click();
        const buffer = await aPicture({ width: 1200, height: 800, seed: 77 });
        await page
          .getByLabel('Choose a picture of the document')
          .setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer });
        await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click();
        await proveWithPassword(page, password);
        await page.getByText(/^Sent on/).waitFor();
      });

      await visitWorld(world, { cookie: inject('demoSessions').admin }, async ({ page }) => {
        await page.goto('/admin/users/verification?show=documents');
        await page.getByRole('region', { name: 'Waiting' }).getByRole('listitem').first().waitFor();
        await page.keyboard.press('j');
        await page.keyboard.press('o');
        const picture = page.getByRole('img', { name: 'Identity document' });
        const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
        await picture.or(sheet).first().waitFor();
        if (await sheet.isVisible()) await proveWithPassword(page);
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
          .toBe(true);
        await page.keyboard.press('a');
        await page.getByLabel('Date of birth in the document').fill(born);
        await page.getByLabel('Reason, for the audit log').fill('Card seen');
        await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
        await page.getByText('Nothing is waiting').waitFor();
      });
      const audited = await world.rows<{ action: string }>(
        "select action from audit_log where target_type = 'identity document' order by number",
      );
      expect(audited.map(({ action }) => action).slice(-2)).toEqual([
        'identity_document.opened',
        'identity_document.accepted',
      ]);

      await visitWorld(world, { cookie: member.cookie, ...phone }, async ({ page }) => {
        await page.goto('/identity');
        await page.getByRole('heading', { name: 'Identity level 2' }).waitFor();
        await page.goto(`/profile/${item.profileId}?item=${item.id}`);
        await page.getByRole('button', { name: `Enlarge ${item.title}` }).waitFor();
      });
    } finally {
      await item.undo();
    }
  });
});
