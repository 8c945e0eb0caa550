import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { rolldown } from 'rolldown';
import type { Plugin, ResolvedConfig } from 'vite';

const compress = promisify(brotliCompress);
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;

interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, ManifestChunk>;

/** Files a chunk needs before it can run, itself first. */
export function graphOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((each) => graphOf(manifest, each, seen))];
}

/** What the server needs to hint at files early: which scripts each route and each language loads. */
async function describePages(root: string, manifest: Manifest) {
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
  const first = graphOf(manifest, entry);
  const beyondFirst = (name: string) => graphOf(manifest, name).filter((file) => !first.includes(file));
  const paths = (await import('../src/lib/paths.ts')).paths as Record<string, string>;
  const table = await readFile(join(root, 'src/app/router.tsx'), 'utf8');
  const routes: Record<string, string[]> = {};
  for (const [, name, file] of table.matchAll(/route\(paths\.(\w+), (?:later|\(\) => import\('\.\/([^']+)'\))/g)) {
    const path = paths[name ?? ''];
    if (path) routes[path] = beyondFirst(`src/app/${file ?? 'routes/not-built-yet.tsx'}`);
  }
  const catalogs: Record<string, string[]> = {};
  for (const name of Object.keys(manifest)) {
    const language = /src\/locales\/(\w+)\.po$/.exec(name)?.[1];
    if (language) catalogs[language] = beyondFirst(name);
  }
  return { first, routes, catalogs };
}

async function buildWorker(root: string, outDir: string, files: string[], keep: string[]): Promise<void> {
  const page = await readFile(join(outDir, 'index.html'));
  const version = createHash('sha256').update(page).digest('hex').slice(0, 8);
  const bundle = await rolldown({
    input: join(root, 'src/sw.ts'),
    platform: 'browser',
    transform: { define: { __BUILD__: JSON.stringify({ version, files, keep }) } },
  });
  await bundle.write({ file: join(outDir, 'sw.js'), format: 'iife', minify: true });
  await bundle.close();
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const body = await readFile(file);
      if (body.length < 256 || existsSync(`${file}.br`)) return;
      const packed = await compress(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      });
      await writeFile(`${file}.br`, packed);
    }),
  );
}

/** After the app is written: the service worker with its list, the landing page, `pages.json`, and `.br` beside text. */
export function afterBuild(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'vlam-after-build',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      async handler(error?: Error) {
        const { root } = config;
        const outDir =
          join(root, config.build.outDir).startsWith(root) && !config.build.outDir.startsWith('/')
            ? join(root, config.build.outDir)
            : config.build.outDir;
        if (error || !existsSync(join(outDir, 'index.html'))) return;
        const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
        const pages = await describePages(root, manifest);
        await writeFile(join(outDir, 'pages.json'), JSON.stringify(pages));
        const font = (await readdir(join(outDir, 'assets'))).filter((name) => name.endsWith('.woff2'));
        // What must be there when the connection is not.
        const offline = ['src/app/shell/banner-stack.tsx', 'src/components/ui/toast-view.tsx'];
        const precached = [
          ...pages.first,
          ...(pages.routes['/'] ?? []),
          ...offline.flatMap((name) => graphOf(manifest, name)),
          ...font.map((name) => `assets/${name}`),
        ];
        const all = await readdir(join(outDir, 'assets'));
        await buildWorker(root, outDir, [...new Set(precached)], all);
        const landing = join(root, 'src/landing/build.ts');
        if (existsSync(landing)) {
          const { buildLanding } = (await import(pathToFileURL(landing).href)) as {
            buildLanding(outDir: string): Promise<void>;
          };
          await buildLanding(outDir);
        }
        await compressAll(outDir);
      },
    },
  };
}
