import { expect, inject, it } from 'vitest';
import { signIn } from './support/people.ts';
import { findPlaces } from './support/places.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A member reports, staff hold the item back, its creator reads why and appeals, and other staff decide again.

const world = useWorld();
const open = (cookie: string, width = 1280): Promise<Visitor> =>
  openVisitor(world.browser, { url: world.url, cookie, width, height: 800 });

it('a reported item is held back by one, appealed, and given back by another', async () => {
  const { demoCreatorId: creatorId } = await findPlaces(inject('demoDatabaseUrl'));
  const [item] = await world.rows<{ id: string; title: string }>(
    `select id, title from content_items where profile_id = '${creatorId}' and state = 'published'
       and media_type = 'image' order by published_at desc limit 1`,
  );
  if (!item) throw new Error('the creator has no item');
  const sessions = inject('demoSessions');
  const [fan, admin, creator, moderator] = await Promise.all([
    open(sessions.fan, 390),
    open(sessions.admin),
    open(sessions.creator, 390),
    open(await signIn(world.url, 'moderator@vlam.test', 'vlam-demo-2026')),
  ]);
  const openItem = async ({ page }: Visitor) => {
    await page.goto(`/profile/${creatorId}?item=${item.id}`);
    await page.getByRole('dialog').waitFor();
  };
  try {
    await openItem(fan);
    const sheet = fan.page.getByRole('dialog');
    await sheet
      .getByRole('button', { name: /^More about / })
      .first()
      .click();
    await fan.page.getByRole('button', { name: 'Report', exact: true }).click();
    const report = fan.page.getByRole('dialog').last();
    await report.getByText('Something else').click();
    const details = `It stands on another page ${item.id.slice(-6)}`;
    await report.getByLabel(/^What happened/).fill(details);
    await report.getByRole('button', { name: 'Send report' }).click();
    await fan.page.getByText('Thank you. Our moderators will look at it.').waitFor();

    await openItem(admin);
    await admin.page
      .getByRole('dialog')
      .getByRole('button', { name: /^More about/ })
      .click();
    await admin.page.getByRole('button', { name: 'Hold it back' }).click();
    await admin.page.getByLabel('Rule').selectOption({ label: 'Only what is yours to share' });
    await admin.page.getByLabel('Reason, which its creator reads').fill('It stands on another page');
    await admin.page.getByRole('button', { name: 'Hold back', exact: true }).click();
    const state = () => world.rows(`select state from content_items where id = '${item.id}'`);
    await expect.poll(state).toEqual([{ state: 'flagged' }]);

    // First in the list: reports of a weekend are all due at the same time.
    await world.rows("update reports set due_at = now() - interval '30 days' where details = $1", [details]);
    const desk = await admin.page.context().newPage();
    await desk.goto(`${world.url}/admin/reports`);
    const reports = desk.getByRole('list', { name: 'Reports' });
    await reports
      .getByRole('button', { name: /Something else/ })
      .first()
      .click();
    const reported = desk.getByRole('dialog');
    await reported.getByText(details).waitFor();
    await reported.getByRole('button', { name: 'Resolve' }).click();
    await reported.getByLabel('For the audit log').fill('Held back, its creator was told why');
    await reported.getByRole('button', { name: 'Resolve' }).click();
    await reported.waitFor({ state: 'hidden' });
    const decided = () =>
      world.rows('select state, outcome from reports where target_id = $1 and details = $2', [item.id, details]);
    await expect.poll(decided).toEqual([{ state: 'resolved', outcome: 'Held back, its creator was told why' }]);
    await fan.page.goto('/notifications');
    await fan.page
      .getByText(/you reported, and acted on/)
      .first()
      .waitFor();

    await creator.page.goto('/decisions');
    const card = creator.page.getByRole('article').filter({ hasText: item.title }).first();
    await card.getByText('It stands on another page').waitFor();
    await card.getByText('The item itself, as a moderator saw it').waitFor();
    await card.getByRole('button', { name: 'Appeal' }).click();
    await creator.page.getByLabel('Why it is wrong').fill('The other page is mine as well');
    await creator.page.getByRole('button', { name: 'Send', exact: true }).click();
    await card.getByText('Appealed').waitFor();

    await moderator.page.goto('/admin/reports?tab=appeals');
    await moderator.page.getByRole('button', { name: new RegExp(item.title) }).press('Enter');
    const appeal = moderator.page.getByRole('dialog');
    await appeal.getByText('The other page is mine as well').waitFor();
    await appeal.getByRole('radio', { name: /Reverse it/ }).press('Space');
    await appeal.getByLabel('Answer, which the member reads').fill('It is your page indeed');
    await appeal.getByRole('button', { name: 'Reverse it' }).press('Enter');
    await appeal.waitFor({ state: 'hidden' });
    await expect.poll(state).toEqual([{ state: 'published' }]);
    await openItem(fan);
    await creator.page.reload();
    await card.getByText('Reversed', { exact: true }).waitFor();
    for (const { faults } of [fan, admin, creator, moderator]) expect(faults).toEqual([]);
  } finally {
    await Promise.all([fan, admin, creator, moderator].map((each) => each.close()));
  }
});
