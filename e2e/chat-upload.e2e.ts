import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld, useWriters } from './support/world.ts';

// A photo upload interrupted by a reload.

const world = useWorld();
const ids = useWriters(world);
let folder = '';
let creator: Visitor;

/** A random picture of three megabytes in three chunks, on disk. */
async function aPicture(name: string): Promise<string> {
  const [width, height] = [1_100, 1_400];
  const raw = { width, height, channels: 3 } as const;
  const file = join(folder, name);
  await writeFile(
    file,
    await sharp(randomBytes(width * height * 3), { raw })
      .jpeg({ quality: 92 })
      .toBuffer(),
  );
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlam-photos-'));
  // Its members have no message quota.
  await world.rows('delete from vip_memberships');
  creator = await openVisitor(world.browser, { url: world.url, cookie: inject('demoSessions').creator, width: 390 });
});
afterAll(async () => {
  await creator?.close();
  await rm(folder, { recursive: true, force: true });
});

async function choose(page: Page, button: string, files: string[]) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(files);
}
async function chooseAsCreator(page: Page, files: string[]) {
  await page.getByRole('button', { name: 'Add a photo or video' }).click();
  await choose(page, 'Photos from this device', files);
}
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Set a price' });
/** The interrupted upload shows as a chip, not as a sheet over the thread. */
async function reloadAndGoOn(page: Page): Promise<void> {
  await page.reload();
  const chip = page.getByRole('button', { name: 'A photo waits to be sent' });
  await chip.waitFor();
  expect(await sheet(page).count()).toBe(0);
  await chip.click();
}
const priced = async (price: number) =>
  (await world.rows('select 1 from messages where sender_id = $1 and price = $2', [ids.creator, price])).length;

describe('an interrupted upload', () => {
  it('resumes after a reload once the file is chosen again, with its price', { tags: ['long'] }, async () => {
    const { page } = creator;
    const file = await aPicture('one.jpg');
    let pieces = 0;
    // The connection is lost after the first chunk.
    await page.route('**/api/uploads/*', (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      pieces += 1;
      return pieces === 1 ? route.fallback() : route.abort('connectionreset');
    });
    await page.goto(`/chat/${ids.fan}`);
    await chooseAsCreator(page, [file]);
    await sheet(page).getByLabel('Or your own price').fill('37');
    await expect.poll(() => pieces).toBeGreaterThan(1);
    await reloadAndGoOn(page);
    await sheet(page)
      .getByText(/it goes on where it stopped/)
      .waitFor();
    expect(await sheet(page).getByLabel('Or your own price').inputValue()).toBe('37');
    expect(await sheet(page).getByRole('button', { name: 'Set Price' }).isDisabled()).toBe(true);
    await page.unroute('**/api/uploads/*');
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    const begun: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/uploads')) begun.push(request.url());
    });
    await sheet(page).getByLabel('Choose it again').setInputFiles([file]);
    await sheet(page).getByRole('button', { name: 'Set Price' }).click();
    await sheet(page).waitFor({ state: 'detached', timeout: 30_000 });
    expect(offsets[0]).toBeGreaterThanOrEqual(1_048_576);
    expect(begun).toEqual([]);
    await expect.poll(() => priced(37)).toBe(1);
    // Nothing is left to resume.
    await page.reload();
    await page.locator('textarea[name="message"]').waitFor();
    expect(await sheet(page).count()).toBe(0);
  });

  it('needs no file when it was complete', { tags: ['long'] }, async () => {
    const { page } = creator;
    await page.goto(`/chat/${ids.fan}`);
    await chooseAsCreator(page, [await aPicture('two.jpg')]);
    await sheet(page).getByLabel('Or your own price').fill('41');
    await sheet(page)
      .getByText(/^Ready/)
      .waitFor({ timeout: 30_000 });
    await reloadAndGoOn(page);
    await sheet(page)
      .getByText(/^Ready/)
      .waitFor();
    await sheet(page).getByRole('button', { name: 'Set Price' }).click();
    await sheet(page).waitFor({ state: 'detached', timeout: 20_000 });
    await expect.poll(() => priced(41)).toBe(1);
    expect(creator.faults).toEqual([]);
  });

  it('is deleted when its sheet is closed', { tags: ['long'] }, async () => {
    const { page } = creator;
    await page.goto(`/chat/${ids.fan}`);
    await chooseAsCreator(page, [await aPicture('three.jpg')]);
    await sheet(page)
      .getByText(/^Ready/)
      .waitFor({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('textarea[name="message"]').waitFor();
    expect(await sheet(page).count()).toBe(0);
  });

  it('costs two credits past the daily quota only when the button said so', { tags: ['long'] }, async () => {
    const fan = await openVisitor(world.browser, { url: world.url, cookie: inject('demoSessions').fan, width: 390 });
    const { page } = fan;
    const paid = async () =>
      (
        await world.rows<{ cost: number }>(
          `select send_cost as cost from messages where sender_id = $1 and media_id is not null order by created_at desc limit 1`,
          [ids.fan],
        )
      )[0]?.cost;
    // The quota applies to the member who started the thread.
    await world.rows('update conversations set low_begins = true, high_begins = true where $1 in (low_id, high_id)', [
      ids.fan,
    ]);
    await page.goto(`/chat/${ids.creator}`);
    const photo = page.getByRole('dialog', { name: 'Send a photo' });
    await choose(page, 'Send a photo', [await aPicture('free.jpg')]);
    await photo.getByRole('button', { name: 'Send for Free' }).click();
    await photo.waitFor({ state: 'detached', timeout: 30_000 });
    await expect.poll(paid).toBe(0);
    await world.rows(`update message_quotas set used = 5 where profile_id = $1`, [ids.fan]);
    await page.reload();
    await page.getByText('No free messages left today').waitFor();
    await choose(page, 'Send a photo', [await aPicture('past.jpg')]);
    expect(await photo.getByRole('button', { name: 'Send for Free' }).count()).toBe(0);
    await photo.getByText('Your balance after').waitFor();
    await photo.getByRole('button', { name: 'Send for 2 credits' }).click();
    await photo.waitFor({ state: 'detached', timeout: 30_000 });
    await expect.poll(paid).toBe(2);
    expect(fan.faults).toEqual([]);
    await fan.close();
  });
});
