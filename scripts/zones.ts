import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { findLongFiles } from './file-lengths.ts';
import { findImportCycles } from './import-cycles.ts';
import { importsOf, type SourceFile } from './imports.ts';

/** Import order of the server's modules: only lower ranks may be imported. A new module is added here first. */
export const ranks: readonly (readonly string[])[] = [
  ['platform'],
  ['identity', 'credits', 'compliance', 'media'],
  ['age-verification', 'payments', 'vip'],
  ['profiles', 'payouts'],
  ['locations', 'subscriptions', 'referrals', 'film-board'],
  ['content', 'discovery'],
  ['social', 'messaging', 'marketplace'],
  ['gifts', 'calls', 'lives', 'requests', 'matching', 'library', 'fans'],
  ['moderation', 'takedowns', 'legal', 'notifications', 'administration', 'records', 'risk'],
];

/** Files of `apps/server/src/context/` in the order they are built, each with the modules whose services it builds. */
export const contextParts: readonly (readonly [string, readonly string[]])[] = [
  ['foundation', ['identity', 'credits', 'compliance', 'media']],
  ['money', ['payments', 'vip', 'payouts']],
  ['people', ['age-verification', 'profiles', 'subscriptions', 'referrals', 'locations', 'film-board']],
  ['publishing', ['content', 'social', 'marketplace']],
  ['meeting', ['discovery', 'messaging', 'matching', 'lives', 'calls', 'gifts', 'requests', 'library', 'fans']],
  ['oversight', ['administration', 'moderation', 'takedowns', 'legal', 'records', 'risk', 'notifications']],
];
/** Parts of `context/` that every part may import. */
const sharedByParts = new Set(['platform.ts', 'upward-ports.ts']);

const server = 'apps/server/src/';
const web = 'apps/web/src/';
const contract = 'packages/contract/src/';
const sandbox = 'apps/sandbox-provider/src/';
/** Files of a module's own folder that other modules may import. */
const publicFiles = new Set(['service.ts', 'errors.ts', 'events.ts']);

/** One line for each import that violates a boundary. */
export function findViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    path.endsWith('.test.ts') || path.endsWith('.test.tsx')
      ? []
      : importsOf(text).flatMap((specifier) => {
          const reason = findViolation(path, specifier);
          return reason ? [`${path} imports ${specifier}: ${reason}`] : [];
        }),
  );
}

function findViolation(path: string, specifier: string): string | null {
  const target = specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier;
  if (path.startsWith(contract)) return contractViolation(target);
  if (path.startsWith(sandbox)) return sandboxViolation(target);
  if (path.startsWith(server)) return serverViolation(path.slice(server.length), target);
  if (path.startsWith(web)) return webViolation(path.slice(web.length), target);
  return null;
}

function contractViolation(target: string): string | null {
  const own = target.startsWith(contract);
  return own || target === 'zod' || target.startsWith('zod/') ? null : 'the contract depends on zod alone';
}

function sandboxViolation(target: string): string | null {
  const own = target.startsWith(sandbox) || !/^(apps\/|packages\/|@vlam\/)/.test(target);
  return own ? null : 'the sandbox provider shares nothing with the shop but HTTP';
}

