import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SqlFile {
  /** Without its ending. */
  name: string;
  text: string;
}

/** The SQL files of a folder, in name order. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({ name: name.slice(0, -4), text: await readFile(join(folder, name), 'utf8') })),
  );
}

/** Whether the first line of a migration says that it can't run in a transaction. */
export const runsOutsideTransaction = (text: string): boolean => /^-- Outside a transaction\b/i.test(text);

/** The backfill that must have ended before a migration runs; null for most. */
export const findNeededBackfill = (text: string): string | null =>
  /^-- After the backfill ([a-z-]+\.[a-z0-9-]+)/im.exec(text)?.[1] ?? null;

/**
 * The statements of a file that runs outside a transaction. `scripts/migration-lint.ts` refuses there what this would
 * cut in the wrong place.
 */
export const splitStatements = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/** Throws for a migration that would not run in the order of its number, or has the number of another. */
export function requireMigrationNames(names: readonly string[]): void {
  const taken = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{4})-[a-z-]+(\.[a-z0-9-]+)?$/.exec(name)?.[1];
    if (!number)
      throw new Error(`migrations/${name}.sql: the name must be <four digits>-<module>.<what>.sql, in small letters`);
    const other = taken.get(number);
    if (other) throw new Error(`migrations/${name}.sql: ${other}.sql has the number ${number}; take the next free one`);
    taken.set(number, name);
  }
}

/** PostgreSQL's error with the file and the line in its message. */
export function locateSqlError(file: string, text: string, error: unknown): Error {
  const { message, position } = error as { message: string; position?: string };
  const line = position ? `, line ${text.slice(0, Number(position)).split('\n').length}` : '';
  return Object.assign(new Error(`${file}${line}: ${message}`, { cause: error }), {
    code: (error as { code?: string }).code,
  });
}
