import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder } from '../apps/server/src/platform/migrate.ts';
import {
  readSqlFiles,
  runsOutsideTransaction,
  type SqlFile,
  splitStatements,
} from '../apps/server/src/platform/sql-files.ts';
import { root, runProgram, squawk } from './steps.ts';

/** Files of these numbers that are let through, and why they may be. */
const accepted: Record<string, string> = {
  '0906': 'written before this check, and no release ran before it: profiles are few',
};

/** Files named later than the newest one of the last release, which `migrations/released.json` names. */
export async function readUnreleased(): Promise<SqlFile[]> {
  const released = JSON.parse(readFileSync(join(migrationsFolder, 'released.json'), 'utf8')) as { newest: string };
  const files = await readSqlFiles(migrationsFolder);
  if (!files.some(({ name }) => name === released.newest))
    throw new Error(`migrations/released.json names ${released.newest}, which is no migration`);
  return files.filter(({ name }) => name > released.newest && !(name.slice(0, 4) in accepted));
}

/** One line for each statement that must not run while the release before still works, with the reason. */
export async function lintMigrations(files: readonly SqlFile[], folder = migrationsFolder): Promise<string[]> {
  const inside = files.filter(({ text }) => !runsOutsideTransaction(text));
  const outside = files.filter(({ text }) => runsOutsideTransaction(text));
  const found = await Promise.all([
    runSquawk(inside, folder, ['--assume-in-transaction']),
    runSquawk(outside, folder, []),
    ...files.map((file) => lintTree(file)),
  ]);
  return found.flat();
}

/** What concerns taste or space, or would be asked of each file and is done by `platform/migration-locks.ts`. */
const excluded = [
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-robust-stmts',
  'require-timeout-settings',
];

async function runSquawk(files: readonly SqlFile[], folder: string, flags: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const paths = files.map(({ name }) => join(folder, `${name}.sql`));
  const settings = ['--pg-version=15', `--exclude=${excluded.join(',')}`, '--reporter=json', ...flags];
  const { ok, output } = await runProgram([join(root, 'node_modules', squawk, 'bin/squawk'), ...settings, ...paths], {
    quiet: true,
  });
  if (ok) return [];
  const found = findJson(output) as { file: string; line: number; rule_name: string; message: string }[] | null;
  if (!found) throw new Error(`squawk: ${output}`);
  return found.map(
    ({ file, line, rule_name: rule, message }) => `${nameOf(file)}, line ${line + 1}: ${message} (squawk: ${rule})`,
  );
}

const nameOf = (path: string) => `migrations/${path.split(/[\\/]/).at(-1)}`;

function findJson(output: string): unknown {
  const line = output.split('\n').find((each) => each.startsWith('['));
  return line ? JSON.parse(line) : null;
}

/** A node of PostgreSQL's own syntax tree: one key, the statement's kind. */
type Fields = Record<string, unknown>;
interface Statement {
  stmt: Record<string, Fields>;
  /** In bytes. */
  stmt_location?: number;
}

const batches = 'rows are changed in batches, by a backfill (docs/topics/versions.md)';

/** Kinds of statements and when they are refused; squawk does not see them. */
const refusals: Record<string, (fields: Fields) => string | null> = {
  UpdateStmt: ({ whereClause }) => (whereClause ? null : `changes every row of a table at once: ${batches}`),
  DeleteStmt: ({ whereClause }) => (whereClause ? null : `removes every row of a table at once: ${batches}`),
  TruncateStmt: () => 'empties a table that the release before still reads',
  LockStmt: () => 'locks a table until the end of the file: all who use it would wait',
  ClusterStmt: () => 'writes a table anew under a lock that nobody else gets past',
  RepackStmt: () => 'writes a table anew under a lock that nobody else gets past',
  VacuumStmt: ({ options }) =>
    JSON.stringify(options ?? '').includes('"full"')
      ? 'writes a table anew under a lock that nobody else gets past'
      : null,
  CreateTrigStmt: () => 'a trigger stands in functions/, beside the function it calls',
  DoStmt: () => 'what the block does cannot be read here: write its statements',
  TransactionStmt: () => 'each file has its transaction, which the runner begins and ends',
  VariableSetStmt: ({ name }) =>
    /^(lock|statement)_timeout$/.test(String(name)) ? 'how long a file may wait is decided by the runner' : null,
};

async function lintTree({ name, text }: SqlFile): Promise<string[]> {
  const statements = await parse(text);
  const lines = statements.flatMap((statement) => {
    const place = `migrations/${name}.sql, line ${lineOf(text, statement.stmt_location ?? 0)}`;
    return [...findRefused(statement.stmt)].map((reason) => `${place}: ${reason}`);
  });
  return [
    ...lines,
    ...(runsOutsideTransaction(text) ? lintOutside(name, text, statements) : lintInside(name, statements)),
  ];
}

/** Everywhere in the tree: a common table expression may change rows too. */
function* findRefused(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [kind, fields] of Object.entries(node)) {
    const reason = refusals[kind]?.(fields as Fields);
    if (reason) yield reason;
    yield* findRefused(fields);
  }
}

const lintInside = (name: string, statements: readonly Statement[]): string[] =>
  statements.some(({ stmt }) => stmt.IndexStmt?.concurrent || stmt.DropStmt?.concurrent)
    ? [`migrations/${name}.sql: "concurrently" needs a file whose first line begins with "-- Outside a transaction"`]
    : [];

/** Such a file may be cut off between two statements and runs again: it makes indexes, and removes each one first. */
function lintOutside(name: string, text: string, statements: readonly Statement[]): string[] {
  const place = `migrations/${name}.sql`;
  if (splitStatements(text).length !== statements.length)
    return [`${place}: a text or comment with ";" or "--" cannot be cut into statements`];
  const removed = new Set<string>();
  return statements.flatMap(({ stmt }) => {
    const { IndexStmt: index, DropStmt: drop } = stmt;
    if (drop?.removeType === 'OBJECT_INDEX' && drop.concurrent && drop.missing_ok) {
      for (const [, dropped] of JSON.stringify(drop.objects).matchAll(/"sval":"(\w+)"/g)) removed.add(dropped ?? '');
      return [];
    }
    if (!index?.concurrent) return [`${place}: only indexes are made and removed concurrently outside a transaction`];
    return removed.has(String(index.idxname))
      ? []
      : [
          `${place}: put "drop index concurrently if exists ${index.idxname}" before it; a start that was cut off left half of it`,
        ];
  });
}

function lineOf(text: string, at: number): number {
  const bytes = Buffer.from(text);
  const [space = ''] = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(bytes.subarray(at).toString()) ?? [];
  return (bytes.subarray(0, at).toString() + space).split('\n').length;
}

/** PostgreSQL's own parser; loaded by a name that types do not follow, since its types are larger than what is read. */
async function parse(text: string): Promise<Statement[]> {
  const parser: string = 'libpg-query';
  const { parse: read } = (await import(parser)) as { parse(text: string): Promise<{ stmts?: Statement[] }> };
  return (await read(text)).stmts ?? [];
}

if (import.meta.main) {
  const lines = await lintMigrations(await readUnreleased());
  for (const line of lines) console.error(line);
  if (lines.length > 0) process.exit(1);
}
