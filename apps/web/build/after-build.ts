import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { rolldown } from 'rolldown';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import { indexes } from './catalogs.ts';
import { readScreens } from './read-screens.ts';
import type { TextGroups } from './text-groups.ts';

/** Of the catalogues of all languages. */
export const textFolder = 'assets/texts';

const compress = promisify(brotliCompress);
const compressible = /\.(m?js|css|html|svg|json|webmanifest|txt)$/;

/** Reads the bundle while it exists: the files a module needs, and the file name of a style sheet. */
function readBundle(root: string, bundle: Rolldown.OutputBundle) {
  const files = Object.values(bundle);
  const withImports = (chunk: Rolldown.OutputChunk, seen = new Set<string>()): string[] => {
    if (seen.has(chunk.fileName)) return [];
    seen.add(chunk.fileName);
    const imported = chunk.imports.flatMap((name) => {
      const file = bundle[name];
      return file?.type === 'chunk' ? withImports(file, seen) : [];
    });
    return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imported];
  };
  const findChunk = (module: string) =>
    files.find((file) => file.type === 'chunk' && file.moduleIds.includes(join(root, 'src', module)));
  return {
    hasModule: (module: string): boolean => findChunk(module) !== undefined,
    /** Files a module needs before it can run. */
    moduleFiles(module: string): string[] {
      const chunk = findChunk(module);
      if (chunk?.type !== 'chunk') throw new Error(`no chunk contains ${module}`);
      return withImports(chunk);
    },
    sheet(name: string): string {
      const sheet = files.find((file) => file.type === 'asset' && file.names.includes(name));
      if (!sheet) throw new Error(`no asset is the style sheet ${name}`);
      return sheet.fileName;
    },
  };
}
type Built = ReturnType<typeof readBundle>;
type ModuleImports = Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'>;
type Imports = ReadonlyMap<string, ModuleImports>;

const inParts = /\/parts\/[^/]+$/;

/**
 * Parts that a screen shows from its first view although they are loaded apart, because not every visit needs them: the
 * modules in a folder `parts` that a static import of the screen imports dynamically.
 */
export function findParts(file: string, imports: Imports): string[] {
  const found = new Set([file]);
  for (const id of found) for (const next of imports.get(id)?.importedIds ?? []) found.add(next);
  const later = [...found].flatMap((id) => imports.get(id)?.dynamicallyImportedIds ?? []);
  return [...new Set(later.filter((id) => inParts.test(id)))];
}

/** The scripts of each route, the socket and each language; the server sends preload hints from them. */
async function describePages(
  root: string,
  { moduleFiles, hasModule, sheet }: Built,
  groups: TextGroups,
  imports: Imports,
) {
  const first = [...moduleFiles('main.tsx'), sheet('first.css')];
  const filesBeyondFirst = (module: string) => moduleFiles(module).filter((file) => !first.includes(file));
  const tables = ['app/staff-screens.ts', 'app/rare-screens.ts'].map((module) => ({
    files: filesBeyondFirst(module),
    screens: new Set(imports.get(join(root, 'src', module))?.dynamicallyImportedIds),
  }));
  const staffFiles = filesBeyondFirst('lib/staff-operations.ts');
  const routes: Record<string, string[]> = {};
  const parts: Record<string, string[]> = {};
  const fromSources = (file: string) => relative(join(root, 'src'), file);
  for (const { path, file, isStaff } of await readScreens(join(root, 'src'))) {
    const table = tables.filter(({ screens }) => screens.has(file)).flatMap((each) => each.files);
    const files = [...table, ...(isStaff ? staffFiles : []), ...filesBeyondFirst(fromSources(file))];
    routes[path] = files;
    const later = new Set(findParts(file, imports).map(fromSources).flatMap(filesBeyondFirst));
    if (later.size > 0) parts[path] = [...later].filter((each) => !files.includes(each));
  }
  const catalogs: Record<string, string[]> = {};
  const texts: Record<string, Record<string, string[]>> = {};
  for (const name of await readdir(join(root, 'src/locales'))) {
    const [language = '', ending] = name.split('.');
    if (ending !== 'po' || language === 'en') continue;
    catalogs[language] = filesBeyondFirst(`locales/${name}`);
    const filesOf = (catalog: string) => {
      const module = `locales/${name}?texts=${catalog}`;
      return hasModule(module) ? filesBeyondFirst(module) : [];
    };
    texts[language] = Object.fromEntries(
      [...groups.now].map(([path, catalog]) => {
        const index = groups.staff.has(path) ? indexes.staff : indexes.members;
        return [path, [index, catalog].flatMap(filesOf)];
      }),
    );
  }
  return { first, styles: sheet('app.css'), routes, parts, socket: filesBeyondFirst('app/live.tsx'), catalogs, texts };
}

/** The first four characters of every file's hash, by which the worker recognises this build's files. */
export const joinHashes = (files: readonly string[]): string =>
  files
    .map((file) => {
      const [, start] = /-([\w-]{4})[\w-]{4}\.\w+$/.exec(file) ?? [];
      if (start === undefined) throw new Error(`assets/${file} has no hash of eight characters`);
      return start;
    })
    .join('');

/** For the worker: the hashes of each language's catalogues in a file of the version, so that English carries none. */
async function writeTextLists(outDir: string, version: string): Promise<void> {
  const folder = join(outDir, textFolder);
  const byLanguage = Map.groupBy(await readdir(folder), (file) => file.split('-')[0]);
  for (const [language, files] of byLanguage)
    await writeFile(join(folder, `${language}-${version}.txt`), joinHashes(files));
}

async function buildWorker(root: string, outDir: string, files: string[], all: string[]): Promise<void> {
  const page = await readFile(join(outDir, 'index.html'));
  const version = createHash('sha256').update(page).digest('hex').slice(0, 8);
  await writeTextLists(outDir, version);
  const bundle = await rolldown({
    input: join(root, 'src/sw.ts'),
    platform: 'browser',
    transform: { define: { __BUILD__: JSON.stringify({ version, files, hashes: joinHashes(all) }) } },
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

/** After the app is written: builds the service worker, `pages.json` and the landing page, and compresses text as `.br`. */
export function afterBuild(groups: TextGroups): Plugin {
  let config: ResolvedConfig;
  let built: Built | undefined;
  const imports = new Map<string, ModuleImports>();
  return {
    name: 'vlam-after-build',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
      imports.set(id, { importedIds, dynamicallyImportedIds });
    },
    writeBundle(_options, bundle) {
      built = readBundle(config.root, bundle);
    },
    closeBundle: {
      sequential: true,
      async handler(error?: Error) {
        const { root } = config;
        const outDir = resolve(root, config.build.outDir);
        if (error || !built) return;
        const pages = await describePages(root, built, groups, imports);
        await writeFile(join(outDir, 'pages.json'), JSON.stringify(pages));
        const font = (await readdir(join(outDir, 'assets'))).filter((name) => name.startsWith('familjen-grotesk-base'));
        // Needed offline.
        const offline = ['app/shell/banner-stack.tsx', 'components/ui/toast-view.tsx'];
        const precached = [
          ...pages.first,
          ...(pages.routes['/'] ?? []),
          ...offline.flatMap(built.moduleFiles),
          ...font.map((name) => `assets/${name}`),
        ];
        const entries = await readdir(join(outDir, 'assets'), { withFileTypes: true });
        const all = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
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
