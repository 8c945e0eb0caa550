import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inspectRestored } from '../../apps/server/src/inspect-restored.ts';
import { createMediaCopy } from '../../apps/server/src/platform/backup/media-copy.ts';
import { pgbackrest, postgres15 } from '../../apps/server/test/machine.ts';
import { type Running, startOn } from '../../e2e/support/demo-server.ts';
import { demoPassword, signIn } from '../../e2e/support/people.ts';
import type { Report } from '../drill.ts';
import { playMix } from '../load/play.ts';
import { createTally } from '../load/tally.ts';
import { countRows, lossOf, query, type Started, writeMessages } from './pieces.ts';
import { makeArchivedPostgres, restoreCommand } from './postgres-15.ts';

/** How long is written before the machine is lost, after the moment to go back to. */
const writeForMs = 25_000;
const people = 6;
const mediaEveryMs = 1_000;
/** What pg_receivewal may be behind. */
const promisedSeconds = 1;

/** What is missing on this machine, as Debian calls it. */
function missingPackages(): string[] {
  return [
    ...(postgres15 ? [] : ['postgresql-15']),
    ...(postgres15 && existsSync(join(postgres15, 'pg_receivewal')) ? [] : ['postgresql-client-15']),
    ...(pgbackrest ? [] : ['pgbackrest']),
  ];
}

const seconds = (since: number) => (performance.now() - since) / 1_000;

/** Pictures that a member is given, by the way a browser gets them. */
async function openPictures(url: string): Promise<{ open: number; asked: number }> {
  const cookie = await signIn(url, 'fan@vlam.test', demoPassword);
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const feed = (await (await fetch(`${url}/api/content/feed`, { headers })).json()) as {
    items: { previewUrl: string }[];
  };
  let open = 0;
  for (const { previewUrl } of feed.items) {
    const answer = await fetch(new URL(previewUrl, url), { headers });
    if (answer.ok && (await answer.arrayBuffer()).byteLength > 100) open += 1;
  }
  return { open, asked: feed.items.length };
}

/** Copies media again and again until it is stopped; a pass of its own is the last. */
function followMedia(source: string, target: string): { stop(): Promise<void> } {
  const copy = createMediaCopy(source, target);
  let isOver = false;
  const copying = (async () => {
    while (!isOver) {
      await copy.copy();
      await sleep(mediaEveryMs);
    }
  })();
  return {
    stop() {
      isOver = true;
      return copying;
    },
  };
}

