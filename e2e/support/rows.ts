import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';

/** Rows of a statement on the server's database. */
export type Rows = <Row extends pg.QueryResultRow>(statement: string, values?: unknown[]) => Promise<Row[]>;

/** The database of the running server, for the tests of one file. Call it at the top level. */
export function useRows(): Rows {
  const client = new pg.Client({ connectionString: inject('demoDatabaseUrl') });
  beforeAll(() => client.connect());
  afterAll(() => client.end());
  return async (statement, values = []) => (await client.query(statement, values)).rows;
}
