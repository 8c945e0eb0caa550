import {
  fitsSetting,
  operatorSettings,
  type SettingName,
  type SettingValue,
  settingNames,
} from '@vlam/contract/rules/operator-settings';
import { type RawBuilder, sql } from 'kysely';
import { createCached } from './cached.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { AppError } from './errors.ts';

type NumberSettingName = {
  [Name in SettingName]: (typeof operatorSettings)[Name]['kind'] extends 'number' ? Name : never;
}[SettingName];

/** How old a value read with `recent` may be, in milliseconds. */
const recentMs = 500;

export interface StoredSetting {
  name: SettingName;
  value: SettingValue;
  previous: SettingValue | null;
  version: number;
  changedBy: string | null;
  changedAt: Date | null;
}

export type SettingValues = { [Name in SettingName]: SettingValue<Name> };

/** Settings that are data: a change holds in every process with its commit. */
export interface OperatorSettings {
  /** The value now. */
  get<Name extends SettingName>(name: Name, on?: Db): Promise<SettingValue<Name>>;
  /** All values, at most half a second old: for what every visit reads. */
  recent(): Promise<SettingValues>;
  list(on: Db): Promise<StoredSetting[]>;
  /**
   * Sets a value if its version is still `version`; false when another admin changed it since. `isUndo` deletes the value
   * before.
   */
  set(
    tx: Db,
    change: { name: SettingName; value: SettingValue; version: number; by: string; at: Date; isUndo?: boolean },
  ): Promise<boolean>;
}

/** Part of a statement: the value of a number setting now, as `get` reads it. */
export function readsNumberSetting(name: NumberSettingName): RawBuilder<number> {
  const { initial, min, max } = operatorSettings[name];
  return sql<number>`coalesce((select (value #>> '{}')::int from operator_settings
    where name = ${name} and value between to_jsonb(${min}::int) and to_jsonb(${max}::int)), ${initial}::int)`;
}

/** Values before the first change. */
export const initialSettings = (): SettingValues =>
  Object.fromEntries(settingNames.map((name) => [name, operatorSettings[name].initial])) as SettingValues;

export function createOperatorSettings(db: Db, clock: Clock): OperatorSettings {
  /** A stored value that no longer fits its bounds counts as absent. */
  const fitting = (name: SettingName, value: unknown): SettingValue =>
    fitsSetting(name, value) ? value : operatorSettings[name].initial;

  async function list(on: Db): Promise<StoredSetting[]> {
    const rows = new Map(
      (await on.selectFrom('operator_settings').selectAll().execute()).map((row) => [row.name, row]),
    );
    return settingNames.map((name) => {
      const row = rows.get(name);
      return {
        name,
        value: fitting(name, row?.value),
        previous: row && fitsSetting(name, row.previous) ? row.previous : null,
        version: row?.version ?? 0,
        changedBy: row?.changed_by ?? null,
        changedAt: row?.changed_at ?? null,
      };
    });
  }

  const recent = createCached({
    clock,
    maxAgeMs: recentMs,
    read: async () => Object.fromEntries((await list(db)).map(({ name, value }) => [name, value])) as SettingValues,
  });

  return {
    recent,
    list,
    async get(name, on = db) {
      const row = await on.selectFrom('operator_settings').select('value').where('name', '=', name).executeTakeFirst();
      return fitting(name, row?.value) as never;
    },
    async set(tx, { name, value, version, by, at, isUndo = false }) {
      const changed = {
        value: JSON.stringify(value),
        changed_by: by,
        changed_at: at,
        version: version + 1,
      };
      if (version === 0) {
        const previous = JSON.stringify(operatorSettings[name].initial);
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('operator_settings')
          .values({ name, ...changed, previous })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        return (numInsertedOrUpdatedRows ?? 0n) > 0n;
      }
      const { numUpdatedRows } = await tx
        .updateTable('operator_settings')
        .set((row) => ({ ...changed, previous: isUndo ? null : row.ref('value') }))
        .where('name', '=', name)
        .where('version', '=', version)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** Throws `UNAVAILABLE` during the emergency stop. */
export async function requireNoStop(settings: Pick<OperatorSettings, 'get'>): Promise<void> {
  if (await settings.get('livesAndCallsStopped'))
    throw new AppError('UNAVAILABLE', { message: 'Live shows and calls are stopped for now. Please try again later' });
}
