import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { createMemberWithThirtyCredits } from './support/callers.ts';
import { type DemoServer, startDemoServer } from './support/demo-server.ts';
import { signInDemoPeople } from './support/people.ts';
import type { Rows } from './support/rows.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { softwareOnly } from './support/world.ts';

// A server that is killed in the middle of a show.

const title = 'Second set, one candle';
let server: DemoServer;
let browsers: Browser[] = [];
let creator: Visitor;
let fan: Visitor;

beforeAll(async () => {
  server = await startDemoServer({ world: process.env.E2E_WORLD });
  browsers = [await launchBrowser(softwareOnly), await launchBrowser(softwareOnly)];
  const [one] = browsers as [Browser, Browser];
  const sessions = await signInDemoPeople(server.url);
  creator = await openVisitor(one, { url: server.url, cookie: sessions.creator, width: 390, height: 844 });
  await creator.context.grantPermissions(['camera', 'microphone']);
}, 180_000);
afterAll(async () => {
  await Promise.all([creator?.close(), fan?.close()]);
  await Promise.all(browsers.map((browser) => browser.close()));
  await server?.stop();
});

const balance = async () =>
  ((await (await fan.page.request.get('/api/credits/balance')).json()) as { balance: number }).balance;

it('T105: goes on where its creator is still there, and gives the ticket back, to the credit, where no one is', async () => {
  const database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
  const rows = async (statement: string, values: unknown[] = []) => (await database.query(statement, values)).rows;
  const { cookie } = await createMemberWithThirtyCredits({ url: server.url, rows: rows as Rows });
  await database.end();
  const [, two] = browsers as [Browser, Browser];
  fan = await openVisitor(two, { url: server.url, cookie, width: 390, height: 844 });
  await creator.page.goto('/go-live');
  await creator.page.getByLabel('Title').fill(title);
  await creator.page.getByRole('button', { name: 'Go live' }).click();
  const line = creator.page.locator('[data-slot="line"][data-phase="steady"]');
  await line.waitFor({ timeout: 20_000 });
  await fan.page.goto('/live');
  await expect
    .poll(() => fan.page.getByRole('button', { name: title }).count(), { timeout: 15_000 })
    .toBeGreaterThan(0);
  await fan.page.getByRole('button', { name: title }).first().click();
  await fan.page.getByRole('dialog').getByRole('button', { name: 'Watch for 25 credits' }).click();
  const video = fan.page.locator('[data-slot="live-video"]');
  await fan.page.locator('[data-slot="live-video"][data-plays="true"]').waitFor({ timeout: 20_000 });
  const address = new URL(fan.page.url()).pathname;

  await server.killAndStart();
  await line.waitFor({ timeout: 30_000 });
  // The picture moves again, without a reload and without another ticket.
  const frames = () =>
    video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames);
  const before = await frames();
  await expect.poll(frames, { timeout: 30_000 }).toBeGreaterThan(before + 30);
  expect(new URL(fan.page.url()).pathname).toBe(address);
  expect(await balance()).toBe(5);

  await creator.page.goto('about:blank');
  await server.killAndStart();
  // A minute without picture, after the half minute in which a browser may return.
  await expect.poll(balance, { timeout: 130_000, interval: 1_000 }).toBe(30);
  await fan.page.goto(address);
  await fan.page.getByText('The show broke off').waitFor();
  await fan.page.getByText('Your 25 credits are back in your balance.').waitFor();
}, 240_000);
