// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@vlam/contract';
import { expect, it } from 'vitest';
import { operationsModule, type Part } from './operations-table.ts';

const read = async (part: Part): Promise<Record<string, { path: string }>> =>
  (await import(`data:text/javascript,${encodeURIComponent(operationsModule(part))}`)).operations;

it('keeps in the first load what is read without waiting for another part', async () => {
  const source = join(import.meta.dirname, '../src');
  const named = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(/[^.\w]operations\.(\w+)/g)])
    .map(([, name]) => name ?? '')
    .filter((name) => name in operations);
  expect(named).toContain('orderReceipt');
  const members = await read('members');
  expect(named.filter((name) => !(name in members))).toEqual([]);
});

it('emits method, path and flags of every operation', async () => {
  const [members, rare, staff] = [await read('members'), await read('rare'), await read('staff')];
  expect(Object.values(members).filter(({ path }) => path.startsWith('/api/admin/'))).toEqual([]);
  expect(Object.values(rare).filter(({ path }) => path.startsWith('/api/admin/'))).toEqual([]);
  expect(Object.values(staff).filter(({ path }) => !path.startsWith('/api/admin/'))).toEqual([]);
  const table: Record<string, object> = { ...members, ...rare, ...staff };
  expect(Object.keys(table).sort()).toEqual(Object.keys(operations).sort());
  for (const [name, { method, path }] of Object.entries(operations))
    expect(table[name]).toMatchObject({ method, path });
  expect(table.nearby).toEqual({ method: 'GET', path: operations.nearby.path, response: true });
  expect(table.unlockContent).toMatchObject({ method: 'POST', idempotent: true });
  expect(table.logout).not.toHaveProperty('response');
});
