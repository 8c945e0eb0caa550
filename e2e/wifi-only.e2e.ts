import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { type DemoPlaces, findPlaces } from './support/places.ts';
import { useWorld, visitWorld } from './support/world.ts';

// Videos and shows wait for Wi-Fi, where the member chose so and the browser reports the kind of its connection.

const world = useWorld();
const sessions = inject('demoSessions');
let places: DemoPlaces;

beforeAll(async () => {
  places = await findPlaces(inject('demoDatabaseUrl'));
});

/** A phone's browser: it reports whether it is on Wi-Fi. The test's own Chromium does not. */
const setConnection = (page: Page, type: string) =>
  page.addInitScript((kind) => {
    const connection = Object.assign(new EventTarget(), { type: kind, effectiveType: '4g', saveData: false });
    Object.defineProperty(navigator, 'connection', { value: connection });
  }, type);
const changeConnection = (page: Page, type: string) =>
  page.evaluate((kind) => {
    const { connection } = navigator as unknown as { connection: EventTarget & { type: string } };
    connection.type = kind;
    connection.dispatchEvent(new Event('change'));
  }, type);

const wifiSwitch = (page: Page) => page.getByRole('switch', { name: 'Only on Wi-Fi: videos and shows' });
const gate = (page: Page) => page.locator('[data-slot="wifi-gate"]');
const video = (page: Page) => page.locator('video');
const isStream = (path: string) => /\.(m3u8|m4s|mp4)/.test(path);

it('asks before a video and before a show on mobile data, and stops one that leaves Wi-Fi', async () => {
  await visitWorld(world, { cookie: sessions.fan, width: 390, height: 844 }, async ({ page, requests, faults }) => {
    await setConnection(page, 'cellular');
    await page.goto('/data');
    await wifiSwitch(page).click();
    await page.reload();
    expect(await wifiSwitch(page).isChecked()).toBe(true);

    await page.goto(`/watch/${places.videoId}`);
    await gate(page).getByText('This looks like mobile data').waitFor();
    expect(
      await gate(page)
        .getByText(/MB a minute/)
        .count(),
    ).toBe(1);
    // What stands below the picture is there without it.
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([await video(page).count(), requests.filter(isStream)]).toEqual([0, []]);
    await gate(page).getByRole('button', { name: 'Play this one' }).click();
    await video(page).waitFor();
    await expect.poll(() => requests.filter(isStream).length).toBeGreaterThan(0);

    // The film's player goes on loading until its page is left.
    await page.goto('/data');
    requests.length = 0;
    await page.goto(`/live/${places.showId}`);
    await gate(page).getByText('This looks like mobile data').waitFor();
    expect([await video(page).count(), requests.filter(isStream)]).toEqual([0, []]);
    await changeConnection(page, 'wifi');
    await video(page).waitFor();
    await expect.poll(() => requests.filter(isStream).length).toBeGreaterThan(0);
    await changeConnection(page, 'cellular');
    await gate(page).waitFor();
    expect(await video(page).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

it('says that it cannot ask where the browser does not report the kind of its connection', async () => {
  await visitWorld(world, { cookie: `${sessions.fan}; wifi=1` }, async ({ page, faults }) => {
    await page.goto('/data');
    await page.getByText('This browser does not say whether it uses Wi-Fi or mobile data').waitFor();
    expect(await wifiSwitch(page).isDisabled()).toBe(true);
    await page.goto(`/watch/${places.videoId}`);
    await video(page).waitFor();
    expect(await gate(page).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
