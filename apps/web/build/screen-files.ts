import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { operationsTable } from './operations-table.ts';
import { pureContract } from './pure-contract.ts';
import { readScreens } from './read-screens.ts';

/** Source files (relative to the app) of what a screen shows at once, and of the parts that it may load later. */
export interface ScreenFiles {
  isStaff: boolean;
  now: ReadonlySet<string>;
  later: ReadonlySet<string>;
}
/** In place of a path: what is around every screen. */
export const aroundScreens = '*';

interface Imports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** Modules of sentences that a screen shows only after something was done there, such as what a field lacks. */
const saysWhatFailed = /\b(form-)?messages\.ts$/;

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

/** By path of the screen, in `src` of `root`. Leaves out `first`: files that every page has. */
export async function readScreenFiles(root: string, first: ReadonlySet<string>): Promise<Map<string, ScreenFiles>> {
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
  const namesOf = (ids: Iterable<string>) =>
    new Set([...ids].filter((id) => !first.has(id)).map((id) => relative(root, id)));

  const found = new Map<string, ScreenFiles>();
  for (const { path, file, isStaff } of screens) {
    const now = new Set([...namesOf(reach(file, ['importedIds']))].filter((name) => !saysWhatFailed.test(name)));
    const all = namesOf(reach(file, ['importedIds', 'dynamicallyImportedIds']));
    found.set(path, { isStaff, now, later: new Set([...all].filter((name) => !now.has(name))) });
  }
  const around = [...first].flatMap((file) => modules.get(file)?.dynamicallyImportedIds ?? []);
  const parts = around.filter((id) => id.startsWith(sources) && !files.has(id) && !id.includes('staff'));
  const later = namesOf(parts.flatMap((part) => [...reach(part, ['importedIds'])]));
  found.set(aroundScreens, { isStaff: false, now: new Set(), later });
  return found;
}
