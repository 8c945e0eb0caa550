import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { rolldown } from 'rolldown';
import type { Plugin, ResolvedConfig } from 'vite';
import { cleanStyles, firstStyles } from './first-styles.ts';

const compress = promisify(brotliCompress);
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;

interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
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

/**
 * The code that can run before the whole sheet is asked for: the first load, home and its feed. Everything else waits
 * for the sheet (`lib/styles.ts`).
 */
function codeOfHome(manifest: Manifest, entry: string): string[] {
  const screens = ['src/app/routes/home.tsx', 'src/app/shell/side-rail.tsx'];
  const roots = [entry, ...screens];
  return [...new Set(roots.flatMap((name) => graphOf(manifest, name)))];
}

/** Writes the styles of shell and home as a sheet of their own, and names both in the page. */
async function splitStyles(outDir: string, manifest: Manifest, entry: string, all: string): Promise<string> {
  const css = cleanStyles(await readFile(join(outDir, all), 'utf8'));
  const scripts = codeOfHome(manifest, entry).filter((file) => file.endsWith('.js'));
  const code = await Promise.all(scripts.map((file) => readFile(join(outDir, file), 'utf8')));
  const first = firstStyles(css, code.join(' '));
  const file = `assets/first-${createHash('sha256').update(first).digest('hex').slice(0, 8)}.css`;
  await writeFile(join(outDir, all), css);
  await writeFile(join(outDir, file), first);
  const page = await readFile(join(outDir, 'index.html'), 'utf8');
  const link = `<!--styles--><link rel="stylesheet" href="/${file}" data-all="/${all}"><!--/styles-->`;
  await writeFile(join(outDir, 'index.html'), page.replace(/<link rel="stylesheet"[^>]*>/, link));
  return file;
}

/** What the server needs to hint at files early: which scripts each route and each language loads. */
async function describePages(root: string, outDir: string, manifest: Manifest) {
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
  const loaded = graphOf(manifest, entry);
  const styles = Object.values(manifest).find((chunk) => chunk.file.endsWith('.css'))?.file ?? '';
  const first = [...loaded, await splitStyles(outDir, manifest, entry, styles)];
  const beyondFirst = (name: string) => graphOf(manifest, name).filter((file) => !loaded.includes(file));
  const paths = (await import('../src/lib/paths.ts')).paths as Record<string, string>;
  const table = await readFile(join(root, 'src/app/router.tsx'), 'utf8');
  const routes: Record<string, string[]> = {};
  for (const path of Object.values(paths)) routes[path] = beyondFirst('src/app/routes/not-built-yet.tsx');
  for (const [, name, file] of table.matchAll(/route\(paths\.(\w+), \(\) => import\('\.\/([^']+)'\)/g)) {
    const path = paths[name ?? ''];
    if (path) routes[path] = beyondFirst(`src/app/${file}`);
  }
  const catalogs: Record<string, string[]> = {};
  for (const name of Object.keys(manifest)) {
    const language = /src\/locales\/(\w+)\.po$/.exec(name)?.[1];
    if (language) catalogs[language] = beyondFirst(name);
  }
  return { first, styles, routes, catalogs };
}

/** What tells a file of this build from one of an older build: the beginning of its hash, for each of them. */
const marksOf = (files: readonly string[]) =>
  files.map((file) => /-([\w-]{4})[\w-]{4}\.\w+$/.exec(file)?.[1] ?? '').join('');

async function buildWorker(root: string, outDir: string, files: string[], all: string[]): Promise<void> {
  const page = await readFile(join(outDir, 'index.html'));
  const version = createHash('sha256').update(page).digest('hex').slice(0, 8);
  const bundle = await rolldown({
    input: join(root, 'src/sw.ts'),
    platform: 'browser',
    transform: { define: { __BUILD__: JSON.stringify({ version, files, keep: marksOf(all) }) } },
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
        const outDir = resolve(root, config.build.outDir);
        if (error || !existsSync(join(outDir, 'index.html'))) return;
        const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
        const pages = await describePages(root, outDir, manifest);
        await writeFile(join(outDir, 'pages.json'), JSON.stringify(pages));
        const font = (await readdir(join(outDir, 'assets'))).filter((name) => name.startsWith('familjen-grotesk-base'));
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
