import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aClip } from '../apps/server/test/clips.ts';
import { findClips } from '../apps/server/test/machine.ts';
import { createMemberWithThirtyCredits } from './support/callers.ts';
import { startDemoServer } from './support/demo-server.ts';
import { openLink } from './support/dropping-link.ts';
import {
  chooseQuality,
  expectClosed,
  loadedAddresses,
  openLocked,
  pixelsOf,
  playBeginning,
  seek,
  timeOf,
  unlock,
} from './support/films.ts';
import { signInDemoPeople } from './support/people.ts';
import { answerRating } from './support/publishing.ts';
import { openVisitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

const clipsWork = await findClips();
const world = useWorld();
const megabyte = 1024 ** 2;
const film = { title: 'Two hundred megabytes of rain', price: 15 };

/** A playable video with random bytes in a box that players skip; returns its SHA-256. */
async function writeVideo(path: string, bytes: number): Promise<string> {
  const video = await aClip({ seconds: 8, width: 640, height: 360 });
  const filler = randomBytes(bytes);
  filler.writeUInt32BE(bytes, 0);
  filler.write('free', 4, 'latin1');
  const whole = Buffer.concat([video, filler]);
  await writeFile(path, whole);
  return createHash('sha256').update(whole).digest('hex');
}

/** Gives the file that is up a title, a price and a rating, and publishes it. */
async function publish(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(film.title);
  await page.getByRole('switch', { name: /Premium/ }).click();
  await page.getByRole('textbox', { name: 'Price in credits' }).fill(String(film.price));
  await answerRating(page);
  await page.getByRole('button', { name: /^Publish/ }).click();
  await page.waitForURL((url) => url.pathname !== '/create');
}

describe.skipIf(!clipsWork)('a video of 200 MB (skipped where the FFmpeg bindings are not installed)', () => {
  it('T47, T50: arrives whole over a line that drops three times and a server that restarts, is sold and played', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vlam-video-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'video.mp4');
    const hash = await writeVideo(path, 200 * megabyte);
    const server = await startDemoServer({ world: process.env.E2E_WORLD });
    onTestFinished(() => server.stop());
    const link = await openLink(Number(new URL(server.url).port));
    onTestFinished(() => link.close());
    const { creator } = await signInDemoPeople(server.url);
    const maker = await openVisitor(world.browser, { url: link.url, cookie: creator, width: 390, height: 844 });
    onTestFinished(() => maker.close());
    await maker.page.goto('/create');
    await maker.page.getByText('Video', { exact: true }).click();
    link.dropAfter([30, 30, 30].map((each) => each * megabyte));
    link.slowTo(20 * megabyte);
    await maker.page.getByLabel('Choose a video').setInputFiles(path);
    await maker.page.getByRole('switch', { name: 'Send original' }).click();
    await expect.poll(() => link.sentBytes(), { timeout: 60_000 }).toBeGreaterThan(100 * megabyte);
    await server.restart();
    link.leadTo(Number(new URL(server.url).port));
    const state = maker.page.locator('form').first().getByRole('status');
    await state.getByText('Ready').waitFor({ timeout: 90_000 });
    expect(link.drops()).toBe(3);
    // The database has restarted with the server, on another port.
    const database = new pg.Client({ connectionString: server.databaseUrl });
    await database.connect();
    onTestFinished(() => database.end());
    const rows = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
      (await database.query<Row>(statement, values)).rows;
    const [media] = await rows<{ id: string; hash: string }>(
      "select id, encode(sha256, 'hex') as hash from media where kind = 'video' order by created_at desc limit 1",
    );
    expect(media?.hash).toBe(hash);

    link.slowTo(null);
    await publish(maker.page);
    const [item] = await rows<{ id: string }>('select id from content_items where title = $1', [film.title]);
    if (!item || !media) throw new Error('it was published');
    // No member can buy it before its marked copies are there.
    const marked = 'select from media_stream_variants join media using (storage_key) where media.id = $1 limit 1';
    await expect.poll(async () => (await rows(marked, [media.id])).length, { timeout: 90_000 }).toBe(1);

    const member = await createMemberWithThirtyCredits({ url: server.url, rows });
    const fan = await openVisitor(world.browser, { url: server.url, cookie: member.cookie });
    onTestFinished(() => fan.close());
    await openLocked(fan.page, { id: item.id, ...film });
    expect(fan.texts.some(({ body }) => body.includes(media.id))).toBe(false);
    await unlock(fan.page, { id: item.id, ...film });
    const early = await playBeginning(fan.page);
    await chooseQuality(fan.page, /Data saver.*240p/, 240);
    await chooseQuality(fan.page, /360p/, 360);
    await seek(fan.page, 6);
    await expect.poll(() => timeOf(fan.page), { timeout: 20_000 }).toBeGreaterThan(6.3);
    expect(await pixelsOf(fan.page)).not.toBe(early);

    const addresses = await loadedAddresses(fan.page);
    expect(addresses.some((address) => address.includes('.m4s'))).toBe(true);
    await expectClosed(addresses, (await createMemberWithThirtyCredits({ url: server.url, rows })).cookie);
    expect(fan.faults).toEqual([]);
  }, 240_000);
});
