import { useState } from 'react';
import { readLocal, writeLocal } from '../../../lib/device.ts';

/** One neutral key for what is written in the disguises; it never leaves the device. */
const key = 'tools';

function readAll(): Record<string, unknown> {
  try {
    return JSON.parse(readLocal(key) ?? '{}');
  } catch {
    return {};
  }
}

/** State of a tool that stays on this device. `check` refuses what is stored in another shape. */
export function useToolData<Value>(tool: string, empty: Value, check: (stored: unknown) => stored is Value) {
  const [value, setValue] = useState<Value>(() => {
    const stored = readAll()[tool];
    return check(stored) ? stored : empty;
  });
  const save = (next: Value) => {
    setValue(next);
    writeLocal(key, JSON.stringify({ ...readAll(), [tool]: next }));
  };
  return [value, save] as const;
}

/** A list of rows that all have these texts. */
export const isRows =
  <Row>(...names: (keyof Row & string)[]) =>
  (stored: unknown): stored is Row[] =>
    Array.isArray(stored) && stored.every((row) => names.every((name) => typeof row?.[name] === 'string'));
