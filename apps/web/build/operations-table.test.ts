// @vitest-environment node
import { operations } from '@vlam/contract';
import { expect, it } from 'vitest';
import { operationsModule } from './operations-table.ts';

it('emits method, path and flags of every operation', async () => {
  const module = await import(`data:text/javascript,${encodeURIComponent(operationsModule())}`);
  const table: Record<string, object> = module.operations;
  expect(Object.keys(table).sort()).toEqual(Object.keys(operations).sort());
  for (const [name, { method, path }] of Object.entries(operations))
    expect(table[name]).toMatchObject({ method, path });
  expect(table.nearby).toEqual({ method: 'GET', path: operations.nearby.path, response: true });
  expect(table.unlockContent).toMatchObject({ method: 'POST', idempotent: true });
  expect(table.logout).not.toHaveProperty('response');
});
