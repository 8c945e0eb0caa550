import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { aClip } from '../apps/server/test/clips.ts';
import { aPicture } from '../apps/server/test/pictures.ts';
import { type Link, openLink } from './support/dropping-link.ts';
import { openVisitor } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const cookie = inject('demoSessions').creator;
const megabyte = 1024 ** 2;

/** A picture of random light that no encoder makes smaller, of about so many megabytes. */
async function aHeavyPicture(megabytes: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt((megabytes * megabyte) / 1.02));
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const box = (page: Page) => page.locator('form').first();
const state = (page: Page) => box(page).getByRole('status');
/** From a disk, as the browser reads it: megabytes sent over the protocol outlast a wait on a busy machine. */
async function addHeavyFile(page: Page, bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vlam-heavy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'heavy.jpg');
  await writeFile(path, bytes);
  await page.getByLabel('Add files').setInputFiles(path);
}
const isStored = async (hash: string) =>
  (await world.rows("select 1 from media where encode(sha256, 'hex') = $1 and state = 'ready'", [hash])).length > 0;

/** The form of a new post with one small picture, over a line of its own; originals are sent. */
async function visitOverLine(work: (page: Page, link: Link) => Promise<void>): Promise<void> {
  const link = await openLink(Number(new URL(world.url).port));
  const visitor = await openVisitor(world.browser, { url: link.url, cookie, width: 390, height: 844 });
  const { page } = visitor;
  try {
    await page.goto('/create');
    await page.getByLabel('Choose a picture').setInputFiles([asFile('small.jpg', await aPicture({ width: 300 }))]);
    await page.getByRole('switch', { name: 'Send original' }).click();
    await state(page).getByText('Ready').waitFor();
    await work(page, link);
    expect(visitor.faults).toEqual([]);
  } finally {
    await visitor.close();
    await link.close();
  }
}

describe('files of a new post', () => {
  it('travel together, smaller where that helps, and stay while another screen is shown', {
    tags: ['long'],
  }, async () => {
    await visitWorld(world, { cookie }, async ({ page }) => {
      const large = await aPicture({ width: 1_800, height: 2_400, seed: 7 });
      const small = await aPicture({ width: 500, height: 600, seed: 8 });
      await page.goto('/create');
      const picker = page.getByLabel('Choose a picture');
      // An iPhone converts its photos because HEIC is not among them.
      expect(await picker.getAttribute('accept')).toBe(
        'image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm',
      );
      await picker.setInputFiles([asFile('large.jpg', large), asFile('small.jpg', small)]);
      await page.getByText('2 of 2 are up').waitFor();
      await page.getByText(/Ready, .* Saved \d/).waitFor();
      const rows = await world.rows<{ size: number; width: number }>(
        'select byte_size::int as size, width from media order by created_at desc limit 2',
      );
      // What travelled is what the server keeps, and the small picture travelled as it was.
      const bySize = rows.toSorted((one, other) => one.width - other.width);
      expect(bySize.map(({ width }) => width)).toEqual([500, 1440]);
      expect(bySize[0]?.size).toBe(small.length);
      expect(bySize[1]?.size).toBeLessThan(large.length * 0.9);

      await page.getByRole('button', { name: 'File 2' }).click();
      await page.getByRole('button', { name: 'Remove the picture' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'File 2' }).waitFor();
      await page.getByRole('textbox', { name: 'Title' }).fill('One of two');
      await page
        .getByRole('link', { name: /Credits/ })
        .last()
        .click();
      await page.getByRole('heading', { name: 'Buy Credits' }).waitFor();
      await page.goBack();
      await page.getByText('2 of 2 are up').waitFor();
    });
  });

  it('are refused with a reason before they travel', async () => {
    await visitWorld(world, { cookie }, async ({ page, requests }) => {
      await page.goto('/create');
      const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') };
      await page.getByLabel('Choose a picture').setInputFiles([heic]);
      await page.getByText("This browser can't read HEIC").waitFor();
      await page.getByRole('button', { name: 'Remove the picture' }).click();
      await page.getByLabel('Choose a picture').setInputFiles([{ ...heic, name: 'a.gif', mimeType: 'image/gif' }]);
      await page.getByText('Only JPEG, PNG and WebP pictures can be used').waitFor();
      expect(requests.filter((path) => path === '/api/uploads')).toEqual([]);
    });
  });
});

