// @vitest-environment node
import { join } from 'node:path';
import { operations } from '@vlam/contract';
import { expect, it } from 'vitest';
import { findFirstOperations, operationsModule, type Part } from './operations-table.ts';

const first = findFirstOperations([join(import.meta.dirname, '../src/features/discovery/nearby/api.ts')]);
const read = async (part: Part): Promise<Record<string, { path: string }>> =>
  (await import(`data:text/javascript,${encodeURIComponent(operationsModule(part, first))}`)).operations;

it('keeps in the first load what its screens call, and what is read without waiting for another part', async () => {
  const [members, rare] = [await read('members'), await read('rare')];
  expect(members).toHaveProperty('nearby');
  // `features/payments/receipt.ts` reads its path while a screen renders.
  expect(members).toHaveProperty('orderReceipt');
  expect(rare).toHaveProperty('listVipTiers');
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
