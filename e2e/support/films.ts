import type { Page } from 'playwright-core';
import { expect } from 'vitest';

// A bought film in the player, and what it loaded in the hands of another member.

export const player = (page: Page) => page.locator('[data-slot="stream"]');
export const timeOf = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.currentTime);
const heightOf = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.videoHeight);
export const play = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.play());
export const seek = (page: Page, seconds: number) =>
  player(page).evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to;
  }, seconds);
/** A few pixels of the picture that is shown now. */
export const pixelsOf = (page: Page) =>
  player(page).evaluate((video: HTMLVideoElement) => {
    const canvas = document.createElement('canvas');
    canvas.width = 16;
    canvas.height = 9;
    const pen = canvas.getContext('2d');
    pen?.drawImage(video, 0, 0, 16, 9);
    return Array.from(pen?.getImageData(0, 0, 16, 9).data ?? []).join();
  });

export interface Film {
  id: string;
  title: string;
  /** In credits. */
  price: number;
}

/** Opens an item that is for sale, which shows no film. */
export async function openLocked(page: Page, { id, price }: Film): Promise<void> {
  await page.goto(`/watch/${id}`);
  await page.getByRole('link', { name: `Unlock for ${price} credits` }).waitFor();
  expect(await player(page).count()).toBe(0);
}

/** Buys the item that is open, and leads to its film. */
export async function unlock(page: Page, { title, price }: Film): Promise<void> {
  await page.getByRole('link', { name: `Unlock for ${price} credits` }).click();
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByRole('button', { name: `Unlock for ${price} credits` }).click();
  await sheet.getByRole('link', { name: `Play ${title}` }).click();
}

/** Plays the film that is open for more than a second; returns a picture of its beginning. */
export async function playBeginning(page: Page): Promise<string> {
  await player(page).waitFor();
  await expect.poll(() => heightOf(page), { timeout: 20_000 }).toBeGreaterThan(0);
  await play(page);
  await expect.poll(() => timeOf(page), { timeout: 20_000 }).toBeGreaterThan(1);
  return pixelsOf(page);
}

/** Chooses a quality, in the words of its choice, and waits for pictures of that height. */
export async function chooseQuality(page: Page, name: RegExp, height: number): Promise<void> {
  // A choice shows after the seconds that are loaded already, and the film is short.
  await seek(page, 0);
  await page.getByRole('radio', { name }).check();
  await expect.poll(() => heightOf(page), { timeout: 20_000 }).toBe(height);
}

/** Addresses of playlists, segments and captions that the page has loaded. */
export const loadedAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return [...new Set(names.filter((name) => /\/m\/.*(m3u8|m4s|init\.mp4|\.vtt)/.test(name)))];
  });

/** Another member gets none of them. */
export async function expectClosed(addresses: readonly string[], cookie: string): Promise<void> {
  for (const address of addresses.slice(0, 12)) {
    const copied = await fetch(address, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    expect([address, copied.status]).toEqual([address, 403]);
  }
}
