import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

export interface WebFile {
  type: string;
  body: Buffer;
  /** Compressed at build time, where that was worth it. */
  brotli: Buffer | null;
}

export interface WebFiles {
  /** A built file by its path under the folder; null when there is none. */
  get(path: string): Promise<WebFile | null>;
}

/** Only names that the build writes: no dot files, no parent folders. */
const safePath = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/**
 * Files of the web build, cached in memory: all of them are smaller than one photograph. A new build is detected by the
 * modification time of its index page, checked at most once a second.
 */
export function createWebFiles(folder: string): WebFiles {
  const cache = new Map<string, WebFile>();
  let builtAt = 0;
  let checkedAt = 0;

  async function clearOlderBuild(): Promise<void> {
    if (performance.now() - checkedAt < 1000) return;
    checkedAt = performance.now();
    const time = await stat(join(folder, 'index.html')).then(
      (found) => found.mtimeMs,
      () => 0,
    );
    if (time !== builtAt) cache.clear();
    builtAt = time;
  }

  return {
    async get(path) {
      await clearOlderBuild();
      const cached = cache.get(path);
      if (cached) return cached;
      const type = types[extname(path)];
      if (!type || !safePath.test(path)) return null;
      const read = (name: string) => readFile(join(folder, name)).catch(() => null);
      const [body, brotli] = await Promise.all([read(path), read(`${path}.br`)]);
      if (!body) return null;
      const file = { type, body, brotli };
      cache.set(path, file);
      return file;
    },
  };
}
