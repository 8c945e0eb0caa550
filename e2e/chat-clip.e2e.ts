import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { aClip } from '../apps/server/test/clips.ts';
import { findClips } from '../apps/server/test/machine.ts';
import { openLive } from './support/live.ts';
import { field } from './support/threads.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld, useWriters } from './support/world.ts';

// A creator sells a clip in a chat: the fan buys and plays a copy that is marked for them.

const clipsWork = await findClips();
const world = useWorld();
const sessions = inject('demoSessions');
const ids = useWriters(world);
let fan: Visitor;
let creator: Visitor;

beforeAll(async () => {
  fan = await openVisitor(world.browser, { url: world.url, cookie: sessions.fan, width: 390, height: 844 });
  creator = await openVisitor(world.browser, { url: world.url, cookie: sessions.creator });
});
afterAll(async () => {
  await Promise.all([fan, creator].map((visitor) => visitor?.close()));
});

async function openThread(page: Page, otherId: string | undefined): Promise<void> {
  await openLive(page, `/chat/${otherId}`);
  await field(page).waitFor();
}
const log = (page: Page) => page.getByRole('log');

describe.skipIf(!clipsWork)('a clip in a chat (skipped where the FFmpeg bindings are not installed)', () => {
  it('T47: is bought once its marked copies are there, and plays as a stream', { tags: ['long'] }, async () => {
    await Promise.all([openThread(fan.page, ids.creator), openThread(creator.page, ids.fan)]);
    const chooser = creator.page.waitForEvent('filechooser');
    await creator.page.getByRole('button', { name: 'Add a photo or video' }).click();
    await creator.page.getByRole('button', { name: 'A video from this device' }).click();
    const buffer = await aClip({ seconds: 6, width: 480, height: 270 });
    await (await chooser).setFiles({ name: 'walk.mp4', mimeType: 'video/mp4', buffer });
    const dialog = creator.page.getByRole('dialog');
    await dialog.getByLabel('Or your own price').fill('7');
    await dialog.getByRole('button', { name: 'Set Price' }).click();
    await dialog.waitFor({ state: 'detached', timeout: 60_000 });

    const { page } = fan;
    const locked = log(page)
      .getByRole('region', { name: /^Locked video, .*7 credits/ })
      .last();
    await locked.waitFor();
    const isReady = async () =>
      (
        await world.rows(
          `select from media join media_stream_variants variant on variant.storage_key = media.storage_key
             where media.is_marked and not media.is_stream order by media.created_at desc limit 1`,
        )
      ).length;
    await expect.poll(isReady, { timeout: 60_000 }).toBe(1);
    await locked.getByRole('button', { name: /Unlock/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock for 7 credits' }).click();
    await page.getByText('Content Unlocked!').waitFor();
    const play = log(page)
      .getByRole('button', { name: /^Play: Video from/ })
      .last();
    await play.waitFor();
    expect(await page.locator('[data-slot="stream"]').count()).toBe(0);
    await play.click();
    const video = page.locator('[data-slot="stream"]');
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { timeout: 20_000 })
      .toBeGreaterThan(1);
    expect(await video.getAttribute('controls')).toBeNull();
    const frame = page.getByRole('region', { name: /^Video from/ });
    expect(await frame.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('k');
    await frame.getByRole('button', { name: 'Play' }).waitFor();
    expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.some((name) => /\/m\/[^/]+\/\w+\/\d+\.m4s/.test(name))).toBe(true);
    expect(loaded.some((name) => /clip\.mp4/.test(name))).toBe(false);
    expect(fan.faults).toEqual([]);
  });
});
