import { describe, expect, inject, it } from 'vitest';
import { openLive } from './support/live.ts';
import { openVisitor } from './support/visitor.ts';
import { useWorld, useWriters } from './support/world.ts';

// A cleared thread in the other tabs of the member who cleared it.

const world = useWorld();
const ids = useWriters(world);

describe('a cleared thread', () => {
  it('leaves the list and the open thread of another device too', async () => {
    const { fan } = ids;
    const [thread] = await world.rows<{ other_id: string; name: string }>(
      `select own.other_id, other.display_name as name from conversation_members own
         join profiles other on other.id = own.other_id
         where own.profile_id = $1 and own.box = 'inbox' and own.other_id <> $2
           and exists (select from messages where conversation_id = own.conversation_id and sender_id = own.other_id)
         order by own.listed_at limit 1`,
      [fan, ids.creator],
    );
    if (!thread) throw new Error('the demo fan has no thread');
    const options = { url: world.url, cookie: inject('demoSessions').fan };
    const [phone, desk] = await Promise.all([
      openVisitor(world.browser, { ...options, width: 390, height: 844 }),
      openVisitor(world.browser, { ...options, width: 1280 }),
    ]);
    await openLive(desk.page, `/chat/${thread.other_id}`);
    const log = desk.page.getByRole('log');
    await log.locator('li[data-seq]').first().waitFor();
    const rowIn = ({ page }: typeof desk) => page.locator(`li a[href="/chat/${thread.other_id}"]`);
    await rowIn(desk).waitFor();

    await openLive(phone.page, '/messages');
    await rowIn(phone).click();
    await phone.page.getByRole('log').locator('li[data-seq]').first().waitFor();
    await phone.page.getByRole('button', { name: /^More about/ }).click();
    await phone.page.getByText('Delete conversation').click();
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => new URL(phone.page.url()).pathname).toBe('/messages');
    await expect.poll(() => rowIn(phone).count()).toBe(0);
    await expect.poll(() => rowIn(desk).count()).toBe(0);
    await expect.poll(() => log.locator('li[data-seq]').count()).toBe(0);
    await desk.page.getByText('Say hello to').waitFor();
    expect([...phone.faults, ...desk.faults]).toEqual([]);
    await phone.close();
    await desk.close();
  });
});
