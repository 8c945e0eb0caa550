import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

/** A parameter of a prepared statement. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is compiled once and planned once a connection: for hot reads whose planning would cost as much as
 * their work. `build` receives a slot for each value; everything else it interpolates is fixed. `pool` is
 * `database.planned` where every value reads by key.
 */
export function prepare<const Name extends string, Row extends object>(
  database: Database,
  statementName: string,
  slots: readonly Name[],
  build: (slot: Record<Name, RawBuilder<unknown>>) => RawBuilder<Row>,
  pool: pg.Pool = database.pool,
): (values: Record<Name, unknown>) => Promise<Row[]> {
  const named = Object.fromEntries(slots.map((name) => [name, sql`${new Slot(name)}`]));
  const compiled = build(named as Record<Name, RawBuilder<unknown>>).compile(database.db);
  // A slot used five times is one parameter: the driver sends each of them.
  const sent: unknown[] = [];
  const positions = compiled.parameters.map((parameter) => {
    const index = sent.findIndex(
      (other) => parameter instanceof Slot && other instanceof Slot && other.name === parameter.name,
    );
    return index >= 0 ? index + 1 : sent.push(parameter);
  });
  const text = compiled.sql.replace(/\$(\d+)/g, (_all, position: string) => `$${positions[Number(position) - 1]}`);
  return async (values) => {
    const { rows } = await pool.query<Row>({
      name: statementName,
      text,
      values: sent.map((parameter) => (parameter instanceof Slot ? values[parameter.name as Name] : parameter)),
    });
    return rows;
  };
}

/** Ids as one array parameter. The driver's own arrays quote and escape every element, which ids do not need. */
export const uuidArray = (ids: readonly (string | null)[]): string => `{${ids.map((id) => id ?? 'NULL').join(',')}}`;
