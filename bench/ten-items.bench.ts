import type { Page } from 'playwright-core';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { startDemoServer } from '../e2e/support/demo-server.ts';
import { signInDemoPeople } from '../e2e/support/people.ts';
import type { Bench, Benchmark, Findings } from './lib/benchmark.ts';
import { ratio } from './lib/report.ts';

const wanted = 10;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

interface Loaded {
  items: number;
  /** Bytes of the items' pictures and veils. */
  pictures: number;
  /** The same before the feed was asked for; as `pictures` where it need not be. */
  unasked: number;
  /** Bytes of everything the page loaded. */
  all: number;
}

/** Reads the first ten items of the feed as a member does, by scrolling. */
async function readFeed(url: string, cookie: string, saved: boolean): Promise<Loaded> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      ...phone,
      baseURL: url,
      serviceWorkers: 'block',
      ...(saved ? { extraHTTPHeaders: { 'save-data': 'on' } } : {}),
    });
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    if (saved) await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
    await session.send('Network.enable');
    const paths = new Map<string, string>();
    const loaded: Loaded = { items: 0, pictures: 0, unasked: 0, all: 0 };
    let isAsked = false;
    session.on('Network.responseReceived', ({ requestId, response }) =>
      paths.set(requestId, new URL(response.url).pathname),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      loaded.all += encodedDataLength;
      if (/^\/m\/|^\/api\/content\/preview\//.test(paths.get(requestId) ?? '')) loaded.pictures += encodedDataLength;
    });
    await page.goto('/');
    await page.getByRole('heading', { name: /online right now/ }).waitFor();
    loaded.items = await scrollToItems(page, () => {
      isAsked = true;
      loaded.unasked = loaded.pictures;
    });
    await page.waitForLoadState('networkidle');
    if (!isAsked) loaded.unasked = loaded.pictures;
    return loaded;
  } finally {
    await browser.close();
  }
}

async function scrollToItems(page: Page, onAsk: () => void): Promise<number> {
  const items = page.locator('[data-content-id]');
  for (let step = 0; step < 90; step += 1) {
    await page.evaluate('scrollBy(0, 500)');
    await page.waitForTimeout(120);
    // With data saved the feed waits for this press.
    const ask = page.getByRole('button', { name: 'Show what creators posted' });
    if (await ask.isVisible()) {
      onAsk();
      await ask.click();
    }
    const more = page.getByRole('button', { name: 'Show more' }).last();
    if ((await items.count()) > 0 && (await items.count()) < wanted && (await more.isVisible())) await more.click();
    const seen = await items.evaluateAll(
      (all, height) => all.filter((each) => each.getBoundingClientRect().top < height).length,
      phone.viewport.height,
    );
    if (seen >= wanted) return seen;
  }
  throw new Error('the feed has no ten items');
}

/** Megabytes a minute of ten videos in their best and in the saving quality. */
async function videoMegabytes(url: string, cookie: string): Promise<{ best: number; saving: number; videos: number }> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const get = async (path: string) => (await fetch(`${url}${path}`, { headers })).json();
  const sums = { best: 0, saving: 0, videos: 0 };
  const { id } = (await get('/api/profiles/me')) as { id: string };
  const items = (await get(`/api/creators/${id}/content?mediaType=video`)) as { id: string }[];
  for (const item of items.slice(0, wanted)) {
    const { qualities } = (await get(`/api/content/${item.id}/stream`)) as {
      qualities: { name: string; megabytesPerMinute: number }[];
    };
    sums.best += Math.max(...qualities.map(({ megabytesPerMinute }) => megabytesPerMinute));
    sums.saving += qualities.find(({ name }) => name === 'saver')?.megabytesPerMinute ?? 0;
    sums.videos += 1;
  }
  return sums;
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} MB`;

async function run({ log }: Bench): Promise<Findings> {
  const server = await startDemoServer();
  try {
    const { fan, creator } = await signInDemoPeople(server.url);
    const [open, saved] = [await readFeed(server.url, fan, false), await readFeed(server.url, fan, true)];
    for (const [name, { items, pictures, all }] of Object.entries({ open, saved }))
      log(`${name}: ${items} items, pictures ${megabytes(pictures)}, page ${megabytes(all)}`);
    const video = await videoMegabytes(server.url, creator);
    log(`${video.videos} videos, a minute each: ${video.best.toFixed(1)} MB, saving ${video.saving.toFixed(1)} MB`);
    return {
      rows: [],
      measured: 'Bytes on the wire of one visit each',
      verdicts: [
        {
          claim: `Saving data, a phone loads less for the pictures of the first ${wanted} items of the feed`,
          reached: saved.unasked < open.unasked,
          seen: `${megabytes(open.pictures)} as usual, ${megabytes(saved.unasked)} saving and ${megabytes(saved.pictures)} once asked for (the whole page until there ${megabytes(open.all)} and ${megabytes(saved.all)})`,
        },
        {
          claim: `Saving data, a phone loads less for a minute of each of ${video.videos} videos`,
          reached: video.saving < video.best,
          seen: `${video.best.toFixed(1)} MB in the best quality, ${video.saving.toFixed(1)} MB saving (${ratio(video.saving / video.best)})`,
        },
      ],
      notes: [
        'A phone of 390 by 844 CSS pixels with two device pixels each reads the feed of the demo fan by scrolling, in the browser of the stories, without a service worker. Bytes are those on the wire, headers included.',
        'With data saved the feed shows no items until they are asked for, and then the same pictures.',
        'Videos of the demo creator, by the sizes of their segments; they are drawn and move slowly, so films of a camera are larger.',
      ],
    };
  } finally {
    await server.stop();
  }
}

export const benchmark: Benchmark = {
  name: 'ten-items',
  title: 'How many megabytes does a phone load for ten items, with and without data saved?',
  goal: 'Less with data saved',
  run,
};
