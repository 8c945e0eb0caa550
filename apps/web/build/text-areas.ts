import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { operationsTable } from './operations-table.ts';
import { pureContract } from './pure-contract.ts';
import { readScreens } from './read-screens.ts';

/** Areas of the texts that a screen shows at once, and of those in parts that it may load later. */
export interface ScreenTexts {
  now: string[];
  later: string[];
}
/** In place of a path: what is around every screen. */
export const aroundScreens = '*';

/** Area of a source file (relative to the app), whose texts are one file for each language: a feature, or a folder. */
export const areaOf = (file: string): string => /^src\/(?:features\/)?([\w-]+)\//.exec(file)?.[1] ?? 'src';

interface Imports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** Every module that the entries import, directly or not, with its own imports. */
async function readImports(entries: string[]): Promise<Map<string, Imports>> {
  const modules = new Map<string, Imports>();
  const bundle = await rolldown({
    input: entries,
    platform: 'browser',
    // Files that are only named.
    external: /\.(css|po)$|\?/,
    logLevel: 'silent',
    plugins: [
      operationsTable(new Set()),
      pureContract(),
      {
        name: 'vlam-read-imports',
        moduleParsed: ({ id, importedIds, dynamicallyImportedIds }) =>
          void modules.set(id, { importedIds, dynamicallyImportedIds }),
      },
    ],
  });
  await bundle.generate();
  await bundle.close();
  return modules;
}

/** Areas by path of the screen, in `src` of `root`. `first` are files whose texts every page has. */
export async function readScreenTexts(root: string, first: ReadonlySet<string>): Promise<Map<string, ScreenTexts>> {
  const sources = join(root, 'src');
  const main = join(sources, 'main.tsx');
  const screens = await readScreens(sources);
  const modules = await readImports([main, ...screens.map(({ file }) => file)]);
  const files = new Set(screens.map(({ file }) => file));

  /** Modules from `start` on, without those every page has and other screens. */
  function reach(start: string, ways: readonly (keyof Imports)[]): Set<string> {
    const found = new Set([start]);
    for (const id of found)
      for (const way of ways)
        for (const next of modules.get(id)?.[way] ?? [])
          if (next.startsWith(sources) && !first.has(next) && !files.has(next)) found.add(next);
    return found;
  }
  const areasOf = (ids: Iterable<string>) =>
    [...new Set([...ids].filter((id) => !first.has(id)).map((id) => areaOf(relative(root, id))))].sort();
  function textsFrom(start: string, shown: Set<string>): ScreenTexts {
    const now = areasOf(shown);
    const all = areasOf(reach(start, ['importedIds', 'dynamicallyImportedIds']));
    return { now, later: all.filter((area) => !now.includes(area)) };
  }

  const found = new Map<string, ScreenTexts>();
  for (const { path, file } of screens) found.set(path, textsFrom(file, reach(file, ['importedIds'])));
  const around = [...first].flatMap((file) => modules.get(file)?.dynamicallyImportedIds ?? []);
  const parts = around.filter((id) => id.startsWith(sources) && !files.has(id) && !id.includes('staff'));
  found.set(aroundScreens, {
    now: [],
    later: areasOf(parts.flatMap((part) => [...reach(part, ['importedIds'])])),
  });
  return found;
}