function serverViolation(from: string, target: string): string | null {
  if (target === '@vlam/sandbox-provider' && moduleOf(from)) return 'only the top of the program starts the sandbox';
  if (!target.startsWith('apps/') && !target.startsWith('packages/'))
    return target.startsWith('@vlam/web') ? 'the server knows nothing of the web app' : null;
  if (/^apps\/server\/(demo|test)\//.test(target)) return 'what is served never needs the demo or the tests';
  if (!target.startsWith(server)) return 'other packages are imported by name';
  const to = target.slice(server.length);
  const fromModule = moduleOf(from);
  const toModule = moduleOf(to);
  if (!fromModule) return contextViolation(from, to);
  if (rankOf(fromModule) === undefined) return `${fromModule} has no rank in scripts/zones.ts`;
  if (!toModule) return 'only the top of the program imports its own files';
  if (toModule === fromModule || toModule === 'platform') return null;
  const rank = rankOf(toModule);
  if (rank === undefined) return `${toModule} has no rank in scripts/zones.ts`;
  if (rank >= (rankOf(fromModule) ?? 0)) return `${toModule} is not below ${fromModule}`;
  if (!publicFiles.has(to.split('/').slice(2).join('/')))
    return `of ${toModule} only service.ts, errors.ts and events.ts are open`;
  return null;
}

/** A part of the context builds its own modules, and knows the parts and modules before it. */
function contextViolation(from: string, to: string): string | null {
  const order = (path: string) => contextParts.findIndex(([name]) => path === `context/${name}.ts`);
  const own = order(from);
  if (own < 0) return null;
  if (to.startsWith('context/'))
    return sharedByParts.has(to.slice('context/'.length)) || (order(to) >= 0 && order(to) < own)
      ? null
      : `${to} is not built before ${from}`;
  const module = moduleOf(to);
  if (!module || module === 'platform') return null;
  const built = contextParts.findIndex(([, modules]) => modules.includes(module));
  return built >= 0 && built <= own ? null : `${module} is not built before ${from}`;
}

/** `platform`, the name of a feature, or null for the files at the top. */
function moduleOf(path: string): string | null {
  const [first, second] = path.split('/');
  if (first === 'platform') return 'platform';
  return first === 'modules' && second !== undefined ? second : null;
}

function rankOf(name: string): number | undefined {
  const rank = ranks.findIndex((names) => names.includes(name));
  return rank < 0 ? undefined : rank;
}

function webViolation(from: string, target: string): string | null {
  if (target.startsWith('@vlam/server') || target.startsWith('apps/server'))
    return 'the web app knows only the contract';
  if (!target.startsWith(web)) return target.startsWith('packages/') ? 'other packages are imported by name' : null;
  const [fromZone, fromFeature] = from.split('/');
  const [toZone, toFeature] = target.slice(web.length).split('/');
  if (fromZone === 'components' || fromZone === 'lib') {
    // Catalogues and style sheets are files that import nothing of ours.
    const open = ['components', 'lib', 'locales', 'styles'].includes(toZone ?? '');
    return open ? null : `${fromZone} must not know ${toZone}`;
  }
  if (fromZone === 'features') {
    if (toZone === 'features') return toFeature === fromFeature ? null : 'no feature imports a feature';
    return toZone === 'components' || toZone === 'lib' ? null : `a feature must not know ${toZone}`;
  }
  return null;
}

/** One line for each table that is named outside the module whose migration created or renamed it. */
export function findForeignTables(files: readonly SourceFile[], migrations: readonly SourceFile[]): string[] {
  const owners = new Map<string, string>();
  for (const { path, text } of migrations) {
    const owner = /\d+-([\w-]+)(?:\.[\w-]+)?\.sql$/.exec(path)?.[1] ?? '';
    for (const [, table] of text.matchAll(/(?:create table (?:if not exists )?|alter table \w+ rename to )(\w+)/g))
      if (table) owners.set(table, owner);
  }
  return files.flatMap(({ path, text }) => {
    const module = path.startsWith(server) ? moduleOf(path.slice(server.length)) : null;
    if (!module || module === 'platform' || path.endsWith('.test.ts')) return [];
    const named = new Set([...text.matchAll(tableMentions)].map((found) => found[1] ?? found[2] ?? ''));
    return [...named].flatMap((table) => {
      const owner = owners.get(table);
      return owner === undefined || owner === module ? [] : [`${path} names ${table}, a table of ${owner}`];
    });
  });
}

/** A table as Kysely or SQL names it. */
const tableMentions =
  /(?:selectFrom|insertInto|updateTable|deleteFrom|[a-z]+Join)\(\s*'(\w+)|\b(?:from|join|update|into)\s+(\w+)\b/g;

function readFiles(root: string, patterns: string | string[]): SourceFile[] {
  return globSync(patterns, { cwd: root }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

/** The sources of this repository. */
const readSources = (root: string): SourceFile[] =>
  readFiles(root, [`${server}**/*.ts`, `${contract}**/*.ts`, `${sandbox}**/*.ts`, `${web}**/*.{ts,tsx}`]);

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const sources = readSources(root);
  const written = ['apps', 'packages', 'e2e', 'scripts', 'bench'].map((folder) => `${folder}/**/*.{ts,tsx,js,sql,css}`);
  const isOurs = ({ path }: SourceFile) => !/(^|\/)(node_modules|dist|\.\w+)\//.test(path);
  const lines = [
    ...findViolations(sources),
    ...findImportCycles(sources),
    ...findLongFiles(readFiles(root, written).filter(isOurs)),
    ...findForeignTables(sources, readFiles(root, 'apps/server/migrations/*.sql')),
  ];
  for (const line of lines) console.error(line);
  if (lines.length > 0) process.exit(1);
}
