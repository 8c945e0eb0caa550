import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPicture } from '../apps/server/test/pictures.ts';
import { createPayer, faultsOf, type Payer } from './support/payer.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A creator schedules a picture with a price for all followers; it goes out, one opens it, and it is taken back for the
// one who has not.

const world = useWorld();
const content = `Behind the curtain ${Date.now()}`;
const phone = { width: 390, height: 844 };
let [creator, reader, absent]: Payer[] = [];
let creatorId: string;
let [creatorSide, readerSide]: Visitor[] = [];

const send = async (payer: Payer | undefined, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: payer?.cookie ?? '',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.status === 204 ? null : response.json();
};

beforeAll(async () => {
  [creator, reader, absent] = await Promise.all([1, 2, 3].map(() => createPayer(world.url)));
  const offer = {
    displayName: 'Busisiwe Nkosi',
    bio: 'Late light, slow mornings, film grain.',
    category: 'Art & Adult',
    subscriptionPrice: 99,
  };
  creatorId = (await send(creator, 'PATCH', '/api/profiles/me', offer)).id;
  for (const fan of [reader, absent]) await send(fan, 'POST', `/api/creators/${creatorId}/follow`);
  [creatorSide, readerSide] = await Promise.all(
    [creator, reader].map((payer) =>
      openVisitor(world.browser, { url: world.url, cookie: payer?.cookie ?? '', ...phone }),
    ),
  );
});
afterAll(async () => {
  await Promise.all([creatorSide?.close(), readerSide?.close()]);
});

const openTool = async () => {
  const page = (creatorSide as Visitor).page;
  await page.goto('/messages');
  await page.getByRole('button', { name: 'Creator tools' }).click();
  await page.getByRole('button', { name: 'Message many at once' }).click();
  return page;
};

it('is scheduled with a picture and its price', async () => {
  const page = await openTool();
  const form = page.getByRole('dialog', { name: 'Message many at once' });
  await form.getByLabel('Who gets it').selectOption('followers');
  await form.getByLabel('Message', { exact: true }).fill(content);
  const buffer = await aPicture({ width: 600, height: 750, seed: Date.now() % 1_000_000 });
  await form.locator('input[type=file]').first().setInputFiles({ name: 'curtain.jpg', mimeType: 'image/jpeg', buffer });
  await form.getByLabel('Price', { exact: true }).fill('12');
  await form.getByText('people get it').waitFor();
  await form.getByText('At a time').click();
  await form.getByRole('button', { name: 'Preview' }).click();
  const check = page.getByRole('dialog', { name: 'Check it once more' });
  await check.getByText('Locked until they pay').waitFor();
  await check.getByRole('button', { name: /^Schedule for / }).click();
  await page.getByText('Scheduled', { exact: true }).first().waitFor();
});

it('goes out at its time, and is locked at its price', async () => {
  const [row] = await world.rows<{ id: string }>(
    `update message_broadcasts set scheduled_at = now() where content = $1 and state = 'scheduled' returning id`,
    [content],
  );
  if (!row) throw new Error('the first story schedules it');
  await world.rows(
    `select from graphile_worker.reschedule_jobs(
       array(select id from graphile_worker.jobs where key = $1), run_at => now())`,
    [`messaging.broadcast:${row.id}`],
  );
  const sent = async () => {
    const [{ state, sent: people }] = (await send(creator, 'GET', '/api/creator/broadcasts')).items;
    return [state, people];
  };
  await expect.poll(sent, { timeout: 90_000 }).toEqual(['sent', 2]);
  const page = (readerSide as Visitor).page;
  await page.goto(`/chat/${creatorId}`);
  await page.getByText(content).waitFor();
  await page
    .getByRole('button', { name: /^Unlock.*12/ })
    .first()
    .waitFor();
  // Whoever has not accepted a first message is not said to have read it.
  await page.getByRole('button', { name: 'Accept' }).click();
});

it('is taken back where nobody has opened it, and stays where it was read', async () => {
  const page = await openTool();
  const form = page.getByRole('dialog', { name: 'Message many at once' });
  await form.getByText('1 read').waitFor();
  await form.getByRole('button', { name: 'Unsend where unread' }).click();
  await form.getByRole('button', { name: 'Unsend it' }).click();
  await form.getByText('1 unsent').waitFor({ timeout: 90_000 });
  await (readerSide as Visitor).page.reload();
  await (readerSide as Visitor).page.getByText(content).waitFor();
  const visitor = await openVisitor(world.browser, { url: world.url, cookie: absent?.cookie ?? '', ...phone });
  try {
    await visitor.page.goto(`/chat/${creatorId}`);
    await visitor.page.getByRole('textbox', { name: /message/i }).waitFor();
    expect(await visitor.page.getByText(content).count()).toBe(0);
  } finally {
    await visitor.close();
  }
  expect([...faultsOf(creatorSide as Visitor), ...faultsOf(readerSide as Visitor)]).toEqual([]);
});