/** Writes under load on a PostgreSQL 15, destroys it and the data folder, and brings both back: to a moment, and to the end. */
export async function drillPgbackrest(): Promise<Report> {
  const missing = missingPackages();
  if (missing.length > 0)
    throw new Error(`This drill needs Debian's ${missing.join(' and ')}: apt-get install ${missing.join(' ')}`);
  const began = performance.now();
  const root = await mkdtemp(join(tmpdir(), 'vlam-pgbackrest-'));
  const [dataDir, mediaCopy] = [join(root, 'site'), join(root, 'media')];
  let server: Running | null = null;
  let receiver: Started | null = null;
  const postgres = await makeArchivedPostgres(root, randomBytes(48).toString('base64'));
  try {
    await mkdir(dataDir);
    await postgres.start();
    await postgres.pgbackrest('stanza-create');
    await postgres.pgbackrest('check');
    const settings = { DATABASE_URL: postgres.url, MASTER_KEY: randomBytes(32).toString('hex'), DEMO: '1' };
    server = await startOn(dataDir, 'small', settings);
    await server.drawn();
    const { url } = server;
    receiver = postgres.receive();
    const copySince = performance.now();
    await postgres.pgbackrest('--type=full', 'backup');
    const copySeconds = seconds(copySince);
    const media = followMedia(join(dataDir, 'media'), mediaCopy);

    const load = playMix({ url, people, seconds: writeForMs / 1_000 + 10, seed: 1, tally: createTally() }).catch(
      () => {},
    );
    const early = await writeMessages(url, postgres.url, Date.now() + 5_000);
    const [{ moment = '' } = {}] = await query<{ moment: string }>(postgres.url, 'select now()::text as moment');
    const atMoment = await query<{ count: number }>(
      postgres.url,
      'select count(*)::int as count from messages where created_at <= $1::timestamptz',
      [moment],
    );
    const late = await writeMessages(url, postgres.url, Date.now() + writeForMs);
    const before = await countRows(postgres.url);

    const lostAt = Date.now();
    await postgres.kill();
    await server.kill();
    server = null;
    if (receiver.exitCode === null) {
      receiver.kill('SIGTERM');
      await once(receiver, 'exit');
    }
    await media.stop();
    await rm(postgres.folder, { recursive: true });
    await rm(dataDir, { recursive: true });
    await load;

    const restore = async (...args: string[]) => {
      await rm(postgres.folder, { recursive: true, force: true });
      await mkdir(postgres.folder, { mode: 0o700 });
      postgres.own();
      const command = await restoreCommand(postgres.received);
      await postgres.pgbackrest(`--recovery-option=restore_command=${command}`, ...args, 'restore');
      await postgres.start();
    };
    // First to the moment: what was written after it is not there, and what was written before it is.
    await restore('--type=time', `--target=${moment}`, '--target-action=promote', '--target-timeline=current');
    const [{ count: toMoment = -1 } = {}] = await query<{ count: number }>(
      postgres.url,
      'select count(*)::int as count from messages',
    );
    const lossToMoment = await lossOf(postgres.url, early, lostAt);
    const lateThere = (await lossOf(postgres.url, late, lostAt)).missing < late.length;
    await postgres.stop();

    const restoreSince = performance.now();
    await restore('--target-timeline=current');
    const restoreSeconds = seconds(restoreSince);
    await mkdir(dataDir);
    await createMediaCopy(mediaCopy, join(dataDir, 'media')).copy();
    const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
    pool.on('error', () => {});
    const found = await inspectRestored(pool, join(dataDir, 'media')).finally(() => pool.end());
    server = await startOn(dataDir, 'small', settings);
    const servingSeconds = seconds(restoreSince);
    const pictures = await openPictures(server.url);
    const after = await countRows(postgres.url);
    const loss = await lossOf(postgres.url, [...early, ...late], lostAt);
    await server.end();
    server = null;

    const momentIsExact = toMoment === atMoment[0]?.count && lossToMoment.missing === 0 && !lateThere;
    const passed =
      momentIsExact &&
      loss.seconds <= promisedSeconds &&
      loss.holes === 0 &&
      found.ledgerIsSound &&
      found.missingMedia === 0 &&
      pictures.open === pictures.asked;
    const segments = (await readdir(postgres.received)).length;
    const lines = [
      '# What is lost when a PostgreSQL of our own is lost?',
      '',
      `\`npm run drill -- pgbackrest\` on ${new Date().toISOString().slice(0, 10)}: PostgreSQL 15 with the files of \`deploy/pgbackrest\` (encrypted, zst), a full copy, its log by \`archive_command\` and by \`pg_receivewal --synchronous\`, media copied each second, all on one machine. A fan writes paid messages beside ${people} members of the load; PostgreSQL and the program are killed, both data folders are deleted.`,
      '',
      '| | seen | promised |',
      '|---|---|---|',
      `| to a moment, before ${late.length} of the messages: messages there, of those there at that moment | ${toMoment} of ${atMoment[0]?.count} | exactly |`,
      `| to the end: acknowledged messages missing, of ${early.length + late.length} | ${loss.missing} | |`,
      `| seconds lost | ${loss.seconds.toFixed(2)} | at most ${promisedSeconds} |`,
      `| missing although a later one is there | ${loss.holes} | 0 |`,
      `| the ledger | ${found.ledgerIsSound ? 'whole' : '**differs**'}, ${found.transfers} postings | whole |`,
      `| media that are ready and have no file | ${found.missingMedia} | 0 |`,
      `| pictures of the feed that open | ${pictures.open} of ${pictures.asked} | all |`,
      '',
      `- Full copy: ${copySeconds.toFixed(1)} s. Database back: ${restoreSeconds.toFixed(1)} s. Serving again, media and ledger checked: ${servingSeconds.toFixed(1)} s after the start of the restore. Files of received log: ${segments}.`,
      `- The whole drill took ${seconds(began).toFixed(0)} s.`,
      '',
      '| rows | before | after |',
      '|---|---|---|',
      ...Object.keys(before).map((name) => `| ${name} | ${before[name]} | ${after[name]} |`),
      '',
      'The load goes on while rows are counted before the loss, so there may be more of them after it. Media were copied until after the loss, as from a disk that outlives the database: a folder that is lost too costs what the last pass did not copy.',
      '',
    ];
    return { text: lines.join('\n'), passed };
  } finally {
    await server?.kill();
    if (receiver?.exitCode === null) receiver.kill('SIGKILL');
    await postgres.kill();
    await rm(root, { recursive: true, force: true });
  }
}
