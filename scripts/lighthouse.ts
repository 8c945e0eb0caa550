import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { startDemoServer } from '../e2e/support/demo-server.ts';
import { signInDemoPeople } from '../e2e/support/people.ts';
import { findPlaces } from '../e2e/support/places.ts';
import { root } from './steps.ts';

// Lighthouse under its mobile profile on the landing page and the screens members open most, several times each; the
// medians are kept in bench/results/lighthouse.md. A goal that is missed makes it fail.

const rounds = Number(process.env.ROUNDS ?? 5);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
type Scores = Record<Category, number>;

interface Subject {
  name: string;
  path: string;
  cookie?: string;
  /** Search engines are for public pages, so the others have no goal there. */
  goal: Partial<Scores>;
}

interface Measured {
  scores: Scores;
  figures: { name: string; value: string }[];
  /** Titles of audits that cost points. */
  complaints: string[];
  /** Lighthouse's own measure of this machine's speed at the time; runs differ with it. */
  benchmarkIndex: number;
  consoleErrors: string[];
}

const all100 = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

function errorsOf(details: unknown): string[] {
  const { items = [] } = (details ?? {}) as { items?: { description?: string; sourceLocation?: { url?: string } }[] };
  return items.map(({ description, sourceLocation }) => `${description ?? ''} ${sourceLocation?.url ?? ''}`.trim());
}

async function measure(url: string, port: number, cookie: string | undefined): Promise<Measured> {
  const run = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    ...(cookie ? { extraHeaders: { cookie } } : {}),
  });
  if (!run) throw new Error('Lighthouse gave no result');
  const { audits, categories: found, environment, runtimeError } = run.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const scoreOf = (name: Category) => Math.round((found[name]?.score ?? 0) * 100);
  const costly = categories.flatMap((name) => found[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  return {
    scores: Object.fromEntries(categories.map((name) => [name, scoreOf(name)])) as Scores,
    figures: figures.map((id) => ({ name: audits[id]?.title ?? id, value: audits[id]?.displayValue ?? '' })),
    benchmarkIndex: Math.round(environment.benchmarkIndex),
    consoleErrors: errorsOf(audits['errors-in-console']?.details),
    complaints: [
      ...new Set(
        costly.flatMap(({ id }) => {
          const audit = audits[id];
          return audit && audit.score !== null && audit.score < 0.9 ? [`${audit.title} (${id})`] : [];
        }),
      ),
    ],
  };
}

const medianRun = (runs: readonly Measured[]): Measured | undefined =>
  [...runs].sort((a, b) => a.scores.performance - b.scores.performance)[runs.length >> 1];

function toMarkdown(results: readonly { subject: Subject; runs: Measured[] }[]): string {
  const lines = [
    '# What does Lighthouse say of the screens that are opened most?',
    '',
    `\`node scripts/lighthouse.ts\` on ${new Date().toISOString().slice(0, 10)}: its mobile profile, the run with the median performance of ${rounds}, on a running program with the demo world.`,
    '',
    '| page | performance | accessibility | best practices | SEO | all performance scores |',
    '|---|---|---|---|---|---|',
  ];
  const notes: string[] = [];
  for (const { subject, runs } of results) {
    const shown = medianRun(runs);
    if (!shown) continue;
    const cells = categories.map((name) => {
      const goal = subject.goal[name];
      return goal === undefined ? `${shown.scores[name]}` : `${shown.scores[name]} (goal ${goal})`;
    });
    lines.push(`| ${subject.name} | ${cells.join(' | ')} | ${runs.map((run) => run.scores.performance).join(', ')} |`);
    notes.push(`${subject.name}: ${shown.figures.map(({ name, value }) => `${name} ${value}`).join(', ')}.`, '');
    notes.push(
      `Speed of the machine by run (benchmark index): ${runs.map((run) => run.benchmarkIndex).join(', ')}.`,
      '',
    );
    const errors = [...new Set(runs.flatMap(({ consoleErrors }) => consoleErrors))];
    if (errors.length > 0) notes.push(`Errors in the console: ${errors.join('; ')}.`, '');
    if (shown.complaints.length > 0) notes.push(`It still asks for: ${shown.complaints.join('; ')}.`, '');
  }
  return `${[...lines, '', ...notes].join('\n').trimEnd()}\n`;
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const server = await startDemoServer({ size: 'full' });
const port = await freePort();
const browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] });
try {
  const { fan } = await signInDemoPeople(server.url);
  const places = await findPlaces(server.databaseUrl);
  const goal = { performance: 95, accessibility: 100, 'best-practices': 100 };
  const subjects: Subject[] = [
    { name: 'landing', path: '/', goal: all100 },
    { name: 'home', path: '/', cookie: fan, goal: { ...all100, performance: 95 } },
    { name: 'profile', path: `/creator/${places.creatorId}`, cookie: fan, goal },
    { name: 'chat', path: `/chat/${places.demoCreatorId}`, cookie: fan, goal },
    { name: 'credits', path: '/credits', cookie: fan, goal },
  ];
  const results: { subject: Subject; runs: Measured[] }[] = [];
  for (const subject of subjects) {
    const runs: Measured[] = [];
    for (let round = 0; round < rounds; round += 1)
      runs.push(await measure(server.url + subject.path, port, subject.cookie));
    results.push({ subject, runs });
    const shown = medianRun(runs);
    if (categories.some((name) => (shown?.scores[name] ?? 0) < (subject.goal[name] ?? 0))) process.exitCode = 1;
  }
  const page = toMarkdown(results);
  console.log(page);
  await mkdir(join(root, 'bench/results'), { recursive: true });
  await writeFile(join(root, 'bench/results/lighthouse.md'), page);
} finally {
  await browser.close();
  await server.stop();
}