describe('a large file', () => {
  it('arrives whole over a line that drops three times', async () => {
    const file = await aHeavyPicture(6);
    expect(file.length).toBeGreaterThan(5 * megabyte);
    await visitOverLine(async (page, link) => {
      link.dropAfter([1.5, 1.5, 1.5].map((each) => each * megabyte));
      await addHeavyFile(page, file);
      await page.getByText('2 of 2 are up').waitFor({ timeout: 60_000 });
      expect(link.drops()).toBe(3);
      expect(await isStored(sha256(file))).toBe(true);
    });
  });

  it('stands still while it is paused, and goes on', { tags: ['long'] }, async () => {
    const file = await aHeavyPicture(3);
    await visitOverLine(async (page, link) => {
      link.slowTo(2 * megabyte);
      await addHeavyFile(page, file);
      const before = link.sentBytes();
      await expect.poll(() => link.sentBytes() - before).toBeGreaterThan(megabyte);
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await state(page)
        .getByText(/^Paused at/)
        .waitFor();
      await page.waitForTimeout(500);
      const paused = link.sentBytes();
      await page.waitForTimeout(700);
      expect(link.sentBytes() - paused).toBeLessThan(20_000);
      link.slowTo(null);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByText('2 of 2 are up').waitFor({ timeout: 30_000 });
      expect(link.sentBytes() - before).toBeLessThan(file.length * 1.4);
      expect(await isStored(sha256(file))).toBe(true);
    });
  });
});

describe('a video', () => {
  it('is made smaller by the device, or sent as it is', { tags: ['long'] }, async () => {
    await visitWorld(world, { cookie }, async ({ page }) => {
      const buffer = await aClip({ seconds: 2, width: 640, height: 480, bitrate: 16_000_000 });
      expect(buffer.length).toBeGreaterThan(2 * megabyte);
      await page.goto('/create');
      await page.getByText('Video', { exact: true }).click();
      await page.getByLabel('Choose a video').setInputFiles([{ name: 'light.mp4', mimeType: 'video/mp4', buffer }]);
      await page.getByText(/Ready, .* Saved \d/).waitFor({ timeout: 60_000 });
      await page.getByText(/^Off: .* travel instead of/).waitFor();
      expect(await isStored(sha256(buffer))).toBe(false);
      await page.getByRole('switch', { name: 'Send original' }).click();
      await expect.poll(() => isStored(sha256(buffer))).toBe(true);
    });
  });
});

describe('camera and microphone', () => {
  it('take a photo and record a sound, looked at before they are used', { tags: ['long'] }, async () => {
    await visitWorld(world, { cookie, width: 390, height: 844 }, async ({ page }) => {
      await page.goto('/create');
      await page.getByRole('button', { name: 'Take a photo' }).click();
      const sheet = page.getByRole('dialog');
      await expect
        .poll(() => sheet.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
        .toBeGreaterThan(0);
      await sheet.getByRole('button', { name: 'Take photo' }).click();
      await sheet.getByAltText('What the camera took').waitFor();
      await sheet.getByRole('button', { name: 'Use this photo' }).click();
      await state(page).getByText('Ready').waitFor();

      // A sound is published alone.
      await page.getByRole('button', { name: 'Remove the picture' }).click();
      await page.getByText('Audio', { exact: true }).click();
      await page.getByRole('button', { name: 'Record a sound' }).click();
      await sheet.getByRole('button', { name: 'Record' }).click();
      await sheet.getByText('0:01').waitFor();
      await sheet.getByRole('button', { name: 'Stop' }).click();
      await sheet.getByRole('button', { name: 'Use this recording' }).click();
      await state(page).getByText('Ready').waitFor({ timeout: 30_000 });
    });
  });

  it('say what to do when this site may not use them', async () => {
    const visitor = await openVisitor(world.browser, { url: world.url, cookie, width: 390, height: 844 });
    const { page } = visitor;
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await page.goto('/create');
    await page.getByRole('button', { name: 'Take a photo' }).click();
    await page.getByRole('alert').getByText('This site may not use your camera').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  });
});
