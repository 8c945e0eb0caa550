import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Context } from '../src/context.ts';
import { errorFields } from '../src/platform/logger.ts';

interface Drawn {
  name: string;
  base64: string;
}

/**
 * Draws the pictures of the sample world that are not stored yet, one after the other and with the lowest priority, so
 * that visitors find them. `onDone` receives how many there are once all are stored. The returned function stops it; the
 * next start goes on.
 */
export function startDrawing(
  { database, media, logger }: Pick<Context, 'database' | 'media' | 'logger'>,
  onDone: (count: number) => void,
): () => Promise<void> {
  const { pool } = database;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'draw-pictures.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  });
  const ended = once(child, 'close');
  let isStopped = false;
  const running = (async () => {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    while (!isStopped) {
      const { rows } = await pool.query<{ folder: string; palette: number }>(
        'select folder, palette from demo_pictures where not drawn order by n limit 1',
      );
      const [picture] = rows;
      if (!picture) break;
      child.stdin.write(`${JSON.stringify(picture)}\n`);
      const { value: line, done } = await lines.next();
      if (done) {
        if (!isStopped) throw new Error('the program that draws pictures ended');
        return;
      }
      for (const { name, base64 } of JSON.parse(line) as Drawn[])
        await media.storage.put(`${picture.folder}/${name}`, Buffer.from(base64, 'base64'));
      await pool.query('update demo_pictures set drawn = true where folder = $1', [picture.folder]);
    }
    if (isStopped) return;
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from demo_pictures');
    onDone(rows[0]?.count ?? 0);
  })()
    // What is missing is drawn when it is first requested.
    .catch((error: unknown) => logger.warn('sample pictures are drawn late', errorFields(error)))
    .finally(() => child.kill());
  child.on('error', (error) => logger.warn('sample pictures are drawn late', errorFields(error)));
  child.stdin.on('error', () => {});
  return async () => {
    isStopped = true;
    child.kill();
    await Promise.all([running, ended]);
  };
}
