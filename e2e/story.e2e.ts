import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isSound, reconcile } from '../apps/server/src/modules/credits/reconcile.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { createIdNumber, withWrongDigit } from './support/adults.ts';
import { expectAlerts, fill, fillAccount, fillAge, press } from './support/forms.ts';
import { answerRating } from './support/publishing.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// The main job by two new members: one publishes a picture for credits, the other buys it.

const world = useWorld();
const tag = randomBytes(3).toString('hex');
const creator = { email: `creator-${tag}@people.test`, name: `Ember ${tag}`, born: '1996-03-14' };
const fan = { email: `fan-${tag}@people.test`, name: `Quiet ${tag}`, born: '1991-11-02' };
const title = `First light ${tag}`;
const price = 15;

let publishing: Visitor;
let buying: Visitor;
let creatorProfileId: string;

beforeAll(async () => {
  publishing = await openVisitor(world.browser, { url: world.url });
  buying = await openVisitor(world.browser, { url: world.url, width: 390, height: 844 });
});
afterAll(async () => {
  await publishing?.close();
  await buying?.close();
});

async function balanceOf(email: string) {
  const [row] = await world.rows<{ balance: string; promotional: string }>(
    `select coalesce(sum(l.balance), 0)::text as balance,
        coalesce(sum(l.balance) filter (where l.kind = 'wallet_promotional'), 0)::text as promotional
      from accounts a left join ledger_accounts l on l.owner_id = a.id and l.kind in ('wallet', 'wallet_promotional')
      where a.email = $1`,
    [email],
  );
  return { balance: Number(row?.balance), promotional: Number(row?.promotional) };
}

/** Every balance is the sum of its entries, and all entries sum to zero. */
async function soundLedger(): Promise<boolean> {
  const database = openDatabase(inject('demoDatabaseUrl'), { size: 1, statementTimeoutMs: 60_000 });
  try {
    return isSound(await reconcile(database.pool));
  } finally {
    await database.close();
  }
}

