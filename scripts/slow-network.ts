import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { startDemoServer } from '../e2e/support/demo-server.ts';
import { signInDemoPeople } from '../e2e/support/people.ts';
import { root } from './steps.ts';

// The signed-in home page on a slow phone: 400 kbit/s with 400 ms each way and back, a processor a sixth as fast, 390×844,
// nothing cached. The medians are kept in bench/results/slow-network.md; a goal that is missed makes it fail. URL names
// a program that runs already, ROUNDS how often (5).

const rounds = Number(process.env.ROUNDS ?? 5);
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
  connectionType: 'cellular3g',
} as const;
const slowdown = 6;

const moments = {
  firstPaint: { label: 'first paint', goal: 1_000 },
  content: { label: 'the number and the first item of the feed stand', goal: 4_000 },
  picture: { label: 'the first picture of the feed is painted', goal: null },
} as const;
type Moment = keyof typeof moments;
/** Milliseconds since the address was opened, by moment, and what travelled until then. */
type Visit = Record<Moment, number> & { bytes: number; requests: number; shift: number };

/** Runs in the page from its start and records paint times; as text, because only a page has these objects. */
const watch = `
  const seen = (window.seen = { content: 0, picture: 0, shift: 0 });
  const follow = (type, note) =>
    new PerformanceObserver((found) => found.getEntries().forEach(note)).observe({ type, buffered: true });
  follow('largest-contentful-paint', ({ element, startTime }) => {
    if (element instanceof HTMLImageElement && element.closest('article')) seen.picture = startTime;
  });
  follow('layout-shift', ({ value }) => { seen.shift += value; });
  const check = () => {
    const stands = document.querySelector('h1 .tabular-nums') && document.querySelector('article');
    // The frame after the one that draws them: then they are on the screen.
    requestAnimationFrame(stands ? () => { seen.content = performance.now(); } : check);
  };
  requestAnimationFrame(check);
`;
const read = `({ ...seen, firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity })`;

async function visit(browser: Browser, url: string, cookie: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
  try {
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    let bytes = 0;
    let requests = 0;
    const headers = new Map<string, number>();
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromDiskCache || !response.url.startsWith('http')) return;
      headers.set(requestId, response.encodedDataLength);
      requests += 1;
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (headers.has(requestId)) bytes += Math.max(0, encodedDataLength - (headers.get(requestId) ?? 0));
    });
    await page.addInitScript({ content: watch });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1_500);
    const found: Omit<Visit, 'bytes' | 'requests'> = await page.evaluate(read);
    return { ...found, bytes, requests };
  } finally {
    await context.close();
  }
}

const medianRun = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

function toMarkdown(visits: readonly Visit[]): string {
  const median = (name: keyof Visit) => medianRun(visits.map((each) => each[name]));
  const rows = (Object.keys(moments) as Moment[]).map((name) => {
    const { label, goal } = moments[name];
    const all = visits.map((each) => inSeconds(each[name])).join(', ');
    return `| ${label} | ${inSeconds(median(name))} | ${goal ? inSeconds(goal) : 'none'} | ${all} |`;
  });
  return [
    '# How soon does home stand on a slow phone?',
    '',
    `\`node scripts/slow-network.ts\` on ${new Date().toISOString().slice(0, 10)}: signed in, 390×844, nothing cached, 400 kbit/s, 400 ms a round trip, processor ${slowdown} times slower; the medians of ${visits.length} visits to a running program with the demo world. Browser and program share the machine.`,
    '',
    '| moment | median | goal | all |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Until it is quiet ${(median('bytes') / 1024).toFixed(1)} KB in ${median('requests')} requests, pictures included; layout shift ${median('shift')}.`,
    '',
  ].join('\n');
}

const server = process.env.URL
  ? { url: process.env.URL, stop: async () => {} }
  : await startDemoServer({ size: 'full' });
const browser = await launchBrowser();
try {
  const { fan } = await signInDemoPeople(server.url);
  // The server renders a picture size at its first request; no later visitor waits for that.
  await visit(browser, server.url, fan);
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, server.url, fan));
  const page = toMarkdown(visits);
  console.log(page);
  await mkdir(join(root, 'bench/results'), { recursive: true });
  await writeFile(join(root, 'bench/results/slow-network.md'), page);
  for (const { goal, ...moment } of (Object.keys(moments) as Moment[]).map((name) => ({ name, ...moments[name] })))
    if (goal !== null && medianRun(visits.map((each) => each[moment.name])) > goal) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}
