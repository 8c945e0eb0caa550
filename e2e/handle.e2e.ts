import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayer, type Payer } from './support/payer.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A member chooses an address that can be said, others find them by it, and it follows them when they change it.

const world = useWorld();
const displayName = 'Lwazi Radebe';
const suffix = [...crypto.randomUUID().replaceAll(/\d|-/g, '')].slice(0, 6).join('');
const [first, second] = [`lwazi.${suffix}`, `radebe_${suffix}`];
let [owner, other]: Payer[] = [];
let ownerId: string;
let [ownerSide, otherSide]: Visitor[] = [];

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
const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname;
const heading = ({ page }: Visitor) => page.getByRole('heading', { level: 1, name: new RegExp(`^${displayName}`) });

async function choose({ page }: Visitor, handle: string): Promise<void> {
  // A second try finds what the first did.
  if ((await send(owner, 'GET', '/api/profiles/me/handle')).handle === handle) return;
  await page.goto('/profile');
  await page.getByRole('button', { name: /^(Choose|Change)$/ }).click();
  const sheet = page.getByRole('dialog', { name: /your address$/ });
  await sheet.getByLabel('Address').fill(`@${handle.toUpperCase()}`);
  await sheet.getByText(`@${handle} is free.`).waitFor();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`@${handle}`, { exact: true }).waitFor();
}

beforeAll(async () => {
  [owner, other] = await Promise.all([1, 2].map(() => createPayer(world.url)));
  ownerId = (await send(owner, 'PATCH', '/api/profiles/me', { displayName })).id;
  [ownerSide, otherSide] = await Promise.all(
    [owner, other].map((payer) =>
      openVisitor(world.browser, { url: world.url, cookie: payer?.cookie ?? '', width: 390, height: 844 }),
    ),
  );
});
afterAll(async () => {
  await Promise.all([ownerSide?.close(), otherSide?.close()]);
});

it('a member chooses a handle, and others open their page by it', async () => {
  const [mine, theirs] = [ownerSide as Visitor, otherSide as Visitor];
  await choose(mine, first);
  await mine.page.goto('/profile');
  await mine.page.getByText('2 changes left this year').waitFor();

  await theirs.page.goto(`/@${first}`);
  await heading(theirs).waitFor();
  await theirs.page.reload();
  await heading(theirs).waitFor();
  expect(pathOf(theirs)).toBe(`/@${first}`);
  for (const way of [`/profile/${ownerId}`, `/%40${first}`, `/@${first.replace('.', '').toUpperCase()}`]) {
    await theirs.page.goto(way);
    await heading(theirs).waitFor();
    await expect.poll(() => pathOf(theirs)).toBe(`/@${first}`);
  }
});

it('shares the address as a link, a QR code and a picture with a neutral name', async () => {
  const { page } = otherSide as Visitor;
  await page.goto(`/@${first}`);
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Share' });
  await sheet.getByRole('img', { name: `QR code that opens the address of ${displayName}` }).waitFor();
  await sheet.getByText(`${new URL(world.url).host}/@${first}`).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Save as a picture' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('qr-code.png');
  // In their light only its owner can save it.
  expect(await sheet.getByRole('button', { name: 'Save in your light' }).count()).toBe(0);
});

it('a former handle leads to the new one', async () => {
  const [mine, theirs] = [ownerSide as Visitor, otherSide as Visitor];
  await choose(mine, second);
  await theirs.page.goto(`/@${first}`);
  await heading(theirs).waitFor();
  await expect.poll(() => pathOf(theirs)).toBe(`/@${second}`);
  const page = await (await fetch(`${world.url}/@${second}`)).text();
  expect(page).not.toMatch(/lwazi|radebe/i);
});

it('leads to no one for who is blocked, as a handle that no one has', async () => {
  const theirs = otherSide as Visitor;
  const me = await send(other, 'GET', '/api/profiles/me');
  await send(owner, 'POST', `/api/profiles/${me.id}/block`);
  for (const handle of [first, second, `nobody.${suffix}`]) {
    await theirs.page.goto(`/@${handle}`);
    await theirs.page.getByRole('heading', { name: 'Nobody here' }).waitFor();
    expect(pathOf(theirs)).toBe(`/@${handle}`);
  }
});
