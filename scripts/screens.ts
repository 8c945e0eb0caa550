import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { freePort, startDemoServer } from '../e2e/support/demo-server.ts';
import { payWith } from '../e2e/support/payer.ts';
import { cookieFor, signInDemoPeople } from '../e2e/support/people.ts';
import { findPlaces } from '../e2e/support/places.ts';
import { type Screen, screens, showScreen } from '../e2e/support/screens.ts';
import { openVisitor, type Theme } from '../e2e/support/visitor.ts';
import { root } from './steps.ts';

// Pictures of every built screen, from a program with the demo world that runs only for this, or from the one that E2E_URL
// and E2E_DATABASE_URL name. Names as arguments choose.

const folder = join(root, 'docs/screens');
const themes: readonly Theme[] = ['dark', 'light'];
const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;
/** Screens taken at the same time. */
const lanes = 2;
/** Pictures that the browser shows before it installs the app; the manifest names them. */
const inManifest: Readonly<Record<string, readonly number[]>> = { home: [390, 1280], nearby: [390], messages: [390] };
const manifestFolder = join(root, 'apps/web/public/icons');

const fileOf = ({ name }: Screen, theme: Theme, width: number) =>
  `${name}${theme === 'light' ? '-light' : ''}-${width}.webp`;
/** Of a screen that no phone has, only the wide ones. */
const sizesOf = ({ wide }: Screen) => sizes.filter(({ width }) => !wide || width >= 1024);

async function keepForManifest({ name }: Screen, picture: Buffer, { width }: { width: number }): Promise<void> {
  const file = join(manifestFolder, `screen-${name}-${width}.webp`);
  await sharp(picture).webp({ quality: 72, effort: 6 }).toFile(file);
}

async function takePictures(
  browser: Browser,
  screen: Screen,
  program: { url: string; sessions: Awaited<ReturnType<typeof signInDemoPeople>> },
  places: Awaited<ReturnType<typeof findPlaces>>,
): Promise<void> {
  const failed: string[] = [];
  for (const theme of themes)
    for (const size of sizesOf(screen)) {
      const { url } = program;
      const cookie = await cookieFor(screen.who, program);
      const { page, close } = await openVisitor(browser, { url, cookie, theme, still: true, ...size });
      try {
        await showScreen(page, screen, places);
        const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        await sharp(taken)
          .webp({ quality: 75, effort: 4, smartSubsample: true })
          .toFile(join(folder, fileOf(screen, theme, size.width)));
        if (theme === 'dark' && inManifest[screen.name]?.includes(size.width))
          await keepForManifest(screen, taken, size);
      } catch (error) {
        failed.push(`${theme} ${size.width}: ${(error as Error).message.split('\n')[0]}`);
      } finally {
        await close();
      }
    }
  if (failed.length > 0) throw new Error(failed.join('; '));
}

/** The fan of the pictures keeps a card and limits a month, as the sample world cannot: cards are the provider's. */
async function keepCard(browser: Browser, url: string, cookie: string): Promise<void> {
  const { page, close } = await openVisitor(browser, { url, cookie, still: true });
  try {
    await page.goto('/checkout?purpose=method');
    await page.getByRole('main').getByRole('button', { name: 'Add a card' }).click();
    await payWith(page, 'Payment succeeds', url);
    await page.waitForURL(`${url}/checkout?order=**`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    const limits = { dailyCents: null, monthlyCents: 300_000 };
    await page.request.put('/api/payments/limits', { data: limits, headers: { 'sec-fetch-site': 'same-origin' } });
  } finally {
    await close();
  }
}

async function writeTable(): Promise<void> {
  const lines = [
    '# Screens',
    '',
    'Taken by `npm run screens` from a running program with the demo world, at 320 × 640, 390 × 844 and 1280 × 800.',
    '',
    '| screen | what is to be seen | dark | light |',
    '|---|---|---|---|',
  ];
  for (const screen of screens) {
    const links = async (theme: Theme) => {
      const files = sizes.map(({ width }) => ({ width, file: fileOf(screen, theme, width) }));
      const there = await Promise.all(
        files.map(async ({ width, file }) =>
          (await stat(join(folder, file)).catch(() => null)) ? `[${width}](${file})` : '',
        ),
      );
      return there.filter(Boolean).join(' ');
    };
    lines.push(`| ${screen.name} | ${screen.shows} | ${await links('dark')} | ${await links('light')} |`);
  }
  await writeFile(join(folder, 'README.md'), `${lines.join('\n')}\n`);
}

const wanted = process.argv.slice(2);
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
await mkdir(folder, { recursive: true });
const { E2E_URL, E2E_DATABASE_URL } = process.env;
const server =
  E2E_URL && E2E_DATABASE_URL
    ? { url: E2E_URL, databaseUrl: E2E_DATABASE_URL, stop: async () => {} }
    : // As `npm start` has it: some screens and mails show the address.
      await startDemoServer({ size: 'full', settings: { HOST: 'localhost' }, port: await freePort(3000) });
const browser = await launchBrowser();
try {
  const program = {
    url: server.url,
    sessions: await signInDemoPeople(server.url, E2E_URL ? undefined : 'lindiwe.nene@people.test'),
  };
  const places = await findPlaces(server.databaseUrl);
  if (!E2E_URL) await keepCard(browser, program.url, program.sessions.fan);
  const waiting = [...chosen];
  const takeNext = async (): Promise<void> => {
    for (let screen = waiting.shift(); screen; screen = waiting.shift())
      try {
        await takePictures(browser, screen, program, places);
        console.log(screen.name);
      } catch (error) {
        process.exitCode = 1;
        console.error(`${screen.name}: ${(error as Error).message}`);
      }
  };
  await Promise.all(Array.from({ length: lanes }, takeNext));
} finally {
  await browser.close();
  await server.stop();
}
await writeTable();
