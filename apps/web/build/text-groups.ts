import { aroundScreens, type ScreenFiles } from './screen-files.ts';

/** The texts of the shell, which is around every screen. */
export const firstCatalog = 'first';

/** Which texts stand in one file for each language, and which of the files a screen needs. */
export interface TextGroups {
  /** Ids of texts, by name of the catalogue. */
  catalogs: Map<string, ReadonlySet<string>>;
  /** By path: the one catalogue that a screen waits for. A screen without texts of its own is missing. */
  now: Map<string, string>;
  /** By path: the catalogues of parts that it may load later. */
  later: Map<string, string[]>;
  /** Paths of the staff's screens. */
  staff: ReadonlySet<string>;
}

/** Texts of parts that several screens share are one file from this number on; fewer stand with each screen's own. */
const sharedFrom = 25;

const slugOf = (path: string): string =>
  path === aroundScreens ? 'around' : path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home';
const without = <T>(items: Iterable<T>, others: ReadonlySet<T>) =>
  new Set([...items].filter((item) => !others.has(item)));

/**
 * One catalogue per screen with exactly what its modules show, so that its first view waits for nothing else. Texts of
 * parts (sheets, menus) are more, and shared by many screens: those that the same screens need are one file.
 */
export function groupTexts(
  origins: ReadonlyMap<string, readonly string[]>,
  screens: ReadonlyMap<string, ScreenFiles>,
  firstFiles: ReadonlySet<string>,
): TextGroups {
  const catalogs = new Map<string, ReadonlySet<string>>();
  const now = new Map<string, string>();
  const later = new Map<string, string[]>();
  const idsIn = (files: ReadonlySet<string>) =>
    [...origins].filter(([, names]) => names.some((name) => files.has(name))).map(([id]) => id);
  const first = new Set(idsIn(firstFiles));
  catalogs.set(firstCatalog, first);
  const beyondFirst = (files: ReadonlySet<string>) => without(idsIn(files), first);

  /** Screens of the same modules have one catalogue. */
  const nameByIds = new Map<string, string>();
  function addCatalog(name: string, ids: ReadonlySet<string>): string {
    const key = [...ids].join(' ');
    const known = nameByIds.get(key);
    if (known) return known;
    nameByIds.set(key, name);
    catalogs.set(name, ids);
    return name;
  }
  for (const [path, screen] of screens) {
    const ids = beyondFirst(screen.now);
    if (ids.size > 0) now.set(path, addCatalog(slugOf(path), ids));
  }

  const around = beyondFirst(screens.get(aroundScreens)?.later ?? new Set());
  const pathsOf = new Map<string, string[]>();
  for (const [path, screen] of screens) {
    const shown = catalogs.get(now.get(path) ?? '') ?? new Set();
    for (const id of without(beyondFirst(screen.later), shown))
      if (path === aroundScreens || !around.has(id)) pathsOf.set(id, [...(pathsOf.get(id) ?? []), path]);
  }
  const need = (path: string, name: string) => later.set(path, [...(later.get(path) ?? []), name]);
  const own = new Map<string, string[]>();
  for (const [key, ids] of Map.groupBy(pathsOf.keys(), (id) => pathsOf.get(id)?.join(' ') ?? '')) {
    const paths = key.split(' ');
    if (paths.length > 1 && ids.length >= sharedFrom) {
      const name = addCatalog(`parts-${catalogs.size}`, new Set(ids));
      for (const path of paths) need(path, name);
    } else for (const path of paths) own.set(path, [...(own.get(path) ?? []), ...ids]);
  }
  for (const [path, ids] of own) need(path, addCatalog(`${slugOf(path)}-parts`, new Set(ids)));
  const staff = new Set([...screens].filter(([, { isStaff }]) => isStaff).map(([path]) => path));
  return { catalogs, now, later, staff };
}