/** A real picture with GPS data, which must be removed. */
async function aPhotograph(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500"><defs><linearGradient id="g" x2=".4" y2="1">
    <stop stop-color="#f2a65a"/><stop offset=".5" stop-color="#8a3b52"/><stop offset="1" stop-color="#1b2745"/></linearGradient></defs>
    <rect width="1200" height="1500" fill="url(#g)"/><circle cx="760" cy="420" r="190" fill="#ffe3b8"/></svg>`;
  return sharp(Buffer.from(svg))
    .withExif({
      IFD0: { Artist: 'A person with a name' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '29/1 51/1 31/1' },
    })
    .jpeg({ quality: 88 })
    .toBuffer();
}

describe('a new member joins and publishes, and another pays', () => {
  it('a visitor starts and sees each error of the form once', async () => {
    const { page } = publishing;
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).first().click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await fill(page, 'Confirm password', 'something else');
    await press(page, 'Continue to Profile Setup');
    await expectAlerts(
      page,
      'First name is required',
      'Last name is required',
      'Please enter a valid email address',
      'Password must be at least 8 characters',
      "Passwords don't match",
    );
    await fillAccount(page, creator);

    await page.getByRole('heading', { name: 'Set up your profile' }).waitFor();
    await fill(page, 'Display name', '');
    await page.getByRole('switch', { name: "I'm here as a fan" }).click();
    await fill(page, 'Monthly price', '5');
    await press(page, 'Create Account');
    await expectAlerts(
      page,
      'Display name must be at least 3 characters',
      'Please write a brief bio (at least 20 characters)',
      'You must be between 18 and 65 years old',
      'Location is required',
      'Please select a category',
      'Subscription price must be between R29.99 and R999.99',
    );
    await fill(page, 'Display name', creator.name);
    await fill(page, 'Bio', 'Evening light, slow shutters, no hurry.');
    await fill(page, 'Age', '30');
    await page.getByLabel('Location').selectOption('Durban');
    await page.getByLabel('Content category').selectOption('Art & Adult');
    await fill(page, 'Monthly price', '149.50');
    await press(page, 'Create Account');
    await page.getByRole('heading', { name: 'Adults only past this point.' }).waitFor();
  });

  it('the age form refuses false data and accepts an adult', async () => {
    const { page } = publishing;
    await press(page, 'I am 18+ and wish to verify my age');
    await press(page, 'Verify my age');
    await expectAlerts(page, 'Please fill in all required fields');
    const idNumber = createIdNumber(creator.born);
    await fillAge(page, withWrongDigit(idNumber), creator.born);
    await expectAlerts(page, 'Invalid South African ID number format');
    const minor = `${new Date().getUTCFullYear() - 16}-03-14`;
    await fillAge(page, createIdNumber(minor), minor);
    await expectAlerts(page, 'You must be 18 or older to access this platform');
    await fillAge(page, idNumber, '1996-03-15');
    await expectAlerts(page, 'Verification failed');
    await fillAge(page, idNumber, creator.born);
    await page.getByRole('heading', { name: '4 steps to your first sale' }).waitFor();
  });

  it('photos can be added as the sign-up promised; the offer is made once', async () => {
    const { page } = publishing;
    await page.goto('/');
    const offer = page.getByRole('link', { name: 'Add photos' });
    await offer.click();
    const photos = page.getByRole('dialog', { name: 'Your photos' });
    await photos
      .getByLabel('Add a photo')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await aPhotograph() });
    await press(page, 'Use this photo');
    await photos.getByRole('button', { name: 'Photo 1' }).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { name: /online right now/ }).waitFor();
    expect(await offer.count()).toBe(0);
    expect(await page.locator('header img[src^="/img/o/"]').count()).toBeGreaterThan(0);
  });

  it('a real picture is uploaded, re-encoded and published for 15 credits', async () => {
    const { page } = publishing;
    await page.getByRole('link', { name: 'Create' }).first().click();
    await fill(page, 'Title', title);
    await page
      .getByLabel(/^Choose .*picture/)
      .setInputFiles({ name: 'durban.jpg', mimeType: 'image/jpeg', buffer: await aPhotograph() });
    await page.getByRole('switch', { name: /^Premium/ }).click();
    await fill(page, 'Price in credits', String(price));
    await answerRating(page);
    await press(page, 'Publish');
    await page.getByText('Your content has been published').first().waitFor();

    const [item] = await world.rows<{ profile_id: string; price_credits: number; state: string }>(
      'select profile_id, price_credits, state from content_items where title = $1',
      [title],
    );
    expect(item).toMatchObject({ price_credits: price, state: 'published' });
    creatorProfileId = item?.profile_id ?? '';
    expect(publishing.requests.some((path) => path.startsWith('/api/uploads/'))).toBe(true);
  });

  it('a fan signs up without category and price, proves their age and is welcomed with free credits', async () => {
    const { page } = buying;
    await page.goto('/signup');
    await fillAccount(page, fan);
    await fill(page, 'Display name', fan.name);
    await fill(page, 'Bio', 'Here for the light and the long exposures.');
    await fill(page, 'Age', '35');
    await page.getByLabel('Location').selectOption('Cape Town');
    await press(page, 'Create Account');
    await press(page, 'I am 18+ and wish to verify my age');
    await fillAge(page, createIdNumber(fan.born), fan.born);
    await page.getByRole('link', { name: 'Skip all' }).click();
    await page.getByText(`We mailed a link to ${fan.email}`).waitFor();
    const mails = (await (await fetch(`${world.url}/api/demo/outbox`)).json()) as { to: string; text: string }[];
    const welcome = mails.find(({ to, text }) => to === fan.email && text.includes('confirm='));
    await page.goto(/\/account\?confirm=\S+/.exec(welcome?.text ?? '')?.[0] ?? '');
    await page.getByText('Address confirmed').waitFor();
    await page.waitForURL('**/welcome?step=done');
    await page.getByRole('heading', { name: '+5 Welcome.' }).waitFor();
    await expect.poll(() => balanceOf(fan.email)).toEqual({ balance: 30, promotional: 30 });
  });

  it('the fan finds the creator by search and sees the veil; the file is not served', async () => {
    const { page } = buying;
    await page.getByRole('link', { name: 'To the feed' }).click();
    await press(page, 'Search');
    await page.getByRole('combobox').fill(creator.name);
    await page
      .getByRole('option', { name: new RegExp(creator.name) })
      .first()
      .click();
    await page.waitForURL(`**/profile/${creatorProfileId}`);
    await press(page, new RegExp(`Locked picture, ${title}, ${price} credits`));
    await page.getByRole('button', { name: `Unlock for ${price} credits` }).waitFor();
    await page.waitForLoadState('networkidle');

    const [file] = await world.rows<{ media_id: string; storage_key: string }>(
      'select m.id as media_id, m.storage_key from media m join content_items c on c.media_id = m.id where c.title = $1',
      [title],
    );
    // The feed serves free files; neither id nor key of this one was sent.
    for (const secret of [file?.media_id, file?.storage_key]) {
      expect(secret).toBeTruthy();
      expect(buying.texts.filter(({ body }) => body.includes(String(secret)))).toEqual([]);
      expect(buying.requests.filter((path) => path.includes(String(secret)))).toEqual([]);
    }
    expect(buying.texts.some(({ body }) => body.includes(title))).toBe(true);
    expect(await page.content()).not.toContain('/m/');
  });

  it('unlocking shows the picture, at once and after a reload', async () => {
    const { page } = buying;
    await press(page, `Unlock for ${price} credits`);
    await page.getByText('Content Unlocked!').first().waitFor();
    await expectPicture(page);
    await page.reload();
    await press(page, new RegExp(`^Picture, ${title}`));
    await expectPicture(page);
  });

  it("the picture's URL works for no other session, and its bytes have no metadata", async () => {
    const path = await shownAddress(buying.page);
    const bytes = await buying.page.request.get(path);
    expect(bytes.status()).toBe(200);
    expect((await sharp(await bytes.body()).metadata()).exif).toBeUndefined();
    const stranger = await fetch(`${world.url}${path}`, {
      headers: { cookie: inject('demoSessions').fan, 'sec-fetch-site': 'same-origin' },
    });
    expect([403, 404]).toContain(stranger.status);
  });

  it('wallet, earnings and ledger agree exactly', async () => {
    expect(await balanceOf(fan.email)).toEqual({ balance: 15, promotional: 15 });
    const [earned] = await world.rows<{ balance: string }>(
      `select balance::text from ledger_accounts where owner_id = $1 and kind = 'earnings_held'`,
      [creatorProfileId],
    );
    expect(Number(earned?.balance)).toBe(12);
    const legs = await world.rows<{ kind: string; amount: string }>(
      `select coalesce(c.kind, '') as kind, t.amount::text from ledger_transfers t
        join ledger_accounts c on c.id = t.credit_account
        where (t.owner_id, t.group_id) in
          (select owner_id, group_id from ledger_transfers where kind = 'unlock' and payee_id = $1) order by t.leg`,
      [creatorProfileId],
    );
    expect(legs).toEqual([
      { kind: 'earnings_held', amount: '12' },
      { kind: 'platform_revenue', amount: '3' },
    ]);
    expect(await soundLedger()).toBe(true);
    await buying.page.goto('/credits');
    await buying.page.getByRole('heading', { name: /15/ }).first().waitFor();
    await buying.page.getByText(title).first().waitFor();
  });

  it('neither browser had a policy violation, an error, a dialog or a request to another origin (T61)', () => {
    expect(publishing.faults).toEqual([]);
    expect(buying.faults).toEqual([]);
  });
});

const picture = (page: Page) => page.getByRole('dialog').getByRole('img', { name: title });

/** A picture has no address for the moment in which it is drawn again. */
async function shownAddress(page: Page): Promise<string> {
  const read = () => picture(page).evaluate((image) => (image as HTMLImageElement).currentSrc);
  let source = '';
  await expect.poll(async () => (source = await read())).toMatch(/^http/);
  return source.slice(world.url.length);
}

async function expectPicture(page: Page): Promise<void> {
  await picture(page).waitFor();
  await expect
    .poll(() => picture(page).evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
  expect(await shownAddress(page)).toMatch(/^\/m\/[0-9a-f-]{36}\//);
}
