import { join } from 'node:path';
import { build } from 'vite';

/** Builds app, service worker and landing page into `outDir`; the Vite build runs the last two (`afterBuild`). */
export async function buildWeb(outDir = join(import.meta.dirname, 'dist')): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}
