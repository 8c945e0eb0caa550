import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

/** Stands in a statement for a value that each call brings. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is compiled once and that each connection plans once: for hot reads whose planning would cost as
 * much as their work. `build` receives a slot for each value; what it interpolates otherwise is fixed for ever. `pool` is
 * `database.planned` where no value may change the plan.
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
  // A slot that is used five times is one parameter: the driver writes each on the wire.
  const sent: unknown[] = [];
  const positions = compiled.parameters.map((parameter) => {
    const known = sent.findIndex(
      (other) => parameter instanceof Slot && other instanceof Slot && other.name === parameter.name,
    );
    return known >= 0 ? known + 1 : sent.push(parameter);
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

/** Ids as one array parameter. The driver's own arrays quote and escape every element; ids need neither. */
export const uuidArray = (ids: readonly (string | null)[]): string => `{${ids.map((id) => id ?? 'NULL').join(',')}}`;
