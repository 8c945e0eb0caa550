import { open, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { SaleOfFile } from './joins/sales-of-file.ts';
import { sealedColumns } from './joins/sealed-columns.ts';
import { traceCopy } from './joins/trace-copy.ts';
import { traceFilm } from './joins/trace-film.ts';
import { createMediaService, looksLikeClip, type MediaService } from './modules/media/service.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openKeys } from './platform/data-keys.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { findRunningPostgres } from './platform/embedded-postgres.ts';
import { createJobs } from './platform/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { createOperatorSettings } from './platform/operator-settings.ts';

// `npm run trace-leak -- FILE [--media ID]`: names the sale from a leaked copy of a paid picture or video.

const { positionals, values } = parseArgs({
  args: process.argv.slice(2),
  options: { media: { type: 'string' } },
  allowPositionals: true,
});

interface Parts {
  db: Database['db'];
  media: MediaService;
}

async function main([file]: string[]): Promise<number> {
  if (!file) {
    console.error('Usage: npm run trace-leak -- FILE [--media ID]');
    return 2;
  }
  const isFilm = await isFilmFile(file);
  const config = readConfig(process.env);
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir);
  if (!url) {
    console.error(`No database: start Vlam on ${config.dataDir}, or set DATABASE_URL.`);
    return 2;
  }
  const database = openDatabase(url, { size: 2, statementTimeoutMs: 120_000, applicationName: 'vlam trace-leak' });
  try {
    await openKeys({ config, db: database.db }, sealedColumns);
    const media = createMediaService({
      config,
      db: database.db,
      databaseUrl: url,
      clock: systemClock,
      logger: createLogger('error'),
      jobs: createJobs(),
      settings: createOperatorSettings(database.db, systemClock),
    });
    return await (isFilm ? nameFilm : namePicture)({ db: database.db, media }, file, values.media);
  } finally {
    await database.close();
  }
}

async function isFilmFile(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return looksLikeClip(buffer);
  } finally {
    await file.close();
  }
}

async function namePicture(parts: Parts, file: string, mediaId?: string): Promise<number> {
  const found = await traceCopy(parts, await readFile(file), mediaId);
  if (!found) {
    console.log('No account is named: the copy is of no known picture, or its mark cannot be read.');
    return 1;
  }
  console.log(`picture      ${found.mediaId}`);
  console.log(`account      ${found.accountId}`);
  console.log(`correlation  ${found.correlation.toFixed(2)} (0.5 names an account; chance stays below 0.45)`);
  printSales(found.sales);
  return 0;
}

const unnamed = {
  'unknown-film': 'the copy is of no known film. If you know which it is, name it with --media',
  'no-account': 'the film is known, and its mark cannot be read or is of no account',
  'not-enough-film': 'not enough film: the copy is too short to tell the viewers of this film apart',
};

async function nameFilm(parts: Parts, file: string, mediaId?: string): Promise<number> {
  const found = await traceFilm(parts, file, mediaId);
  if (found.outcome !== 'named') {
    if (found.outcome !== 'unknown-film') console.log(`film         ${found.mediaId}, ${found.segments} segments read`);
    console.log(`No account is named: ${unnamed[found.outcome]}.`);
    return 1;
  }
  console.log(`film         ${found.mediaId}`);
  console.log(`account      ${found.accountId}`);
  console.log(
    `correlation  ${found.correlation.toFixed(2)} (any account fits so well by chance once in ${(1 / found.chance).toPrecision(2)} copies)`,
  );
  printSales(found.sales);
  return 0;
}

function printSales(sales: readonly SaleOfFile[]): void {
  for (const sale of sales)
    console.log(
      `sale         ${sale.kind}, ${sale.soldAt.toISOString()}${sale.groupId ? `, transfer ${sale.groupId}, ${sale.credits} credits` : ''}: ${sale.description}`,
    );
  if (sales.length === 0) console.log('sale         none: the account saw it without a purchase');
}

process.exitCode = await main(positionals);
