import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type { Context } from './context.ts';
import type { DrawSample } from './modules/media/service.ts';
import type { Database } from './platform/database.ts';
import { errorFields } from './platform/logger.ts';

const folder = join(import.meta.dirname, '../demo');

/** Exports of `demo/seed.ts`, loaded only while the demo is on, so that nothing here depends on it. */
interface DemoWorld {
  seedDemoWorld(options: {
    database: Database;
    context: Context;
    onProgress(fraction: number, label: string): void;
  }): Promise<void>;
}

/** Exports of `demo/pictures.ts`. */
interface DemoPictures {
  drawSample(pool: pg.Pool, ...drawn: Parameters<DrawSample>): ReturnType<DrawSample>;
}

/** Exports of `demo/drawing.ts`. */
interface DemoDrawing {
  startDrawing(context: Context, onDone: (count: number) => void): () => Promise<void>;
}

/** Exports of `demo/pulse.ts`. */
interface DemoPulse {
  startPulse(
    pool: pg.Pool,
    on: { error(error: unknown): void; changed(part: 'posts' | 'moods' | 'available'): void },
  ): Promise<() => Promise<void>>;
}

/** Exports of `demo/shows.ts`. */
interface DemoShows {
  startShows(context: Context): Promise<() => Promise<void>>;
}

export interface DemoAccounts {
  password: string;
  accounts: readonly { email: string; label: string }[];
}

async function load<Module>(name: string): Promise<Module | null> {
  const file = join(folder, name);
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as Module) : null;
}

export type DemoState = 'absent' | 'half made' | 'complete' | 'other data';

/** Whether the database holds nothing, a demo world, an incomplete one, or other accounts. */
export async function readDemoState(pool: pg.Pool): Promise<DemoState> {
  const { rows } = await pool.query<{ begun: boolean; complete: boolean; people: boolean }>(
    `select exists (select from milestones where name = 'demo world begun') as begun,
            exists (select from milestones where name = 'demo world complete') as complete,
            exists (select from accounts) as people`,
  );
  const found = rows[0];
  if (found?.complete) return 'complete';
  if (found?.begun) return 'half made';
  return found?.people ? 'other data' : 'absent';
}

/**
 * Creates the demo world in an empty database, through a pool with a long statement timeout. Returns false when this
 * installation has none.
 */
export async function makeDemoWorld(
  context: Context,
  database: Database,
  onProgress: (fraction: number, label: string) => void,
): Promise<boolean> {
  const world = await load<DemoWorld>('seed.ts');
  if (!world) return false;
  const record = (name: string) => database.pool.query('insert into milestones (name) values ($1)', [name]);
  await record('demo world begun');
  await world.seedDemoWorld({ database, context, onProgress });
  await record('demo world complete');
  return true;
}

/** Keeps the people of the demo world present and moving; returns the function that stops it. */
export async function startDemoPulse({ database, discovery, logger }: Context): Promise<() => Promise<void>> {
  const pulse = await load<DemoPulse>('pulse.ts');
  if (!pulse) return async () => {};
  return pulse.startPulse(database.pool, {
    error: (error) => logger.warn('demo pulse missed', errorFields(error)),
    changed: discovery.publishChange,
  });
}

/** Draws the pictures of the demo world in the background; returns the function that stops it. */
export async function startDemoDrawing(
  context: Context,
  onDone: (count: number) => void,
): Promise<() => Promise<void>> {
  const drawing = await load<DemoDrawing>('drawing.ts');
  return drawing ? drawing.startDrawing(context, onDone) : async () => {};
}

/** Sends the live shows of the demo world through this process; returns the function that stops it. */
export async function startDemoShows(context: Context): Promise<() => Promise<void>> {
  const shows = await load<DemoShows>('shows.ts');
  return shows ? shows.startShows(context) : async () => {};
}

/** Draws the pictures of the demo world; undefined when this installation came without one. */
export async function loadDemoPictures(pool: pg.Pool): Promise<DrawSample | undefined> {
  const pictures = await load<DemoPictures>('pictures.ts');
  return pictures ? (mediaId) => pictures.drawSample(pool, mediaId) : undefined;
}

/** Accounts that can sign in while the demo is on. */
export async function readDemoAccounts(): Promise<DemoAccounts | null> {
  const scale = await load<{ demoPassword: string; demoAccounts: DemoAccounts['accounts'] }>('scale.ts');
  return scale && { password: scale.demoPassword, accounts: scale.demoAccounts };
}
