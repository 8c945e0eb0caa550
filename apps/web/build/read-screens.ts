import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

export interface BuiltScreen {
  /** As in `lib/paths.ts`. */
  path: string;
  /** The file whose `Route` is shown there. */
  file: string;
  isStaff: boolean;
}

interface RouteTable {
  screens: Record<string, { route: { path: string; load(): Promise<{ Route: string }> }; layout: string }>;
}

const prefix = '\0screen:';

/** Replaces each screen by a module whose `Route` is the name of its file, and the router by its table alone. */
const withoutScreens = (sources: string): Plugin => ({
  name: 'vlam-without-screens',
  async resolveId(specifier, importer, { kind }) {
    const found = await this.resolve(specifier, importer, { kind, skipSelf: true });
    if (found?.id.startsWith(join(sources, 'app/routes/'))) return prefix + found.id;
    return found;
  },
  load(id) {
    if (id === join(sources, 'lib/router.tsx'))
      return 'export const route = (path, load) => ({ path, load }); export const registerRoutes = () => {};';
    if (!id.startsWith(prefix)) return null;
    return `export const Route = ${JSON.stringify(id.slice(prefix.length))}; export const complete = { Route };`;
  },
});

/** Runs the table of routes: the file behind every path, in the table's order. */
export async function readScreens(sources: string): Promise<BuiltScreen[]> {
  const bundle = await rolldown({
    input: join(sources, 'app/router.tsx'),
    logLevel: 'silent',
    plugins: [withoutScreens(sources)],
  });
  const { output } = await bundle.generate({ codeSplitting: false });
  await bundle.close();
  const { screens } = (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)) as RouteTable;
  return Promise.all(
    Object.values(screens).map(async ({ route, layout }) => ({
      path: route.path,
      file: (await route.load()).Route,
      isStaff: layout === 'staff',
    })),
  );
}
