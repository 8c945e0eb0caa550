import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { traceCopy } from './joins/trace-copy.ts';
import { createMediaService } from './modules/media/service.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { findRunningPostgres } from './platform/embedded-postgres.ts';
import { createJobs } from './platform/jobs.ts';
import { createLogger } from './platform/logger.ts';

// `npm run trace-leak -- FILE [--media ID]`: names the sale from a leaked copy of a paid picture.

const { positionals, values } = parseArgs({
  args: process.argv.slice(2),
  options: { media: { type: 'string' } },
  allowPositionals: true,
});

async function main([file]: string[]): Promise<number> {
  if (!file) {
    console.error('Usage: npm run trace-leak -- FILE [--media ID]');
    return 2;
  }
  const copy = await readFile(file);
  const config = readConfig(process.env);
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir);
  if (!url) {
    console.error(`No database: start Vlam on ${config.dataDir}, or set DATABASE_URL.`);
    return 2;
  }
  const database = openDatabase(url, { size: 2, statementTimeoutMs: 120_000, applicationName: 'vlam trace-leak' });
  try {
    const media = createMediaService({
      config,
      db: database.db,
      databaseUrl: url,
      clock: systemClock,
      logger: createLogger('error'),
      jobs: createJobs(),
    });
    const found = await traceCopy({ db: database.db, media }, copy, values.media);
    if (!found) {
      console.log('No account is named: the copy is of no known picture, or its mark cannot be read.');
      return 1;
    }
    console.log(`picture      ${found.mediaId}`);
    console.log(`account      ${found.accountId}`);
    console.log(`correlation  ${found.correlation.toFixed(2)} (0.5 names an account; chance stays below 0.45)`);
    for (const sale of found.sales)
      console.log(
        `sale         ${sale.kind}, ${sale.soldAt.toISOString()}${sale.groupId ? `, transfer ${sale.groupId}, ${sale.credits} credits` : ''}: ${sale.description}`,
      );
    if (found.sales.length === 0) console.log('sale         none: the account saw it without a purchase');
    return 0;
  } finally {
    await database.close();
  }
}

process.exitCode = await main(positionals);
