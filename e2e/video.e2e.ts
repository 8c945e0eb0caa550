import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { aClip } from '../apps/server/test/clips.ts';
import { findClips } from '../apps/server/test/machine.ts';
import { createMemberWithThirtyCredits } from './support/callers.ts';
import {
  chooseQuality,
  expectClosed,
  loadedAddresses,
  openLocked,
  pixelsOf,
  play,
  playBeginning,
  player,
  seek,
  timeOf,
  unlock,
} from './support/films.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A creator publishes a video from the form; a fan buys and plays it; no one else can.

const clipsWork = await findClips();
const world = useWorld();
const title = 'Light on the water';
const asked = 'Light for two';
const captions = 'WEBVTT\n\n00:00.000 --> 00:07.000\n<i>The rain stopped,</i> so we went up.\n';
let creator: Visitor;
let fan: Visitor | undefined;

beforeAll(async () => {
  creator = await openVisitor(world.browser, { url: world.url, cookie: inject('demoSessions').creator });
}, 60_000);
afterAll(async () => {
  await world.rows('delete from content_items where title = any($1)', [[title, asked]]);
  await creator?.close();
  await fan?.close();
});

describe.skipIf(!clipsWork)('a video (skipped where the FFmpeg bindings are not installed)', () => {
  it('is sent from the form, prepared with visible progress, and published', async () => {
    const { page } = creator;
    const file = await aClip({ seconds: 8, width: 640, height: 360 });
    await page.goto('/create');
    await page.getByText('Video', { exact: true }).first().click();
    await page.getByLabel('Choose a video').setInputFiles([{ name: 'film.mp4', mimeType: 'video/mp4', buffer: file }]);
    await page.getByText(/Preparing it for every screen, \d+%/).waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('switch', { name: /Premium/ }).click();
    await page.getByRole('textbox', { name: 'Price in credits' }).fill('15');
    await page.getByRole('button', { name: /^Captions/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Captions' });
    await sheet.getByLabel('Language').selectOption('en');
    const picked = (name: string, text: string) => [{ name, mimeType: 'text/vtt', buffer: Buffer.from(text) }];
    await sheet.getByLabel('Add a file').setInputFiles(picked('film.vtt', 'WEBVTT\n\n00:04.000 --> 00:01.000\nA\n'));
    await sheet.getByText('Line 3: This caption ends before it begins.').waitFor();
    await sheet.getByLabel('Add a file').setInputFiles(picked('film.vtt', captions));
    await sheet.getByText('1 caption', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Captions English' }).waitFor();
    await page.locator('form').first().getByText('Ready').waitFor({ timeout: 60_000 });
    const [media] = await world.rows<{ id: string }>(
      "select id from media where is_stream and state = 'ready' order by created_at desc limit 1",
    );
    // The questions of the rating have a story of their own.
    const published = await page.evaluate(
      async ([mediaId, name]) => {
        const answers = { language: 'none', undress: 'none', sex: 'none', harm: 'none' };
        const response = await fetch('/api/content', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({
            title: name,
            description: '',
            mediaType: 'video',
            mediaId,
            isPremium: true,
            price: 15,
            classificationAnswers: answers,
          }),
        });
        return response.status;
      },
      [media?.id, title],
    );
    expect(published).toBe(201);
    // No one can buy it before its marked copies are there.
    const marked = 'select from media_stream_variants join media using (storage_key) where media.id = $1 limit 1';
    await expect.poll(async () => (await world.rows(marked, [media?.id])).length, { timeout: 60_000 }).toBe(1);
  });

  it('T47, T50: shows a fan only its veil until they buy it, then plays, seeks and changes quality', async () => {
    const member = await createMemberWithThirtyCredits(world);
    fan = await openVisitor(world.browser, { url: world.url, cookie: member.cookie });
    const { page } = fan;
    const [item] = await world.rows<{ id: string; profileId: string; mediaId: string }>(
      'select id, profile_id as "profileId", media_id as "mediaId" from content_items where title = $1',
      [title],
    );
    if (!item) throw new Error('the first story publishes it');
    const film = { id: item.id, title, price: 15 };
    await openLocked(page, film);
    expect(fan.texts.some(({ body }) => body.includes(item.mediaId))).toBe(false);
    await unlock(page, film);
    const early = await playBeginning(page);
    expect(await page.locator('[data-slot="rating"]').first().isVisible()).toBe(true);

    const said = page.locator('[data-slot="captions"]').getByText('The rain stopped, so we went up.');
    await page.getByRole('button', { name: 'Captions' }).click();
    await said.waitFor();
    expect(await page.locator('[data-slot="captions"]').getAttribute('lang')).toBe('en');
    await page.keyboard.press('c');
    await expect.poll(() => said.count()).toBe(0);
    await page.reload();
    await player(page).waitFor();
    await page.keyboard.press('c');
    await said.waitFor();
    await play(page);

    // As on an iPhone, where only a video could fill the screen: the rating stays over the picture.
    await page.evaluate(() => Reflect.deleteProperty(Element.prototype, 'requestFullscreen'));
    await page.getByRole('button', { name: 'Full screen' }).click();
    const filling = page.getByRole('dialog', { name: title });
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect(await filling.boundingBox()).toEqual({ x: 0, y: 0, width, height });
    const isOnTop = (element: Element) => {
      const { x, y } = element.getBoundingClientRect();
      // It lets taps through.
      (element as HTMLElement).style.pointerEvents = 'auto';
      return document.elementFromPoint(x + 4, y + 4) === element;
    };
    expect(await filling.locator('[data-slot="rating"]').evaluate(isOnTop)).toBe(true);
    expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(false);
    await page.goBack();
    await expect.poll(() => filling.count()).toBe(0);
    await player(page).waitFor();

    await chooseQuality(page, /Data saver.*240p/, 240);
    await chooseQuality(page, /360p/, 360);

    await seek(page, 6);
    await expect.poll(() => timeOf(page), { timeout: 20_000 }).toBeGreaterThan(6.3);
    expect(await pixelsOf(page)).not.toBe(early);
    expect(fan.faults).toEqual([]);

    // What the fan's player loaded, in the hands of another member.
    const addresses = await loadedAddresses(page);
    expect(addresses.some((address) => address.includes('/captions/en.vtt'))).toBe(true);
    expect(addresses.some((address) => address.includes('.m4s'))).toBe(true);
    const { cookie } = await createMemberWithThirtyCredits(world);
    await expectClosed(addresses, cookie);
  });

  it('T58: is played behind a private link by a person without an account, who then agrees', {
    tags: ['long'],
  }, async () => {
    // Another browser: the form of the first story still holds its file.
    await creator.close();
    creator = await openVisitor(world.browser, { url: world.url, cookie: inject('demoSessions').creator });
    const { page } = creator;
    await page.goto('/create');
    await page.getByText('Video', { exact: true }).first().click();
    const buffer = await aClip({ seconds: 4, seed: 5 });
    await page.getByLabel('Choose a video').setInputFiles([{ name: 'two.mp4', mimeType: 'video/mp4', buffer }]);
    await page.getByRole('textbox', { name: 'Title' }).fill(asked);
    await page.locator('form').first().getByText('Ready').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: /^People in it/ }).click();
    const people = page.getByRole('dialog');
    await people.getByText('Me and others').click();
    await people.getByText('Someone without an account').click();
    await people.getByRole('textbox', { name: 'Their name' }).fill('Thandi Dube');
    await people.getByRole('button', { name: 'Make a private link' }).click();
    const link = await people.getByRole('textbox', { name: 'Private link' }).inputValue();
    const visitor = await openVisitor(world.browser, { url: world.url, width: 390, height: 844 });
    try {
      const guest = visitor.page;
      await guest.goto(new URL(link).pathname);
      await guest.getByText('Play it before you answer').waitFor();
      await player(guest).waitFor();
      await play(guest);
      await expect.poll(() => timeOf(guest), { timeout: 20_000 }).toBeGreaterThan(1);
      await guest.getByLabel('Your full name, as your signature').fill('Thandi Dube');
      await guest.getByLabel('Date of birth').fill('1990-04-02');
      await guest.getByText('Passport', { exact: true }).click();
      await guest.getByLabel('Passport number').fill('A0123456');
      await guest.getByRole('button', { name: 'I agree' }).click();
      await guest.getByRole('heading', { name: 'You said yes' }).waitFor();
      expect(visitor.faults).toEqual([]);
    } finally {
      await visitor.close();
    }
  });
});
